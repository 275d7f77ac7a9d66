import { sql } from "kysely";
import * as z from "zod/mini";
import { atOnce } from "#features/jobs/contract.ts";
import { recordJob, startJob } from "#features/jobs/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { fieldErrors } from "#platform/answer-errors.ts";
import { note, noteAll } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { conflict, invalid, invalidFields, notFound } from "#platform/errors.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context, Http, OpenContext, PortalRef } from "#platform/serve.ts";
import { requireActor } from "#platform/serve.ts";
import { bulkRows, type BulkRow, type listBulkRows, type previewBulk, type runBulk } from "../contract.ts";
import { actsOnPeople } from "../policy.ts";
import { applyNext } from "./apply.ts";
import { bulkJob, resultOf, undoable } from "./bulk-job.ts";
import type { AnyBulkKind, BulkContext, BulkKinds, Selections } from "./bulk-kind.ts";
import * as queries from "./queries.ts";
import type { Run, StoredRow } from "./queries.ts";

export { ownList } from "./lists.ts";
export type { AnyBulkKind, BulkContext, Selections } from "./bulk-kind.ts";

export interface BulkDeps {
  readonly kinds: BulkKinds;
  readonly selections: Selections;
}

const noAction = () => notFound("action", "This action could not be found.");
const sampleSize = 10;

/** Opens the request and goes on in a transaction in which people and courses can be changed. */
async function inAction<T>(
  { open, http, databases }: OpenContext,
  why: string,
  work: (scope: { db: Db; actor: Actor; portal: PortalRef; http: Http; say: Say; inSystem: Databases["inSystem"] }) => Promise<T>,
): Promise<T> {
  const asked = await open(async ({ actor, portal, say }) => ({ actor: requireActor(actor, actsOnPeople), portal, say }));
  return databases.inPeople(asked.portal.id, why, (db) => work({ ...asked, db, http, inSystem: databases.inSystem }));
}

/** A kind by its name, and the person asking as its rule sees them. Throws 403 for somebody whom it does not allow. */
function kindFor(kinds: BulkKinds, name: string, asking: Actor): { kind: AnyBulkKind; actor: Actor } {
  const kind = kinds.get(name);
  if (!kind) throw invalid("kind", "unknown", "There is no such action.");
  return { kind, actor: requireActor(asking, kind.rule) };
}

/** A selection as SQL. Throws 404 when one of those named is out of reach: then the whole call is refused (security.md 5). */
async function chosenBy(context: BulkContext, kind: AnyBulkKind, selections: Selections, of: Parsed<typeof previewBulk>["body"]["of"]) {
  if ("ids" in of) {
    const ids = [...new Set(of.ids)];
    const { key, missing } = queries.subjectOf(kind);
    if ((await queries.countReached(context, kind, ids)) !== ids.length) throw missing();
    return sql`select unnest(${ids}::bigint[]) as ${key}`;
  }
  const lists = selections[kind.on ?? "people"];
  const select = Object.hasOwn(lists, of.list) ? lists[of.list] : undefined;
  if (!select) throw invalid("of", "unknown", "Nothing can be chosen for this from this list.");
  return select(context, of.query);
}

