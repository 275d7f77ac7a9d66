import { sql } from "kysely";

/** The outcome of an attempt (contract.ts, Outcome); needs the aliases p (attempt_progress) and s (enrolment_standing) of one attempt. */
export const outcomeColumn = sql`case
  when p.completion_id is not null then case when p.passed then 'passed' when not p.passed then 'notPassed' else 'completed' end
  when s.active then 'inProgress' else 'ended' end as outcome`;
