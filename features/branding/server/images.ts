import sharp, { type Sharp } from "sharp";
import { invalid } from "#platform/errors.ts";
import { brokenImage, openPicture } from "#platform/pictures.ts";
import { brandSlots, type BrandSlot } from "../brand.ts";

/** What is cut out of an upload, in its pixels as it is seen. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An image as it is kept. tone: the mean colour of what can be seen of it. */
export interface MadeImage {
  readonly data: Buffer;
  readonly mediaType: "image/webp" | "image/png";
  readonly width: number;
  readonly height: number;
  readonly tone: string;
}

/** The mean colour of the pixels that can be seen, as #rrggbb. */
async function toneOf(image: Sharp): Promise<string> {
  const { data } = await image
    .clone()
    .resize(48, 48, { fit: "inside" })
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    weight += alpha;
    for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
  }
  const hex = (total: number) =>
    Math.round(weight === 0 ? 0 : total / weight)
      .toString(16)
      .padStart(2, "0");
  return `#${sum.map(hex).join("")}`;
}

/** Draws an upload anew for its place: cut out, fitted, without what cameras and programs wrote into it. Throws 400 for what is no picture, or one too small. */
export async function drawImage(upload: Buffer, slot: BrandSlot, crop: Crop | null): Promise<MadeImage> {
  const { fits, least, format } = brandSlots[slot];
  const { picture: source, width, height } = await openPicture(upload);
  const part = crop ?? { x: 0, y: 0, width, height };
  if (part.x + part.width > width || part.y + part.height > height)
    throw invalid("crop", "outside", "What is cut out lies outside of the picture. Choose it again.");
  if (part.width < least[0] || part.height < least[1])
    throw invalid(
      "file",
      "too_small",
      "This is too small here: at least {width} × {height} pixels are needed, and this has {ownWidth} × {ownHeight}.",
      { width: least[0], height: least[1], ownWidth: part.width, ownHeight: part.height },
    );
  try {
    const cut = source.rotate().extract({ left: part.x, top: part.y, width: part.width, height: part.height });
    const fitted = sharp(await cut.toColourspace("srgb").png({ compressionLevel: 1 }).toBuffer()).resize(fits[0], fits[1], {
      fit: slot === "favicon" ? "contain" : "inside",
      background: { r: 0, g: 0, b: 0, alpha: 0 },
      withoutEnlargement: slot !== "favicon",
    });
    const tone = await toneOf(fitted);
    const drawn = format === "webp" ? fitted.webp({ quality: 88, alphaQuality: 100 }) : fitted.png({ compressionLevel: 9, palette: true });
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { data, mediaType: `image/${format}`, width: info.width, height: info.height, tone };
  } catch {
    throw brokenImage();
  }
}
