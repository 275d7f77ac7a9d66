import { sql } from "kysely";
import * as z from "zod/mini";
import type { AudiencesAsked } from "#features/portal/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { explain, type Condition, type Explained } from "../condition.ts";
import { personFits } from "./compile.ts";
import { factsOf } from "./facts.ts";
import type { Place } from "./kind-sql.ts";

export { requireVisible, seesCondition } from "./choices.ts";
export { compile, peopleWhoFit, personFits } from "./compile.ts";
export type { Place } from "./kind-sql.ts";

/** Why somebody fits a condition, or does not, with the values used; null for nobody of the portal. */
export async function explainPerson(db: Db, condition: Condition, place: Place, userId: number): Promise<Explained | null> {
  const facts = (await factsOf(db, place.portalId, [userId])).get(userId);
  return facts ? explain(condition, facts, place) : null;
}

const Fit = z.object({ nth: z.int() });
/** Which of some audiences a person is in (features/portal asks it for each page where something has one). */
export const audienceOf = ({ portal, userId, now, audiences }: AudiencesAsked) =>
  typed(Fit)`${sql.join(
    audiences.map(
      (audience, nth) =>
        sql`select ${nth}::int as nth where ${personFits(audience as Condition, { portalId: portal.id, now, zone: portal.timeZone }, sql`${userId}`)}`,
    ),
    sql` union all `,
  )}`;
