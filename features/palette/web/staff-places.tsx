import { useLingui } from "@lingui/react/macro";
import { Megaphone, PanelTop, Plus, Ticket, UserPlus, UsersRound } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { opens } from "#features/portal/lacking.ts";
import type { PermissionId } from "#features/portal/permissions.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { useSectionTabs } from "#features/shell/web/section-tabs.tsx";
import type { Place } from "./places.ts";

/** An action with an address of its own: who opens its screen, and the permission that it needs. */
interface Action {
  readonly to: string;
  readonly access: readonly string[];
  readonly needs: PermissionId;
  readonly label: string;
  readonly icon: LucideIcon;
}

function useActions(): Place[] {
  const { t } = useLingui();
  const user = useSignedIn()?.User;
  const managers = ["Admin", "Manager"];
  const actions: Action[] = [
    { to: "/users/find?add=person", access: managers, needs: "add-people", label: t`Add a person`, icon: UserPlus },
    { to: "/users/groups?add=group", access: managers, needs: "define-groups", label: t`Create a group`, icon: UsersRound },
    { to: "/users/authorizationCode?add=code", access: managers, needs: "make-codes", label: t`Make a code`, icon: Ticket },
    { to: "/portal/announcement?add=announcement", access: ["Admin"], needs: "announce", label: t`Write an announcement`, icon: Megaphone },
    { to: "/portal/quickLinks?edit=new", access: ["Admin"], needs: "set-quick-links", label: t`Add a quick link`, icon: Plus },
    { to: "/portal/catalogues?edit=new", access: ["Admin"], needs: "arrange-catalog", label: t`Add a catalog`, icon: Plus },
  ];
  return actions.filter((action) => user && opens(action, user)).map(({ to, label, icon }) => ({ id: `action ${to}`, label, icon, to }));
}

/** What only staff have in the palette. A part of its own, so that no learner's browser loads it. */
export interface StaffPlaces {
  readonly actions: readonly Place[];
  readonly tabs: readonly Place[];
}

/** Tells what staff do and the screens behind the tabs of their sections, as far as the person may. Shows nothing. */
export default function TellStaffPlaces({ onKnown }: { onKnown: (places: StaffPlaces) => void }) {
  const { t } = useLingui();
  const user = useSignedIn()?.User;
  const actions = useActions();
  const tabsOf = (tabs: ReturnType<typeof useSectionTabs>, note: string) =>
    tabs.map(({ to, label }): Place => ({ id: `tab ${to}`, label, note, icon: PanelTop, to }));
  const tabs = [...tabsOf(useSectionTabs("users", user), t`Users`), ...tabsOf(useSectionTabs("portal", user), t`The portal`)];
  const known = JSON.stringify([actions, tabs].map((some) => some.map(({ id, label }) => [id, label])));
  const tell = useEffectEvent(() => onKnown({ actions, tabs }));
  useEffect(() => tell(), [known]);
  return null;
}
