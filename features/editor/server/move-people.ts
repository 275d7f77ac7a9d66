import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { isInForce, newest } from "./publish-queries.ts";

/** People moved in one transaction. */
export const chunkSize = 500;

const InChunk = z.object({ id: z.int(), held: z.int() });

const Went = z.object({
  /** The last enrolment of the chunk; null when there was none left. */
  last: z.nullable(z.int()),
  moved: z.int(),
  restarted: z.int(),
  retaken: z.int(),
  equivalent: z.int(),
  pages: z.int(),
  blocks: z.int(),
  submissions: z.int(),
  parts: z.int(),
});
export type Went = z.infer<typeof Went>;

/**
 * The rows of a table of each attempt that is moved (pairs p), found by it alone and written down: PostgreSQL would look for each key that is kept, whoever has
 * it or not, or compare the keys anew for each person.
 */
const ofEach = (table: string, portalId: number) =>
  sql`materialized (
      select p.version_id as from_version, p.to_id, o.* from pairs p
      join lateral (select * from ${sql.table(table)} o where o.portal_id = ${portalId} and o.attempt_id = p.attempt_id offset 0) o on true
      where p.kind = 'move'
    )`;

/**
 * Does with the next people of a course what was decided when this version was published (version_moves), from the enrolment after `after` on. An attempt stays
 * pinned to its version: whoever moves gets another one on the new version, and what matches is copied. Who does it again by a day gets that due date, unless exempt.
 * Repeating it changes nothing. Adds to what is done. As stoa_people, which alone decides about due dates.
 */
