import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { screens } from "./screens.ts";

const root = join(import.meta.dirname, "..");

/** What everybody's browser starts from, besides the learner's screens. */
const starts = ["app/web.tsx", "app/login.tsx"];

/** The files of ours that a source file imports, also by `import()`; absolute paths. What it imports for its types alone does not count. */
function importsOf(file: string): string[] {
  const code = readFileSync(file, "utf8").replace(/^(?:im|ex)port type [^;]*;/gm, "");
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*"([#.][^"]+\.tsx?)"/g)].map(([, path = ""]) =>
    path.startsWith("#") ? join(root, path.slice(1)) : join(dirname(file), path),
  );
}

/**
 * Finds the modules that a learner's browser may load, at first or later, and returns a function that says whether a module is none of them. Read from the
 * sources, because the build has to know it before it has read any module.
 */
export function staffOnly(): (file: string) => boolean {
  const learners = new Set<string>();
  const take = (file: string) => {
    if (learners.has(file) || !existsSync(file)) return;
    learners.add(file);
    importsOf(file).forEach(take);
  };
  for (const file of starts) take(join(root, file));
  for (const { bundle, file } of screens) if (bundle === "learner") take(join(root, file));
  return (file) => !learners.has(file);
}
