import type { Readable } from "node:stream";

/** The bytes of an uploaded file, read as often as needed and from anywhere: detecting, checking and reading each begin anew. */
export interface Bytes {
  readonly size: number;
  /** Positions of the first and the last byte, both inclusive; the whole file without them. */
  open(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** The first bytes of a file, at most `count`. */
export async function headOf(bytes: Bytes, count: number): Promise<Buffer> {
  if (bytes.size === 0) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  for await (const piece of await bytes.open({ start: 0, end: Math.min(bytes.size, count) - 1 })) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
