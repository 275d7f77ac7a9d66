import { fileUrl } from "./file-url.ts";

/** Widths in pixels in which a picture may be kept beside its own. */
export const pictureWidths = [480, 960] as const;
/** Those of a picture of this width: less than half of it, because two sizes of one picture on a page are loaded twice. */
export const smallerWidths = (width: number) => pictureWidths.filter((one) => one < width / 2);

/** Attributes of an image element for a stored picture of this width, of which the browser loads the size that it shows: most ask the page, for others it is the window. */
export function pictureOf(fileId: number, width: number) {
  const src = fileUrl(fileId);
  const smaller = smallerWidths(width).map((one) => `${src}?w=${one} ${one}w`);
  return { src, srcSet: [...smaller, `${src} ${width}w`].join(), sizes: "auto, 100vw" };
}
