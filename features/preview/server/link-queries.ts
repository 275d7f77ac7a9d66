import { sql } from "kysely";
import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { ShownDocument } from "../contract.ts";
import { passcodeMinutes, passcodeTries, passMinutes } from "../policy.ts";
import { nameOf, type Key } from "./queries.ts";

/**
 * Whether a link (alias l) to a course (alias c) works now: it is neither revoked nor over, and whoever made it still makes the course (security.md #24). The rule is
 * `makes` of policy.ts, for the roles that its maker has at this moment.
 */
const works = sql<boolean>`(l.revoked_at is null and l.expires_at > now() and exists (
  select from memberships m left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
  where m.portal_id = l.portal_id and m.user_id = l.made_by and m.status = 'active'
    and ((coalesce(r.is_admin, m.is_admin) and coalesce(case when m.roles_change_at <= now() then r.limits else m.role_limits end -> 'Admin', 'null') = 'null')
      or (c.created_by = m.user_id and (coalesce(r.is_author, m.is_author) or coalesce(r.is_admin, m.is_admin))))))`;

const Link = z.object({
  id: z.int(),
  name: z.string(),
  shows: ShownDocument,
  key: z.string(),
  hasPasscode: z.boolean(),
  madeBy: z.string(),
  madeAt: z.date(),
  expiresAt: z.date(),
  isRevoked: z.boolean(),
  works: z.boolean(),
  views: z.int(),
  viewedAt: z.nullable(z.date()),
});
export type LinkRow = z.infer<typeof Link>;

const linksWhere = (condition: ReturnType<typeof sql>) => typed(Link)`
  select l.id, l.name, l.shows, l.key, l.passcode_hash is not null as "hasPasscode", ${nameOf("u")} as "madeBy", l.made_at as "madeAt",
    l.expires_at as "expiresAt", l.revoked_at is not null as "isRevoked", ${works} as works, l.views, l.viewed_at as "viewedAt"
  from preview_links l join courses c on c.portal_id = l.portal_id and c.id = l.course_id join users u on u.id = l.made_by
  where ${condition} order by l.id desc`;

/** The links of a course, newest first. */
export const listLinks = async (db: Db, { portalId, courseId }: Key): Promise<LinkRow[]> =>
  (await linksWhere(sql`l.portal_id = ${portalId} and l.course_id = ${courseId}`).execute(db)).rows;

/** A link that is there. */
export const readLink = async (db: Db, portalId: number, id: number): Promise<LinkRow> =>
  oneRow(await linksWhere(sql`l.portal_id = ${portalId} and l.id = ${id}`).execute(db));

interface NewLink {
  readonly name: string;
  readonly shows: ShownDocument;
  readonly days: number;
  readonly key: string;
  readonly tokenHash: Buffer;
  readonly passcodeHash: string | null;
  readonly madeBy: number;
}

