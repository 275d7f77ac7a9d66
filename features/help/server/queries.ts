import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { HelpTexts, mostVersions, readerRoles, restoreDays } from "../writing-contract.ts";

const personName = (id: string) =>
  sql`(select coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) from users u where u.id = ${sql.ref(id)})`;

/** An article by its name, as the portal has it: one of its own, or what it has of its own in a built-in one. */
const Stored = z.object({
  article: z.string(),
  isHidden: z.boolean(),
  texts: HelpTexts,
  builtIn: z.nullable(z.string()),
  state: z.enum(["draft", "published", "deleted"]),
  roles: z.array(z.enum(readerRoles)),
  revision: z.int(),
  changedAt: z.date(),
  changedBy: z.nullable(z.string()),
});
export type StoredArticle = z.infer<typeof Stored>;

const isKept = sql`(a.deleted_at is null or a.deleted_at > now() - make_interval(days => ${restoreDays}))`;
const ownOnes = (portalId: number) => sql`
  select 'own-' || a.id as article, false as "isHidden", a.texts, null::text as "builtIn",
    case when a.deleted_at is not null then 'deleted' else a.status end as state, a.roles, a.revision, a.changed_at as "changedAt", a.changed_by,
    a.position, a.id
  from help_articles a where a.portal_id = ${portalId} and ${isKept}`;
const overrides = (portalId: number) => sql`
  select o.article, o.is_hidden as "isHidden", o.texts, o.built_in as "builtIn", 'published' as state, '{}'::text[] as roles, o.revision,
    o.changed_at as "changedAt", o.changed_by, null::integer as position, null::bigint as id
  from help_overrides o where o.portal_id = ${portalId}`;

/** All that a portal has of its own in the help: built-in articles by name, then its own in their order. */
export const listArticles = async (db: Db, portalId: number): Promise<StoredArticle[]> =>
  (
    await typed(Stored)`
      select h.article, h."isHidden", h.texts, h."builtIn", h.state, h.roles, h.revision, h."changedAt", ${personName("h.changed_by")} as "changedBy"
      from (${overrides(portalId)} union all ${ownOnes(portalId)}) h order by h.position nulls first, h.id, h.article`.execute(db)
  ).rows;

/** What a portal has of its own in one article. */
export const findArticle = async (db: Db, portalId: number, article: string): Promise<StoredArticle | undefined> =>
  (
    await typed(Stored)`
      select h.article, h."isHidden", h.texts, h."builtIn", h.state, h.roles, h.revision, h."changedAt", ${personName("h.changed_by")} as "changedBy"
      from (${overrides(portalId)} union all ${ownOnes(portalId)}) h where h.article = ${article}`.execute(db)
  ).rows[0];

/** Makes others wait who change the help of a portal. */
export const lockPortal = (db: Db, portalId: number) => sql`select from portals where id = ${portalId} for update`.execute(db);

/** What a change writes into an article; whatever is left out stays. */
export interface OverrideChange {
  readonly isHidden?: boolean;
  readonly texts?: HelpTexts;
  readonly builtIn?: string | null;
}

/** Writes what a portal has of its own in a built-in article, and counts the revision on. */
export const saveOverride = (db: Db, portalId: number, userId: number, article: string, { isHidden, texts, builtIn }: OverrideChange) => {
  const columns = {
    ...(isHidden !== undefined && { is_hidden: isHidden }),
    ...(texts && { texts: JSON.stringify(texts) }),
    ...(builtIn !== undefined && { built_in: builtIn }),
    changed_by: userId,
  };
  return db
    .insertInto("help_overrides")
    .values({ portal_id: portalId, article, revision: 1, ...columns })
    .onConflict((conflict) =>
      conflict.columns(["portal_id", "article"]).doUpdateSet({
        ...columns,
        changed_at: sql`now()`,
        revision: sql`help_overrides.revision + 1`,
      }),
    )
    .execute();
};

/** What a version of an article says, and on which built-in text it was written. */
interface VersionText {
  readonly texts: HelpTexts;
  readonly builtIn: string | null;
}
/** Adds a version of an article, and drops the oldest ones. */
export async function insertVersion(db: Db, portalId: number, userId: number, article: string, { texts, builtIn }: VersionText) {
  await db
    .insertInto("help_versions")
    .values({ portal_id: portalId, article, texts: JSON.stringify(texts), built_in: builtIn, saved_by: userId })
    .execute();
  await sql`delete from help_versions where portal_id = ${portalId} and article = ${article} and id in (
    select v.id from help_versions v where v.portal_id = ${portalId} and v.article = ${article} order by v.id desc offset ${mostVersions}::int)`.execute(
    db,
  );
}

const Version = z.object({ id: z.int(), savedAt: z.date(), by: z.nullable(z.string()), isBuiltIn: z.boolean() });
const versionColumns = sql`v.id, v.saved_at as "savedAt", ${personName("v.saved_by")} as by,
  v.texts -> 'en' = 'null' and v.texts -> 'de' = 'null' as "isBuiltIn"`;

