import { call } from "#platform/call.ts";
import { environmentNoUser } from "#features/portal/contract.ts";

const reloadedKey = "stoa-reloaded-for";

const serverAnswers = () =>
  call(environmentNoUser).then(
    () => true,
    () => false,
  );

/**
 * What to do about code that could not be loaded (specification §4, preload-error), once the address stands to which it belongs: with a
 * server that answers, the page reloads once by itself, since a release took the code away. Without one nothing reloads: the page would be
 * lost for the browser's own error page, and with it a lesson that goes on offline. Gives whether the server answers, when the page stays.
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
