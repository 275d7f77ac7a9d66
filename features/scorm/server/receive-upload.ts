import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { AppError } from "#platform/errors.ts";
import type { Finding } from "../manifest.ts";
import { roomLeft } from "./import/free-room.ts";
import { sizeText, type ImportLimits } from "./import/limits.ts";
import { refuse, Refusal } from "./import/refusal.ts";
import type { PackageStore, Staging } from "./package-store.ts";

/** What the form held. The specification's isFrameSet is always true and changes nothing: every package plays in a frame. */
export interface Upload {
  courseId: number | undefined;
  /** overrideFile: the person was warned and wants it all the same. */
  override: boolean;
  /** What the browser called the file; undefined when there was none. */
  fileName: string | undefined;
  /** Why the file is not on the disk, in words for its author. */
  problem: Finding | undefined;
}

interface Receiving {
  readonly staging: Staging;
  readonly packages: PackageStore;
  readonly limits: ImportLimits;
  /** Called before the file is read, with the fields that came before it; what it throws ends the upload. */
  readonly beforeFile: (upload: Upload) => Promise<void>;
}

/**
 * Reads the form into `upload`, the file straight to the staging folder. A file that is too large, or that the disk has no room for, is a
 * problem of the upload and the rest of the form is still read, so that the answer arrives. 400 when the sender breaks off.
 */
export async function receiveUpload(request: FastifyRequest, upload: Upload, receiving: Receiving): Promise<void> {
  try {
    for await (const part of request.parts()) {
      if (part.type === "file") await receiveFile(request, part, upload, receiving);
      else if (typeof part.value === "string") takeField(upload, part.fieldname, part.value.trim());
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (request.raw.readableEnded) throw new AppError(400, "bad_form", "The form could not be read.");
    throw new AppError(400, "broken_off", "The upload was interrupted. Nothing was kept.");
  }
}

function takeField(upload: Upload, name: string, value: string) {
  if (name === "courseID" && /^[1-9]\d{0,14}$/.test(value)) upload.courseId = Number(value);
  if (name === "overrideFile") upload.override = /^(?:true|1)$/i.test(value);
}

async function receiveFile(
  request: FastifyRequest,
  part: MultipartFile,
  upload: Upload,
  { staging, packages, limits, beforeFile }: Receiving,
) {
  try {
    await beforeFile(upload);
    upload.fileName = part.filename || "package.zip";
    roomLeft(await packages.room(), Number(request.headers["content-length"] ?? 0), limits);
    await pipeline(part.file, createWriteStream(staging.zipPath, { flags: "wx", mode: 0o640 }));
    if (part.file.truncated)
      throw refuse(
        "upload_large",
        `The file is larger than ${sizeText(limits.uploadBytes)}.`,
        "Make videos and images smaller, or split the course into several packages.",
      );
  } catch (error) {
    // Read and dropped, or the sender would wait for ever and never see the answer.
    part.file.on("error", () => undefined).resume();
    request.raw.resume();
    if (error instanceof Refusal) upload.problem = error.finding;
    else if (isDiskFull(error))
      upload.problem = refuse("disk_full", "There is no room left on the server for this file.", "Tell whoever runs this server.").finding;
    else throw error;
  }
}

const isDiskFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");
