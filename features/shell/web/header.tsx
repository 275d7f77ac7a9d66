import { useLingui } from "@lingui/react/macro";
import { CircleQuestionMark, CircleUserRound, Info, Menu as MenuIcon, Search, Settings2 } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { atRest } from "#ui/at-rest.ts";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart, type LazyPart } from "#ui/lazy-part.tsx";
import { Link, NavLink } from "#ui/link.tsx";
import type { ArticleName } from "#features/help/articles.ts";
import type { Environment } from "#features/portal/contract.ts";
import { useShellState } from "#features/portal/web/shell-state.ts";
import { BarButton } from "./bar-button.tsx";
import { Bell } from "./bell.tsx";
import { Logo } from "./logo.tsx";
import { useAnnouncement } from "./use-announcement.ts";
import { useHome, useNavigationOf, useRoleNames, type NavigationLink } from "./use-navigation.tsx";

const AccountMenu = lazy(() => import("./account-menu.tsx"));
// Lazy: whoever learns is no visitor.
const VisitorHeader = lazyPart(() => import("./visitor-header.tsx"));

/** What opens over the page from the header: by a button, or the palette also by its keys. */
export interface OverHeaderProps {
  readonly open: "announcement" | "switch" | "nav" | "help" | "palette";
  readonly environment: Environment;
  /** The article about the screen. */
  readonly help: ArticleName;
  readonly onClose: () => void;
  readonly onSwitchPortal: () => void;
}

/** over: what opens over the page, of which the shell knows no more: some of it knows the shell. */
type HeaderProps<Whose> = { environment: Whose; help: ArticleName; over: LazyPart<OverHeaderProps> };

/** Logo, navigation and account; for visitors only the logo and a link to sign in. help: the article about the screen. */
export function Header({ environment, ...props }: HeaderProps<Environment | null>) {
  return environment ? (
    <MemberHeader environment={environment} {...props} />
  ) : (
    <VisitorHeader meanwhile={<div className="shell-topbar" />} />
  );
}

/** What lies over the page; the palette does not open over it. */
const layers = ".ui-backdrop, .ui-popover, dialog[open]";

function MemberHeader({ environment, help, over: OverHeader }: HeaderProps<Environment>) {
  const { t } = useLingui();
  const { showStudentWidgetsIcon, showStudentWidgets, setShowStudentWidgets } = useShellState();
  const [open, setOpen] = useState<OverHeaderProps["open"] | null>(null);
  const announcement = useAnnouncement(environment, () => setOpen("announcement"));
  const links = useNavigationOf()(environment.User.CurrentRole.Name);
  const home = useHome(environment);
  const close = () => setOpen(null);
  const switchPortal = () => setOpen("switch");
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
      const isMeant = key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey && !defaultPrevented;
      if (!isMeant || document.querySelector(layers)) return;
      event.preventDefault();
      setOpen("palette");
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <header className="shell-header no-print">
        <div className="shell-topbar">
          <span className="shell-burger">
            <BarButton label={t`Menu`} icon={MenuIcon} onPress={() => setOpen("nav")} />
          </span>
          <Logo name={environment.Portal.Name} logo={environment.Logo} mobileLogo={environment.MobileLogo} to={home} />
          <div className="shell-tools">
            <BarButton
              label={t`Quick search`}
              keys={/Mac/.test(navigator.platform) ? "⌘K" : t`Ctrl K`}
              icon={Search}
              onPointed={OverHeader.want}
              onPress={() => setOpen("palette")}
            />
            {showStudentWidgetsIcon && (
              <BarButton
                label={t`Arrange widgets`}
                icon={Settings2}
                aria-pressed={showStudentWidgets}
                onPress={() => setShowStudentWidgets(!showStudentWidgets)}
              />
            )}
            {environment.Announcements.length > 0 && (
              <BarButton
                label={announcement.unread ? t`Announcement, not read yet` : t`Announcement`}
                icon={Info}
                hasDot={announcement.unread !== null}
                onPress={announcement.show}
              />
            )}
            <BarButton label={t`Help`} icon={CircleQuestionMark} onPress={() => setOpen("help")} />
            <Bell unread={environment.User.Unread} />
            <Account environment={environment} onSwitchPortal={switchPortal} onNotLoaded={() => setOpen("nav")} onRest={OverHeader.want} />
          </div>
        </div>
        <nav className="shell-nav" aria-label={t`Main`}>
          <ul>
            {links.map((link) => (
              <li key={link.to}>
                <NavigationItem link={link}>
                  <Icon of={link.icon} size="m" />
                  {link.label}
                </NavigationItem>
              </li>
            ))}
          </ul>
        </nav>
        <nav className="shell-bottom" aria-label={t`Quick navigation`}>
          {/* It has no room for more; what comes last is in the menu. */}
          {links.slice(0, 4).map((link) => (
            <NavigationItem key={link.to} link={link}>
              <Icon of={link.icon} size="l" />
              <span>{link.label}</span>
            </NavigationItem>
          ))}
        </nav>
        {open && (
          <OverHeader open={open} environment={environment} help={help} onClose={close} onSwitchPortal={switchPortal} onGiveUp={close} />
        )}
      </header>
      {announcement.unread?.banner}
    </>
  );
}

/** One entry of the navigation, marked as current while its page is open. */
export function NavigationItem({ link, onClick, children }: { link: NavigationLink; onClick?: () => void; children: ReactNode }) {
  if (link.isAction)
    return (
      <Link to={link.to} onClick={onClick}>
        {children}
      </Link>
    );
  return (
    <NavLink to={link.to} alsoAt={link.alsoAt} notAt={link.notAt} onClick={onClick}>
      {children}
    </NavLink>
  );
}

/** The account menu. Its code is prefetched when the page is idle; until then a plain button stands in and opens the menu once it has loaded. */
function Account({
  environment,
  onSwitchPortal,
  onNotLoaded,
  onRest,
}: {
  environment: Environment;
  onSwitchPortal: () => void;
  onNotLoaded: () => void;
  onRest: () => void;
}) {
  const [state, setState] = useState<"waiting" | "ready" | "wanted">("waiting");
  const rest = useEffectEvent(() => {
    onRest();
    setState((now) => (now === "waiting" ? "ready" : now));
  });
  useEffect(() => atRest(rest, 1500), []);
  const face = <AccountFace environment={environment} />;
  const standIn = (onClick: () => void) => (
    <button type="button" className="shell-account" aria-haspopup="menu" onClick={onClick}>
      {face}
    </button>
  );
  if (state === "waiting") return standIn(() => setState("wanted"));
  return (
    <ErrorBoundary fallback={() => standIn(onNotLoaded)}>
      <Suspense fallback={standIn(() => setState("wanted"))}>
        <AccountMenu environment={environment} face={face} startsOpen={state === "wanted"} onSwitchPortal={onSwitchPortal} />
      </Suspense>
    </ErrorBoundary>
  );
}

function AccountFace({ environment }: { environment: Environment }) {
  const roles = useRoleNames();
  const { t } = useLingui();
  return (
    <>
      <Icon of={CircleUserRound} size="m" />
      <span className="visually-hidden">{t`Account`}</span>
      <bdi className="shell-email">{environment.User.Email}</bdi>
      <span className="shell-role">{roles[environment.User.CurrentRole.Name]}</span>
    </>
  );
}
