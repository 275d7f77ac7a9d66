import { rule } from "#platform/actor.ts";

/** Every member learns, whatever else they are (decisions.md, Name and words); a person only ever sees and changes their own enrolments here. */
export const seeOwnCourses = rule("signed in: own courses", () => true);
export const enrolOneself = rule("signed in: enrols oneself", () => true);

/** Whether one may leave by oneself: only an enrolment one made oneself, and only before anything began. */
export const mayLeave = (enrolment: { active: boolean; causes: readonly string[] } | null, hasAttempt: boolean): boolean =>
  enrolment !== null && enrolment.active && !hasAttempt && enrolment.causes.every((kind) => kind === "self");
