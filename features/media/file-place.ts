import { fileEndings, fileTypeOf } from "#platform/document-types.ts";
import { mostArchiveBytes, mostBytes, type MediaUse } from "./contract.ts";
import { isVideoTitle, videoTitleOf } from "./video-rules.ts";

// Where a file stands among those of a course, and what it is meant for: for the browser before a byte is sent, and for the server.

/** What a file of the list is for; an archive is kept as it came, once everything in it was looked at. */
export type FileUse = MediaUse | "archive";

const endingsOf: Readonly<Record<Exclude<FileUse, "document" | "cover">, readonly string[]>> = {
  image: ["png", "jpg", "jpeg", "webp", "gif", "avif"],
  video: ["mp4", "m4v", "webm"],
  audio: ["mp3", "m4a", "ogg", "oga", "wav", "weba"],
  captions: ["vtt", "srt"],
  archive: ["zip"],
};
const uses = Object.entries(endingsOf).flatMap(([use, endings]) => endings.map((ending) => [ending, use as FileUse] as const));
const useOfEnding: ReadonlyMap<string, FileUse> = new Map([...uses, ["svg", "image"]]);

/** The endings that are taken, as the browser's window for choosing wants them (specification §5: the filter of types). */
export const takenEndings = [...new Set([...uses.map(([ending]) => `.${ending}`), ...fileEndings.split(",")])].join(",");

const endingOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** What a file is for, by its name; null for what is not taken. Its content is looked at on the server. */
export const fileUseOf = (name: string): FileUse | null => useOfEnding.get(endingOf(name)) ?? (fileTypeOf(name) ? "document" : null);

const mostFolder = 200;
const mostDepth = 8;
const badInFolder = /[<>:"|?*\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A folder as it is kept, such as "slides/week 1"; "" for none, null for one that is not taken. It is a word in a list: no path of the server's is made of it. */
export function folderOf(path: string): string | null {
  const parts = path
    .normalize("NFC")
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length > mostDepth || parts.some((part) => /^\.+$/.test(part) || badInFolder.test(part))) return null;
  const folder = parts.join("/");
  return Array.from(folder).length <= mostFolder ? folder : null;
}

/** The title that a file, or the folder of an archive, has at first (specification §4, §5). */
export const firstTitle = (fileName: string): string => videoTitleOf(fileName) || "file";

/** Whether a file may have this title. A video's has no dot either (specification §5). */
export const isTitle = (title: string, use: FileUse | null): boolean => isVideoTitle(use === "video" ? title : title.replaceAll(".", " "));

/** The name of a file with this title. */
export const nameOf = (title: string, fileName: string): string => {
  const ending = endingOf(fileName);
  return ending === "" ? title : `${title}.${ending}`;
};

/** The largest file of a use, in bytes. */
export const mostOf = (use: FileUse): number => (use === "archive" ? mostArchiveBytes : mostBytes[use]);
