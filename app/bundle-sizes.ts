// Weighs the browser bundle against the budgets of experience.md §4 and benchmarks.md W13: by size, never by time.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = join(import.meta.dirname, "../dist");

interface Chunk {
  readonly file: string;
  readonly imports?: string[];
  readonly css?: string[];
  readonly assets?: string[];
}

const dashboard = "features/dashboard/web/dashboard-page.tsx";
/** What the shell fetches once its first screen is at rest (overlays.tsx, toasts.tsx, the announcement). */
const atRest = ["features/progress/web/current-outbox.ts", "ui/toast-region.tsx", "node_modules/dompurify/dist/purify.es.mjs"];
const viewer = "features/viewer/web/course-viewer-page.tsx";

/**
 * Kilobytes (1,000 bytes) of gzip at most. total: all JavaScript before the screen works, shell included. own: what no other screen
 * uses, 60 for an ordinary route and 100 for the one with the player (experience.md §4). W13 names login, dashboard and course.
 * A lesson with a quiz or a video needs that part too before it works.
 */
const screens: readonly { name: string; entry?: string; modules?: readonly string[]; total: number; own?: number }[] = [
  { name: "login", entry: "login.html", total: 120, own: 60 },
  { name: "student dashboard", modules: [dashboard], total: 140, own: 60 },
  { name: "the same, at rest", modules: [dashboard, ...atRest], total: 190 },
  { name: "course details", modules: ["features/courses/web/details-page.tsx"], total: 160, own: 60 },
  { name: "course catalog", modules: ["features/courses/web/catalog-page.tsx"], total: 230, own: 60 },
  { name: "course viewer", modules: [viewer], total: 160, own: 100 },
  { name: "lesson, video", modules: [viewer, "features/viewer/web/lesson-player.tsx"], total: 170, own: 100 },
  { name: "lesson, quiz", modules: [viewer, "features/viewer/web/quiz.tsx"], total: 190, own: 100 },
  { name: "history", modules: ["features/history/web/history-page.tsx"], total: 200, own: 60 },
  { name: "my account", modules: ["features/account/web/account-page.tsx"], total: 245, own: 60 },
];
const styleSheetKb = 20;
const fontKb = 36;

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

  const shell = reach("index.html");
  const reached = screens.map(({ entry, modules = [] }) => {
    const missing = [entry ?? [], modules].flat().filter((start) => !manifest[start]);
    if (missing.length > 0) throw new Error(`${missing.join(", ")} is not in the bundle.`);
    return entry ? reach(entry) : new Set([...shell, ...modules.flatMap((module) => [...reach(module)])]);
  });
  return screens.map(({ name, total, own, modules }, index) => {
    const keys = reached[index] ?? new Set<string>();
    // Lessons are the viewer's own, and what comes at rest is no screen.
    const others = reached.filter((_, at) => at !== index && screens[at]?.own && (!modules || screens[at].modules?.[0] !== modules[0]));
    const elsewhere = new Set(filesOf(new Set(others.flatMap((other) => [...other]))));
    const javascriptKb = sum(filesOf(keys));
    const ownKb = sum(filesOf(keys).filter((file) => !elsewhere.has(file)));
    const cssKb = sum(cssOf(keys));
    const over = (what: string, is: number, most: number | undefined) =>
      most !== undefined && is > most ? [`${name}: ${what} is ${is.toFixed(1)} kB, ${most} kB at most.`] : [];
    return {
      name,
      javascriptKb,
      ownKb,
      cssKb,
      problems: [
        ...over("JavaScript", javascriptKb, total),
        ...over("JavaScript of its own", ownKb, own),
        ...over("CSS", cssKb, styleSheetKb),
      ],
    };
  });
}

/** A sentence for each font that is heavier than a first load can bear. */
function heavyFonts(): string[] {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
  const fonts = new Set(Object.values(manifest).flatMap(({ assets = [] }) => assets.filter((file) => file.endsWith(".woff2"))));
  return [...fonts].flatMap((file) => {
    const kb = statSync(join(dist, file)).size / 1000;
    return kb > fontKb ? [`${file} is ${kb.toFixed(1)} kB, ${fontKb} kB at most.`] : [];
  });
}

if (process.argv[1] === import.meta.filename) {
  const weights = weighScreens();
  for (const { name, javascriptKb, ownKb, cssKb } of weights)
    console.log(
      `${name.padEnd(20)} JavaScript ${javascriptKb.toFixed(1).padStart(6)} kB (own ${ownKb.toFixed(1)}), CSS ${cssKb.toFixed(1)} kB, gzip`,
    );
  const problems = [...weights.flatMap((weight) => weight.problems), ...heavyFonts()];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}
