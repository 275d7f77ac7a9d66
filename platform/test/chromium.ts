import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// The arguments that @sparticuz/chromium proposes are meant for another use: one of them switches the same-origin policy off.
const ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/**
 * The Chromium that tests drive: CHROME_PATH, else one installed on this machine, else the one from the package @sparticuz/chromium (Linux).
 * Returns the options for playwright-core's `launch`; throws when there is none.
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const named = process.env["CHROME_PATH"] ?? PLACES.find((place) => existsSync(place));
  return { executablePath: named ?? packagedChromium(), args: ARGS };
}

let browser: Promise<Browser> | undefined;

/** The one Chromium of this process, started at first use and ended with the process. Each test opens a fresh context. */
export const openBrowser = (): Promise<Browser> => (browser ??= findChromium().then((found) => chromium.launch(found)));

/** The package's Chromium, unpacked once beside the installed packages. Renamed into place when complete, so it is never seen half unpacked. */
function packagedChromium(): string {
  const manifest = createRequire(import.meta.url)
    .resolve("@sparticuz/chromium")
    .replace(/build.*$/, "package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = join(import.meta.dirname, "../../node_modules/.cache", `chromium-${version}`);
  const executable = join(folder, "chromium");
  if (existsSync(executable)) return executable;
  const unpacking = `${folder}.${process.pid}`;
  mkdirSync(unpacking, { recursive: true });
  try {
    // The package unpacks into the temporary folder. A child process can set that folder for itself.
    const code = `import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unpacking },
      encoding: "utf8",
    });
    if (status !== 0 || !existsSync(join(unpacking, "chromium"))) throw new Error(`Chromium could not be unpacked: ${stderr}`);
    renameSync(unpacking, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(executable)) throw error;
  } finally {
    rmSync(unpacking, { recursive: true, force: true });
  }
  return executable;
}
