import { may } from "#features/portal/permissions.ts";
import { requireActor } from "#platform/serve.ts";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { AnyJobKind, JobKind, RunningJob } from "#features/jobs/server/job-kind.ts";
import { startJob } from "#features/jobs/server/service.ts";
import { inScope, scopeOf } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict } from "#platform/errors.ts";
import { phrase } from "#platform/words.ts";
import { rejectedPath } from "../contract.ts";
import type { Finding } from "../finding.ts";
import { rowsAtATime, stagedRows } from "../server/check-rows.ts";
import type { Decided, StagedRow } from "../server/judge.ts";
import * as queries from "../server/queries.ts";
import { error } from "../server/read-row.ts";
import { foreseeLeavers } from "../server/foresee-rows.ts";
import { decide, ownerOf, takeBack, type WrittenAny } from "../server/subjects.ts";

const Input = z.object({ importId: z.int(), fileName: z.string(), zone: z.string() });
export type ImportInput = z.infer<typeof Input>;
/** How far a job has come: after which row it goes on, and how many it has dealt with. */
interface At {
  readonly after: number;
  readonly done: number;
  readonly isOver: boolean;
  /** Set once every row of the table was checked: below which number people whom it does not name are foreseen next. */
  readonly leavers?: number;
}
interface Result {
  readonly rows: number;
}

/** The days in which an import can be undone. */
const undoDays = 7;

/** The import of a job, which is its owner's; whoever undoes one need not be. Throws 409 for one that is gone or has no plan. */
async function importOf(
  db: Db,
  { portalId, ownerId, input }: Pick<RunningJob<ImportInput, At>, "portalId" | "input"> & { readonly ownerId: number | null },
) {
  const one = await queries.findImport(db, { portalId, id: input.importId });
  if (!one || (ownerId !== null && one.ownerId !== ownerId) || !one.plan)
    throw conflict("import_gone", "This import is not there any more.");
  return { ...one, plan: one.plan };
}

/** Checks every row of the table and keeps it with what it would do. Nothing is written about people. */
export const importCheck: JobKind<ImportInput, At, Result> = {
  name: "import-check",
  input: Input,
  title: (say, { input }) => say("Check {file}", { file: input.fileName }),
  facts: (say, { result }) => (result ? [{ label: say("Rows"), value: String(result.rows) }] : []),
  links: (say, { input }) => [{ label: say("Open the import"), href: `/v/users/import?import=${input.importId}` }],
  async run(job) {
    const { portalId, input } = job;
    const key = { portalId, id: input.importId };
    const one = await job.databases.inPeopleUntimed(portalId, "read an import", (db) => importOf(db, job));
    // Read once to its end without anything written: what is wrong with the file is told at once, and it is known how many rows there are.
    let total = 0;
    if (!one.isStaged) for await (const rows of stagedRows(job.files, one, 0)) total += rows.length;
    let at = job.checkpoint() ?? { after: 0, done: 0, isOver: false };
    const judge = (keep: (db: Db, decided: (rows: readonly StagedRow[]) => Promise<readonly Decided[]>) => Promise<readonly StagedRow[]>) =>
      job.chunk(async ({ db, ...of }) => {
        const owner = ownerOf(of.owner, one);
        const given = { databases: job.databases, isWriting: false, zone: input.zone };
        const rows = await keep(db, async (some) => (await decide(db, owner, one, given, some)).rows);
        at = { after: rows.at(-1)?.number ?? at.after, done: at.done + rows.length, isOver: false };
        return { checkpoint: at, done: at.done, ...(total > 0 && { total }), rows: rows.length };
      });
    // Rows that are kept already: of a check by another plan, or of one that was cancelled.
    const isRead = at.isOver || at.leavers !== undefined;
    for (let rows = isRead ? 0 : rowsAtATime; rows === rowsAtATime;)
      ({ rows } = await judge(async (db, decided) => {
        const kept = await queries.listStaged(db, key, at.after, rowsAtATime);
        if (kept.length > 0) await queries.updateJudged(db, key, await decided(kept));
        return kept;
      }));
    if (!isRead && !one.isStaged)
      for await (const rows of stagedRows(job.files, one, at.after))
        await judge(async (db, decided) => {
          await queries.insertJudged(db, key, rows, await decided(rows));
          return rows;
        });
    if (!isRead)
      await job.chunk(async ({ db, ...of }) => {
        const owner = ownerOf(of.owner, one);
        await queries.deleteRows(db, key, { onlyLeavers: true });
        if (one.plan.leavers) {
          const reached = inScope(await scopeOf(db, owner), sql`m.user_id`);
          await queries.insertLeavers(db, key, { reached, ownerId: owner.userId, changesAdmins: owner.isAdmin || owner.isSystemAdmin });
        }
        at = { ...at, leavers: 0 };
        return { checkpoint: at, done: at.done };
      });
    while (!at.isOver)
      await job.chunk(async ({ db }) => {
        const last = await foreseeLeavers(db, key, at.leavers ?? 0);
        if (last === null) await queries.updateImport(db, key, { state: "checked", is_staged: true });
        at = { ...at, isOver: last === null, leavers: last ?? 0 };
        return { checkpoint: at, done: at.done };
      });
    return { result: { rows: at.done } };
  },
};

const sameEffect = (one: Pick<Decided, "verdict" | "changes">, other: Pick<Decided, "verdict" | "changes">) =>
  one.verdict === other.verdict &&
  JSON.stringify(one.changes.map(({ meaning, before, after }) => [meaning, before, after])) ===
    JSON.stringify(other.changes.map(({ meaning, before, after }) => [meaning, before, after]));

