import sharp from "sharp";
import { invalid } from "./errors.ts";

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
