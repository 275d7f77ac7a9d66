import { sql } from "kysely";
import * as z from "zod/mini";
import { inPicked, matchesWords, pickedCategories } from "#features/courses/server/service.ts";
import { activeCauses, causesJson, newestAttempt, standingColumns } from "#features/enrolment/server/service.ts";
import { StandingRow } from "#features/enrolment/server/service.ts";
import { Cause } from "#features/enrolment/contract.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { readPage } from "#platform/list/server/page.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import type { ShownBlock } from "#features/blocks/kinds.ts";
import { CompletionRule } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { catalogList } from "../catalog-list.ts";
import { Attempt, Facets } from "../contract.ts";

const CatalogRow = z.extend(StandingRow, {
  id: z.int(),
  type: CourseType,
  title: z.string(),
  summary: z.string(),
  minutes: z.int(),
  language: z.string(),
  coverFileId: z.nullable(z.int()),
  categories: z.array(z.object({ id: z.int(), name: z.string() })),
});

const orders = {
  relevance: sql`rank desc, lower(title), id`,
  title: sql`lower(title), id`,
  newest: sql`published_at desc nulls last, id desc`,
  shortest: sql`minutes, lower(title), id`,
};

/** True where the column has one of the values, or when none is given. */
const isOneOf = (column: string, values: readonly string[]) =>
  values.length ? sql`${sql.raw(column)} = any(${values}::text[])` : sql`true`;

/** Ranks title over tags over outline over summary and body. Tags have no positions in the stored vector and so no weight of their own; this adds it. */
const rankBy = (words: string) => sql`ts_rank(c.search, to_tsquery('simple', ${words}))
  + case when array_to_tsvector(c.tags) @@ to_tsquery('simple', ${words}) then 0.25 else 0 end`;

/** The catalog for a person, with the counts of every facet. A facet counts the courses that match the search and the other facets. */
function catalogFor(
  { portalId, userId }: Asker,
  { q, categories, type, duration, language, state, sort }: ListRequest<typeof catalogList>,
): ListSql {
  const words = prefixQuery(q);
  return {
    with: sql`${pickedCategories(portalId, categories)},
    tree as (
      select id, parent_id, name, 0 as depth, array[position, id] as path from categories where portal_id = ${portalId} and parent_id is null
      union all
      select k.id, k.parent_id, k.name, tree.depth + 1, tree.path || array[k.position, k.id]
      from categories k join tree on k.portal_id = ${portalId} and k.parent_id = tree.id
    ),
    below as (
      select id, id as root from categories where portal_id = ${portalId}
      union all select k.id, below.root from categories k join below on k.portal_id = ${portalId} and k.parent_id = below.id
    ),
    mine as materialized (select course_id, active from enrolment_standing where portal_id = ${portalId} and user_id = ${userId}),
    found as (
      select c.portal_id, c.id, c.type, c.title, c.minutes, c.language, c.published_at,
        ${words ? rankBy(words) : sql`0`} as rank,
        case when c.minutes <= 15 then 'short' when c.minutes <= 60 then 'medium' else 'long' end as band,
        case when mine.active then 'enrolled' else 'notEnrolled' end as state,
        ${inPicked(categories)} as in_category
      from courses c left join mine on mine.course_id = c.id
      where c.portal_id = ${portalId} and c.status = 'published' and ${matchesWords(words)}
    ),
    base as materialized (
      select found.*, ${isOneOf("type", type)} as in_type, ${isOneOf("band", duration)} as in_band,
        ${isOneOf("language", language)} as in_language, ${isOneOf("state", state)} as in_state
      from found
    ),
    hits as (
      select id, portal_id, title, minutes, published_at, rank from base where in_category and in_type and in_band and in_language and in_state
    )`,
    order: orders[sort],
    items: sql`
      select shown.nth, c.id, c.type, c.title, c.summary, c.minutes, c.language, c.cover_file_id as "coverFileId", ${standingColumns},
        (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.name), '[]')
          from course_categories cc join categories g on g.portal_id = cc.portal_id and g.id = cc.category_id
          where cc.portal_id = c.portal_id and cc.course_id = c.id) as categories
      from shown
      join courses c on c.portal_id = shown.portal_id and c.id = shown.id
      left join lateral (select * from enrolment_standing where portal_id = ${portalId} and user_id = ${userId} and course_id = c.id) s on true
      left join ${newestAttempt}`,
    all: sql`(select count(*) from courses where portal_id = ${portalId} and status = 'published')`,
  };
}

