import { RoleName } from "#features/portal/contract.ts";
import type { HelpScreen } from "#features/help/help-screens.ts";
import type { SectionScreen, ShellScreens } from "#features/shell/navigation.ts";
import type { Screen } from "./screens.ts";

/** The shortest path of a screen, without /v and without optional parameters. */
export const shortestPath = (path: string): string => path.replace(/\/:\w+\?/g, "");

/** The part of the screens table that the shell's navigation, logo, account menu and Switch Portal use. */
export function shellScreens(screens: readonly Pick<Screen, "path" | "home" | "navigation" | "isInEveryPortal">[]): ShellScreens {
  const places = screens
    .flatMap(({ path, navigation = [] }) => navigation.map((place) => ({ to: shortestPath(path), ...place })))
    .toSorted((one, other) => one.at - other.at);
  return {
    // Every visitor's browser loads this; role and order are in the lists themselves.
    navigation: Object.fromEntries(
      RoleName.options.flatMap((role) => {
        const own = places.filter(({ of }) => of === role).map(({ at: _at, of: _of, ...place }) => place);
        return own.length > 0 ? [[role, own]] : [];
      }),
    ),
    homes: Object.fromEntries(screens.flatMap(({ path, home }) => (home ? [[home, shortestPath(path)]] : []))),
    inEveryPortal: screens.filter(({ isInEveryPortal }) => isInEveryPortal).map(({ path }) => shortestPath(path)),
  };
}

/** The part of the screens table that the tabs of sections use, in their order. */
export const sectionScreens = (screens: readonly Pick<Screen, "path" | "access" | "needs" | "section">[]): SectionScreen[] =>
  screens
    .flatMap(({ path, access, needs, section }) =>
      section ? [{ ...section, access, ...(needs && { needs }), to: shortestPath(path) }] : [],
    )
    .toSorted((one, other) => one.of.localeCompare(other.of) || one.at - other.at);

/** The part of the screens table that the help uses: an address only of a screen that somebody signed in opens without naming a thing. */
export const helpScreens = (screens: readonly Pick<Screen, "path" | "help" | "access" | "needs">[]): HelpScreen[] =>
  screens.map(({ path, help, access, needs }) => ({
    article: help,
    access,
    ...(needs && { needs }),
    ...(access !== "public" && !shortestPath(path).includes(":") && { to: shortestPath(path) }),
  }));
