// The scripts of the stage, on which SCORM packages play, are built separately: plain scripts without React, served on the content origin only.
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { LauncherScript } from "#features/scorm/server/content-routes.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const sources = join(root, "features/scorm/launcher");
/** The launcher for each standard, what every page of a package begins with, and IndexedDB in memory. */
const sourceOf = { "1.2": "scorm-12", 2004: "scorm-2004", stage: "stage", "memory-database": "memory-database" } as const;
type Script = `${keyof typeof sourceOf}`;
const scripts = Object.keys(sourceOf) as Script[];

/** Bundles one of them into a single script. Returns its text. */
async function bundle(script: Script): Promise<string> {
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
      lib: { formats: ["iife"], name: "stoaLauncher", entry: join(sources, `${sourceOf[script]}.ts`) },
    },
  });
  for (const part of [built].flat()) if ("output" in part) for (const file of part.output) if (file.type === "chunk") return file.code;
  throw new Error("The launcher's bundle is empty.");
}

const brotli = promisify(brotliCompress);

/** Writes the launcher's scripts into `launcher` below the folder of the browser build, each compressed beside it: in a server that would take a second. */
export async function writeLauncherScripts(dist: string): Promise<void> {
  mkdirSync(join(dist, "launcher"), { recursive: true });
  for (const script of scripts) {
    const file = join(dist, "launcher", `${sourceOf[script]}.js`);
    const code = await bundle(script);
    writeFileSync(file, code);
    writeFileSync(`${file}.br`, await brotli(code));
  }
}

/** A built script with its compressed form. */
async function read(file: string): Promise<LauncherScript> {
  const [code, small] = await Promise.all([readFile(file), readFile(`${file}.br`)]);
  return { code, small };
}

/** Returns a function that gives a script: the built one or, in development and tests, one bundled on demand when its sources changed. */
export function launcherScripts(dist: string, fromSources: boolean): (script: Script) => Promise<LauncherScript> {
  const kept = new Map<Script, { stamp: number; code: Promise<LauncherScript> }>();
  const newest = () =>
    fromSources
      ? Math.max(...[sources, join(sources, "..")].flatMap((dir) => readdirSync(dir).map((name) => statSync(join(dir, name)).mtimeMs)))
      : 0;
  return (script) => {
    const stamp = newest();
    const known = kept.get(script);
    if (known?.stamp === stamp) return known.code;
    const code = fromSources
      ? bundle(script).then((text) => ({ code: Buffer.from(text), small: null }))
      : read(join(dist, "launcher", `${sourceOf[script]}.js`));
    kept.set(script, { stamp, code });
    code.catch(() => kept.delete(script));
    return code;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeLauncherScripts(process.argv[2] ?? join(root, "dist"));
