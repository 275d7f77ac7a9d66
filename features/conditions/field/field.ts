import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import { Day, Ids, Text, When, type ConditionKind } from "../condition-kind.ts";
import type { Facts, FieldFact } from "../facts.ts";
import { isIn, spanOf, type Moment } from "../moment.ts";
import { textFits, textTests } from "../text-test.ts";

const Amount = z.number(words("Enter a number."));
/** How a value of a custom field is tested; the field's kind says which of these make sense. by "none": there is no value. */
export const FieldTest = z.discriminatedUnion("by", [
  z.object({ by: z.literal("none") }),
  z.object({ by: z.literal("text"), test: z.enum(textTests), text: Text }),
  z.object({ by: z.literal("number"), least: z.nullable(Amount), most: z.nullable(Amount) }),
  z.object({ by: z.literal("yes"), is: z.boolean() }),
  /** Both ends belong to it. */
  z.object({ by: z.literal("day"), from: z.nullable(Day), to: z.nullable(Day) }),
  z.object({ by: z.literal("moment"), when: When }),
  z.object({ by: z.literal("option"), optionIds: Ids.check(z.minLength(1, words("Choose a value."))) }),
  z.object({ by: z.literal("person"), personIds: Ids.check(z.minLength(1, words("Choose a person."))) }),
]);
export type FieldTest = z.infer<typeof FieldTest>;
/** A test of a custom field: somebody passes with one value that does. */
export const Field = z.object({ kind: z.literal("field"), fieldId: z.int().check(z.gte(1), z.lte(2 ** 52)), is: FieldTest });
export type Field = z.infer<typeof Field>;

const inside = <V extends string | number>(value: V, least: V | null, most: V | null) =>
  (least === null || value >= least) && (most === null || value <= most);

function passes(is: FieldTest, value: FieldFact, moment: Moment): boolean {
  switch (is.by) {
    case "none":
      return false;
    case "text":
      return value.text !== null && textFits(is, value.text);
    case "number":
      return value.number !== null && inside(value.number, is.least, is.most);
    case "yes":
      return value.number === (is.is ? 1 : 0);
    case "day":
      return value.day !== null && inside(value.day, is.from, is.to);
    case "moment":
      return value.instant !== null && isIn(value.instant, spanOf(is.when, moment));
    case "option":
      return value.optionId !== null && is.optionIds.includes(value.optionId);
    case "person":
      return value.personId !== null && is.personIds.includes(value.personId);
  }
}

const valuesOf = ({ fieldId }: Field, facts: Facts) => facts.fields.filter((value) => value.fieldId === fieldId);
const known = <V>(values: readonly (V | null)[]): V[] => values.filter((value) => value !== null);

export const field: ConditionKind<Field> = {
  fits(test, facts, moment) {
    const values = valuesOf(test, facts);
    return test.is.by === "none" ? values.length === 0 : values.some((value) => passes(test.is, value, moment));
  },
  seen(test, facts) {
    const values = valuesOf(test, facts);
    return {
      texts: known(values.map(({ text }) => text)),
      numbers: known(values.map(({ number }) => number)),
      days: known(values.map(({ day }) => day)),
      instants: known(values.map(({ instant }) => instant?.toISOString() ?? null)),
      optionIds: known(values.map(({ optionId }) => optionId)),
    };
  },
};