/** The options of each facet with the number of courses each would leave; uses the common table expressions of catalogFor. */
const facets = sql`json_build_object(
        'type', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by array_position('{online,classroom,scorm}', id)), '[]') from (
          select type as id, count(*) filter (where in_category and in_band and in_language and in_state) from base group by 1) f),
        'duration', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by array_position('{short,medium,long}', id)), '[]') from (
          select band as id, count(*) filter (where in_category and in_type and in_language and in_state) from base group by 1) f),
        'language', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by count desc, id), '[]') from (
          select language as id, count(*) filter (where in_category and in_type and in_band and in_state) from base group by 1) f),
        'state', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by id desc), '[]') from (
          select state as id, count(*) filter (where in_category and in_type and in_band and in_language) from base group by 1) f),
        'categories', (select coalesce(json_agg(json_build_object('id', tree.id, 'parentId', tree.parent_id, 'name', tree.name, 'depth', tree.depth,
            'count', coalesce(n.count, 0)) order by tree.path), '[]')
          from tree left join (
            select below.root, count(distinct b.id) from below
            join course_categories cc on cc.category_id = below.id
            join base b on b.portal_id = cc.portal_id and b.id = cc.course_id and b.in_type and b.in_band and b.in_language and b.in_state
            group by below.root
          ) n on n.root = tree.id)
      )`;

/** One page of the catalog, its facets, and whether the person is a member, in one statement. */
export const listCatalog = (db: Db, asker: Asker, query: ListRequest<typeof catalogList>) =>
  readPage(db, CatalogRow, { page: query.page, pageSize: catalogList.pageSize }, catalogFor(asker, query), {
    shape: { facets: Facets, isMember: z.boolean() },
    sql: {
      facets,
      isMember: sql`exists (select from memberships where portal_id = ${asker.portalId} and user_id = ${asker.userId} and status = 'active')`,
    },
  });

const BlockName = z.custom<ShownBlock["kind"]>((name) => typeof name === "string");
const OutlineRow = z.object({
  id: z.string(),
  title: z.string(),
  pages: z.array(z.object({ id: z.string(), title: z.string(), minutes: z.int(), kinds: z.array(BlockName) })),
});

const DetailsRow = z.extend(CatalogRow, {
  outcomes: z.array(z.string()),
  categories: z.nullable(CatalogRow.shape.categories),
  isMember: z.boolean(),
  enrolledSince: z.nullable(z.date()),
  causes: z.nullable(z.array(Cause)),
  /** The kinds of the person's active causes. */
  activeCauses: z.array(z.string()),
  versionNumber: z.nullable(z.int()),
  outline: z.nullable(z.array(OutlineRow)),
  completionRule: z.nullable(CompletionRule),
  quizzes: z.nullable(z.array(z.object({ id: z.string(), title: z.string() }))),
  donePages: z.array(z.string()),
  place: z.nullable(z.object({ pageId: z.string() })),
  attempts: z.nullable(z.array(Attempt)),
});
export type DetailsRow = z.infer<typeof DetailsRow>;

/**
 * Everything that the details page shows, in one statement; undefined when the portal has no such course. The outline is that of the newest
 * attempt's version, else of the current one. Blocks are not loaded, only their kinds.
 */
export async function findDetails(db: Db, { portalId, userId }: Asker, courseId: number): Promise<DetailsRow | undefined> {
  const { rows } = await typed(DetailsRow)`
    select c.id, c.type, c.title, c.summary, c.outcomes, c.language, c.minutes, c.cover_file_id as "coverFileId", ${standingColumns},
      s.created_at as "enrolledSince", case when s.enrolment_id is not null then ${causesJson(sql.ref("s.enrolment_id"))} end as causes,
      ${activeCauses} as "activeCauses",
      exists (select from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId} and m.status = 'active') as "isMember",
      (select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.name)
        from course_categories cc join categories g on g.portal_id = cc.portal_id and g.id = cc.category_id
        where cc.portal_id = c.portal_id and cc.course_id = c.id) as categories,
      v.number as "versionNumber", v.completion_rule as "completionRule",
      (select json_agg(json_build_object('id', chapter ->> 'id', 'title', chapter ->> 'title', 'pages', (
          select coalesce(json_agg(json_build_object('id', page ->> 'id', 'title', page ->> 'title', 'minutes', page -> 'minutes',
            'kinds', jsonb_path_query_array(page, '$.blocks[*].kind')) order by p_nth), '[]')
          from jsonb_array_elements(chapter -> 'pages') with ordinality as pages (page, p_nth))) order by c_nth)
        from jsonb_array_elements(v.content -> 'chapters') with ordinality as chapters (chapter, c_nth)) as outline,
      (select json_agg(json_build_object('id', quiz ->> 'id', 'title', quiz ->> 'title'))
        from jsonb_path_query(v.content, '$.chapters[*].pages[*].blocks[*] ? (exists(@.passPercent))') as quiz) as quizzes,
      array(select i.item_key from attempt_items i where i.portal_id = s.portal_id and i.attempt_id = p.attempt_id) as "donePages",
      (select t.place from attempt_states t where t.portal_id = s.portal_id and t.attempt_id = p.attempt_id) as place,
      (select json_agg(json_build_object('number', a.number, 'versionNumber', w.number, 'startedAt', a.started_at, 'lastActivityAt', t.last_activity_at,
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
      select w.number, w.content, w.completion_rule from course_versions w
      where w.portal_id = c.portal_id and w.id = coalesce(p.version_id, c.current_version_id) limit 1
    ) v on true
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0];
}
