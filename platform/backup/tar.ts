// A tar archive as a stream: what every machine can list and unpack. Names that the old header cannot hold stand in a header of their own (pax).

/** One file of an archive. Its content has to be taken before the next one is asked for. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

const block = 512;
const padding = (bytes: number) => Buffer.alloc((block - (bytes % block)) % block);
/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * block);

function headerOf(name: string, bytes: number, type: "0" | "x"): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  header.write(name, 0, 100, "utf8");
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  // Files of 8 GB and more: the size in binary, marked by the highest bit.
  if (bytes < 8 ** 11) header.write(`${octal(bytes, 11)}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(bytes), 128);
  }
  header.write(`${octal(0, 11)}\0`, 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\x0000", 257);
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

/** A line of a pax header, which begins with its own length. */
function paxLine(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** What stands before the content of a file in the archive. */
export function tarHeader(name: string, bytes: number): Buffer {
  if (/^[\x20-\x7e]{1,100}$/.test(name)) return headerOf(name, bytes, "0");
  const line = paxLine("path", name);
  return Buffer.concat([headerOf("name", line.length, "x"), line, padding(line.length), headerOf("long-name", bytes, "0")]);
}

/** What stands behind the content of a file. */
export const tarPadding = padding;

/** Why an archive cannot be read. */
export class BrokenArchive extends Error {
  override readonly name = "BrokenArchive";
}

const cutOff = () => new BrokenArchive("The archive ends in the middle.");

/** The files of an archive, one after the other. Throws a BrokenArchive where it is not one, or ends early. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  /** Between 1 and `most` bytes, whatever there is. */
  async function some(most: number): Promise<Buffer> {
    while (held.length === 0) {
      const next = await pieces.next();
      if (next.done) throw cutOff();
      held = next.value;
    }
    const taken = held.subarray(0, most);
    held = held.subarray(taken.length);
    return taken;
  }
  async function exactly(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = bytes; left > 0;) {
      const part = await some(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }
  let longName: string | undefined;
  for (;;) {
    const header = await exactly(block);
    if (header.every((byte) => byte === 0)) {
      await exactly(block);
      if (held.length > 0 || !(await pieces.next()).done) throw new BrokenArchive("Something follows the end of the archive.");
      return;
    }
    let sum = 8 * 0x20;
    for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
    const numberAt = (from: number, to: number) => Number.parseInt(header.toString("latin1", from, to), 8);
    if (header.toString("latin1", 257, 262) !== "ustar" || numberAt(148, 156) !== sum) throw new BrokenArchive("This is not an archive.");
    const bytes = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : numberAt(124, 136);
    if (!Number.isSafeInteger(bytes)) throw new BrokenArchive("This is not an archive.");
    const type = header.toString("latin1", 156, 157);
    if (type === "x") {
      if (bytes > 64 * 1024) throw new BrokenArchive("This is not an archive.");
      const text = (await exactly(bytes)).toString("utf8");
      await exactly(padding(bytes).length);
      longName = /^\d+ path=(.*)\n$/s.exec(text)?.[1];
      continue;
    }
    if (type !== "0") throw new BrokenArchive("The archive holds something else than files.");
    const name = longName ?? header.toString("utf8", 0, header.indexOf(0));
    longName = undefined;
    let left = bytes;
    const content = (async function* () {
      while (left > 0) {
        const piece = await some(left);
        left -= piece.length;
        yield piece;
      }
    })();
    yield { name, bytes, content };
    // What nobody took.
    while (left > 0) left -= (await some(left)).length;
    await exactly(padding(bytes).length);
  }
}
