import type { Actor } from "#platform/actor.ts";
import { rule } from "#platform/actor.ts";

/** Who may see a course's page: everyone while it is published; later only those it was given to (MYC-3); a draft nobody here. */
export const maySeeCourse = (status: string, wasEnrolled: boolean): boolean =>
  status === "published" || (status === "archived" && wasEnrolled);

/** Who may work on courses at all (specification §6, Route access: Author). */
export const author = rule("author or admin", ({ isAuthor, isAdmin }) => isAuthor || isAdmin);

/** Ring two: whose course it is. Its author, or an admin of the portal. */
export const mayEdit = (actor: Pick<Actor, "userId" | "isAdmin">, course: { createdBy: number | null }): boolean =>
  actor.isAdmin || course.createdBy === actor.userId;

/** Title of a course nobody has named yet; it cannot be published under it. */
export const untitled = "Untitled course";
