import { useLingui } from "@lingui/react/macro";
import { CircleUserRound, MonitorCog } from "lucide-react";
import type { Environment, RoleName } from "#features/portal/contract.ts";
import { mayOpen } from "#features/portal/policy.ts";
import { useAccountItems } from "#features/shell/web/account-menu.tsx";
import { useNavigationOf, useRoleNames } from "#features/shell/web/use-navigation.tsx";
import type { Place, Places } from "./places.ts";

const roles = ["Student", "Author", "Manager", "Admin"] as const satisfies RoleName[];

/** The screens and actions of somebody: the navigation of each of their roles and the account menu, as the shell has them. */
export function usePlaces(environment: Environment, onSwitchPortal: () => void): Places {
  const { t } = useLingui();
  const names = useRoleNames();
  const linksOf = useNavigationOf();
  const items = useAccountItems(environment, onSwitchPortal);
  const { User } = environment;
  const current = User.CurrentRole.Name;
  const placesOf = (role: RoleName, note?: string) =>
    linksOf(role).map(({ to, label, icon, isAction }) => ({
      place: { id: `${role} ${to}`, label, note, icon, to } satisfies Place,
      isAction,
    }));
  const here = placesOf(current);
  const others = roles.filter((role) => role !== current && mayOpen([role], User)).flatMap((role) => placesOf(role, names[role]));
  const own = items
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ id, label, icon = CircleUserRound, to, onAction }): Place => {
      const isRole = roles.some((role) => role.toLowerCase() === id);
      return { id: `account ${id}`, label, note: isRole ? t`Change role` : undefined, icon, to, onAction };
    });
  const account: Place[] = [...own, { id: "account environment", label: t`Environment`, icon: MonitorCog, to: "/environment" }];
  const placesIn = (some: readonly { place: Place; isAction?: true | undefined }[], isAction?: true) =>
    some.filter((one) => one.isAction === isAction).map(({ place }) => place);
  return {
    here: placesIn(here),
    actions: placesIn([...here, ...others], true).map((place) => ({ ...place, note: undefined })),
    account,
    elsewhere: placesIn(others),
  };
}
