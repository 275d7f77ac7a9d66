import { useSyncExternalStore } from "react";

/** The specification's breakpoint: below it the navigation is a sheet, dialogs fill the screen, tables become cards. */
export const NARROW = "(width < 990px)";

/** Whether a CSS media query matches; re-renders when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
