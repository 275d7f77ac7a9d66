import type { ComponentType } from "react";

/** Who may open a screen by the client's guard (specification §5, §6): "any" and lists with Student let everyone through. */
export type Access = "public" | "any" | readonly ("Student" | "Author" | "Manager" | "Admin" | "System")[];

export interface Screen {
  readonly path: string;
  /** Document title, as the specification spells it (§2). */
  readonly title: string;
  readonly access: Access;
  /** false hides the main header and footer. */
  readonly header?: false;
  readonly viewerMode?: 1 | 2 | 3 | 4;
  /** Opening the screen changes the current role (specification §4). */
  readonly entersRole?: "PortalUser" | "PortalAuthor";
  readonly load: (() => Promise<{ default: ComponentType }>) | "page";
}

/** The specification's screens (§2) that exist, and our own. A screen is listed when it can do its job. */
export const screens: readonly Screen[] = [
  // A page of its own (app/login.tsx): the server answers with it, and a link inside the application loads it whole.
  { path: "/auth/login", title: "Login", access: "public", header: false, load: "page" },
  {
    path: "/auth/passwordChange",
    title: "Password Change",
    access: "any",
    load: () => import("#features/auth/web/password-change-page.tsx"),
  },
  { path: "/setup", title: "Set up", access: "public", header: false, load: () => import("#features/auth/web/setup-page.tsx") },
  {
    path: "/student/dashboard/:messageType?",
    title: "Student Dashboard",
    access: "any",
    entersRole: "PortalUser",
    load: () => import("#features/dashboard/web/dashboard-page.tsx"),
  },
  {
    path: "/course/catalog/:type?/:ids?",
    title: "Course Catalog",
    access: "any",
    load: () => import("#features/catalog/web/catalog-page.tsx"),
  },
  {
    path: "/course/details/:type/:courseId/:tab?",
    title: "Course Details",
    access: "any",
    load: () => import("#features/catalog/web/details-page.tsx"),
  },
  { path: "/student/history", title: "Student History", access: ["Student"], load: () => import("#features/history/web/history-page.tsx") },
  { path: "/student/myAccount", title: "MyAccount", access: "any", load: () => import("#features/account/web/account-page.tsx") },
  {
    path: "/student/courseViewer/:courseId",
    title: "Course Viewer",
    access: ["Student"],
    header: false,
    viewerMode: 1,
    load: () => import("#features/viewer/web/course-viewer-page.tsx"),
  },
  {
    path: "/dashboard/author",
    title: "Dashboard",
    access: ["Author"],
    entersRole: "PortalAuthor",
    load: () => import("#features/authoring/web/author-dashboard-page.tsx"),
  },
  {
    path: "/author/myCourses",
    title: "MyCourses",
    access: ["Author"],
    load: () => import("#features/authoring/web/my-courses-page.tsx"),
  },
  {
    path: "/author/courseEditor/:courseId",
    title: "Course Editor",
    access: ["Author"],
    load: () => import("#features/authoring/web/course-editor-page.tsx"),
  },
  { path: "/about/:page", title: "About", access: "public", load: () => import("#features/portal/web/about-page.tsx") },
];
