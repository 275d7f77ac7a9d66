import type { Actor } from "#platform/actor.ts";

/**
 * Whether somebody may see a course's page: whoever is offered it while it is published (CAT-1); people who were enrolled also after that (MYC-3); nobody for a
 * draft.
 */
export const maySeeCourse = (status: string, wasEnrolled: boolean, isOffered: boolean): boolean =>
  (status === "published" && isOffered) || (status !== "draft" && wasEnrolled);

/** Ring two: whether somebody may edit this course: its author, or an admin of the portal. */
export const mayEdit = (actor: Pick<Actor, "userId" | "isAdmin">, course: { createdBy: number | null }): boolean =>
  actor.isAdmin || course.createdBy === actor.userId;

/** The title of a course that nobody has named yet; it cannot be published with this title. */
export const untitled = "Untitled course";
