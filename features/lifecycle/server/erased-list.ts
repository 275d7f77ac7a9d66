import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "#platform/files/store.ts";

// Who was erased, kept beside the database: a backup from before brings them back, and the start after a restore erases them again (app/erase-again.ts). The list
// holds numbers and times only; without the backup they lead to nobody.

/** The name of the list in the data folder. */
export const erasedListName = "erased";

export interface ErasedPerson {
  readonly portal: number;
  readonly user: number;
  /** When, as an instant. */
  readonly at: string;
  /** The erasure was not done after all. */
  readonly not?: true;
}

/** Adds lines to the list, on the disk before it resolves. */
export async function keepErased({ folder }: Pick<FileStore, "folder">, people: readonly ErasedPerson[]): Promise<void> {
  if (people.length === 0) return;
  const handle = await open(join(folder, "..", erasedListName), "a", 0o600);
  try {
    await handle.appendFile(people.map((one) => `${JSON.stringify(one)}\n`).join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Who was erased after a moment, by a list; each once. A line that a crash cut off is left out. Null where there is no list. */
export function readErased(file: string, after: Date): ErasedPerson[] | null {
  if (!existsSync(file)) return null;
  const people = new Map<string, ErasedPerson>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const one = parsed(line);
    if (!one) continue;
    if (one.not) people.delete(`${one.portal}:${one.user}`);
    else if (Date.parse(one.at) >= after.getTime()) people.set(`${one.portal}:${one.user}`, one);
  }
  return [...people.values()];
}

function parsed(line: string): ErasedPerson | null {
  try {
    const one = JSON.parse(line) as ErasedPerson;
    return Number.isSafeInteger(one.portal) && Number.isSafeInteger(one.user) && !Number.isNaN(Date.parse(one.at)) ? one : null;
  } catch {
    return null;
  }
}
