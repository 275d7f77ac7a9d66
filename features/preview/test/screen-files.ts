import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** The files of the features that a screen loads, now or later, its own among them, with their texts. file: by its path from the root. */
export function filesOf(file: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(file)) return found;
  const text = readFileSync(join(root, file), "utf8");
  found.set(file, text);
  for (const [, path = ""] of text.matchAll(/(?:from |import\()"([^"]+\.tsx?)"/g)) {
    const target = path.startsWith("#") ? path.slice(1) : join(dirname(file), path);
    if (target.startsWith("features/")) filesOf(target, found);
  }
  return found;
}
