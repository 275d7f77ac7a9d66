import type { FastifyReply, FastifyRequest } from "fastify";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants } from "node:zlib";

const brotli = promisify(brotliCompress);
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
  if (!/\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) return payload;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT };
  const bytes = payload.length <= compressedHere ? brotliCompressSync(payload, { params }) : await brotli(payload, { params });
  reply.removeHeader("content-length").headers({ "content-encoding": "br", vary: "accept-encoding" });
  return bytes;
}
