import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hangWatch } from "./web/hang-watch.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("a package that hangs is noticed within seconds, and that it answers again at once", () => {
  const hangs: boolean[] = [];
  let answers = true;
  const watch = hangWatch(
    () => answers && watch.heard(),
    (value) => hangs.push(value),
  );
  vi.advanceTimersByTime(60_000);
  expect(hangs).toEqual([]);
  watch.heard();
  vi.advanceTimersByTime(60_000);
  expect(hangs).toEqual([]);
  answers = false;
  vi.advanceTimersByTime(4_000);
  expect(hangs).toEqual([]);
  vi.advanceTimersByTime(3_000);
  expect(hangs).toEqual([true]);
  watch.heard();
  expect(hangs).toEqual([true, false]);
  // A page that goes on to something else is not held up by it.
  vi.advanceTimersByTime(7_000);
  watch.stop();
  vi.advanceTimersByTime(60_000);
  expect(hangs).toEqual([true, false, true, false]);
});
