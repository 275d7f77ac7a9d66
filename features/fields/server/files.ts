import { sql } from "kysely";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import * as z from "zod/mini";
import { note, type Doer } from "#platform/audit.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { invalid, notFound, tooMany } from "#platform/errors.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import { sendFile } from "#platform/files/send-file.ts";
import type { FileStore } from "#platform/files/store.ts";
import { bytesOf } from "#platform/serve.ts";
import type { FieldDefinition, Subject } from "../definition.ts";
import { fileTypeOf, isOfType, mostMegabytes } from "#platform/document-types.ts";
import { fieldKinds } from "../kinds.ts";
import { accessTo, type Looking } from "../policy.ts";
import type { FieldSheet } from "../sheet-contract.ts";
import { holders } from "./holders.ts";
import { changeForAudit, readFields, readValues, writeValues } from "./service.ts";
import { readSheet, type Only } from "./sheet.ts";

type Asker = Looking & { readonly portalId: number };
/** Who changes a person's file, with a handle that works as stoa_people. */
export type FileDoer = Omit<Doer, "actor"> & { readonly actor: Asker };

/** Runs work as stoa_people in a transaction of its own, after it was checked that the asker may change the person; twice for an upload. */
type Changing = <T>(work: (doer: FileDoer, userId: number) => Promise<T>) => Promise<T>;

/** How many files may be uploaded for one person in a day: what was replaced is kept for some days. */
const mostADay = 50;
/** Days for which a file stays that no value names any more: imports and merges can be undone for seven. */
const keptDays = 8;
const notOfType = () =>
  invalid("file", "file_type", "This kind of file is not taken. PDF, pictures, texts and documents of an office program are.");

/** What an upload brings: the field that its address names, or 404, and the request with the bytes. */
interface Upload {
  /** The fields that the address knows; all by itself. */
  readonly only?: Only | undefined;
  /** Whose it is: a person's, or a course's. */
  readonly subject: Subject;
  readonly fieldId: () => number;
  readonly request: FastifyRequest;
}

/**
 * Takes a file as a person's value in a field that the asker may edit, in place of the one before. Throws 400 for a file of another type or none, 404 for a
 * field that is not seen, 403 for one that is only read, 413 for one that is too large, 429 after too many in a day. Gives the person's fields.
 */
export async function takeFile(
  files: FileStore,
  changing: Changing,
  { fieldId, request, subject, only = () => true }: Upload,
): Promise<FieldSheet> {
  const { name: asked } = request.query as { name?: unknown };
  const name = plainFileName(typeof asked === "string" ? asked : "") || "file";
  const type = fileTypeOf(name);
  const key = files.newKey();
  const id = await changing(async (doer, userId) => {
    await fileField(doer, userId, fieldId(), { only, subject });
    if (!type) throw notOfType();
    await refuseTooMany(doer.db, doer.portal.id, userId, subject);
    return insertFile(doer.db, { portalId: doer.portal.id, userId, subject, key, name, mediaType: type.mediaType });
  });
  const data = bytesOf(request);
  try {
    if (!data || !type) throw invalid("file", "missing", "Choose a file.");
    const stored = await files.put(data, { maxBytes: mostMegabytes * 1024 ** 2, key });
    if (stored.bytes === 0) throw invalid("file", "empty", "This file is empty.");
    if (!isOfType(type, await headOf(files, key))) throw notOfType();
    return await changing(async (doer, userId) => {
      const { db, portal } = doer;
      const field = await fileField(doer, userId, fieldId(), { only, subject });
      await sql`update field_files set bytes = ${stored.bytes}, sha256 = ${stored.sha256} where portal_id = ${portal.id} and id = ${id}`.execute(
        db,
      );
      const before = (await readValues(db, portal.id, [userId], [field])).get(userId)?.[field.id] ?? null;
      const changes = [{ userId, fieldId: field.id, before, after: { id, name, bytes: stored.bytes } }];
      await writeValues(db, portal.id, [field], changes);
      await note(doer, {
        action: "field_values_changed",
        object: { kind: holders[subject].object, id: userId },
        ...changeForAudit([field], changes),
      });
      return readSheet(db, doer.actor, userId, only, subject);
    });
  } catch (error) {
    // Its row goes as that of any file that no value names.
    await files.remove(key);
    throw error;
  }
}

/** Which fields an address knows. */
interface Known {
  readonly only: Only;
  readonly subject: Subject;
}

/** A field of files whose value of this person the asker may edit. Throws 404 where it is not seen, and 400 where it is only read. */
async function fileField({ db, portal, actor }: FileDoer, userId: number, fieldId: number, known: Known): Promise<FieldDefinition> {
  const field = await seenField(db, { ...actor, portalId: portal.id }, userId, fieldId, known);
  if (accessTo(field, actor, userId) !== "edit") throw invalid(`fields.${fieldId}`, "locked", "This field cannot be changed here.");
  return field;
}

