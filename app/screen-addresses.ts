import type { Access, Screen, ScreenName } from "./screens.ts";
import { screens } from "./screens.ts";
import { shortestPath } from "./shell-screens.ts";

/** A screen's path as a pattern of addresses, its parts by name. The router minds neither case nor a slash at the end. */
export function patternOf(path: string): RegExp {
  const pattern = path.replace(/\/:(\w+)\?/g, "(?:/(?<$1>[^/]+))?").replace(/:(\w+)(?![^(]*>)/g, "(?<$1>[^/]+)");
  return new RegExp(`^/v${pattern}/?$`, "i");
}

const patterns = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }));

/** The screen at an address, which is a path with /v and without a query; undefined where there is none. */
export const screenAt = (address: string): Screen | undefined => patterns.find(({ pattern }) => pattern.test(address))?.screen;

/** The screen of this name. */
export function screenNamed(name: ScreenName): Screen {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen ${name}.`);
  return screen;
}

/** The shortest address of a screen, with /v: without the parts that may be left out. */
export const addressOf = ({ path }: Pick<Screen, "path">): string => `/v${shortestPath(path)}`;

/** Where /v/ leads: the dashboard of the current role (decisions.md). A role whose dashboard does not exist yet gets the student's. */
export function homeOf(role: string): string {
  const home = screens.find((screen) => screen.home === role) ?? screenNamed("dashboard");
  return addressOf(home);
}

/** Whether the screen at an address is shown to people who are not signed in; every other one leads to login with ReturnUrl. */
export const isPublicScreen = (address: string): boolean => screenAt(address)?.access === ("public" satisfies Access);
