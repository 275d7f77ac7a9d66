import { sql, type RawBuilder } from "kysely";
import { soonMs } from "../due.ts";

/** The urgency of a due instant, as dueOf (../due.ts) computes it: overdue, soon, later; null without an instant. */
export const dueState = (dueAt: RawBuilder<unknown>, now: RawBuilder<unknown> = sql`now()`) =>
  sql<string | null>`case when ${dueAt} <= ${now} then 'overdue'
    when ${dueAt} <= ${now} + make_interval(secs => ${sql.lit(soonMs / 1000)}) then 'soon'
    when ${dueAt} is not null then 'later' end`;