/** Pins what an action is about and what it would do to each of them, and tells it. */
export const preview = ({ kinds, selections }: BulkDeps, context: OpenContext, body: Parsed<typeof previewBulk>["body"]) =>
  inAction(
    context,
    "preview a bulk action",
    async ({ db, actor: asking, portal, http, say, inSystem }): Promise<Result<typeof previewBulk>> => {
      const { kind, actor } = kindFor(kinds, body.kind, asking);
      const parsed = z.safeParse(kind.input, body.input);
      if (!parsed.success) throw invalidFields(fieldErrors(parsed.error.issues));
      const acting = { db, actor, scope: await scopeOf(db, actor), inSystem };
      const about = await kind.about(acting, parsed.data);
      const chosen = await chosenBy(acting, kind, selections, body.of);
      const { id: runId } = await db
        .insertInto("bulk_runs")
        .values({
          portal_id: portal.id,
          owner_id: actor.userId,
          kind: kind.name,
          input: JSON.stringify(z.encode(kind.input, parsed.data)),
          about: JSON.stringify(about),
          selection: JSON.stringify("ids" in body.of ? { ids: body.of.ids.length } : body.of),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await queries.insertRows(acting, runId, kind, parsed.data, chosen);
      const key = { portalId: portal.id, runId };
      const counts = await queries.tally(db, key, kind);
      const changes = counts.find(({ leftOut }) => leftOut === null)?.count ?? 0;
      const words = kind.leftOut(say, about);
      const { rows } = await readPage(
        db,
        queries.StoredRow,
        { page: 1, pageSize: sampleSize },
        queries.rowsOf(key, kind, acting.scope, { q: "", show: "changes", sort: "name" }),
      );
      await note(
        { db, portal, actor, http },
        { action: "bulk_previewed", object: { kind: "bulk_run", id: runId }, after: { kind: kind.name, changes } },
      );
      return {
        runId,
        on: kind.on ?? "people",
        title: kind.title(say, about, changes),
        total: counts.reduce((sum, { count }) => sum + count, 0),
        changes,
        isFinal: kind.isFinal ?? false,
        leftOut: counts.flatMap(({ leftOut, count }) => (leftOut === null ? [] : [{ reason: words[leftOut] ?? leftOut, count }])),
        sample: rows.map((row) => inWords(say, kind, about, row)),
      };
    },
  );

const ownRun = async (db: Db, actor: Actor, runId: number, lock: boolean): Promise<Run> => {
  const run = await queries.findRun(db, { portalId: actor.portalId, runId }, { lock });
  if (!run || run.ownerId !== actor.userId) throw noAction();
  return run;
};

/** Does what a preview said, once: repeated, it answers the job of the first time. */
export const run = ({ kinds }: BulkDeps, context: OpenContext, runId: number) =>
  inAction(context, "run a bulk action", async ({ db, actor, portal, http, inSystem }): Promise<Result<typeof runBulk>> => {
    const found = await ownRun(db, actor, runId, true);
    const key = { portalId: portal.id, runId };
    const { kind } = kindFor(kinds, found.kind, actor);
    if (found.jobId !== null) {
      const job = await db
        .selectFrom("jobs")
        .select("state")
        .where("portal_id", "=", portal.id)
        .where("id", "=", found.jobId)
        .executeTakeFirst();
      return { jobId: found.jobId, result: job?.state === "done" ? await resultOf(db, key, kind, false) : null };
    }
    const count = (await queries.tally(db, key, kind)).find(({ leftOut }) => leftOut === null)?.count ?? 0;
    if (count === 0) throw conflict("nothing_to_do", "This would change nothing.");
    const doer = { db, portal, actor, http };
    const job = bulkJob(kinds);
    const input = { runId, isUndo: false, kind: kind.name, about: found.about as Record<string, unknown>, count };
    let result: Result<typeof runBulk>["result"] = null;
    let jobId: number;
    if (count > atOnce) jobId = await startJob(doer, job, { input, total: count });
    else {
      while ((await applyNext({ db, actor, inSystem, note: (happenings) => noteAll(doer, happenings) }, kind, found, false)) > 0);
      result = await resultOf(db, key, kind, false);
      jobId = await recordJob(doer, job, { input, total: count, outcome: { result, ...undoable(kind, result) } });
    }
    await db.updateTable("bulk_runs").set({ job_id: jobId }).where("portal_id", "=", portal.id).where("id", "=", runId).execute();
    await note(doer, {
      action: "bulk_run",
      object: { kind: "bulk_run", id: runId },
      after: { kind: kind.name, [kind.on ?? "people"]: count, jobId },
    });
    return { jobId, result };
  });

function inWords(
  say: Say,
  kind: AnyBulkKind | undefined,
  about: object,
  { before, after, leftOut, outcome, undone, isReached, ...who }: StoredRow,
): BulkRow {
  const words: Readonly<Record<string, string>> = kind?.leftOut(say, about) ?? {};
  const why = (code: string) =>
    ({ outOfReach: say("No longer among the people you manage"), changed: say("Changed in the meantime") })[code] ?? words[code] ?? code;
  const fate = leftOut ?? undone ?? outcome;
  const failed = fate !== null && fate !== "done";
  const done = undone !== null ? (failed ? "notUndone" : "undone") : outcome !== null ? (failed ? "notDone" : "done") : "planned";
  return {
    ...who,
    before: (isReached && kind?.state(say, about, before)) || "",
    after: (isReached && kind?.state(say, about, after)) || "",
    reason: failed ? why(fate) : null,
    outcome: leftOut === null ? done : "leftOut",
  };
}

/** One page of what an own action is about. */
export async function showRows(
  { kinds }: BulkDeps,
  { db, actor, say }: Context,
  { params: { runId }, query }: Parsed<typeof listBulkRows>,
) {
  const found = await ownRun(db, actor, runId, false);
  const page = await readPage(
    db,
    queries.StoredRow,
    { page: query.page, pageSize: bulkRows.pageSize },
    queries.rowsOf({ portalId: actor.portalId, runId }, kinds.get(found.kind), await scopeOf(db, actor), query),
  );
  return { ...page, rows: page.rows.map((row) => inWords(say, kinds.get(found.kind), found.about, row)) };
}

type Told = StoredRow & { readonly kind: AnyBulkKind | undefined; readonly about: object };

/** All of them for the export, in batches. */
export async function* allRows(
  { kinds }: BulkDeps,
  { db, actor }: Pick<Context, "db" | "actor">,
  { params: { runId }, query }: Parsed<typeof listBulkRows>,
): AsyncGenerator<Told[]> {
  const found = await ownRun(db, actor, runId, false);
  const of = { kind: kinds.get(found.kind), about: found.about };
  const scope = await scopeOf(db, actor);
  for await (const rows of readAll(db, queries.StoredRow, queries.rowsOf({ portalId: actor.portalId, runId }, of.kind, scope, query)))
    yield rows.map((row) => ({ ...row, ...of }));
}

/** The columns of that export: a course has no email. */
export async function rowColumns(
  { kinds }: BulkDeps,
  { db, actor }: Pick<Context, "db" | "actor">,
  say: Say,
  runId: number,
): Promise<readonly CsvColumn<Told>[]> {
  const found = await ownRun(db, actor, runId, false);
  const outcomes: Record<BulkRow["outcome"], string> = {
    planned: say("Not run yet"),
    leftOut: say("Left out"),
    done: say("Changed"),
    notDone: say("Left alone"),
    undone: say("Undone"),
    notUndone: say("Not undone"),
  };
  const of = ({ kind, about, ...row }: Told) => inWords(say, kind, about, row);
  return [
    ...queries.subjectOf(kinds.get(found.kind) ?? {}).who(say),
    [say("Before"), (row) => of(row).before],
    [say("After"), (row) => of(row).after],
    [say("Outcome"), (row) => outcomes[of(row).outcome]],
    [say("Reason"), (row) => of(row).reason],
  ];
}
