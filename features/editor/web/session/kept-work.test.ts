import * as fake from "fake-indexeddb";
import { deleteDB, openDB } from "idb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openKeptWork } from "./kept-work.ts";

// What a newer release of Stoa has kept on a device is said, and stays (security.md F6: a draft of a newer schema).

beforeAll(() => {
  for (const [name, value] of Object.entries(fake)) if (name !== "default") vi.stubGlobal(name, value);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
});
beforeEach(() => deleteDB("stoa-drafts"));
afterAll(() => vi.unstubAllGlobals());

const scope = "7:4:1";
const page = { id: "p1", title: "Rope", minutes: 0, rule: { viewed: true }, blocks: [] };
const ours = { part: "page", id: "p1", base: null, mine: page } as const;
const open = () => openKeptWork("7:4", 1);
const newerEntry = { key: `2:${scope}:page:p2`, scope, format: 2, part: "page", id: "p2", mine: { layers: [] } };

/** A newer release opens the storage, and raises its version. */
async function raised(make: (database: Awaited<ReturnType<typeof openDB>>) => void, entry?: object) {
  const database = await openDB("stoa-drafts", 2, {
    upgrade: (made) => make(made as Parameters<typeof make>[0]),
  });
  if (entry) await database.put(database.objectStoreNames[0] ?? "", entry);
  database.close();
}

test("an entry in a newer format is named and stays; work of this release goes on beside it", async () => {
  const kept = open();
  await kept.put(ours);
  expect(await kept.list()).toMatchObject({ entries: [{ id: "p1" }], isNewer: false });
  const database = await openDB("stoa-drafts", 1);
  await database.put("work", newerEntry);
  database.close();
  expect(await open().list()).toMatchObject({ entries: [{ id: "p1" }], isNewer: true });
  await open().remove(ours);
  expect(await open().list()).toEqual({ entries: [], isNewer: true });
});

test("a storage of a newer version that keeps work as this release does is read and written on", async () => {
  await raised((made) => made.createObjectStore("work", { keyPath: "key" }).createIndex("scope", "scope"));
  const kept = open();
  expect(await kept.list()).toEqual({ entries: [], isNewer: false });
  await kept.put(ours);
  expect(await open().list()).toMatchObject({ entries: [{ id: "p1" }], isNewer: false });
  const database = await openDB("stoa-drafts");
  await database.put("work", newerEntry);
  expect([database.version, (await open().list()).isNewer]).toEqual([2, true]);
  database.close();
});

test("a storage of a newer version that keeps work in another way is left alone, and named", async () => {
  await raised((made) => void made.createObjectStore("drafts", { keyPath: "key" }), newerEntry);
  const kept = open();
  await kept.put(ours);
  await kept.remove({ part: "page", id: "p2" });
  expect(await kept.list()).toEqual({ entries: [], isNewer: true });
  const database = await openDB("stoa-drafts");
  expect([...database.objectStoreNames]).toEqual(["drafts"]);
  expect(await database.getAll("drafts")).toEqual([newerEntry]);
  database.close();
});

test("a newer release in another tab raises the version while this one is open", async () => {
  const kept = open();
  await kept.put(ours);
  await raised((made) => {
    made.deleteObjectStore("work");
    made.createObjectStore("drafts", { keyPath: "key" });
  });
  expect(await kept.list()).toEqual({ entries: [], isNewer: true });
});
