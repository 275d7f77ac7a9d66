import { createHash } from "node:crypto";
import { lstatSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../lifecycle-error.ts";

/**
 * Where clients find the server's socket: its folder or, because a socket path may be about 100 characters long, a short symbolic link to a deeper one.
 * Anybody on the machine can make such a link first, and lead it elsewhere later: another user's is replaced, and where that is not possible a
 * StartError says so.
 */
export function socketFolder(run: string): string {
  if (Buffer.byteLength(run) <= 80) return run;
  const link = join(tmpdir(), `stoa-${createHash("sha256").update(run).digest("hex").slice(0, 16)}`);
  const found = lstatSync(link, { throwIfNoEntry: false });
  const isTrusted = found?.uid === 0 || found?.uid === process.getuid?.();
  if (isTrusted && found?.isSymbolicLink() && readlinkSync(link) === run) return link;
  try {
    rmSync(link, { force: true });
    symlinkSync(run, link);
  } catch {
    throw new StartError(
      `${link} is in the way and belongs to another user. Remove it, or name a folder with a shorter path in STOA_DATA.`,
    );
  }
  return link;
}
