import type { Actor } from "#platform/actor.ts";
import { rule } from "#platform/actor.ts";

const answersForCourses = (actor: Actor) => actor.isAuthor || actor.isAdmin || actor.isSystemAdmin;

/** Who may try packages out at all. */
export const testsPackages = rule("tests packages", answersForCourses);
/** Who may read what packages did at all. */
export const readsCalls = rule("reads package logs", (actor) => answersForCourses(actor) || actor.isManager);

/** An author tries their own courses' packages, an admin everyone's. */
export const canTestPackage = (actor: Actor, course: { createdBy: number | null }) =>
  actor.isAdmin || actor.isSystemAdmin || (actor.isAuthor && course.createdBy === actor.userId);

/** Managers and admins read the log of every attempt of the portal, an author that of their own courses. */
export const readsCallsOf = (actor: Actor, course: { createdBy: number | null }) => actor.isManager || canTestPackage(actor, course);
