import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageFilesName, type PageFiles } from "./build-screens.ts";
import { languages, type Language } from "#platform/languages.ts";
import type { FirstCall } from "#platform/carried.ts";
import { patternOf, screenAt } from "./screen-addresses.ts";
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
  const pages = new Map(
    screens.map(({ path, scripts, styles }) => [
      path,
      withHead(app, [...scripts.map((file) => link(`rel="modulepreload"`, file)), ...styles.map((file) => link(`rel="stylesheet"`, file))]),
    ]),
  );
  return (url) => {
    if (isLogin(url)) return login;
    const [address = url] = url.split("?");
    return pages.get(screenAt(address)?.path ?? "") ?? app;
  };
}

/** The query of an address of firstCalls as a regular expression. */
const queryPattern = (query: string) => new RegExp(`^${query.replace(/:(\w+)/g, "(?<$1>[^&]+)")}$`);
const firstCalls = table.flatMap((screen) =>
  Object.entries(screen.firstCalls ?? {}).map(([address, call]) => {
    // A question mark may also stand behind an optional part of the path.
    const [, path = "", query] = /^(.*?)(?:\?(\w+=.*))?$/.exec(address) ?? [];
    return { screen, pattern: patternOf(path), query: query === undefined ? null : queryPattern(query), call };
  }),
);

/** The call that the screen at an address begins with, for the page to carry its answer. Only with numbers from the address, and for the queries that the table of screens names. */
export function firstCallAt(url: string): FirstCall | null {
  const [address = url, asked] = url.split("?");
  const screen = screenAt(address);
  for (const one of firstCalls) {
    if (one.screen !== screen || (one.query === null) !== (asked === undefined)) continue;
    const found = [one.pattern.exec(address), ...(one.query ? [one.query.exec(asked ?? "")] : [])];
    if (found.includes(null)) continue;
    const parts: Readonly<Record<string, string>> = Object.assign({}, ...found.map((match) => match?.groups));
    const values = Object.fromEntries([...one.call.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, parts[name] ?? ""]));
    if (Object.values(values).some((value) => !/^[1-9]\d{0,9}$/.test(value))) return null;
    const [path = ""] = one.call.split("?");
    const filled = one.call.replace(/:(\w+)/g, (_, name: string) => values[name] ?? "");
    return {
      path,
      params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, values[name] ?? ""])),
      query: Object.fromEntries(new URLSearchParams(filled.split("?")[1])),
      address: filled,
    };
  }
  return null;
}
