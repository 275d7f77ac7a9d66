import { encode } from "uqr";

/** A QR code of a text as a picture: its width and height in modules, margin included, and the path of the dark ones for an SVG. */
export function qrOf(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  return { size, path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("") };
}
