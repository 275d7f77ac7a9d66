import { call } from "#platform/call.ts";
import { environmentNoUser } from "../contract.ts";

const reloadedKey = "stoa-reloaded-for";

/** Whether the server answers just now. */
export const serverAnswers = () =>
  call(environmentNoUser).then(
    () => true,
    () => false,
  );

/**
 * A screen whose code is gone after a release: the page reloads once by itself; if that did not help, the route's error screen offers the
 * new version (specification §4, preload-error event). Without a server nothing reloads: the page would be lost for the browser's own
 * error page, and with it a lesson that goes on offline.
 */
export function recoverFromMissingCode() {
  addEventListener("vite:preloadError", () => {
    if (sessionStorage.getItem(reloadedKey) === location.href) return;
    void serverAnswers().then((answers) => {
      if (!answers) return;
      sessionStorage.setItem(reloadedKey, location.href);
      location.reload();
    });
  });
}

/** Whether an error says that code could not be loaded. */
export const isMissingCode = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(error.message);
