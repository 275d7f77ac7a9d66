import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#platform/test/free-port.ts";
import { startChromium } from "./over-playwright.ts";
import { deviceOver } from "./over-webdriver.ts";
import { overHttp, overMarionette } from "./webdriver-wires.ts";
import { until, type Engine } from "./window.ts";

/** An engine that may be installed on this machine. */
export interface Installable {
  readonly name: Engine["name"];
  /** Null where it is not installed. */
  start(): Promise<Engine> | null;
  readonly howToGet: string;
}

const inPath = (program: string) =>
  (process.env["PATH"] ?? "")
    .split(":")
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));

/** The Firefox that FIREFOX_PATH names, else the one that is installed. */
function firefoxPath() {
  const named = process.env["FIREFOX_PATH"];
  if (named === undefined) return inPath("firefox-esr") ?? inPath("firefox");
  return existsSync(named) ? named : undefined;
}

export const engines: readonly Installable[] = [
  {
    name: "Chromium",
    start: startChromium,
    howToGet: "npm ci brings it on Linux; elsewhere install Chrome or name it in CHROME_PATH",
  },
  {
    name: "Firefox",
    start() {
      const path = firefoxPath();
      return path === undefined ? null : startFirefox(path);
    },
    howToGet: "apt-get install firefox-esr, or name an installed Firefox in FIREFOX_PATH",
  },
  {
    name: "WebKit",
    start() {
      const [driver, screen] = [inPath("WebKitWebDriver"), process.env["DISPLAY"] ?? inPath("Xvfb")];
      return driver === undefined || screen === undefined ? null : startWebKit(driver);
    },
    howToGet: "apt-get install webkit2gtk-driver xvfb gstreamer1.0-plugins-good gstreamer1.0-libav",
  },
];

/** Firefox without a screen; each device is a process with a profile of its own. */
async function startFirefox(path: string): Promise<Engine> {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return {
    name: "Firefox",
    version: stdout.trim().replace("Mozilla ", ""),
    async device() {
      const profile = mkdtempSync(join(tmpdir(), "firefox-"));
      const port = await freePort("127.0.0.1");
      writeFileSync(
        join(profile, "user.js"),
        Object.entries({ ...firefoxSettings, "marionette.port": port })
          .map(settingLine)
          .join(""),
      );
      const program = start(path, ["--headless", "--marionette", "--no-remote", "--profile", profile]);
      const wire = await until("Firefox", () => overMarionette(port));
      return deviceOver(wire, {}, () => end(program));
    },
    close: async () => undefined,
  };
}
const settingLine = ([name, value]: [string, unknown]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`;
/** No page of the browser's own, nothing fetched by itself, English. Everything that decides how pages behave stays as people have it. */
const firefoxSettings = {
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-GB, en",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.reportingpolicy.firstRun": false,
};

/** WebKitGTK's MiniBrowser, on a screen in memory where there is none; each device is a driver of its own, as a driver has one session. */
async function startWebKit(driver: string): Promise<Engine> {
  const screen = process.env["DISPLAY"] === undefined ? await screenInMemory() : null;
  const env = { DISPLAY: screen?.display ?? process.env["DISPLAY"] ?? "", LANG: "C.UTF-8" };
  let version = "WebKitGTK";
  async function device() {
    const port = await freePort("127.0.0.1");
    const program = start(driver, [`--port=${port}`], env);
    await until("WebKitWebDriver", async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok);
    const wire = overHttp(port);
    return deviceOver(
      async (command, params) => {
        const value = await wire(command, params);
        if (command === "NewSession")
          version = `WebKitGTK ${(value as { capabilities: { browserVersion: string } }).capabilities.browserVersion}`;
        return value;
      },
      {},
      // A driver that is ended alone leaves its browser behind.
      async () => {
        await wire("DeleteSession").catch(() => undefined);
        await end(program);
      },
    );
  }
  return {
    name: "WebKit",
    get version() {
      return version;
    },
    device,
    close: async () => screen?.close(),
  };
}

/** A screen that nobody sees. Xvfb chooses its number and writes it down. */
async function screenInMemory() {
  const file = join(mkdtempSync(join(tmpdir(), "screen-")), "number");
  const program = start("sh", ["-c", `exec Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp 3> '${file}'`]);
  const number = await until("a screen", async () => (existsSync(file) && readFileSync(file, "utf8").trim()) || null);
  return { display: `:${number}`, close: () => end(program) };
}

function start(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(path, args, { stdio: "ignore", env: { ...process.env, ...env } });
}

const endsMs = 5_000;
/** Ends a program, at last by force. */
async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = new Promise((done) => program.once("exit", done));
  program.kill("SIGTERM");
  const isGone = await Promise.race([gone.then(() => true), wait(endsMs, false, { ref: false })]);
  if (!isGone) program.kill("SIGKILL");
  await gone;
}
