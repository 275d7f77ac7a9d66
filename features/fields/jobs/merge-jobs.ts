import * as z from "zod/mini";
import { atOnce } from "#features/jobs/contract.ts";
import type { RunningJob } from "#features/jobs/server/job-kind.ts";
import { isUnderWay, noteUndone, startJob, type JobKind } from "#features/jobs/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden } from "#platform/errors.ts";
import { requireActor } from "#platform/serve.ts";
import { Subject, type FieldDefinition } from "../definition.ts";
import { optionName } from "../option-names.ts";
import { findField, type Changing } from "../server/definitions.ts";
import { countHolders, countMerged, undoDays, type Undone } from "../server/merges.ts";
import { checkMerge, checkUndo, mergeOptions, undoMerge } from "../server/merging.ts";
import { changeEverywhere, undoMergeElsewhere } from "../server/shared.ts";
import { countHoldersEverywhere, listMergesElsewhere } from "../server/shared-queries.ts";

// Merging two values of a list, and undoing it, as jobs, where many have the value. Each is one chunk: of a value that is half merged nobody could say what it is, and
// what was merged in other portals has to be there at the same moment. What a request does by itself is the same (server/merging.ts).

const ofList = {
  fieldId: z.int(),
  /** Whether it is done in every portal that follows the definition of the field. */
  isShared: z.boolean(),
  /** For the words: of whom or what the field is, and the names of its two values. */
  subject: Subject,
  from: z.string(),
  into: z.string(),
};
const Merging = z.object({ ...ofList, optionId: z.int(), intoId: z.int() });
const Undoing = z.object({ ...ofList, mergeId: z.int() });
type Merging = z.infer<typeof Merging>;
type Undoing = z.infer<typeof Undoing>;
interface Merged {
  readonly mergeId: number;
  readonly people: number;
}
const kindNames = { merge: "merge-values", undo: "undo-merge-of-values" } as const;

export interface MergeDeps {
  /** Whether somebody may define what concerns everybody in the portal. */
  readonly reachesAll: (db: Db, actor: Actor) => Promise<boolean>;
}

/** Throws 403 for somebody who manages a part of the portal. */
export async function requireAll({ reachesAll }: MergeDeps, db: Db, actor: Actor): Promise<void> {
  if (!(await reachesAll(db, actor)))
    throw forbidden("part_of_portal", "Fields concern everybody in the portal, and you manage a part of it.");
}

const place = (say: Say, { input: { subject } }: { readonly input: Pick<Merging, "subject"> }) => ({
  label: say("Custom User Fields"),
  to: `/portal/customUserFields${subject === "course" ? "?of=course" : ""}`,
});

