import { sql } from "kysely";
import type { Readable } from "node:stream";
import { startJob } from "#features/jobs/server/service.ts";
import { seatsHere } from "#features/seats/server/service.ts";
import { signedIn } from "#platform/actor.ts";
import { inScope, scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import { wordsOf } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import type { FileStore } from "#platform/files/store.ts";
import { instant } from "#platform/instant.ts";
import type { Language } from "#platform/languages.ts";
import { csvHead, csvLines } from "#platform/list/server/csv.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { rowsList } from "../contract.ts";
import type { Finding } from "../finding.ts";
import { guessPlan, rememberable } from "../guess-plan.ts";
import { keptHeading, plainHeading, type Subject } from "../headings.ts";
import { importCheck, importRun } from "../jobs/import-kinds.ts";
import type { Plan } from "../plan.ts";
import { rowsAtATime, stagedRows, storedBytes } from "./check-rows.ts";
import { foreseeLeavers } from "./foresee-rows.ts";
import * as queries from "./queries.ts";
import type { StoredImport } from "./queries.ts";
import { managesGroup } from "./judge.ts";
import { readHead, type HowToRead } from "./reading/read-head.ts";
import { tableLimits } from "./reading/table.ts";
import { resultImporterOf } from "./results/result-columns.ts";
import { checkedPlan, decide, ownerOf, targetsFor } from "./subjects.ts";

const noImport = () => notFound("import", "This import could not be found.");
const isBusy = ({ state }: Pick<StoredImport, "state">) => state === "checking" || state === "running" || state === "undoing";

/** An import of the person asking, and nobody else's. Throws 404. */
async function ownImport(db: Db, actor: Actor, id: number, isLocking = false): Promise<StoredImport> {
  const one = await queries.findImport(db, { portalId: actor.portalId, id }, { isLocking });
  if (!one || one.ownerId !== actor.userId) throw noImport();
  return one;
}

interface Asking {
  readonly actor: Actor;
  readonly language: Language;
  readonly zone: string;
  readonly dateOrder: Plan["dateOrder"];
}

/** Who asks, before work that takes longer; nothing is open meanwhile. */
const askerOf = ({ open }: OpenContext): Promise<Asking> =>
  open(async ({ db, actor: asker, language, portal }) => {
    const actor = requireActor(asker, signedIn);
    const { time_zone: zone } = await db.selectFrom("portals").select("time_zone").where("id", "=", portal.id).executeTakeFirstOrThrow();
    return { actor, language, zone: actor.timeZone ?? zone, dateOrder: "dmy" };
  });

/** The screens' view of an import. */
async function shown(db: Db, { actor, language, dateOrder }: Omit<Asking, "zone">, one: StoredImport): Promise<api.Import> {
  const key = { portalId: actor.portalId, id: one.id };
  const scope = await scopeOf(db, actor);
  const targets = await targetsFor(db, actor, one);
  const plain = one.reading.headings.map((heading) => keptHeading(plainHeading(heading), one.subject));
  const remembered = new Map((await queries.listHeadings(db, actor.portalId, plain)).map(({ heading, meaning }) => [heading, meaning]));
  const counts = await queries.countRows(db, key);
  const groupIds = scope.parts?.flatMap((part) => (part.kind === "groups" ? part.groupIds : [])) ?? null;
  const {
    total: _,
    emailsChanged,
    ...counted
  } = counts ?? {
    total: 0,
    emailsChanged: 0,
    create: 0,
    update: 0,
    return: 0,
    leave: 0,
    unchanged: 0,
    skip: 0,
    error: 0,
    done: 0,
    refused: 0,
    undone: 0,
    partly: 0,
    kept: 0,
  };
  const { isSmall: __, ...reading } = one.reading;
  const seats = one.subject === "people" ? await seatsHere(db, actor.portalId) : null;
  return {
    id: one.id,
    subject: one.subject,
    fileName: one.fileName,
    state: one.state,
    createdAt: instant(one.createdAt),
    ...reading,
    targets,
    groups: targets.some(({ meaning }) => meaning === "groups") ? await queries.listJoinableGroups(db, actor.portalId, groupIds) : [],
    plan: one.plan ?? guessPlan(reading.headings, reading.samples, { targets, remembered, dateOrder, subject: one.subject }),
    isGuessed: one.plan === null,
    counts: counted,
    mails: emailsChanged > 0 ? [{ event: "email_changed", count: emailsChanged }] : [],
    rules: await queries.countForeseen(db, key, scope),
    problems: (await queries.listProblems(db, key)).map(({ finding, rows }) => ({
      code: finding.code,
      message: wordsOf(language, finding.text, finding.params),
      rows,
    })),
    jobId: one.jobId,
    runJobId: one.runJobId,
    seats:
      seats === null || seats.cap === null
        ? null
        : { used: seats.used, cap: seats.cap, ...((await queries.countSeats(db, key)) ?? { needed: 0, beyond: 0 }) },
    activePeople: await queries.countActive(db, actor.portalId, inScope(scope, sql`m.user_id`)),
  };
}

/** One's own imports, newest first. */
export async function showImports({ db, actor }: Context): Promise<Result<typeof api.listImports>> {
  const rows = await queries.listImports(db, actor.portalId, actor.userId);
  return {
    rows: rows.map(({ id, subject, fileName, state, createdAt }) => ({ id, subject, fileName, state, createdAt: instant(createdAt) })),
  };
}

export async function showImport(context: Context, id: number): Promise<api.Import> {
  return shown(context.db, { ...context, dateOrder: "dmy" }, await ownImport(context.db, context.actor, id));
}

/** Takes an uploaded or pasted table: keeps its bytes, and says how it was read and what its columns probably mean. A file that is no table is not kept. */
export async function takeTable(
  context: OpenContext,
  files: FileStore,
  { name, subject, data }: { name: string; subject: Subject; data: Readable | Uint8Array },
): Promise<api.Import> {
  const asking = await askerOf(context);
  if (subject === "results") resultImporterOf(asking.actor);
  const stored = await files.put(data, { maxBytes: tableLimits.fileBytes });
  try {
    const reading = await readHead(storedBytes(files, { fileKey: stored.key, fileBytes: stored.bytes }));
    return await context.databases.inPeople(asking.actor.portalId, "take a table of people", async (db) => {
      const { actor } = asking;
      const { id } = await queries.insertImport(db, {
        portalId: actor.portalId,
        ownerId: actor.userId,
        subject,
        fileName: plainFileName(name) || "table",
        fileKey: stored.key,
        fileBytes: stored.bytes,
        reading,
      });
      await note(
        { db, portal: { id: actor.portalId }, actor, http: context.http },
        { action: "import_uploaded", object: { kind: "import", id }, after: { bytes: stored.bytes } },
      );
      return shown(db, asking, await ownImport(db, actor, id));
    });
  } catch (error) {
    await files.remove(stored.key);
    throw error;
  }
}

/** Changes an own import that no job works on, in one transaction. */
async function changeImport(
  context: OpenContext,
  id: number,
  why: string,
  work: (scope: { db: Db; one: StoredImport; asking: Asking; noting: Parameters<typeof note>[0] & { actor: Actor } }) => Promise<void>,
): Promise<api.Import> {
  const asking = await askerOf(context);
  const { actor } = asking;
  return context.databases.inPeople(actor.portalId, why, async (db) => {
    const one = await ownImport(db, actor, id, true);
    if (isBusy(one) && (await isUnderWay(db, actor, one)))
      throw conflict("import_busy", "A job is working on this import. Wait until it is done.");
    await work({ db, one, asking, noting: { db, portal: { id: actor.portalId }, actor, http: context.http } });
    return shown(db, asking, await ownImport(db, actor, id));
  });
}

/** Whether the job of an import is not finished: one that failed or was cancelled leaves the import to its owner. */
async function isUnderWay(db: Db, { portalId }: Actor, { jobId }: StoredImport): Promise<boolean> {
  if (jobId === null) return false;
  const job = await db.selectFrom("jobs").select("state").where("portal_id", "=", portalId).where("id", "=", jobId).executeTakeFirst();
  return job?.state === "queued" || job?.state === "running";
}

const written = () => conflict("import_written", "This import has been carried out. Bring the table in again to do more with it.");

/** Reads the file in another way. */
export async function readOtherwise(
  context: OpenContext,
  files: FileStore,
  id: number,
  { encoding, delimiter, sheet, hasHeadings }: Parsed<typeof api.readAgain>["body"],
): Promise<api.Import> {
  const how: HowToRead = {
    encoding: encoding ?? undefined,
    delimiter: delimiter ?? undefined,
    sheet: sheet ?? undefined,
    hasHeadings: hasHeadings ?? undefined,
  };
  const asking = await askerOf(context);
  const before = await context.databases.inPeople(asking.actor.portalId, "read an import", (db) => ownImport(db, asking.actor, id));
  const reading = await readHead(storedBytes(files, before), how);
  return changeImport(context, id, "read a table in another way", async ({ db, one, asking: { actor }, noting }) => {
    if (one.runJobId !== null) throw written();
    const key = { portalId: actor.portalId, id };
    await queries.deleteRows(db, key, { onlyLeavers: false });
    await queries.updateImport(db, key, { reading, plan: null, state: "read", is_staged: false, job_id: null });
    await note(noting, { action: "import_read_again", object: { kind: "import", id } });
  });
}

/** Checks every row by a plan: a small table at once, a large one as a job. */
export async function check(context: OpenContext, files: FileStore, id: number, asked: Plan): Promise<api.Import> {
  // Read before the transaction, which files should not hold up.
  const asking = await askerOf(context);
  const before = await context.databases.inPeople(asking.actor.portalId, "read an import", (db) => ownImport(db, asking.actor, id));
  const few = before.reading.isSmall && !before.isStaged ? (await Array.fromAsync(stagedRows(files, before, 0))).flat() : null;
  return changeImport(context, id, "check a table of people", async ({ db, one, asking: { actor, zone }, noting }) => {
    if (one.runJobId !== null) throw written();
    const plan = checkedPlan(actor, one, asked, await targetsFor(db, actor, one));
    ownerOf(actor, { ...one, plan });
    const scope = await scopeOf(db, actor);
    const reached = inScope(scope, sql`m.user_id`);
    const joinable = await queries.listJoinableGroups(db, actor.portalId, plan.groupIds);
    if (plan.groupIds.some((groupId) => !managesGroup(scope, groupId) || !joinable.some((group) => group.id === groupId)))
      throw invalid("groupIds", "no_such_group", "This group could not be found.");
    const key = { portalId: actor.portalId, id };
    await queries.keepHeadings(db, actor.portalId, rememberable(one.reading.headings, plan, one.subject));
    await note(noting, {
      action: "import_checked",
      object: { kind: "import", id },
      after: { mode: plan.mode, key: plan.key, leavers: plan.leavers, returns: plan.returns },
    });
    // Everybody whom the table does not name is looked at too.
    const isLarge = !one.reading.isSmall || (plan.leavers && (await queries.countActive(db, actor.portalId, reached)) > rowsAtATime);
    if (isLarge) {
      const jobId = await startJob(noting, importCheck, {
        input: { importId: id, fileName: one.fileName, zone },
      });
      await queries.updateImport(db, key, { plan, state: "checking", job_id: jobId });
      return;
    }
    const staged = !one.isStaged && few ? few : await queries.listStaged(db, key, 0, 1000);
    const { rows } = await decide(db, actor, { ...one, plan }, { databases: context.databases, isWriting: false, zone }, staged);
    if (staged === few) await queries.insertJudged(db, key, few, rows);
    else await queries.updateJudged(db, key, rows);
    await queries.deleteRows(db, key, { onlyLeavers: true });
    if (plan.leavers)
      await queries.insertLeavers(db, key, {
        reached,
        ownerId: actor.userId,
        changesAdmins: actor.isAdmin || actor.isSystemAdmin,
      });
    if (plan.leavers) await foreseeLeavers(db, key, 0);
    await queries.updateImport(db, key, { plan, state: "checked", is_staged: true, job_id: null });
  });
}

/** Up to how many people, and which share of the active ones, are deactivated without typing the number. */
const fewLeavers = { people: 5, share: 0.05 };

/** Starts the job that writes what the check said. */
export async function run(context: OpenContext, id: number, { people }: Parsed<typeof api.runImport>["body"]): Promise<api.Import> {
  return changeImport(context, id, "carry out an import", async ({ db, one, asking: { actor, zone }, noting }) => {
    if (one.runJobId !== null) throw written();
    if (one.state !== "checked" || !one.plan) throw conflict("not_checked", "Check the table first.");
    ownerOf(actor, { ...one, plan: one.plan });
    const key = { portalId: actor.portalId, id };
    const counts = await queries.countRows(db, key);
    const writes = counts ? counts.create + counts.update + counts.return + counts.leave : 0;
    if (!counts || writes === 0) throw conflict("import_empty", "This table changes nothing.");
    if (counts.leave > 0) {
      if (counts.error > 0)
        throw conflict(
          "leavers_unsure",
          "People can be deactivated only when every row is understood. Correct the rows with errors first, or leave the others active.",
        );
      const active = await queries.countActive(db, actor.portalId, inScope(await scopeOf(db, actor), sql`m.user_id`));
      if ((counts.leave > fewLeavers.people || counts.leave > active * fewLeavers.share) && people !== counts.leave)
        throw invalid("people", "confirm_number", "{count} people will be deactivated. Type this number to confirm it.", {
          count: counts.leave,
        });
    }
    const jobId = await startJob(noting, importRun, {
      input: { importId: id, fileName: one.fileName, zone },
      total: writes,
    });
    await queries.updateImport(db, key, { state: "running", job_id: jobId, run_job_id: jobId });
    await note(noting, {
      action: "import_started",
      object: { kind: "import", id },
      after: { create: counts.create, update: counts.update, return: counts.return, leave: counts.leave },
    });
  });
}

const told = (language: Language, { level, column, code, text, params }: Finding) => ({
  level,
  column,
  code,
  message: wordsOf(language, text, params),
});

const shownRow = (language: Language, { findings, ...row }: queries.ShownRow): api.CheckedRow => ({
  ...row,
  findings: findings.map((one) => told(language, one)),
});

/** One page of the rows of an own import. */
export async function showRows(
  { db, actor, language }: Context,
  id: number,
  { page, result, q }: Parsed<typeof api.listRows>["query"],
): Promise<Result<typeof api.listRows>> {
  await ownImport(db, actor, id);
  const scope = await scopeOf(db, actor);
  const found = await readPage(
    db,
    queries.ShownRow,
    { page, pageSize: rowsList.pageSize },
    queries.rowsOf({ portalId: actor.portalId, id }, scope, result, q),
  );
  return { ...found, rows: found.rows.map((row) => shownRow(language, row)) };
}

/** Corrects the cells of a row and checks it again. */
export async function correct(
  context: OpenContext,
  { importId: id, number }: { importId: number; number: number },
  cells: readonly string[],
): Promise<api.CheckedRow> {
  let row: api.CheckedRow | undefined;
  await changeImport(context, id, "correct a row of an import", async ({ db, one, asking: { actor, zone, language }, noting }) => {
    if (one.runJobId !== null) throw written();
    if (one.state !== "checked" || !one.plan) throw conflict("not_checked", "Check the table first.");
    const key = { portalId: actor.portalId, id };
    const { numUpdatedRows } = await db
      .updateTable("import_rows")
      .set({ cells: [...cells] })
      .where("portal_id", "=", actor.portalId)
      .where("import_id", "=", id)
      .where("number", "=", number)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound("row", "This row could not be found.");
    const about = { ...one, plan: one.plan };
    const [judged] = (
      await decide(db, actor, about, { databases: context.databases, isWriting: false, zone, isCorrection: true }, [{ number, cells }])
    ).rows;
    if (!judged) return;
    await queries.updateJudged(db, key, [judged]);
    await note(noting, { action: "import_row_corrected", object: { kind: "import", id }, after: { row: number } });
    const kept = await queries.findRow(db, key, await scopeOf(db, actor), number);
    row = kept && shownRow(language, kept);
  });
  if (!row) throw notFound("row", "This row could not be found.");
  return row;
}

/** The rows that were left out, as a table with the reason in a column of its own. */
export async function leftOut({ db, actor, language, say, portal, http }: Context, id: number): Promise<string> {
  const one = await ownImport(db, actor, id);
  const width = Math.max(one.reading.headings.length, one.plan?.columns.length ?? 0);
  const headings = Array.from({ length: width }, (_, at) => one.reading.headings[at] ?? "");
  const scope = await scopeOf(db, actor);
  let text = csvHead([...headings, say("Reason")]);
  let count = 0;
  for (const result of ["error", "refused"])
    for await (const rows of readAll(db, queries.ShownRow, queries.rowsOf({ portalId: actor.portalId, id }, scope, result, ""))) {
      const lines = rows.filter(({ number, verdict }) => number > 0 && (result === "refused" || verdict === "error"));
      count += lines.length;
      text += csvLines(
        lines.map(({ cells, findings }) => [
          ...Array.from({ length: width }, (_, at) => cells[at] ?? ""),
          findings
            .map(
              ({ column, text: what, params }) =>
                `${column === null ? "" : `${headings[column] ?? column + 1}: `}${wordsOf(language, what, params)}`,
            )
            .join(" "),
        ]),
      );
    }
  await note({ db, portal, actor, http }, { action: "exported", after: { list: "import_left_out", rows: count } });
  return text;
}
