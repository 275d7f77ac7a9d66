import * as z from "zod/mini";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { notFound } from "#platform/errors.ts";

const Subject = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isSystemAdmin: z.boolean(),
  isMember: z.boolean(),
});
export type Subject = z.infer<typeof Subject>;

/** A member of the portal, or oneself. Throws 404 for anybody else, and for a system admin unless one asks who is one, as for nobody. */
export async function findSubject(db: Db, actor: Pick<Actor, "portalId" | "userId" | "isSystemAdmin">, userId: number): Promise<Subject> {
  const { rows } = await typed(Subject)`
    select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email,
      coalesce(r.is_admin, m.is_admin, false) as "isAdmin", u.is_system_admin as "isSystemAdmin", m.user_id is not null as "isMember"
    from users u left join memberships m on m.portal_id = ${actor.portalId} and m.user_id = u.id
    left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
    where u.id = ${userId} and u.kind = 'person'`.execute(db);
  const [found] = rows;
  const isSeen = found && (userId === actor.userId || (found.isMember && (actor.isSystemAdmin || !found.isSystemAdmin)));
  if (!isSeen) throw notFound("person", "This person could not be found.");
  return found;
}

const JobRef = z.object({ id: z.int(), isUnfinished: z.boolean() });

/** Somebody's newest export of a person's data that is under way or can still be fetched. */
export async function findExport(db: Db, { portalId, userId: ownerId }: Pick<Actor, "portalId" | "userId">, userId: number) {
  const { rows } = await typed(JobRef)`
    select id, state in ('queued', 'running') as "isUnfinished" from jobs
    where portal_id = ${portalId} and owner_id = ${ownerId} and kind = 'export-person' and (input ->> 'userId')::bigint = ${userId}
      and (state in ('queued', 'running', 'failed') or file_until > now())
    order by id desc limit 1`.execute(db);
  return rows[0];
}
