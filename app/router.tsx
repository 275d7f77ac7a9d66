import type { QueryClient } from "@tanstack/react-query";
import {
  redirect,
  UNSAFE_createBrowserHistory as createHistory,
  UNSAFE_createRouter as routerOf,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type RouteObject,
} from "react-router";
import { noAccessPage, sentElsewhere, type Access } from "#features/portal/policy.ts";
import { environmentQuery, knownEnvironment } from "#features/portal/web/environment.ts";
import { LoadingScreen } from "#features/shell/web/loading-screen.tsx";
import { RouteError } from "#features/shell/web/route-error.tsx";
import { Shell } from "#features/shell/web/shell.tsx";
import { CallError } from "#platform/call.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { keepScrollPositions } from "#platform/web/scroll-positions.ts";
import { Overlays } from "./overlays.tsx";
import { loadStaffScreens, screens, shellScreens, type BrowserScreen } from "./browser-screens.ts";
import { learnerScreenAt } from "./find-screen.ts";

const never = new Promise<never>(() => undefined);

/** Leaves the application for a full-page address. Never resolves, so the loader that called it does not go on. */
function leave(address: string): Promise<never> {
  location.assign(address);
  return never;
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** specification §9: a client that starts without an inlined environment asks again after 500 ms. */
const environmentRefreshMs = 500;

/** The environment of the person signed in; null by the server's word that nobody is. */
async function environmentOf(client: QueryClient) {
  for (;;) {
    const known = knownEnvironment(client);
    if (known) return known;
    try {
      await client.fetchQuery({ ...environmentQuery, staleTime: 0 });
    } catch (error) {
      // Only a 401 from the server leads to login; during an outage the client keeps asking (security.md §3.1).
      if (error instanceof CallError && error.status === 401) return null;
      if (!(error instanceof CallError) || !error.temporary) throw error;
    }
    if (!knownEnvironment(client)) await wait(environmentRefreshMs);
  }
}

const guard =
  (access: Access, client: QueryClient) =>
  async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    const environment = access === "public" ? knownEnvironment(client) : await environmentOf(client);
    const elsewhere = sentElsewhere(access, environment?.User ?? null, pathname + search);
    if (elsewhere === null) return null;
    return elsewhere === noAccessPage ? redirect(noAccessPage.slice("/v".length)) : leave(elsewhere);
  };

const OverHeader = lazyPart(() => import("./over-header.tsx"));

/** The route of the frame around all screens. */
const frame = "frame";

/**
 * The browser's route table: the specification's screens, all inside one shell. The router is created as the library's `createBrowserRouter` does; that
 * function shares a module with links and forms for server rendering, which would add 4 kB to every first visit.
 */
export function createRouter(client: QueryClient) {
  const guarded = (access: Access, load: () => Promise<{ default: React.ComponentType }>) => ({
    loader: guard(access, client),
    lazy: async () => {
      try {
        return { Component: (await load()).default };
      } catch (error) {
        // An error thrown here during the first load would leave the screen empty, because the router keeps waiting.
        return {
          Component: () => {
            throw error;
          },
        };
      }
    },
    errorElement: <RouteError />,
  });
  const routeOf = (screen: BrowserScreen): RouteObject => {
    const { path, load, access = "any" } = screen;
    if (!load) return { path, loader: ({ request }) => leave(request.url) };
    return {
      path,
      handle: screen,
      hydrateFallbackElement: <LoadingScreen isBare={screen.header === false} />,
      ...guarded(access, load),
    };
  };
  const router = routerOf({
    basename: "/v",
    history: createHistory(),
    mapRouteProperties,
    hydrationRouteProperties,
    // Where the address is none of the learner's, the staff's screens become known before the router looks which screen it is.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!learnerScreenAt(path)) patch(frame, (await loadStaffScreens()).map(routeOf));
    },
    routes: [
      {
        // Without a path: an address whose screen is not known yet is that of the last one below, which says that it loads or could not be loaded.
        id: frame,
        element: <Shell over={<Overlays />} screens={shellScreens} overHeader={OverHeader} />,
        hydrateFallbackElement: <LoadingScreen isBare />,
        errorElement: <RouteError isWhole />,
        children: [
          { index: true, loader: () => leave("/v/") },
          ...screens.map(routeOf),
          {
            path: "*",
            handle: { title: "Page not found" },
            hydrateFallbackElement: <LoadingScreen />,
            ...guarded("any", () => import("#features/portal/web/not-found-page.tsx")),
          },
        ],
      },
    ],
  }).initialize();
  keepScrollPositions(router);
  return router;
}
