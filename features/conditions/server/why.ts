import { readFields } from "#features/fields/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { testsIn, type Condition, type Explained } from "../condition.ts";
import type { Why, WhyLine } from "../why-contract.ts";
import { requireVisible } from "./choices.ts";
import { explainPerson } from "./explain-person.ts";
import type { Place } from "./kind-sql.ts";

/**
 * Why somebody, whom the caller has found in reach, fits a condition, or does not, part by part; values of sensitive fields are left out. Null for nobody of the
 * portal. Throws 403 for a condition about what the person asking does not see.
 */
export async function tellWhy(
  db: Db,
  actor: Actor,
  { condition, place, userId }: { readonly condition: Condition; readonly place: Place; readonly userId: number },
): Promise<Pick<Why, "fits" | "lines"> | null> {
  await requireVisible(db, actor, condition);
  const explained = await explainPerson(db, condition, place, userId);
  if (!explained) return null;
  const asksFields = testsIn(condition).some(({ kind }) => kind === "field");
  const sensitive = asksFields ? (await readFields(db, actor.portalId)).filter(({ isSensitive }) => isSensitive) : [];
  return { fits: explained.fits, lines: linesOf(explained, 0, new Set(sensitive.map(({ id }) => id))) };
}

function linesOf(explained: Explained, depth: number, sensitive: ReadonlySet<number>): WhyLine[] {
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
