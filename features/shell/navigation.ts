import type { PermissionId } from "#features/portal/permissions.ts";
import type { Access } from "#features/portal/policy.ts";
import type { RoleName } from "#features/portal/contract.ts";

/** The entries that navigations can have; their words and icons are in web/use-navigation.tsx. */
export type PlaceName =
  | "dashboard"
  | "my-courses"
  | "course-catalog"
  | "my-history"
  | "my-education"
  | "authored-courses"
  | "create-course"
  | "settings"
  | "users"
  | "courses"
  | "portals"
  | "help-center";

/** The tabs that sections can have; their words are in web/section-tabs.tsx. */
export type TabName =
  | "find-users"
  | "participants"
  | "learning"
  | "groups"
  | "duplicates"
  | "custom-user-fields"
  | "import-users"
  | "managers"
  | "authors"
  | "admins"
  | "roles"
  | "rights"
  | "audit"
  | "mail"
  | "registrations"
  | "invitations"
  | "codes"
  | "settings"
  | "courses"
  | "categories"
  | "catalog-search"
  | "catalogues"
  | "announcement"
  | "quick-links"
  | "questions"
  | "public-pages"
  | "manage-widgets"
  | "portal-logo"
  | "certificate-logo"
  | "email-settings"
  | "webhooks";

/** A screen's tab in its section: screens that belong together and are joined by tabs. */
export interface SectionPlace {
  readonly of: "users" | "portal";
  /** Its position, counted from 1. */
  readonly at: number;
  readonly name: TabName;
}

/** A screen of a section as its tabs need it; the address is without /v. */
export interface SectionScreen extends SectionPlace {
  readonly to: string;
  readonly access: Access;
  readonly needs?: PermissionId;
}

/** A screen's entry in the navigation of a role (specification §6). */
export interface NavigationPlace {
  readonly of: RoleName;
  /** Its position, counted from 1. */
  readonly at: number;
  readonly name: PlaceName;
  /** Address without /v; the screen's own by default. */
  readonly to?: string;
  /** Other addresses at which, and below which, it is marked as current. */
  readonly alsoAt?: readonly string[];
  /** Addresses among those, and below its own, that belong to another entry. */
  readonly notAt?: readonly string[];
  /** Set for an entry that triggers an action there; it is never marked as current. */
  readonly isAction?: true;
}

/** What the shell knows of the screens; addresses without /v. */
export interface ShellScreens {
  /** The navigation of each role that has one, in its order. */
  readonly navigation: Readonly<Partial<Record<RoleName, readonly (Omit<NavigationPlace, "at" | "of"> & { readonly to: string })[]>>>;
  /** The dashboard of each role that has one. */
  readonly homes: Partial<Record<RoleName, string>>;
  /** Screens that mean the same in every portal. Any other may name a course, which another portal does not have. */
  readonly inEveryPortal: readonly string[];
}
