/** After so many looks at the parent in one go, without a call to the API in between, a package is in a loop that does not end by itself. */
const patience = 10_000;

/**
 * A package looks for its API from parent to parent, in many ways (docs/decisions/014-the-stage.md). The launcher, which has it, is the last window it
 * may enter, so it appears as the topmost one: its own parent. Some loops do not know that end and wait for the exception that a window of
 * another origin throws; without one they would never return, and the tab with them. After enough looks they get it: they see the real parent, or,
 * in a window of its own (`beyond` null), are refused. Returns a function to be called when the search is known to have ended.
 */
export function endWalks(beyond: Window | null): { walked: () => void } {
  let looks = 0;
  const walked = () => void (looks = 0);
  Object.defineProperty(window, "parent", {
    configurable: true,
    enumerable: true,
    get() {
      // A loop runs in one go: no microtask comes in between.
      if (looks === 0) queueMicrotask(walked);
      looks += 1;
      if (looks <= patience) return window;
      if (beyond) return beyond;
      throw new DOMException("There is no window above this one.", "SecurityError");
    },
  });
  return { walked };
}
