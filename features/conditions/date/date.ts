import * as z from "zod/mini";
import { When, type ConditionKind } from "../condition-kind.ts";
import type { Facts } from "../facts.ts";
import { isIn, spanOf } from "../moment.ts";

export const dateParts = ["joined", "lastSignIn"] as const;
/** When somebody joined the portal or last signed in there; when: null for never. */
export const DateTest = z.object({ kind: z.literal("date"), of: z.enum(dateParts), when: z.nullable(When) });
export type DateTest = z.infer<typeof DateTest>;

const instantOf = ({ of }: DateTest, facts: Facts) => (of === "joined" ? facts.joinedAt : facts.lastSignInAt);

export const date: ConditionKind<DateTest> = {
  fits(test, facts, moment) {
    const instant = instantOf(test, facts);
    return test.when === null || instant === null ? test.when === null && instant === null : isIn(instant, spanOf(test.when, moment));
  },
  seen(test, facts) {
    const instant = instantOf(test, facts);
    return { instants: instant === null ? [] : [instant.toISOString()] };
  },
};
