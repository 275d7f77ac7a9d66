import { catalog, details } from "#features/catalog/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { myCourses } from "#features/enrolment/contract.ts";
import { listHistory } from "#features/history/contract.ts";
import type { PermissionId } from "#features/portal/permissions.ts";
import type { NewRole, RoleName } from "#features/portal/contract.ts";
import type { NavigationPlace, SectionPlace } from "#features/shell/navigation.ts";

/** Who may open a screen, as the client's guard checks it (specification §5, §6). "any", and any list with Student, lets every signed-in person through. */
export type Access = "public" | "any" | readonly RoleName[];

/** The things that a sample address names in braces: courses that the visitor has prepared, a person with a history, a group, and a job of the visitor. */
export type SampleThing = "course" | "startedCourse" | "authoredCourse" | "person" | "group" | "job";

export interface Screen {
  /** Our name for it: in tests, budgets and screenshots. */
  readonly name: string;
  /** The path below /v, as the specification writes it (§2): parameters with a colon, optional ones with a question mark. */
  readonly path: string;
  /** Document title, as the specification spells it (§2). */
  readonly title: string;
  readonly access: Access;
  /** The permission that it is for: who has a copy of a role without it does not open it. */
  readonly needs?: PermissionId;
  /** false hides the main header and footer. */
  readonly header?: false;
  readonly viewerMode?: 1 | 2 | 3 | 4;
  /** Set for a screen that the specification does not have. */
  readonly isOurs?: true;
  /** The role whose start screen it is. */
  readonly home?: RoleName;
  /** Opening the screen changes the current role (specification §4); of several, to the first that the person holds, unless one of them is current. */
  readonly entersRole?: NewRole | readonly NewRole[];
  /** Its entries in the navigation of each role. */
  readonly navigation?: readonly NavigationPlace[];
  /** Its tab among the screens of its section, which each of them shows under its header (SectionTabs). */
  readonly section?: SectionPlace;
  /** Packages of the course in its address play on it: its page may frame these and nothing else (security.md §3.2). */
  readonly playsPackages?: true;
  /** Set when it means the same in every portal, so that Switch Portal stays on it. */
  readonly isInEveryPortal?: true;
  /** The bundle that it belongs to: the learner's, which has a tight size limit; the staff's; or an HTML page of its own. */
  readonly bundle: "learner" | "staff" | "ownPage";
  /** Its entry file: a module whose default export is the screen or, for a page of its own, the HTML page. */
  readonly file: string;
  /**
   * The call it starts with, by the pattern of its address below /v, where an address without a query says all of it: the browser sends it while the code
   * is still loading.
   */
  readonly firstCalls?: Readonly<Record<string, string>>;
  /** An address of it that shows its purpose. */
  readonly sample: string;
  /** CSS selector of an element that is there once the sample has loaded. */
  readonly shows: string;
  /** Set when it exists only until somebody has set the installation up. */
  readonly isBeforeSetUp?: true;
  /**
   * Limits in kilobytes (1,000 bytes) of gzip. total: all JavaScript before the screen works. route: the part of it that somebody who comes from another
   * screen still has to fetch. files: the number of scripts and style sheets, each a request; the staff's screens have no such limit.
   */
  readonly budget: { readonly total: number; readonly route?: number; readonly files?: number };
}

/**
 * The existing screens of the specification (§2), and our own. A screen is described here and nowhere else: router, guards, navigation, the server's
 * page, budgets, screenshots and the tests that visit every screen read this table. A screen is added once it works.
 */
