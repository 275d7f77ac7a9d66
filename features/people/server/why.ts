import { isCombined, readCondition, type Condition, type Explained } from "#features/conditions/condition.ts";
import { explainPerson, requireVisible } from "#features/conditions/server/service.ts";
import { placeOf } from "#features/roles/server/service.ts";
import { readFields } from "#features/fields/server/service.ts";
import type { Result } from "#platform/contract.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { personInReach } from "./reach.ts";

/** Why somebody in reach fits a condition, or does not, part by part. Throws 403 for a condition about a field that the person asking does not see. */
export async function explainWhy({ db, actor, portal }: Context, userId: number, text: string): Promise<Result<typeof api.explainPerson>> {
  const condition = readCondition(text);
  if (!condition) throw invalid("condition", "unknown_filter", "This filter is not known.");
  const person = await personInReach(db, actor, userId);
  await requireVisible(db, actor, condition);
  const explained = await explainPerson(db, condition, await placeOf(db, portal, [condition]), userId);
  if (!explained) throw notFound("person", "This person could not be found.");
  const sensitive = new Set(
    asksFields(condition) ? (await readFields(db, portal.id)).filter(({ isSensitive }) => isSensitive).map(({ id }) => id) : [],
  );
  const name = `${person.givenName} ${person.familyName}`.trim();
  return { name: name || person.email, fits: explained.fits, lines: linesOf(explained, 0, sensitive) };
}

const asksFields = (condition: Condition): boolean => (isCombined(condition) ? condition.of.some(asksFields) : condition.kind === "field");

function linesOf(explained: Explained, depth: number, sensitive: ReadonlySet<number>): api.WhyLine[] {
  const { fits, kind } = explained;
  if (explained.kind !== "test")
    return [
      { depth, kind, fits, test: null, seen: {}, isMasked: false },
      ...explained.of.flatMap((one) => linesOf(one, depth + 1, sensitive)),
    ];
  const { test, seen } = explained;
  const isMasked = test.kind === "field" && sensitive.has(test.fieldId);
  return [{ depth, kind, fits, test: JSON.stringify(test), seen: isMasked ? {} : seen, isMasked }];
}
