import { sql } from "kysely";
import * as z from "zod/mini";
import { deputyNamed } from "#features/notifications/events/deputy_named/deputy-named.ts";
import { notify } from "#features/notifications/server/service.ts";
import { signedIn, type Actor } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { Context, OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { deputyDays, mostDeputies } from "../contract.ts";
import { grantsRoles, namesDeputies } from "../policy.ts";
import { RoleScope } from "../scope.ts";
import { endAssignment } from "./assign.ts";
import { changingRights } from "./changing-rights.ts";
import { lockAssignment, nameOf } from "./queries.ts";

// Deputies of managers (ROLE-6). A deputy has, for some days, a share of each assignment that the manager holds in their own right: a row of its own that names it, and
// gives at each moment what that one gives (held_roles), never more. A share is not shared again.

const Row = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  startsAt: z.date(),
  endsAt: z.date(),
  hasBegun: z.boolean(),
  isIdle: z.boolean(),
});

/**
 * Who stands in for somebody (of: "deputy"), or for whom they stand in ("manager"), now or later; what was named at once is one. A share of which nothing comes, because the
 * manager's own days are others, is there with the days that were named: it would give something once those change.
 */
async function listShares(db: Db, { portalId, userId }: Pick<Actor, "portalId" | "userId">, of: "deputy" | "manager") {
  const [mine, theirs] = of === "deputy" ? [sql`a.holder_id`, sql`a.user_id`] : [sql`a.user_id`, sql`a.holder_id`];
  const { rows } = await typed(Row)`
    select min(a.id) as id, u.id as "userId", ${nameOf("u")} as name, bool_and(a.is_void) as "isIdle",
      coalesce(min(a.starts_at) filter (where not a.is_void), min(a.asked_from)) as "startsAt",
      coalesce(max(a.ends_at) filter (where not a.is_void), max(a.asked_until)) as "endsAt",
      coalesce(min(a.starts_at) filter (where not a.is_void) <= now(), false) as "hasBegun"
    from held_roles a
    join users u on u.id = ${theirs}
    join memberships h on h.portal_id = a.portal_id and h.user_id = a.holder_id and h.status = 'active'
    where a.portal_id = ${portalId} and a.deputy_of is not null and ${mine} = ${userId} and a.ends_at > now()
    group by u.id, a.granted_at order by min(a.starts_at), min(a.id)`.execute(db);
  return rows.map(({ startsAt, endsAt, ...row }) => ({ ...row, startsAt: instant(startsAt), endsAt: instant(endsAt) }));
}

const Own = z.object({ id: z.int(), copyId: z.nullable(z.int()), scope: RoleScope });

/** The assignments as a manager that somebody holds in their own right in some time, locked; a beginning of null is now. */
const ownParts = (portalId: number, userId: number, startsAt: Date | null, endsAt: Date) => typed(Own)`
  select a.id, a.copy_id as "copyId", a.scope from role_assignments a
  where a.portal_id = ${portalId} and a.user_id = ${userId} and a.role = 'Manager' and a.deputy_of is null
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(coalesce(${startsAt}::timestamptz, now()), ${endsAt}::timestamptz)
  order by a.id for update`;

/** The deputies of the person asking, and for whom they stand in. */
export async function showDeputies({ db, actor }: Pick<Context, "db" | "actor">): Promise<Result<typeof api.listDeputies>> {
  const { portalId, userId } = actor;
  const held = await db
    .selectFrom("role_assignments")
    .select("id")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("role", "=", "Manager")
    .where("deputy_of", "is", null)
    .where(sql<boolean>`coalesce(ends_at > now(), true)`)
    .limit(1)
    .execute();
  return {
    canName: held.length > 0 && namesDeputies.allows(actor),
    deputies: await listShares(db, actor, "deputy"),
    standsInFor: await listShares(db, actor, "manager"),
  };
}

const Member = z.object({ id: z.int(), name: z.string() });
const Named = z.object({ count: z.int(), isNamed: z.boolean() });
const Manager = z.object({ name: z.string() });

