import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { forcedOut, mayOpen } from "#features/portal/policy.ts";
import { environmentQuery } from "#features/portal/web/environment.ts";
import { LoadingScreen } from "#features/shell/web/loading-screen.tsx";
import { RouteError } from "#features/shell/web/route-error.tsx";
import { Shell } from "#features/shell/web/shell.tsx";
import { CallError } from "#platform/call.ts";
import { Overlays } from "./overlays.tsx";
import { screens, shellScreens, type BrowserScreen } from "./browser-screens.ts";

const loginWithReturn = (url: URL) => `/v/auth/login?ReturnUrl=${encodeURIComponent(url.pathname + url.search)}`;
const never = new Promise<never>(() => undefined);

/** Leaves the application for a full-page address. Never resolves, so the loader that called it does not go on. */
function leave(address: string): Promise<never> {
  location.assign(address);
  return never;
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** specification §9: a client that starts without an inlined environment asks again after 500 ms. */
const environmentRefreshMs = 500;

const guard =
  (screen: BrowserScreen, client: QueryClient) =>
  async ({ request }: { request: Request }) => {
    if (screen.access === "public") return null;
    const url = new URL(request.url);
    let environment = client.getQueryData(environmentQuery.queryKey);
    while (!environment?.User.Email) {
      try {
        environment = await client.fetchQuery({ ...environmentQuery, staleTime: 0 });
      } catch (error) {
        // Only a 401 from the server leads to login; during an outage the client keeps asking (security.md §3.1).
        if (error instanceof CallError && error.status === 401) return leave(loginWithReturn(url));
        if (!(error instanceof CallError) || !error.temporary) throw error;
      }
      if (!environment?.User.Email) await wait(environmentRefreshMs);
    }
    if (forcedOut(environment.User.Id, url.pathname))
      return leave(`/onlinetraining/auth/logout/?ReturnUrl=${encodeURIComponent(url.pathname + url.search)}`);
    if (!mayOpen(screen.access, environment.User)) return redirect("/student/dashboard/no-access");
    return null;
  };

/** The browser's route table: the specification's screens, all inside one shell. */
export function createRouter(client: QueryClient) {
  const children: RouteObject[] = screens.map((screen) => {
    const { path, load } = screen;
    if (!load) return { path, loader: ({ request }) => leave(request.url) };
    return {
      path,
      handle: screen,
      hydrateFallbackElement: <LoadingScreen isBare={screen.header === false} />,
      loader: guard(screen, client),
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
    };
  });
  return createBrowserRouter(
    [
      {
        path: "/",
        element: <Shell over={<Overlays />} screens={shellScreens} />,
        hydrateFallbackElement: <LoadingScreen isBare />,
        errorElement: <RouteError isWhole />,
        children: [
          { index: true, loader: () => leave("/v/") },
          ...children,
          {
            path: "*",
            handle: { title: "Page not found", access: "public" },
            hydrateFallbackElement: <LoadingScreen />,
            loader: () => null,
            lazy: async () => ({ Component: (await import("#features/portal/web/not-found-page.tsx")).NotFoundPage }),
          },
        ],
      },
    ],
    { basename: "/v" },
  );
}
