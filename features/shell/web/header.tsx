import { useLingui } from "@lingui/react/macro";
import { CircleQuestionMark, CircleUserRound, Info, LogIn, Menu as MenuIcon, Search, Settings2 } from "lucide-react";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { atRest } from "#ui/at-rest.ts";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Icon } from "#ui/icon.tsx";
import type { LazyPart } from "#ui/lazy-part.tsx";
import { Link, NavLink } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";
import type { ArticleName } from "#features/help/articles.ts";
import type { Environment } from "#features/portal/contract.ts";
import { useEnvironmentNoUser } from "#features/portal/web/environment.ts";
import { useShellState } from "#features/portal/web/shell-state.ts";
import { BarButton } from "./bar-button.tsx";
import { Bell } from "./bell.tsx";
import { checkMissingCode } from "./missing-code.ts";
import { useAnnouncement } from "./use-announcement.ts";
import { useHome, useNavigationOf, useRoleNames, type NavigationLink } from "./use-navigation.tsx";

const AccountMenu = lazy(() => import("./account-menu.tsx"));
const AnnouncementDialog = lazy(() => import("#features/portal/web/announcement-dialog.tsx"));
const SwitchPortalDialog = lazy(() => import("./switch-portal-dialog.tsx"));
const HelpSheet = lazy(() => import("#features/help/web/help-sheet.tsx"));
const NavSheet = lazy(() => import("./nav-sheet.tsx"));

/** What opens over the page from the header. */
interface OverHeader {
  readonly environment: Environment;
  readonly onClose: () => void;
  readonly onSwitchPortal: () => void;
}
/** The command palette, which the shell does not know: it knows the shell. */
export type PalettePart = LazyPart<OverHeader>;

type HeaderProps<Whose> = { environment: Whose; help: ArticleName; palette: PalettePart };

/** Logo, navigation and account; for visitors only the logo and a link to sign in. help: the article about the screen. */
export function Header({ environment, ...props }: HeaderProps<Environment | null>) {
  return environment ? <MemberHeader environment={environment} {...props} /> : <VisitorHeader />;
}

/** What lies over the page; the palette does not open over it. */
const layers = ".ui-backdrop, .ui-popover, dialog[open]";

function VisitorHeader() {
  const portal = useEnvironmentNoUser();
  const { t } = useLingui();
  return (
    <header className="shell-header">
      <div className="shell-topbar">
        <Logo name={portal?.PortalName ?? ""} logo={portal?.Logo ?? null} mobileLogo={portal?.MobileLogo ?? null} to="/auth/login" />
        <Link className="shell-account" to="/auth/login">
          <Icon of={LogIn} size="m" flip />
          {t`Sign in`}
        </Link>
      </div>
    </header>
  );
}

function MemberHeader({ environment, help, palette: Palette }: HeaderProps<Environment>) {
  const { t } = useLingui();
  const { showStudentWidgetsIcon, showStudentWidgets, setShowStudentWidgets } = useShellState();
  const [open, setOpen] = useState<"announcement" | "switch" | "nav" | "help" | "palette" | null>(null);
  const announcement = useAnnouncement(environment, () => setOpen("announcement"));
  const links = useNavigationOf()(environment.User.CurrentRole.Name);
  const home = useHome(environment);
  const close = () => setOpen(null);
  const over = { environment, onClose: close, onSwitchPortal: () => setOpen("switch") };
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
  const notLoaded = () => {
    close();
    void checkMissingCode().then(() =>
      toast({
        tone: "danger",
        title: t`This could not be opened`,
        message: t`Check your connection, then reload. Nothing you did is lost.`,
      }),
    );
  };
  return (
    <header className="shell-header no-print">
      <div className="shell-topbar">
        <span className="shell-burger">
          <BarButton label={t`Menu`} icon={MenuIcon} onPress={() => setOpen("nav")} />
        </span>
        <Logo name={environment.Portal.Name} logo={environment.Logo} mobileLogo={environment.MobileLogo} to={home} />
        <div className="shell-tools">
          <BarButton
            label={t`Quick search`}
            keys={/Mac|iP/.test(navigator.platform) ? "⌘K" : t`Ctrl K`}
            icon={Search}
            onPointed={Palette.want}
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
              label={announcement.hasUnread ? t`Announcement, not read yet` : t`Announcement`}
              icon={Info}
              hasDot={announcement.hasUnread}
              onPress={announcement.show}
            />
          )}
          <BarButton label={t`Help`} icon={CircleQuestionMark} onPress={() => setOpen("help")} />
          <Bell unread={environment.User.Unread} />
          <Account environment={environment} onSwitchPortal={over.onSwitchPortal} onNotLoaded={notLoaded} />
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
        {links
          .filter(({ isInMenuOnly }) => !isInMenuOnly)
          .map((link) => (
            <NavigationItem key={link.to} link={link}>
              <Icon of={link.icon} size="l" />
              <span>{link.label}</span>
            </NavigationItem>
          ))}
      </nav>
      <ErrorBoundary resetKey={open} fallback={() => null} onError={notLoaded}>
        <Suspense fallback={null}>
          {open === "announcement" && <AnnouncementDialog onClose={close} />}
          {open === "switch" && <SwitchPortalDialog environment={environment} onClose={close} />}
          {open === "help" && <HelpSheet article={help} onClose={close} />}
          {open === "palette" && <Palette {...over} onGiveUp={close} />}
          {open === "nav" && <NavSheet {...over} />}
        </Suspense>
      </ErrorBoundary>
    </header>
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
}: {
  environment: Environment;
  onSwitchPortal: () => void;
  onNotLoaded: () => void;
}) {
  const [state, setState] = useState<"waiting" | "ready" | "wanted">("waiting");
  useEffect(() => atRest(() => setState((now) => (now === "waiting" ? "ready" : now)), 1500), []);
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

function Logo({ name, logo, mobileLogo, to }: { name: string; logo: string | null; mobileLogo: string | null; to: string }) {
  return (
    <Link className="shell-logo" to={to}>
      {logo ? (
        <picture>
          {mobileLogo && <source media="(width < 990px)" srcSet={mobileLogo} />}
          <img src={logo} alt={name} />
        </picture>
      ) : (
        <>
          <span className="shell-mark" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          <bdi className="shell-name">{name}</bdi>
        </>
      )}
    </Link>
  );
}