/** The two kinds of jobs, and what a request does: at once what few have, as a job what many have. */
export function mergeJobs(deps: MergeDeps) {
  /** Does it in one chunk, or gives what an earlier run of the job did. */
  async function once<Done extends object>(
    job: RunningJob<Merging | Undoing, Done>,
    work: (doer: Changing, field: FieldDefinition) => Promise<{ done: Done; count: number }>,
  ): Promise<Done> {
    const { fieldId, isShared } = job.input;
    const before = job.checkpoint();
    if (before) return before;
    const { checkpoint } = await job.chunk(
      async ({ db, owner, doer }) => {
        requireActor(owner, may("define-fields"));
        await requireAll(deps, db, owner);
        const field = await findField(db, job.portalId, fieldId);
        const { sharedId } = field;
        // A portal that took the field on or left it meanwhile gets what it would not have got before, or the other way round.
        if (isShared !== (field.follows && sharedId !== null))
          throw conflict("field_changed", "Somebody else changed this field meanwhile. Load it again.");
        const { done, count } =
          isShared && sharedId !== null
            ? await changeEverywhere(doer, { id: fieldId, sharedId }, () => work(doer, field))
            : await work(doer, field);
        return { checkpoint: done, done: count, total: count };
      },
      { isAcross: isShared },
    );
    return checkpoint;
  }
  const countAll = (db: Db, { id, portalId, isShared, subject, optionId }: Counting) =>
    isShared ? countHoldersEverywhere(db, { portalId, subject, optionId }) : countHolders(db, { portalId, fieldId: id, subject }, optionId);
  const mergesOf = async (db: Db, portalId: number, { mergeId, isShared }: Pick<Undoing, "mergeId" | "isShared">) => {
    const own = { portalId, id: mergeId };
    return [own, ...(isShared ? await listMergesElsewhere(db, own) : [])];
  };
  const undoAll = (doer: Changing, { fieldId, mergeId, isShared }: Pick<Undoing, "fieldId" | "mergeId" | "isShared">) =>
    undoMerge(doer, fieldId, mergeId, async (field) => (isShared ? undoMergeElsewhere(doer, field, mergeId) : []));

  const undoing: JobKind<Undoing, Undone, Undone> = {
    name: kindNames.undo,
    input: Undoing,
    title: (say, { input: { from, into } }) => say("Undo: {title}", { title: say("Merge {from} into {into}", { from, into }) }),
    place,
    facts: (say, { result }) =>
      result
        ? [
            { label: say("Undone"), value: String(result.back) },
            ...(result.left > 0 ? [{ label: say("Changed since and left alone"), value: String(result.left) }] : []),
          ]
        : [],
    async run(job) {
      const result = await once<Undone>(job, async (doer) => {
        const { back, left } = await undoAll(doer, job.input);
        return { done: { back, left }, count: back + left };
      });
      return { result };
    },
  };

  const merging: JobKind<Merging, Merged, Merged> = {
    name: kindNames.merge,
    input: Merging,
    title: (say, { input: { from, into } }) => say("Merge {from} into {into}", { from, into }),
    place,
    facts: (say, { result }) => (result ? [{ label: say("Changed"), value: String(result.people) }] : []),
    async run(job) {
      const { fieldId, optionId, intoId, isShared } = job.input;
      const result = await once<Merged>(job, async (doer, field) => {
        const { from, into } = await checkMerge(doer, fieldId, optionId, intoId);
        if (from.id !== optionId || into.id !== intoId)
          throw conflict("merged_meanwhile", "One of the two values was merged into another meanwhile. Look at the list again.");
        const people = await countAll(doer.db, { ...field, portalId: job.portalId, isShared, optionId });
        const { mergeId } = await mergeOptions(doer, fieldId, optionId, intoId);
        return { done: { mergeId, people }, count: people };
      });
      return { result, undoUntil: new Date(Date.now() + undoDays * 86_400_000) };
    },
    async undo(context, { input, result }) {
      const { fieldId, subject, isShared, from, into } = input;
      await requireAll(deps, context.db, requireActor(context.actor, may("define-fields")));
      const mergeId = result?.mergeId ?? 0;
      await checkUndo(context, fieldId, mergeId);
      return startJob(context, undoing, {
        input: { fieldId, subject, isShared, from, into, mergeId },
        ...(result && { total: result.people }),
      });
    },
  };

  /** Throws 409 while a job merges values of the list, or undoes it. */
  async function refuseTwo({ db, portal }: Changing, fieldId: number) {
    for (const kind of Object.values(kindNames))
      if (await isUnderWay(db, { portalId: portal.id, kind, part: { fieldId } }))
        throw conflict("values_merge_waits", "Values of this list are being merged already. Wait until that has ended.");
  }
  const wordsOf = ({ options, subject }: FieldDefinition, fromId: number, intoId: number) => ({
    subject,
    from: optionName(fromId, options),
    into: optionName(intoId, options),
  });

  return {
    kinds: [merging, undoing],
    /** Merges two values, or starts the job that does: then jobId is its number. */
    async merge(doer: Changing, { fieldId, optionId, intoId, isShared }: Pick<Merging, "fieldId" | "optionId" | "intoId" | "isShared">) {
      const { db, portal } = doer;
      const { field, from, into } = await checkMerge(doer, fieldId, optionId, intoId);
      const total = await countAll(db, { ...field, portalId: portal.id, isShared, optionId: from.id });
      if (total <= atOnce) {
        const { mergeId } = await mergeOptions(doer, fieldId, optionId, intoId);
        return { ...(await findField(db, portal.id, fieldId)), mergeId, jobId: null };
      }
      await refuseTwo(doer, fieldId);
      const input = { fieldId, optionId: from.id, intoId: into.id, isShared, ...wordsOf(field, from.id, into.id) };
      return { ...field, mergeId: null, jobId: await startJob(doer, merging, { input, total }) };
    },
    /** Undoes a merge, or starts the job that does: then jobId is its number. */
    async undo(doer: Changing, { fieldId, mergeId, isShared }: Pick<Undoing, "fieldId" | "mergeId" | "isShared">) {
      const { db, portal } = doer;
      const { field, option, into } = await checkUndo(doer, fieldId, mergeId);
      const total = await countMerged(db, await mergesOf(db, portal.id, { mergeId, isShared }));
      if (total <= atOnce) {
        const { back, left } = await undoAll(doer, { fieldId, mergeId, isShared });
        return { ...(await findField(db, portal.id, fieldId)), back, left, jobId: null };
      }
      await refuseTwo(doer, fieldId);
      const input = { fieldId, mergeId, isShared, ...wordsOf(field, option.id, into.id) };
      const jobId = await startJob(doer, undoing, { input, total });
      await noteUndone(db, { portalId: portal.id, kind: merging.name, part: { mergeId } }, jobId);
      return { ...field, back: 0, left: 0, jobId };
    },
  };
}

interface Counting extends Pick<FieldDefinition, "id" | "subject"> {
  readonly portalId: number;
  readonly isShared: boolean;
  readonly optionId: number;
}
