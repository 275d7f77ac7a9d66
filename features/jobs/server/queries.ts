import { sql } from "kysely";
import * as z from "zod/mini";
import { rightsOf, type Actor, type Limits } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { jobStates, type JobState } from "../contract.ts";

/** Why a job failed: a text of the catalogue. */
export interface Reason {
  readonly code: string;
  readonly text: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A job as its page, the list and the tray show it. */
export const JobRow = z.object({
  id: z.int(),
  ownerId: z.int(),
  owner: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  input: jsonOf(),
  result: z.nullable(jsonOf()),
  reason: z.nullable(jsonOf<Reason>()),
  done: z.int(),
  total: z.nullable(z.int()),
  isCancelling: z.boolean(),
  createdAt: z.date(),
  startedAt: z.nullable(z.date()),
  endedAt: z.nullable(z.date()),
  undoUntil: z.nullable(z.date()),
  undoneBy: z.nullable(z.int()),
  fileKey: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileType: z.nullable(z.string()),
  fileBytes: z.nullable(z.int()),
  fileSha256: z.nullable(z.string()),
  fileUntil: z.nullable(z.date()),
  ahead: z.int(),
});
export type StoredJob = z.infer<typeof JobRow>;

/** ahead: how many jobs of the portal wait before a queued one. */
const columns = sql`j.id, j.owner_id as "ownerId", (select coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) from users u where u.id = j.owner_id) as owner, j.kind, j.state, j.input, j.result, j.reason, j.done, j.total,
  j.cancel_asked_at is not null as "isCancelling", j.created_at as "createdAt", j.started_at as "startedAt", j.ended_at as "endedAt",
  j.undo_until as "undoUntil", j.undone_by as "undoneBy", j.file_key as "fileKey", j.file_name as "fileName", j.file_type as "fileType",
  j.file_bytes as "fileBytes", j.file_sha256 as "fileSha256", j.file_until as "fileUntil",
  case when j.state = 'queued' then (select count(*)::int from jobs w
    where w.portal_id = j.portal_id and w.state = 'queued' and w.due_at <= now() and w.id < j.id) else 0 end as ahead`;

interface Key {
  readonly portalId: number;
  readonly id: number;
}

/** One job; undefined where it is not there. */
export const findJob = async (db: Db, { portalId, id }: Key) =>
  (await typed(JobRow)`select ${columns} from jobs j where j.portal_id = ${portalId} and j.id = ${id}`.execute(db)).rows[0];

/** One job, held until the transaction ends. */
export async function lockJob(db: Db, key: Key) {
  await sql`select from jobs where portal_id = ${key.portalId} and id = ${key.id} for no key update`.execute(db);
  return findJob(db, key);
}

const Late = z.object({ isLate: z.boolean() });

/** Whether a job undoes another one whose time for that is over. */
export const undoesTooLate = async (db: Db, { portalId, id }: Key) =>
  (
    await typed(Late)`select exists (select from jobs where portal_id = ${portalId} and undone_by = ${id}
      and (undo_until is null or undo_until <= now())) as "isLate"`.execute(db)
  ).rows[0]?.isLate === true;

/** The unfinished jobs of a person, and those that ended in the last day and are not put away: what the tray shows, newest first. */
export const listTray = async (db: Db, { portalId, userId }: Pick<Actor, "portalId" | "userId">) =>
  (
    await typed(JobRow)`select ${columns} from jobs j
      where j.portal_id = ${portalId} and j.owner_id = ${userId} and j.put_away_at is null
        and (j.ended_at is null or j.ended_at > now() - interval '1 day')
      order by j.id desc limit 20`.execute(db)
  ).rows;

/** The ids of a person's jobs, newest first, as a list; overseen: with those of everybody of these kinds. */
export const jobsOf = (
  { portalId, userId }: Pick<Actor, "portalId" | "userId">,
  state: JobState | null,
  overseen: readonly string[] = [],
): ListSql => ({
  with: sql`own as (select id, state from jobs where portal_id = ${portalId}
      and ${overseen.length > 0 ? sql`(owner_id = ${userId} or kind = any (${overseen}::text[]))` : sql`owner_id = ${userId}`}),
    hits as (select id from own where ${state ? sql`state = ${state}` : sql`true`})`,
  order: sql`id desc`,
  items: sql`select nth, id from shown`,
  all: sql`(select count(*) from own)`,
});

const Is = z.object({ is: z.boolean() });
/** Whether a job undid one of this person's. */
export const undidOneOf = async (db: Db, { portalId, id }: Key, userId: number): Promise<boolean> =>
  (
    await typed(
      Is,
    )`select exists (select from jobs where portal_id = ${portalId} and undone_by = ${id} and owner_id = ${userId}) as is`.execute(db)
  ).rows[0]?.is === true;

/** Jobs by their ids, newest first. */
export const listJobs = async (db: Db, portalId: number, ids: readonly number[]) =>
  (
    await typed(
      JobRow,
    )`select ${columns} from jobs j where j.portal_id = ${portalId} and j.id = any (${ids}::bigint[]) order by j.id desc`.execute(db)
  ).rows;

/** The newest job of a person of this kind and input that is under way and not being cancelled, or was done in the last day. */
export const findLike = async (db: Db, { portalId, userId }: Pick<Actor, "portalId" | "userId">, kind: string, input: unknown) =>
  (
    await typed(JobRow)`select ${columns} from jobs j
      where j.portal_id = ${portalId} and j.owner_id = ${userId} and j.kind = ${kind} and j.input = ${JSON.stringify(input)}::jsonb
        and ((j.state in ('queued', 'running') and j.cancel_asked_at is null) or (j.state = 'done' and j.ended_at > now() - interval '1 day'))
      order by j.id desc limit 1`.execute(db)
  ).rows[0];

interface Alike {
  readonly portalId: number;
  readonly kind: string;
  readonly part: Readonly<Record<string, number>>;
}
const UnderWay = z.object({ is: z.boolean() });

/** Whether a job of this kind whose input has the part waits or runs. */
export const isUnderWay = async (db: Db, { portalId, kind, part }: Alike): Promise<boolean> =>
  (
    await typed(
      UnderWay,
    )`select exists (select from jobs where portal_id = ${portalId} and kind = ${kind} and state in ('queued', 'running')
      and input @> ${JSON.stringify(part)}::jsonb) as is`.execute(db)
  ).rows[0]?.is === true;

/** Notes which job undoes the one of this kind whose result has the part. */
export const updateUndone = async (db: Db, { portalId, kind, part }: Alike, by: number): Promise<void> => {
  await sql`update jobs set undone_by = ${by} where portal_id = ${portalId} and kind = ${kind} and state = 'done'
    and result @> ${JSON.stringify(part)}::jsonb`.execute(db);
};

/** How many jobs of a person are not finished, of one kind where one is named. */
export const countUnfinished = async (db: Db, { portalId, userId }: Pick<Actor, "portalId" | "userId">, kind?: string) => {
  const { count } = await db
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("portal_id", "=", portalId)
    .where("owner_id", "=", userId)
    .where("state", "in", ["queued", "running"])
    .$if(kind !== undefined, (jobs) => jobs.where("kind", "=", kind ?? ""))
    .executeTakeFirstOrThrow();
  return count;
};

const Owner = z.object({
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  isSystemAdmin: z.boolean(),
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  limits: z.nullable(jsonOf<Limits>()),
  locale: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
});
/** A person with the rights they have now, as the actor of a job; null for somebody who may not enter the portal any more. */
export async function findOwner(db: Db, { portalId, userId }: Pick<Actor, "portalId" | "userId">): Promise<Actor | null> {
  const { rows } = await typed(Owner)`
    select u.email, u.given_name as "givenName", u.family_name as "familyName", u.is_system_admin as "isSystemAdmin",
      coalesce(r.is_author, m.is_author, false) as "isAuthor", coalesce(r.is_manager, m.is_manager, false) as "isManager",
      coalesce(r.is_admin, m.is_admin, false) as "isAdmin", case when m.roles_change_at <= now() then r.limits else m.role_limits end as limits, offered_locale(u.locale, p.settings) as locale, u.time_zone as "timeZone"
    from users u join portals p on p.id = ${portalId} left join memberships m on m.portal_id = p.id and m.user_id = u.id
    left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
    where u.id = ${userId} and u.kind = 'person' and may_enter(m.status, u.is_system_admin)`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    ...row,
    ...rightsOf(row),
    portalId,
    userId,
    sessionId: 0,
    activeRole: "Student",
    gate: null,
    theme: "system",
    shortcuts: true,
    by: null,
    portals: null,
    unread: null,
    tours: null,
  };
}
