import type { FastifyReply, FastifyRequest } from "fastify";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, zstdCompress, zstdCompressSync } from "node:zlib";

/** A way to compress. `here` is for short texts, `aside` works in another thread. */
interface Coding {
  readonly name: string;
  readonly isAsked: RegExp;
  readonly here: (text: string) => Buffer;
  readonly aside: (text: string) => Promise<Buffer>;
}
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, ZSTD_c_compressionLevel } = constants;
const brotli = { params: { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT } };
const zstd = { params: { [ZSTD_c_compressionLevel]: 1 } };
/** The best first: zstd takes half the time of brotli for the same size. Safari knows brotli alone. */
const codings: readonly Coding[] = [
  { name: "zstd", isAsked: /\bzstd\b/, here: (text) => zstdCompressSync(text, zstd), aside: (text) => promisify(zstdCompress)(text, zstd) },
  {
    name: "br",
    isAsked: /\bbr\b/,
    here: (text) => brotliCompressSync(text, brotli),
    aside: (text) => promisify(brotliCompress)(text, brotli),
  },
];
/** Shorter answers fit into a few packets as they are. */
const shortest = 4_000;
/** Up to here, compressing takes a fraction of a millisecond: less than handing the answer to another thread and back (docs/benchmarks.md). */
const compressedHere = 128_000;

/**
 * Hook of a route with large answers: compresses them for who understands it. Not for an answer with a secret that stays the same beside text that
 * others choose: its length would tell them the secret bit by bit (BREACH).
 */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== "string" || payload.length < shortest || reply.hasHeader("content-encoding")) return payload;
  const asked = String(request.headers["accept-encoding"] ?? "");
  const coding = codings.find(({ isAsked }) => isAsked.test(asked));
  if (!coding) return payload;
  const bytes = payload.length <= compressedHere ? coding.here(payload) : await coding.aside(payload);
  reply.removeHeader("content-length").headers({ "content-encoding": coding.name, vary: "accept-encoding" });
  return bytes;
}
