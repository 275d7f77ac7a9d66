import * as z from "zod/mini";
import { Ids, When, type ConditionKind } from "../condition-kind.ts";
import type { Facts } from "../facts.ts";
import { isIn, spanOf } from "../moment.ts";

/** A completion of one of some courses or, with none named, of any; when: null for at any time. */
export const Completion = z.object({ kind: z.literal("completion"), courseIds: Ids, when: z.nullable(When) });
export type Completion = z.infer<typeof Completion>;

const asked = ({ courseIds }: Completion, facts: Facts) =>
  facts.completions.filter(({ courseId }) => courseIds.length === 0 || courseIds.includes(courseId));

export const completion: ConditionKind<Completion> = {
  fits(test, facts, moment) {
    const span = test.when === null ? {} : spanOf(test.when, moment);
    return asked(test, facts).some(({ completedAt }) => isIn(completedAt, span));
  },
  seen(test, facts) {
    const found = asked(test, facts);
    return { courseIds: found.map(({ courseId }) => courseId), instants: found.map(({ completedAt }) => completedAt.toISOString()) };
  },
};
