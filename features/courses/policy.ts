import type { Actor } from "#platform/actor.ts";

/**
 * Whether somebody may see a course's page: whoever is offered it while it is published (CAT-1); people who were enrolled also after that (MYC-3); nobody for a
 * draft.
 */
export const maySeeCourse = (status: string, wasEnrolled: boolean, isOffered: boolean): boolean =>
  (status === "published" && isOffered) || (status !== "draft" && wasEnrolled);

/** Who made a course or was given it, and who edits it with them. */
export interface Owned {
  readonly createdBy: number | null;
  readonly coAuthors: readonly number[];
}

/** Whether somebody may say who else edits this course: its owner, or an admin of the portal. */
export const isOwner = (actor: Pick<Actor, "userId" | "isAdmin">, { createdBy }: Pick<Owned, "createdBy">): boolean =>
  actor.isAdmin || createdBy === actor.userId;

/** Ring two: whether somebody may edit this course: its owner, a co-author, or an admin of the portal. */
export const mayEdit = (actor: Pick<Actor, "userId" | "isAdmin">, course: Owned): boolean =>
  isOwner(actor, course) || course.coAuthors.includes(actor.userId);

/** The title of a course that nobody has named yet; it cannot be published with this title. */
export const untitled = "Untitled course";
