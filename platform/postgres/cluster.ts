// The files of a cluster: created once by initdb; its settings are rewritten at each start.
import { spawnSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saysDiskFull } from "../data-dir.ts";
import { StartError } from "../lifecycle-error.ts";
import { clusterArgument, type Layout } from "./postmaster.ts";
import type { Program } from "./program.ts";

// Durability comes first: a reply that says saved must survive a power cut (security.md §5.1). The rest is sized for two cores and little
// memory. Statements and error details stay out of the log because they hold personal data; the application logs its own errors.
const settings = `# Written by Stoa at each start; changes here are lost.
listen_addresses = ''
unix_socket_directories = '../run'
unix_socket_permissions = 0700
max_connections = 100
fsync = on
synchronous_commit = on
full_page_writes = on
password_encryption = scram-sha-256
shared_buffers = 128MB
effective_cache_size = 512MB
work_mem = 8MB
maintenance_work_mem = 64MB
max_wal_size = 512MB
min_wal_size = 80MB
checkpoint_timeout = 10min
io_method = sync
max_worker_processes = 4
max_parallel_workers_per_gather = 1
random_page_cost = 1.1
jit = off
max_wal_senders = 2
timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'
log_checkpoints = off
log_min_error_statement = panic
log_error_verbosity = terse
log_line_prefix = '%m [%p] '
`;

const access = `# Written by Stoa at each start; changes here are lost.
local all all scram-sha-256
`;

/** Changes a path's owner to the user that runs the database. */
const give = (path: string, { runAs }: Program) => {
  if (runAs) chownSync(path, runAs.uid, runAs.gid);
};

/** The password of a login, derived from the secret in the data folder. */
export const passwordOf = (layout: Layout, login: string) =>
  createHmac("sha256", readFileSync(layout.password, "utf8").trim()).update(login).digest("base64url");

/** Creates the folders around the cluster. Where root starts it, the database's user passes through, whatever the umask. */
export function makeFolders(layout: Layout) {
  mkdirSync(layout.root, { recursive: true, mode: 0o711 });
  if (process.getuid?.() === 0) chmodSync(layout.root, 0o711);
  mkdirSync(layout.locks, { recursive: true, mode: 0o700 });
}

/** Writes postgresql.conf and pg_hba.conf. True when either changed. */
export function writeSettings(layout: Layout, program: Program): boolean {
  let changed = false;
  for (const [name, content] of [
    ["postgresql.conf", settings],
    ["pg_hba.conf", access],
  ] as const) {
    const path = join(layout.cluster, name);
    if (existsSync(path) && readFileSync(path, "utf8") === content) continue;
    writeFileSync(path, content, { mode: 0o600 });
    give(path, program);
    changed = true;
  }
  return changed;
}

function run(program: Program, tool: string, args: string[], cwd: string, input?: string): string {
  const done = spawnSync(join(program.bin, tool), args, {
    cwd,
    ...(program.runAs && { uid: program.runAs.uid, gid: program.runAs.gid }),
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    encoding: "utf8",
    ...(input !== undefined && { input }),
  });
  const said = `${done.error?.message ?? ""}\n${done.stdout ?? ""}\n${done.stderr ?? ""}`;
  if (done.status === 0) return said;
  if (saysDiskFull(said)) throw Object.assign(new Error(said), { code: "ENOSPC" });
  const line = said.split("\n").findLast((text) => /error|fatal|could not/i.test(text)) ?? said.trim();
  throw new StartError(`The built-in database could not be made: ${line.replace(/^\w+: (error: )?/, "")}.`);
}

function makeCluster(layout: Layout, program: Program) {
  for (const name of readdirSync(layout.root))
    if (name.startsWith("cluster.new")) rmSync(join(layout.root, name), { recursive: true, force: true });
  // Built beside its final place and renamed when complete, so that an interrupted start leaves no half-made database.
  const making = { ...layout, cluster: join(layout.root, `cluster.new-${process.pid}`) };
  const passwordFile = join(making.cluster, "..", `password.new-${process.pid}`);
  try {
    mkdirSync(making.cluster, { mode: 0o700 });
    give(making.cluster, program);
    writeFileSync(passwordFile, passwordOf(layout, "postgres"), { mode: 0o600 });
    give(passwordFile, program);
    const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    const login = ["-U", "postgres", "--auth=scram-sha-256", `--pwfile=../password.new-${process.pid}`];
    run(program, "initdb", ["-D", clusterArgument(making, program), ...login, ...locale, "--data-checksums"], making.cluster);
    renameSync(making.cluster, layout.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(making.cluster, { recursive: true, force: true });
  }
}

/** Whether a complete cluster is there. */
export const hasCluster = ({ cluster }: Layout) => existsSync(join(cluster, "PG_VERSION"));

/**
 * Creates the cluster when it is missing, and gives its folders to `program`'s user. The postmaster must not be running. A lost password
 * file is made again and its passwords are set in single-user mode.
 */
export function prepareCluster(layout: Layout, program: Program) {
  const lost = !existsSync(layout.password);
  if (lost) writeFileSync(layout.password, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
  if (!hasCluster(layout)) makeCluster(layout, program);
  const made = readFileSync(join(layout.cluster, "PG_VERSION"), "utf8").trim();
  const ours = program.version.split(".")[0];
  if (made !== ours)
    throw new StartError(
      `The database in ${layout.root} was made by PostgreSQL ${made} and this Stoa brings ${ours}. Export it with the Stoa that made it and import it here.`,
    );
  mkdirSync(layout.run, { recursive: true, mode: 0o700 });
  give(layout.run, program);
  writeSettings(layout, program);
  if (lost)
    run(
      program,
      "postgres",
      ["--single", "-D", clusterArgument(layout, program), "postgres"],
      layout.cluster,
      `alter role postgres password '${passwordOf(layout, "postgres")}'\n`,
    );
}
