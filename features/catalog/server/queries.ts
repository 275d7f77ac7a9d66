import { sql } from "kysely";
import * as z from "zod/mini";
import {
  catalogState,
  categoryTree,
  hasCompleted,
  isOneOfferedTo,
  preparedAmong,
  type CourseTranslations,
} from "#features/courses/server/service.ts";
import { isForNow, isLimited, newestAttempt, Reason, standingColumns } from "#features/enrolment/server/service.ts";
import { StandingRow } from "#features/enrolment/server/service.ts";
import { FactRows, factRows } from "#features/fields/server/course-texts.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { CompletionRule } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { Attempt, details, Prerequisites } from "../contract.ts";
import { queryOf, type Search, type Within } from "./search-words.ts";

const CatalogRow = z.extend(StandingRow, {
  id: z.int(),
  type: CourseType,
  title: z.string(),
  translations: jsonOf<CourseTranslations>(),
  summary: z.string(),
  minutes: z.int(),
  language: z.string(),
  coverFileId: z.nullable(z.int()),
});

const IndexEntry = z.tuple([z.int(), z.string(), z.string(), z.string(), z.int(), z.int(), z.array(z.int()), z.boolean(), z.boolean()]);
const IndexCategory = z.object({
  id: z.int(),
  parentId: z.nullable(z.int()),
  name: z.string(),
  depth: z.int(),
  isShown: z.boolean(),
  pictureFileId: z.nullable(z.int()),
});
const IndexRow = z.object({
  state: z.string(),
  courses: z.array(IndexEntry),
  languages: z.array(z.string()),
  categories: z.array(IndexCategory),
  synonyms: z.array(z.array(z.string())),
  catalogues: z.array(z.object({ id: z.int(), courseIds: z.array(z.int()), categoryIds: z.array(z.int()) })),
});

/** Everything of a portal's published courses that finding, counting and ordering needs, in one statement. */
export const readIndex = async (db: Db, portalId: number) =>
  oneRow(
    await typed(IndexRow)`
    with recursive ${categoryTree(portalId)},
    placed as (
      select cc.course_id, json_agg(g.id order by g.position, g.name, g.id) as ids
      from course_categories cc join categories g on g.portal_id = cc.portal_id and g.id = cc.category_id
      where cc.portal_id = ${portalId} group by 1
    ),
    published as (
      select c.id, c.type, c.language, c.minutes, coalesce(placed.ids, '[]') as ids, c.price_cents is not null as priced, ${isLimited} as limited,
        row_number() over (order by lower(c.title), c.id) as nth,
        row_number() over (order by c.published_at desc nulls last, c.id desc) as newest,
        row_number() over (order by c.minutes, lower(c.title), c.id) as shortest
      from courses c left join placed on placed.course_id = c.id
      where c.portal_id = ${portalId} and c.status = 'published' and c.listed
    )
    select ${catalogState(portalId)} as state,
      (select coalesce(json_agg(json_build_array(id, type, case when minutes <= 15 then 'short' when minutes <= 60 then 'medium' else 'long' end,
        language, newest, shortest, ids, priced, limited) order by nth), '[]') from published) as courses,
      array(select distinct language from published order by 1) as languages,
      (select coalesce(json_agg(json_build_object('id', id, 'parentId', parent_id, 'name', name, 'depth', depth, 'isShown', is_shown, 'pictureFileId', picture_file_id)
        order by path), '[]') from tree) as categories,
      coalesce((select lines from catalog_synonyms where portal_id = ${portalId}), '[]') as synonyms,
      (select coalesce(json_agg(json_build_object('id', l.id,
          'courseIds', (select coalesce(json_agg(k.course_id), '[]') from catalogue_courses k where k.portal_id = l.portal_id and k.catalogue_id = l.id),
          'categoryIds', (select coalesce(json_agg(k.category_id), '[]') from catalogue_categories k where k.portal_id = l.portal_id and k.catalogue_id = l.id))
        order by l.id), '[]') from catalogues l where l.portal_id = ${portalId}
          -- Where each is for everybody, none keeps a course from anybody.
          and exists (select from catalogues r where r.portal_id = l.portal_id and not r.for_everybody)) as catalogues`.execute(db),
  );

