import { sql } from "kysely";
import * as z from "zod/mini";
import { fullName } from "#features/authoring/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { Fellow } from "../presence-contract.ts";
import type { Key } from "./queries.ts";

/** An open editor: whose, and which of theirs. */
export interface Visit extends Key {
  readonly userId: number;
  readonly visit: string;
}

/** A visit that has said nothing for so long is over. */
const freshFor = sql`interval '45 seconds'`;
/** As many open editors of one person count in a course. */
const mostVisits = 8;

const Present = z.object({ others: z.array(Fellow), stand: z.int(), isNews: z.boolean() });

/**
 * Puts down that a visit shows a page. Gives the other people in the course, the sum of the draft's revisions, and whether this is news to the others: the
 * visit began, or shows another page.
 */
export async function putVisit(db: Db, { portalId, courseId, userId, visit }: Visit, pageId: string | null) {
  return oneRow(
    await typed(Present)`
    with gone as (
      delete from draft_visits v using (
        select user_id, visit, seen_at, row_number() over (partition by user_id order by seen_at desc) as nth from draft_visits
        where portal_id = ${portalId} and course_id = ${courseId}
      ) old
      where v.portal_id = ${portalId} and v.course_id = ${courseId} and v.user_id = old.user_id and v.visit = old.visit
        and (v.user_id, v.visit) <> (${userId}::bigint, ${visit}) and (old.seen_at <= now() - ${freshFor} or (old.user_id = ${userId} and old.nth > ${mostVisits}))
    ),
    known as (
      select from draft_visits where portal_id = ${portalId} and course_id = ${courseId} and user_id = ${userId} and visit = ${visit}
        and seen_at > now() - ${freshFor} and page_id is not distinct from ${pageId}::text
    ),
    mine as (
      insert into draft_visits as v (portal_id, course_id, user_id, visit, page_id) values (${portalId}, ${courseId}, ${userId}, ${visit}, ${pageId})
      on conflict (portal_id, course_id, user_id, visit) do update set page_id = excluded.page_id, seen_at = now(),
        since = case when exists (select from known) then v.since else now() end
      returning since
    ),
    others as (
      select distinct on (o.user_id) o.user_id as "userId", ${fullName("u")} as name, o.page_id as "pageId",
        o.page_id = ${pageId}::text and (o.since, o.user_id) < (mine.since, ${userId}::bigint) is true as "isFirst"
      from mine, draft_visits o join users u on u.id = o.user_id
      where o.portal_id = ${portalId} and o.course_id = ${courseId} and o.user_id <> ${userId} and o.seen_at > now() - ${freshFor}
      order by o.user_id, o.page_id = ${pageId}::text desc nulls last, o.since
    )
    select (select coalesce(json_agg(json_build_object('userId', "userId", 'name', name, 'pageId', "pageId", 'isFirst', coalesce("isFirst", false)) order by name, "userId"), '[]') from others) as others,
      (select d.revision + (select coalesce(sum(p.revision), 0) from course_draft_pages p where p.portal_id = d.portal_id and p.course_id = d.course_id)
        from course_drafts d where d.portal_id = ${portalId} and d.course_id = ${courseId})::int as stand,
      not exists (select from known) as "isNews"`.execute(db),
  );
}

/** Removes a visit; whether it was there. */
export async function removeVisit(db: Db, { portalId, courseId, userId, visit }: Visit): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from draft_visits
    where portal_id = ${portalId} and course_id = ${courseId} and user_id = ${userId} and visit = ${visit}`.execute(db);
  return numAffectedRows > 0n;
}

const Person = z.object({ userId: z.int() });

/** The other people who have the course open, and the person themselves when they have it open twice. */
export async function findPresent(db: Db, { portalId, courseId, userId }: Key & { readonly userId: number }): Promise<number[]> {
  const { rows } = await typed(Person)`
    select user_id as "userId" from draft_visits
    where portal_id = ${portalId} and course_id = ${courseId} and seen_at > now() - ${freshFor}
    group by user_id having user_id <> ${userId} or count(*) > 1`.execute(db);
  return rows.map((row) => row.userId);
}