/** Names a deputy. Throws 400 for somebody who can be none and for days that cannot be, 409 for somebody who manages nobody then. */
export const nameDeputy = (context: OpenContext, body: Parsed<typeof api.nameDeputy>["body"]) =>
  changingRights(
    context,
    "a manager names a deputy",
    async ({ db, portalId, actor, noteOf }): Promise<Result<typeof api.nameDeputy>> => {
      const wanted = body.startsAt === null ? null : new Date(body.startsAt);
      const startsAt = wanted && wanted.getTime() > Date.now() ? wanted : null;
      const endsAt = new Date(body.endsAt);
      const begins = startsAt?.getTime() ?? Date.now();
      if (endsAt.getTime() <= begins) throw invalid("endsAt", "ends_too_early", "The end is before the beginning, or has passed.");
      if (endsAt.getTime() - begins > deputyDays * 86_400_000) throw invalid("endsAt", "too_long", "Name a deputy for a year at most.");
      const { rows: found } = await typed(Member)`
        select u.id, ${nameOf("u")} as name from users u join memberships m on m.portal_id = ${portalId} and m.user_id = u.id
        where lower(u.email) = lower(${body.email}) and m.status = 'active' and u.kind = 'person' and not u.is_system_admin`.execute(db);
      const [deputy] = found;
      if (!deputy) throw invalid("email", "no_such_person", "Nobody in this portal has this e-mail address.");
      if (deputy.id === actor.userId) throw invalid("email", "yourself", "Name somebody else.");
      const { rows: own } = await ownParts(portalId, actor.userId, startsAt, endsAt).execute(db);
      if (own.length === 0) throw conflict("manages_nobody", "You are no manager in these days yourself, so nobody can stand in for you.");
      const named = oneRow(
        await typed(Named)`
          select (select count(distinct (a.user_id, a.granted_at))::int from role_assignments a join role_assignments o on o.portal_id = a.portal_id and o.id = a.deputy_of
              where a.portal_id = ${portalId} and o.user_id = ${actor.userId} and a.ends_at > now()) as count,
            exists (select from role_assignments a join role_assignments o on o.portal_id = a.portal_id and o.id = a.deputy_of
              where a.portal_id = ${portalId} and o.user_id = ${actor.userId} and a.user_id = ${deputy.id}
                and tstzrange(a.starts_at, a.ends_at) && tstzrange(coalesce(${startsAt}::timestamptz, now()), ${endsAt}::timestamptz)) as "isNamed"`.execute(
          db,
        ),
      );
      if (named.isNamed) throw conflict("has_deputy", "This person stands in for you at that time already.");
      if (named.count >= mostDeputies)
        throw conflict("too_many_deputies", "You have {count} deputies. End one of them first.", { count: named.count });
      const rows = own.map((part) => ({
        portal_id: portalId,
        user_id: deputy.id,
        role: "Manager" as const,
        copy_id: part.copyId,
        scope: JSON.stringify(part.scope),
        ...(startsAt && { starts_at: startsAt }),
        ends_at: endsAt,
        granted_by: actor.userId,
        deputy_of: part.id,
      }));
      const made = await db.insertInto("role_assignments").values(rows).returning("id").execute();
      await sql`select apply_roles(${portalId}, ${deputy.id})`.execute(db);
      const id = Math.min(...made.map((one) => one.id));
      const { name: by } = oneRow(
        await typed(Manager)`select ${nameOf("u")} as name from users u where u.id = ${actor.userId}`.execute(db),
      );
      const from = instant(startsAt ?? new Date());
      const until = instant(endsAt);
      await noteOf("deputy_named", { kind: "user", id: deputy.id }, null, {
        for: actor.userId,
        startsAt: from,
        endsAt: until,
        roles: rows.length,
      });
      await notify(db, portalId, deputyNamed, [
        { subject: `deputy:${id}`, userId: deputy.id, occurrence: "named", variables: { by, from, until } },
      ]);
      return { id, name: deputy.name };
    },
    namesDeputies,
  );

const Share = z.object({ id: z.int(), userId: z.int(), managerId: z.int() });

/** Ends what one naming of a deputy gave. For the manager, the deputy and admins; throws 404 for everybody else. */
export const endDeputy = (context: OpenContext, assignmentId: number) =>
  changingRights(
    context,
    "a manager's deputy ends",
    async ({ db, portalId, actor, noteOf }) => {
      const { rows } = await typed(Share)`
        select a.id, a.user_id as "userId", o.user_id as "managerId" from role_assignments a
        join role_assignments o on o.portal_id = a.portal_id and o.id = a.deputy_of
        where a.portal_id = ${portalId} and a.ends_at > now() and (a.user_id, o.user_id, a.granted_at) in (
          select b.user_id, p.user_id, b.granted_at from role_assignments b join role_assignments p on p.portal_id = b.portal_id and p.id = b.deputy_of
          where b.portal_id = ${portalId} and b.id = ${assignmentId})
        order by a.id`.execute(db);
      const [share] = rows;
      const isTheirs = share && (share.userId === actor.userId || share.managerId === actor.userId || grantsRoles.allows(actor as Actor));
      if (!share || !isTheirs) throw notFound("assignment", "This role could not be found. It may have been removed meanwhile.");
      for (const { id } of rows) {
        const held = await lockAssignment(db, portalId, id);
        if (held) await endAssignment({ db, portalId }, id, held);
      }
      await noteOf("deputy_ended", { kind: "user", id: share.userId }, { for: share.managerId }, null);
      return { id: assignmentId };
    },
    signedIn,
  );
