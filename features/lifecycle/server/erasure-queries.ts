import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";

const Counts = z.object({
  fields: z.int(),
  files: z.int(),
  groups: z.int(),
  roles: z.int(),
  sessions: z.int(),
  answers: z.int(),
  packages: z.int(),
  entries: z.int(),
  enrolments: z.int(),
  attempts: z.int(),
  completions: z.int(),
  results: z.int(),
});

/** How much there is of a person in a portal. */
export async function countRecords(db: Db, portalId: number, userId: number) {
  const own = sql`portal_id = ${portalId} and user_id = ${userId}`;
  const attempts = sql`x.portal_id = a.portal_id and x.attempt_id = a.id where a.portal_id = ${portalId} and a.user_id = ${userId}`;
  return oneRow(
    await typed(Counts)`select
      (select count(*)::int from field_values where ${own}) as fields,
      (select count(*)::int from field_files where ${own}) as files,
      (select count(*)::int from group_members where ${own}) as groups,
      (select count(*)::int from role_assignments where ${own}) as roles,
      (select count(*)::int from sessions where ${own}) as sessions,
      (select count(*)::int from attempts a join quiz_submissions x on ${attempts}) as answers,
      (select count(*)::int from attempts a join scorm_states x on ${attempts}) as packages,
      (select count(*)::int from audit_events where portal_id = ${portalId} and (actor_id = ${userId} or (object_kind = 'user' and object_id = ${userId}))) as entries,
      (select count(*)::int from enrolments where ${own}) as enrolments,
      (select count(*)::int from attempts where ${own}) as attempts,
      (select count(*)::int from completions where ${own}) as completions,
      (select count(*)::int from attempts a join quiz_submissions x on ${attempts}) as results`.execute(db),
  );
}

const Pending = z.object({
  id: z.int(),
  dueAt: z.date(),
  askedAt: z.date(),
  askedBy: z.nullable(z.string()),
  reason: z.string(),
  statusBefore: z.enum(["active", "suspended"]),
});

/** The erasure of a person that waits. */
export async function findPending(db: Db, portalId: number, userId: number) {
  const { rows } = await typed(Pending)`
    select e.id, e.due_at as "dueAt", e.asked_at as "askedAt", nullif(trim(u.given_name || ' ' || u.family_name), '') as "askedBy", e.reason,
      e.status_before as "statusBefore"
    from erasures e left join users u on u.id = e.asked_by
    where e.portal_id = ${portalId} and e.user_id = ${userId} and e.done_at is null and e.cancelled_at is null`.execute(db);
  return rows[0];
}

const Asked = z.object({ id: z.int(), dueAt: z.date() });

/** Writes down that an erasure was asked for, and deactivates the person until then. As stoa_people. */
export async function insertErasure(
  db: Db,
  { portalId, userId, askedBy, reason, days }: { portalId: number; userId: number; askedBy: number; reason: string; days: number },
) {
  const row = oneRow(
    await typed(Asked)`insert into erasures (portal_id, user_id, asked_by, reason, due_at, status_before)
      select m.portal_id, m.user_id, ${askedBy}, ${reason}, now() + make_interval(days => ${days}::int), m.status
      from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId}
      returning id, due_at as "dueAt"`.execute(db),
  );
  await sql`update memberships set status = 'suspended' where portal_id = ${portalId} and user_id = ${userId}`.execute(db);
  return row;
}

/** Cancels a waiting erasure; the membership stands again as before. As stoa_people. */
export async function cancelErasure(db: Db, { portalId, id, userId }: { portalId: number; id: number; userId: number }, by: number) {
  await sql`update erasures set cancelled_at = now(), cancelled_by = ${by} where portal_id = ${portalId} and id = ${id}`.execute(db);
  await sql`update memberships m set status = e.status_before from erasures e
    where e.portal_id = ${portalId} and e.id = ${id} and m.portal_id = e.portal_id and m.user_id = ${userId}`.execute(db);
}

/** Ends all sessions of a person in a portal. As stoa_system. */
export const endSessions = (db: Db, portalId: number, userId: number) =>
  sql`with ended as (delete from sessions where portal_id = ${portalId} and user_id = ${userId} returning portal_id, id)
    insert into ended_sessions (portal_id, session_id) select portal_id, id from ended`.execute(db);

const Due = z.object({ portalId: z.int(), id: z.int() });

/** Erasures whose time has come. As stoa_system. */
export const listDue = async (db: Db) =>
  (
    await typed(Due)`select portal_id as "portalId", id from erasures
      where due_at <= now() and cancelled_at is null and done_at is null order by due_at limit 100`.execute(db)
  ).rows;

const Left = z.object({ portalId: z.int(), id: z.int(), files: z.array(z.string()) });

/** Erasures whose files are still to be removed. As stoa_system. */
export const listFilesLeft = async (db: Db) =>
  (await typed(Left)`select portal_id as "portalId", id, files from erasures where files <> '{}' limit 100`.execute(db)).rows;

export const forgetFiles = (db: Db, { portalId, id }: { portalId: number; id: number }) =>
  sql`update erasures set files = '{}' where portal_id = ${portalId} and id = ${id}`.execute(db);

/** Whether a person belongs to another portal; nothing else of it is told. As stoa_system. */
export async function belongsElsewhere(db: Db, portalId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("portal_id", "<>", portalId)
    .executeTakeFirst();
  return row !== undefined;
}

const Again = z.object({ id: z.int() });

/** An erasure of somebody who is there and was erased before, by a backup that knows nothing of it; null for somebody who is not there. As stoa_system. */
export async function insertAgain(db: Db, portalId: number, userId: number): Promise<number | null> {
  await sql`insert into erasures (portal_id, user_id, reason, asked_by, due_at, status_before)
    select m.portal_id, m.user_id, 'Erased before the backup was restored', m.user_id, now(), m.status
    from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.user_id = ${userId} and u.kind = 'person'
    on conflict do nothing`.execute(db);
  const { rows } = await typed(Again)`select id from erasures
    where portal_id = ${portalId} and user_id = ${userId} and cancelled_at is null and done_at is null`.execute(db);
  return rows[0]?.id ?? null;
}
