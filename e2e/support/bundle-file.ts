import { readFileSync } from "node:fs";
import { join } from "node:path";
import { moduleFilesName, type ModuleFiles } from "#app/build-screens.ts";

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, "../../dist", name), "utf8"));

/** The file of the bundle, in English, that has a module's code, or that a page of its own starts with. */
export function builtFile(module: string): string {
  const pages = read(".vite/manifest.json") as Record<string, { file: string } | undefined>;
  const file = (read(moduleFilesName) as ModuleFiles)[module] ?? pages[module]?.file;
  if (!file) throw new Error(`${module} is not in the bundle.`);
  return file;
}

/** The address of the bundle file with one module's code. */
export const fileOf = (module: string): string => `**/${builtFile(module)}`;
