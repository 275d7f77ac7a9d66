// Turns a portal's colours (specification section 3, Colors) into CSS variables for light and dark, corrected so that every pair of text
// and background is readable. Pure functions: the server inlines the result into the page, the browser uses them for the live preview.
import * as color from "./color.ts";
import type { Oklch, Rgb } from "./color.ts";

export type ThemeMode = "light" | "dark";

/** The fields of the environment's Colors, as stored: text typed by an admin, not trusted. */
export type PortalColors = {
  footerBarBgColor?: string | undefined;
  footerBarColor?: string | undefined;
  topBarBgColor?: string | undefined;
  menuBarBgColor?: string | undefined;
  accountBgColor?: string | undefined;
  accountColor?: string | undefined;
  logoBgColor?: string | undefined;
  logoBgPosition?: string | undefined;
  navBgColor?: string | undefined;
  navBgImage?: string | undefined;
  navBgRepeat?: string | undefined;
  navBgCover?: string | undefined;
  navColor?: string | undefined;
};

/** A text colour that was changed because it was not readable; `ratio` is the contrast it had. */
export type Correction = { field: keyof PortalColors; from: string; to: string; ratio: number };

const DEFAULTS = {
  topBarBgColor: "#ffffff",
  menuBarBgColor: "#fbfaf7",
  navBgColor: "#20303c",
  navColor: "#ffffff",
  accountBgColor: "#ffffff",
  accountColor: "#1b1f23",
  logoBgColor: "#ffffff",
  footerBarBgColor: "#f4f2ec",
  footerBarColor: "#4c5157",
} as const;
type ColorField = keyof typeof DEFAULTS;

/** All fields of a portal's colours: what was stored, and the product's own value where nothing was. It looks the same either way. */
export function completeColors(stored: PortalColors): Record<keyof PortalColors, string> {
  const own = { ...DEFAULTS, logoBgPosition: "left", navBgImage: "", navBgRepeat: "false", navBgCover: "false" };
  const given = Object.entries(own).map(([field, value]) => [field, String(stored[field as keyof PortalColors] ?? value)]);
  return Object.fromEntries(given) as Record<keyof PortalColors, string>;
}

// Neutral colours as OKLCH lightness and chroma. The hue is that of the portal's brand.
const NEUTRALS = {
  light: {
    canvas: [0.982, 0.004],
    surface: [1, 0],
    sunken: [0.957, 0.007],
    line: [0.89, 0.01],
    "line-strong": [0.61, 0.016],
    text: [0.235, 0.016],
    "text-2": [0.445, 0.018],
  },
  dark: {
    canvas: [0.195, 0.01],
    surface: [0.235, 0.012],
    sunken: [0.165, 0.009],
    line: [0.335, 0.014],
    "line-strong": [0.62, 0.018],
    text: [0.94, 0.006],
    "text-2": [0.775, 0.012],
  },
} as const;
type Neutral = keyof (typeof NEUTRALS)["light"];

// Status colours have the same meaning in every portal: fixed hues, never the brand's.
const STATUS = {
  light: { danger: "#b3261e", warning: "#8a5a00", success: "#1f6b3a", info: "#1f5f8b" },
  dark: { danger: "#ff8a80", warning: "#f0b74a", success: "#7fce98", info: "#84c1ee" },
} as const;

const PLATE_TONES = {
  light: [
    [0.93, 0.025],
    [0.82, 0.06],
    [0.58, 0.1],
    [0.36, 0.07],
  ],
  dark: [
    [0.28, 0.04],
    [0.38, 0.06],
    [0.54, 0.09],
    [0.72, 0.08],
  ],
} as const;

const INK: Rgb = [22 / 255, 25 / 255, 28 / 255];
const PAPER = color.WHITE;
const SLATE_BLUE: Rgb = [31 / 255, 95 / 255, 139 / 255];
/** Only a plain path of the same origin may be a background image: no scheme, host, quote, escape or query. */
const IMAGE_PATH = /^\/(?!\/)[\w./-]+$/;

function readColors(colors: PortalColors): Record<ColorField, Rgb> {
  const read = (field: ColorField): Rgb => color.parseColor(colors[field]) ?? color.parseColor(DEFAULTS[field]) ?? color.WHITE;
  return {
    topBarBgColor: read("topBarBgColor"),
    menuBarBgColor: read("menuBarBgColor"),
    navBgColor: read("navBgColor"),
    navColor: read("navColor"),
    accountBgColor: read("accountBgColor"),
    accountColor: read("accountColor"),
    logoBgColor: read("logoBgColor"),
    footerBarBgColor: read("footerBarBgColor"),
    footerBarColor: read("footerBarColor"),
  };
}

/** The brand colour is the most colourful bar that is neither nearly black nor nearly white; slate blue when all are grey. */
function brandColor(given: Record<ColorField, Rgb>): Oklch {
  const bars = [given.navBgColor, given.topBarBgColor, given.menuBarBgColor, given.accountBgColor, given.footerBarBgColor].map(
    color.toOklch,
  );
  const lively = bars.filter((bar) => bar.chroma > 0.04 && bar.lightness > 0.18 && bar.lightness < 0.93);
  return lively.toSorted((a, b) => b.chroma - a.chroma)[0] ?? color.toOklch(SLATE_BLUE);
}

