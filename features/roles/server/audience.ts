import { sql } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { personFits, type Place } from "#features/conditions/server/service.ts";
import type { AudienceOf, AudiencesAsked } from "#features/portal/server/service.ts";
import { typed } from "#platform/db/typed.ts";
import { isAboutTeams, placeOf } from "./teams.ts";

const Fit = z.object({ nth: z.int() });
const conditionsOf = ({ audiences }: AudiencesAsked) => audiences as readonly Condition[];

const statementOf = (asked: AudiencesAsked, place: Place) =>
  typed(Fit)`${sql.join(
    conditionsOf(asked).map((audience, nth) => sql`select ${nth}::int as nth where ${personFits(audience, place, sql`${asked.userId}`)}`),
    sql` union all `,
  )}`;

/** Which of some audiences a person is in (features/portal asks it for each page where something has one). Teams are read first, so nothing is sent ahead then. */
export const audienceOf: AudienceOf = {
  ahead: (asked) =>
    conditionsOf(asked).some(isAboutTeams)
      ? null
      : statementOf(asked, { portalId: asked.portal.id, now: asked.now, zone: asked.portal.timeZone, teams: new Map() }),
  async find(db, asked) {
    const { rows } = await statementOf(asked, await placeOf(db, asked.portal, conditionsOf(asked), asked.now)).execute(db);
    return rows.map(({ nth }) => nth);
  },
};
