import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { preparedJson } from "#platform/prepared.ts";
import { coAuthors } from "#features/courses/server/service.ts";
import { draftPackage } from "./queries.ts";
import type { Db } from "#platform/db/connect.ts";
import type { ApiCall } from "#features/progress/contract.ts";
import type { OpenedPackage } from "../contract.ts";
import type { Manifest } from "../manifest.ts";
import { textInCall } from "../cut-call.ts";
import { Needs } from "../needs.ts";
import type { AttemptToken } from "./tokens.ts";

const Standard = z.enum(["1.2", "2004"]);

const AttemptToOpen = z.object({
  userId: z.int(),
  courseId: z.int(),
  courseTitle: z.string(),
  epoch: z.int(),
  active: z.boolean(),
  packageId: z.nullable(z.int()),
  versionId: z.int(),
  pageId: z.nullable(z.string()),
  /** Whether the block's page opens only after others. */
  hasLock: z.boolean(),
  /** The requested block; null when none was requested. */
  block: z.nullable(jsonOf<{ id: string; scoKey: string }>()),
  newWindow: z.boolean(),
  standard: z.nullable(Standard),
  manifest: z.nullable(jsonOf<Manifest>()),
  needs: z.nullable(Needs),
  /** What all parts of the attempt keep, and what the person's packages have reported today, in bytes. */
  keptBytes: z.number(),
  reportedBytes: z.number(),
  /** JSON of the contract's States. */
  states: z.string(),
});
/** When packageId is null there is no package, and its other fields are not read. */
export type AttemptToOpen = Omit<z.infer<typeof AttemptToOpen>, "states"> & {
  /** As the database has them: nothing of up to 70,000 values is looked at. */
  states: OpenedPackage["states"];
  pageId: string;
  standard: z.infer<typeof Standard>;
  manifest: Manifest;
  needs: Needs;
};

/**
 * Everything needed to open the package of an attempt at a SCORM course or, with a block's id, that block's package in the attempt's version. Null when
 * the portal has no such attempt; packageId is null when there is no such package.
 */
export async function findAttemptToOpen(
  db: Db,
  portalId: number,
  attemptId: number,
  blockId: string | null,
): Promise<AttemptToOpen | null> {
  const { rows } = await typed(AttemptToOpen)`
    select a.user_id as "userId", a.course_id as "courseId", c.title as "courseTitle", s.epoch, coalesce(e.active, false) as active,
      p.id as "packageId", coalesce(b.block->'newWindow' = 'true', false) as "newWindow", a.version_id as "versionId",
      b.page_id as "pageId", coalesce(b.locked, false) as "hasLock",
      case when ${blockId}::text is not null then b.block end as block, p.standard, p.manifest, p.needs,
      (select coalesce(sum(st.cmi_bytes), 0) from scorm_states st where st.portal_id = a.portal_id and st.attempt_id = a.id) as "keptBytes",
      (select coalesce(sum(o.reported_bytes), 0) from attempts m join attempt_states o on o.portal_id = m.portal_id and o.attempt_id = m.id
        where m.portal_id = a.portal_id and m.user_id = a.user_id and o.reported_on = (now() at time zone 'UTC')::date) as "reportedBytes",
      (select coalesce(json_object_agg(st.sco_key, json_build_object('cmi', st.cmi, 'completed', st.completed, 'passed', st.passed,
          'reportedSeconds', st.reported_seconds)), '{}')
        from scorm_states st where st.portal_id = a.portal_id and st.attempt_id = a.id and st.sco_key <> '_open')::text as states
    from attempts a
    join attempt_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
    join courses c on c.portal_id = a.portal_id and c.id = a.course_id
    join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id
    -- By its key: without a limit the whole portal's enrolments are put together first.
    cross join lateral (
      select n.active from enrolment_standing n where n.portal_id = a.portal_id and n.enrolment_id = a.enrolment_id limit 1) e
    left join lateral (
      select block, page->>'id' as page_id, page->'rule'->'locked' = 'true' as locked
      from jsonb_path_query(v.content, '$.chapters[*].pages[*]') page
      cross join lateral jsonb_path_query(page, '$.blocks[*] ? (exists(@.packageId))') block
      where case when ${blockId}::text is null then c.type = 'scorm' else block->>'id' = ${blockId} end limit 1) b on true
    left join scorm_packages p on p.portal_id = a.portal_id and p.id = (b.block->>'packageId')::bigint
    where a.portal_id = ${portalId} and a.id = ${attemptId}`.execute(db);
  const row = rows[0];
  return row ? ({ ...row, states: preparedJson(row.states) } as AttemptToOpen) : null;
}