/** Brand bars are dimmed in dark mode, not inverted. */
function chrome(background: Rgb, mode: ThemeMode): Rgb {
  if (mode === "light") return background;
  const bar = color.toOklch(background);
  return color.fromOklch({
    ...bar,
    lightness: Math.min(bar.lightness, 0.3),
    chroma: Math.min(bar.chroma, 0.09),
  });
}

function neutralColors(brand: Oklch, mode: ThemeMode): Record<Neutral, Rgb> {
  const tones = NEUTRALS[mode];
  const tone = (name: Neutral) => {
    const [lightness, chroma] = tones[name];
    return color.fromOklch({ lightness, chroma, hue: brand.hue });
  };
  return {
    canvas: tone("canvas"),
    surface: tone("surface"),
    sunken: tone("sunken"),
    line: tone("line"),
    "line-strong": tone("line-strong"),
    text: tone("text"),
    "text-2": tone("text-2"),
  };
}

type Bar = { background: Rgb; text: Rgb };

/** The variables of one brand bar. Text with a contrast below 4.5 is moved to 5.4, keeping its hue. */
function barColors(background: Rgb, wantedText: Rgb | null): Bar {
  if (!wantedText) return { background, text: color.textOn(background, INK, PAPER) };
  const isReadable = color.contrast(wantedText, background) >= 4.5;
  return {
    background,
    text: isReadable ? wantedText : color.ensureContrast(wantedText, [background], 5.4),
  };
}

function barVars(name: string, { background, text }: Bar): Record<string, string> {
  const line = color.ensureContrast(color.mixColors(background, text, 0.25), [background], 1.3);
  return {
    [`--${name}-bg`]: color.toHex(background),
    [`--${name}-fg`]: color.toHex(text),
    [`--${name}-hover`]: color.toHex(color.stateBackground(background, text, 0.1)),
    [`--${name}-active`]: color.toHex(color.stateBackground(background, text, 0.18)),
    [`--${name}-line`]: color.toHex(line),
  };
}

/** The accent as an area, the same in both modes: a bright brand stays bright and gets dark text; others are brought to a lightness on which text is readable. */
function accentArea(brand: Oklch): Bar {
  const background =
    brand.lightness > 0.72
      ? color.fromOklch({ ...brand, chroma: Math.min(brand.chroma, 0.18) })
      : color.fromOklch({
          ...brand,
          lightness: color.clamp(brand.lightness, 0.4, 0.6),
          chroma: Math.min(brand.chroma, 0.17),
        });
  return { background, text: color.textOn(background, INK, PAPER) };
}

/** What stands for a portal among others, in both modes: behind its logo, or, where it has none, behind its initial. */
export function tileColors(colors: PortalColors, hasLogo: boolean): { background: string; text: string } {
  const given = readColors(colors);
  const { background, text } = hasLogo ? barColors(given.logoBgColor, null) : accentArea(brandColor(given));
  return { background: color.toHex(background), text: color.toHex(text) };
}

/** The accent, as area, line and text. */
function accentVars(brand: Oklch, neutral: Record<Neutral, Rgb>, mode: ThemeMode): Record<string, string> {
  const isLight = mode === "light";
  const { canvas, surface, sunken } = neutral;
  const { background: solid, text: onSolid } = accentArea(brand);
  const tone = (lightness: number, chroma: number) => color.fromOklch({ ...brand, lightness, chroma: Math.min(brand.chroma, chroma) });
  const soft = isLight ? tone(0.955, 0.018) : tone(0.27, 0.035);
  return {
    "--accent-solid": color.toHex(solid),
    "--accent-on-solid": color.toHex(onSolid),
    "--accent-solid-hover": color.toHex(color.stateBackground(solid, onSolid, 0.12)),
    "--accent-solid-active": color.toHex(color.stateBackground(solid, onSolid, 0.2)),
    "--accent-solid-line": color.toHex(color.ensureContrast(solid, [surface, canvas], 3)),
    "--accent-fill": color.toHex(color.ensureContrast(solid, [surface, canvas, sunken], 3)),
    "--accent-soft": color.toHex(soft),
    "--accent-text": color.toHex(color.ensureContrast(tone(isLight ? 0.47 : 0.8, 0.14), [canvas, surface, sunken, soft], 4.5)),
    "--accent-line": color.toHex(color.ensureContrast(tone(0.6, 0.14), [surface, canvas], 3)),
  };
}

function navImageVars(colors: PortalColors, nav: Bar): Record<string, string> {
  const path = colors.navBgImage;
  if (typeof path !== "string" || !IMAGE_PATH.test(path)) {
    return {
      "--nav-image": "none",
      "--nav-image-repeat": "no-repeat",
      "--nav-image-size": "auto",
      "--nav-scrim-alpha": "1",
    };
  }
  return {
    "--nav-image": `url("${path}")`,
    "--nav-image-repeat": isOn(colors.navBgRepeat) ? "repeat" : "no-repeat",
    "--nav-image-size": isOn(colors.navBgCover) ? "cover" : "auto",
    "--nav-scrim-alpha": String(color.scrimAlpha(nav.background, nav.text)),
  };
}

