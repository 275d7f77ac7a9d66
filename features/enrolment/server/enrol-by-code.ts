import { sql } from "kysely";
import * as z from "zod/mini";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { insertEnrolment, lockEnrolment } from "./queries.ts";
import { causeHolds, causeStands } from "./standing-sql.ts";
import { tellEnrolled } from "./tell-enrolled.ts";

interface ByCode {
  /** What the cause says it was: the label of the code. */
  readonly reference: string;
  /** In whose name. */
  readonly givenBy: number;
  readonly dueAt: Date | null;
}
const Cause = z.object({ id: z.int() });

/** Enrols somebody in a published course by a code. Gives the cause's id; null for somebody who is enrolled already. As stoa_people or the system role. */
export async function enrolByCode(
  db: Db,
  { portalId, userId }: Asker,
  courseId: number,
  { reference, givenBy, dueAt }: ByCode,
): Promise<number | null> {
  await lockEnrolment(db, portalId, userId, courseId);
  const enrolmentId = await insertEnrolment(db, portalId, userId, courseId);
  const { rows } = await typed(Cause)`insert into enrolment_causes (portal_id, enrolment_id, kind, reference, created_by, due_at)
    select ${portalId}, ${enrolmentId}, 'code', ${reference}, ${givenBy}, ${dueAt}
    where not exists (select from enrolment_causes k where k.portal_id = ${portalId} and k.enrolment_id = ${enrolmentId} and ${causeHolds})
    returning id`.execute(db);
  const [cause] = rows;
  if (!cause) return null;
  await tellEnrolled(db, portalId, null, [enrolmentId]);
  return cause.id;
}

/** Ends what a code began, in the name of the asker: this cause. What was done in the course stays. False where it had ended already. */
export async function endCodeCause(db: Db, { portalId, userId }: Asker, causeId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into enrolment_cause_ends (portal_id, cause_id, ended_by)
    select k.portal_id, k.id, ${userId} from enrolment_causes k where k.portal_id = ${portalId} and k.id = ${causeId} and ${causeStands}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
