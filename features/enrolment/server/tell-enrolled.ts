import { sql } from "kysely";
import { enrolled } from "#features/notifications/events/enrolled/enrolled.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { causeHolds } from "./standing-sql.ts";

/**
 * Tells people that somebody enrolled them, in the transaction that did so, after it. Whoever was enrolled before, for whatever cause, is not told again;
 * neither is anybody who enrolled themselves. by: who did it; null for a rule or an import.
 */
export async function tellEnrolled(
  db: Db,
  portalId: number,
  by: Pick<Actor, "userId" | "givenName" | "familyName" | "email"> | null,
  enrolmentIds: readonly number[],
): Promise<void> {
  if (enrolmentIds.length === 0) return;
  const name = by && (`${by.givenName} ${by.familyName}`.trim() || by.email);
  // The number of causes that ended tells one time of being enrolled from the next, so causes that come together are told once.
  await sql`insert into notifications (portal_id, event, subject, user_id, occurrence, variables)
    select e.portal_id, ${enrolled.name}, 'course:' || e.course_id, e.user_id,
      e.id || ':' || (select count(*) from enrolment_causes k
        join enrolment_cause_ends x on x.portal_id = k.portal_id and x.cause_id = k.id where k.portal_id = e.portal_id and k.enrolment_id = e.id),
      jsonb_build_object('courseId', c.id, 'courseType', c.type, 'course', c.title, 'by', ${name}::text, 'byId', ${by?.userId ?? null}::bigint, 'dueAt', s.due_at)
    from enrolments e
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join enrolment_standing s on s.portal_id = e.portal_id and s.enrolment_id = e.id
    where e.portal_id = ${portalId} and e.id = any (${enrolmentIds}::bigint[]) and s.active and e.user_id is distinct from ${by?.userId ?? null}
      and not exists (select from enrolment_causes k where k.portal_id = e.portal_id and k.enrolment_id = e.id and k.created_at < now() and ${causeHolds})
    on conflict on constraint notifications_once do nothing`.execute(db);
}
