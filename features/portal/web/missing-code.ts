const reloadedKey = "stoa-reloaded-for";

/**
 * A screen whose code is gone after a release: the page reloads once by itself; if that did not help, the error is thrown on and the
 * route's error screen offers the new version (specification §4, preload-error event).
 */
export function recoverFromMissingCode() {
  addEventListener("vite:preloadError", (event) => {
    if (sessionStorage.getItem(reloadedKey) === location.href) return;
    sessionStorage.setItem(reloadedKey, location.href);
    event.preventDefault();
    location.reload();
  });
}

/** Whether an error says that code could not be loaded. */
export const isMissingCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(error.message);