export async function insertLink(db: Db, { portalId, courseId }: Key, link: NewLink): Promise<number> {
  const { id } = await db
    .insertInto("preview_links")
    .values({
      portal_id: portalId,
      course_id: courseId,
      name: link.name,
      shows: link.shows,
      key: link.key,
      token_hash: link.tokenHash,
      passcode_hash: link.passcodeHash,
      made_by: link.madeBy,
      expires_at: sql`now() + make_interval(days => ${link.days})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const Revoked = z.object({ name: z.string(), isNew: z.boolean() });

/** Revokes a link and ends every view of it; undefined where the course has none with this id. */
export async function revokeLink(db: Db, { portalId, courseId }: Key, id: number) {
  const { rows } = await typed(Revoked)`
    with link as (select id, name, revoked_at is null as is_new from preview_links
        where portal_id = ${portalId} and course_id = ${courseId} and id = ${id} for update),
      ended as (delete from preview_passes p using link where p.portal_id = ${portalId} and p.link_id = link.id),
      revoked as (update preview_links l set revoked_at = now() from link where l.portal_id = ${portalId} and l.id = link.id and link.is_new)
    select name, is_new as "isNew" from link`.execute(db);
  return rows[0];
}

const Found = z.object({ id: z.int(), passcodeHash: z.nullable(z.string()), isClosed: z.boolean() });

/** A link of a course that works, by its secret. isClosed: too many wrong passcodes came lately. */
export async function findLink(db: Db, { portalId, courseId }: Key, tokenHash: Buffer) {
  const { rows } = await typed(Found)`
    select l.id, l.passcode_hash as "passcodeHash", ${isClosed} as "isClosed"
    from preview_links l join courses c on c.portal_id = l.portal_id and c.id = l.course_id
    where l.portal_id = ${portalId} and l.course_id = ${courseId} and l.token_hash = ${tokenHash} and ${works}`.execute(db);
  return rows[0];
}

const isClosed = sql<boolean>`(l.failures >= ${passcodeTries} and coalesce(l.failed_at > now() - make_interval(mins => ${passcodeMinutes}), false))`;

/** Counts a passcode that is about to be compared; false where the link is closed to more of them. After the wait, counting begins anew. */
export async function countPasscode(db: Db, portalId: number, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update preview_links l set failed_at = now(),
      failures = case when l.failed_at > now() - make_interval(mins => ${passcodeMinutes}) then l.failures + 1 else 1 end
    where l.portal_id = ${portalId} and l.id = ${id} and not ${isClosed}`.execute(db);
  return numAffectedRows > 0n;
}

/** Lets a browser in: counts the view, and removes what is over. Returns false where the link was revoked meanwhile. */
export async function insertPass(db: Db, portalId: number, linkId: number, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from preview_passes where portal_id = ${portalId} and expires_at < now()),
      viewed as (update preview_links l set views = views + 1, viewed_at = now(), failures = 0
        from courses c where c.portal_id = l.portal_id and c.id = l.course_id and l.portal_id = ${portalId} and l.id = ${linkId} and ${works} returning l.id)
    insert into preview_passes (portal_id, link_id, token_hash, expires_at)
    select ${portalId}::bigint, id, ${tokenHash}::bytea, now() + make_interval(mins => ${passMinutes}) from viewed returning id`.execute(
    db,
  );
  return rows.length > 0;
}

const Pass = z.object({
  id: z.int(),
  courseId: z.int(),
  shows: ShownDocument,
  title: z.string(),
  type: CourseType,
  hasDraft: z.boolean(),
  language: z.string(),
  hasCurrent: z.boolean(),
  isFresh: z.boolean(),
});
export type Pass = z.infer<typeof Pass>;

/** What a browser may see by a pass, of which it has the token or its package the number, whose link still works; undefined otherwise. A pass in use goes on. */
export async function usePass(db: Db, portalId: number, by: { tokenHash: Buffer } | { id: number }): Promise<Pass | undefined> {
  const isOne = "id" in by ? sql`p.id = ${by.id}` : sql`p.token_hash = ${by.tokenHash}`;
  const { rows } = await typed(Pass)`
    select p.id, l.course_id as "courseId", l.shows, c.title, c.type, c.language, c.current_version_id is not null as "hasCurrent",
      exists (select from course_drafts d where d.portal_id = c.portal_id and d.course_id = c.id) as "hasDraft",
      p.expires_at > now() + make_interval(mins => ${passMinutes - 1}) as "isFresh"
    from preview_passes p join preview_links l on l.portal_id = p.portal_id and l.id = p.link_id
    join courses c on c.portal_id = l.portal_id and c.id = l.course_id
    where p.portal_id = ${portalId} and ${isOne} and p.expires_at > now() and ${works}`.execute(db);
  const [pass] = rows;
  if (pass && !pass.isFresh)
    await sql`update preview_passes set expires_at = now() + make_interval(mins => ${passMinutes})
      where portal_id = ${portalId} and id = ${pass.id}`.execute(db);
  return pass;
}

/** Ends the pass of a browser. */
export const deletePass = (db: Db, portalId: number, tokenHash: Buffer) =>
  db.deleteFrom("preview_passes").where("portal_id", "=", portalId).where("token_hash", "=", tokenHash).execute();
