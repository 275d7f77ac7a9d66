import { sql, type RawBuilder } from "kysely";

/** An instant of SQL as text that is the same for every session: "2026-12-01T22:59:59.000Z"; null for none. */
export const instantText = (at: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
