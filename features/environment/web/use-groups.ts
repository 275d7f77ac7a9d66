import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { newRoles, type Environment } from "#features/portal/contract.ts";
import { mayOpen } from "#features/portal/policy.ts";
import { useRoleNames } from "#features/shell/web/use-navigation.tsx";
import type { Result } from "#platform/contract.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import type { showFacts } from "../contract.ts";

/** A fact under its name. */
export interface Line {
  readonly label: string;
  readonly value: string;
  /** It says who somebody is, so it is not copied. */
  readonly isOwn?: true;
}
export interface Group {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly Line[];
}

const sizeNow = () => `${window.innerWidth} × ${window.innerHeight}`;

function whenResized(tell: () => void) {
  window.addEventListener("resize", tell);
  return () => window.removeEventListener("resize", tell);
}

/** What the portal and the person resolve to, in groups. facts: of the server; null where it did not answer. */
export function useGroups(
  { Portal, User, Preferences, ProductName, SessionMinutes }: Environment,
  facts: Result<typeof showFacts> | null,
): Group[] {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const languageName = useLanguageName();
  const language = (code: string) => `${languageName(code)} (${code})`;
  const held = Object.values(newRoles).filter((role) => mayOpen([role], User) && !(role === "Student" && User.IsSystemAdmin));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const size = useSyncExternalStore(whenResized, sizeNow);
  return [
    {
      id: "portal",
      title: t`Portal`,
      lines: [
        { label: t`Name`, value: Portal.Name },
        { label: t`Portal number`, value: String(Portal.id) },
        { label: t`Address`, value: Portal.HostUrl },
        { label: t`Address you came by`, value: facts?.origin ?? window.location.origin },
        { label: t`Product`, value: facts ? `${ProductName} ${facts.version}` : ProductName },
      ],
    },
    {
      id: "you",
      title: t`You`,
      lines: [
        { label: t`Email`, value: User.Email, isOwn: true },
        { label: t`Your number`, value: String(User.Id) },
        { label: t`Current role`, value: roleNames[User.CurrentRole.Name] },
        { label: t`Roles`, value: held.map((role) => roleNames[role]).join(", ") },
        { label: t`Language`, value: language(Preferences.Locale) },
        { label: t`Time zone`, value: Preferences.TimeZone },
        { label: t`Signed out without use after`, value: t`${plural(SessionMinutes, { one: "# minute", other: "# minutes" })}` },
      ],
    },
    {
      id: "browser",
      title: t`Browser`,
      lines: [
        { label: t`User agent`, value: navigator.userAgent },
        { label: t`Languages`, value: navigator.languages.join(", ") },
        { label: t`Time zone of this computer`, value: timeZone },
        { label: t`Window`, value: size },
        { label: t`Screen`, value: `${window.screen.width} × ${window.screen.height} (${window.devicePixelRatio})` },
      ],
    },
  ];
}
