import { crc32 } from "node:zlib";
import { getFileNameLowLevel, validateFileName, type Entry } from "yauzl";
import type { ImportLimits } from "./limits.ts";
import { refuse, said, shown } from "./refusal.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const UTF8_FLAG = 0x800;

/** The bytes decoded as UTF-8; undefined when they are not valid UTF-8. */
function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The name of an entry. Info-ZIP's Unicode field and the UTF-8 flag come first. A name without either is decoded as UTF-8 if it is valid
 * (macOS writes UTF-8 without the flag), else as code page 437, which Windows and 7-Zip write.
 */
export function entryName(entry: Pick<Entry, "fileNameRaw" | "generalPurposeBitFlag" | "extraFields">): string {
  const raw = entry.fileNameRaw;
  for (const { id, data } of entry.extraFields) {
    if (id !== 0x7075 || data.length < 6 || data[0] !== 1 || data.readUInt32LE(1) !== crc32(raw)) continue;
    const name = asUtf8(data.subarray(5));
    if (name !== undefined) return name;
  }
  return asUtf8(raw) ?? getFileNameLowLevel(entry.generalPurposeBitFlag & ~UTF8_FLAG, raw, [], true);
}

/** Whether it is a file that operating systems leave in archives, such as .DS_Store. */
export function isLitter(path: string): boolean {
  const names = path.split("/");
  const last = (names.at(-1) || names.at(-2)) ?? "";
  return names.includes("__MACOSX") || last === ".DS_Store" || last.startsWith("._") || /^(?:thumbs\.db|desktop\.ini)$/i.test(last);
}

/**
 * The path of an entry as a list of names; backslashes of old Windows tools count as separators. Refuses paths that leave the package,
 * contain control characters, or are too long or too deep (security.md §3.4).
 */
export function entryPath(name: string, limits: ImportLimits): string[] {
  const path = name.replaceAll("\\", "/");
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) || path.includes("\uFFFD"))
    throw refuse(
      "name_control",
      said("The package holds a file whose name has characters that cannot be typed: {path}.", { path: shown(path) }),
      "Rename the file and make the zip again.",
      path,
    );
  if (validateFileName(path) !== null)
    throw refuse(
      "name_outside",
      said("The package holds a file that wants to be written outside its own folder: {path}.", { path: shown(path) }),
      "Make the zip again from inside the course's folder. When it came from somebody else, ask where it is from: such a file is never there by accident.",
      path,
    );
  const names = path
    .normalize("NFC")
    .split("/")
    .filter((each) => each !== "" && each !== ".");
  if (names.length === 0) throw refuse("name_empty", "The package holds an entry without a name.", "Make the zip again.");
  if (names.some((each) => /[. ]$/.test(each)))
    throw refuse(
      "name_ending",
      said("The package holds a name that ends with a dot or a space, which other computers change: {path}.", { path: shown(path) }),
      "Rename the file and make the zip again.",
      path,
    );
  if (names.length > limits.depth)
    throw refuse(
      "too_deep",
      said("The package has folders inside folders more than {depth} deep: {path}.", { depth: limits.depth, path: shown(path) }),
      "Move the files up and make the zip again.",
      path,
    );
  if (Buffer.byteLength(names.join("/")) > limits.pathBytes || names.some((each) => Buffer.byteLength(each) > limits.nameBytes))
    throw refuse(
      "name_long",
      said("The package holds a name that is too long: {path}.", { path: shown(path) }),
      "Shorten the names of the file and its folders and make the zip again.",
      path,
    );
  return names;
}
