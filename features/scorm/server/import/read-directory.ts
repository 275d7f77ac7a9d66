import { phrase } from "#platform/words.ts";
import { open } from "node:fs/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import type { ImportLimits } from "./limits.ts";
import { Refusal, refuse, said, shown, tellOperator } from "./refusal.ts";
import { caseKey, storedPath } from "./stored-path.ts";
import { entryName, entryPath, isLitter } from "./zip-names.ts";

/** A file of the archive that will be written, and its path. */
export interface PlannedFile {
  readonly entry: Entry;
  /** Path in the package store; see stored-path.ts. */
  path: string;
}

export interface Directory {
  readonly zip: ZipFile;
  readonly files: PlannedFile[];
  /** Number of all entries, including litter and folders. */
  readonly entryCount: number;
  /** The unpacked size that the archive declares; counted again during unpacking. */
  readonly declaredBytes: number;
}

const ENTRY = 0x02014b50;
const REGULAR = 0x8000;
const FOLDER = 0x4000;
const LINK = 0xa000;

/** Reads and checks an archive's directory before a byte is unpacked (security.md §3.4). The caller closes `zip`. */
export async function readDirectory(zipPath: string, limits: ImportLimits): Promise<Directory> {
  const zip = await openPromise(zipPath, { autoClose: false, decodeStrings: false, validateEntrySizes: true });
  try {
    if (zip.entryCount > limits.entries) throw tooMany(limits);
    const places = placer();
    const files: PlannedFile[] = [];
    // The directory itself follows every file that it lists.
    const ranges = [{ start: cursorOf(zip), end: Number.POSITIVE_INFINITY }];
    let entryCount = 0;
    let declaredBytes = 0;
    for await (const entry of zip.eachEntry()) {
      entryCount += 1;
      if (entryCount > limits.entries) throw tooMany(limits);
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      ranges.push({ start: entry.relativeOffsetOfLocalHeader, end: fileDataStart + entry.compressedSize });

      const name = entryName(entry);
      const names = entryPath(name, limits);
      if (isLitter(names.join("/"))) continue;
      const isFolder = checkKind(entry, name);
      const path = places.place(names, isFolder);
      if (isFolder) continue;
      checkCoding(entry, name);
      declaredBytes += entry.uncompressedSize;
      checkSize(entry.uncompressedSize, declaredBytes, name, limits);
      files.push({ entry, path });
    }
    checkOverlap(ranges);
    if (await listGoesOn(zipPath, cursorOf(zip)))
      throw refuse("more_listed", "The zip lists more files than it says it does.", "Make the zip again with another tool.");
    if (files.length === 0)
      throw refuse("empty", "The zip is empty.", "Export the package again from the tool it was made with, and upload that file.");
    return { zip, files, entryCount, declaredBytes };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The offset of the next entry in the directory; the library's types call this number a boolean. */
const cursorOf = (zip: ZipFile) => zip.readEntryCursor as unknown as number;

/** Whether another entry follows the last declared one: some tools would unpack it, and it would not have been checked here. */
async function listGoesOn(zipPath: string, at: number): Promise<boolean> {
  const handle = await open(zipPath, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, at);
    return bytesRead === 4 && buffer.readUInt32LE(0) === ENTRY;
  } finally {
    await handle.close();
  }
}

const tooMany = ({ entries }: ImportLimits) =>
  refuse(
    "too_many",
    said("The package holds more than {count, number} files.", { count: entries }),
    "Split the course into several packages, or remove files it does not use.",
  );

export const tooLarge = (limits: ImportLimits) =>
  refuse(
    "too_large",
    said("The package is larger than {size} once it is unpacked.", { size: limits.totalBytes }),
    "Make videos and images smaller, or split the course into several packages.",
  );

export const fileTooLarge = (name: string, limits: ImportLimits) =>
  refuse(
    "file_too_large",
    said("A file in the package is larger than {size}: {name}.", { size: limits.fileBytes, name: shown(name) }),
    "Make this file smaller and export the package again.",
    name,
  );

function checkSize(bytes: number, total: number, name: string, limits: ImportLimits) {
  if (bytes > limits.fileBytes) throw fileTooLarge(name, limits);
  if (total > limits.totalBytes) throw tooLarge(limits);
}

/** Whether the entry is a folder; refuses links, devices and everything else that is not a regular file. */
function checkKind(entry: Entry, name: string): boolean {
  const type = (entry.externalFileAttributes >>> 16) & 0xf000;
  const host = entry.versionMadeBy >>> 8;
  // Only Unix (3) and macOS (19) define the upper 16 bits; a link is refused whatever the host.
  const says = host === 3 || host === 19 || type === LINK ? type : 0;
  if (says !== 0 && says !== REGULAR && says !== FOLDER)
    throw refuse(
      "not_a_file",
      says === LINK
        ? said("The package holds a link to another file instead of a file: {name}.", { name: shown(name) })
        : said("The package holds something that is not a file: {name}.", { name: shown(name) }),
      "Replace it with the file itself and make the zip again.",
      name,
    );
  return /[/\\]$/.test(name) || says === FOLDER;
}

function checkCoding(entry: Entry, name: string) {
  if (entry.isEncrypted())
    throw refuse("encrypted", "The zip is protected with a password.", "Make the zip again without a password.", name);
  if (!entry.canDecodeFileData())
    throw refuse(
      "method",
      said("A file in the zip is packed in a way that browsers and most tools cannot read: {name}.", { name: shown(name) }),
      "Make the zip again with the ordinary method (Deflate).",
      name,
    );
}

/** Returns a function that assigns each entry its path. Two files that some system would treat as one are refused; such folders become one. */
function placer() {
  const taken = new Map<string, { path: string; isFolder: boolean }>();
  const clash = (one: string, other: string) =>
    refuse(
      "twins",
      one === other
        ? said("The package holds the same file twice: {one}.", { one: shown(one) })
        : said("Two files in the package have names that many computers cannot tell apart: {one} and {other}.", {
            one: shown(one),
            other: shown(other),
          }),
      "Rename or remove one of them and make the zip again.",
      one,
    );
  return {
    place(names: string[], isFolder: boolean): string {
      let path = "";
      for (const [index, name] of names.entries()) {
        const last = index === names.length - 1;
        const wanted = storedPath(path ? `${path}/${name}` : name);
        const key = caseKey(wanted);
        const found = taken.get(key);
        const folder = isFolder || !last;
        if (found && !(found.isFolder && folder)) throw clash(wanted, found.path);
        if (!found) taken.set(key, { path: wanted, isFolder: folder });
        path = found?.path ?? wanted;
      }
      return path;
    },
  };
}

/** Refuses entries that share bytes, by which small archives unpack to enormous sizes. */
function checkOverlap(ranges: { start: number; end: number }[]) {
  ranges.sort((a, b) => a.start - b.start);
  let end = 0;
  for (const range of ranges) {
    if (range.start < end)
      throw refuse(
        "overlap",
        "The zip is built so that its files lie on top of one another, which no ordinary tool does.",
        "Make the zip again with an ordinary tool.",
      );
    end = range.end;
  }
}

/** The refusal for an error that the archive caused; undefined when the archive is not at fault. */
export function archiveRefusal(error: unknown, head: Buffer): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { message = "", code = "" } = error as { message?: string; code?: string };
  if (code === "ENOSPC" || code === "EDQUOT")
    return refuse("disk_full", "There is no room left on the server for this package.", tellOperator);
  if (/^E[A-Z]+$/.test(code)) return undefined;
  if (/multi-disk/.test(message)) return refuse("split", "The zip is one part of several.", "Make one single zip and upload that.");
  if (/encrypt/.test(message))
    return refuse("encrypted", "The zip is protected with a password.", "Make the zip again without a password.");
  const kind = fileKind(head);
  if (kind) return refuse("not_zip", kind, "Export the package as SCORM from the tool it was made with, and upload the zip that gives.");
  return refuse("damaged", "The zip is damaged or incomplete.", "Export or download it again and upload the new file.");
}

/** What a file that is not a zip is, by its first bytes; undefined when it may be a zip. */
function fileKind(head: Buffer): string | undefined {
  const text = head.toString("latin1");
  if (text.startsWith("PK")) return undefined;
  if (text.startsWith("Rar!")) return phrase("This is not a zip but a RAR archive.");
  if (text.startsWith("7z\xbc\xaf")) return phrase("This is not a zip but a 7z archive.");
  if (text.startsWith("%PDF")) return phrase("This is not a zip but a PDF document.");
  if (text.startsWith("\x1f\x8b")) return phrase("This is not a zip but a gzip archive.");
  if (/^\s*(?:<\?xml|<manifest)/.test(text)) return phrase("This is not a zip but an XML file.");
  if (/^\s*<(?:!doctype html|html)/i.test(text)) return phrase("This is not a zip but a web page.");
  return head.length === 0 ? phrase("This is not a zip but an empty file.") : phrase("This is not a zip but another kind of file.");
}
