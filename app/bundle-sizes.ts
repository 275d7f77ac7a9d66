// Checks the sizes of the browser bundle against the budgets of experience.md §4 and benchmarks.md W13. Sizes only, never times.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { blockKinds } from "#features/blocks/kinds.ts";
import { questionKinds } from "#features/questions/kinds.ts";
import { languages, type Language } from "#platform/languages.ts";
import { moduleFilesName, type ModuleFiles } from "./build-screens.ts";
import { screenNamed } from "./screen-addresses.ts";
import { screens, type Screen, type ScreenName } from "./screens.ts";

const loginPage = "login.html";
const dist = join(import.meta.dirname, "../dist");

interface Chunk {
  readonly file: string;
  readonly imports?: string[];
  readonly css?: string[];
  readonly assets?: string[];
}

/** What the shell fetches once its first screen is idle (overlays.tsx, toasts.tsx, the announcement). */
const atRest = ["ui/toast-region.tsx", "node_modules/dompurify/dist/purify.es.mjs"];

interface Weighed {
  readonly name: string;
  /** The entry: an HTML page of its own, or modules of the application's page. */
  readonly entry?: string;
  readonly modules?: readonly string[];
  readonly bundle: Screen["bundle"];
  readonly budget: Screen["budget"];
}

/** A screen together with a part that it loads lazily and is incomplete without. */
const withPart = (name: string, screen: ScreenName, parts: readonly string[], budget: Screen["budget"]): Weighed => ({
  name,
  modules: [screenNamed(screen).file, ...parts],
  bundle: screenNamed(screen).bundle,
  budget,
});

/** How much more than the viewer a page of a lesson may load for one kind of block, in kB. */
const lessonPartKb = 40;
/** A kind whose library is larger than that: formulas are drawn by KaTeX, of which nothing can be left out. */
const largePartKb: Readonly<Record<string, number>> = { maths: 78 };
const inLesson = (name: string, parts: readonly string[]) =>
  withPart(`lesson, ${name}`, "viewer", parts, { total: screenNamed("viewer").budget.total + (largePartKb[name] ?? lessonPartKb) });
/** What the view of a kind loads besides its own module. */
const partsBeside: Readonly<Record<string, readonly string[]>> = { scorm: ["features/scorm/web/package-part.tsx"] };
const viewOf = (kinds: "blocks" | "questions", kind: string) => `features/${kinds}/${kind}/view.tsx`;

/** Every screen of app/screens.ts with its budget, and the lazy parts that some of them load: a lesson needs the part of each kind of block in it. */
const weighed: readonly Weighed[] = [
  ...screens.map(({ name, bundle, file, budget }): Weighed => ({
    name,
    bundle,
    budget,
    ...(bundle !== "ownPage" ? { modules: [file] } : file === loginPage ? { entry: file } : { entry: loginPage, modules: [file] }),
  })),
  withPart("dashboard, at rest", "dashboard", atRest, { total: 190, files: 20 }),
  ...Object.keys(blockKinds).map((kind) => inLesson(kind, [viewOf("blocks", kind), ...(partsBeside[kind] ?? [])])),
  ...Object.keys(questionKinds).map((kind) => inLesson(`quiz, ${kind}`, [viewOf("blocks", "quiz"), viewOf("questions", kind)])),
];
const styleSheetKb = 20;
const fontKb = 36;
/** Budgets are set for English. Other languages have longer words. */
const roomFor = (language: Language) => (language === "en" ? 1 : 1.04);

const read = (language: Language, name: string): unknown =>
  JSON.parse(readFileSync(join(dist, language === "en" ? "" : language, name), "utf8"));
const manifestOf = (language: Language) => read(language, ".vite/manifest.json") as Record<string, Chunk>;

interface Weight {
  readonly name: string;
  readonly bundle: Screen["bundle"];
  readonly javascriptKb: number;
  /** Undefined when the screen has no budget for route changes. */
  readonly routeKb: number | undefined;
  readonly cssKb: number;
  readonly files: number;
  readonly problems: readonly string[];
}