const changedSince: Finding = error(
  null,
  "changed_since_check",
  phrase("Something changed between the check and the import, so nothing was written. Bring this row in again."),
);

/** Writes the rows as the check said. A row that would do something else by now is left out and told. */
export const importRun: JobKind<ImportInput, At, Result> = {
  name: "import-run",
  isOverseen: true,
  input: Input,
  title: (say, { input }) => say("Import {file}", { file: input.fileName }),
  facts: (say, { result }) => (result ? [{ label: say("Rows written"), value: String(result.rows) }] : []),
  links: (say, { input }) => [
    { label: say("Open the import"), href: `/v/users/import?import=${input.importId}` },
    { label: say("Rows that were left out"), href: rejectedPath(input.importId) },
  ],
  async run(job) {
    const { portalId, input } = job;
    const key = { portalId, id: input.importId };
    let at = job.checkpoint() ?? { after: 0, done: 0, isOver: false };
    while (!at.isOver)
      await job.chunk(async ({ db, note, ...of }) => {
        const one = await importOf(db, job);
        const owner = ownerOf(of.owner, one);
        const rows = await queries.listToWrite(db, key, "rows", at.after, rowsAtATime);
        if (rows.length > 0) {
          const decision = await decide(db, owner, one, { databases: job.databases, isWriting: true, zone: input.zone }, rows);
          const asSaid = new Set(decision.rows.filter((row, nth) => sameEffect(row, rows[nth] ?? row)));
          const written = await decision.write(note, (row) => asSaid.has(row));
          await queries.updateWritten(db, key, [
            ...written.map((row) => (row.undo ? row : { ...row, findings: [changedSince] })),
            ...decision.rows
              .filter((row) => !asSaid.has(row))
              .map(({ number, findings }): WrittenAny & { findings: Finding[] } => ({
                number,
                undo: null,
                findings: [...findings.filter(({ level }) => level === "error"), changedSince],
              })),
          ]);
        }
        const leavers = rows.length > 0 ? [] : await queries.listToWrite(db, key, "leavers", 0, rowsAtATime);
        if (leavers.length > 0) {
          const reached = inScope(await scopeOf(db, owner), sql`m.user_id`);
          const ids = leavers.flatMap(({ personId }) => (personId === null || personId === owner.userId ? [] : [personId]));
          const left = new Set(await queries.deactivate(db, portalId, ids, reached, owner.isAdmin || owner.isSystemAdmin));
          await note(
            [...left].map((id) => ({
              action: "person_deactivated_by_import",
              object: { kind: "person", id },
              before: { status: "active" },
              after: { status: "suspended" },
            })),
          );
          await queries.updateWritten(
            db,
            key,
            leavers.map(({ number, personId }) =>
              personId !== null && left.has(personId)
                ? { number, undo: { userId: personId, joined: false, values: [], groupIds: [], roleIds: [] } }
                : { number, undo: null, findings: [changedSince] },
            ),
          );
        }
        const did = rows.length + leavers.length;
        if (did === 0) await queries.updateImport(db, key, { state: "done", ended_at: new Date() });
        at = { after: rows.at(-1)?.number ?? at.after, done: at.done + did, isOver: did === 0 };
        return { checkpoint: at, done: at.done };
      });
    const counts = await job.databases.inPeopleUntimed(portalId, "count an import", (db) => queries.countRows(db, key));
    return { result: { rows: counts?.done ?? 0 }, undoUntil: new Date(Date.now() + undoDays * 86_400_000) };
  },
  async undo(context, { input }) {
    requireActor(context.actor, may("import-people"));
    const key = { portalId: context.portal.id, id: input.importId };
    const jobId = await startJob(context, importUndo, { input });
    await queries.updateImport(context.db, key, { state: "undoing", job_id: jobId });
    return jobId;
  },
};

/** Takes the written rows back, as far as nobody changed them since. */
const importUndo: JobKind<ImportInput, At, Result> = {
  name: "import-undo",
  isOverseen: true,
  input: Input,
  title: (say, { input }) => say("Undo the import of {file}", { file: input.fileName }),
  facts: (say, { result }) => (result ? [{ label: say("Rows taken back"), value: String(result.rows) }] : []),
  links: (say, { input }) => [{ label: say("Open the import"), href: `/v/users/import?import=${input.importId}` }],
  async run(job) {
    const { portalId, input } = job;
    const key = { portalId, id: input.importId };
    let at = job.checkpoint() ?? { after: 0, done: 0, isOver: false };
    while (!at.isOver)
      await job.chunk(async ({ db, note, ...of }) => {
        const one = await importOf(db, { portalId, input, ownerId: null });
        const rows = await queries.listToUndo(db, key, rowsAtATime);
        if (rows.length > 0) {
          const back = await takeBack(db, requireActor(of.owner, may("import-people")), one, { databases: job.databases, note }, rows);
          await queries.updateUndone(db, key, back);
        } else await queries.updateImport(db, key, { state: "undone" });
        at = { after: 0, done: at.done + rows.length, isOver: rows.length === 0 };
        return { checkpoint: at, done: at.done };
      });
    const counts = await job.databases.inPeopleUntimed(portalId, "count an import", (db) => queries.countRows(db, key));
    return { result: { rows: counts?.undone ?? 0 } };
  },
};

export const importKinds: readonly AnyJobKind[] = [importCheck, importRun, importUndo];
