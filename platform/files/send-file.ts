import type { FastifyReply, FastifyRequest } from "fastify";
import { etagMatches } from "../etag.ts";
import type { ByteRange, FileStore } from "./store.ts";

/** What the reply's headers say about a stored file. */
export interface SentFile {
  readonly key: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Set where the browser must keep no copy, because the next person at it may not have the file. */
  readonly isPrivate?: boolean;
  /** Set for what never changes and whoever has the address may see, also in a mail that another site shows. */
  readonly isForAll?: boolean;
}

// Media types shown in the page; all others are offered as a download. SVG, HTML and PDF are not among them, since they can carry scripts
// (security.md #42). Audio and video cannot, whatever their format.
const isShown = (mediaType: string) =>
  /^(?:audio|video)\/[\w.+-]+$/.test(mediaType) || /^(?:image\/(?:png|jpeg|webp|gif|avif)|text\/vtt)$/.test(mediaType);

/**
 * Streams a stored file with range support (RFC 9110 §14): 200, 206 for one range, 304 for a current ETag, 416 past the end. A request for several
 * ranges gets the whole file. The caller has already decided that this person may have it.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, store: FileStore, file: SentFile) {
  const etag = `"${file.sha256}"`;
  reply.headers({
    etag,
    "accept-ranges": "bytes",
    "cache-control": file.isPrivate ? "no-store" : file.isForAll ? "public, max-age=31536000, immutable" : "private, max-age=3600",
    "content-type": file.mediaType === "text/vtt" ? "text/vtt; charset=utf-8" : file.mediaType,
    "content-disposition": disposition(file),
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": file.isForAll ? "cross-origin" : "same-origin",
    "x-content-type-options": "nosniff",
  });
  if (etagMatches(request.headers["if-none-match"], etag)) return reply.status(304).send();

  const range = wantedRange(request, etag, file.bytes);
  if (range === "none") return reply.status(416).header("content-range", `bytes */${file.bytes}`).send();
  if (range) reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${file.bytes}`);
  reply.header("content-length", String(range ? range.end - range.start + 1 : file.bytes));
  if (request.method === "HEAD" || file.bytes === 0) return reply.send();
  return reply.send(await store.open(file.key, range ?? undefined));
}

/** The one requested range; null for the whole file, "none" when the range lies past the end. */
function wantedRange(request: FastifyRequest, etag: string, bytes: number): ByteRange | null | "none" {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range?.trim() ?? "");
  const condition = request.headers["if-range"];
  if (!asked || (condition !== undefined && condition !== etag)) return null;
  const [, from = "", to = ""] = asked;
  if (from === "") {
    if (to === "") return null;
    const last = Number(to);
    return last === 0 || bytes === 0 ? "none" : { start: Math.max(0, bytes - last), end: bytes - 1 };
  }
  const start = Number(from);
  const end = to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= bytes ? "none" : { start, end };
}

/** The Content-Disposition header. It carries the name twice: plain for old clients, RFC 8187 for all others. */
function disposition({ mediaType, name }: SentFile) {
  const kind = isShown(mediaType) ? "inline" : "attachment";
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
