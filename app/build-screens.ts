import { basename, join, relative } from "node:path";
import type { Plugin, Rollup } from "vite";
import { browserFields } from "./browser-screens.ts";
import { screens, type Screen } from "./screens.ts";
import { helpScreens, sectionScreens, shellScreens } from "./shell-screens.ts";

/** The files that a screen needs for its first paint, besides those of the shell; the server lists them in the page. */
export interface ScreenFiles {
  /** The path as in app/screens.ts, without the base. */
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** What the server adds to the page: the font of all text, and the files of each screen. */
export interface PageFiles {
  readonly font: string | null;
  readonly screens: readonly ScreenFiles[];
}

export const pageFilesName = ".vite/page-files.json";

/** The file of the bundle that each of our modules is in, by path: the manifest only knows modules with a file of their own. */
export type ModuleFiles = Readonly<Record<string, string>>;

export const moduleFilesName = ".vite/module-files.json";

const root = join(import.meta.dirname, "..");
const staffScreens = "app/staff-screens.ts";
/** What staff have in the header besides their account: the tray of their jobs. */
const staffTools = "features/jobs/web/job-tray.tsx";

/**
 * Fills app/browser-screens.ts from app/screens.ts: the fields that the browser reads, and an import of each screen's code. It has nothing of the staff's
 * screens, which are in app/staff-screens.ts; the tabs of sections are in features/shell/section-screens.ts, and the import of the staff's tools in
 * features/shell/web/staff-tools.ts; what the help knows of screens is in features/help/help-screens.ts.
 */
export function screensForTheBrowser(): Plugin {
  const modules = modulesOfScreens(screens);
  return {
    name: "stoa-screens-for-the-browser",
    enforce: "pre",
    transform: {
      filter: {
        id: /\/(?:app\/(?:browser|staff)-screens|features\/shell\/(?:section-screens|web\/staff-tools)|features\/help\/help-screens)\.ts$/,
      },
      handler: (_, id) => ({ code: modules[basename(id, ".ts")] ?? "", map: null }),
    },
  };
}

/** The text of each module that is made from a table of screens, by its name. */
export function modulesOfScreens(table: readonly Screen[]): Record<string, string> {
  // Of the pages of their own, learners' browsers know signing in alone.
  const isOfLearners = ({ bundle, file }: Screen) => bundle === "learner" || file.endsWith(".html");
  const staff = table.filter((screen) => !isOfLearners(screen));
  const others = table.filter(isOfLearners);
  const importOf = ({ file }: Pick<Screen, "file">) => `() => import(${JSON.stringify(join(root, file))})`;
  // Everybody signed in opens a screen that says nothing else, and so one whose list has Student (specification §5).
  const isForAll = ({ access }: Screen) => access === "any" || (typeof access !== "string" && access.includes("Student"));
  const fieldsOf = (screen: Screen) =>
    JSON.stringify({
      ...Object.fromEntries(Object.entries(screen).filter(([name]) => (browserFields as readonly string[]).includes(name))),
      ...(isForAll(screen) && { access: undefined }),
    });
  const line = (screen: Screen) => `{ ...${fieldsOf(screen)}${screen.bundle === "ownPage" ? "" : `, load: ${importOf(screen)}`} }`;
  const listOf = (some: readonly Screen[]) => `export const screens = [\n${some.map(line).join(",\n")}\n];`;
  return {
    "browser-screens": `${listOf(others)}
export const loadStaffScreens = () => import(${JSON.stringify(join(root, staffScreens))}).then(({ screens }) => screens);
export const shellScreens = ${JSON.stringify(shellScreens(table))};`,
    "staff-screens": listOf(staff),
    "staff-tools": `export const loadStaffTools = () => import(${JSON.stringify(join(root, staffTools))});`,
    "help-screens": `export const helpScreens = ${JSON.stringify(helpScreens(table))};`,
    "section-screens": `export const sectionScreens = ${JSON.stringify(sectionScreens(table))};`,
  };
}

/**
 * Records which files each screen of app/screens.ts needs. The server lists them in the page, so that the browser fetches them all at once instead of
 * discovering them one after another.
 */
export function filesOfScreens(): Plugin {
  return {
    name: "stoa-files-of-screens",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === "chunk");
      const withImports = (file: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(file)) return seen;
        seen.add(file);
        const chunk = bundle[file];
        if (chunk?.type === "chunk") for (const next of chunk.imports) withImports(next, seen);
        return seen;
      };
      const circle = chunks.filter(({ fileName, imports }) => imports.some((next) => withImports(next).has(fileName)));
      if (circle.length > 0)
        this.error(`Chunks that need each other, of which one runs too early: ${circle.map(({ name }) => name).join(", ")}.`);
      const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && basename(facadeModuleId ?? "") === "index.html");
      const shell = withImports(entry?.fileName ?? "");
      const inApplication = screens.filter((screen) => screen.bundle !== "ownPage");
      const chunkOf = (module: string) => chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)))?.fileName ?? "";
      const files = inApplication.map(({ path, bundle: of, file: module }): ScreenFiles => {
        const entries = of === "staff" ? [staffScreens, module] : [module];
        const wanted = new Set(entries.flatMap((one) => [...withImports(chunkOf(one))]));
        const scripts = [...wanted].filter((file) => file !== "" && !shell.has(file));
        const styles = scripts.flatMap((file) => [...(chunks.find(({ fileName }) => fileName === file)?.viteMetadata?.importedCss ?? [])]);
        return { path, scripts, styles: [...new Set(styles)] };
      });
      const missing = inApplication.filter(({ file }) => chunkOf(file) === "");
      if (missing.length > 0) this.error(`Screens without a file in the bundle: ${missing.map(({ path }) => path).join(", ")}.`);
      const font = Object.values(bundle).find(
        (file) => file.type === "asset" && file.originalFileNames.some((name) => name.endsWith("next-latin-wght-normal.woff2")),
      );
      const source = JSON.stringify({ font: font?.fileName ?? null, screens: files } satisfies PageFiles);
      this.emitFile({ type: "asset", fileName: pageFilesName, source });
      const ours = chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [relative(root, id), fileName] as const));
      const inFiles: ModuleFiles = Object.fromEntries(
        ours.filter(([path]) => /^(?:app|features|platform|ui|node_modules\/dompurify)\/|^\w+\.html$/.test(path)),
      );
      this.emitFile({ type: "asset", fileName: moduleFilesName, source: JSON.stringify(inFiles) });
    },
  };
}
