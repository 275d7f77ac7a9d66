import * as z from "zod/mini";
import type { JobKind } from "#features/jobs/server/job-kind.ts";
import { startJob } from "#features/jobs/server/service.ts";
import { revokeAllOf } from "#features/tokens/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { instant } from "#platform/instant.ts";
import { requireActor, type OpenContext, type Scope } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { erasedKinds, keptKinds } from "../contract.ts";
import { keepsRecords, recordHindranceOf } from "../policy.ts";
import { eraseNow } from "./erase.ts";
import { keepErased, type ErasedPerson } from "./erased-list.ts";
import * as queries from "./erasure-queries.ts";
import { findSubject } from "./queries.ts";

/** The days in which an erasure can be cancelled. */
const waitingDays = 7;

const refusals = {
  self: () => forbidden("own_records", "Nobody merges or erases their own account."),
  admin: () => conflict("admin_records", "This person is an admin. Take that role away first."),
  systemAdmin: () => conflict("is_system_admin", "A system admin is neither merged nor erased."),
};

/** A member whose records may be touched as a whole, held until the transaction ends. Throws what the person asking is to be told. */
export async function requireSubject(db: Db, actor: Actor, userId: number) {
  const subject = await findSubject(db, actor, userId);
  if (!subject.isMember) throw notFound("person", "This person could not be found.");
  const hindrance = recordHindranceOf(actor, subject);
  if (hindrance) throw refusals[hindrance]();
  return subject;
}

/** What an erasure would do. */
export async function showErasure({ open, databases }: OpenContext, userId: number): Promise<api.ErasurePreview> {
  const shown = await open(async ({ db, actor: asker }) => {
    const actor = requireActor(asker, keepsRecords);
    const subject = await findSubject(db, actor, userId);
    if (!subject.isMember) throw notFound("person", "This person could not be found.");
    return {
      portalId: actor.portalId,
      subject,
      hindrance: recordHindranceOf(actor, subject),
      counts: await queries.countRecords(db, actor.portalId, userId),
      pending: await queries.findPending(db, actor.portalId, userId),
    };
  });
  const { subject, hindrance, counts, pending } = shown;
  const accountStays = await databases.inSystem("whether an account is used in another portal", (db) =>
    queries.belongsElsewhere(db, shown.portalId, userId),
  );
  return {
    userId,
    name: subject.name,
    email: subject.email,
    hindrance,
    accountStays,
    erased: erasedKinds.map((kind) => ({ kind, count: counts[kind] })),
    kept: keptKinds.map((kind) => ({ kind, count: counts[kind] })),
    waitingDays,
    pending: pending
      ? { dueAt: instant(pending.dueAt), askedAt: instant(pending.askedAt), askedBy: pending.askedBy, reason: pending.reason }
      : null,
  };
}

/** Opens the request, finds the person, then works as stoa_people with the person's membership. */
async function changing<T>(
  { open, databases, http }: OpenContext,
  why: string,
  userId: number,
  work: (
    doer: { db: Db; actor: Actor; portal: Scope["portal"]; http: OpenContext["http"] },
    subject: Awaited<ReturnType<typeof findSubject>>,
  ) => Promise<T>,
): Promise<T> {
  const { actor, portal } = await open(async ({ db, actor: asker, portal: here }) => {
    const asking = requireActor(asker, keepsRecords);
    await requireSubject(db, asking, userId);
    return { actor: asking, portal: here };
  });
  return databases.inPeople(actor.portalId, why, async (db) => work({ db, actor, portal, http }, await requireSubject(db, actor, userId)));
}

/** Asks for a person to be erased. They cannot enter meanwhile. */
export async function askErasure(
  context: OpenContext,
  userId: number,
  body: Parsed<typeof api.askErasure>["body"],
): Promise<Result<typeof api.askErasure>> {
  const asked = await changing(context, "ask for an erasure", userId, async (doer, subject) => {
    const { db, actor } = doer;
    if (body.when === "now" && body.email !== subject.email)
      throw invalid("email", "not_the_email", "This is not the email of this person.");
    if (await queries.findPending(db, actor.portalId, userId)) throw conflict("erasure_waits", "An erasure of this person waits already.");
    const days = body.when === "now" ? 0 : waitingDays;
    const { id, dueAt } = await queries.insertErasure(db, {
      portalId: actor.portalId,
      userId,
      askedBy: actor.userId,
      reason: body.reason,
      days,
    });
    await note(doer, {
      action: "erasure_asked",
      object: { kind: "user", id: userId },
      after: { due: instant(dueAt), reason: body.reason },
    });
    const jobId = body.when === "now" ? await startJob(doer, erasePerson, { input: { erasureId: id } }) : null;
    return { portalId: actor.portalId, jobId, dueAt: instant(dueAt) };
  });
  await context.databases.inSystem("end the sessions of somebody who is to be erased", async (db) => {
    await queries.endSessions(db, asked.portalId, userId);
    await revokeAllOf(db, [userId], asked.portalId);
  });
  return { jobId: asked.jobId, dueAt: asked.dueAt };
}

