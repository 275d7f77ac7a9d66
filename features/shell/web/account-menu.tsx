import { useLingui } from "@lingui/react/macro";
import { ArrowLeftRight, GraduationCap, LogOut, PencilRuler, ShieldCheck, Signpost, Ticket, UserRound, UsersRound } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { useNavigate } from "react-router";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Menu, type MenuItem } from "#ui/menu.tsx";
import { tourAt, useTour } from "#features/help/web/use-tour.ts";
import { newRoles, type Environment, type NewRole, type RoleName } from "#features/portal/contract.ts";
import { mayOpen } from "#features/portal/policy.ts";
import { useChangeRole } from "#features/portal/web/hooks.ts";
import { loadStaffTools } from "./staff-tools.ts";
import { useRoleNames, useShellScreens } from "./use-navigation.tsx";

const StaffTools = lazy(loadStaffTools);

const roleIcons: Partial<Record<RoleName, LucideIcon>> = {
  Student: GraduationCap,
  Author: PencilRuler,
  Manager: UsersRound,
  Admin: ShieldCheck,
};

/** Where the current role begins: its dashboard, or without one the first screen of its navigation. */
function useStart({ User }: Environment): string | undefined {
  const { homes, navigation } = useShellScreens();
  const role = User.CurrentRole.Name;
  return homes[role] ?? navigation[role]?.[0]?.to;
}

/**
 * The entries of the account menu (specification §6): a role appears when it has a screen of its own. One without a dashboard leads to its first screen and
 * is entered by the choice, because that screen may be another role's too.
 */
export function useAccountItems(environment: Environment, onSwitchPortal: () => void): MenuItem[] {
  const { t } = useLingui();
  const { User, Portals } = environment;
  const { homes, navigation } = useShellScreens();
  const changeRole = useChangeRole();
  const navigate = useNavigate();
  const start = useStart(environment);
  const names = useRoleNames();
  const roles = Object.entries(newRoles).filter(([, role]) => mayOpen([role], User) && !(role === "Student" && User.IsSystemAdmin));
  return [
    ...roles.flatMap(([newRole, role]): MenuItem[] => {
      const home = homes[role];
      const to = home ?? navigation[role]?.[0]?.to;
      if (to === undefined) return [];
      const item = { id: role.toLowerCase(), label: names[role], icon: roleIcons[role], to, isCurrent: User.CurrentRole.Name === role };
      return [home === undefined ? { ...item, onAction: () => changeRole(newRole as NewRole) } : item];
    }),
    { id: "account", label: t`My account`, icon: UserRound, to: "/student/myAccount" },
    { id: "tour", label: t`Retake the Tour`, icon: Signpost, onAction: () => void navigate(tourAt(start)) },
    // Codes are for members of the portal.
    ...(User.IsSystemAdmin ? [] : [{ id: "code", label: t`Use a code`, icon: Ticket, to: "/student/code" }]),
    ...(Portals.length > 1 ? [{ id: "switch", label: t`Switch Portal`, icon: ArrowLeftRight, onAction: onSwitchPortal }] : []),
    { id: "out", label: t`Sign Out`, icon: LogOut, onAction: () => location.assign("/onlinetraining/auth/logout/") },
  ];
}

type Props = { environment: Environment; face: ReactNode; startsOpen: boolean; onSwitchPortal: () => void };

/** The button with email and role, and its menu; beside it, for staff, their tools. */
export default function AccountMenu({ environment, face, startsOpen, onSwitchPortal }: Props) {
  const { t } = useLingui();
  const items = useAccountItems(environment, onSwitchPortal);
  useTour(environment, useStart(environment));
  return (
    <>
      {mayOpen(["Author", "Manager", "Admin", "System"], environment.User) && (
        // Without them, everything else works.
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <StaffTools />
          </Suspense>
        </ErrorBoundary>
      )}
      <Menu label={t`Account`} items={items} startsOpen={startsOpen} trigger={<Button className="shell-account">{face}</Button>} />
    </>
  );
}
