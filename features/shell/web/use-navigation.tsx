import { useLingui } from "@lingui/react/macro";
import { BookOpen, CircleQuestionMark, CircleUserRound, History, LayoutDashboard, LibraryBig, Settings, SquarePlus } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { createContext, use } from "react";
import type { Environment, RoleName } from "#features/portal/contract.ts";
import type { PlaceName, ShellScreens } from "../navigation.ts";

/** The screens in the form that the shell's links need; app/router.tsx fills it from the table of screens. */
export const ShellScreensContext = createContext<ShellScreens>({ navigation: {}, homes: {}, inEveryPortal: [] });

export const useShellScreens = (): ShellScreens => use(ShellScreensContext);

export interface NavigationLink {
  readonly to: string;
  readonly alsoAt?: readonly string[] | undefined;
  readonly notAt?: readonly string[] | undefined;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isAction?: true | undefined;
}

/** The navigation of a role (specification §6) with the screens that exist; a role without screens of its own has the student's. */
export function useNavigationOf(): (role: RoleName) => NavigationLink[] {
  const { t } = useLingui();
  const { navigation } = useShellScreens();
  const faces: Record<PlaceName, { label: string; icon: LucideIcon }> = {
    dashboard: { label: t`Dashboard`, icon: LayoutDashboard },
    "my-courses": { label: t`My Courses`, icon: BookOpen },
    "course-catalog": { label: t`Course Catalog`, icon: LibraryBig },
    "my-history": { label: t`My History`, icon: History },
    "my-education": { label: t`My Education`, icon: BookOpen },
    "authored-courses": { label: t`My Courses`, icon: LibraryBig },
    "create-course": { label: t`Create a Course`, icon: SquarePlus },
    settings: { label: t`Settings`, icon: Settings },
    courses: { label: t`Courses`, icon: LibraryBig },
    users: { label: t`Users`, icon: CircleUserRound },
    portals: { label: t`Select Portal`, icon: LayoutDashboard },
    "help-center": { label: t`Help Center`, icon: CircleQuestionMark },
  };
  return (role) => (navigation[role] ?? navigation.Student ?? []).map((place) => ({ ...place, ...faces[place.name] }));
}

/** The address of the logo's link: the dashboard of the current role, if it has one. */
export function useHome({ User }: Environment): string {
  const { homes } = useShellScreens();
  return homes[User.CurrentRole.Name] ?? homes.Student ?? "/";
}

/** The names of the roles, for badge and menu. */
export function useRoleNames(): Record<Environment["User"]["CurrentRole"]["Name"], string> {
  const { t } = useLingui();
  return { Student: t`Student`, Author: t`Author`, Manager: t`Manager`, Admin: t`Administrator`, System: t`System` };
}
