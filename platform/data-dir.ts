import { randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartError } from "./lifecycle-error.ts";

/** Whether an error of the system or of a program means that the disk or the quota is full. */
export const saysDiskFull = (error: unknown) => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    code === "ENOSPC" || code === "EDQUOT" || /No space left on device|Disk quota exceeded|disk is full/i.test(String(message ?? error))
  );
};

/** A file-system error about the data folder as an error with one plain sentence. */
export function dataDirError(error: unknown, path: string): Error {
  if (error instanceof StartError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (saysDiskFull(error)) return new StartError(`The disk that holds ${path} is full. Free some space and start again.`);
  if (code === "EACCES" || code === "EPERM")
    return new StartError(`Stoa may not write to ${path}. Give this user the folder, or name another one in STOA_DATA.`);
  if (code === "EROFS") return new StartError(`${path} is on a read-only disk. Name another folder in STOA_DATA.`);
  if (code === "ENOENT") return new StartError(`${path} cannot be made. Name another folder in STOA_DATA.`);
  if (code === "ENOTDIR" || code === "EEXIST") return new StartError(`${path} is not a folder. Name a folder in STOA_DATA.`);
  return error as Error;
}

/** Makes a folder and those above it, with this mode whatever the umask. Node's own `recursive` never comes back where the system answers that a folder just seen is not there, as below /proc. */
function makeFolder(path: string, mode: number) {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
    if ((mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Creates the data folder when it is missing and checks that this process may write there. Returns its real path; throws a
 * StartError with one sentence when it cannot.
 */
export function openDataDir(path: string): string {
  const absolute = resolve(path);
  try {
    // When run as root, the database runs as another user, who must reach its subfolder: others may then pass through, but not list it.
    makeFolder(absolute, process.getuid?.() === 0 ? 0o711 : 0o700);
    if (!statSync(absolute).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(absolute, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataDirError(error, absolute);
  }
  return realpathSync(absolute);
}

/** The signing secret in the data folder, readable by this user only; created at first use. Processes that start together get the same one. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  try {
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw dataDirError(error, dataDir);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new StartError(
      `${file} does not hold a secret of at least 32 characters. Delete it to have a new one made; pages that are open then must be reloaded.`,
    );
  return secret;
}