const table = [
  {
    name: "login",
    path: "/auth/login",
    title: "Login",
    access: "public",
    header: false,
    bundle: "ownPage",
    file: "login.html",
    sample: "/auth/login",
    shows: "form",
    budget: { total: 120, files: 8 },
  },
  {
    name: "password-change",
    path: "/auth/passwordChange",
    title: "Password Change",
    access: "any",
    bundle: "learner",
    file: "features/auth/web/password-change-page.tsx",
    sample: "/auth/passwordChange",
    shows: "form",
    budget: { total: 160, route: 40, files: 12 },
  },
  {
    name: "reset",
    path: "/auth/reset/:token?",
    title: "Set password",
    access: "public",
    header: false,
    isOurs: true,
    bundle: "staff",
    file: "features/auth/web/reset-page.tsx",
    sample: "/auth/reset/none",
    shows: "form",
    budget: { total: 170 },
  },
  {
    name: "setup",
    path: "/setup",
    title: "Set up",
    access: "public",
    header: false,
    isOurs: true,
    isBeforeSetUp: true,
    bundle: "learner",
    file: "features/auth/web/setup-page.tsx",
    sample: "/setup",
    shows: "form",
    budget: { total: 160, route: 40, files: 12 },
  },
  {
    name: "dashboard",
    path: "/student/dashboard/:messageType?",
    title: "Student Dashboard",
    access: "any",
    home: "Student",
    entersRole: "PortalUser",
    navigation: [
      { of: "Student", at: 1, name: "dashboard" },
      { of: "Author", at: 1, name: "my-education" },
    ],
    isInEveryPortal: true,
    bundle: "learner",
    file: "features/dashboard/web/dashboard-page.tsx",
    firstCalls: { "/student/dashboard/:messageType?": getDashboard.path },
    sample: "/student/dashboard",
    shows: ".dash-facts",
    budget: { total: 140, route: 40, files: 8 },
  },
  {
    name: "catalog",
    path: "/course/catalog/:type?/:ids?",
    title: "Course Catalog",
    access: "any",
    navigation: [
      { of: "Student", at: 2, name: "my-courses", to: "/course/catalog/myonlinecourses" },
      { of: "Student", at: 3, name: "course-catalog", to: "/course/catalog/categories", alsoAt: "/course/catalog/search" },
    ],
    isInEveryPortal: true,
    bundle: "learner",
    file: "features/catalog/web/catalog-page.tsx",
    firstCalls: {
      "/course/catalog/myonlinecourses": myCourses.path,
      "/course/catalog/categories": catalog.path,
      "/course/catalog/search": catalog.path,
    },
    sample: "/course/catalog/categories",
    shows: ".course-card, .course-item",
    budget: { total: 160, route: 40, files: 12 },
  },
  {
    name: "details",
    path: "/course/details/:type/:courseId/:tab?",
    title: "Course Details",
    access: "any",
    bundle: "learner",
    file: "features/catalog/web/details-page.tsx",
    firstCalls: { "/course/details/:type/:courseId/:tab?": details.path },
    sample: "/course/details/online/{course}",
    shows: ".details-tab",
    budget: { total: 150, route: 40, files: 10 },
  },
  {
    name: "history",
    path: "/student/history",
    title: "Student History",
    access: ["Student"],
    navigation: [{ of: "Student", at: 4, name: "my-history" }],
    isInEveryPortal: true,
    bundle: "learner",
    file: "features/history/web/history-page.tsx",
    firstCalls: { "/student/history": listHistory.path },
    sample: "/student/history",
    shows: "table",
    budget: { total: 165, route: 40, files: 15 },
  },
  {
    name: "account",
    path: "/student/myAccount",
    title: "MyAccount",
    access: "any",
    isInEveryPortal: true,
    bundle: "learner",
    file: "features/account/web/account-page.tsx",
    sample: "/student/myAccount",
    shows: "form",
    budget: { total: 192, route: 45, files: 17 },
  },
  {
    name: "viewer",
    path: "/student/courseViewer/:courseId",
    title: "Course Viewer",
    access: ["Student"],
    header: false,
    viewerMode: 1,
    playsPackages: true,
    bundle: "learner",
    file: "features/viewer/web/course-viewer-page.tsx",
    sample: "/student/courseViewer/{startedCourse}",
    shows: ".lesson",
    budget: { total: 150, route: 100, files: 13 },
  },
  {
    name: "author-dashboard",
    path: "/dashboard/author",
    title: "Dashboard",
    access: ["Author"],
    home: "Author",
    entersRole: "PortalAuthor",
    navigation: [{ of: "Author", at: 3, name: "create-course", to: "/dashboard/author?create=course", isAction: true }],
    bundle: "staff",
    file: "features/authoring/web/author-dashboard-page.tsx",
    sample: "/dashboard/author",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "author-courses",
    path: "/author/myCourses",
    title: "MyCourses",
    access: ["Author"],
    navigation: [{ of: "Author", at: 2, name: "authored-courses" }],
    bundle: "staff",
    file: "features/authoring/web/my-courses-page.tsx",
    sample: "/author/myCourses",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "course-editor",
    path: "/author/courseEditor/:courseId",
    title: "Course Editor",
    access: ["Author"],
    playsPackages: true,
    bundle: "staff",
    file: "features/authoring/web/course-editor-page.tsx",
    sample: "/author/courseEditor/{authoredCourse}",
    shows: "form",
    budget: { total: 350 },
  },
  {
    name: "find-users",
    path: "/users/find",
    title: "Find Users",
    access: ["Admin", "Manager"],
    entersRole: ["PortalAdmin", "PortalManager"],
    navigation: [
      { of: "Admin", at: 1, name: "users", alsoAt: "/users" },
      { of: "Manager", at: 1, name: "users", alsoAt: "/users" },
    ],
    section: { of: "users", at: 1, name: "find-users" },
    bundle: "staff",
    file: "features/people/web/find-users-page.tsx",
    sample: "/users/find",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "participants",
    path: "/users/participants",
    title: "Participants",
    access: ["Admin", "Manager"],
    entersRole: ["PortalAdmin", "PortalManager"],
    isOurs: true,
    section: { of: "users", at: 10, name: "participants" },
    bundle: "staff",
    file: "features/participants/web/participants-page.tsx",
    sample: "/users/participants",
    shows: "#page-title",
    budget: { total: 250 },
  },
  {
    name: "user-details",
    path: "/users/details/:userId",
    title: "User Details",
    access: ["Admin", "Manager"],
    entersRole: ["PortalAdmin", "PortalManager"],
    bundle: "staff",
    file: "features/people/web/person-page.tsx",
    sample: "/users/details/{person}",
    shows: ".person-card",
    budget: { total: 250 },
  },
  {
    name: "groups",
    path: "/users/groups",
    title: "Groups",
    access: ["Admin", "Manager"],
    entersRole: ["PortalAdmin", "PortalManager"],
    section: { of: "users", at: 2, name: "groups" },
    bundle: "staff",
    file: "features/groups/web/groups-page.tsx",
    sample: "/users/groups",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "group",
    path: "/users/groups/:groupId",
    title: "Group",
    access: ["Admin", "Manager"],
    entersRole: ["PortalAdmin", "PortalManager"],
    isOurs: true,
    bundle: "staff",
    file: "features/groups/web/group-page.tsx",
    sample: "/users/groups/{group}",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "import-users",
    path: "/users/import",
    title: "Import Users",
    access: ["Admin", "Manager"],
    needs: "import-people",
    entersRole: ["PortalAdmin", "PortalManager"],
    section: { of: "users", at: 4, name: "import-users" },
    bundle: "staff",
    file: "features/import/web/import-users-page.tsx",
    sample: "/users/import",
    shows: ".import-drop",
    budget: { total: 250 },
  },
  {
    name: "managers",
    path: "/users/managers",
    title: "Managers",
    access: ["Admin"],
    needs: "grant-roles",
    entersRole: "PortalAdmin",
    section: { of: "users", at: 5, name: "managers" },
    bundle: "staff",
    file: "features/roles/web/managers-page.tsx",
    sample: "/users/managers",
    shows: "table, .ui-state",
    budget: { total: 250 },
  },
  {
    name: "authors",
    path: "/users/authors",
    title: "Authors",
    access: ["Admin"],
    needs: "grant-roles",
    entersRole: "PortalAdmin",
    section: { of: "users", at: 6, name: "authors" },
    bundle: "staff",
    file: "features/roles/web/authors-page.tsx",
    sample: "/users/authors",
    shows: "table, .ui-state",
    budget: { total: 250 },
  },
  {
    name: "admins",
    path: "/admin/admins",
    title: "Admins",
    access: ["Admin"],
    needs: "grant-roles",
    entersRole: "PortalAdmin",
    section: { of: "users", at: 7, name: "admins" },
    bundle: "staff",
    file: "features/roles/web/admins-page.tsx",
    sample: "/admin/admins",
    shows: "table, .ui-state",
    budget: { total: 250 },
  },
  {
    name: "roles",
    path: "/users/roles",
    title: "Roles",
    access: ["Admin"],
    needs: "grant-roles",
    entersRole: "PortalAdmin",
    section: { of: "users", at: 8, name: "roles" },
    isOurs: true,
    bundle: "staff",
    file: "features/roles/web/roles-page.tsx",
    sample: "/users/roles",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "rights",
    path: "/users/rights",
    title: "Who may do what",
    access: ["Admin"],
    needs: "grant-roles",
    entersRole: "PortalAdmin",
    section: { of: "users", at: 9, name: "rights" },
    isOurs: true,
    bundle: "staff",
    file: "features/roles/web/rights-page.tsx",
    sample: "/users/rights",
    shows: "table, .ui-state",
    budget: { total: 250 },
  },
  {
    name: "jobs",
    path: "/jobs",
    title: "Jobs",
    access: ["Author", "Manager", "Admin", "System"],
    isOurs: true,
    bundle: "staff",
    file: "features/jobs/web/jobs-page.tsx",
    sample: "/jobs",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "audit",
    path: "/admin/audit",
    title: "Audit log",
    access: ["Admin"],
    needs: "read-audit",
    entersRole: "PortalAdmin",
    isOurs: true,
    section: { of: "users", at: 10, name: "audit" },
    bundle: "staff",
    file: "features/audit/web/audit-page.tsx",
    sample: "/admin/audit",
    shows: "table",
    budget: { total: 250 },
  },
  {
    name: "mail",
    path: "/admin/mail/:messageId?",
    title: "Mail",
    access: ["Admin"],
    entersRole: "PortalAdmin",
    isOurs: true,
    section: { of: "users", at: 10, name: "mail" },
    bundle: "staff",
    file: "features/mail/web/mail-page.tsx",
    sample: "/admin/mail",
    shows: "table, .ui-state",
    budget: { total: 250 },
  },
  {
    name: "job",
    path: "/jobs/:jobId",
    title: "Job",
    access: ["Author", "Manager", "Admin", "System"],
    isOurs: true,
    bundle: "staff",
    file: "features/jobs/web/job-page.tsx",
    sample: "/jobs/{job}",
    shows: ".job-details",
    budget: { total: 250 },
  },
  {
    name: "custom-user-fields",
    path: "/portal/customUserFields",
    title: "Custom User Fields",
    access: ["Admin", "Manager"],
    needs: "define-fields",
    entersRole: ["PortalAdmin", "PortalManager"],
    section: { of: "users", at: 3, name: "custom-user-fields" },
    bundle: "staff",
    file: "features/fields/web/fields-page.tsx",
    sample: "/portal/customUserFields",
    shows: ".field-rows",
    budget: { total: 250 },
  },
  {
    name: "looks",
    path: "/student/looks",
    title: "Who looked as you",
    access: "any",
    isOurs: true,
    bundle: "staff",
    file: "features/roles/web/looks-page.tsx",
    sample: "/student/looks",
    shows: "table, .ui-state",
    budget: { total: 250 },
  },
  {
    name: "about",
    path: "/about/:page",
    title: "About",
    access: "public",
    isOurs: true,
    bundle: "learner",
    file: "features/portal/web/about-page.tsx",
    sample: "/about/contact",
    shows: ".prose",
    budget: { total: 140, route: 40, files: 10 },
  },
] as const satisfies readonly Screen[];

export type ScreenName = (typeof table)[number]["name"];

export const screens: readonly (Screen & { readonly name: ScreenName })[] = table;
