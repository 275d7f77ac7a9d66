import * as z from "zod/mini";
import type { JobKind } from "#features/jobs/server/job-kind.ts";
import { startJob } from "#features/jobs/server/service.ts";
import { reachPerson } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { movedKinds } from "../contract.ts";
import { keepsRecords, recordHindranceOf } from "../policy.ts";
import { belongsElsewhere } from "./erasure-queries.ts";
import { requireSubject } from "./erasure-service.ts";
import { elsewhere, mergeNow } from "./merge.ts";
import * as queries from "./merge-queries.ts";
import { findSubject } from "./queries.ts";
import { unmergeNow } from "./unmerge.ts";

/** The days in which a merge can be undone. */
const undoDays = 7;

/** A member whom an admin sees; 404 for anybody else. */
async function memberOf(db: Db, actor: Actor, userId: number) {
  const subject = await findSubject(db, actor, userId);
  if (!subject.isMember) throw notFound("person", "This person could not be found.");
  return subject;
}

/** What merging `goneId` into `keptId` would do. */
export async function showMerge({ open, databases }: OpenContext, keptId: number, goneId: number): Promise<api.MergePreview> {
  const { actor, ...shown } = await open(async ({ db, actor: asker, say }) => {
    const asking = requireActor(asker, keepsRecords);
    if (keptId === goneId) throw invalid("otherId", "same_person", "Choose another person.");
    const [keptSubject, goneSubject] = [await memberOf(db, asking, keptId), await memberOf(db, asking, goneId)];
    const [kept, gone] = [await queries.findParty(db, asking.portalId, keptId), await queries.findParty(db, asking.portalId, goneId)];
    const moves = await queries.countMoves(db, asking.portalId, goneId);
    const values: api.MergePreview["fields"] = await queries.listFieldValues(db, asking.portalId, keptId, goneId);
    return {
      actor: asking,
      kept,
      gone,
      hindrance:
        recordHindranceOf(asking, keptSubject) ??
        recordHindranceOf(asking, goneSubject) ??
        (kept.isErased || gone.isErased ? ("erasure" as const) : null),
      moves: movedKinds.map((kind) => ({ kind, count: moves[kind] })),
      fields:
        gone.externalId === null
          ? values
          : [{ id: null, name: say("External ID"), kept: kept.externalId, gone: gone.externalId }, ...values],
      courses: await queries.listCommonCourses(db, asking.portalId, keptId, goneId),
    };
  });
  const isElsewhere = await databases.inSystem("whether an account is used in another portal", (db) =>
    belongsElsewhere(db, actor.portalId, goneId),
  );
  const told = ({ userId, name, email, status, joinedAt, lastSignInAt }: typeof shown.kept) => ({
    userId,
    name,
    email,
    status,
    joinedAt: instant(joinedAt),
    lastSignInAt: instantOrNull(lastSignInAt),
  });
  return {
    ...shown,
    kept: told(shown.kept),
    gone: told(shown.gone),
    hindrance: shown.hindrance ?? (isElsewhere ? "elsewhere" : null),
    courses: shown.courses.map(({ courseId, title, ...of }) => ({
      courseId,
      title,
      kept: { percent: of.keptPercent, isComplete: of.keptComplete, startedAt: instant(of.keptStarted) },
      gone: { percent: of.gonePercent, isComplete: of.goneComplete, startedAt: instant(of.goneStarted) },
    })),
  };
}

