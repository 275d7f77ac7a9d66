import type { RoleName } from "#features/portal/contract.ts";
import type { PermissionId } from "#features/portal/permissions.ts";
import type { Access, Screen, ScreenName } from "./screens.ts";
import { screens } from "./screens.ts";
import { shellScreens, shortestPath } from "./shell-screens.ts";

/** A screen's path as a regular expression for addresses, with a named group for each parameter. Like the router, it ignores case and a trailing slash. */
export function patternOf(path: string): RegExp {
  const pattern = path.replace(/\/:(\w+)\?/g, "(?:/(?<$1>[^/]+))?").replace(/:(\w+)(?![^(]*>)/g, "(?<$1>[^/]+)");
  return new RegExp(`^/v${pattern}/*$`, "i");
}

const patterns = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }));

/** A screen, and what its address says; null where there is none. */
type Found = { readonly screen: Screen; readonly groups: Readonly<Record<string, string>> } | null;
/** What was found lately: a page asks several times about its address, and most pages are opened at the same few. */
const found = new Map<string, Found>();
const mostFound = 500;

function findAt(address: string): Found {
  const known = found.get(address);
  if (known !== undefined) return known;
  const path = decoded(address);
  let at: Found = null;
  for (const { screen, pattern } of patterns) {
    const match = pattern.exec(path);
    if (!match) continue;
    at = { screen, groups: match.groups ?? {} };
    break;
  }
  if (found.size >= mostFound) found.clear();
  // An address may be as long as somebody likes.
  if (address.length <= 200) found.set(address, at);
  return at;
}

/** The screen at an address, a path with /v and without a query; undefined when there is none. */
export const screenAt = (address: string): Screen | undefined => findAt(address)?.screen;

/** A path with its escapes undone as the router in the browser does it: part by part, so that %2F separates nothing. A broken one stays as it is. */
function decoded(path: string): string {
  try {
    return path
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return path;
  }
}

/** The course that an address names, where there is a screen at all: a path with /v and without a query. */
export function placeAt(address: string): { courseId: number | null } | null {
  const at = findAt(address);
  if (!at) return null;
  const { courseId = "" } = at.groups;
  return { courseId: /^[1-9]\d{0,9}$/.test(courseId) ? Number(courseId) : null };
}

/** The course whose packages play at an address; null where none do. */
export function courseOnStage(address: string): number | null {
  const at = findAt(address);
  const { courseId = "" } = at?.screen.playsPackages ? at.groups : {};
  return /^[1-9]\d{0,9}$/.test(courseId) ? Number(courseId) : null;
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

/** Where a role begins: its dashboard, or without one the first screen of its navigation. */
export function startOf(role: string): string {
  const { homes, navigation } = shellScreens(screens);
  const known = role as RoleName;
  return `/v${homes[known] ?? navigation[known]?.[0]?.to ?? homes.Student}`;
}

/** Who may open the screen at an address, by both guards; undefined where there is no screen. */
export const accessAt = (address: string): Access | undefined => screenAt(address)?.access;

/** The permission that the screen at an address needs. */
export const neededAt = (address: string): PermissionId | undefined => screenAt(address)?.needs;
