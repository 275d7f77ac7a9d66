// The life of a Stoa process. bin/stoa.mjs calls it with start (everything), web (no jobs), worker (only jobs) or dev.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { productionProblems, productionWarnings } from "#platform/config-production.ts";
import { loadConfig, type Config } from "#platform/config.ts";
import { keptSecret, openDataDir } from "#platform/data-dir.ts";
import { connectDatabases, type Databases } from "#platform/db/connect.ts";
import { migrate } from "#platform/db/migrate.ts";
import { ensureRoles } from "#platform/db/roles.ts";
import { typed } from "#platform/db/typed.ts";
import { followLauncher } from "#platform/follow-launcher.ts";
import { registerHealth } from "#platform/health.ts";
import { StartError } from "#platform/lifecycle-error.ts";
import { createLifecycle, type Lifecycle } from "#platform/lifecycle.ts";
import { freePort, listen, stopServing } from "#platform/listen.ts";
import { createLog, type Log } from "#platform/log.ts";
import { checkDurability } from "#platform/postgres/durability.ts";
import { openEmbedded } from "#platform/postgres/embedded.ts";
import { databaseError, openExternal } from "#platform/postgres/external.ts";
import { databaseCheck } from "#platform/db/database-check.ts";
import { adminPasswordProblems } from "./admin-password.ts";
import { refuseHalfRestored } from "./backup-parts.ts";
import { buildBrowser, bundleIsStale, hasBundle } from "./build.ts";
import { readEnvFile } from "./env-file.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const sqlFiles = join(root, "db");
const modes = ["start", "web", "worker", "dev", "dev-server"] as const;
type Mode = (typeof modes)[number];

interface Process {
  readonly mode: Mode;
  readonly config: Config;
  readonly log: Log;
  readonly life: Lifecycle;
}

const refuse = (problems: readonly string[]) => {
  if (problems.length > 0) throw new StartError(problems.join("\n"));
};

/** The settings, with the secret filled in and what is unsafe refused, and what is to be said about them. */
async function readConfig(): Promise<{ config: Config; warnings: string[] }> {
  const unknown = readEnvFile();
  const given = loadConfig(process.env);
  refuse([...productionProblems(given, []), ...(await adminPasswordProblems(given))]);
  const dataDir = openDataDir(given.dataDir);
  refuseHalfRestored(dataDir);
  const config = { ...given, dataDir, secret: given.secret || keptSecret(dataDir) };
  refuse(productionProblems(config, []));
  return { config, warnings: [...unknown, ...productionWarnings(config)] };
}

/** Opens the database, migrates it, and checks that its durability settings are on. */
async function openDatabase({ mode, config, log, life }: Process) {
  const url = config.databaseUrl;
  const opening =
    url !== undefined
      ? openExternal(url, config.databaseAppUrl)
      : openEmbedded({
          dataDir: config.dataDir,
          log,
          // Two complete servers on one data folder are a mistake; web and worker processes beside each other are not.
          sole: mode === "start" || mode === "dev-server",
          onLost: (error) => {
            log.fatal({ err: error }, "The built-in database is lost.");
            void life.stop("database", 1);
          },
        });
  // When the process is told to stop during the start, the database is still waited for, and then ended.
  life.onStop("database", () =>
    opening.then(
      ({ stop }) => stop(),
      () => undefined,
    ),
  );
  const server = await opening;
  const { ownerUrl, appUrl } = server;
  try {
    if (server.kind === "external") await ensureRoles(ownerUrl, { appUrl });
    await migrate(ownerUrl, { dir: sqlFiles, log, apply: config.migrate });
    for (const each of new Set([ownerUrl, appUrl ?? ownerUrl])) {
      const { problems, warnings } = await checkDurability(each);
      refuse(problems);
      for (const warning of warnings) log.warn(warning);
    }
  } catch (error) {
    throw server.kind === "external" ? databaseError(error, ownerUrl) : error;
  }
  if (appUrl === undefined)
    log.warn(
      "Requests use the login of DATABASE_URL, which may also become stoa_people and stoa_system: row-level security then stops a forgotten filter, but not injected SQL. Name a login of their own in DATABASE_APP_URL.",
    );
  const databases = connectDatabases({ ownerUrl, appUrl, config });
  life.onStop("connections", () => databases.close());
  const role = await workingRole(databases);
  if (role !== "stoa_app")
    throw new StartError(
      `Requests would work as "${role}" instead of stoa_app: the pooler in front of PostgreSQL drops the connection option "role". Set DATABASE_PREPARED=off.`,
    );
  return { server, databases };
}

