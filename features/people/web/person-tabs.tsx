import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Environment } from "#features/portal/contract.ts";
import { lacks } from "#features/portal/lacking.ts";
import type { PermissionId } from "#features/portal/permissions.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { Person } from "../person-contract.ts";
import PersonProfilePart from "./person-profile.tsx";

export const tabIds = [
  "profile",
  "fields",
  "groups",
  "enrolments",
  "attempts",
  "transcript",
  "timeline",
  "roles",
  "signIns",
  "consents",
  "messages",
  "audit",
] as const;
export type TabId = (typeof tabIds)[number];

interface PersonTab {
  readonly id: TabId;
  /** Whether somebody sees the tab; everybody who reaches the person where it is left out. The server decides again. */
  readonly isFor?: (viewer: Environment["User"]) => boolean;
  /** Its code is loaded when it is first opened; the profile comes with the page. */
  readonly Part: (props: { person: Person; meanwhile?: ReactNode }) => ReactNode;
}

/** Rights, messages and the audit log are of admins, and of copies of that role with the permission. */
const adminWith =
  (needs: PermissionId): PersonTab["isFor"] =>
  (viewer) =>
    (viewer.IsAdmin || viewer.IsSystemAdmin) && !lacks(viewer, needs);

/** The tabs of User Details in their order. A new one is a line here, its words below, and a part with calls of its own. */
export const personTabs: readonly [PersonTab, ...PersonTab[]] = [
  { id: "profile", Part: PersonProfilePart },
  { id: "fields", Part: lazyPart(() => import("./person-fields.tsx")) },
  { id: "groups", Part: lazyPart(() => import("./person-groups.tsx")) },
  { id: "enrolments", Part: lazyPart(() => import("./person-enrolments.tsx")) },
  { id: "attempts", Part: lazyPart(() => import("./person-attempts.tsx")) },
  { id: "transcript", Part: lazyPart(() => import("./person-transcript.tsx")) },
  { id: "timeline", Part: lazyPart(() => import("./person-timeline.tsx")) },
  { id: "roles", isFor: adminWith("grant-roles"), Part: lazyPart(() => import("./person-roles.tsx")) },
  { id: "signIns", Part: lazyPart(() => import("./person-sign-ins.tsx")) },
  { id: "consents", Part: lazyPart(() => import("./person-consents.tsx")) },
  { id: "messages", isFor: adminWith("read-mail"), Part: lazyPart(() => import("./person-messages.tsx")) },
  { id: "audit", isFor: adminWith("read-audit"), Part: lazyPart(() => import("./person-audit.tsx")) },
];

/** The name of each tab. */
export function useTabWords(): Readonly<Record<TabId, string>> {
  const { t } = useLingui();
  return {
    profile: t`Profile`,
    fields: t`Custom fields`,
    groups: t`Groups`,
    enrolments: t`Enrolments`,
    attempts: t`Attempts`,
    transcript: t`Training transcript`,
    timeline: t`Timeline`,
    roles: t`Roles`,
    signIns: t`Sign-ins`,
    consents: t`Consents`,
    messages: t`Messages`,
    audit: t`Audit log`,
  };
}
