import { mayEdit } from "#features/courses/policy.ts";
import type { Actor } from "#platform/actor.ts";
import { rule } from "#platform/actor.ts";

const answersForCourses = (actor: Actor) => actor.isAuthor || actor.isAdmin || actor.isSystemAdmin;

/** Endpoint rule for testing packages; canTestPackage then checks the course. */
export const testsPackages = rule("tests packages", answersForCourses);
/** Endpoint rule for reading package logs; readsCallsOf then checks the course. */
export const readsCalls = rule("reads package logs", (actor) => answersForCourses(actor) || actor.isManager);

/** People who may edit a course may test its packages, and so may a visiting system admin. */
export const canTestPackage = (actor: Actor, course: { createdBy: number | null }) => actor.isSystemAdmin || mayEdit(actor, course);

/** Managers read the logs of the people within their scope, admins those of the whole portal; authors those of their own courses. */
export const readsCallsOf = (actor: Actor, attempt: { createdBy: number | null; isReached: boolean }) =>
  attempt.isReached || canTestPackage(actor, attempt);
