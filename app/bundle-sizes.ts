// Weighs the browser bundle against the budgets of experience.md §4 and benchmarks.md W13: by size, never by time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = join(import.meta.dirname, "../dist");

interface Chunk {
  readonly file: string;
  readonly imports?: string[];
  readonly css?: string[];
}

/** Kilobytes (1,000 bytes) of gzip at most: what the screen needs before it works, shell included. */
const screens = [
  { name: "login", module: "features/auth/web/login-page.tsx", javascript: 120, css: 20 },
  { name: "student dashboard", module: "features/dashboard/web/dashboard-page.tsx", javascript: 140, css: 20 },
  { name: "course catalog", module: "features/courses/web/catalog-page.tsx", javascript: 200, css: 20 },
  { name: "course details", module: "features/courses/web/details-page.tsx", javascript: 160, css: 20 },
  { name: "course viewer", module: "features/viewer/web/course-viewer-page.tsx", javascript: 160, css: 20 },
  { name: "history", module: "features/history/web/history-page.tsx", javascript: 200, css: 20 },
  { name: "my account", module: "features/account/web/account-page.tsx", javascript: 200, css: 20 },
];
/** No route may add more than this to the shell. */
const routeOwnKb = 60;

export interface Weight {
  readonly name: string;
  readonly javascriptKb: number;
  readonly ownKb: number;
  readonly cssKb: number;
  readonly problems: readonly string[];
}

/** Gzip sizes per screen of the bundle in dist/, with a sentence for each budget that is broken. */
export function weighScreens(): Weight[] {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
  const gzipKb = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;

  const reach = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) reach(next, seen);
    return seen;
  };
  const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + gzipKb(file), 0);
  const filesOf = (keys: Set<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? []);
  const cssOf = (keys: Set<string>) => [...keys].flatMap((key) => manifest[key]?.css ?? []);

  const shell = new Set([...reach("index.html"), ...reach("locales/en.po")]);
  const shellFiles = new Set(filesOf(shell));
  return screens.map(({ name, module, javascript, css }) => {
    if (!manifest[module]) throw new Error(`${module} is not in the bundle.`);
    const keys = new Set([...shell, ...reach(module)]);
    const javascriptKb = sum(filesOf(keys));
    const ownKb = sum(filesOf(keys).filter((file) => !shellFiles.has(file)));
    const cssKb = sum(cssOf(keys));
    const over = (what: string, is: number, most: number) => (is > most ? [`${name}: ${what} is ${is.toFixed(1)} kB, ${most} kB at most.`] : []);
    return {
      name,
      javascriptKb,
      ownKb,
      cssKb,
      problems: [...over("JavaScript", javascriptKb, javascript), ...over("CSS", cssKb, css), ...over("the route's own JavaScript", ownKb, routeOwnKb)],
    };
  });
}

if (process.argv[1] === import.meta.filename) {
  const weights = weighScreens();
  for (const { name, javascriptKb, ownKb, cssKb } of weights)
    console.log(`${name.padEnd(20)} JavaScript ${javascriptKb.toFixed(1).padStart(6)} kB (own ${ownKb.toFixed(1)}), CSS ${cssKb.toFixed(1)} kB, gzip`);
  const problems = weights.flatMap((weight) => weight.problems);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}
