import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { OutboxEntry } from "./outbox-entry.ts";

interface Schema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { user: string } };
}

const patienceMs = 5_000;

/** Where entries wait on the device. Calls report what the device really has; none of them throws. */
export interface OutboxStore {
  /** Resolves to true once the entries are durable (the transaction is complete), to false when the device refuses. */
  put(entries: readonly OutboxEntry[]): Promise<boolean>;
  /** Every entry of one person that can be sent; null when the storage cannot be read. Entries in an outdated format are deleted. */
  list(userKey: string): Promise<OutboxEntry[] | null>;
  remove(ids: readonly string[]): Promise<void>;
  close(): void;
}

/** Whether an entry has answers in the format before version 2: a list of options that does not name the kind of question. */
const isOutdated = ({ fact }: OutboxEntry) => "answers" in fact && Object.values(fact.answers).some((answer) => Array.isArray(answer));

/**
 * Opens the IndexedDB database `stoa-outbox` at whatever version it has. A tab with an earlier release may stay open beside this one; raising the version
 * would lock that tab out of the database, and its facts would be in memory only. So the stores stay as they are, and an outdated format is recognised by
 * the entry itself (`isOutdated`). One release raised the version to 2 and changed nothing else. Where storage is denied, every call answers with a refusal
 * and the outbox works in memory alone. onOutdated is called when answers in an outdated format were deleted.
 */
export function openOutboxStore({ onOutdated }: { onOutdated: () => void }): OutboxStore {
  let opening: Promise<IDBPDatabase<Schema> | null> | null = null;
  let closed = false;
  const open = () =>
    (opening ??= Promise.resolve()
      .then(() =>
        openDB<Schema>("stoa-outbox", undefined, {
          upgrade(database, from) {
            if (from < 1) database.createObjectStore("entries", { keyPath: "id" }).createIndex("user", "userKey");
          },
          // Another tab needs a newer version of the database: close it, and open it again at the next call.
          blocking(_current, _blocked, event) {
            (event.target as IDBDatabase).close();
            opening = null;
          },
          terminated() {
            opening = null;
          },
        }),
      )
      .catch(() => null));

  /** Runs work on the database; after a failure the next call opens the database again. */
  async function attempt<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
    if (closed) return otherwise;
    const database = await Promise.race([open(), new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))]);
    if (!database) {
      opening = null;
      return otherwise;
    }
    // Storage that hangs must not keep facts from the server.
    return Promise.race([work(database).catch(() => otherwise), new Promise<T>((resolve) => setTimeout(resolve, patienceMs, otherwise))]);
  }

  const remove = (ids: readonly string[]) =>
    attempt(async (database) => {
      const tx = database.transaction("entries", "readwrite", { durability: "relaxed" });
      await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
    }, undefined);

  return {
    put: (entries) =>
      attempt(async (database) => {
        const tx = database.transaction("entries", "readwrite", { durability: "relaxed" });
        await Promise.all([...entries.map((entry) => tx.store.put(entry)), tx.done]);
        return true;
      }, false),
    async list(userKey) {
      const listed = await attempt<OutboxEntry[] | null>((database) => database.getAllFromIndex("entries", "user", userKey), null);
      const outdated = listed?.filter(isOutdated) ?? [];
      if (!outdated.length) return listed;
      await remove(outdated.map(({ id }) => id));
      onOutdated();
      return listed?.filter((entry) => !isOutdated(entry)) ?? null;
    },
    remove,
    close() {
      closed = true;
      void opening?.then((database) => database?.close());
    },
  };
}
