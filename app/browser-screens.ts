import type { ComponentType } from "react";
import type { ShellScreens } from "#features/shell/navigation.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import type { Screen } from "./screens.ts";

/** What the browser reads of a screen. */
export type ScreenFields = Pick<Screen, (typeof browserFields)[number]>;
/** A screen of the staff has its path only, and the rest is loaded, so that the learner's first visit does not grow with every screen that is not theirs. */
type Known =
  | (ScreenFields & { readonly rest?: undefined })
  | (Pick<Screen, "path"> & Partial<ScreenFields> & { readonly rest: () => Promise<ScreenFields> });

/** A screen in the browser: without the fields that only the server, the build and tests use, and with the import of its code. */
export type BrowserScreen = Known & {
  /** Undefined for a screen with an HTML page of its own, which is loaded as a whole. */
  readonly load?: () => Promise<{ default: ComponentType; prefetch?: Prefetch }>;
};

export const browserFields = ["path", "title", "access", "header", "entersRole", "firstCalls"] as const satisfies (keyof Screen)[];

/**
 * The browser's version of the table in app/screens.ts. The build fills it in (app/build-screens.ts): fields that the browser does not read add no
 * bytes, and each import is written out, because a bundler follows only those.
 */
export const screens: readonly BrowserScreen[] = [];

/** What the shell's links need of the same table; also filled in by the build. */
export const shellScreens: ShellScreens = { navigation: [], homes: {}, inEveryPortal: [] };
