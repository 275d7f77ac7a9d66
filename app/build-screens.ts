import { basename } from "node:path";
import type { Plugin, Rollup } from "vite";
import { walk, type SyntaxNode } from "./build-syntax.ts";

/** The files a screen needs for its first paint beyond those of the shell, as the server names them in its page. */
export interface ScreenFiles {
  /** As in app/screens.tsx, without the base. */
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** What the server adds to the page: the font that all text uses, and the files of each screen. */
export interface PageFiles {
  readonly font: string | null;
  readonly screens: readonly ScreenFiles[];
}

export const pageFilesName = ".vite/page-files.json";

const nameOf = (node: unknown) => (node as SyntaxNode | undefined)?.name;

/**
 * Writes down which files each screen of app/screens.tsx needs. The server names them in the page it answers with, so that the browser
 * fetches them all at once instead of finding them one behind the other.
 */
export function filesOfScreens(): Plugin {
  const modules = new Map<string, string>();
  return {
    name: "stoa-files-of-screens",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /\/app\/screens\.tsx$/ },
      async handler(code, id) {
        modules.clear();
        const found: [string, string][] = [];
        walk(this.parse(code) as unknown as SyntaxNode, (node) => {
          if (node.type !== "ObjectExpression") return;
          const properties = node.properties as SyntaxNode[];
          const path = properties.find(({ key }) => nameOf(key) === "path")?.value as SyntaxNode | undefined;
          const load = properties.find(({ key }) => nameOf(key) === "load");
          if (!load || typeof path?.value !== "string") return;
          walk(load, (inner) => {
            const source = inner.type === "ImportExpression" ? (inner.source as SyntaxNode).value : null;
            if (typeof source === "string") found.push([String(path.value), source]);
          });
        });
        for (const [path, source] of found) {
          const resolved = await this.resolve(source, id);
          if (!resolved) throw new Error(`${source} of app/screens.tsx was not found.`);
          modules.set(path, resolved.id);
        }
        return null;
      },
    },
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
      const screens = [...modules].map(([path, module]): ScreenFiles => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        const scripts = [...withImports(chunk?.fileName ?? "")].filter((file) => file !== "" && !shell.has(file));
        const styles = scripts.flatMap((file) => [...(chunks.find(({ fileName }) => fileName === file)?.viteMetadata?.importedCss ?? [])]);
        return { path, scripts, styles: [...new Set(styles)] };
      });
      if (screens.length === 0 || screens.some(({ scripts }) => scripts.length === 0)) this.error("A screen has no file in the bundle.");
      const font = Object.values(bundle).find(
        (file) => file.type === "asset" && file.originalFileNames.some((name) => name.endsWith("next-latin-wght-normal.woff2")),
      );
      const source = JSON.stringify({ font: font?.fileName ?? null, screens } satisfies PageFiles);
      this.emitFile({ type: "asset", fileName: pageFilesName, source });
    },
  };
}
