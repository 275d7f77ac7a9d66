import type { RoleName } from "#features/portal/contract.ts";

/** The places that navigations name; their words and icons are in web/use-navigation.tsx. */
export type PlaceName =
  | "dashboard"
  | "my-courses"
  | "course-catalog"
  | "my-history"
  | "my-education"
  | "authored-courses"
  | "create-course";

/** A screen's place in the navigation of a role (specification §6). */
export interface NavigationPlace {
  readonly of: RoleName;
  /** Which one it is, counted from 1. */
  readonly at: number;
  readonly name: PlaceName;
  /** Address without /v; the screen's own when left out. */
  readonly to?: string;
  /** A second address at which it counts as open. */
  readonly alsoAt?: string;
  /** It begins something there and is never the current page. */
  readonly isAction?: true;
}

/** What the shell knows of the screens, addresses without /v. */
export interface ShellScreens {
  readonly navigation: readonly (NavigationPlace & { readonly to: string })[];
  /** The dashboard of each role that has one. */
  readonly homes: Partial<Record<RoleName, string>>;
  /** Screens that mean the same in every portal. Any other one may name a course, which another portal does not have. */
  readonly inEveryPortal: readonly string[];
}
