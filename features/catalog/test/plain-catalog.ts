import { sql } from "kysely";
import * as z from "zod/mini";
import { inPicked } from "#features/courses/server/service.ts";
import { actionOf, newestAttempt, standingColumns, StandingRow } from "#features/enrolment/server/service.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { readPage, type ListSql } from "#platform/list/server/page.ts";
import { catalogList } from "../catalog-list.ts";
import { Facets } from "../contract.ts";
import { mistakesIn, queryOf, searchOf, synonymsOf, type Search, type Within } from "../server/search-words.ts";
import { mistakesBetween } from "./mistakes.ts";

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

/** What the words are looked for in: all fields of a course, or some of them by their weights. */
const has = (search: NonNullable<Search>, within: Within) => sql`c.search @@ to_tsquery('simple', ${queryOf(search, within)})`;

/** Title before tags before outline before the rest. */
const rankBy = (search: NonNullable<Search>) => sql`
  case when ${has(search, "A")} then 30 when ${has(search, "AB")} then 20 when ${has(search, "ABC")} then 10 else 0 end
  + ts_rank(c.search, to_tsquery('simple', ${queryOf(search, "")}))::double precision`;

/** Each category with those below it, itself included. */
const below = (portalId: number) => sql`below as (
      select id, id as root from categories where portal_id = ${portalId}
      union all select k.id, below.root from categories k join below on k.portal_id = ${portalId} and k.parent_id = below.id
    )`;

/** Whether a course c is in no catalogue, or in one that is for the person: by looking at each catalogue of the course. */
const isSeen = ({ portalId, userId }: Asker) => sql`(
  not exists (select from catalogues l where l.portal_id = ${portalId} and ${holds})
  or exists (select from catalogues l where l.portal_id = ${portalId} and ${holds} and (l.for_everybody or exists (
    select from catalogue_groups a join group_members m on m.portal_id = a.portal_id and m.group_id = a.group_id
    where a.portal_id = l.portal_id and a.catalogue_id = l.id and m.user_id = ${userId}))))`;
/** Whether a catalogue l has a course c. */
const holds = sql`(
  exists (select from catalogue_courses k where k.portal_id = l.portal_id and k.catalogue_id = l.id and k.course_id = c.id)
  or exists (select from catalogue_categories k join below b on b.root = k.category_id
    join course_categories cc on cc.portal_id = k.portal_id and cc.category_id = b.id
    where k.portal_id = l.portal_id and k.catalogue_id = l.id and cc.course_id = c.id))`;

