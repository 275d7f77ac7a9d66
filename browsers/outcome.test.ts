import { expect, test } from "vitest";
import type { Played } from "./journey.ts";
import { outcome } from "./outcome.ts";

const played = (wrong: string | null): Played => ({ journey: "Online course", step: "sign in", ms: 5, wrong });
const results = (...engines: [name: string, wrong: string | null][]) => new Map(engines.map(([name, wrong]) => [name, [played(wrong)]]));
const absent = ["WebKit is not installed here: apt-get install webkit2gtk-driver."];

test("a run in all engines ends with 0, one that lacks an engine with 2 and how to get it, one that fails or plays nothing with 1", () => {
  expect(outcome(results(["Chromium", null], ["Firefox", null]), [])).toEqual({
    lines: ["Ran in Chromium, Firefox: everything as it must be."],
    code: 0,
  });
  expect(outcome(results(["Chromium", null]), absent)).toEqual({
    lines: ["Ran in Chromium: everything as it must be.", ...absent],
    code: 2,
  });
  expect(outcome(results(["Chromium", null], ["Firefox", "no heading"]), absent)).toEqual({
    lines: ["Ran in Chromium, Firefox: 1 step failed.", ...absent],
    code: 1,
  });
  expect(outcome(new Map(), absent)).toEqual({ lines: ["Ran in no engine: nothing was played.", ...absent], code: 1 });
});
