import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Outlet, useLocation, useMatches, useNavigation, useNavigationType } from "react-router";
import { useScrollPosition } from "#platform/web/scroll-positions.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import type { LazyPart } from "#ui/lazy-part.tsx";
import { Toasts } from "#ui/toasts.tsx";
import { UiProvider } from "#ui/ui-provider.tsx";
import { refreshEnvironment, useSignedIn } from "#features/portal/web/environment.ts";
import type { ArticleName } from "#features/help/articles.ts";
import type { NewRole } from "#features/portal/contract.ts";
import { roleToEnter } from "#features/portal/policy.ts";
import { useChangeRole } from "#features/portal/web/hooks.ts";
import { resetShellState } from "#features/portal/web/shell-state.ts";
import type { ShellScreens } from "../navigation.ts";
import { Footer } from "./footer.tsx";
import { Header, type OverHeaderProps } from "./header.tsx";
import { ShellScreensContext } from "./use-navigation.tsx";
import "./shell.css";

interface ScreenHandle {
  readonly title: string;
  /** Its article; a page that is no screen, such as that of an unknown address, has none. */
  readonly help?: ArticleName;
  readonly access?: unknown;
  readonly header?: false;
  readonly entersRole?: NewRole | readonly NewRole[];
}

interface ShellProps {
  readonly over: ReactNode;
  readonly screens: ShellScreens;
  readonly overHeader: LazyPart<OverHeaderProps>;
}

/** The frame of every screen: header, navigation, main, footer, toasts, and the effects of each navigation. over: what lies over all screens; overHeader: what opens from the header. */
export function Shell({ over, screens, overHeader }: ShellProps) {
  const environment = useSignedIn();
  const matches = useMatches();
  const match = matches.findLast(({ handle }) => handle);
  const screen = match?.handle as ScreenHandle | undefined;
  // The header needs to know whose it is: the person's, or a visitor's where anyone may be.
  const bare = screen?.header === false || (!environment && screen?.access !== "public");
  const { t } = useLingui();
  // The frame renders before the first screen's guard has answered; effects of a screen wait until the guard has let the person in.
  useNavigationEffects(match?.loaderData === undefined ? undefined : screen);
  useScrollPosition();
  // The page's, which is English of another country where the portal writes dates so; a change of the language loads the page again.
  const locale = document.documentElement.lang || "en";
  return (
    <UiProvider
      locale={locale === "pseudo" ? "en" : locale}
      zone={environment?.Preferences.TimeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      <a className="skip-link" href="#main">{t`Skip to content`}</a>
      <div className="shell" data-bare={bare || undefined}>
        {!bare && (
          <ShellScreensContext value={screens}>
            <Header environment={environment} help={screen?.help ?? "help-center"} over={overHeader} />
          </ShellScreensContext>
        )}
        <Progressing />
        <main id="main" tabIndex={-1} className="shell-main">
          {!bare && <Offline />}
          <Outlet />
        </main>
        {!bare && <Footer environment={environment} />}
      </div>
      <Toasts />
      {over}
    </UiProvider>
  );
}

function subscribeToConnection(onChange: () => void) {
  const events = ["online", "offline"] as const;
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}

/** Says that the browser is offline: calls wait for the connection. Lessons have a message of their own about what is saved. */
function Offline() {
  const { t } = useLingui();
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
  return (
    <div className="shell-offline" role="status">
      {!isOnline && <Banner tone="warning">{t`You're offline. This page goes on by itself when you are connected again.`}</Banner>}
    </div>
  );
}

/** A thin bar while a screen loads; hidden for the first 150 ms. */
function Progressing() {
  const navigation = useNavigation();
  return <div className="shell-progress" data-busy={navigation.state !== "idle" || undefined} aria-hidden="true" />;
}

/** Puts the focus on the screen's name, where it is there. */
function focusTitle(): HTMLElement | null {
  const heading = document.getElementById("page-title");
  heading?.focus({ preventScroll: true });
  return heading;
}

/** specification §4: sets title, role and flags and refreshes the environment on each navigation; moves the focus and announces the screen. */
function useNavigationEffects(screen: ScreenHandle | undefined) {
  const client = useQueryClient();
  const { pathname, search, state } = useLocation();
  const kind = useNavigationType();
  const changeRole = useEffectEvent(useChangeRole());
  const environment = useSignedIn();
  const productName = environment?.ProductName ?? document.title.split(" - ").at(-1) ?? "Stoa";
  const title = screen?.title;
  const entersRole = screen?.entersRole && environment && roleToEnter(screen.entersRole, environment.User);
  // The role changes when a screen is opened, not on every render: all addresses under "student/catalog" count as one screen.
  const area = pathname.split("/").slice(1, 3).join("/");

  useEffect(() => {
    document.title = title ? `${title} - ${productName}` : productName;
  }, [title, productName, pathname]);

  useEffect(() => {
    if (entersRole) changeRole(entersRole);
  }, [entersRole, area]);

  // Before the screen's own effects, which may show the cog.
  useLayoutEffect(resetShellState, [pathname]);

  const awaited = useRef<MutationObserver>(null);
  const arrive = useEffectEvent(() => {
    // Back keeps the scroll position and focus, and so does a filter, in the query or in the path.
    if (kind === "POP" || (state as { keepFocus?: boolean } | null)?.keepFocus) return;
    const heading = focusTitle();
    // In the person's language; the specification's titles are English.
    const name = heading?.textContent ?? title;
    if (name) announce(name);
    awaited.current?.disconnect();
    if (heading) return;
    const main = document.getElementById("main");
    main?.focus({ preventScroll: true });
    // A screen whose name is still on its way: it gets the focus when it comes, unless the person has gone on meanwhile.
    const waiting = new MutationObserver(() => {
      if (document.activeElement !== main || focusTitle()) waiting.disconnect();
    });
    if (main) waiting.observe(main, { childList: true, subtree: true });
    awaited.current = waiting;
  });
  const focusedAt = useRef(pathname);
  // With the screen, not after it: the next key that is pressed finds the focus where it belongs.
  useLayoutEffect(() => {
    if (focusedAt.current === pathname) return;
    focusedAt.current = pathname;
    arrive();
  }, [pathname]);

  // A screen that completes its own address goes nowhere.
  const staysHere = kind === "REPLACE" && (state as { staysHere?: boolean } | null)?.staysHere === true;
  const refreshedAt = useRef(pathname + search);
  useEffect(() => {
    if (refreshedAt.current === pathname + search) return;
    refreshedAt.current = pathname + search;
    if (!staysHere && !pathname.toLowerCase().startsWith("/auth/login")) void refreshEnvironment(client);
  }, [client, pathname, search, staysHere]);
}
