import type { ShellScreens } from "#features/shell/navigation.ts";
import type { Screen } from "./screens.ts";

/** The shortest address of a screen, without /v: without the parts that may be left out. */
export const shortestPath = (path: string): string => path.replace(/\/:\w+\?/g, "");

/** What the shell's navigation, logo, account menu and Switch Portal need of the table of screens. */
export function shellScreens(screens: readonly Pick<Screen, "path" | "home" | "navigation" | "isInEveryPortal">[]): ShellScreens {
  return {
    navigation: screens
      .flatMap(({ path, navigation = [] }) => navigation.map((place) => ({ to: shortestPath(path), ...place })))
      .toSorted((one, other) => one.at - other.at),
    homes: Object.fromEntries(screens.flatMap(({ path, home }) => (home ? [[home, shortestPath(path)]] : []))),
    inEveryPortal: screens.filter(({ isInEveryPortal }) => isInEveryPortal).map(({ path }) => shortestPath(path)),
  };
}
