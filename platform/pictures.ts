import type { Readable } from "node:stream";
import sharp from "sharp";
import { invalid, refused } from "./errors.ts";
import { takeTurns } from "./take-turns.ts";

// Whatever comes in is decoded and drawn anew, so that nothing of the upload but its pixels is kept (security.md rows 42, 86). Only these decoders are there at all.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"] });
sharp.concurrency(1);
sharp.cache(false);

/** The most pixels an upload may have. */
const mostPixels = 40_000_000;
/** Seconds after which drawing is given up. */
const mostSeconds = 30;
const formats = ["png", "jpeg", "webp", "gif"];

const noImage = () =>
  invalid(
    "file",
    "no_image",
    "This is no PNG, JPEG, WebP or GIF picture. Drawings (SVG) are not taken, because they can carry programs: save it as PNG first.",
  );

export const brokenImage = () =>
  invalid("file", "broken_image", "This picture is damaged and cannot be read to its end. Save it again, or take another.");

/** Pictures are drawn one after the other in a process, because each may need 160 MB for its pixels. */
const turn = takeTurns(1);
export const inTurn = <T>(draw: () => Promise<T>): Promise<T> => turn(0, draw);

/** Reads the head of a picture that somebody sent. frames: how many there are in it. Throws 400 for what is no picture, and for one with too many pixels. */
export async function openPicture(upload: Buffer) {
  const picture = sharp(upload, { limitInputPixels: mostPixels, failOn: "error", pages: 1 }).timeout({ seconds: mostSeconds });
  const head = await picture.metadata().catch((error: Error) => {
    if (/pixel limit/.test(error.message))
      throw invalid("file", "too_many_pixels", "This picture has more than 40 million pixels. Make it smaller first.");
    throw noImage();
  });
  if (!formats.includes(head.format)) throw noImage();
  const turned = (head.orientation ?? 1) >= 5;
  const [width, height] = turned ? [head.height, head.width] : [head.width, head.height];
  return { picture, format: head.format, width, height, frames: head.pages ?? 1 };
}

/** The most bytes of a picture that is sent as it is, as the body of a request. */
const mostBytes = 5 * 1024 ** 2;

/** Reads a picture that is the body of a request. Throws 413 for one of more than 5 MB. */
export async function pictureBytes(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBytes) throw refused(413, "picture_too_large", "This picture is larger than 5 MB. Make it smaller first.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** What a card shows is cut to this shape; twice the largest in which it is shown. */
const cardSize = { width: 960, height: 600 };

/**
 * A picture for a card, cut to one shape and drawn anew as WebP. focus: what stays where it is too wide or too high, in percent of what is cut away. Throws 400 for what is no
 * picture, and for one that moves: readers could not stop it (WCAG 2.2.2).
 */
export const drawCard = (upload: Buffer, focus: readonly [number, number] = [50, 50]) => inTurn(() => drawnCard(upload, focus));

async function drawnCard(upload: Buffer, [x, y]: readonly [number, number]) {
  const { picture, width, height, frames } = await openPicture(upload);
  if (frames > 1) throw invalid("file", "moving_cover", "This picture moves, and readers could not stop it. Send a still of it.");
  const shape = cardSize.width / cardSize.height;
  const [wide, high] = [Math.max(1, Math.round(Math.min(width, height * shape))), Math.max(1, Math.round(Math.min(height, width / shape)))];
  try {
    const { data, info } = await picture
      .rotate()
      .extract({ left: Math.round(((width - wide) * x) / 100), top: Math.round(((height - high) * y) / 100), width: wide, height: high })
      .resize(Math.min(cardSize.width, wide), Math.min(cardSize.height, high), { fit: "cover" })
      .toColourspace("srgb")
      .webp({ quality: 80, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return { data, mediaType: "image/webp" as const, width: info.width, height: info.height };
  } catch {
    throw brokenImage();
  }
}
