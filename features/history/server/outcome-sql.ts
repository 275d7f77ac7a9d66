import { sql, type RawBuilder } from "kysely";

/** Whether an attempt p (attempt_progress) came with an import. */
export const importedColumn = sql`exists (select from completions i where i.portal_id = p.portal_id and i.attempt_id = p.attempt_id and i.source = 'import') as "isImported"`;

const cameWith = (sources: RawBuilder<unknown>) => sql`(p.completion_id is null and exists (select from completions i
  where i.portal_id = p.portal_id and i.attempt_id = p.attempt_id and i.source ${sources}))`;

/** Whether an attempt p (attempt_progress) came with an import or by hand and was taken back: nobody ever made it. Its record stays, and no history shows it. */
export const wasTakenBack = cameWith(sql`<> 'rule'`);

/** Whether an attempt p (attempt_progress) came with an import that was undone. */
export const wasUndone = cameWith(sql`= 'import'`);

/** The outcome of an attempt (contract.ts, Outcome); needs the aliases p (attempt_progress) and s (enrolment_standing) of one attempt. */
export const outcomeColumn = sql`case
  when p.completion_id is not null then case when p.passed then 'passed' when not p.passed then 'notPassed' else 'completed' end
  when s.active then 'inProgress' else 'ended' end as outcome`;
