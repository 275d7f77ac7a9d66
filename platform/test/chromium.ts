import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/**
 * The Chromium the tests drive: CHROME_PATH, one of this computer, else the one of the package @sparticuz/chromium (Linux).
 * Gives what playwright-core's `launch` takes; fails when there is none.
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const named = process.env["CHROME_PATH"];
  const executablePath = named ?? PLACES.find((place) => existsSync(place));
  if (executablePath) return { executablePath, args: ARGS };
  const { default: packaged } = await import("@sparticuz/chromium");
  return { executablePath: await packaged.executablePath(), args: [...packaged.args, ...ARGS] };
}
