import type { FastifyReply, FastifyRequest } from "fastify";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createZstdCompress,
  zstdCompress,
  zstdCompressSync,
  type BrotliCompress,
  type ZstdCompress,
} from "node:zlib";
import { beginningOf, Prepared } from "./prepared.ts";

/** A way to compress. `here` is for short texts, `aside` works in another thread. */
interface Coding {
  readonly name: string;
  readonly isAsked: RegExp;
  readonly here: (text: string) => Buffer;
  readonly aside: (text: string) => Promise<Buffer>;
  /** Compresses a text well, as one that goes on. */
  readonly beginning: (text: string) => Promise<Buffer>;
  /** The end of such a text, as it is. */
  readonly ending: (bytes: Buffer) => Buffer[];
}
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_OPERATION_FLUSH } = constants;
const { ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_e_flush } = constants;
const brotli = (quality: number) => ({ params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT } });
const zstd = { params: { [ZSTD_c_compressionLevel]: 1 } };
/** The window of a text, 8 MB at most, which is all that browsers take. */
const windowOf = (text: string) => Math.min(23, Math.max(10, Math.ceil(Math.log2(text.length * 3))));

/** What a stream gives for a text, up to where the stream could go on. */
const untilFlushed = (stream: BrotliCompress | ZstdCompress, text: string, flush: number) =>
  new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = [];
    stream.on("data", (bytes: Buffer) => chunks.push(bytes)).once("error", fail);
    stream.write(text);
    stream.flush(flush, () => {
      done(Buffer.concat(chunks));
      stream.destroy();
    });
  });

/** Cuts bytes into blocks of at most `size`. */
function* blocksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const threeBytes = (number: number) => {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(number, 0, 3);
  return bytes;
};

/** The best first: zstd takes half the time of brotli for the same size. Safari knows brotli alone. */
const codings: readonly Coding[] = [
  {
    name: "zstd",
    isAsked: /\bzstd\b/,
    here: (text) => zstdCompressSync(text, zstd),
    aside: (text) => promisify(zstdCompress)(text, zstd),
    beginning: (text) =>
      untilFlushed(
        createZstdCompress({ params: { [ZSTD_c_compressionLevel]: 12, [ZSTD_c_windowLog]: windowOf(text) } }),
        text,
        ZSTD_e_flush,
      ),
    // RFC 8878, 3.1.1.2: size, type 0 for a block as it is, and whether it is the last.
    ending: (bytes) => [...blocksOf(bytes, 1 << 16)].flatMap((one) => [threeBytes(one.length << 3), one]).concat(threeBytes(1)),
  },
  {
    name: "br",
    isAsked: /\bbr\b/,
    here: (text) => brotliCompressSync(text, brotli(3)),
    aside: (text) => promisify(brotliCompress)(text, brotli(3)),
    beginning: (text) => untilFlushed(createBrotliCompress(brotli(6)), text, BROTLI_OPERATION_FLUSH),
    // RFC 7932, 9.2: not the last, 16 bits of size, and as it is; behind them an empty last one.
    ending: (bytes) =>
      [...blocksOf(bytes, 1 << 16)].flatMap((one) => [threeBytes(((one.length - 1) << 3) | (1 << 19)), one]).concat(Buffer.from([3])),
  },
];
/** Shorter answers fit into a few packets as they are. */
const shortest = 4_000;
/** Up to here, compressing takes a fraction of a millisecond: less than handing the answer to another thread and back (docs/benchmarks.md). */
const compressedHere = 128_000;
/** Up to here, what stands behind a shared beginning is sent as it is. */
const longestEnding = 8_000;

/** A part that many replies begin with, and the field it stands in. */
interface Shared {
  readonly field: string;
  readonly part: Prepared;
}
const sharedIn = new WeakMap<FastifyReply, Shared>();

/** Hook of a route with large answers that begin with a prepared part: remembers it, where many answers share it. */
export const noteShared =
  (field: string) => (_request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void) => {
    const part = (payload as Readonly<Record<string, unknown>> | null)?.[field];
    if (part instanceof Prepared && part.isShared) sharedIn.set(reply, { field, part });
    done(null, payload);
  };

/** Beginnings that were compressed before, by the name of the coding. */
const beginnings = new WeakMap<Prepared, Map<string, Promise<Buffer>>>();

/** An answer whose beginning is compressed once for all that share it. Null where what is behind it is too long to be sent as it is. */
async function fromShared(coding: Coding, { field, part }: Shared, payload: string): Promise<Buffer | null> {
  const beginning = beginningOf(field, part);
  if (payload.length - beginning.length > longestEnding) return null;
  const known = beginnings.get(part) ?? new Map<string, Promise<Buffer>>();
  beginnings.set(part, known);
  const compressing = known.get(coding.name) ?? coding.beginning(beginning);
  known.set(coding.name, compressing);
  return Buffer.concat([await compressing, ...coding.ending(Buffer.from(payload.slice(beginning.length)))]);
}

/**
 * Hook of a route with large answers: compresses them for who understands it. Not for an answer with a secret that stays the same beside text that
 * others choose: its length would tell them the secret bit by bit (BREACH).
 */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== "string" || payload.length < shortest || reply.hasHeader("content-encoding")) return payload;
  const asked = String(request.headers["accept-encoding"] ?? "");
  const coding = codings.find(({ isAsked }) => isAsked.test(asked));
  if (!coding) return payload;
  const shared = sharedIn.get(reply);
  const bytes =
    (shared && (await fromShared(coding, shared, payload))) ??
    (payload.length <= compressedHere ? coding.here(payload) : await coding.aside(payload));
  reply.removeHeader("content-length").headers({ "content-encoding": coding.name, vary: "accept-encoding" });
  return bytes;
}
