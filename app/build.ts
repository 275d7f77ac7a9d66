// Builds the browser bundle into dist/, in every language. `npm run build` always builds; `npm start` only when it is missing or older than its sources.
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip as zlibGzip } from "node:zlib";
import { languages, type Language } from "#platform/languages.ts";
import { StartError } from "#platform/lifecycle-error.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");
const stampFile = join(dist, ".sources");
const sources = [
  "app",
  "features",
  "platform",
  "ui",
  "index.html",
  "public",
  "locales",
  "vite.config.ts",
  "lingui.config.ts",
  "package-lock.json",
];
// Folders of the server and of tests, from which the browser code imports nothing.
const skipped = new Set(["server", "node_modules", "postgres", "jobs", "test", "db", "dist", "data"]);

function* filesUnder(path: string): Generator<string> {
  if (!existsSync(path)) return;
  const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) yield* filesUnder(join(path, entry.name));
    } else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) yield join(path, entry.name);
  }
}

/** A hash of everything that the bundle is built from. It covers contents and not times, because a checkout or a container image changes times. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const name of sources) {
    const path = join(root, name);
    const files = /\.\w+$/.test(name) ? (existsSync(path) ? [path] : []) : filesUnder(path);
    for (const file of files) hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Whether a bundle exists, current or not. */
export const hasBundle = () => existsSync(stampFile);

/** Whether the bundle is missing or was built from other sources than the present ones. */
export const bundleIsStale = () => !hasBundle() || readFileSync(stampFile, "utf8") !== fingerprint();

/** Runs one step of the build in a process of its own, which `onChild` gets. Throws a StartError with `failed` and the last lines of the output when it fails. */
async function runStep(args: string[], env: NodeJS.ProcessEnv, failed: string, onChild: (child: ChildProcess) => void): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  onChild(child);
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done, fail) => {
    child.once("error", fail);
    child.once("close", done);
  });
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
  if (code !== 0) throw new StartError(`${failed}\n${lines.slice(-15).join("\n")}`);
}

/** Builds the bundle of one language into the given folder. */
function buildLanguage(language: Language, folder: string, onChild: (child: ChildProcess) => void): Promise<void> {
  const vite = [join(root, "node_modules/vite/bin/vite.js"), "build", "--configLoader", "native", "--outDir", folder, "--emptyOutDir"];
  const env = { NODE_ENV: "production", STOA_BUNDLE_LANGUAGE: language };
  return runStep(vite, env, "The browser bundle could not be built.", onChild);
}

/** Adds the build of another language to the bundle: its content-hashed files beside the others, its pages into `<language>/`. */
function addLanguage(bundle: string, language: Language, built: string): void {
  for (const name of readdirSync(join(built, "assets"))) renameSync(join(built, "assets", name), join(bundle, "assets", name));
  mkdirSync(join(bundle, language));
  for (const name of ["index.html", "login.html", ".vite"]) renameSync(join(built, name), join(bundle, language, name));
}

const [brotli, gzip] = [promisify(brotliCompress), promisify(zlibGzip)];

/** Writes a .br and a .gz file beside every text file, so that serving it needs no compression. All at once: zlib keeps every core busy. */
async function compress(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name));
      writeFileSync(join(folder, `${name}.br`), await brotli(bytes));
      writeFileSync(join(folder, `${name}.gz`), await gzip(bytes, { level: 9 }));
    }),
  );
}

/**
 * Builds the bundle in a temporary folder and moves it into place when complete, so that a failed or interrupted build leaves the old one
 * working. Throws a StartError with the last lines of the output when a step fails. `onChild` gets each child process, to end it with.
 */
export async function buildBrowser(onChild: (child: ChildProcess) => void = () => undefined): Promise<void> {
  const stamp = fingerprint();
  const fresh = join(root, `dist.new-${process.pid}`);
  const folderOf = (language: Language) => (language === "en" ? fresh : `${fresh}-${language}`);
  try {
    // Wait for all builds to end before cleaning up.
    const builds = await Promise.allSettled(languages.map((language) => buildLanguage(language, folderOf(language), onChild)));
    for (const build of builds) if (build.status === "rejected") throw build.reason;
    for (const language of languages.slice(1)) addLanguage(fresh, language, folderOf(language));
    await Promise.all([
      compress(join(fresh, "assets")),
      runStep([join(root, "app/launcher-scripts.ts"), fresh], {}, "The launcher of SCORM packages could not be built.", onChild),
    ]);
    writeFileSync(join(fresh, ".sources"), stamp);
    const old = join(root, `dist.old-${process.pid}`);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
    rmSync(old, { recursive: true, force: true });
  } finally {
    for (const language of languages) rmSync(folderOf(language), { recursive: true, force: true });
  }
}

if (realpathSync(process.argv[1] ?? ".") === fileURLToPath(import.meta.url)) {
  try {
    await buildBrowser();
    process.stdout.write("The browser bundle is in dist/.\n");
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
