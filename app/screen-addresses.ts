import type { Access, Screen, ScreenName } from "./screens.ts";
import { screens } from "./screens.ts";
import { shortestPath } from "./shell-screens.ts";

/** A screen's path as a regular expression for addresses, with a named group for each parameter. Like the router, it ignores case and a trailing slash. */
export function patternOf(path: string): RegExp {
  const pattern = path.replace(/\/:(\w+)\?/g, "(?:/(?<$1>[^/]+))?").replace(/:(\w+)(?![^(]*>)/g, "(?<$1>[^/]+)");
  return new RegExp(`^/v${pattern}/?$`, "i");
}

const patterns = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }));

/** The screen at an address, a path with /v and without a query; undefined when there is none. */
export const screenAt = (address: string): Screen | undefined => patterns.find(({ pattern }) => pattern.test(address))?.screen;

/** The course whose packages play at an address; null where none do. */
export function courseOnStage(address: string): number | null {
  for (const { screen, pattern } of patterns) {
    const { courseId = "" } = (screen.playsPackages && pattern.exec(address)?.groups) || {};
    if (/^[1-9]\d{0,9}$/.test(courseId)) return Number(courseId);
  }
  return null;
}

/** The screen with this name. */
export function screenNamed(name: ScreenName): Screen {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen ${name}.`);
  return screen;
}

/** The shortest address of a screen, with /v and without optional parameters. */
export const addressOf = ({ path }: Pick<Screen, "path">): string => `/v${shortestPath(path)}`;

/** Where /v/ leads: the dashboard of the current role (decisions.md). A role without a dashboard of its own gets the student's. */
export function homeOf(role: string): string {
  const home = screens.find((screen) => screen.home === role) ?? screenNamed("dashboard");
  return addressOf(home);
}

/** Whether the screen at an address is open to people who are not signed in; all others redirect to login with ReturnUrl. */
export const isPublicScreen = (address: string): boolean => screenAt(address)?.access === ("public" satisfies Access);
