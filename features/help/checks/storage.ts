import { msg } from "@lingui/core/macro";
import type { Check } from "../check.ts";

const name = "stoa-check";

function keepsSettings(): boolean {
  try {
    localStorage.setItem(name, "1");
    localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether a database of the browser opens; it is deleted again. */
const opensDatabase = () =>
  new Promise<boolean>((tell) => {
    try {
      const opening = indexedDB.open(name);
      opening.addEventListener("success", () => {
        opening.result.close();
        indexedDB.deleteDatabase(name);
        tell(true);
      });
      opening.addEventListener("error", () => tell(false));
    } catch {
      tell(false);
    }
  });

/** Whether the browser stores what a lesson keeps until the server has it. */
export const storage: Check = {
  title: msg`Storage`,
  async find() {
    const isGood = keepsSettings() && (await opensDatabase());
    return {
      isGood,
      words: isGood
        ? msg`Work in a lesson is kept in this browser while there is no connection.`
        : msg`The browser stores nothing for this portal, so work in a lesson is lost when the connection breaks. Leave the private window, or allow this site to store data.`,
    };
  },
};