/** Gzip sizes of each screen in dist/ for one language, with a sentence for each exceeded budget. */
function weighScreens(language: Language): Weight[] {
  const manifest = manifestOf(language);
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

  const moduleFiles = read(language, moduleFilesName) as ModuleFiles;
  const keys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const keyOf = (module: string) => {
    const key = manifest[module] ? module : keys.get(moduleFiles[module] ?? "");
    if (key === undefined) throw new Error(`${module} is not in the bundle.`);
    return key;
  };
  const reachAll = (modules: readonly string[]) => new Set(modules.flatMap((module) => [...reach(keyOf(module))]));
  const shell = ["index.html"];
  const fetchedAtRest = new Set(filesOf(reachAll([...shell, ...atRest])));
  return weighed.map(({ name, entry, modules = [], bundle, budget: { total, route, files: mostFiles } }) => {
    const reached = reachAll([...(entry ? [entry] : shell), ...modules]);
    const scripts = new Set(filesOf(reached));
    const styles = new Set(cssOf(reached));
    const javascriptKb = sum(scripts);
    const routeKb = route === undefined ? undefined : sum([...scripts].filter((file) => !fetchedAtRest.has(file)));
    const cssKb = sum(styles);
    const files = scripts.size + styles.size;
    const over = (what: string, is: number, most: number | undefined) =>
      most !== undefined && is > most ? [`${name}, ${language}: ${what} is ${is.toFixed(3)} kB, ${most.toFixed(1)} kB at most.`] : [];
    const room = (most: number | undefined) => most && most * roomFor(language);
    return {
      name,
      bundle,
      javascriptKb,
      routeKb,
      cssKb,
      files,
      problems: [
        ...over("JavaScript", javascriptKb, room(total)),
        ...over("JavaScript of the route, beyond the shell at rest,", routeKb ?? 0, room(route)),
        ...over("CSS", cssKb, styleSheetKb),
        ...(mostFiles !== undefined && files > mostFiles ? [`${name}: ${files} scripts and style sheets, ${mostFiles} at most.`] : []),
      ],
    };
  });
}

/** A sentence for each font that is too large for a first load. */
function heavyFonts(): string[] {
  const fonts = new Set(Object.values(manifestOf("en")).flatMap(({ assets = [] }) => assets.filter((file) => file.endsWith(".woff2"))));
  return [...fonts].flatMap((file) => {
    const kb = statSync(join(dist, file)).size / 1000;
    return kb > fontKb ? [`${file} is ${kb.toFixed(1)} kB, ${fontKb} kB at most.`] : [];
  });
}

if (process.argv[1] === import.meta.filename) {
  const weights = weighScreens("en");
  const others = languages.slice(1).map((language) => ({ language, weights: weighScreens(language) }));
  for (const [bundle, title] of [
    ["ownPage", "Pages of their own"],
    ["learner", "The learner's screens"],
    ["staff", "The staff's screens"],
  ] as const) {
    console.log(`${title}, gzip`);
    for (const { name, javascriptKb, routeKb, cssKb, files } of weights.filter((weight) => weight.bundle === bundle)) {
      const route = routeKb === undefined ? "" : ` (route ${routeKb.toFixed(1)})`;
      const columns = [`JavaScript ${javascriptKb.toFixed(1).padStart(5)} kB${route}`.padEnd(34), `CSS ${cssKb.toFixed(1).padStart(4)} kB`];
      const inOthers = others.map((other) => {
        const kb = other.weights.find((weight) => weight.name === name)?.javascriptKb ?? 0;
        return `, ${other.language} ${kb.toFixed(1).padStart(5)} kB`;
      });
      console.log(`  ${name.padEnd(20)} ${columns.join(" ")}, ${String(files).padStart(2)} files${inOthers.join("")}`);
    }
  }
  const problems = [...[weights, ...others.map((other) => other.weights)].flat().flatMap((weight) => weight.problems), ...heavyFonts()];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}
