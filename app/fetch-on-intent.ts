import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { askAhead } from "#platform/call.ts";
import { loadStaffScreens, type BrowserScreen } from "./browser-screens.ts";
import { isAt, learnerScreenAt } from "./find-screen.ts";

/** Milliseconds that a pointer must rest on a link before anything is fetched, so that moving across it does nothing. */
const meant = 40;

/** Whether the person asked the browser to save data, or the connection is too slow to fetch what may not be used. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "");
}

/**
 * Prefetches a screen's code and first data when somebody points at a link to it or focuses it by keyboard, so that both are there on the press. A
 * failure here is ignored: the press itself asks again and reports the error.
 */
export function fetchOnIntent(client: QueryClient): void {
  let later: ReturnType<typeof setTimeout>;
  let over: Element | null = null;
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link === over) return;
    over = link;
    clearTimeout(later);
    if (link && link.origin === location.origin && !link.hasAttribute("download"))
      later = setTimeout(() => void fetchAhead(link, client), meant);
  };
  document.addEventListener("pointerover", look, { passive: true });
  document.addEventListener("focusin", look);
}

/** The screens whose code is here: what they show first is theirs to ask for. */
const loaded = new Set<string>();

async function fetchAhead({ pathname, search }: HTMLAnchorElement, client: QueryClient): Promise<void> {
  if (!navigator.onLine || isSparing() || !pathname.startsWith("/v/")) return;
  const screen = learnerScreenAt(pathname) ?? (await loadStaffScreens().catch(() => [])).find((one) => isAt(one, pathname));
  if (!screen) return;
  const { path, load, firstCalls = {} } = screen;
  if (!search && !loaded.has(path)) askFirst(firstCalls, pathname);
  const code = await load?.().catch(() => null);
  if (code) loaded.add(path);
  void code?.prefetch?.(client, { pathname: pathname.slice("/v".length), search, params: matchPath(`/v${path}`, pathname)?.params ?? {} });
}

/** Sends a screen's first call beside the request for its code, instead of one round trip later. Only for addresses without a query. */
function askFirst(firstCalls: NonNullable<BrowserScreen["firstCalls"]>, pathname: string) {
  for (const [address, call] of Object.entries(firstCalls)) {
    const match = address.includes("=") ? null : matchPath(`/v${address}`, pathname);
    if (match) askAhead(call.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(match.params[name] ?? "")));
  }
}
