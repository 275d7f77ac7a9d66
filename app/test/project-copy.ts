import { cpSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const left = new Set(["node_modules", "dist", "data", ".git", ".env"]);

/** Copies the project into a temporary folder, without generated files; installed packages are shared with it. Returns the copy's root. */
export function copyProject(): string {
  const copy = join(mkdtempSync(join(tmpdir(), "stoa-copy-")), "stoa");
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(relative(root, source)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
