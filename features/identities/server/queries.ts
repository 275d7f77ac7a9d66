import { sql } from "kysely";
import * as z from "zod/mini";
import { newestAttempt } from "#features/progress/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { identityRoles, signInsShown } from "../contract.ts";

// What is asked here spans portals and runs as the system role.

const IdentityRow = z.object({
  userId: z.int(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  isSystemAdmin: z.boolean(),
  createdAt: z.date(),
  passwordSetAt: z.nullable(z.date()),
  mustChangePassword: z.boolean(),
});
export type IdentityRow = z.infer<typeof IdentityRow>;

/** An account of a person; undefined for none, and for one that was merged away or erased. lock: nobody else changes it until the transaction ends. */
export async function findIdentity(db: Db, userId: number, { lock = false } = {}): Promise<IdentityRow | undefined> {
  const { rows } = await typed(IdentityRow)`
    select id as "userId", email, given_name as "givenName", family_name as "familyName", is_system_admin as "isSystemAdmin",
      created_at as "createdAt", password_changed_at as "passwordSetAt", must_change_password as "mustChangePassword"
    from users where id = ${userId} and kind = 'person' ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows[0];
}

const MembershipRow = z.object({
  portalId: z.int(),
  name: z.string(),
  host: z.string(),
  status: z.enum(["active", "suspended"]),
  roles: z.array(z.object({ role: z.enum(identityRoles), isCopy: z.boolean() })),
  joinedAt: z.date(),
  lastSignInAt: z.nullable(z.date()),
  enrolments: z.int(),
  completions: z.int(),
  sessions: z.int(),
});

/** What the copies of roles leave to a membership m, of which d is what it holds where roles began or ended since they were last settled. */
const limitsHeld = sql`cross join lateral (select case when m.roles_change_at <= now() then d.limits else m.role_limits end as limits) l`;

/** What somebody is in each of their portals, by the portals' names. idleMinutes: a session without a request for so long has ended. */
export const listMemberships = async (db: Db, userId: number, idleMinutes: number) =>
  (
    await typed(MembershipRow)`
      select m.portal_id as "portalId", p.name, h.host, m.status, m.joined_at as "joinedAt", m.last_sign_in_at as "lastSignInAt",
        (select coalesce(json_agg(json_build_object('role', r.role, 'isCopy', coalesce(l.limits ? r.role, false)) order by r.nth), '[]')
          from (values (1, 'Author', coalesce(d.is_author, m.is_author)), (2, 'Manager', coalesce(d.is_manager, m.is_manager)),
            (3, 'Admin', coalesce(d.is_admin, m.is_admin))) as r (nth, role, held)
          where r.held or l.limits ? r.role) as roles,
        (select count(*)::int from enrolments e where e.portal_id = m.portal_id and e.user_id = m.user_id) as enrolments,
        (select count(*)::int from attempt_progress a where a.portal_id = m.portal_id and a.user_id = m.user_id and a.completed_at is not null) as completions,
        (select count(*)::int from sessions s where s.portal_id = m.portal_id and s.user_id = m.user_id and s.expires_at > now()
          and s.last_seen_at > now() - make_interval(mins => ${idleMinutes})) as sessions
      from memberships m
      join portals p on p.id = m.portal_id
      join portal_hosts h on h.portal_id = p.id and h.is_primary
      left join lateral roles_held(m.portal_id, m.user_id, now()) d on m.roles_change_at <= now()
      ${limitsHeld}
      where m.user_id = ${userId}
      order by lower(p.name), p.id`.execute(db)
  ).rows;

const StandingRow = z.object({
  id: z.int(),
  role: z.enum(["Student", "Author", "Manager", "Admin", "System"]),
  overdue: z.int(),
  lastVisitAt: z.nullable(z.date()),
  colors: z.record(z.string(), z.unknown()),
  logo: z.nullable(z.string()),
});

/** The highest role, in full or as a copy, the overdue courses and the last visit of somebody in some portals, and how these look; the last visited first. */
export const listStandings = async (
  db: Db,
  { userId, isSystemAdmin }: { readonly userId: number; readonly isSystemAdmin: boolean },
  portalIds: readonly number[],
) =>
  (
    await typed(StandingRow)`
      select p.id,
        case when ${isSystemAdmin}::boolean then 'System'
          when coalesce(d.is_admin, m.is_admin) or l.limits ? 'Admin' then 'Admin'
          when coalesce(d.is_manager, m.is_manager) or l.limits ? 'Manager' then 'Manager'
          when coalesce(d.is_author, m.is_author) or l.limits ? 'Author' then 'Author'
          else 'Student' end as role,
        (select count(*)::int from enrolments e
          join lateral (select * from enrolment_standing s where s.portal_id = e.portal_id and s.enrolment_id = e.id offset 0) s on true
          left join ${newestAttempt}
          where e.portal_id = m.portal_id and e.user_id = m.user_id
            and s.active and p.completed_at is null and s.due_at <= now()) as overdue,
        v.at as "lastVisitAt", p.colors, coalesce(p.mobile_logo_file, p.logo_file) as logo
      from portals p
      left join memberships m on m.portal_id = p.id and m.user_id = ${userId} and m.status = 'active'
      left join lateral roles_held(m.portal_id, m.user_id, now()) d on m.roles_change_at <= now()
      ${limitsHeld}
      cross join lateral (select greatest(m.last_sign_in_at,
        (select max(s.last_seen_at) from sessions s where s.portal_id = p.id and s.user_id = ${userId})) as at) v
      where p.id = any (${[...portalIds]}::bigint[])
      order by v.at desc nulls last, lower(p.name), p.id`.execute(db)
  ).rows;

const PortalRow = z.object({ portalId: z.int(), name: z.string() });

/** The portals in use to which somebody does not belong. */
export const listOtherPortals = async (db: Db, userId: number) =>
  (
    await typed(PortalRow)`
      select id as "portalId", name from portals p
      where status = 'active' and not exists (select from memberships m where m.portal_id = p.id and m.user_id = ${userId})
      order by lower(name), id`.execute(db)
  ).rows;

const SignInRow = z.object({
  id: z.int(),
  at: z.date(),
  portal: z.string(),
  kind: z.enum(["signed_in", "portal_switched", "sign_in_failed"]),
  ip: z.string(),
});

/** The last sign-ins of somebody in the portals to which they belong. */
export const listSignIns = async (db: Db, userId: number) =>
  (
    await typed(SignInRow)`
      select e.id, e.at, p.name as portal, e.action as kind, e.ip
      from audit_events e join portals p on p.id = e.portal_id
      where e.portal_id in (select portal_id from memberships where user_id = ${userId})
        and e.action in ('signed_in', 'portal_switched', 'sign_in_failed')
        and ((e.object_kind = 'user' and e.object_id = ${userId}) or (e.actor_id = ${userId} and e.object_kind is null))
      order by e.at desc, e.id desc limit ${signInsShown}`.execute(db)
  ).rows;

/** The portals of which somebody is a member. */
export const listPortalIds = async (db: Db, userId: number) =>
  (await db.selectFrom("memberships").select("portal_id").where("user_id", "=", userId).orderBy("portal_id").execute()).map(
    ({ portal_id }) => portal_id,
  );

export const findByEmail = (db: Db, email: string) => db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();

export const updateIdentity = (db: Db, userId: number, identity: { given_name: string; family_name: string; email: string }) =>
  db.updateTable("users").set(identity).where("id", "=", userId).execute();

/** Whether somebody is a system admin, which stays so until the transaction ends. */
export const holdSystemAdmin = async (db: Db, userId: number) =>
  (
    await db
      .selectFrom("users")
      .select("id")
      .where("id", "=", userId)
      .where("is_system_admin", "=", true)
      .where("kind", "=", "person")
      .forShare()
      .executeTakeFirst()
  )?.id === userId;

export const isActivePortal = async (db: Db, portalId: number) =>
  (await db.selectFrom("portals").select("id").where("id", "=", portalId).where("status", "=", "active").executeTakeFirst()) !== undefined;

/** Makes somebody a member; false when they are one already. */
export const insertMember = async (db: Db, portalId: number, userId: number) =>
  (await db
    .insertInto("memberships")
    .values({ portal_id: portalId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst()) !== undefined;

/** The status of a membership, held until the transaction ends. */
export const lockStatus = async (db: Db, portalId: number, userId: number) =>
  (
    await db
      .selectFrom("memberships")
      .select("status")
      .where("portal_id", "=", portalId)
      .where("user_id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.status as "active" | "suspended" | undefined;

export const updateStatus = (db: Db, portalId: number, userId: number, status: "active" | "suspended") =>
  db.updateTable("memberships").set({ status }).where("portal_id", "=", portalId).where("user_id", "=", userId).execute();

/** Whether an erasure of somebody waits in a portal: they stay deactivated until it is cancelled there. */
export const waitsForErasure = async (db: Db, portalId: number, userId: number) =>
  (await db
    .selectFrom("erasures")
    .select("user_id")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("cancelled_at", "is", null)
    .where("done_at", "is", null)
    .executeTakeFirst()) !== undefined;

const Ended = z.object({ portalId: z.int(), count: z.int() });

/** Ends the sessions of somebody, and what packages were given in them: in one portal, or in all. Gives how many ended in which portal. */
export const endSessions = async (db: Db, userId: number, portalId: number | null) =>
  (
    await typed(Ended)`
      with ended as (delete from sessions where user_id = ${userId} and (${portalId}::bigint is null or portal_id = ${portalId}) returning portal_id, id),
        told as (insert into ended_sessions (portal_id, session_id) select portal_id, id from ended)
      select portal_id as "portalId", count(*)::int as count from ended group by portal_id order by portal_id`.execute(db)
  ).rows;
