import * as fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "#platform/test/seed.ts";
import { BLACK, WHITE, contrast, mixColors, parseColor } from "./color.ts";
import type { Rgb } from "./color.ts";
import { portalTheme, themeStyle } from "./portal-theme.ts";
import type { PortalColors } from "./portal-theme.ts";

// Variable of the text (or line), variable of its background, and the ratio to reach.
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...["topbar", "menubar", "nav", "account", "footer"].flatMap((bar) =>
    ["bg", "hover", "active"].map((state) => [`${bar}-fg`, `${bar}-${state}`, 4.5] as const),
  ),
  ...["accent-solid", "accent-solid-hover", "accent-solid-active"].map((background) => ["accent-on-solid", background, 4.5] as const),
  ...["surface", "canvas", "sunken", "accent-soft"].map((background) => ["accent-text", background, 4.5] as const),
  ...["surface", "canvas", "sunken"].map((background) => ["accent-fill", background, 3] as const),
  ...["surface", "canvas"].flatMap((background) => [
    ["accent-line", background, 3] as const,
    ["accent-solid-line", background, 3] as const,
  ]),
  ...["canvas", "surface", "sunken", "accent-soft"].flatMap((background) => [
    ["text", background, 7] as const,
    ["text-2", background, 4.5] as const,
  ]),
  ...["surface", "canvas", "sunken"].flatMap((background) => [
    ["line-strong", background, 3] as const,
    ...["danger", "warning", "success", "info"].map((status) => [status, background, 4.5] as const),
  ]),
];

const COLOR_FIELDS = [
  "topBarBgColor",
  "menuBarBgColor",
  "navBgColor",
  "navColor",
  "accountBgColor",
  "accountColor",
  "logoBgColor",
  "footerBarBgColor",
  "footerBarColor",
] as const;

const hexColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
const palette: fc.Arbitrary<PortalColors> = fc.record(Object.fromEntries(COLOR_FIELDS.map((field) => [field, hexColor])));

function painted(vars: Record<string, string>, name: string): Rgb {
  const value = parseColor(vars[`--${name}`]);
  if (!value) throw new Error(`--${name} is not a colour: ${vars[`--${name}`]}`);
  return value;
}

for (const mode of ["light", "dark"] as const) {
  test(`every pair can be read in 10,000 random palettes, ${mode}`, () => {
    fc.assert(
      fc.property(palette, (colors) => {
        const { vars } = portalTheme(colors, mode);
        for (const [text, background, ratio] of PAIRS) {
          const reached = contrast(painted(vars, text), painted(vars, background));
          // 0.005: ratios are rounded to two decimals.
          if (reached < ratio - 0.005) throw new Error(`${text} on ${background}: ${reached} < ${ratio}`);
        }
      }),
      { numRuns: 10_000, endOnFailure: true, ...seed },
    );
  }, 60_000);
}

test("navigation text over an image stays readable on any pixel", () => {
  fc.assert(
    fc.property(palette, fc.constantFrom("light" as const, "dark" as const), (colors, mode) => {
      const { vars } = portalTheme({ ...colors, navBgImage: "/v/media/hills.jpg" }, mode);
      const alpha = Number(vars["--nav-scrim-alpha"]);
      for (const pixel of [BLACK, WHITE]) {
        const behind = mixColors(pixel, painted(vars, "nav-bg"), alpha);
        expect(contrast(painted(vars, "nav-fg"), behind)).toBeGreaterThanOrEqual(4.495);
      }
    }),
    { numRuns: 3000, ...seed },
  );
});

test("white text on a yellow bar is corrected and reported, readable text is left alone", () => {
  const yellow = portalTheme({ navBgColor: "#ffe469", navColor: "#ffffff" }, "light");
  expect(yellow.corrections).toEqual([{ field: "navColor", from: "#ffffff", to: yellow.vars["--nav-fg"], ratio: 1.27 }]);
  const teal = portalTheme({ navBgColor: "#0f3d3e", navColor: "#cfe3dc" }, "light");
  expect(teal.corrections).toEqual([]);
  expect(teal.vars["--nav-fg"]).toBe("#cfe3dc");
});

const ATTACKS = [
  "red;}body{display:none",
  "#fff;background:url(//evil)",
  "#ffff",
  "rgb(1,2,3);color:red",
  "rgba(0,0,0,0)",
  "expression(alert(1))",
  "var(--x)",
  "</style><script>alert(1)</script>",
  'x") ; } * { color: red',
];

test("no text an admin types reaches the style sheet, except colours and plain image paths", () => {
  const clean = themeStyle({});
  for (const attack of ATTACKS) {
    const fields = [...COLOR_FIELDS, "logoBgPosition", "navBgImage", "navBgRepeat", "navBgCover"] as const;
    const colors = Object.fromEntries(fields.map((field) => [field, attack])) satisfies PortalColors;
    expect(themeStyle(colors)).toBe(clean);
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.constantFrom(...COLOR_FIELDS, "navBgImage" as const), (text, field) => {
      const style = themeStyle({ [field]: text });
      expect(style).toMatch(/^[\w\s#:;(){}@\-.,"[\]=/]*$/);
      expect(style.split("{").length).toBe(clean.split("{").length);
      expect(style.split("}").length).toBe(clean.split("}").length);
    }),
    { numRuns: 2000, ...seed },
  );
});

test("a background image is a plain path of the same origin or nothing", () => {
  const image = (navBgImage: string) => portalTheme({ navBgImage }, "light").vars["--nav-image"];
  expect(image("/media/7/hills-2.jpg")).toBe('url("/media/7/hills-2.jpg")');
  for (const other of ["//evil.example/x.png", "https://evil.example/x.png", "x.png", '/a".png', "/a b.png", "/a\nb", "/a%22"]) {
    expect(image(other)).toBe("none");
  }
  const { vars } = portalTheme({ navBgImage: "/a.png", navBgRepeat: "true", navBgCover: "false" }, "light");
  expect([vars["--nav-image-repeat"], vars["--nav-image-size"]]).toEqual(["repeat", "auto"]);
});

test("both modes are in the style sheet and a person's choice beats the system's", () => {
  const style = themeStyle({ navBgColor: "rgb(15, 61, 62)" });
  expect(style).toContain("--nav-bg:#0f3d3e");
  expect(style).toContain("@media (prefers-color-scheme: dark){:root:not([data-theme=light]){");
  expect(style).toContain(":root[data-theme=dark]{");
  expect(style.match(/color-scheme:dark/g)).toHaveLength(2);
});
