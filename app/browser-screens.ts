import type { ComponentType } from "react";
import type { ShellScreens } from "#features/shell/navigation.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import type { Screen } from "./screens.ts";

/** A screen in the browser: without the fields that only the server, the build and tests use, and with the import of its code. */
export type BrowserScreen = Pick<Screen, (typeof browserFields)[number]> & {
  /** Undefined for a screen with an HTML page of its own, which is loaded as a whole. */
  readonly load?: () => Promise<{ default: ComponentType; prefetch?: Prefetch }>;
};

export const browserFields = ["path", "title", "help", "access", "header", "entersRole", "firstCalls"] as const satisfies (keyof Screen)[];

/**
 * The learner's part of the table in app/screens.ts. The build fills it in (app/build-screens.ts): fields that the browser does not read add no bytes, and
 * each import is written out, because a bundler follows only those.
 */
export const screens: readonly BrowserScreen[] = [];

/**
 * Loads the staff's part of the table, for an address that is none of the learner's. The learner's first visit does not grow with the staff's screens.
 * Filled in by the build too.
 */
export const loadStaffScreens = (): Promise<readonly BrowserScreen[]> => Promise.resolve([]);

/** What the shell's links need of the same table; also filled in by the build. */
export const shellScreens: ShellScreens = { navigation: {}, homes: {}, inEveryPortal: [] };
