import { sql } from "kysely";
import * as z from "zod/mini";
import type * as pg from "pg";
import { placeOf } from "#features/roles/server/service.ts";
import type { Databases } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { Log } from "#platform/log.ts";
import { restoreDays } from "../contract.ts";
import { listConditioned, settleCourse } from "./fitting.ts";
import { inOrder } from "./graph.ts";
import { listNodes, lockGroups } from "./queries.ts";
import { settleDynamic, settleNested } from "./settle.ts";

/** The task of graphile-worker that computes the dynamic groups of a portal, and who fits the conditions of its courses; its payload names it. */
export const settleTask = "settle_groups";
const Payload = z.object({ portalId: z.int() });

interface Deps {
  readonly databases: Databases;
  readonly log: Log;
}

const Begun = z.object({ zone: z.string(), changes: z.array(z.int()) });

/**
 * Stores who fits the conditions of a portal's dynamic groups now, each group in a transaction of its own, those on which others depend first, and then who fits those of
 * its courses. The notes of changes that were there at the beginning are taken away at the end, so that one killed on the way is begun again.
 */
export async function settlePortal({ databases, log }: Deps, portalId: number): Promise<void> {
  const begun = await databases.inGroupsUntimed(portalId, "dynamic groups: begin", async (db) => {
    const { rows } = await typed(Begun)`
      select time_zone as zone, coalesce((select jsonb_agg(id) from people_changes where portal_id = ${portalId}), '[]') as changes
      from portals where id = ${portalId}`.execute(db);
    return { ...rows[0], nodes: inOrder(await listNodes(db, portalId)), courseIds: await listConditioned(db, portalId) };
  });
  const portal = { id: portalId, timeZone: begun.zone ?? "UTC" };
  let failed: unknown;
  for (const { id } of begun.nodes.filter(({ condition, status }) => condition && status === "active"))
    await databases
      .inGroupsUntimed(portalId, "dynamic groups", async (db) => {
        await lockGroups(db, portalId);
        const node = (await listNodes(db, portalId)).find((one) => one.id === id);
        if (!node?.condition || node.status !== "active") return;
        const place = await placeOf(db, portal, [node.condition]);
        const { come, gone } = await settleDynamic({ db, portalId }, id, node.condition, place);
        if (come + gone > 0) await settleNested({ db, portalId }, { of: [id] });
      })
      .catch((error: unknown) => {
        // One group that cannot be computed stops no other.
        failed = error;
        log.error({ part: "groups", err: error, portalId, groupId: id }, "A dynamic group could not be computed.");
      });
  for (const courseId of begun.courseIds)
    await databases
      .inGroupsUntimed(portalId, "conditions of courses", (db) => settleCourse(db, portal, courseId))
      .catch((error: unknown) => {
        failed = error;
        log.error({ part: "groups", err: error, portalId, courseId }, "Who fits the condition of a course could not be computed.");
      });
  if (failed) throw failed;
  const changes = begun.changes ?? [];
  if (changes.length > 0)
    await databases.inGroupsUntimed(portalId, "dynamic groups: end", (db) =>
      sql`delete from people_changes where portal_id = ${portalId} and id = any (${changes}::bigint[])`.execute(db),
    );
}

/** Until when a portal's groups are not computed again, in milliseconds as Date.now counts them. */
export type Rests = Map<number, number>;

/** After computing, this many times as long passes without: while an import brings in people for minutes, the groups of a large portal leave it most of the machine. */
const restTimes = 5;
const longestRestMs = 60_000;

/** The task of the queue. */
export const settleJob =
  ({ rests, ...deps }: Deps & { readonly rests: Rests }) =>
  async (payload: unknown) => {
    const { portalId } = z.parse(Payload, payload);
    const began = Date.now();
    await settlePortal(deps, portalId);
    rests.set(portalId, Date.now() + Math.min((Date.now() - began) * restTimes, longestRestMs));
  };

/** How often changes of people are looked for, and how long the first of several waits for the others, in milliseconds. */
const lookMs = 2_000;
const waitMs = 1_000;
const Portal = z.object({ portalId: z.int() });

/** Puts the portals whose dynamic groups are to be computed into the queue: one entry a portal, however many changes there were. */
async function enqueue(queue: pg.Pool, portalIds: readonly number[], rests?: Rests) {
  if (portalIds.length === 0) return;
  const waits = portalIds.map((id) => Math.max(waitMs, (rests?.get(id) ?? 0) - Date.now()) / 1000);
  await queue.query(
    `select graphile_worker.add_job($1, json_build_object('portalId', id), job_key => 'groups:' || id, job_key_mode => 'preserve_run_at',
       run_at => now() + make_interval(secs => wait)) from unnest($2::bigint[], $3::float8[]) as one (id, wait)`,
    [settleTask, portalIds, waits],
  );
}

/** Watches for changes of people and has dynamic groups computed after them. */
export function watchPeople({ databases, log, rests }: Deps & { readonly rests: Rests }, queue: pg.Pool) {
  let looking: Promise<void> | undefined;
  const look = async () => {
    const { rows } = await databases.inSystem("find changes of people", (db) =>
      typed(Portal)`select distinct portal_id as "portalId" from people_changes`.execute(db),
    );
    await enqueue(
      queue,
      rows.map(({ portalId }) => portalId),
      rests,
    );
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ part: "groups", err: error }, "Changes of people could not be looked for."))
      .finally(() => (looking = undefined));
  }, lookMs);
  return {
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Has every portal's dynamic groups and conditions of courses computed: days pass, sign-ins happen and due dates come without anybody noting a change. For the schedule. */
export async function settleAll({ databases }: Pick<Deps, "databases">, queue: pg.Pool): Promise<void> {
  const { rows } = await databases.inSystem("find dynamic groups", (db) =>
    typed(Portal)`
      select portal_id as "portalId" from groups where kind = 'dynamic' and status = 'active'
      union select portal_id from courses where prerequisite_condition is not null`.execute(db),
  );
  await enqueue(
    queue,
    rows.map(({ portalId }) => portalId),
  );
}

/** Forgets the members of groups that cannot be brought back any more, and changes that nobody waits for. Returns how many rows that were. For the schedule. */
export const sweepGroups = ({ databases }: Pick<Deps, "databases">): Promise<number> =>
  databases.inSystemUntimed("forget the members of deleted groups", async (db) => {
    const { numAffectedRows: members = 0n } = await sql`delete from deleted_group_members m using groups g
      where g.portal_id = m.portal_id and g.id = m.group_id and g.deleted_at < now() - make_interval(days => ${restoreDays + 1})`.execute(
      db,
    );
    const { numAffectedRows: lists = 0n } = await sql`delete from people_lists where expires_at < now()`.execute(db);
    return Number(members + lists);
  });