const Matched = z.object({ state: z.string(), ids: z.array(z.int()) });

/**
 * The published courses that match a search (search-words.ts): those that have all of it in their title, then those that need their tags for it, then their outline,
 * then their summary and body; among these by how often and how near each other the words are.
 */
export const matchWords = async (db: Db, portalId: number, search: NonNullable<Search>) => {
  const has = (within: Within) => sql`c.search @@ to_tsquery('simple', ${queryOf(search, within)})`;
  return oneRow(
    await typed(Matched)`
    with matched as (
      select c.id, lower(c.title) as title, ts_rank(c.search, to_tsquery('simple', ${queryOf(search, "")})) as rank,
        case when ${has("A")} then 1 when ${has("AB")} then 2 when ${has("ABC")} then 3 else 4 end as place
      from courses c where c.portal_id = ${portalId} and c.status = 'published' and c.listed and ${has("")}
    )
    select ${catalogState(portalId)} as state, (select coalesce(json_agg(id order by place, rank desc, title, id), '[]') from matched) as ids`.execute(
      db,
    ),
  );
};

const Words = z.object({ state: z.string(), words: z.array(z.string()) });

/** The words of the titles, tags, outlines and summaries of published courses, each once, and which catalog they are of. Bodies have too many. */
export const readWords = async (db: Db, portalId: number) => {
  const texts = `select ts_filter(search, '{a,b,c}') || to_tsvector('simple', folded(summary)) from courses
    where portal_id = ${portalId} and status = 'published' and listed`;
  return oneRow(
    await typed(Words)`select ${catalogState(portalId)} as state, array(select word from ts_stat(${texts}::text)) as words`.execute(db),
  );
};

const Ids = z.object({ ids: z.array(z.int()) });
/** The published courses of which a person can do nothing now (primaryAction says "locked"). Of the others, members can begin those without any limit at any time. */
export const ineligibleOf = (asker: Asker) => {
  const { portalId, userId } = asker;
  const prepared = preparedAmong(asker);
  return typed(Ids)`with ${prepared.with},
    s as materialized (select course_id, active from enrolment_standing where portal_id = ${portalId} and user_id = ${userId}),
    member as materialized (
      select exists (select from memberships where portal_id = ${portalId} and user_id = ${userId} and status = 'active') as is_one)
    select coalesce(json_agg(c.id), '[]') as ids from member cross join courses c left join s on s.course_id = c.id
    where c.portal_id = ${portalId} and c.status = 'published' and c.listed and (${isLimited} or not member.is_one)
      and not ${isForNow(prepared.is, sql`member.is_one`)}`;
};
export const listIneligible = async (db: Db, asker: Asker): Promise<number[]> => oneRow(await ineligibleOf(asker).execute(db)).ids;

/** Counts a search that found nothing. Of more than these a portal keeps those searched last. */
const mostUnfound = 1000;
export const countUnfound = (db: Db, portalId: number, words: string) =>
  sql`with counted as (
      insert into catalog_unfound (portal_id, words) values (${portalId}, ${words})
      on conflict (portal_id, words) do update set times = least(catalog_unfound.times, 1000000) + 1, last_at = now() returning 1)
    delete from catalog_unfound u using (
      select words from catalog_unfound where portal_id = ${portalId} and words <> ${words} order by last_at desc offset ${mostUnfound - 1}) old
    where u.portal_id = ${portalId} and u.words = old.words`.execute(db);

const PageRow = z.object({
  state: z.string(),
  isMember: z.boolean(),
  mine: z.array(z.int()),
  /** The catalogues whose audience the person is in. */
  catalogues: z.array(z.int()),
  rows: z.array(CatalogRow),
});
export type CatalogPage = z.infer<typeof PageRow>;

