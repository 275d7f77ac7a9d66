import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageFilesName, type PageFiles } from "./build-screens.ts";
import { languages, type Language } from "#platform/languages.ts";
import { patternOf } from "./screen-addresses.ts";
import { screens as table } from "./screens.ts";

/** Returns a function that gives the built page for an address and a language, each made once. Falls back to English. */
export function screenPages(distDir: string, isLogin: (url: string) => boolean): (url: string, language: Language) => string {
  const english = pagesOf(distDir, isLogin);
  const pages = new Map(languages.slice(1).map((one): [Language, typeof english] => [one, pagesOf(join(distDir, one), isLogin)]));
  return (url, language) => (pages.get(language) ?? english)(url);
}

/** The pages of one language: the login page's, or the application's with the font and the files of the requested screen in its head. */
function pagesOf(distDir: string, isLogin: (url: string) => boolean): (url: string) => string {
  const read = (name: string) => readFileSync(join(distDir, name), "utf8");
  const { font, screens } = JSON.parse(read(pageFilesName)) as PageFiles;
  const link = (attributes: string, file: string) => `<link ${attributes} crossorigin href="/v/${file}" nonce="__STOA_NONCE__">`;
  const withHead = (html: string, links: readonly string[]) => html.replace("</head>", `${links.join("")}</head>`);
  const fontLink = font ? [link(`rel="preload" as="font" type="font/woff2"`, font)] : [];
  const [app, login] = [withHead(read("index.html"), fontLink), withHead(read("login.html"), fontLink)];
  const pages = screens.map((screen) => ({
    pattern: patternOf(screen.path),
    firstCalls: Object.entries(table.find(({ path }) => path === screen.path)?.firstCalls ?? {}).map(([path, call]) => ({
      address: patternOf(path),
      call,
    })),
    html: withHead(app, [
      ...screen.scripts.map((file) => link(`rel="modulepreload"`, file)),
      ...screen.styles.map((file) => link(`rel="stylesheet"`, file)),
    ]),
  }));
  return (url) => {
    if (isLogin(url)) return login;
    const [address = url, query] = url.split("?");
    for (const { pattern, firstCalls, html } of pages) {
      if (!pattern.test(address)) continue;
      if (query !== undefined) return html;
      const links = firstCalls.flatMap(({ address: at, call }) => {
        const match = at.exec(address);
        return match ? callAhead(call, match.groups ?? {}) : [];
      });
      return withHead(html, links);
    }
    return app;
  };
}

/** Preload link for a screen's first call. Only with numeric parameters, because they come from the address. */
function callAhead(path: string, parts: Readonly<Record<string, string>>): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  if (names.some((name) => !/^[1-9]\d{0,9}$/.test(parts[name] ?? ""))) return [];
  return [`<link rel="preload" as="fetch" crossorigin href="${path.replace(/:(\w+)/g, (_, name: string) => parts[name] ?? "")}">`];
}
