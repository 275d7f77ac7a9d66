import type { ImportLimits } from "./limits.ts";
import { refuse, said, tellOperator } from "./refusal.ts";

interface Disk {
  readonly bavail: number;
  readonly bsize: number;
  readonly blocks: number;
}

/** Throws a refusal when storing `bytes` would leave less than max(5 %, 2 GB) of the disk free (security.md §3.3). */
export function roomLeft(disk: Disk, bytes: number, { freeBytes, freeShare }: ImportLimits): void {
  const reserve = Math.max(freeBytes, disk.blocks * disk.bsize * freeShare);
  if (disk.bavail * disk.bsize - bytes >= reserve) return;
  throw refuse("disk_full", said("There is not enough room left on the server for this package ({size}).", { size: bytes }), tellOperator);
}
