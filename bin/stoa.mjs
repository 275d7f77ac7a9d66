#!/usr/bin/env node
// Runs on any Node >= 20 and starts the pinned Node that `npm ci` installed, because the server runs TypeScript without a build.
// Usage: stoa.mjs start|web|worker|dev, or run FILE [args], or exec TOOL [args].
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = "start", ...rest] = process.argv.slice(2);

function die(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The pinned Node for this platform, else this process's own Node when it is new enough. */
function findNode() {
  const exe = process.platform === "win32" ? "node.exe" : "node";
  const pinned = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", exe);
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath;
  return die(`Stoa needs Node 22.22 or newer on this platform; this is ${process.version}. Install Node 24 and try again.`);
}

if (!existsSync(join(root, "node_modules"))) die("The packages are not installed yet. Run `npm ci` first.");

const node = findNode();
const env = {
  ...process.env,
  // Tools that start Node themselves (vite, lingui, vitest) must find the same one.
  PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
  NODE_OPTIONS: [process.env.NODE_OPTIONS, "--disable-warning=ExperimentalWarning"].filter(Boolean).join(" "),
  // What is launched ends when this process is gone (platform/follow-launcher.ts).
  STOA_LAUNCHER: String(process.pid),
};

/** The script that an npm tool's command name runs. */
function toolScript(tool) {
  for (const name of [tool, `@lingui/cli`]) {
    const manifest = join(root, "node_modules", name, "package.json");
    if (!existsSync(manifest)) continue;
    const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
    const file = typeof bin === "string" ? bin : bin?.[tool];
    if (file) return join(root, "node_modules", name, file);
  }
  const linked = join(root, "node_modules", ".bin", tool);
  return existsSync(linked) ? linked : die(`There is no tool called ${tool} here.`);
}

// A server goes on when the reader of its log has gone; what prints a result has nothing more to do then.
const printing = ["--import", join(root, "bin/end-with-reader.mjs")];
// V8 would rather let its heap grow than collect: what a large import leaves behind took more memory than all that is in use.
const flags = () => JSON.parse(readFileSync(join(root, "bin/server-flags.json"), "utf8"));
const argsOf = {
  start: () => [...flags(), "app/main.ts", "start", ...rest],
  web: () => [...flags(), "app/main.ts", "web", ...rest],
  worker: () => [...flags(), "app/main.ts", "worker", ...rest],
  dev: () => ["app/main.ts", "dev", ...rest],
  run: () => (rest.length ? [...printing, ...rest] : []),
  exec: () => (rest.length ? [...printing, toolScript(rest[0]), ...rest.slice(1)] : []),
};
const args = Object.hasOwn(argsOf, command) ? argsOf[command]() : [];
if (!args.length) die(`Unknown command "${command}". Use start, web, worker, dev, run FILE or exec TOOL.`);

// npm scripts run in the project folder; a person may call this file from anywhere.
const child = spawn(node, args, { cwd: root, env, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

/** The parent of a process and its name; undefined where there is no /proc or no such process. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return { name: stat.slice(stat.indexOf("(") + 1, end), parent: Number(stat.slice(end + 2).split(" ")[1]) };
  } catch {
    return undefined;
  }
}

// npm keeps a signal to itself: it ends, the shell between may stay, and neither tells us. So what npm launched goes when npm has gone.
if (process.env.npm_lifecycle_script?.includes("bin/stoa.mjs")) {
  const above = () => {
    const shell = statOf(process.ppid);
    return shell?.name === "sh" ? `${process.ppid} ${shell.parent}` : `${process.ppid}`;
  };
  const npm = above();
  const looking = setInterval(() => {
    if (above() === npm) return;
    clearInterval(looking);
    child.kill("SIGTERM");
  }, 500);
}
child.on("exit", (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