/** These published courses as a person sees them, in this order; all courses that the person is actively enrolled in; and which catalog that is. */
export const readPage = async (db: Db, asker: Asker, ids: readonly number[]): Promise<CatalogPage> =>
  oneRow(await pageOf(asker, ids).execute(db));

/** The statement of readPage. */
export const pageOf = ({ portalId, userId }: Asker, ids: readonly number[]) => typed(PageRow)`
    with s as materialized (
      select portal_id, course_id, enrolment_id, active, due_at, expires_at from enrolment_standing where portal_id = ${portalId} and user_id = ${userId}
    ),
    items as (
      select asked.nth, c.id, c.type, c.title, c.translations, c.summary, c.minutes, c.language, c.cover_file_id as "coverFileId", ${standingColumns(userId)}
      from unnest(${ids}::bigint[]) with ordinality as asked (id, nth)
      join courses c on c.portal_id = ${portalId} and c.id = asked.id and c.status = 'published'
      left join s on s.course_id = c.id
      left join ${newestAttempt}
    )
    select ${catalogState(portalId)} as state,
      exists (select from memberships where portal_id = ${portalId} and user_id = ${userId} and status = 'active') as "isMember",
      (select coalesce(json_agg(course_id), '[]') from s where active) as mine,
      (select coalesce(json_agg(l.id order by l.id), '[]') from catalogues l where l.portal_id = ${portalId} and (l.for_everybody or exists (
        select from catalogue_groups g join group_members m on m.portal_id = g.portal_id and m.group_id = g.group_id and m.user_id = ${userId}
        where g.portal_id = l.portal_id and g.catalogue_id = l.id))) as catalogues,
      (select coalesce(json_agg(items order by nth), '[]') from items) as rows`;

const DetailsRow = z.extend(CatalogRow, {
  outcomes: z.array(z.string()),
  categories: z.nullable(z.array(z.object({ id: z.int(), name: z.string() }))),
  isMember: z.boolean(),
  enrolledSince: z.nullable(z.date()),
  reasons: z.nullable(z.array(Reason)),
  /** The newest attempt's version, else the current one. */
  versionId: z.nullable(z.int()),
  versionNumber: z.nullable(z.int()),
  completionRule: z.nullable(CompletionRule),
  donePages: z.array(z.string()),
  place: z.nullable(z.object({ pageId: z.string() })),
  attempts: z.nullable(z.array(Attempt)),
  /** What is known of the course in custom fields; null where nothing is. */
  factRows: z.nullable(FactRows),
  tags: z.array(z.string()),
  credits: details.response.shape.credits,
  price: details.response.shape.price,
  enrolFrom: z.nullable(z.date()),
  enrolUntil: z.nullable(z.date()),
  enrolZone: z.nullable(z.string()),
  /** Whether it asks for something first: other courses, a condition. */
  asksFirst: z.boolean(),
  hasCondition: z.boolean(),
  isOffered: z.boolean(),
});
export type DetailsRow = z.infer<typeof DetailsRow>;

/**
 * What the details page shows of every course, in one statement; undefined when the portal has no such course. The outline of the version is the same for everybody
 * and is kept (courses/server/outlines.ts). What a course asks for first is a statement of its own: as a part of this one it would cost those that ask for nothing.
 */
export const findDetails = async (db: Db, asker: Asker, courseId: number): Promise<DetailsRow | undefined> =>
  (await detailsOf(asker, courseId).execute(db)).rows[0];

