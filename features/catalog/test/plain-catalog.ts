import { sql } from "kysely";
import * as z from "zod/mini";
import { inPicked, matchesWords } from "#features/courses/server/service.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { readPage, type ListSql } from "#platform/list/server/page.ts";
import { catalogList } from "../catalog-list.ts";
import { Facets } from "../contract.ts";

// The catalog by plain counting: one statement that looks at every course. What the server answers from memory has to be the same.

const Row = z.object({ id: z.int(), categories: z.array(z.object({ id: z.int(), name: z.string() })), active: z.nullable(z.boolean()) });

const orders = {
  relevance: sql`rank desc, lower(title), id`,
  title: sql`lower(title), id`,
  newest: sql`published_at desc nulls last, id desc`,
  shortest: sql`minutes, lower(title), id`,
};

const isOneOf = (column: string, values: readonly string[]) =>
  values.length ? sql`${sql.raw(column)} = any(${values}::text[])` : sql`true`;

const rankBy = (words: string) => sql`ts_rank(c.search, to_tsquery('simple', ${words}))
  + case when array_to_tsvector(c.tags) @@ to_tsquery('simple', ${words}) then 0.25 else 0 end`;

function catalogFor(
  { portalId, userId }: Asker,
  { q, categories, type, duration, language, state, sort }: ListRequest<typeof catalogList>,
): ListSql {
  const words = prefixQuery(q);
  return {
    with: sql`asked as (select id from categories where portal_id = ${portalId} and id = any(${categories}::bigint[]) and is_shown),
    picked as (
      select id from asked
      union select k.id from categories k join picked on k.portal_id = ${portalId} and k.parent_id = picked.id
    ),
    tree as (
      select id, parent_id, name, 0 as depth, array[position, id] as path, not is_hidden as shown
      from categories where portal_id = ${portalId} and parent_id is null
      union all
      select k.id, k.parent_id, k.name, tree.depth + 1, tree.path || array[k.position, k.id], tree.shown and not k.is_hidden
      from categories k join tree on k.portal_id = ${portalId} and k.parent_id = tree.id
    ),
    below as (
      select id, id as root from categories where portal_id = ${portalId}
      union all select k.id, below.root from categories k join below on k.portal_id = ${portalId} and k.parent_id = below.id
    ),
    mine as materialized (select course_id, active from enrolment_standing where portal_id = ${portalId} and user_id = ${userId}),
    found as (
      select c.portal_id, c.id, c.type, c.title, c.minutes, c.language, c.published_at,
        ${words === null ? sql`0` : rankBy(words)} as rank,
        case when c.minutes <= 15 then 'short' when c.minutes <= 60 then 'medium' else 'long' end as band,
        case when mine.active then 'enrolled' else 'notEnrolled' end as state,
        ${inPicked(categories)} as in_category
      from courses c left join mine on mine.course_id = c.id
      where c.portal_id = ${portalId} and c.status = 'published' and c.listed and ${matchesWords(words)}
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
      select shown.nth, shown.id, (select active from mine where course_id = shown.id) as active,
        (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.name, g.id), '[]')
          from course_categories cc join categories g on g.portal_id = cc.portal_id and g.id = cc.category_id
          where cc.portal_id = shown.portal_id and cc.course_id = shown.id and g.is_shown) as categories
      from shown`,
    all: sql`(select count(*) from courses where portal_id = ${portalId} and status = 'published')`,
  };
}

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
          ) n on n.root = tree.id where tree.shown)
      )`;

/** One page of the catalog for a person, counted from the tables. */
export const plainCatalog = (db: Db, asker: Asker, query: ListRequest<typeof catalogList>) =>
  readPage(db, Row, { page: query.page, pageSize: catalogList.pageSize }, catalogFor(asker, query), {
    shape: { facets: Facets },
    sql: { facets },
  });
