import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageFilesName, type PageFiles, type ScreenFiles } from "./build-screens.ts";

/** Whether a screen's path, with its parts in colons and its optional ones, fits an address. The router minds neither case nor a slash at the end. */
function fits({ path }: ScreenFiles): (address: string) => boolean {
  const pattern = path.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+");
  const whole = new RegExp(`^/v${pattern}/?$`, "i");
  return (address) => whole.test(address);
}

/**
 * The built pages by address: the login page's own, or the application's with the font and the files of the screen asked for named in its head.
 * They differ by screen only, and are made once.
 */
export function screenPages(distDir: string, isLogin: (url: string) => boolean): (url: string) => string {
  const read = (name: string) => readFileSync(join(distDir, name), "utf8");
  const { font, screens } = JSON.parse(read(pageFilesName)) as PageFiles;
  const link = (attributes: string, file: string) => `<link ${attributes} crossorigin href="/v/${file}" nonce="__STOA_NONCE__">`;
  const withHead = (html: string, links: readonly string[]) => html.replace("</head>", `${links.join("")}</head>`);
  const fontLink = font ? [link(`rel="preload" as="font" type="font/woff2"`, font)] : [];
  const [app, login] = [withHead(read("index.html"), fontLink), withHead(read("login.html"), fontLink)];
  const pages = screens.map((screen) => ({
    fits: fits(screen),
    html: withHead(app, [
      ...screen.scripts.map((file) => link(`rel="modulepreload"`, file)),
      ...screen.styles.map((file) => link(`rel="stylesheet"`, file)),
    ]),
  }));
  return (url) => {
    if (isLogin(url)) return login;
    const address = url.split("?")[0] ?? url;
    return pages.find((page) => page.fits(address))?.html ?? app;
  };
}
