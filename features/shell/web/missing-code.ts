import { call } from "#platform/call.ts";
import { environmentNoUser } from "#features/portal/contract.ts";

const reloadedKey = "stoa-reloaded-for";

const serverAnswers = () =>
  call(environmentNoUser).then(
    () => true,
    () => false,
  );

/**
 * Handles code that could not be loaded (specification §4, preload-error). Call it after the address has changed to the page that needs the
 * code. If the server answers, a release has removed the code and the page reloads, once per address. If it does not answer, the page stays:
 * a reload would show the browser's error page and lose a lesson that works offline. Resolves to whether the server answers, if the page stays.
 */
export function checkMissingCode(): Promise<boolean> {
  return serverAnswers().then((answers) => {
    if (!answers || sessionStorage.getItem(reloadedKey) === location.href) return answers;
    sessionStorage.setItem(reloadedKey, location.href);
    location.reload();
    return new Promise<boolean>(() => undefined);
  });
}

/** Whether an error says that code could not be loaded. */
export const isMissingCode = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(error.message);