/** Older portals store these switches as a CSS keyword, newer ones as true; anything else is off. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && ["true", "1", "repeat", "cover"].includes(String(value).toLowerCase());
}

function logoJustify(position: string | undefined): string {
  if (position === "center") return "center";
  return position === "right" ? "end" : "start";
}

/** The CSS variables of a portal for one mode, and the text colours that were corrected (those of light mode, as shown to admins). */
export function portalTheme(colors: PortalColors, mode: ThemeMode): { vars: Record<string, string>; corrections: Correction[] } {
  const given = readColors(colors);
  const brand = brandColor(given);
  const neutral = neutralColors(brand, mode);
  const bar = (background: ColorField, text?: ColorField) => barColors(chrome(given[background], mode), text ? given[text] : null);
  const nav = bar("navBgColor", "navColor");
  const account = bar("accountBgColor", "accountColor");
  const footer = bar("footerBarBgColor", "footerBarColor");

  const vars: Record<string, string> = {
    ...barVars("topbar", bar("topBarBgColor")),
    ...barVars("menubar", bar("menuBarBgColor")),
    ...barVars("nav", nav),
    ...barVars("account", account),
    ...barVars("footer", footer),
    ...navImageVars(colors, nav),
    // Not dimmed in dark mode: the logo was drawn for this background.
    "--logo-bg": color.toHex(given.logoBgColor),
    "--logo-justify": logoJustify(colors.logoBgPosition),
    ...accentVars(brand, neutral, mode),
    "--focus-outer": color.toHex(mode === "light" ? INK : PAPER),
    "--focus-inner": color.toHex(mode === "light" ? PAPER : INK),
    ...STATUS_VARS[mode],
    // Course pictures are made for a light background; in dark mode they are dimmed.
    "--picture-filter": mode === "light" ? "none" : "brightness(0.82)",
  };
  for (const [name, value] of Object.entries(neutral)) vars[`--${name}`] = color.toHex(value);
  PLATE_TONES[mode].forEach(([lightness, chroma], index) => {
    const tone = { lightness, chroma: Math.min(brand.chroma, chroma), hue: brand.hue };
    vars[`--plate-${index + 1}`] = color.toHex(color.fromOklch(tone));
  });

  const corrections =
    mode === "light"
      ? [
          ...correctionOf("navColor", given, nav),
          ...correctionOf("accountColor", given, account),
          ...correctionOf("footerBarColor", given, footer),
        ]
      : [];
  return { vars, corrections };
}

/** A text and its background as a portal shows them in light. `given` is the contrast of the colours that were chosen, null where the product chooses the text. */
export type ColorPair = { field: ColorField; background: string; text: string; ratio: number; given: number | null };

/** Every pair of text and background that a portal's colours make, with its contrast (capabilities.md ENV-1); field: that of the background. */
export function colorPairs(colors: PortalColors): ColorPair[] {
  const given = readColors(colors);
  const { vars } = portalTheme(colors, "light");
  const pair = (field: ColorField, name: string, text: ColorField | null): ColorPair => {
    const [background, shown] = [vars[`--${name}-bg`] ?? "", vars[`--${name}-fg`] ?? ""];
    const ratio = color.contrast(color.parseColor(shown) ?? INK, color.parseColor(background) ?? PAPER);
    return { field, background, text: shown, ratio, given: text === null ? null : color.contrast(given[text], given[field]) };
  };
  return [
    pair("topBarBgColor", "topbar", null),
    pair("menuBarBgColor", "menubar", null),
    pair("navBgColor", "nav", "navColor"),
    pair("accountBgColor", "account", "accountColor"),
    pair("footerBarBgColor", "footer", "footerBarColor"),
  ];
}

const STATUS_VARS = {
  light: prefixed(STATUS.light),
  dark: prefixed(STATUS.dark),
};

function prefixed(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
}

function correctionOf(field: ColorField, given: Record<ColorField, Rgb>, bar: Bar): Correction[] {
  const from = color.toHex(given[field]);
  const to = color.toHex(bar.text);
  if (from === to) return [];
  const ratio = Math.round(color.contrast(given[field], bar.background) * 100) / 100;
  return [{ field, from, to, ratio }];
}

/** The style sheet of a portal: light, dark by the system's preference, and dark by the person's own choice (`data-theme` on html). */
export function themeStyle(colors: PortalColors): string {
  const declarations = (mode: ThemeMode) =>
    Object.entries(portalTheme(colors, mode).vars)
      .map(([name, value]) => `${name}:${value}`)
      .concat(`color-scheme:${mode}`)
      .join(";");
  const dark = declarations("dark");
  return (
    `:root{${declarations("light")}}` +
    `@media (prefers-color-scheme: dark){:root:not([data-theme=light]){${dark}}}` +
    `:root[data-theme=dark]{${dark}}`
  );
}
