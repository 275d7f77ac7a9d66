import type { ComponentType } from "react";
import type { ShellScreens } from "#features/shell/navigation.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import type { Screen } from "./screens.ts";

/** A screen as the browser knows it: without what only the server, the build and tests ask, and with the way to its code. */
export type BrowserScreen = Pick<Screen, (typeof browserFields)[number]> & {
  /** Undefined for a page of its own, which is loaded whole. */
  readonly load?: () => Promise<{ default: ComponentType; prefetch?: Prefetch }>;
};

export const browserFields = ["path", "title", "access", "header", "entersRole"] as const satisfies (keyof Screen)[];

/**
 * The table of app/screens.ts in the browser. The build puts its lines here (app/build-screens.ts): the parts that the browser does not read weigh nothing,
 * and a bundler follows only imports that are spelled out.
 */
export const screens: readonly BrowserScreen[] = [];

/** What the shell's links need of the same table; put here like it. */
export const shellScreens: ShellScreens = { navigation: [], homes: {}, inEveryPortal: [] };
