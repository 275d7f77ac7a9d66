import { sql } from "kysely";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";

/** Takes back what an action decided about the enrolments of these people in the course; a decision that was taken back already stays as it is. */
export const takeBackDecisions = (
  db: Db,
  { portalId, userId }: Pick<Actor, "portalId" | "userId">,
  what: { readonly courseId: number; readonly ids: readonly number[]; readonly runId: number; readonly reason: string },
) =>
  sql`insert into correction_reversals (portal_id, correction_id, reversed_by, reason)
    select d.portal_id, d.id, ${userId}, ${what.reason} from enrolments e
    join corrections d on d.portal_id = e.portal_id and d.enrolment_id = e.id and d.run_id = ${what.runId}
    where e.portal_id = ${portalId} and e.course_id = ${what.courseId} and e.user_id = any (${what.ids}::bigint[]) on conflict do nothing`.execute(
    db,
  );