/** Cancels an erasure that waits. */
export async function cancelErasure(context: OpenContext, userId: number): Promise<api.ErasurePreview> {
  await changing(context, "cancel an erasure", userId, async (doer) => {
    const { db, actor } = doer;
    const pending = await queries.findPending(db, actor.portalId, userId);
    if (!pending) throw conflict("no_erasure", "No erasure of this person waits.");
    await queries.cancelErasure(db, { portalId: actor.portalId, id: pending.id, userId }, actor.userId);
    await note(doer, { action: "erasure_cancelled", object: { kind: "user", id: userId } });
  });
  return showErasure(context, userId);
}

const Input = z.object({ erasureId: z.int() });

/** Erases somebody at once. */
export const erasePerson: JobKind<z.infer<typeof Input>, object, object> = {
  name: "erase-person",
  input: Input,
  title: (say) => say("Erase a person"),
  async run(job) {
    await job.chunk(async ({ owner }) => {
      if (!keepsRecords.allows(owner)) throw forbidden("not_allowed", "Only an admin erases people.");
      return { checkpoint: {}, done: 0, total: 1 };
    });
    const key = { portalId: job.portalId, id: job.input.erasureId };
    await eraseOne(job.databases.inSystem, job.files, key);
    await removeFiles(job.databases, job.files);
    await job.chunk(async () => ({ checkpoint: {}, done: 1, total: 1 }));
    return { result: {} };
  },
};

/** Erases everybody whose time has come, and removes files that an erasure left. Whoever asked may be gone by then: it was decided when they asked. Gives how many. */
export async function eraseDue(databases: Pick<Databases, "inSystem" | "inSystemUntimed">, files: FileStore): Promise<number> {
  const due = await databases.inSystem("find due erasures", queries.listDue);
  for (const key of due) await eraseOne(databases.inSystemUntimed, files, key);
  await removeFiles(databases, files);
  return due.length;
}

/** Erases one person. The list beside the database knows it before it is committed: a crash between leaves the erasure to be done, never one that is not listed. */
async function eraseOne(inSystem: Databases["inSystem"], files: FileStore, key: { readonly portalId: number; readonly id: number }) {
  let listed: ErasedPerson[] = [];
  try {
    await inSystem("erase a person", (db) =>
      eraseNow(db, key, async (userIds) => {
        const at = new Date().toISOString();
        listed = userIds.map((user) => ({ portal: key.portalId, user, at }));
        await keepErased(files, listed);
      }),
    );
  } catch (error) {
    await keepErased(
      files,
      listed.map((one) => ({ ...one, not: true as const })),
    );
    throw error;
  }
}

/** Erases people whom a restored backup brought back, each once. Gives how many there were. */
export async function eraseRestored(
  databases: Pick<Databases, "inSystem" | "inSystemUntimed">,
  files: FileStore,
  people: readonly ErasedPerson[],
): Promise<number> {
  let erased = 0;
  for (const { portal, user } of people)
    await databases.inSystemUntimed("erase a person again", async (db) => {
      const id = await queries.insertAgain(db, portal, user);
      if (id !== null && (await eraseNow(db, { portalId: portal, id }, async () => undefined))) erased += 1;
    });
  await removeFiles(databases, files);
  return erased;
}

async function removeFiles(databases: Pick<Databases, "inSystem">, store: FileStore) {
  for (const left of await databases.inSystem("find files of erased people", queries.listFilesLeft)) {
    for (const key of left.files) await store.remove(key);
    await databases.inSystem("forget files of erased people", (db) => queries.forgetFiles(db, left));
  }
}