/** The statement of findDetails. */
export const detailsOf = ({ portalId, userId }: Asker, courseId: number) => typed(DetailsRow)`
    select c.id, c.type, c.title, c.translations, c.summary, c.outcomes, c.language, c.minutes, c.cover_file_id as "coverFileId", ${standingColumns(userId)},
      s.created_at as "enrolledSince", s.reasons, c.tags, c.credits, c.enrol_from as "enrolFrom", c.enrol_until as "enrolUntil", c.enrol_zone as "enrolZone",
      case when c.price_cents is not null then json_build_object('cents', c.price_cents, 'currency', c.price_currency) end as price,
      c.prerequisites_asked is not null as "asksFirst", c.prerequisite_condition is not null as "hasCondition",
      exists (select from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId} and m.status = 'active') as "isMember",
      ${factRows} as "factRows",
      ${isOneOfferedTo({ portalId, userId })} as "isOffered",
      (select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.name)
        from course_categories cc join categories g on g.portal_id = cc.portal_id and g.id = cc.category_id
        where cc.portal_id = c.portal_id and cc.course_id = c.id and g.is_shown) as categories,
      coalesce(p.version_id, c.current_version_id) as "versionId", v.number as "versionNumber", v.completion_rule as "completionRule",
      array(select i.item_key from attempt_items i where i.portal_id = s.portal_id and i.attempt_id = p.attempt_id) as "donePages",
      (select t.place from attempt_states t where t.portal_id = s.portal_id and t.attempt_id = p.attempt_id) as place,
      (select json_agg(json_build_object('number', a.number, 'versionNumber', w.number, 'startedAt', a.started_at, 'lastActivityAt', nullif(t.last_activity_at, '-infinity'),
          'creditedSeconds', coalesce(t.credited_seconds - t.review_seconds, 0),
          'reviewSeconds', coalesce(t.review_seconds, 0), 'flaggedClaims', coalesce(t.flagged_claims, 0), 'percent', a.percent, 'completedAt', a.completed_at,
          'scorePercent', a.score_percent, 'passed', a.passed) order by a.number desc)
        from attempt_progress a
        join course_versions w on w.portal_id = a.portal_id and w.id = a.version_id
        left join attempt_states t on t.portal_id = a.portal_id and t.attempt_id = a.attempt_id
        where a.portal_id = s.portal_id and a.enrolment_id = s.enrolment_id) as attempts
    from courses c
    left join lateral (select * from enrolment_standing where portal_id = ${portalId} and user_id = ${userId} and course_id = ${courseId}) s on true
    left join ${newestAttempt}
    -- The limit makes the planner look the row up by its key; without it, it may choose a scan of all versions of the portal.
    left join lateral (
      select w.number, w.completion_rule from course_versions w
      where w.portal_id = c.portal_id and w.id = coalesce(p.version_id, c.current_version_id) limit 1
    ) v on true
    where c.portal_id = ${portalId} and c.id = ${courseId}`;

/** Which courses a course asks for first, and how far somebody is with them. A title that they are not offered and were never enrolled in is left out. */
export const findPrerequisites = async (db: Db, asker: Asker, courseId: number) =>
  (
    await typed(Prerequisites)`
    select c.prerequisites_asked as asked, json_agg(json_build_object('id', r.id, 'type', r.type, 'title', case when r.is_known then r.title end,
        'done', ${hasCompleted(asker, sql`r.id`)},
        'percent', (select d.percent from attempt_progress d where d.portal_id = c.portal_id and d.user_id = ${asker.userId} and d.course_id = r.id
          and not d.set_aside order by d.number desc limit 1),
        'isThere', (r.status = 'published' and r.is_known) or (r.status = 'archived' and r.was_in)) order by q.nth) as courses
    from courses c
    join course_prerequisites q on q.portal_id = c.portal_id and q.course_id = c.id
    join lateral (
      select r.*, r.was_in or ${isOneOfferedTo(asker, sql`r.id`)} as is_known from (
        select o.id, o.type, o.title, o.status, exists (
          select from enrolments e where e.portal_id = o.portal_id and e.user_id = ${asker.userId} and e.course_id = o.id) as was_in
        from courses o where o.portal_id = q.portal_id and o.id = q.required_id) r) r on true
    where c.portal_id = ${asker.portalId} and c.id = ${courseId}
    group by c.portal_id, c.id`.execute(db)
  ).rows[0] ?? null;
