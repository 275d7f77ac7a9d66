import type { BrowserScreen } from "./browser-screens.ts";

/**
 * The staff's part of the table in app/screens.ts. The build fills it in (app/build-screens.ts). It is a file of its own, which only the staff's browsers
 * load: the learner's first visit has nothing of it, neither paths nor names of files.
 */
export const screens: readonly BrowserScreen[] = [];
