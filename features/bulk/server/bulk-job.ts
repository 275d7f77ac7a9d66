import { may } from "#features/portal/permissions.ts";
import * as z from "zod/mini";
import { atOnce } from "#features/jobs/contract.ts";
import { recordJob, startJob, type JobKind } from "#features/jobs/server/service.ts";
import { noteAll } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, notFound } from "#platform/errors.ts";
import { exportAddress } from "#platform/list/list.ts";
import { requireActor } from "#platform/serve.ts";
import { undoDays } from "../contract.ts";
import { applyNext } from "./apply.ts";
import type { AnyBulkKind, BulkKinds } from "./bulk-kind.ts";
import * as queries from "./queries.ts";
import type { RunKey } from "./queries.ts";

const Input = z.object({
  runId: z.int(),
  isUndo: z.boolean(),
  /** For the words: the kind, what it is about, how many it changes. */
  kind: z.string(),
  about: z.record(z.string(), z.unknown()),
  count: z.int(),
});
type Input = z.infer<typeof Input>;
/** What came of it: how many were changed; how many were not any more as the preview said, or as the action left them. */
export interface BulkResult {
  readonly done: number;
  readonly notDone: number;
}
export type BulkJob = JobKind<Input, { readonly done: number }, BulkResult>;

/** Counts what came of a run, or of undoing it. */
export async function resultOf(db: Db, key: RunKey, kind: Pick<AnyBulkKind, "on">, isUndo: boolean): Promise<BulkResult> {
  const fates = (await queries.tally(db, key, kind)).map(({ outcome, undone, count }) => ({ fate: isUndo ? undone : outcome, count }));
  const sum = (wanted: (fate: string) => boolean) =>
    fates.reduce((all, { fate, count }) => all + (fate !== null && wanted(fate) ? count : 0), 0);
  return { done: sum((fate) => fate === "done"), notDone: sum((fate) => fate !== "done") };
}

/** Until when what an action has done now can be undone, where it can. */
export const undoable = ({ isFinal }: Pick<AnyBulkKind, "isFinal">, { done }: BulkResult) =>
  done > 0 && !isFinal ? { undoUntil: new Date(Date.now() + undoDays * 86_400_000) } : {};

/** The kind of job that runs bulk actions, and undoes them. */
export function bulkJob(kinds: BulkKinds): BulkJob {
  const job: BulkJob = {
    name: "bulk",
    isOverseen: true,
    input: Input,
    title(say, { input: { kind, about, count, isUndo } }) {
      const title = kinds.get(kind)?.title(say, about, count) ?? kind;
      return isUndo ? say("Undo: {title}", { title }) : title;
    },
    facts: (say, { input: { isUndo }, result }) =>
      result
        ? [
            { label: isUndo ? say("Undone") : say("Changed"), value: String(result.done) },
            ...(result.notDone > 0
              ? [
                  {
                    label: isUndo ? say("Changed since and left alone") : say("Not as previewed and left alone"),
                    value: String(result.notDone),
                  },
                ]
              : []),
          ]
        : [],
    links(say, { input: { runId, isUndo }, result }) {
      const needs = may("export-people");
      const rows = (show?: string) => exportAddress(`/rest/bulk/${runId}/rows`, { show });
      return [
        { label: say("All of them, with what was done (CSV)"), href: rows(), needs },
        ...(result && result.notDone > 0
          ? [{ label: say("Those left alone (CSV)"), href: rows(isUndo ? "notUndone" : "notDone"), needs }]
          : []),
      ];
    },
    async run({ input, portalId, chunk, checkpoint, databases }) {
      const key = { portalId, runId: input.runId };
      const kind = kinds.get(input.kind);
      if (!kind) throw conflict("no_such_kind", "This version of the program cannot do this job.");
      const next = () =>
        chunk(async ({ db, owner, note }) => {
          const run = await queries.findRun(db, key, { lock: false });
          if (!run) throw notFound("action", "This action could not be found.");
          const came = await applyNext({ db, actor: owner, note, inSystem: databases.inSystem }, kind, run, input.isUndo);
          const done = (checkpoint()?.done ?? 0) + came;
          return { checkpoint: { done }, done, total: input.count, result: came > 0 ? null : await resultOf(db, key, kind, input.isUndo) };
        });
      let { result } = await next();
      while (result === null) ({ result } = await next());
      return { result, ...(!input.isUndo && undoable(kind, result)) };
    },
    async undo({ db, actor, portal, http, databases }, { input, result }) {
      if (input.isUndo) throw conflict("not_undoable", "This cannot be undone.");
      const again = { ...input, isUndo: true, count: result?.done ?? 0 };
      const context = { db, actor, portal, http };
      const kind = kinds.get(input.kind);
      // Asked now, and not only by the job: one that is refused is not used up.
      if (kind) requireActor(actor, kind.rule);
      if (again.count > atOnce) return startJob(context, job, { input: again, total: again.count });
      const key = { portalId: portal.id, runId: input.runId };
      const run = await queries.findRun(db, key, { lock: true });
      if (!kind || !run) throw notFound("action", "This action could not be found.");
      const doing = {
        db,
        actor,
        inSystem: databases.inSystem,
        note: (happenings: Parameters<typeof noteAll>[1]) => noteAll(context, happenings),
      };
      while ((await applyNext(doing, kind, run, true)) > 0);
      return recordJob(context, job, { input: again, total: again.count, outcome: { result: await resultOf(db, key, kind, true) } });
    },
  };
  return job;
}