/** Begins a merge. */
export async function startMerge(
  { open, databases, http }: OpenContext,
  keptId: number,
  goneId: number,
  choices: Parsed<typeof api.mergePeople>["body"],
): Promise<Result<typeof api.mergePeople>> {
  const { actor, portal } = await open(async ({ db, actor: asker, portal: here }) => {
    const asking = requireActor(asker, keepsRecords);
    if (keptId === goneId) throw invalid("otherId", "same_person", "Choose another person.");
    await requireSubject(db, asking, keptId);
    await requireSubject(db, asking, goneId);
    return { actor: asking, portal: here };
  });
  await databases.inSystem("whether two people can be merged", async (db) => {
    if (await belongsElsewhere(db, actor.portalId, goneId)) throw elsewhere();
    await queries.deleteMerge(db, actor.portalId, goneId);
  });
  return databases.inPeople(actor.portalId, "ask for a merge", async (db) => {
    await requireSubject(db, actor, keptId);
    await requireSubject(db, actor, goneId);
    for (const id of [keptId, goneId])
      if ((await queries.findParty(db, actor.portalId, id)).isErased)
        throw conflict("erasure_waits_merge", "One of the two is to be erased. Cancel that first.");
    if (await queries.isMerging(db, actor.portalId, goneId)) throw conflict("merge_waits", "This person is being merged already.");
    const mergeId = await queries.insertMerge(db, { portalId: actor.portalId, keptId, goneId, askedBy: actor.userId, choices });
    const doer = { db, actor, portal, http };
    const jobId = await startJob(doer, mergeJob, { input: { mergeId } });
    await note(doer, { action: "merge_asked", object: { kind: "user", id: keptId }, after: { merged: goneId, merge: mergeId } });
    return { jobId };
  });
}

const Input = z.object({ mergeId: z.int() });
type MergeInput = z.infer<typeof Input>;

function requireRight(owner: Actor) {
  if (!keepsRecords.allows(owner)) throw forbidden("not_allowed_merge", "Only an admin merges people.");
}

/** Merges two people. */
export const mergeJob: JobKind<MergeInput, object, object> = {
  name: "merge-people",
  input: Input,
  title: (say) => say("Merge two people"),
  async run(job) {
    const step = (done: number) =>
      job.chunk(async ({ owner }) => {
        requireRight(owner);
        return { checkpoint: {}, done, total: 1 };
      });
    await step(0);
    await job.databases.inSystem("merge two people", (db) => mergeNow(db, { portalId: job.portalId, id: job.input.mergeId }));
    await step(1);
    return { result: {}, undoUntil: new Date(Date.now() + undoDays * 86_400_000) };
  },
  async undo(context, { input }) {
    requireRight(context.actor);
    return startJob(context, unmergeJob, { input });
  },
};

/** Undoes a merge. */
export const unmergeJob: JobKind<MergeInput, object, { readonly left: readonly string[] }> = {
  name: "unmerge-people",
  input: Input,
  title: (say) => say("Undo a merge of two people"),
  facts: (say, { result }) =>
    result
      ? [
          {
            label: say("Changed since then and left as it is"),
            value: result.left.length > 0 ? result.left.join(", ") : say("Nothing"),
          },
        ]
      : [],
  async run(job) {
    const { ownerId } = await job.chunk(async ({ owner }) => {
      requireRight(owner);
      return { ownerId: owner.userId, checkpoint: {}, done: 0, total: 1 };
    });
    const result = await job.databases.inSystem("undo a merge", (db) =>
      unmergeNow(db, { portalId: job.portalId, id: job.input.mergeId }, ownerId),
    );
    return { result };
  },
};

/** People who may be the same person as one. */
export async function showLike({ db, actor }: Context, userId: number, q: string): Promise<Result<typeof api.listLike>> {
  await memberOf(db, actor, userId);
  return { rows: await queries.listLike(db, actor.portalId, userId, q) };
}

/** Pairs of people who may be one. */
export async function showDuplicates({ db, actor }: Context): Promise<Result<typeof api.listDuplicates>> {
  const rows = await queries.listPairs(db, actor.portalId);
  return {
    rows: rows.map(({ like, ...of }) => ({
      one: { userId: of.oneId, name: of.oneName, email: of.oneEmail },
      other: { userId: of.otherId, name: of.otherName, email: of.otherEmail },
      like,
    })),
  };
}

/** Into whom somebody was merged. Throws 404 where nobody was, or where the one who is kept is out of reach. */
export async function showMerged({ db, actor }: Context, userId: number): Promise<Result<typeof api.findMerged>> {
  const keptId = await queries.findKept(db, actor.portalId, userId);
  if (keptId === undefined) throw notFound("person", "This person could not be found.");
  return { userId: (await reachPerson(db, actor, keptId)).id };
}
