import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { suppressedBy } from "#features/mail/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { newestAttempt } from "#features/enrolment/server/service.ts";
import { outcomeColumn } from "#features/history/server/service.ts";
import { PersonCause, PersonCorrection } from "../person-contract.ts";

const PersonRow = z.object({
  userId: z.int(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  isSystemAdmin: z.boolean(),
  hasPassword: z.boolean(),
  status: z.enum(["active", "suspended"]),
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  joinedAt: z.date(),
  lastSignInAt: z.nullable(z.date()),
  mailStopped: z.nullable(z.string()),
});
export type PersonRow = z.infer<typeof PersonRow>;

/** A member of the portal for whom `within` holds; undefined for anybody else. lock: nobody else changes the membership until the transaction ends. */
export async function findPerson(
  db: Db,
  portalId: number,
  userId: number,
  { within, lock }: { within: RawBuilder<boolean>; lock: boolean },
): Promise<PersonRow | undefined> {
  const { rows } = await typed(PersonRow)`
    select u.id as "userId", u.email, u.given_name as "givenName", u.family_name as "familyName", u.is_system_admin as "isSystemAdmin",
      u.password_changed_at is not null or m.last_sign_in_at is not null as "hasPassword",
      m.status, coalesce(r.is_author, m.is_author) as "isAuthor", coalesce(r.is_manager, m.is_manager) as "isManager",
      coalesce(r.is_admin, m.is_admin) as "isAdmin",
      m.joined_at as "joinedAt", m.last_sign_in_at as "lastSignInAt", ${suppressedBy(sql`m.portal_id`, sql`u.email`)} as "mailStopped"
    from memberships m join users u on u.id = m.user_id
    left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
    where m.portal_id = ${portalId} and m.user_id = ${userId} and u.kind = 'person' and ${within}
    ${lock ? sql`for no key update of m` : sql``}`.execute(db);
  return rows[0];
}

const EnrolmentRow = z.object({
  enrolmentId: z.int(),
  courseId: z.int(),
  type: z.enum(["online", "classroom", "scorm"]),
  title: z.string(),
  active: z.boolean(),
  dueAt: z.nullable(z.date()),
  expiresAt: z.nullable(z.date()),
  attemptId: z.nullable(z.int()),
  number: z.nullable(z.int()),
  percent: z.nullable(z.int()),
  outcome: z.enum(["passed", "completed", "notPassed", "inProgress", "ended"]),
  completedAt: z.nullable(z.date()),
  exempt: z.boolean(),
  causes: z.array(PersonCause),
  corrections: z.array(PersonCorrection),
});
export type EnrolmentRow = z.infer<typeof EnrolmentRow>;

const nameOf = (alias: string) => sql`nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), '')`;

/**
 * A person's enrolments with all their causes, those that ended too, and what was decided about them. In force first, the most urgent of them first. only: one of
 * the enrolments.
 */
export async function listEnrolments(db: Db, portalId: number, userId: number, only?: number): Promise<EnrolmentRow[]> {
  const { rows } = await typed(EnrolmentRow)`
    select s.enrolment_id as "enrolmentId", c.id as "courseId", c.type, c.title, s.active, s.due_at as "dueAt", s.expires_at as "expiresAt", s.exempt,
      p.attempt_id as "attemptId", p.number, p.percent, p.completed_at as "completedAt", ${outcomeColumn},
      (select json_agg(json_build_object('id', k.id, 'kind', k.kind, 'by', ${nameOf("maker")}, 'reference', k.reference, 'at', k.created_at,
          'dueAt', k.due_at, 'expiresAt', k.expires_at, 'endedAt', x.ended_at, 'endedBy', ${nameOf("ender")},
          'endReason', coalesce(x.reason, '')) order by k.id)
        from enrolment_causes k
        left join enrolment_cause_ends x on x.portal_id = k.portal_id and x.cause_id = k.id
        left join users maker on maker.id = k.created_by and k.kind <> 'self'
        left join users ender on ender.id = x.ended_by
        where k.portal_id = s.portal_id and k.enrolment_id = s.enrolment_id) as causes,
      (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'valueAt', d.value_at, 'by', ${nameOf("maker")}, 'at', d.made_at,
          'reason', d.reason, 'reversedAt', x.reversed_at, 'reversedBy', ${nameOf("undoer")}, 'reverseReason', x.reason) order by d.id), '[]')
        from corrections d
        left join correction_reversals x on x.portal_id = d.portal_id and x.correction_id = d.id
        join users maker on maker.id = d.made_by
        left join users undoer on undoer.id = x.reversed_by
        where d.portal_id = s.portal_id and d.enrolment_id = s.enrolment_id) as corrections
    from enrolment_standing s
    join courses c on c.portal_id = s.portal_id and c.id = s.course_id
    left join ${newestAttempt}
    where s.portal_id = ${portalId} and s.user_id = ${userId} ${only === undefined ? sql`` : sql`and s.enrolment_id = ${only}`}
    order by s.active desc, p.completed_at is not null, s.due_at nulls last, lower(c.title), c.id`.execute(db);
  return rows;
}

/** Adds somebody to the users, unless the email has an account already. Returns their id. */
export async function insertUser(db: Db, identity: { email: string; given_name: string; family_name: string }) {
  const made = await db
    .insertInto("users")
    .values(identity)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) return { id: made.id, isSystemAdmin: false, kind: "person" };
  return db
    .selectFrom("users")
    .select(["id", "is_system_admin as isSystemAdmin", "kind"])
    .where("email", "=", identity.email)
    .executeTakeFirstOrThrow();
}

