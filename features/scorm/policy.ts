import { mayEdit } from "#features/courses/policy.ts";
import type { Actor } from "#platform/actor.ts";
import { rule } from "#platform/actor.ts";

const answersForCourses = (actor: Actor) => actor.isAuthor || actor.isAdmin || actor.isSystemAdmin;

/** Who may try packages out at all. */
export const testsPackages = rule("tests packages", answersForCourses);
/** Who may read what packages did at all. */
export const readsCalls = rule("reads package logs", (actor) => answersForCourses(actor) || actor.isManager);

/** Who may edit a course tries its packages, and so does a visiting system admin. */
export const canTestPackage = (actor: Actor, course: { createdBy: number | null }) => actor.isSystemAdmin || mayEdit(actor, course);

/** Managers and admins read the log of every attempt of the portal, an author that of their own courses. */
export const readsCallsOf = (actor: Actor, course: { createdBy: number | null }) => actor.isManager || canTestPackage(actor, course);
