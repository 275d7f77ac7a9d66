import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { screens } from "./browser-screens.ts";

/** Milliseconds that somebody stays on a link who means it: a pointer on its way across asks for nothing. */
const meant = 40;

/** Whether the person has asked to save data, or the connection is too slow for what may not be used. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "");
}

/**
 * Fetches the code of a screen and what it shows first when somebody points at a link to it or reaches it by key: both are there when they press. What
 * fails here is asked for again by the press itself, which says what is wrong.
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
