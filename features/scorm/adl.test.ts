import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startStoa, type Stoa } from "../../e2e/support/stoa.ts";
import { adlCases, adlPage, playAdlCase } from "./test/adl-cases.ts";

// A few of ADL's own cases, where they are present, each for a mistake that ours once had; `npm run adl` plays all of them.
const cases = [
  { name: "CM-01", why: "time limits and pass marks of objectives without an id" },
  { name: "CM-07b", why: "a folder that is chosen, and no way forward or back where the package has none" },
  { name: "CM-15", why: "a package whose parts are only chosen" },
  { name: "OB-02b", why: "ids of global objectives" },
  { name: "DMB", why: "resuming, beginning anew and the time of an attempt" },
].filter(({ name }) => adlCases.includes(name));

let stoa: Stoa;
let learner: number;
let page: Page;
beforeAll(async () => {
  stoa = await startStoa(inject("superUrl"));
  learner = await stoa.userId();
  page = await adlPage(stoa);
}, 180_000);
afterAll(() => stoa?.close());

test.for(cases)("ADL's case $name: $why", { timeout: 120_000 }, async ({ name }) => {
  expect(await playAdlCase(stoa, page, name, learner)).toBeNull();
});
