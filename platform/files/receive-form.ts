import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, refused } from "../errors.ts";

/** Bytes for a form's fields and boundaries. */
const formBytes = 64 * 1024;
/** How long a refused sender may continue to send, in ms. */
const lingerMs = 5_000;

/** Lets a route take a form with a few fields and one file of at most maxBytes: for `prepare` of a raw route. */
export const takesForm =
  (maxBytes: number) =>
  async (scope: FastifyInstance): Promise<void> => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // One byte more than allowed, so that exceeding the limit is noticed.
      limits: { fileSize: maxBytes + 1, files: 1, fields: 10, parts: 11, fieldSize: 1000, fieldNameSize: 100, headerPairs: 50 },
    });
  };

interface Receiving {
  /** Called for each field, trimmed, in the order of the form. */
  readonly field: (name: string, value: string) => void;
  /** Called for the file, with the fields that came before it; reads its stream to the end or throws. */
  readonly file: (part: MultipartFile) => Promise<void>;
}

/** Reads a form as it arrives. Whatever field or file throws ends it; throws 400 for a form that cannot be read, and when the sender breaks off. */
export async function receiveForm(request: FastifyRequest, { field, file }: Receiving): Promise<void> {
  try {
    for await (const part of request.parts()) {
      if (part.type === "file") await receiving(part, file);
      else if (typeof part.value === "string") field(part.fieldname, part.value.trim());
    }
  } catch (error) {
    // A file system error, which has a path, is the server's fault and not the sender's.
    if (error instanceof AppError || (error instanceof Error && "path" in error)) throw error;
    if (request.raw.readableEnded) throw refused(400, "bad_form", "The form could not be read.");
    throw refused(400, "broken_off", "The upload was interrupted. Nothing was kept.");
  }
}

async function receiving(part: MultipartFile, file: Receiving["file"]) {
  try {
    await file(part);
  } catch (error) {
    // The rest of the form is dropped; errors of its parser no longer matter.
    part.file.on("error", () => undefined);
    throw error;
  }
}

/** The length of a request as it was declared, in bytes; 0 where it was not. */
export const declaredBytes = (request: FastifyRequest): number => Number(request.headers["content-length"] ?? 0);

/** Whether a form's declared length is more than a file of maxBytes can need, so that none of it has to be read. */
export const declaresMore = (request: FastifyRequest, maxBytes: number): boolean => declaredBytes(request) > maxBytes + formBytes;

/**
 * Reads and drops, for a while, what a sender who already has the answer still sends: closing the connection during sending would lose the answer.
 * Then the connection is closed. It stays open that long even for a sender who asked to close it.
 */
export function dropRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded || raw.destroyed) return;
  reply.header("connection", "keep-alive");
  raw.unpipe();
  raw.resume();
  const clock = setTimeout(() => raw.destroy(), lingerMs);
  const stop = () => clearTimeout(clock);
  raw.once("end", stop).once("close", stop);
}
