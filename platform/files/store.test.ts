import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { openFileStore } from "./store.ts";

const dir = mkdtempSync(join(tmpdir(), "stoa-store-"));
const store = openFileStore(dir);
afterAll(() => rmSync(dir, { recursive: true }));

const keysOnDisk = () =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test("what was put comes back, whole and in part, from a stream or a buffer", async () => {
  const bytes = Buffer.from("The covered walk has many columns.");
  for (const data of [bytes, Readable.from([bytes.subarray(0, 9), bytes.subarray(9)])]) {
    const { key, ...facts } = await store.put(data);
    expect(facts).toEqual({ bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    expect(await buffer(await store.open(key))).toEqual(bytes);
    expect(String(await buffer(await store.open(key, { start: 4, end: 10 })))).toBe("covered");
    expect(await store.stat(key)).toEqual({ bytes: bytes.length });
  }
});

test("two files of the same content are two files: removing one keeps the other", async () => {
  const [one, two] = [await store.put(Buffer.from("same")), await store.put(Buffer.from("same"))];
  await store.remove(one.key);
  expect(await store.stat(one.key)).toBeNull();
  expect(String(await buffer(await store.open(two.key)))).toBe("same");
  await store.remove(one.key);
});

test("under a key that was noted before, and what is half written goes with it", async () => {
  const key = store.newKey();
  expect((await store.put(Buffer.from("noted"), { key })).key).toBe(key);
  expect(String(await buffer(await store.open(key)))).toBe("noted");
  const half = store.newKey();
  writeFileSync(join(dir, "incoming", half), "half");
  for (const each of [key, half]) await store.remove(each);
  expect(keysOnDisk()).not.toContain(key);
  expect(keysOnDisk()).not.toContain(half);
});

test("a file over the limit, or one whose sender breaks off, leaves nothing behind", async () => {
  const before = keysOnDisk();
  await expect(store.put(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), { maxBytes: 100 })).rejects.toMatchObject({ status: 413 });
  const broken = new Readable({
    read() {
      this.push("half");
      this.destroy(new Error("gone"));
    },
  });
  await expect(store.put(broken)).rejects.toThrow("gone");
  expect(keysOnDisk()).toEqual(before);
  expect((await store.put(Buffer.alloc(100), { maxBytes: 100 })).bytes).toBe(100);
});

test("nobody but the user of the server reads what was put, not even in a folder that an earlier Stoa left open", async () => {
  const open = join(mkdtempSync(join(tmpdir(), "stoa-store-")), "files");
  mkdirSync(join(open, "incoming"), { recursive: true, mode: 0o755 });
  chmodSync(open, 0o755);
  await openFileStore(open).put(Buffer.from("private"));
  const found = [open, ...readdirSync(open, { recursive: true }).map((name) => join(open, String(name)))].map((path) => statSync(path));
  expect(found).toHaveLength(5);
  for (const one of found) expect(one.mode & 0o777).toBe(one.isDirectory() ? 0o700 : 0o600);
  rmSync(join(open, ".."), { recursive: true });
});

test("nothing but a key reaches the file system", async () => {
  for (const key of [
    "../../etc/passwd",
    "..",
    "",
    "/etc/passwd",
    "a".repeat(63),
    `${"a".repeat(64)}/..`,
    "A".repeat(64),
    `${"a".repeat(64)}\0`,
  ]) {
    await expect(store.open(key)).rejects.toThrow("Not a key");
    await expect(store.stat(key)).rejects.toThrow("Not a key");
    await expect(store.remove(key)).rejects.toThrow("Not a key");
  }
});

test("what a killed process left goes after a day, and what cannot go stops nothing", async () => {
  const other = mkdtempSync(join(tmpdir(), "stoa-store-"));
  const incoming = join(other, "incoming");
  mkdirSync(join(incoming, "a-folder"), { recursive: true });
  for (const name of ["old", "young"]) writeFileSync(join(incoming, name), "half");
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of ["a-folder", "old"]) utimesSync(join(incoming, name), longAgo, longAgo);
  openFileStore(other);
  await expect.poll(() => readdirSync(incoming).toSorted()).toEqual(["a-folder", "young"]);
  rmSync(other, { recursive: true });
});