function catalogFor(
  { portalId, userId }: Asker,
  { categories, type, duration, language, state, price, eligible, sort }: ListRequest<typeof catalogList>,
  search: Search,
  doable: readonly number[],
): ListSql {
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
    ${below(portalId)},
    mine as materialized (select course_id, active from enrolment_standing where portal_id = ${portalId} and user_id = ${userId}),
    found as (
      select c.portal_id, c.id, c.type, c.title, c.minutes, c.language, c.published_at,
        ${search === null ? sql`0` : rankBy(search)} as rank,
        case when c.minutes <= 15 then 'short' when c.minutes <= 60 then 'medium' else 'long' end as band,
        case when mine.active then 'enrolled' else 'notEnrolled' end as state,
        case when c.price_cents is null then 'free' else 'costs' end as price,
        c.id = any(${doable}::bigint[]) as is_eligible,
        ${inPicked(categories)} as in_category
      from courses c left join mine on mine.course_id = c.id
      where c.portal_id = ${portalId} and c.status = 'published' and c.listed and (mine.active or ${isSeen({ portalId, userId })}) and ${search === null ? sql`true` : has(search, "")}
    ),
    base as materialized (
      select found.*, ${isOneOf("type", type)} as in_type, ${isOneOf("band", duration)} as in_band,
        ${isOneOf("language", language)} as in_language, ${isOneOf("state", state)} as in_state,
        ${isOneOf("price", price)} as in_price, ${eligible.length > 0 ? sql`is_eligible` : sql`true`} as in_eligible
      from found
    ),
    hits as (
      select id, portal_id, title, minutes, published_at, rank from base where in_category and in_type and in_band and in_language and in_state and in_price and in_eligible
    )`,
    order: orders[sort],
    items: sql`
      select shown.nth, shown.id, (select active from mine where course_id = shown.id) as active,
        (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.name, g.id), '[]')
          from course_categories cc join categories g on g.portal_id = cc.portal_id and g.id = cc.category_id
          where cc.portal_id = shown.portal_id and cc.course_id = shown.id and g.is_shown) as categories
      from shown`,
    all: sql`(select count(*) from courses c left join mine on mine.course_id = c.id
      where c.portal_id = ${portalId} and c.status = 'published' and c.listed and (mine.active or ${isSeen({ portalId, userId })}))`,
  };
}

const facetsFor = ({ portalId }: Asker, { eligible }: ListRequest<typeof catalogList>) => sql`json_build_object(
        'price', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by id desc), '[]') from (
          select price as id, count(*) filter (where in_category and in_type and in_band and in_language and in_state and in_eligible) from base group by 1) f),
        'eligible', case when exists (select from courses c where c.portal_id = ${portalId} and c.status = 'published' and c.listed
            and (c.prerequisites_asked is not null or c.enrol_from is not null or c.enrol_until is not null
              or not c.self_enrol or c.current_version_id is null or c.price_cents is not null))
          then json_build_array(json_build_object('id', 'now', 'count', case when ${eligible.length > 0} then (select count(*) from hits) end))
          else '[]' end,
        'type', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by array_position('{online,classroom,scorm}', id)), '[]') from (
          select type as id, count(*) filter (where in_category and in_band and in_language and in_state and in_price and in_eligible) from base group by 1) f),
        'duration', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by array_position('{short,medium,long}', id)), '[]') from (
          select band as id, count(*) filter (where in_category and in_type and in_language and in_state and in_price and in_eligible) from base group by 1) f),
        'language', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by count desc, id), '[]') from (
          select language as id, count(*) filter (where in_category and in_type and in_band and in_state and in_price and in_eligible) from base group by 1) f),
        'state', (select coalesce(json_agg(json_build_object('id', id, 'count', count) order by id desc), '[]') from (
          select state as id, count(*) filter (where in_category and in_type and in_band and in_language and in_price and in_eligible) from base group by 1) f),
        'categories', (select coalesce(json_agg(json_build_object('id', tree.id, 'parentId', tree.parent_id, 'name', tree.name, 'depth', tree.depth,
            'count', coalesce(n.count, 0)) order by tree.path), '[]')
          from tree left join (
            select below.root, count(distinct b.id) from below
            join course_categories cc on cc.category_id = below.id
            join base b on b.portal_id = cc.portal_id and b.id = cc.course_id and b.in_type and b.in_band and b.in_language and b.in_state and b.in_price and b.in_eligible
            group by below.root
          ) n on n.root = tree.id where tree.shown)
      )`;

const Lines = z.object({ lines: z.array(z.array(z.string())) });
const Words = z.object({ id: z.int(), words: z.array(z.string()) });

/** What somebody is searching: their words, or where no course that they see has these, with all words near them. */
async function searchIn(db: Db, asker: Asker, q: string): Promise<{ search: Search; isNear: boolean }> {
  const { portalId, userId } = asker;
  const { rows } = await typed(Lines)`select lines from catalog_synonyms where portal_id = ${portalId}`.execute(db);
  const search = searchOf(q, synonymsOf(rows[0]?.lines ?? []));
  if (search === null) return { search, isNear: false };
  const matching = async (one: NonNullable<Search>) =>
    (
      await typed(Words)`with recursive ${below(portalId)}
        select c.id, tsvector_to_array(c.search) as words from courses c
        where c.portal_id = ${portalId} and c.status = 'published' and c.listed and ${has(one, "")} and (${isSeen(asker)} or exists (
          select from enrolment_standing s where s.portal_id = c.portal_id and s.user_id = ${userId} and s.course_id = c.id and s.active))`.execute(
        db,
      )
    ).rows;
  if ((await matching(search)).length > 0) return { search, isNear: false };
  const all = await typed(
    Words,
  )`select c.id, tsvector_to_array(ts_filter(c.search, '{a,b,c}') || to_tsvector('simple', folded(c.summary))) as words
    from courses c where c.portal_id = ${portalId} and c.status = 'published' and c.listed`.execute(db);
  const known = [...new Set(all.rows.flatMap(({ words }) => words))];
  const wider = search.map((ways) => {
    const [first = []] = ways;
    const word = first.length === 1 ? (first[0] ?? "") : "";
    const near = known.filter((one) => mistakesIn(word) > 0 && mistakesBetween(word, one) <= mistakesIn(word));
    return [...ways, ...near.map((one) => [one])];
  });
  const found = (await matching(wider)).length > 0;
  return { search: found ? wider : search, isNear: found };
}

/** The courses of which somebody can do something now: by asking primaryAction about each. */
async function doableFor(db: Db, { portalId, userId }: Asker): Promise<number[]> {
  const { rows } = await typed(z.extend(StandingRow, { id: z.int(), isMember: z.boolean() }))`
    select c.id, ${standingColumns(userId)},
      exists (select from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId} and m.status = 'active') as "isMember"
    from courses c
    left join lateral (select * from enrolment_standing where portal_id = ${portalId} and user_id = ${userId} and course_id = c.id) s on true
    left join ${newestAttempt}
    where c.portal_id = ${portalId}`.execute(db);
  return rows.flatMap((row) => (actionOf(row, row.isMember).kind === "locked" ? [] : row.id));
}

/** One page of the catalog for a person, counted from the tables. */
export async function plainCatalog(db: Db, asker: Asker, query: ListRequest<typeof catalogList>) {
  const { search, isNear } = await searchIn(db, asker, query.q);
  const page = await readPage(
    db,
    Row,
    { page: query.page, pageSize: catalogList.pageSize },
    catalogFor(asker, query, search, await doableFor(db, asker)),
    {
      shape: { facets: Facets },
      sql: { facets: facetsFor(asker, query) },
    },
  );
  return { ...page, isNear };
}
