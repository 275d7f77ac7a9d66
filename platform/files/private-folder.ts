import { chmodSync, mkdirSync, statSync } from "node:fs";

/** Makes a folder that only this user may enter; one that others may enter, made by an earlier Stoa, is closed to them. Whose folder it is may close it, so another's stays. */
export function openPrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(path);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o700);
}
