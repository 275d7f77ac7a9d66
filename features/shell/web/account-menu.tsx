import { useLingui } from "@lingui/react/macro";
import { ArrowLeftRight, GraduationCap, LogOut, PencilRuler, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, type MenuItem } from "#ui/menu.tsx";
import type { Environment } from "#features/portal/contract.ts";

/** What the account menu offers (specification §6): a role appears when its own dashboard exists. */
export function useAccountItems(environment: Environment, onSwitchPortal: () => void): MenuItem[] {
  const { t } = useLingui();
  const { User, Portals } = environment;
  return [
    ...(User.IsSystemAdmin
      ? []
      : [
          {
            id: "student",
            label: t`Student`,
            icon: GraduationCap,
            to: "/student/dashboard",
            isCurrent: User.CurrentRole.Name === "Student",
          },
        ]),
    ...(User.IsAuthor
      ? [{ id: "author", label: t`Author`, icon: PencilRuler, to: "/dashboard/author", isCurrent: User.CurrentRole.Name === "Author" }]
      : []),
    { id: "account", label: t`My account`, icon: UserRound, to: "/student/myAccount" },
    ...(Portals.length > 1 ? [{ id: "switch", label: t`Switch Portal`, icon: ArrowLeftRight, onAction: onSwitchPortal }] : []),
    { id: "out", label: t`Sign Out`, icon: LogOut, onAction: () => location.assign("/onlinetraining/auth/logout/") },
  ];
}

type Props = { environment: Environment; face: ReactNode; startsOpen: boolean; onSwitchPortal: () => void };

/** The button with email and role, and its menu. */
export function AccountMenu({ environment, face, startsOpen, onSwitchPortal }: Props) {
  const { t } = useLingui();
  const items = useAccountItems(environment, onSwitchPortal);
  return <Menu label={t`Account`} items={items} startsOpen={startsOpen} trigger={<Button className="shell-account">{face}</Button>} />;
}
