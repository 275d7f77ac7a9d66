import type { Actor } from "#platform/actor.ts";

/** Whether somebody may see a course's page: everyone while it is published; after that only people who were enrolled (MYC-3); nobody for a draft. */
export const maySeeCourse = (status: string, wasEnrolled: boolean): boolean =>
  status === "published" || (status === "archived" && wasEnrolled);

/** Ring two: whether somebody may edit this course: its author, or an admin of the portal. */
export const mayEdit = (actor: Pick<Actor, "userId" | "isAdmin">, course: { createdBy: number | null }): boolean =>
  actor.isAdmin || course.createdBy === actor.userId;

/** The title of a course that nobody has named yet; it cannot be published with this title. */
export const untitled = "Untitled course";
