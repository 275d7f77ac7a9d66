import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileTypeOf, isOfType } from "#platform/document-types.ts";
import sharp, { type Sharp } from "sharp";
import { smallerWidths } from "#features/blocks/picture-of.ts";
import type { FileStore } from "#platform/files/store.ts";
import { invalid, refused } from "#platform/errors.ts";
import { brokenImage, drawCard, inTurn, openPicture } from "#platform/pictures.ts";
import { NoCaptions, readCaptions, writeCaptions } from "../captions.ts";
import type { MediaUse } from "../contract.ts";
import { playedType } from "./media-types.ts";

/** An upload in the store, before it is known what it is. */
export interface Upload {
  readonly use: MediaUse;
  readonly key: string;
  /** Its name without what does not show. */
  readonly name: string;
  /** Of a video: the title that it is to have. */
  readonly title: string;
  /** Of a cover: what of it stays where the picture is too wide or too high, in percent of what is cut away. */
  readonly focus: readonly [number, number];
}

/** What becomes of an upload. data: what is kept in its place; null where the upload itself is. */
export interface Made {
  readonly data: Uint8Array | null;
  readonly name: string;
  readonly mediaType: string;
  readonly width?: number;
  readonly height?: number;
  /** The same picture in smaller sizes, the smallest first. */
  readonly smaller?: readonly SmallerPicture[];
}

/** A picture in one of `pictureWidths`, as WebP. */
export interface SmallerPicture {
  readonly width: number;
  readonly data: Uint8Array;
}

/** The longest side of a picture in a course, in pixels. */
const longestSide = 2000;
/** Up to how many bytes a drawing or a picture of a screen keeps every pixel. */
const exactBytes = 400_000;
/** The bytes at a file's start that tell what it is. */
const headBytes = 4096;

/** A picture of an upload or a document as it is kept. Throws 400 for what is none. */
export const makePicture = (upload: Buffer, name: string): ReturnType<typeof drawPicture> => inTurn(() => drawPicture(upload, name));

const nameWithout = (name: string) => name.replace(/\.[^.]*$/, "") || "file";

/** Looks at the content of an upload and prepares it for its use. Throws 400 with what is wrong with it, whatever its name and type say. */
export async function makeMedia(files: FileStore, upload: Upload): Promise<Made> {
  const { use, key, name, title, focus } = upload;
  if (use === "image") return makePicture(await wholeOf(files, key), name);
  if (use === "cover") return drawCover(await wholeOf(files, key), name, focus);
  if (use === "captions") return makeCaptions(await wholeOf(files, key), name);
  const head = await headOf(files, key);
  if (use === "document") return makeDocument(head, name);
  const type = playedType(use, head);
  if (type === null)
    throw use === "video"
      ? invalid("file", "no_video", "This is no video that every browser plays. Save it as MP4 (H.264) or WebM, then send it again.")
      : invalid("file", "no_audio", "This is no sound that every browser plays. Save it as MP3, M4A, Ogg or WAV, then send it again.");
  return { data: null, name: `${title || nameWithout(name)}.${type.ending}`, mediaType: type.mediaType };
}

function makeDocument(head: Uint8Array, name: string): Made {
  const type = fileTypeOf(name);
  if (!type || !isOfType(type, head))
    throw invalid(
      "file",
      "no_document",
      "This kind of file is not taken, or it is not what its name says. PDF, pictures, texts and documents of an office program are taken.",
    );
  return { data: null, name, mediaType: type.mediaType };
}

/** A picture drawn anew as WebP, at most 2,000 pixels long, without what cameras wrote into it. Throws 400 for one that moves: readers could not stop it (WCAG 2.2.2). */
async function drawPicture(upload: Buffer, name: string) {
  const { picture, format, frames } = await openPicture(upload);
  if (frames > 1)
    throw invalid("file", "moving_image", "This picture moves, and readers could not stop it. Send it as a video, or a still of it.");
  try {
    const fitted = picture.rotate().resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true }).toColourspace("srgb");
    // Decoded once, encoded in each size.
    const { data: pixels, info: raw } = await fitted.raw().toBuffer({ resolveWithObject: true });
    const { width, height } = raw;
    const drawn = () => sharp(pixels, { raw });
    const lossy = (one: Sharp) => one.webp({ quality: 84, smartSubsample: true }).toBuffer();
    const exact = format === "png" || format === "gif" ? await drawn().webp({ lossless: true }).toBuffer() : null;
    const data = exact && exact.length <= exactBytes ? exact : await lossy(drawn());
    const smaller: SmallerPicture[] = [];
    for (const one of smallerWidths(width)) {
      const less = await lossy(drawn().resize(one));
      // A drawing of few colours may be smaller as it is.
      if (less.length < data.length) smaller.push({ width: one, data: less });
    }
    return { data, name: `${nameWithout(name)}.webp`, mediaType: "image/webp" as const, width, height, smaller };
  } catch {
    throw brokenImage();
  }
}

/** A course's picture, cut to the shape of a card around what matters and drawn anew. Throws 400 as drawPicture does. */
const drawCover = async (upload: Buffer, name: string, focus: readonly [number, number]) => ({
  ...(await drawCard(upload, focus)),
  name: `${nameWithout(name)}.webp`,
});

function makeCaptions(upload: Buffer, name: string): Made {
  try {
    return { data: Buffer.from(writeCaptions(readCaptions(textOf(upload)))), name: `${nameWithout(name)}.vtt`, mediaType: "text/vtt" };
  } catch (error) {
    if (!(error instanceof NoCaptions)) throw error;
    throw error.line === null
      ? invalid("file", "no_captions", "These are no captions. WebVTT (.vtt) and SubRip (.srt) are taken.")
      : invalid("file", "bad_captions", "The captions cannot be read at line {line}. Mend it, then send them again.", { line: error.line });
  }
}

/** Captions as text: UTF-8, or what Windows programs write. Throws NoCaptions for bytes that are no text. */
function textOf(upload: Buffer): string {
  if (upload.includes(0)) throw new NoCaptions(null);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(upload);
  } catch {
    return new TextDecoder("windows-1252").decode(upload);
  }
}

const wholeOf = async (files: FileStore, key: string) => buffer(await files.open(key));
async function headOf(files: FileStore, key: string): Promise<Uint8Array> {
  const stream: Readable = await files.open(key, { start: 0, end: headBytes - 1 });
  return buffer(stream);
}

/** 413 for a file that is larger than its use allows. Specification §5: a video's is its very words. */
export const tooLarge = (use: MediaUse, megabytes: number) =>
  use === "video"
    ? refused(413, "video_too_large", "Video exceeds max size of 500mb")
    : refused(413, "media_too_large", "This file is larger than {megabytes} MB, the most that is taken here.", { megabytes });
