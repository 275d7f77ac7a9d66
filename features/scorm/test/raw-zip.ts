import { crc32, deflateRawSync } from "node:zlib";

/** An entry written byte by byte, so that it can contain false values. Omitted fields are correct. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly data?: Buffer;
  /** 0 stored, 8 deflated; the data is compressed for 8 only. */
  readonly method?: number;
  readonly flags?: number;
  /** The data's length as the archive declares it. */
  readonly claims?: number;
  readonly crc?: number;
  /** Unix mode with its type bits. */
  readonly mode?: number;
  /** Points to the data of the entry with this index instead of its own. */
  readonly sameAs?: number;
  readonly extra?: Buffer;
}

const UTF8 = 0x800;

/** The zip's end record: the disk number, the number of entries, and whether it uses the zip64 format. */
export interface RawEnd {
  readonly parts?: number;
  readonly count?: number;
  readonly zip64?: boolean;
}

/** A zip of the given entries, hostile ones included. */
export function rawZip(entries: readonly RawEntry[], { parts = 0, count = entries.length, zip64 = false }: RawEnd = {}): Buffer {
  const body: Buffer[] = [];
  const list: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const { data = Buffer.alloc(0), method = 0, flags = UTF8, mode = 0o100644, extra = Buffer.alloc(0) } = entry;
    const name = Buffer.from(entry.name as string);
    const packed = method === 8 ? deflateRawSync(data) : data;
    const sum = entry.crc ?? crc32(data);
    const size = entry.claims ?? data.length;
    const offset = entry.sameAs === undefined ? at : (offsets[entry.sameAs] ?? 0);
    offsets.push(offset);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(sum, 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    shared.writeUInt16LE(extra.length, 24);
    if (entry.sameAs === undefined) {
      const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, name, extra, packed]);
      body.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), shared, rest, name, extra]));
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts, 4);
  end.writeUInt16LE(parts, 6);
  end.writeUInt16LE(count & 0xffff, 8);
  end.writeUInt16LE(count & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...body, directory, ...(zip64 ? [largeEnd(count, directory.length, at)] : []), end]);
}

/** The zip64 end record and its locator. */
function largeEnd(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(76);
  record.write("PK\x06\x06", "latin1");
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.write("PK\x06\x07", 56, "latin1");
  record.writeBigUInt64LE(BigInt(offset + length), 64);
  record.writeUInt32LE(1, 72);
  return record;
}
