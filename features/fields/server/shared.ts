import { note } from "#platform/audit.ts";
import type { Parsed } from "#platform/contract.ts";
import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { FieldDefinition } from "../definition.ts";
import type * as api from "../shared-contract.ts";
import { findField, refuseTakenName, type Changing } from "./definitions.ts";
import { unmergeValues, type Undone } from "./merges.ts";
import * as queries from "./queries.ts";
import * as sharedQueries from "./shared-queries.ts";

/** Who takes a definition on while it is changed waits, and gets it as it is then. */
const lockShared = (db: Db, sharedId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('shared fields', ${sharedId}))`.execute(db);

/** Offers a field of the portal to all portals, or to no more of them. As stoa_system. Throws 404, and 409 where there is nothing to stop. */
export async function offerField(
  doer: Changing,
  fieldId: number,
  { isOffered }: Parsed<typeof api.offerField>["body"],
): Promise<FieldDefinition> {
  const { db, portal } = doer;
  await queries.lockField(db, portal.id, fieldId);
  const { sharedId, follows, isRetired, name } = await findField(db, portal.id, fieldId);
  if (follows && sharedId !== null) await sharedQueries.updateOffered(db, sharedId, isOffered);
  else if (!isOffered || isRetired)
    throw conflict("not_shared", "Only a field in use can be offered, and only a shared one is not offered any more.");
  else await sharedQueries.insertShared(db, portal.id, fieldId);
  await note(doer, { action: isOffered ? "field_offered" : "field_not_offered", object: { kind: "field", id: fieldId }, after: { name } });
  return findField(db, portal.id, fieldId);
}

/** Takes a definition on, or lets the portal's own row of it follow again. Throws 404, and 400 where its name or values that are to be unique are in the way. */
export async function takeField(doer: Changing, sharedId: number): Promise<FieldDefinition> {
  const { db, portal } = doer;
  await lockShared(db, sharedId);
  const shared = await sharedQueries.findShared(db, sharedId);
  const own = await sharedQueries.findOwnOf(db, portal.id, sharedId);
  if (!shared || (!shared.isOffered && !own)) throw notFound("shared_field", "This shared field could not be found.");
  await refuseTakenName(db, portal.id, shared, own?.id ?? 0);
  if (own && shared.isUnique && (await queries.listTwins(db, { portalId: portal.id, fieldId: own.id, subject: shared.subject })).length > 0)
    throw invalid("isUnique", "twins", "Several have the same value in this field. Change that first.");
  const id = own?.id ?? (await sharedQueries.insertFollower(db, portal.id, sharedId));
  if (own && !own.follows) await sharedQueries.updateFollows(db, portal.id, id, true);
  await sharedQueries.updateFollowers(db, sharedId, { only: portal.id });
  if (own?.isRetired) await queries.updateRetired(db, portal.id, id, false);
  await note(doer, { action: "shared_field_taken", object: { kind: "field", id }, after: { name: shared.name } });
  return findField(db, portal.id, id);
}

/** Makes a shared field the portal's own, with its list and all values. Harmless when repeated. Throws 404. */
export async function leaveField(doer: Changing, fieldId: number): Promise<FieldDefinition> {
  const { db, portal } = doer;
  await queries.lockField(db, portal.id, fieldId);
  const field = await findField(db, portal.id, fieldId);
  if (!field.follows) return field;
  await sharedQueries.updateFollows(db, portal.id, fieldId, false);
  await note(doer, { action: "shared_field_left", object: { kind: "field", id: fieldId }, after: { name: field.name } });
  return findField(db, portal.id, fieldId);
}

/**
 * Brings what a system admin changed of a portal's field to its definition and to every other portal that follows it, each with an entry in its own audit log. As
 * stoa_system, in the transaction of the change, which began with lockShared. Throws 400 with the portal where its name or values that are to be unique are in the way: then nothing is changed.
 */
async function spreadChange(doer: Changing, { id: fieldId, sharedId }: Pick<FieldDefinition, "id"> & { sharedId: number }): Promise<void> {
  const { db, portal } = doer;
  await sharedQueries.updateShared(db, portal.id, fieldId);
  const clash = await sharedQueries.findClash(db, sharedId);
  if (clash) throw invalid("name", "taken_elsewhere", "Another field of {portal} has this name.", clash);
  const shared = await sharedQueries.findShared(db, sharedId);
  const twins = shared?.isUnique ? await sharedQueries.findTwins(db, shared) : undefined;
  if (twins) throw invalid("isUnique", "twins_elsewhere", "In {portal}, several have the same value. Change that first.", twins);
  for (const other of await sharedQueries.updateFollowers(db, sharedId, { except: portal.id }))
    await note(
      { ...doer, portal: { id: other.portalId } },
      { action: "shared_field_changed", object: { kind: "field", id: other.fieldId }, after: { name: shared?.name ?? "" } },
    );
}

/** Does what a system admin changes of a portal's field that follows a definition, and spreads it. As stoa_system. isDone: whether the work has changed it, and left nothing to a job. */
export async function changeEverywhere<Done>(
  doer: Changing,
  field: Pick<FieldDefinition, "id"> & { sharedId: number },
  work: () => Promise<Done>,
  isDone: (done: Done) => boolean = () => true,
): Promise<Done> {
  await lockShared(doer.db, field.sharedId);
  const done = await work();
  if (isDone(done)) await spreadChange(doer, field);
  return done;
}

/** Undoes a merge of a shared field in the other portals to which it came, each with an entry in its own audit log. As stoa_system. */
export async function undoMergeElsewhere(doer: Changing, field: FieldDefinition, mergeId: number): Promise<Undone[]> {
  const { db } = doer;
  const done: Undone[] = [];
  for (const { portalId, fieldId, id } of await sharedQueries.listMergesElsewhere(db, { portalId: doer.portal.id, id: mergeId })) {
    await queries.lockField(db, portalId, fieldId);
    const undone = await unmergeValues(db, { ...field, portalId, fieldId }, id);
    await note(
      { ...doer, portal: { id: portalId } },
      { action: "field_merge_undone", object: { kind: "field", id: fieldId }, after: { merge: id, ...undone } },
    );
    done.push(undone);
  }
  return done;
}
