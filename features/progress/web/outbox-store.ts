import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { OutboxEntry } from "./outbox-entry.ts";

interface Schema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { user: string } };
}

const patienceMs = 5_000;

/** Where entries wait on the device. Every call answers whether or what the device really has; none throws. */
export interface OutboxStore {
  /** Resolves once the device has the entry for good (the transaction is complete), or false when it refuses. */
  put(entries: readonly OutboxEntry[]): Promise<boolean>;
  /** Every entry of one person; null when the storage cannot be read. */
  list(userKey: string): Promise<OutboxEntry[] | null>;
  remove(ids: readonly string[]): Promise<void>;
  close(): void;
}

/** Opens the database `stoa-outbox`. Where storage is denied every answer is "no", and the outbox goes on in memory alone. */
export function openOutboxStore(): OutboxStore {
  let opening: Promise<IDBPDatabase<Schema> | null> | null = null;
  let closed = false;
  const open = () =>
    (opening ??= Promise.resolve()
      .then(() =>
        openDB<Schema>("stoa-outbox", 1, {
          upgrade(database) {
            database.createObjectStore("entries", { keyPath: "id" }).createIndex("user", "userKey");
          },
          // Another tab wants a newer shape: let go, and open again at the next call.
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

  /** Runs work on the database; a failure closes nothing but makes the next call open again. */
  async function attempt<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
    if (closed) return otherwise;
    const database = await Promise.race([open(), new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))]);
    if (!database) {
      opening = null;
      return otherwise;
    }
    // A storage that hangs must not keep facts from the server.
    return Promise.race([work(database).catch(() => otherwise), new Promise<T>((resolve) => setTimeout(resolve, patienceMs, otherwise))]);
  }

  return {
    put: (entries) =>
      attempt(async (database) => {
        const tx = database.transaction("entries", "readwrite", { durability: "relaxed" });
        await Promise.all([...entries.map((entry) => tx.store.put(entry)), tx.done]);
        return true;
      }, false),
    list: (userKey) => attempt<OutboxEntry[] | null>((database) => database.getAllFromIndex("entries", "user", userKey), null),
    remove: (ids) =>
      attempt(async (database) => {
        const tx = database.transaction("entries", "readwrite", { durability: "relaxed" });
        await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
      }, undefined),
    close() {
      closed = true;
      void opening?.then((database) => database?.close());
    },
  };
}
