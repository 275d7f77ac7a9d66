import { useContext, useLayoutEffect } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext, type DataRouter } from "react-router";

/** Where in the window's storage the positions wait while another page is open in it. */
const storageKey = "stoa-scroll-positions";

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** Notes how far each entry of the window's history is scrolled, so that Back, Forward and reload come back to it. Call it once, with a router that has begun. */
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
      // A window without storage begins at the top.
    }
    history.scrollRestoration = "auto";
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) history.scrollRestoration = "manual";
  });
}

/** Scrolls to where an entry of the history was left, to the part that the address names, or to the top. For the frame of all screens. */
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

/** The id that the end of an address names. */
function partOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
