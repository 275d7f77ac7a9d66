import * as z from "zod/mini";
import { Ids, type ConditionKind } from "../condition-kind.ts";
import type { Facts } from "../facts.ts";
import type { Moment } from "../moment.ts";

export const enrolmentTests = ["enrolled", "overdue"] as const;
/** An enrolment that holds now, in one of some courses or, with none named, in any; overdue: past its due date, and the newest attempt not complete, as the lists of
 * people and My Courses say it. */
export const Enrolment = z.object({ kind: z.literal("enrolment"), test: z.enum(enrolmentTests), courseIds: Ids });
export type Enrolment = z.infer<typeof Enrolment>;

const isAsked = (courseIds: readonly number[], courseId: number) => courseIds.length === 0 || courseIds.includes(courseId);

const fitting = ({ test, courseIds }: Enrolment, facts: Facts, { now }: Pick<Moment, "now">) =>
  facts.enrolments.filter(
    ({ courseId, isActive, dueAt, isComplete }) =>
      isActive && isAsked(courseIds, courseId) && (test === "enrolled" || (dueAt !== null && dueAt <= now && !isComplete)),
  );

export const enrolment: ConditionKind<Enrolment> = {
  fits: (test, facts, moment) => fitting(test, facts, moment).length > 0,
  seen: ({ courseIds }, facts) => ({
    courseIds: facts.enrolments
      .filter(({ isActive, courseId }) => isActive && isAsked(courseIds, courseId))
      .map(({ courseId }) => courseId),
  }),
};
