import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The address of the bundle file with one module's code. */
export function fileOf(module: string): string {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../dist/.vite/manifest.json"), "utf8")) as Record<
    string,
    { file: string; name?: string } | undefined
  >;
  // A lazy part that a staff screen also imports statically has a chunk that the manifest lists by its name only.
  const named = Object.values(manifest).filter((chunk) => chunk?.name === basename(module, ".tsx"));
  const file = (manifest[module] ?? (named.length === 1 ? named[0] : undefined))?.file;
  if (!file) throw new Error(`${module} has no file of its own in the bundle.`);
  return `**/${file}`;
}
