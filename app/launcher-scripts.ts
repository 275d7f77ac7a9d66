// The launcher of SCORM packages is built separately: one plain script for each standard, without React, served on the content origin only.
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { LauncherScript } from "#features/scorm/server/content-routes.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const sources = join(root, "features/scorm/launcher");
const standards = ["1.2", "2004"] as const;
type Standard = (typeof standards)[number];
const fileName = (standard: Standard) => `scorm-${standard.replace(".", "")}.js`;

/** Bundles the launcher of a standard into one script. Returns its text. */
async function bundle(standard: Standard): Promise<string> {
  const { build } = await import("vite");
  const built = await build({
    root,
    configFile: false,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      copyPublicDir: false,
      lib: { formats: ["iife"], name: "stoaLauncher", entry: join(sources, fileName(standard).replace(".js", ".ts")) },
    },
  });
  for (const part of [built].flat()) if ("output" in part) for (const file of part.output) if (file.type === "chunk") return file.code;
  throw new Error("The launcher's bundle is empty.");
}

const brotli = promisify(brotliCompress);

/** Writes the launcher's scripts into `launcher` below the folder of the browser build, each compressed beside it: in a server that would take a second. */
export async function writeLauncherScripts(dist: string): Promise<void> {
  mkdirSync(join(dist, "launcher"), { recursive: true });
  for (const standard of standards) {
    const file = join(dist, "launcher", fileName(standard));
    const code = await bundle(standard);
    writeFileSync(file, code);
    writeFileSync(`${file}.br`, await brotli(code));
  }
}

/** A built script with its compressed form. */
async function read(file: string): Promise<LauncherScript> {
  const [code, small] = await Promise.all([readFile(file), readFile(`${file}.br`)]);
  return { code, small };
}

/** Returns a function that gives the script of a standard: the built one or, in development and tests, one bundled on demand when its sources changed. */
export function launcherScripts(dist: string, fromSources: boolean): (standard: Standard) => Promise<LauncherScript> {
  const kept = new Map<Standard, { stamp: number; script: Promise<LauncherScript> }>();
  const newest = () =>
    fromSources
      ? Math.max(...[sources, join(sources, "..")].flatMap((dir) => readdirSync(dir).map((name) => statSync(join(dir, name)).mtimeMs)))
      : 0;
  return (standard) => {
    const stamp = newest();
    const known = kept.get(standard);
    if (known?.stamp === stamp) return known.script;
    const script = fromSources
      ? bundle(standard).then((code) => ({ code: Buffer.from(code), small: null }))
      : read(join(dist, "launcher", fileName(standard)));
    kept.set(standard, { stamp, script });
    script.catch(() => kept.delete(standard));
    return script;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeLauncherScripts(process.argv[2] ?? join(root, "dist"));
