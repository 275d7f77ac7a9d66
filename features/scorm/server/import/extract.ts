import { constants } from "node:fs";
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { ZipFile } from "yauzl";
import type { ImportLimits } from "./limits.ts";
import { fileTooLarge, tooLarge, type PlannedFile } from "./read-directory.ts";
import { refuse, said, shown } from "./refusal.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
/** How many fsyncs run in parallel: enough for the disk to batch them, few enough to keep the number of open files low. */
const SYNCING = 16;

/**
 * Writes the planned files below `dir`, an empty folder, and syncs them and their folders to disk. Counts the bytes that really come out, and
 * refuses zip bombs, wrong sizes and damaged data (security.md §3.4). Returns the number of bytes written.
 */
export async function extract(zip: ZipFile, files: readonly PlannedFile[], dir: string, limits: ImportLimits): Promise<number> {
  const folders = new Set<string>([dir]);
  const syncing = new Set<Promise<void>>();
  let total = 0;
  let packed = 0;
  try {
    for (const { entry, path } of files) {
      const target = join(dir, path);
      await makeFolders(dirname(target), folders);
      const handle = await open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      let bytes = 0;
      let sum = 0;
      packed += entry.compressedSize;
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          const piece = chunk as Buffer;
          bytes += piece.length;
          total += piece.length;
          if (bytes > limits.fileBytes) throw fileTooLarge(path, limits);
          if (total > limits.totalBytes) throw tooLarge(limits);
          if (grewTooMuch(bytes, entry.compressedSize, limits) || grewTooMuch(total, packed, limits)) throw bomb(path);
          sum = crc32(piece, sum);
          await handle.writeFile(piece);
        }
        if (sum !== entry.crc32 || bytes !== entry.uncompressedSize)
          throw refuse(
            "damaged",
            said("A file in the zip is damaged: {path}.", { path: shown(path) }),
            "Export or download the package again and upload the new file.",
            path,
          );
      } catch (error) {
        await handle.close();
        throw error;
      }
      if (syncing.size >= SYNCING) await Promise.race(syncing);
      const synced = syncAndClose(handle).finally(() => syncing.delete(synced));
      // Awaited below; a rejection before that must not count as unhandled.
      synced.catch(() => undefined);
      syncing.add(synced);
    }
    await Promise.all(syncing);
  } catch (error) {
    await Promise.allSettled(syncing);
    throw error;
  }
  for (const folder of folders) await syncFolder(folder);
  return total;
}

const grewTooMuch = (bytes: number, packed: number, { ratio, ratioFromBytes }: ImportLimits) =>
  bytes > ratioFromBytes && bytes > packed * ratio;

const bomb = (path: string) =>
  refuse(
    "bomb",
    said("The zip unpacks to far more than an ordinary package does: {path}.", { path: shown(path) }),
    "Check the file in the tool the package was made with; when it belongs there, store it uncompressed.",
    path,
  );

async function syncAndClose(handle: FileHandle) {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeFolders(folder: string, made: Set<string>) {
  if (made.has(folder)) return;
  await makeFolders(dirname(folder), made);
  await mkdir(folder, { mode: 0o700 });
  made.add(folder);
}

/** Syncs a folder's entries to disk. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, "r");
  await syncAndClose(handle);
}
