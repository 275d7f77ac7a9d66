import { portalTheme, type PortalColors, type ThemeMode } from "#ui/portal-theme.ts";

interface Colours {
  readonly canvas: string;
  readonly surface: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly link: string;
  readonly bar: string;
  readonly onBar: string;
  /** Behind the logo, which was drawn for it: the same in the dark. */
  readonly logo: string;
  readonly button: string;
  readonly onButton: string;
}

/** A portal's colours in its mails: those of its pages, corrected so that all text can be read. */
export interface MailLook {
  readonly light: Colours;
  /** The style sheet for clients that show mail in the dark. */
  readonly style: string;
}

function coloursOf(colors: PortalColors, mode: ThemeMode): Colours {
  const { vars } = portalTheme(colors, mode);
  const of = (name: string) => vars[`--${name}`] ?? "";
  return {
    canvas: of("canvas"),
    surface: of("surface"),
    line: of("line"),
    text: of("text"),
    quiet: of("text-2"),
    link: of("accent-text"),
    bar: of("nav-bg"),
    onBar: of("nav-fg"),
    logo: of("logo-bg"),
    button: of("accent-solid"),
    onButton: of("accent-on-solid"),
  };
}

const looks = new Map<string, MailLook>();

/** The look of a portal with these colours. Computing it takes a millisecond, so it is kept. */
export function mailLook(colors: PortalColors): MailLook {
  const key = JSON.stringify(colors);
  const known = looks.get(key);
  if (known) return known;
  if (looks.size > 200) looks.clear();
  const dark = coloursOf(colors, "dark");
  const rule = (name: string, declarations: string) => `.${name}{${declarations}}`;
  const important = (property: string, value: string) => `${property}:${value} !important`;
  const style = [
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    "@media (prefers-color-scheme:dark){",
    // Of the body the library keeps the colour on the cell within it, too.
    `.m-canvas,.m-canvas>table>tbody>tr>td{${important("background-color", dark.canvas)}}`,
    rule("m-card", `${important("background-color", dark.surface)};${important("border-color", dark.line)}`),
    rule("m-bar", important("background-color", dark.bar)),
    rule("m-bar-text", important("color", dark.onBar)),
    rule("m-text", important("color", dark.text)),
    rule("m-quiet", important("color", dark.quiet)),
    rule("m-link", important("color", dark.link)),
    rule("m-foot", important("border-color", dark.line)),
    rule("m-button", `${important("background-color", dark.button)};${important("color", dark.onButton)}`),
    "}",
  ].join("");
  const look = { light: coloursOf(colors, "light"), style };
  looks.set(key, look);
  return look;
}
