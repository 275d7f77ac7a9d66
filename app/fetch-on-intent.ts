import { matchPath } from "react-router";
import { screens, type BrowserScreen } from "./browser-screens.ts";

/** Fetches the code of a screen when somebody points at a link to it or reaches it by key: it is there when they press. */
export function fetchOnIntent(): void {
  const asked = new Set<BrowserScreen>();
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link.origin !== location.origin || !navigator.onLine) return;
    const screen = screens.find(({ path }) => matchPath(`/v${path}`, link.pathname) !== null);
    if (!screen?.load || asked.has(screen)) return;
    asked.add(screen);
    // Without it the press itself asks, and says what is wrong.
    screen.load().catch(() => asked.delete(screen));
  };
  document.addEventListener("pointerover", look, { passive: true });
  document.addEventListener("focusin", look);
}
