import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleSlash, ListTree, PackageOpen, RefreshCw, SlidersHorizontal, UsersRound } from "lucide-react";
import type { GroupChange, GroupDependent, GroupKind, GroupStatus } from "../contract.ts";

/** The marks of kinds and statuses. */
export const kindIcons = { manual: UsersRound, dynamic: SlidersHorizontal, nested: ListTree, synced: RefreshCw } as const;
export const statusLooks = {
  active: { tone: "success", icon: CircleCheck },
  archived: { tone: "neutral", icon: PackageOpen },
  deleted: { tone: "danger", icon: CircleSlash },
} as const;

/** The words of groups. */
export function useGroupWords() {
  const { t } = useLingui();
  const kind: Record<GroupKind, string> = {
    manual: t`By hand`,
    dynamic: t`By condition`,
    nested: t`With other groups`,
    synced: t`From another system`,
  };
  const status: Record<GroupStatus, string> = { active: t`In use`, archived: t`Archived`, deleted: t`Deleted` };
  const cause: Record<GroupChange["cause"], string> = {
    hand: t`By hand`,
    import: t`By import`,
    condition: t`By condition`,
    code: t`By a code or an invitation`,
    nested: t`Through another group`,
    undo: t`Undone`,
    deleted: t`The group was deleted`,
    sync: t`From another system`,
  };
  const dependent: Record<GroupDependent["kind"], string> = {
    group: t`Groups that it is in`,
    condition: t`Groups whose condition names it`,
    scope: t`People whose rights reach its members`,
    announcement: t`Announcements for its members`,
    catalogue: t`Catalogs for its members`,
    course: t`Courses that only its members begin`,
    "quick-link": t`Quick links for its members`,
    code: t`Authorization codes that give it`,
    invitation: t`Invitations that give it`,
    widgets: t`Dashboards of its members`,
    letter: t`Emails that it has in words or ways of its own`,
    brand: t`Its brand, which goes with it`,
    view: t`Shared views that name it`,
    "own-view": t`People who keep a view of their own that names it`,
  };
  return { kind, status, cause, dependent, change: { joined: t`Joined`, left: t`Left` } };
}
