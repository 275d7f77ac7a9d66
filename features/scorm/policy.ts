import { mayEdit, type Owned } from "#features/courses/policy.ts";
import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";

/** Endpoint rule for testing packages; canTestPackage then checks the course. */
export const testsPackages = may("test-packages");
/** Endpoint rule for reading package logs; readsCallsOf then checks the course. */
export const readsCalls = may("read-package-logs");

/** People who may edit a course may test its packages, and so may a visiting system admin. */
export const canTestPackage = (actor: Actor, course: Owned) => actor.isSystemAdmin || mayEdit(actor, course);

/** Managers read the logs of the people within their scope, admins those of the whole portal; authors those of their own courses. */
export const readsCallsOf = (actor: Actor, attempt: Owned & { isReached: boolean }) => attempt.isReached || canTestPackage(actor, attempt);
