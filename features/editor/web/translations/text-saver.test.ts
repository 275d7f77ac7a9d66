import * as fake from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Text } from "../../translation-contract.ts";
import { openKeptTexts, TextSaver, type KeptTexts, type Unsaved } from "./text-saver.ts";

// Translations reach the server once each, and nothing that somebody wrote is lost on the way.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A device that keeps nothing. */
const nothingKept: KeptTexts = {
  list: () => Promise.resolve({ entries: [], isNewer: false }),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** A server that answers when it is told to. */
function aServer(kept = nothingKept) {
  const asked: { text: Unsaved; answer: (value: Text | null) => void; refuse: (error: Error) => void }[] = [];
  const saved: Unsaved[] = [];
  const lost: string[] = [];
  const send = (text: Unsaved) =>
    new Promise<Text | null>((answer, refuse) => {
      asked.push({ text, answer, refuse });
    });
  const saver = new TextSaver(
    send,
    kept,
    (text) => saved.push(text),
    ({ message }) => lost.push(message),
  );
  return { asked, saved, lost, saver };
}
const aText = (value: string | null, was: string | null = null) => ({ pageId: "p1", key: "k", source: "Rail", was, value });

test("a text is sent once, a moment after the last key", async () => {
  const { saver, asked, saved } = aServer();
  saver.write(aText("G"));
  await vi.advanceTimersByTimeAsync(500);
  saver.write(aText("Ge"));
  await vi.advanceTimersByTimeAsync(999);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ text }) => text.value)).toEqual(["Ge"]);
  asked[0]?.answer("Ge");
  await vi.advanceTimersByTimeAsync(0);
  expect([saved.map(({ value }) => value), saver.texts.size]).toEqual([["Ge"], 0]);
});

test("what is written while it is under way follows, in place of what was saved", async () => {
  const { saver, asked } = aServer();
  saver.write(aText("Ge"));
  saver.flush();
  saver.write(aText("Geländer"));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toHaveLength(1);
  asked[0]?.answer("Ge");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked[1]?.text).toMatchObject({ value: "Geländer", was: "Ge" });
  asked[1]?.answer("Geländer");
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.texts.size).toBe(0);
});

test("what is refused when nobody looks any more is said", async () => {
  const { saver, asked, lost } = aServer();
  const leave = saver.subscribe(() => undefined);
  saver.write(aText("Geländer"));
  saver.flush();
  asked[0]?.refuse(new Error("seen"));
  await vi.advanceTimersByTimeAsync(0);
  expect(lost).toEqual([]);
  saver.retry("k");
  leave();
  asked[1]?.refuse(new Error("gone"));
  await vi.advanceTimersByTimeAsync(0);
  expect(lost).toEqual(["gone"]);
});

test("what was refused stays with its reason, and is tried again as somebody says", async () => {
  const { saver, asked } = aServer();
  saver.write(aText("Geländer"));
  saver.flush();
  asked[0]?.refuse(new Error("changed"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(1);
  expect(saver.texts.get("k")).toMatchObject({ value: "Geländer", failure: { message: "changed" } });
  saver.retry("k", { was: "Handlauf" });
  expect(asked[1]?.text).toMatchObject({ value: "Geländer", was: "Handlauf" });
  asked[1]?.refuse(new Error("offline"));
  await vi.advanceTimersByTimeAsync(0);
  saver.drop("k");
  expect(saver.texts.size).toBe(0);
});

test("what has not arrived is kept on the device, for the same person and language, until it has", async () => {
  vi.useRealTimers();
  for (const [name, value] of Object.entries(fake)) if (name !== "default") vi.stubGlobal(name, value);
  // Its own storage: another test may have raised the shared one to a newer release.
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
  const kept = () => openKeptTexts("7:4", 1, "de");
  const valuesOf = async (one: KeptTexts) => (await one.list()).entries.map(({ value }) => value);
  aServer(kept()).saver.write(aText("Geländer"));
  await expect.poll(() => valuesOf(kept())).toEqual(["Geländer"]);
  expect(await valuesOf(openKeptTexts("7:5", 1, "de"))).toEqual([]);
  expect(await valuesOf(openKeptTexts("7:4", 1, "fr"))).toEqual([]);
  // Its tab is gone. Whoever opens the language again sends it, and what is refused stays kept.
  const next = aServer(kept());
  await next.saver.resume();
  expect(next.asked.map(({ text }) => text)).toMatchObject([{ key: "k", pageId: "p1", source: "Rail", was: null, value: "Geländer" }]);
  next.asked[0]?.refuse(new Error("offline"));
  await expect.poll(() => next.saver.texts.get("k")?.failure?.message).toBe("offline");
  expect(await valuesOf(kept())).toEqual(["Geländer"]);
  next.saver.retry("k");
  next.asked[1]?.answer("Geländer");
  await expect.poll(() => valuesOf(kept())).toEqual([]);
  vi.unstubAllGlobals();
});
