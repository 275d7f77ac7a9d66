import { fileUrl } from "./file-url.ts";

/** Widths in pixels in which a picture is kept beside its own, where they are smaller. */
export const pictureWidths = [480, 960, 1440] as const;

/** Attributes of an image element for a stored picture of this width, of which the browser loads the size that it shows: most ask the page, for others it is the window. */
export function pictureOf(fileId: number, width: number) {
  const src = fileUrl(fileId);
  const smaller = pictureWidths.filter((one) => one < width).map((one) => `${src}?w=${one} ${one}w`);
  return { src, srcSet: [...smaller, `${src} ${width}w`].join(), sizes: "auto, 100vw" };
}
