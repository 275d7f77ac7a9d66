import type { BrowserScreen, ScreenFields } from "./browser-screens.ts";

/**
 * The imports of the staff's screens, and what the browser reads of each, in the order of the table: the build fills them in (app/build-screens.ts). They are a file of their own, so that the
 * learner's first visit does not load the names of files that only the staff needs.
 */
export const loads: readonly NonNullable<BrowserScreen["load"]>[] = [];
export const rests: readonly ScreenFields[] = [];