/** Records that the package was opened for this attempt with this epoch: facts of an epoch that was never opened are refused. */
export async function noteOpened(db: Db, portalId: number, attemptId: number, epoch: number): Promise<void> {
  await sql`
    insert into scorm_states (portal_id, attempt_id, sco_key, epoch) values (${portalId}, ${attemptId}, '_open', ${epoch})
    on conflict (portal_id, attempt_id, sco_key)
    do update set epoch = greatest(scorm_states.epoch, excluded.epoch), sessions = scorm_states.sessions + 1, updated_at = now()`.execute(
    db,
  );
}

/** How many numbers each opening of a package has to itself; the same for a page's launchers (outbox-waiting.ts). */
const seqsOfAnOpening = 1_000_000;
const FreeSeq = z.object({ seq: z.int() });

/** A number for the first fact of a window that has no page behind it: above every fact of its attempt, with room for those still under way. */
export const findFreeSeq = async (db: Db, portalId: number, attemptId: number): Promise<number> =>
  oneRow(
    await typed(FreeSeq)`
      select (coalesce(max(seq), 0) / ${seqsOfAnOpening}::bigint + 1) * ${seqsOfAnOpening}::bigint + 1 as seq
      from commit_log where portal_id = ${portalId} and attempt_id = ${attemptId}`.execute(db),
  ).seq;

const PackageToTest = z.object({
  packageId: z.nullable(z.int()),
  /** Whether the draft has it open in a separate window. */
  newWindow: z.boolean(),
  createdBy: z.nullable(z.int()),
  coAuthors: z.array(z.int()),
});

