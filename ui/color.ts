// Colour maths for the portal theme: parsing, WCAG contrast and OKLCH. Pure; runs on the server and in the browser.

/** A colour as three sRGB channels from 0 to 1. */
export type Rgb = readonly [number, number, number];
/** The same colour in OKLCH: lightness 0 to 1, chroma, hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number };

export const WHITE: Rgb = [1, 1, 1];
export const BLACK: Rgb = [0, 0, 0];

/** A value limited to the range from low to high. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

function mapChannels(color: Rgb, change: (channel: number) => number): Rgb {
  return [change(color[0]), change(color[1]), change(color[2])];
}

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/;
const RGB = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/;

/** Parses `#abc`, `#aabbcc` or `rgb(1, 2, 3)`. Null for anything else, of any type, so that no other text of an admin reaches the style sheet. */
export function parseColor(text: unknown): Rgb | null {
  if (typeof text !== "string" || text.length > 40) return null;
  const value = text.trim().toLowerCase();
  const hex = HEX.exec(value)?.[1];
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
    const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return [channel(0), channel(2), channel(4)];
  }
  const rgb = RGB.exec(value);
  if (!rgb) return null;
  const channel = (at: number) => clamp(Number(rgb[at]) / 255);
  return [channel(1), channel(2), channel(3)];
}

/** Formats a colour as `#rrggbb`. */
export function toHex(color: Rgb): string {
  const byte = (channel: number) =>
    Math.round(clamp(channel) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${color.map(byte).join("")}`;
}

/** Rounds to the 8 bits per channel that a screen displays, so that contrast is computed for what is seen. */
function toBytes(color: Rgb): Rgb {
  return mapChannels(color, (channel) => Math.round(clamp(channel) * 255) / 255);
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function fromLinear(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

/** WCAG relative luminance, 0 (black) to 1 (white). */
export function luminance(color: Rgb): number {
  const [r, g, b] = mapChannels(color, toLinear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const a = luminance(first);
  const b = luminance(second);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The lowest contrast of a text colour over several backgrounds. */
export function worstContrast(text: Rgb, backgrounds: readonly Rgb[]): number {
  return Math.min(...backgrounds.map((background) => contrast(text, background)));
}

/** sRGB to OKLCH (Ottosson's matrices). */
export function toOklch(color: Rgb): Oklch {
  const [r, g, b] = mapChannels(color, toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: Math.atan2(bb, a),
  };
}

function oklchToLinear({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isPaintable(linear: Rgb): boolean {
  return linear.every((channel) => channel >= -1e-4 && channel <= 1.0001);
}

/** OKLCH to sRGB. A colour outside sRGB keeps its lightness and hue, and loses only as much chroma as necessary. */
export function fromOklch(color: Oklch): Rgb {
  const wanted = { ...color, lightness: clamp(color.lightness) };
  let linear = oklchToLinear(wanted);
  if (!isPaintable(linear)) {
    let low = 0;
    let high = wanted.chroma;
    for (let step = 0; step < 18; step++) {
      const middle = (low + high) / 2;
      if (isPaintable(oklchToLinear({ ...wanted, chroma: middle }))) low = middle;
      else high = middle;
    }
    linear = oklchToLinear({ ...wanted, chroma: low });
  }
  return toBytes(mapChannels(linear, (channel) => fromLinear(clamp(channel))));
}

/** A linear mix in sRGB: `share` 0 gives the first colour, 1 the second. */
export function mixColors(first: Rgb, second: Rgb, share: number): Rgb {
  const channel = (at: 0 | 1 | 2) => first[at] * (1 - share) + second[at] * share;
  return toBytes([channel(0), channel(1), channel(2)]);
}

/** Black or white, whichever has the higher contrast over all the backgrounds. */
function strongerPole(backgrounds: readonly Rgb[]): Rgb {
  return worstContrast(WHITE, backgrounds) > worstContrast(BLACK, backgrounds) ? WHITE : BLACK;
}

/** The nearest colour in the direction of black or white (`pole`) that reaches `ratio`; null when even the pole does not. */
function moveTowards(color: Oklch, pole: Rgb, backgrounds: readonly Rgb[], ratio: number) {
  const end = pole === WHITE ? 1 : 0;
  const at = (share: number) => fromOklch({ ...color, lightness: color.lightness + (end - color.lightness) * share });
  if (worstContrast(at(1), backgrounds) < ratio && worstContrast(pole, backgrounds) < ratio) return null;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (worstContrast(at(middle), backgrounds) >= ratio) high = middle;
    else low = middle;
  }
  const found = at(high);
  return { color: worstContrast(found, backgrounds) < ratio ? pole : found, distance: high };
}

/**
 * The colour nearest to `text` (same hue, chroma reduced only when needed) that reaches `ratio` against every background.
 * When no lightness reaches it, the stronger of black and white.
 */
export function ensureContrast(text: Rgb, backgrounds: readonly Rgb[], ratio: number): Rgb {
  if (worstContrast(text, backgrounds) >= ratio) return text;
  const color = toOklch(text);
  const lighter = moveTowards(color, WHITE, backgrounds, ratio);
  const darker = moveTowards(color, BLACK, backgrounds, ratio);
  if (lighter && darker) return darker.distance < lighter.distance ? darker.color : lighter.color;
  return (lighter ?? darker)?.color ?? strongerPole(backgrounds);
}

/**
 * A hover or pressed background: moved away from the text's lightness by `share` or, when that is impossible, towards it as far as `ratio`
 * allows.
 */
export function stateBackground(background: Rgb, text: Rgb, share: number, ratio = 4.5): Rgb {
  const pole = luminance(text) > luminance(background) ? BLACK : WHITE;
  const away = mixColors(background, pole, share);
  if (Math.abs(toOklch(away).lightness - toOklch(background).lightness) >= 0.025) return away;
  for (let towards = share * 0.7; towards > 0; towards -= 0.01) {
    const mixed = mixColors(background, text, towards);
    if (contrast(text, mixed) >= ratio) return mixed;
  }
  return background;
}

/** The text colour for a background: ink or paper, whichever has more contrast; black or white when neither reaches 4.5. */
export function textOn(background: Rgb, ink: Rgb, paper: Rgb): Rgb {
  const best = contrast(ink, background) >= contrast(paper, background) ? ink : paper;
  return contrast(best, background) >= 4.5 ? best : strongerPole([background]);
}

/** The lowest opacity of `background` over an image, 0.5 to 1, at which `text` is readable over any pixel, black or white. */
export function scrimAlpha(background: Rgb, text: Rgb, ratio = 4.5): number {
  // 0.06 above the ratio, so that the browser's rounding of the blend cannot fall below it.
  for (let percent = 50; percent < 100; percent++) {
    const overBlack = mixColors(BLACK, background, percent / 100);
    const overWhite = mixColors(WHITE, background, percent / 100);
    if (worstContrast(text, [overBlack, overWhite]) >= ratio + 0.06) return percent / 100;
  }
  return 1;
}
