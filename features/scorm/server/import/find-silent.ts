import type { ManifestItem } from "../../manifest.ts";
import type { Source } from "./find-needs.ts";

/** What looks for the place where results are reported: the standards' names of it and of its functions, and the wrappers that tools ship. */
const looksForApi = /API_1484_11|\bLMS(?:Initialize|Finish|GetValue|SetValue|Commit)\b|["'`]API["'`]|\.\s{0,3}API\b(?!\s{0,3}\()/;
const wrappers =
  /\b(?:find|get|scan_?for|search_?for)_?(?:LMS_?|SCORM_?)?API\b|pipwerks|\bscorm_?(?:driver|wrapper|functions?|api)\b|\bAPI_?Wrapper\b/i;
/** "chunk" + name + ".js": which scripts it loads cannot be read from it. */
const buildsNames = /\+\s{0,9}["'`][\w./-]{0,60}\.m?js\b/;
const literals = /(["'`])([^"'`\s<>{}|\\^]{1,200})\1/g;
const unquoted = /\b(?:src|href|data-main|data)\s{0,9}=\s{0,9}([^\s"'>]{1,200})/gi;
/** Scripts from elsewhere see what the package's own do. Those of the common libraries look for no API. */
const scriptsElsewhere = /<script\b[^>]{0,500}?\ssrc\s{0,9}=\s{0,9}["']?(?:https?:)?\/\/([^/"'\s>:]{3,200})/gi;
const libraries =
  /(?:^|\.)(?:googleapis\.com|googletagmanager\.com|google-analytics\.com|gstatic\.com|jquery\.com|jsdelivr\.net|cdnjs\.cloudflare\.com|unpkg\.com|bootstrapcdn\.com|fontawesome\.com|typekit\.net|youtube\.com|vimeo\.com|polyfill\.io|mathjax\.org|aspnetcdn\.com)$/i;
/** A Java program in a page finds the API by itself. */
const programs = /<applet\b|\btype\s{0,3}=\s{0,3}["']?application\/x-java|codebase_?type/i;

const isCode = /\.(?:x?html?|m?js)$/i;

interface Seen {
  readonly mayReport: boolean;
  readonly buildsNames: boolean;
  /** Paths of files of the package whose names stand in it. */
  readonly names: readonly string[];
}

/** How many names are compared with files; a package with more is one where anything may report. */
const mostCompared = 1_000_000;

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
const pathOf = (href: string) => {
  const path = href.replace(/[?#].*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Finds the SCOs of a package that never look for an API: neither the page a SCO starts with nor anything of the package that can be reached from it. A name
 * in a page or script counts as a way to every file of that name, and a script whose ways cannot be read reaches all: when in doubt, a SCO reports.
 */
export function silentParts(paths: readonly string[]) {
  const byName = Map.groupBy(
    paths.map((path) => ({ path, lower: `/${path.toLowerCase()}` })),
    ({ path }) => nameOf(path),
  );
  const seen = new Map<string, Seen>();
  let compared = 0;
  const filesNamed = (text: string): string[] => {
    const wanted = pathOf(text)
      .toLowerCase()
      .replace(/^(?:\.{0,2}\/)+/, "");
    return [wanted, `${wanted}.js`].flatMap((one) => {
      const alike = byName.get(nameOf(one)) ?? [];
      compared += alike.length;
      return compared > mostCompared ? [] : alike.filter(({ lower }) => lower.endsWith(`/${one}`)).map(({ path }) => path);
    });
  };
  return {
    look({ path, text: raw }: Source) {
      const text = raw.includes("\0") ? raw.replaceAll("\0", "") : raw;
      const names = new Set<string>();
      for (const [, , literal = ""] of text.matchAll(literals)) for (const file of filesNamed(literal)) names.add(file);
      for (const [, value = ""] of text.matchAll(unquoted)) for (const file of filesNamed(value)) names.add(file);
      const elsewhere = [...text.matchAll(scriptsElsewhere)].some(([, host = ""]) => !libraries.test(host));
      seen.set(path, {
        mayReport: elsewhere || looksForApi.test(text) || wrappers.test(text) || programs.test(text),
        buildsNames: buildsNames.test(text),
        names: [...names],
      });
    },
    /** The SCOs that never report, and how many SCOs there are. */
    found(items: readonly ManifestItem[]): { readonly silent: ManifestItem[]; readonly scos: number } {
      if (compared > mostCompared) return { silent: [], scos: items.length };
      const scos = items.filter(({ isSco }) => isSco);
      const mayAny = paths.some((path) => seen.get(path)?.mayReport ?? isCode.test(path));
      return { silent: scos.filter(({ href }) => !mayAny || !mayReport(pathOf(href ?? ""))), scos: scos.length };
    },
  };

  function mayReport(start: string): boolean {
    const reached = new Set<string>([start]);
    for (const path of reached) {
      const here = seen.get(path);
      // A page or script that was too large to be looked at may hold anything.
      if (!here) {
        if (isCode.test(path)) return true;
        continue;
      }
      if (here.mayReport || here.buildsNames) return true;
      for (const name of here.names) reached.add(name);
    }
    return false;
  }
}