async function seenField(db: Db, asker: Asker, userId: number, fieldId: number, { only, subject }: Known): Promise<FieldDefinition> {
  const field = (await readFields(db, asker.portalId, { subject })).find(({ id }) => id === fieldId);
  if (!field || !only(field) || !fieldKinds[field.kind].isUploaded || accessTo(field, asker, userId) === "hidden")
    throw notFound("field", "This field could not be found.");
  return field;
}

const Count = z.object({ count: z.int() });
async function refuseTooMany(db: Db, portalId: number, userId: number, subject: Subject) {
  const { count } = oneRow(
    await typed(Count)`select count(*)::int as count from field_files
      where portal_id = ${portalId} and ${holders[subject].owner} = ${userId} and created_at > now() - interval '1 day'`.execute(db),
  );
  if (count >= mostADay)
    throw tooMany(3600, "too_many_files", "{count, number} files were uploaded here today. Try again tomorrow.", { count });
}

const Id = z.object({ id: z.int() });
interface NewFile {
  readonly portalId: number;
  readonly userId: number;
  readonly subject: Subject;
  readonly key: string;
  readonly name: string;
  readonly mediaType: string;
}
const insertFile = async (db: Db, { portalId, userId, subject, key, name, mediaType }: NewFile): Promise<number> =>
  oneRow(
    await typed(Id)`insert into field_files (portal_id, ${holders[subject].owner}, storage_key, name, media_type)
      values (${portalId}, ${userId}, ${key}, ${name}, ${mediaType}) returning id`.execute(db),
  ).id;

async function headOf(files: FileStore, key: string): Promise<Uint8Array> {
  const stream: Readable = await files.open(key, { start: 0, end: 1023 });
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

const StoredRow = z.object({ key: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int(), sha256: z.string() });

/** The file that is a person's value in a field, where the asker sees it. Whether they reach the person was checked before. Throws 404. */
export async function findFile(db: Db, asker: Asker, userId: number, fieldId: number, known: Known) {
  await seenField(db, asker, userId, fieldId, known);
  const { rows } = await typed(StoredRow)`
    select x.storage_key as key, x.name, x.media_type as "mediaType", x.bytes, x.sha256
    from ${holders[known.subject].values} v join field_files x on x.portal_id = v.portal_id and x.id = v.file_id
    where v.portal_id = ${asker.portalId} and v.${holders[known.subject].owner} = ${userId} and v.field_id = ${fieldId}`.execute(db);
  if (!rows[0]) throw notFound("file", "This file could not be found.");
  return rows[0];
}

/** Sends a file that was found. The browser keeps no copy, because whoever is at it next may not have the file. */
export async function sendFieldFile(request: FastifyRequest, reply: FastifyReply, files: FileStore, file: z.infer<typeof StoredRow>) {
  if ((await files.stat(file.key))?.bytes !== file.bytes) {
    request.log.error("the bytes of a custom field's file are missing from the store");
    throw notFound("file", "This file could not be found.");
  }
  return sendFile(request, reply, files, { ...file, isPrivate: true });
}

/** The number that an address names; 404 for anything else. */
export function numberOf(written: string | undefined): number {
  if (!/^[1-9]\d{0,14}$/.test(written ?? "")) throw notFound("field", "This field could not be found.");
  return Number(written);
}

const Old = z.object({ portalId: z.int(), id: z.int(), key: z.string() });

/** Removes files that no value has named for some days. For the worker; gives how many. */
export async function sweepFieldFiles({ databases, files }: { databases: Databases; files: FileStore }): Promise<number> {
  const isNamed = sql`(exists (select from field_values v where v.portal_id = x.portal_id and v.file_id = x.id)
    or exists (select from course_field_values v where v.portal_id = x.portal_id and v.file_id = x.id))`;
  const old = await databases.inSystemUntimed("find files that no custom field names", async (db) => {
    await sql`update field_files x set left_at = case when ${isNamed} then null else now() end
      where (left_at is null) <> ${isNamed}`.execute(db);
    return (
      await typed(Old)`select portal_id as "portalId", id, storage_key as key from field_files x
        where left_at < now() - make_interval(days => ${keptDays}) limit 1000`.execute(db)
    ).rows;
  });
  // Files first: a row without its file is found again, a file without its row never.
  for (const { key } of old) await files.remove(key);
  for (const { portalId, id } of old)
    await databases.inSystemUntimed("forget a file that no custom field names", (db) =>
      sql`delete from field_files x where x.portal_id = ${portalId} and x.id = ${id} and not ${isNamed}`.execute(db),
    );
  return old.length;
}
