import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openBrowser } from "#platform/test/chromium.ts";
import { themeStyle, type PortalColors } from "../portal-theme.ts";
import { buildGallery } from "./build-gallery.ts";

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };

export interface GalleryLook extends BrowserContextOptions {
  /** Query string of its address. */
  readonly query?: string;
  readonly mode?: string;
  readonly colors?: PortalColors;
  readonly dir?: string;
  /** In pixels. */
  readonly width?: number;
}

export interface GalleryPages {
  /** Where its pages are. */
  readonly origin: string;
  /** Opens a window of its own; close its context. */
  open(look?: GalleryLook): Promise<Page>;
  close(): Promise<void>;
}

/** Builds a gallery page of this folder as the real app is built, for windows of this process's Chromium. `style` is added to the page's style sheets. */
export async function openGalleryPages(file: string, style = ""): Promise<GalleryPages> {
  const folder = await mkdtemp(join(tmpdir(), "stoa-gallery-"));
  const entry = await buildGallery(folder, file);
  const browser = await openBrowser();
  const origin = "http://gallery.test";
  // Declares the order of the layers first, as index.html does, because styles of lazy parts come in separate files.
  const html = ({ mode = "light", dir = "ltr", colors = {} }: GalleryLook) =>
    `<!doctype html><html lang="en" dir="${dir}" data-theme="${mode}"><head><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width"><style>@layer reset, tokens, base, components, screens, overrides;${themeStyle(colors)}</style>
${entry.styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join("")}<style>${style}</style></head>
<body><div id="root"></div><script type="module" src="/${entry.script}"></script></body></html>`;
  return {
    origin,
    async open(look = {}) {
      const { query = "", mode: _mode, colors: _colors, dir: _dir, width = 1280, ...options } = look;
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.setDefaultNavigationTimeout(15_000);
      await page.route(`${origin}/**`, async (route) => {
        const path = new URL(route.request().url()).pathname;
        const type = types[extname(path)];
        if (type) await route.fulfill({ contentType: type, body: await readFile(join(folder, path)) });
        else await route.fulfill({ contentType: "text/html", body: html(look) });
      });
      await page.goto(`${origin}/${query}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
    close: () => rm(folder, { recursive: true }),
  };
}