export async function movePeople(
  db: Db,
  { portalId, versionId, after }: { portalId: number; versionId: number; after: number },
): Promise<Went> {
  const of = sql`(select * from version_moves where portal_id = ${portalId} and version_id = ${versionId}) v`;
  const people = (enrolments: RawBuilder<unknown>) => sql`
    select e.id as enrolment_id, e.course_id, e.user_id, n.attempt_id, n.version_id, n.started_at,
      case when not n.is_done then v.in_progress else v.completed end as kind
    from ${enrolments} e join ${of} on v.portal_id = e.portal_id join ${newest}
    where n.version_id <> v.version_id and ${isInForce}
      and case when not n.is_done then v.in_progress <> 'finish' else v.completed <> 'leave' end
    order by e.id limit ${chunkSize}`;
  // In their order: offset 0 lets the limit end the reading, where PostgreSQL would look at everybody, for each chunk again.
  const following = sql`(
      select e.* from enrolments e
      where e.portal_id = ${portalId} and e.course_id = (select v.course_id from ${of}) and e.id > ${after} order by e.id offset 0
    )`;
  // Whoever stores facts holds the state of the attempt: what they store is there before it is copied, or comes after.
  const { rows: chunk } = await typed(InChunk)`
    with people as materialized (${people(following)}),
    held as materialized (
      select s.attempt_id from attempt_states s where s.portal_id = ${portalId} and s.attempt_id in (select attempt_id from people)
      order by s.attempt_id for update
    )
    select enrolment_id as id, (select count(*)::int from held) as held from people`.execute(db);
  const ids = chunk.map(({ id }) => id);
  const went = oneRow(
    await typed(Went)`
    with people as materialized (${people(sql`(select * from enrolments where portal_id = ${portalId} and id = any(${ids}::bigint[]))`)}),
    carries as (
      select c.* from ${of}, jsonb_to_recordset(v.carries) as c (version bigint, blocks text[], items text[], seen text[], timed text[], parts text[])
    ),
    kept_items as materialized (select version, unnest(items) as key from carries),
    kept_blocks as materialized (select version, unnest(blocks) as key from carries),
    kept_states as materialized (
      select version, key, false as is_timed from kept_blocks
      union all select version, unnest(seen), false from carries
      union all select version, unnest(timed), true from carries
    ),
    kept_parts as materialized (select version, unnest(parts) as key from carries),
    made as (
      insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number, started_at)
      select ${portalId}::bigint, p.enrolment_id, p.course_id, p.user_id, ${versionId}::bigint,
        (select max(a.number) + 1 from attempts a where a.portal_id = ${portalId} and a.enrolment_id = p.enrolment_id),
        case when p.kind = 'move' then p.started_at else now() end
      from people p where p.kind <> 'equivalent'
      on conflict (portal_id, enrolment_id, number) do nothing
      returning id, enrolment_id
    ),
    pairs as materialized (select p.*, m.id as to_id from people p join made m using (enrolment_id)),
    moves as (
      insert into attempt_moves (portal_id, version_id, from_attempt_id, to_attempt_id, kind)
      select ${portalId}::bigint, ${versionId}::bigint, p.attempt_id, p.to_id, p.kind from pairs p
      union all select ${portalId}::bigint, ${versionId}::bigint, p.attempt_id, null, p.kind from people p where p.kind = 'equivalent'
      on conflict do nothing
      returning kind
    ),
    dues as (
      insert into corrections (portal_id, enrolment_id, kind, value_at, reason, made_by)
      select v.portal_id, p.enrolment_id, 'due', (v.retake_by + time '23:59:59') at time zone o.time_zone, c.note, c.published_by
      from pairs p cross join ${of} join portals o on o.id = v.portal_id
      join course_versions c on c.portal_id = v.portal_id and c.id = v.version_id
      join enrolment_standing s on s.portal_id = v.portal_id and s.enrolment_id = p.enrolment_id
      where p.kind = 'retake' and v.retake_by is not null and not s.exempt
    ),
    states as (
      insert into attempt_states (portal_id, attempt_id, epoch, place, place_epoch, place_seq, credited_seconds, review_seconds, flagged_claims, last_activity_at)
      select ${portalId}::bigint, p.to_id, coalesce(k.epoch, 0), k.place, coalesce(k.place_epoch, 0), coalesce(k.place_seq, 0), coalesce(k.credited_seconds, 0),
        coalesce(k.review_seconds, 0), coalesce(k.flagged_claims, 0), coalesce(k.last_activity_at, '-infinity')
      from pairs p left join lateral (
        select s.epoch, case when exists (select from course_version_items i where i.portal_id = s.portal_id and i.version_id = ${versionId}
              and i.item_key = s.place->>'pageId') then s.place end as place,
          s.place_epoch, s.place_seq, s.credited_seconds, s.review_seconds, s.flagged_claims, s.last_activity_at
        from attempt_states s where p.kind = 'move' and s.portal_id = ${portalId} and s.attempt_id = p.attempt_id
      ) k on true
    ),
    own_items as ${ofEach("attempt_items", portalId)},
    items as (
      insert into attempt_items (portal_id, attempt_id, version_id, item_key, done_at)
      select i.portal_id, i.to_id, ${versionId}::bigint, i.item_key, i.done_at
      from own_items i join kept_items k on k.version = i.from_version and k.key = i.item_key returning item_key
    ),
    own_blocks as ${ofEach("attempt_blocks", portalId)},
    blocks as (
      insert into attempt_blocks (portal_id, attempt_id, block_id, state, epoch, seq, updated_at)
      select b.portal_id, b.to_id, b.block_id, case when k.is_timed then b.state || '{"viewed": false}' else b.state end, b.epoch, b.seq, b.updated_at
      from own_blocks b join kept_states k on k.version = b.from_version and k.key = b.block_id returning block_id
    ),
    own_submissions as ${ofEach("quiz_submissions", portalId)},
    handed as (
      insert into quiz_submissions (portal_id, attempt_id, block_id, number, answers, points, max_points, passed, submitted_at)
      select q.portal_id, q.to_id, q.block_id, q.number, q.answers, q.points, q.max_points, q.passed, q.submitted_at
      from own_submissions q join kept_blocks k on k.version = q.from_version and k.key = q.block_id returning block_id
    ),
    own_parts as ${ofEach("scorm_states", portalId)},
    parts as (
      insert into scorm_states (portal_id, attempt_id, sco_key, epoch, seq, cmi, cmi_bytes, completed, passed, best_percent, first_percent, last_percent, percent_sum,
        percent_count, reported_seconds, is_asset, session, session_scored, session_seconds, sessions, updated_at)
      select s.portal_id, s.to_id, s.sco_key, s.epoch, s.seq, s.cmi, s.cmi_bytes, s.completed, s.passed, s.best_percent, s.first_percent, s.last_percent, s.percent_sum,
        s.percent_count, s.reported_seconds, s.is_asset, s.session, s.session_scored, s.session_seconds, s.sessions, s.updated_at
      from own_parts s join kept_parts k on k.version = s.from_version and k.key = s.sco_key returning sco_key
    )
    select ${ids.length > 0 ? Math.max(...ids) : null}::bigint as last,
      (select count(*)::int from moves where kind = 'move') as moved, (select count(*)::int from moves where kind = 'restart') as restarted,
      (select count(*)::int from moves where kind = 'retake') as retaken, (select count(*)::int from moves where kind = 'equivalent') as equivalent,
      (select count(*)::int from items) as pages, (select count(*)::int from blocks) as blocks, (select count(*)::int from handed) as submissions,
      (select count(*)::int from parts where left(sco_key, 1) <> '_') as parts`.execute(db),
  );
  const { last, ...counted } = went;
  await sql`
    update version_moves m set done_at = case when ${last}::bigint is null then coalesce(m.done_at, now()) end,
      done = (select jsonb_object_agg(key, coalesce((m.done->key)::int, 0) + value::int) from jsonb_each(${JSON.stringify(counted)}::jsonb))
    where m.portal_id = ${portalId} and m.version_id = ${versionId}`.execute(db);
  return went;
}
