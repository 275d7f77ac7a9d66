import type { StoredMedia } from "./contract.ts";

/** The file that comes in another's place, and how long it is where it is played. */
export interface Successor extends StoredMedia {
  readonly seconds?: number;
}

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

const isFileKey = (name: string) => /^(?:fileId|[a-z]\w*FileId)$/.test(name);

/** A page, or a part of it, with another file wherever it names the first, with what the blocks note about a file: its type, size and length. */
export function swapFile<T>(part: T, from: StoredMedia, to: Successor): T {
  return swap(part as Json, from, to) as T;
}

function swap(part: Json, from: StoredMedia, to: Successor): Json {
  if (Array.isArray(part)) return part.map((each) => swap(each, from, to));
  if (part === null || typeof part !== "object") return part;
  const next = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, isFileKey(name) && value === from.fileId ? to.fileId : swap(value, from, to)]),
  );
  const isOwn = part["fileId"] === from.fileId;
  const isPlayed = Array.isArray(part["sources"]) && part["sources"].some((source) => isSource(source, from.fileId));
  if (isOwn && "mediaType" in part) next["mediaType"] = to.mime;
  if (isOwn && "bytes" in part) next["bytes"] = to.bytes;
  if (isOwn && part["name"] === from.name) next["name"] = to.name;
  if (isPlayed && "seconds" in part && to.seconds !== undefined) next["seconds"] = to.seconds;
  if (isOwn || isPlayed)
    for (const side of ["width", "height"] as const) {
      const length = to[side];
      if (side in part && length !== undefined) next[side] = length;
    }
  return next;
}

/** What a page, or a part of it, notes about a file: its size, and how long it is. */
export function shapeIn(part: unknown, fileId: number): Pick<Successor, "width" | "height" | "seconds"> {
  if (Array.isArray(part)) return Object.assign({}, ...part.map((each) => shapeIn(each, fileId)));
  if (part === null || typeof part !== "object") return {};
  const own = part as { [name: string]: Json };
  const names = own["fileId"] === fileId || (Array.isArray(own["sources"]) && own["sources"].some((source) => isSource(source, fileId)));
  const noted = names
    ? Object.entries(own).filter(([name, value]) => /^(?:width|height|seconds)$/.test(name) && typeof value === "number")
    : [];
  return { ...shapeIn(Object.values(own), fileId), ...Object.fromEntries(noted) };
}

const isSource = (source: Json, fileId: number) =>
  source !== null && typeof source === "object" && !Array.isArray(source) && source["fileId"] === fileId;
