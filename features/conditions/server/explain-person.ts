import type { Db } from "#platform/db/connect.ts";
import { explain, type Condition, type Explained } from "../condition.ts";
import { factsOf } from "./facts.ts";
import type { Place } from "./kind-sql.ts";

/** Why somebody fits a condition, or does not, with the values used; null for nobody of the portal. */
export async function explainPerson(db: Db, condition: Condition, place: Place, userId: number): Promise<Explained | null> {
  const facts = (await factsOf(db, place, [userId])).get(userId);
  return facts ? explain(condition, facts, place) : null;
}