/** The role that requests work as. A pooler may drop the connection option that sets it, or refuse it; then nothing would keep portals apart. */
async function workingRole({ shared }: Pick<Databases, "shared">): Promise<string | undefined> {
  try {
    const { rows } = await typed(Working)`select current_user::text as role`.execute(shared);
    return rows[0]?.role;
  } catch (error) {
    if ((error as { code?: string }).code !== protocolViolation) throw error;
    throw new StartError(
      `The pooler in front of PostgreSQL refuses the connection options that requests need (${(error as Error).message}). Set DATABASE_PREPARED=off.`,
    );
  }
}
const Working = z.object({ role: z.string() });
const protocolViolation = "08P01";

type Opened = Awaited<ReturnType<typeof openDatabase>>;

async function serveJobs({ config, log, life }: Process, { databases, server }: Opened) {
  log.info(
    config.smtpUrl === undefined
      ? "Mail: no mail server is set (SMTP_URL), so messages are kept in the product, where admins read them."
      : `Mail: messages are sent through ${new URL(config.smtpUrl).host}.`,
  );
  const { startWorker } = await import("./worker.ts");
  const starting = startWorker({ config, databases, log, ownerUrl: server.ownerUrl });
  life.onStop("jobs", () =>
    starting.then(
      (worker) => worker.stop(),
      () => undefined,
    ),
  );
  await starting;
}

async function prepareBundle({ mode, log, life }: Process) {
  if (mode === "web" && !hasBundle()) throw new StartError("The browser bundle is missing. Run `npm run build` first.");
  if (mode !== "start" || !bundleIsStale()) return;
  log.info("Building the browser bundle; this takes some seconds and happens once.");
  await buildBrowser((child) => life.onStop("build", () => child.kill()));
}

async function serveWeb({ mode, config, log, life }: Process, { databases, server }: Opened) {
  const { buildServer } = await import("./server.ts");
  const dev = mode === "dev-server" ? await (await import("./dev-page.ts")).openDevPage() : undefined;
  if (dev) life.onStop("module server", () => dev.close());
  const app = await buildServer({ config, databases, log, ...(dev && { page: dev.page }) });
  dev?.attach(app);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const database = databaseCheck(server.ownerUrl, sqlFiles);
  life.onStop("health", () => database.close());
  registerHealth(app, { config, version, draining: () => life.draining, database });
  life.onStop("requests", () => stopServing(app, config.shutdownSeconds));
  await listen(app, config.port, config.host);
}

/** Prints what a person at the terminal wants to know; in production it becomes a log line. */
function announce({ mode, config, log }: Process, lines: readonly string[]) {
  const address = mode === "worker" ? undefined : config.publicUrl;
  log.info({ mode, address }, `${config.productName} is running.`);
  if (config.production) {
    // Standard output belongs to the log; what a person must read, such as the set-up token, goes to standard error.
    if (lines.length > 0) process.stderr.write(`${lines.join("\n")}\n`);
    return;
  }
  const where = address ? `${config.productName} is running at ${address}` : `${config.productName} works on jobs`;
  process.stdout.write(`\n  ${[where, ...lines, "Stop with Ctrl-C."].join("\n  ")}\n\n`);
}

async function run(stoa: Process) {
  const { mode, config, log, life } = stoa;
  const web = mode !== "worker";
  // Before the slow steps, so that a mistake shows at once and nothing has been made.
  if (web) await freePort(config.port, config.host);
  const opened = await openDatabase(stoa);
  const { bootstrap } = await import("./bootstrap.ts");
  const lines = await bootstrap({ config, databases: opened.databases, log });
  if (web) await prepareBundle(stoa);
  if (life.draining) return;
  if (mode !== "web") await serveJobs(stoa, opened);
  if (web) await serveWeb(stoa, opened);
  announce(stoa, web ? lines : []);
}

/** `npm run dev`: restarts the server when one of its files changes; vite updates the browser's files. */
function develop() {
  const args = ["--watch", "--watch-preserve-output", "app/main.ts", "dev-server"];
  const watched = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => watched.kill("SIGTERM"));
  watched.once("exit", (code) => (process.exitCode = code ?? 0));
}

async function main(mode: Mode) {
  followLauncher();
  if (mode === "dev") return develop();
  let started: Process | undefined;
  try {
    const { config, warnings } = await readConfig();
    const log = createLog({ level: config.logLevel });
    for (const warning of warnings) log.warn(warning);
    started = { mode, config, log, life: createLifecycle({ log, limitSeconds: config.shutdownSeconds }) };
    await run(started);
  } catch (error) {
    // An error caused by stopping during the start needs no report.
    if (started?.life.draining) return;
    const message = error instanceof StartError ? error.message : `Stoa could not start. ${(error as Error).stack ?? String(error)}`;
    process.stderr.write(`${message}\n`);
    if (started) await started.life.stopQuietly(1);
    else process.exitCode = 1;
  }
}

const mode = modes.find((name) => name === (process.argv[2] ?? "start"));
if (mode) await main(mode);
else {
  process.stderr.write(`There is no mode called ${process.argv[2]}. Use start, web, worker or dev.\n`);
  process.exitCode = 1;
}
