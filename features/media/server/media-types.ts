import type { MediaUse } from "../contract.ts";

/** A kind of file by its content. */
export interface MediaType {
  readonly mediaType: string;
  readonly ending: string;
}

const latin = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to));

/** The brands of an ISO media file (MP4); empty for another file. */
function brandsOf(head: Uint8Array): string[] {
  if (latin(head, 4, 8) !== "ftyp") return [];
  const bytes = new DataView(head.buffer, head.byteOffset).getUint32(0);
  // The second of them is a version number.
  return [...latin(head, 8, Math.min(bytes, head.length, 200)).matchAll(/[^]{4}/g)].map(([brand]) => brand).filter((_, at) => at !== 1);
}
const isMp4 = (head: Uint8Array) => brandsOf(head).some((brand) => /^(?:iso[m2-9]|mp4[12]|avc1|M4[VA] |dash|MSNV)$/.test(brand));
/** Pictures are such files too. */
const isStill = (head: Uint8Array) => brandsOf(head).some((brand) => /^(?:hei[cfsx]|mif1|msf1|avi[fs])$/.test(brand));
const isWebm = (head: Uint8Array) => latin(head, 0, 4) === "\u001aE\u00df\u00a3" && latin(head, 4, 64).includes("webm");

/** The video formats that every browser plays; null for everything else. */
function videoType(head: Uint8Array): MediaType | null {
  if (isWebm(head)) return { mediaType: "video/webm", ending: "webm" };
  return isMp4(head) && !isStill(head) ? { mediaType: "video/mp4", ending: "mp4" } : null;
}

/** The sound formats that every browser plays; null for everything else. */
function audioType(head: Uint8Array): MediaType | null {
  if (latin(head, 0, 3) === "ID3" || isMpegSound(head)) return { mediaType: "audio/mpeg", ending: "mp3" };
  if (latin(head, 0, 4) === "RIFF" && latin(head, 8, 12) === "WAVE") return { mediaType: "audio/wav", ending: "wav" };
  if (latin(head, 0, 4) === "OggS" && /vorbis|OpusHead/.test(latin(head, 28, 80))) return { mediaType: "audio/ogg", ending: "ogg" };
  if (isWebm(head)) return { mediaType: "audio/webm", ending: "weba" };
  return isMp4(head) && !isStill(head) ? { mediaType: "audio/mp4", ending: "m4a" } : null;
}

/** A frame of MPEG sound: its sign, and a layer, bit rate and sample rate that exist. */
function isMpegSound([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const [layer, rate, sampling] = [(second >> 1) & 3, third >> 4, (third >> 2) & 3];
  return first === 0xff && second >= 0xe0 && layer !== 0 && rate !== 0 && rate !== 15 && sampling !== 3;
}

/** What a film or a sound is by its first bytes, whatever its name says; null where not every browser plays it. */
export const playedType = (use: Extract<MediaUse, "video" | "audio">, head: Uint8Array): MediaType | null =>
  use === "video" ? videoType(head) : audioType(head);
