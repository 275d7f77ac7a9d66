import { rule } from "#platform/actor.ts";

/** Every member is a learner, whatever other roles they have (decisions.md, Name and words). People only see and change their own enrolments here. */
export const seeOwnCourses = rule("signed in: own courses", () => true);
export const enrolOneself = rule("signed in: enrols oneself", () => true);

/** Whether a person may leave a course: only when they enrolled themselves, and only before the first attempt. */
export const mayLeave = (enrolment: { active: boolean; causes: readonly string[] } | null, hasAttempt: boolean): boolean =>
  enrolment !== null && enrolment.active && !hasAttempt && enrolment.causes.every((kind) => kind === "self");