/** What was saved of an article, the newest first. */
export const listVersions = async (db: Db, portalId: number, article: string) =>
  (
    await typed(Version)`select ${versionColumns} from help_versions v
      where v.portal_id = ${portalId} and v.article = ${article} order by v.id desc limit ${mostVersions}::int`.execute(db)
  ).rows;

const WholeVersion = z.extend(Version, { texts: HelpTexts, builtIn: z.nullable(z.string()) });
/** One version of an article; undefined where it has no such. */
export const findVersion = async (db: Db, portalId: number, article: string, id: number) =>
  (
    await typed(WholeVersion)`select ${versionColumns}, v.texts, v.built_in as "builtIn" from help_versions v
      where v.portal_id = ${portalId} and v.article = ${article} and v.id = ${id}`.execute(db)
  ).rows[0];

interface NewArticle {
  readonly texts: HelpTexts;
  readonly roles: readonly (typeof readerRoles)[number][];
}
/** Writes an article of the portal's own behind the others; gives its id. */
export const insertArticle = async (db: Db, portalId: number, userId: number, { texts, roles }: NewArticle): Promise<number> =>
  (
    await db
      .insertInto("help_articles")
      .values({
        portal_id: portalId,
        texts: JSON.stringify(texts),
        roles: [...roles],
        position: sql<number>`(select coalesce(max(a.position), 0) + 1 from help_articles a where a.portal_id = ${portalId})`,
        changed_by: userId,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** What changes in an article of the portal's own. */
export interface ArticleSet extends Partial<NewArticle> {
  readonly status?: "draft" | "published";
  readonly isDeleted?: boolean;
}

/** Writes a change of an article of the portal's own, and counts the revision on. */
export const updateArticle = (db: Db, portalId: number, userId: number, id: number, { texts, roles, status, isDeleted }: ArticleSet) =>
  db
    .updateTable("help_articles")
    .set({
      ...(texts && { texts: JSON.stringify(texts) }),
      ...(roles && { roles: [...roles] }),
      ...(status && { status }),
      ...(isDeleted !== undefined && { deleted_at: isDeleted ? sql`now()` : null }),
      changed_at: sql`now()`,
      changed_by: userId,
      revision: sql`revision + 1`,
    })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const Id = z.object({ id: z.int() });
/** The ids of the portal's own articles in their order. */
export const listIds = async (db: Db, portalId: number): Promise<number[]> =>
  (
    await typed(Id)`select id from help_articles where portal_id = ${portalId} and deleted_at is null order by position, id`.execute(db)
  ).rows.map(({ id }) => id);

/** Numbers the portal's own articles in the order of these ids, the others behind them as they were. Deleted ones keep their numbers. */
export const orderArticles = (db: Db, portalId: number, ids: readonly number[]) =>
  sql`update help_articles a set position = o.nth
    from (select k.id, row_number() over (order by array_position(${[...ids]}::bigint[], k.id), k.position, k.id) as nth
      from help_articles k where k.portal_id = ${portalId} and k.deleted_at is null) o
    where a.portal_id = ${portalId} and a.id = o.id and a.position <> o.nth`.execute(db);

const Counted = z.object({ article: z.string(), helped: z.int(), didNot: z.int() });
export type Counted = z.infer<typeof Counted>;
/** How many people each article helped, and how many it did not. */
export const countAnswers = async (db: Db, portalId: number): Promise<Counted[]> =>
  (
    await typed(Counted)`
      select article, (count(*) filter (where helped))::int as helped, (count(*) filter (where not helped))::int as "didNot"
      from help_answers where portal_id = ${portalId} group by article order by article`.execute(db)
  ).rows;

const Answer = z.object({ helped: z.boolean() });
const Asked = z.object({ helped: z.nullable(z.boolean()) });
/** What somebody answered about an article, null before they do; undefined for somebody who is no member and is not asked. */
export const findAnswer = async (db: Db, portalId: number, userId: number, article: string): Promise<boolean | null | undefined> =>
  (
    await typed(Asked)`
      select a.helped from memberships m
      left join help_answers a on a.portal_id = m.portal_id and a.user_id = m.user_id and a.article = ${article}
      where m.portal_id = ${portalId} and m.user_id = ${userId}`.execute(db)
  ).rows[0]?.helped;

/** Keeps somebody's answer about an article in place of the one before; false for somebody who is no member. */
export const saveAnswer = async (db: Db, portalId: number, userId: number, article: string, helped: boolean): Promise<boolean> =>
  (
    await typed(Answer)`
      insert into help_answers as a (portal_id, user_id, article, helped)
      select m.portal_id, m.user_id, ${article}, ${helped} from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId}
      on conflict (portal_id, user_id, article) do update set helped = excluded.helped, answered_at = now()
      returning a.helped`.execute(db)
  ).rows.length > 0;