/** Makes a person a member. False when they are one already, or somebody else has this external id. */
export async function insertMember(db: Db, portalId: number, userId: number, externalId: string | null): Promise<boolean> {
  const made = await db
    .insertInto("memberships")
    .values({ portal_id: portalId, user_id: userId, external_id: externalId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return made !== undefined;
}

const Waits = z.object({ waits: z.boolean() });

/** Whether a person is to be erased, which keeps them deactivated. */
export const isToBeErased = async (db: Db, portalId: number, userId: number) =>
  oneRow(await typed(Waits)`select erasure_waits(${portalId}, ${userId}) as waits`.execute(db)).waits;

export const updateStatus = (db: Db, portalId: number, userId: number, status: "active" | "suspended") =>
  db.updateTable("memberships").set({ status }).where("portal_id", "=", portalId).where("user_id", "=", userId).execute();

/** Ends every session of a person in a portal, and what packages were given in them. Run as the system role. */
export const endSessions = (db: Db, portalId: number, userId: number) =>
  sql`with ended as (delete from sessions where portal_id = ${portalId} and user_id = ${userId} returning portal_id, id)
    insert into ended_sessions (portal_id, session_id) select portal_id, id from ended`.execute(db);

/** Whether somebody else of any portal has this email. Only the users' own table is asked, so nothing of another portal is told. */
export const findByEmail = (db: Db, email: string) => db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();

/** Changes the name and the email of somebody else, who has yet to show that the email is theirs (email_set_at). */
export const updateIdentity = (db: Db, userId: number, identity: { given_name: string; family_name: string; email: string }) =>
  db
    .updateTable("users")
    .set({ ...identity, email_set_at: sql<Date | null>`case when email = ${identity.email} then email_set_at else now() end` })
    .where("id", "=", userId)
    .execute();

const Holder = z.object({ userId: z.int() });

/** Who has an email or an external id in this portal, the external id's first. Of an account that was merged away it is the person who is kept. */
export const listIdHolders = async (db: Db, portalId: number, { email, externalId }: { email: string; externalId: string }) =>
  (
    await typed(Holder)`select coalesce(kept_person(${portalId}, m.user_id), m.user_id) as "userId"
      from memberships m join users u on u.id = m.user_id
      where m.portal_id = ${portalId} and (u.email = ${email} or m.external_id = ${externalId})
        and not erasure_waits(m.portal_id, m.user_id)
      order by m.external_id is not distinct from ${externalId} desc`.execute(db)
  ).rows;

export const setExternalId = (db: Db, portalId: number, userId: number, externalId: string) =>
  db.updateTable("memberships").set({ external_id: externalId }).where("portal_id", "=", portalId).where("user_id", "=", userId).execute();

const IdHolder = z.object({ keptId: z.int() });

/** Who has an external id in this portal; of an account that was merged away, the person who is kept. */
export const findByExternalId = async (db: Db, portalId: number, externalId: string) =>
  (
    await typed(IdHolder)`select coalesce(kept_person(${portalId}, user_id), user_id) as "keptId" from memberships
      where portal_id = ${portalId} and external_id = ${externalId}`.execute(db)
  ).rows[0];

export const hasExternalId = async (db: Db, portalId: number, userId: number) =>
  (await db
    .selectFrom("memberships")
    .select("user_id")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("external_id", "is not", null)
    .executeTakeFirst()) !== undefined;
