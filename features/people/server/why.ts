import { readCondition } from "#features/conditions/condition.ts";
import { tellWhy } from "#features/conditions/server/service.ts";
import type { explainPerson } from "#features/conditions/why-contract.ts";
import { placeOf } from "#features/roles/server/service.ts";
import type { Result } from "#platform/contract.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import { personInReach } from "./reach.ts";

/** Why somebody in reach fits a condition, or does not, part by part. Throws 403 for a condition about a field that the person asking does not see. */
export async function explainWhy({ db, actor, portal }: Context, userId: number, text: string): Promise<Result<typeof explainPerson>> {
  const condition = readCondition(text);
  if (!condition) throw invalid("condition", "unknown_filter", "This filter is not known.");
  const person = await personInReach(db, actor, userId);
  const told = await tellWhy(db, actor, { condition, place: await placeOf(db, portal, [condition]), userId });
  if (!told) throw notFound("person", "This person could not be found.");
  const name = `${person.givenName} ${person.familyName}`.trim();
  return { name: name || person.email, ...told };
}
