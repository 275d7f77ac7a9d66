import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, invalid } from "#platform/errors.ts";
import { declaredBytes, declaresMore, receiveForm } from "#platform/files/receive-form.ts";
import { roomLeft } from "./import/free-room.ts";
import type { ImportLimits } from "./import/limits.ts";
import { Refusal, refuse, said, tellOperator } from "./import/refusal.ts";
import type { PackageStore, Staging } from "./package-store.ts";

/** The fields of the form. The specification's isFrameSet is always true and has no effect: every package plays in a frame. */
export interface Upload {
  courseId: number | undefined;
  /** overrideFile: the person was warned and wants to replace the package anyway. */
  override: boolean;
  /** The file name sent by the browser; undefined without a file. */
  fileName: string | undefined;
}

interface Receiving {
  readonly packages: PackageStore;
  readonly limits: ImportLimits;
  /** Called before the file is read, with the fields that came before it; returns the staging folder. Whatever it throws ends the upload. */
  readonly beforeFile: (upload: Upload) => Promise<Staging>;
}

/** After how many received bytes the free disk space is checked again. */
const lookEveryBytes = 64 * 1024 ** 2;

/**
 * Reads the form into `upload`, and the file directly into the staging folder. A body whose declared length is too large is not read at all. A file that
 * turns out too large, or that the disk has no space for, ends the upload at that byte: 413 or 507 with a sentence. 400 when the sender breaks off.
 */
export async function receiveUpload(request: FastifyRequest, upload: Upload, receiving: Receiving): Promise<void> {
  if (declaresMore(request, receiving.limits.uploadBytes)) throw answerTo(tooLarge(receiving.limits));
  await receiveForm(request, {
    field: (name, value) => takeField(upload, name, value),
    file: (part) => receiveFile(request, part, upload, receiving),
  });
}

function takeField(upload: Upload, name: string, value: string) {
  // The server decides where a file goes, whatever the form says about paths (security.md §3.1).
  if (!["courseID", "isFrameSet", "overrideFile"].includes(name))
    throw invalid("form", "unknown_field", "The form has a field that is not taken here.");
  if (name === "courseID" && /^[1-9]\d{0,14}$/.test(value)) upload.courseId = Number(value);
  if (name === "overrideFile") upload.override = /^(?:true|1)$/i.test(value);
}

async function receiveFile(request: FastifyRequest, part: MultipartFile, upload: Upload, { packages, limits, beforeFile }: Receiving) {
  try {
    const { zipPath } = await beforeFile(upload);
    upload.fileName = part.filename || "package.zip";
    roomLeft(await packages.room(), declaredBytes(request), limits);
    await pipeline(part.file, withinLimits(packages, limits), createWriteStream(zipPath, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if (error instanceof Refusal) throw answerTo(error);
    if (isDiskFull(error)) throw answerTo(refuse("disk_full", "There is no room left on the server for this file.", tellOperator));
    throw error;
  }
}

/** A transform that passes bytes on until they exceed a package's limit or the disk has no space left. */
function withinLimits(packages: PackageStore, limits: ImportLimits): Transform {
  let total = 0;
  let unseen = 0;
  return new Transform({
    transform(piece: Buffer, _coding, done) {
      total += piece.length;
      unseen += piece.length;
      // Checked here, because the parser reports it only at the end of the form.
      if (total > limits.uploadBytes) return done(tooLarge(limits));
      if (unseen < lookEveryBytes) return done(null, piece);
      // Other processes fill the disk too, and a body need not declare its length.
      unseen = 0;
      packages
        .room()
        .then((disk) => roomLeft(disk, 0, limits))
        .then(
          () => done(null, piece),
          (error: Error) => done(error),
        );
    },
  });
}

const tooLarge = ({ uploadBytes }: ImportLimits) =>
  refuse(
    "upload_large",
    said("The file is larger than {size}.", { size: uploadBytes }),
    "Make videos and images smaller, or split the course into several packages.",
  );

/** A refusal as the answer to a body that was not read to its end. */
const answerTo = ({ finding: { code, text, params, fix } }: Refusal) =>
  new AppError(code === "disk_full" ? 507 : 413, code, text, params, { fix });

const isDiskFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");
