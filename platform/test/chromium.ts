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

// Those that the package @sparticuz/chromium proposes are made for another use: one of them switches the same-origin policy off.
const ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/**
 * The Chromium the tests drive: CHROME_PATH, one of this computer, else the one of the package @sparticuz/chromium (Linux).
 * Gives what playwright-core's `launch` takes; fails when there is none.
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const named = process.env["CHROME_PATH"] ?? PLACES.find((place) => existsSync(place));
  return { executablePath: named ?? packagedChromium(), args: ARGS };
}

let browser: Promise<Browser> | undefined;

/** The one Chromium of this process, started when first asked for. Tests take a fresh context each; it ends with the process. */
export const openBrowser = (): Promise<Browser> => (browser ??= findChromium().then((found) => chromium.launch(found)));

/** The package's Chromium, unpacked once beside the installed packages. Complete or not there: it gets its name when it is. */
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
    // It unpacks into the temporary folder, which a process of its own may have set otherwise.
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
