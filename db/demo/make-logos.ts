// Draws the demo portals' logos: a wide one for desktops and one in two lines for phones, each in a colour that contrasts with the portal's
// logoBgColor. Raster images, as every logo is stored (security.md #42), at twice the display size. The results are committed in public/brand/.
// Needs ffmpeg and a Chromium. Run: node db/demo/make-logos.ts [path of Chromium]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const root = import.meta.dirname;
const brand = join(root, "../../public/brand");

const logos = [
  // A wave between two uprights: the letter N, and wind.
  { slug: "northwind", words: ["Northwind", "Academy"], ink: "#ffffff", mark: "M5 29V4M27 4V29M5 4C5 19 27 14 27 29" },
  // A cross above water.
  {
    slug: "harbor",
    words: ["Harbor", "Health"],
    ink: "#16191c",
    mark: "M16 2V15M9.5 8.5H22.5M3 20.5Q9.5 16 16 20.5T29 20.5M3 27Q9.5 22.5 16 27T29 27",
  },
  // The arcade of a town hall.
  {
    slug: "civic",
    words: ["Civic", "Training"],
    ink: "#ffffff",
    mark: "M3.5 29V16A12.5 12.5 0 0 1 28.5 16V29M11 29V17A5 5 0 0 1 21 17V29",
  },
] as const;

const font = readFileSync(
  join(root, "../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2"),
).toString("base64");
const style = `@font-face{font-family:A;src:url(data:font/woff2;base64,${font});font-weight:200 800}
body{margin:0}div{display:inline-flex;align-items:center;gap:10px;block-size:36px;font:700 18px/1.05 A;letter-spacing:-0.01em;white-space:pre}
div[data-narrow]{gap:8px;font-size:15px}svg{display:block;fill:none;stroke-width:3.6;stroke-linecap:round;stroke-linejoin:round}`;

const work = mkdtempSync(join(tmpdir(), "stoa-logos-"));
const browser = await chromium.launch({ executablePath: process.argv[2] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ deviceScaleFactor: 2 });
for (const { slug, words, ink, mark } of logos)
  for (const shape of ["wide", "narrow"] as const) {
    const name = `${slug}-logo-${shape}`;
    await page.setContent(
      `<style>${style}</style><div ${shape === "narrow" ? "data-narrow" : ""} style="color:${ink}"><svg width="30" height="30" viewBox="0 0 32 32" stroke="${ink}"><path d="${mark}"/></svg><span>${words.join(shape === "narrow" ? "\n" : " ")}</span></div>`,
    );
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.locator("div").screenshot({ path: join(work, `${name}.png`), omitBackground: true });
    execFileSync(
      "ffmpeg",
      [
        "-y",
        "-v",
        "error",
        "-i",
        join(work, `${name}.png`),
        "-c:v",
        "libwebp",
        "-lossless",
        "1",
        "-map_metadata",
        "-1",
        join(brand, `${name}.webp`),
      ],
      { stdio: "inherit" },
    );
  }
await browser.close();
rmSync(work, { recursive: true });
