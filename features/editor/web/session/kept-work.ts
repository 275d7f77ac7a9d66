import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { Page } from "#features/courses/content.ts";
import type { OutlineState } from "../../merge.ts";

/** The format of what is kept. A browser that runs an earlier release leaves what a newer one has kept. */
const format = 1;

/** What was made of a page, or of the outline, and has not reached the server: with what it is based on. base: null for a new page. */
export type Kept =
  | { readonly part: "outline"; readonly base: OutlineState; readonly mine: OutlineState }
  | { readonly part: "page"; readonly id: string; readonly base: Page | null; readonly mine: Page };
type Entry = Kept & { readonly key: string; readonly scope: string; readonly format: number };

interface Schema extends DBSchema {
  work: { key: string; value: Entry; indexes: { scope: string } };
}

/** Unsent work in one course on this device. Nothing here throws: where storage is denied, work lives as long as its page. */
export interface KeptWork {
  /** isNewer: there is some that this release cannot read, which stays. */
  list(): Promise<{ entries: Kept[]; isNewer: boolean }>;
  put(entry: Kept): Promise<void>;
  remove(entry: Pick<Kept, "part"> & { readonly id?: string }): Promise<void>;
}

/** Milliseconds after which a storage that does not answer is worked without. */
const patience = 3000;

/** Opens the unsent work of a person in a course. userKey: of portal and person. */
export function openKeptWork(userKey: string, courseId: number): KeptWork {
  const scope = `${userKey}:${courseId}`;
  let opening: Promise<IDBPDatabase<Schema> | null> | null = null;
  const open = () =>
    (opening ??= Promise.resolve()
      .then(() =>
        openDB<Schema>("stoa-drafts", 1, {
          upgrade: (database) => void database.createObjectStore("work", { keyPath: "key" }).createIndex("scope", "scope"),
          blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
          terminated: () => (opening = null),
        }),
      )
      .catch(() => null));
  const attempt = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
    const database = await Promise.race([open(), late]);
    if (!database) return otherwise;
    return Promise.race([work(database).catch(() => otherwise), late.then(() => otherwise)]);
  };
  const keyOf = (entry: Pick<Kept, "part"> & { readonly id?: string }) => `${format}:${scope}:${entry.part}:${entry.id ?? ""}`;
  return {
    async list() {
      const all = await attempt((database) => database.getAllFromIndex("work", "scope", scope), []);
      const entries = all.filter((entry) => entry.format === format && (entry.part === "outline" || Page.safeParse(entry.mine).success));
      return { entries, isNewer: entries.length < all.length };
    },
    put: (entry) =>
      attempt(async (database) => void (await database.put("work", { ...entry, key: keyOf(entry), scope, format })), undefined),
    remove: (entry) => attempt((database) => database.delete("work", keyOf(entry)), undefined),
  };
}
