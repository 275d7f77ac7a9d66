import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseRestored } from "#features/lifecycle/server/service.ts";
import { erasedListName, readErased } from "#features/lifecycle/server/erased-list.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { Log } from "#platform/log.ts";

/** Who is to be erased again by the next start, in the data folder. */
const pending = (dataDir: string) => join(dataDir, "erase-again");
/** How much the clock of the machine that made the backup may differ, in milliseconds. */
const clocks = 3_600_000;

/**
 * Notes for the next start whom a list names as erased since a backup was made; the tables may be of an older version until then. Gives how many that are, null
 * where there is no list.
 */
export function noteErased(dataDir: string, madeAt: string, list = join(dataDir, erasedListName)): number | null {
  const people = readErased(list, new Date(Date.parse(madeAt) - clocks));
  if (people && people.length > 0)
    writeFileSync(pending(dataDir), people.map((one) => `${JSON.stringify(one)}\n`).join(""), { mode: 0o600, flush: true });
  return people?.length ?? null;
}

/** Erases again, before anybody is served, whom a restore brought back. Throws where that fails: then nothing is served. */
export async function eraseAgain({
  dataDir,
  databases,
  files,
  log,
}: {
  readonly dataDir: string;
  readonly databases: Databases;
  readonly files: FileStore;
  readonly log: Pick<Log, "info">;
}): Promise<void> {
  const people = readErased(pending(dataDir), new Date(0));
  if (people === null) return;
  const erased = await eraseRestored(databases, files, people);
  rmSync(pending(dataDir), { force: true });
  log.info({ people: people.length, erased }, "Whoever was erased after the backup was made is erased again.");
}
