import { useLingui } from "@lingui/react/macro";
import { Icon } from "#ui/icon.tsx";
import { NavLink } from "#ui/link.tsx";
import { Sheet } from "#ui/sheet.tsx";
import type { Environment } from "#features/portal/contract.ts";
import { useAccountItems } from "./account-menu.tsx";
import { NavigationItem } from "./header.tsx";
import { useNavigationOf, useRoleNames } from "./use-navigation.tsx";

type Props = { environment: Environment; onClose: () => void; onSwitchPortal: () => void };

/** The navigation on narrow screens. */
export default function NavSheet({ environment, onClose, onSwitchPortal }: Props) {
  const { t } = useLingui();
  const links = useNavigationOf()(environment.User.CurrentRole.Name);
  const roles = useRoleNames();
  const account = useAccountItems(environment, onSwitchPortal);
  return (
    <Sheet title={environment.Portal.Name} side="start" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <nav className="shell-sheet" aria-label={t`Main`}>
        <ul>
          {links.map((link) => (
            <li key={link.to}>
              <NavigationItem link={link} onClick={onClose}>
                <Icon of={link.icon} size="l" />
                {link.label}
              </NavigationItem>
            </li>
          ))}
        </ul>
        <p className="shell-who">
          <bdi>{environment.User.Email}</bdi>
          <span className="shell-role">{roles[environment.User.CurrentRole.Name]}</span>
        </p>
        <ul>
          {account
            .filter((item) => item.id !== "student")
            .map(({ id, label, icon, to, onAction }) => (
              <li key={id}>
                {to ? (
                  <NavLink
                    to={to}
                    onClick={() => {
                      onAction?.();
                      onClose();
                    }}
                  >
                    {icon && <Icon of={icon} size="l" />}
                    {label}
                  </NavLink>
                ) : (
                  <button
                    type="button"
                    onClick={() => {
                      onClose();
                      onAction?.();
                    }}
                  >
                    {icon && <Icon of={icon} size="l" flip />}
                    {label}
                  </button>
                )}
              </li>
            ))}
        </ul>
      </nav>
    </Sheet>
  );
}
