import { fileUrl } from "./file-url.ts";

/** Widths in pixels in which a picture may be kept beside its own. */
export const pictureWidths = [480, 960] as const;
/** Those of a picture of this width: less than half of it, because two sizes of one picture on a page are loaded twice. */
export const smallerWidths = (width: number) => pictureWidths.filter((one) => one < width / 2);

/** A lesson's column is 47 signs wide at most (`--measure`). */
const column = "min(100vw, 36rem)";

/**
 * Attributes of an image element for a stored picture of this width, of which the browser loads the size that is shown. How wide that is it is told
 * as `sizes`: with `auto`, Chromium now and then asks for two sizes, or for the largest, before the page is laid out; other browsers do not know it.
 */
export function pictureOf(fileId: number, width: number, sizes: string = column) {
  const src = fileUrl(fileId);
  const smaller = smallerWidths(width).map((one) => `${src}?w=${one} ${one}w`);
  return { src, srcSet: [...smaller, `${src} ${width}w`].join(), sizes };
}