/** The package of a course's draft for a test by its authors; null when the portal has no such course, packageId null when it has no package. */
export async function findPackageToTest(db: Db, portalId: number, courseId: number): Promise<z.infer<typeof PackageToTest> | null> {
  const { rows } = await typed(PackageToTest)`
    select c.created_by as "createdBy", ${coAuthors} as "coAuthors", p.id as "packageId",
      exists (select from course_drafts d where d.portal_id = c.portal_id and d.course_id = c.id and d.presentation->'newWindow' = 'true') as "newWindow"
    from courses c
    left join lateral ${draftPackage} p on true
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0] ?? null;
}

const PackageToLook = z.object({ title: z.string(), standard: Standard, manifest: jsonOf<Manifest>(), needs: Needs });
export type PackageToLook = z.infer<typeof PackageToLook>;

/** A package as it is looked at in a course, which it may have from another course; null when the portal has no such. title: the course's. */
export async function findPackageToLook(
  db: Db,
  { portalId, courseId }: { readonly portalId: number; readonly courseId: number },
  packageId: number,
): Promise<PackageToLook | null> {
  const { rows } = await typed(PackageToLook)`
    select c.title, p.standard, p.manifest, p.needs
    from courses c join scorm_packages p on p.portal_id = c.portal_id
    where c.portal_id = ${portalId} and c.id = ${courseId} and p.id = ${packageId}`.execute(db);
  return rows[0] ?? null;
}

const Place = z.object({ scoKey: z.string() });

/** The part of an attempt's package in which something was reported last; null before the first. */
export async function findPlace(db: Db, portalId: number, attemptId: number): Promise<string | null> {
  const { rows } = await typed(Place)`
    select sco_key as "scoKey" from scorm_states
    where portal_id = ${portalId} and attempt_id = ${attemptId} and not starts_with(sco_key, '_') order by updated_at desc limit 1`.execute(
    db,
  );
  return rows[0]?.scoKey ?? null;
}

const Names = z.object({ givenName: z.string(), familyName: z.string() });

/** What a person is called. */
export async function findNames(db: Db, userId: number) {
  const { rows } = await typed(Names)`
    select given_name as "givenName", family_name as "familyName" from users where id = ${userId}`.execute(db);
  return rows[0] ?? { givenName: "", familyName: "" };
}

const Owner = z.object({ createdBy: z.nullable(z.int()), coAuthors: z.array(z.int()), isReached: z.boolean() });

/**
 * The owner of an attempt's course, and whether its learner is reached, to decide who may read its log; null when the portal has none with this id. reaches: whether
 * the scope of the person asking has a user.
 */
export async function findAttemptOwner(
  db: Db,
  portalId: number,
  attemptId: number,
  reaches: (userId: RawBuilder<unknown>) => RawBuilder<boolean>,
) {
  const { rows } = await typed(Owner)`
    select c.created_by as "createdBy", ${coAuthors} as "coAuthors", ${reaches(sql`a.user_id`)} as "isReached" from attempts a
    join courses c on c.portal_id = a.portal_id and c.id = a.course_id
    where a.portal_id = ${portalId} and a.id = ${attemptId}`.execute(db);
  return rows[0] ?? null;
}

const Call = z.object({
  id: z.int(),
  scoKey: z.string(),
  title: z.string(),
  session: z.string(),
  receivedAt: z.date(),
  calls: jsonOf<ApiCall[]>(),
});

/** A page of an attempt's call log, newest first. */
export async function listCalls(db: Db, portalId: number, attemptId: number, before: number | undefined, limit: number) {
  const { rows } = await typed(Call)`
    with titles as (
      select page->>'id' as id, page->>'title' as title from attempts a
      join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id
      cross join lateral jsonb_path_query(v.content, '$.chapters[*].pages[*]') page
      where a.portal_id = ${portalId} and a.id = ${attemptId})
    select c.id, c.sco_key as "scoKey", coalesce(t.title, c.sco_key) as title, c.session, c.received_at as "receivedAt", c.calls
    from scorm_calls c left join titles t on t.id = c.sco_key
    where c.portal_id = ${portalId} and c.attempt_id = ${attemptId} and (${before ?? null}::bigint is null or c.id < ${before ?? null}::bigint)
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

const Whole = z.object({ batchId: z.int(), element: z.string(), value: z.string() });
/** How many long values of a page of the log are read: 64 kB each at most. */
const wholeMost = 100;

/** The long values that were set with batches of calls, in their order; the log of calls has only their beginnings. */
export async function listWholeValues(db: Db, portalId: number, attemptId: number, batchIds: readonly number[]) {
  const { rows } = await typed(Whole)`
    select c.id as "batchId", v.key as element, v.value
    from scorm_calls c
    join commit_log l on l.portal_id = c.portal_id and l.attempt_id = c.attempt_id and l.kind = 'cmi' and l.received_at = c.received_at
      and l.delta->>'scoKey' = c.sco_key and l.delta->>'session' = c.session
    cross join lateral jsonb_each_text(l.delta->'values') v
    where c.portal_id = ${portalId} and c.attempt_id = ${attemptId} and c.id = any(${[...batchIds]}::bigint[]) and length(v.value) >= ${textInCall}
    order by c.id, l.seq limit ${wholeMost}`.execute(db);
  return rows;
}

const May = z.object({ may: z.boolean(), standing: z.enum(["open", "ended", "waits"]) });
export type Standing = z.infer<typeof May>["standing"];

/**
 * How a token stands: open to a member of the portal who is not suspended, or a system admin, and for an attempt with an active enrolment (security.md
 * #24), until somebody ends the session it was given out in; it waits while that session has run out. idleMinutes: how long a session may rest.
 */
export async function tokenStanding(db: Db, token: AttemptToken, idleMinutes: number): Promise<Standing> {
  const { portalId, userId, attemptId, sessionId } = token;
  const { rows } = await typed(May)`
    select may_enter(m.status, u.is_system_admin) and (${attemptId}::bigint = 0 or exists (
        select from attempts a
        cross join lateral (
          select n.active from enrolment_standing n where n.portal_id = a.portal_id and n.enrolment_id = a.enrolment_id limit 1) e
        where a.portal_id = ${portalId} and a.id = ${attemptId} and a.user_id = u.id and e.active)) as may,
      case when ${sessionId}::bigint = 0 then 'open'
        else (select g.standing from token_standing(${portalId}, ${userId}, ${sessionId}, make_interval(mins => ${idleMinutes})) g) end as standing
    from users u
    left join memberships m on m.portal_id = ${portalId} and m.user_id = u.id
    where u.id = ${userId}`.execute(db);
  return rows[0]?.may ? rows[0].standing : "ended";
}

const Folder = z.object({ storageKey: z.string(), standard: Standard, title: z.string() });

/** The store key of a package's files; null when the portal has none with this id. */
export async function findPackageFolder(db: Db, portalId: number, packageId: number) {
  const { rows } = await typed(Folder)`
    select storage_key as "storageKey", standard, title from scorm_packages where portal_id = ${portalId} and id = ${packageId}`.execute(
    db,
  );
  return rows[0] ?? null;
}
