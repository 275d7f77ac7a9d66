import * as z from "zod/mini";
import { criteriaPath } from "#features/blocks/signOff/sign-off.ts";
import { newestAttempt } from "#features/progress/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";

const Attempt = z.object({
  attemptId: z.int(),
  courseId: z.int(),
  courseType: z.string(),
  course: z.string(),
  versionId: z.int(),
  /** The states of its blocks by their ids. */
  states: jsonOf<Record<string, object>>(),
});
export type SignedAttempt = z.infer<typeof Attempt>;

/** The newest attempts of a person in courses that they are in and in which something is signed. */
export const listSigned = async (db: Db, portalId: number, userId: number): Promise<SignedAttempt[]> =>
  (
    await typed(Attempt)`
      select p.attempt_id as "attemptId", c.id as "courseId", c.type as "courseType", c.title as course, p.version_id as "versionId",
        coalesce((select jsonb_object_agg(b.block_id, b.state) from attempt_blocks b
          where b.portal_id = p.portal_id and b.attempt_id = p.attempt_id), '{}') as states
      from (select * from enrolment_standing s where s.portal_id = ${portalId} and s.user_id = ${userId} and s.active offset 0) s
      join ${newestAttempt}
      join courses c on c.portal_id = p.portal_id and c.id = p.course_id
      join course_versions v on v.portal_id = p.portal_id and v.id = p.version_id
      where v.content @? ${criteriaPath}::jsonpath
      order by c.title, c.id`.execute(db)
  ).rows;

const Named = z.object({ id: z.int(), name: z.string() });

/** What people are called, by their ids. */
export async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await typed(Named)`
    select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name
    from users u where u.id = any (${ids}::bigint[]) and u.kind = 'person'`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
