import type { Readable } from "node:stream";
import type { Happening } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import type { FileStore, StoredFile } from "#platform/files/store.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { mostBytes, type MediaUse, type StoredMedia } from "../contract.ts";
import { videoTitleOf } from "../video-rules.ts";
import { keepMade, type UploadKeys } from "./keep-made.ts";
import { makeMedia, tooLarge, type Made, type Upload } from "./make-media.ts";
import { insertMedia, type StoredSize } from "./queries.ts";

const MB = 1024 ** 2;

/** What an upload became, stored and not yet recorded. unused: the keys under which nothing that stays lies. */
interface Prepared {
  readonly kept: StoredFile;
  readonly sizes: readonly StoredSize[];
  readonly made: Omit<Made, "data" | "smaller">;
  readonly unused: readonly string[];
}

/** The title that a file gets of which only the name is known; only videos have one. */
export const firstTitleOf = (use: MediaUse, name: string): string => (use === "video" ? videoTitleOf(name) || "Video" : "");

/** Stores an upload as it arrives. Throws 413 for one that is too large for its use, 400 for one without a byte. */
export async function putUpload(files: FileStore, data: Readable, key: string, use: MediaUse): Promise<StoredFile> {
  const stored = await files.put(data, { key, maxBytes: mostBytes[use] }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "too_large" ? tooLarge(use, mostBytes[use] / MB) : error;
  });
  if (stored.bytes === 0) throw invalid("file", "empty", "This file is empty.");
  return stored;
}

/** Looks at an upload in the store, prepares it for its use and stores what is kept. Throws 400 with what is wrong with it. */
export async function prepareStored(files: FileStore, upload: Upload, keys: UploadKeys, stored: StoredFile): Promise<Prepared> {
  const { data, smaller = [], ...made } = await makeMedia(files, upload);
  return { made, ...(await keepMade(files, { data, smaller }, keys, stored)) };
}

/** Records what was prepared as a file of a course. Gives it with the entry of the audit log, for the same transaction. */
export async function recordPrepared(
  db: Db,
  key: { readonly portalId: number; readonly courseId: number },
  { kept, sizes, made }: Prepared,
): Promise<{ readonly media: StoredMedia; readonly added: Happening }> {
  const fileId = await insertMedia(db, key, { ...kept, ...made }, sizes);
  const { name, mediaType: mime, ...shape } = made;
  const media = { fileId, name, mime, bytes: kept.bytes, ...shape };
  return {
    media,
    added: { action: "course_file_added", object: { kind: "course", id: key.courseId }, after: { fileId, name, mime, bytes: kept.bytes } },
  };
}
