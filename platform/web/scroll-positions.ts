import { useContext, useLayoutEffect } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext, type DataRouter } from "react-router";

/** Key in session storage that keeps the positions while the window shows another page. */
const storageKey = "stoa-scroll-positions";

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** Records the scroll position of each history entry, so that Back and Forward return to it. Call it once, with an initialised router. */
export function keepScrollPositions(router: DataRouter): void {
  const positions = readPositions();
  router.enableScrollRestoration(positions, () => scrollY);
  history.scrollRestoration = "manual";
  addEventListener("pagehide", () => {
    const { navigation, location } = router.state;
    if (navigation.state === "idle") positions[location.key] = scrollY;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions));
    } catch {
      // Without session storage the page starts at the top.
    }
    history.scrollRestoration = "auto";
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) history.scrollRestoration = "manual";
  });
}

/** Scrolls to the recorded position of a history entry, to the element that the address's hash names, or to the top. Used once, in the shell. */
export function useScrollPosition(): void {
  const state = useContext(RouterStateContext);
  const { location, restoreScrollPosition: position, preventScrollReset: stays } = state ?? {};
  useLayoutEffect(() => {
    if (position === false) return;
    const part = document.getElementById(partOf(location?.hash ?? ""));
    if (typeof position === "number") scrollTo(0, position);
    else if (part) part.scrollIntoView();
    else if (!stays) scrollTo(0, 0);
  }, [location, position, stays]);
}

/** The id in the hash of an address. */
function partOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
