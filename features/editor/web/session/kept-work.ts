import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from "idb";
import { Page } from "#features/courses/content.ts";
import type { OutlineState } from "../../merge.ts";

/** The format of what is kept. A browser that runs an earlier release leaves what a newer one has kept. */
const format = 1;
const [storage, version] = ["stoa-drafts", 1];

/** What was made of a page, or of the outline, and has not reached the server: with what it is based on. base: null for a new page. */
export type Kept =
  | { readonly part: "outline"; readonly base: OutlineState; readonly mine: OutlineState }
  | { readonly part: "page"; readonly id: string; readonly base: Page | null; readonly mine: Page };
/** How an entry is stored: with its place, and the format that it was written in. */
type Stored<Entry> = Entry & { readonly key: string; readonly scope: string; readonly format: number };

interface Schema extends DBSchema {
  work: { key: string; value: Stored<object>; indexes: { scope: string } };
}

/** Unsent work of a person on this device. Nothing here throws: where storage is denied, work lives as long as its page. */
export interface KeptWork<Entry, Name> {
  /** isNewer: there is some that this release cannot read, which stays. */
  list(): Promise<{ entries: Entry[]; isNewer: boolean }>;
  put(entry: Entry): Promise<void>;
  remove(entry: Name): Promise<void>;
}
interface Kind<Entry, Name> {
  /** Names an entry in its scope. */
  readonly keyOf: (name: Name) => string;
  readonly isReadable: (entry: Entry) => boolean;
}

/** Milliseconds after which a storage that does not answer is worked without. */
const patience = 3000;

/** What names a part of a draft. */
type PartName = Pick<Kept, "part"> & { readonly id?: string };
export type KeptDraft = KeptWork<Kept, PartName>;

/** Opens the unsent work of a person in a course. userKey: of portal and person. */
export const openKeptWork = (userKey: string, courseId: number): KeptDraft =>
  openKept<Kept, PartName>(`${userKey}:${courseId}`, {
    keyOf: ({ part, id }) => `${part}:${id ?? ""}`,
    isReadable: (entry) => entry.part === "outline" || Page.safeParse(entry.mine).success,
  });

/** Opens what is kept under a scope, which names the person and what it belongs to. */
export function openKept<Entry extends Name & object, Name>(
  scope: string,
  { keyOf, isReadable }: Kind<Entry, Name>,
): KeptWork<Entry, Name> {
  let opening: Promise<IDBPDatabase<Schema> | null> | null = null;
  /** Whether a newer release keeps work here in a way that this one does not know. */
  let isForeign = false;
  const closing: OpenDBCallbacks<Schema> = {
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opening = null;
    },
    terminated: () => (opening = null),
  };
  const open = () =>
    (opening ??= Promise.resolve()
      .then(() =>
        openDB<Schema>(storage, version, {
          ...closing,
          upgrade: (database) => void database.createObjectStore("work", { keyPath: "key" }).createIndex("scope", "scope"),
        }),
      )
      .catch(async (error: unknown) => {
        if (!(error instanceof Error && error.name === "VersionError")) return null;
        // A newer release made it. Where it still keeps work as this one does, both do.
        const database = await openDB<Schema>(storage, undefined, closing);
        isForeign = !(database.objectStoreNames.contains("work") && database.transaction("work").store.indexNames.contains("scope"));
        if (!isForeign) return database;
        database.close();
        return null;
      })
      .catch(() => null));
  const attempt = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
    const database = await Promise.race([open(), late]);
    if (!database) return otherwise;
    return Promise.race([work(database).catch(() => otherwise), late.then(() => otherwise)]);
  };
  const keyIn = (name: Name) => `${format}:${scope}:${keyOf(name)}`;
  return {
    async list() {
      const all = (await attempt((database) => database.getAllFromIndex("work", "scope", scope), [])) as Stored<Entry>[];
      const entries = all.filter((entry) => entry.format === format && isReadable(entry));
      // What cannot be looked into may be of this course: nobody is told too little.
      return { entries, isNewer: isForeign || entries.length < all.length };
    },
    put: (entry) =>
      attempt(async (database) => void (await database.put("work", { ...entry, key: keyIn(entry), scope, format })), undefined),
    remove: (name) => attempt((database) => database.delete("work", keyIn(name)), undefined),
  };
}
