import type { FastifyReply, FastifyRequest } from "fastify";
import { open, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { etagMatches } from "#platform/etag.ts";
import { mediaType } from "./media-types.ts";
import { headBytes, insertionFor, type Insertion } from "./opening-script.ts";

/**
 * Streams a file of a package with support for one range, as media players request; 304 by size and modification time. Where a browser shows it as a
 * page it begins with the script of the stage, if it isStaged; whoever reads it as data gets it as it is.
 */
export async function sendPackageFile(request: FastifyRequest, reply: FastifyReply, path: string, { isStaged }: { isStaged: boolean }) {
  const handle = await open(path, "r");
  let streams = false;
  try {
    const { size, mtimeMs } = await handle.stat();
    const type = mediaType(path);
    const isPage = type === "text/html" || type === "application/xhtml+xml";
    const insertion = isStaged && isPage && size > 0 && isShown(request) ? insertionFor(await startOf(handle, size), type) : null;
    const bytes = size + (insertion?.bytes.length ?? 0);
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}${insertion ? "-s" : ""}"`;
    reply.headers({ etag, "accept-ranges": "bytes", "cache-control": "private, max-age=3600" }).type(type);
    if (isPage) reply.header("vary", "accept, sec-fetch-dest");
    if (etagMatches(request.headers["if-none-match"], etag)) return await reply.status(304).send();
    const range = rangeOf(request, etag, bytes);
    if (range === "none") return await reply.status(416).header("content-range", `bytes */${bytes}`).send();
    if (range) reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
    reply.header("content-length", String(range ? range.end - range.start + 1 : bytes));
    if (request.method === "HEAD" || size === 0) return await reply.send();
    streams = true;
    if (insertion) return reply.send(withInsertion(handle, insertion, range ?? { start: 0, end: bytes - 1 }));
    return reply.send(handle.createReadStream(range ?? {}));
  } finally {
    if (!streams) await handle.close();
  }
}

/** Whether the browser asks for a page to show. Browsers that do not say so ask for HTML only then. */
function isShown({ headers }: FastifyRequest): boolean {
  const purpose = headers["sec-fetch-dest"];
  if (purpose === undefined) return /\btext\/html\b/.test(headers.accept ?? "");
  return /^(?:document|iframe|frame|object|embed)$/.test(String(purpose));
}

async function startOf(handle: FileHandle, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, headBytes)), 0, Math.min(size, headBytes), 0);
  return buffer.subarray(0, bytesRead);
}

/** A range of the file as it is with the insertion, from its pieces. The file is closed with the stream, also when nobody began to read it. */
export function withInsertion(handle: FileHandle, { at, bytes }: Insertion, { start, end }: Range): Readable {
  async function* pieces() {
    if (start < at) yield* part(start, Math.min(end, at - 1));
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at + 1, bytes.length)];
    if (from < to) yield bytes.subarray(from, to);
    const after = at + bytes.length;
    if (end >= after) yield* part(Math.max(start, after) - bytes.length, end - bytes.length);
  }
  const part = (first: number, last: number) =>
    handle.createReadStream({ start: first, end: last, autoClose: false }) as AsyncIterable<Buffer>;
  return Readable.from(pieces(), { objectMode: false }).once("close", () => void handle.close());
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangeOf(request: FastifyRequest, etag: string, size: number): Range | null | "none" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range?.trim() ?? "") ?? [];
  const condition = request.headers["if-range"];
  if ((from === "" && to === "") || (condition !== undefined && condition !== etag)) return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start >= size || end < start ? "none" : { start, end };
}
