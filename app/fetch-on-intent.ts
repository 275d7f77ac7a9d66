import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { screens } from "./browser-screens.ts";

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

async function fetchAhead({ pathname, search }: HTMLAnchorElement, client: QueryClient): Promise<void> {
  if (!navigator.onLine || isSparing()) return;
  for (const { path, load } of screens) {
    const match = matchPath(`/v${path}`, pathname);
    if (!match) continue;
    const screen = await load?.().catch(() => null);
    void screen?.prefetch?.(client, { pathname: pathname.slice("/v".length), search, params: match.params });
    return;
  }
}
