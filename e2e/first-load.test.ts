import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { openScreen, screenStates, windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// How many requests a learner's screen takes until it is complete, with nothing cached: page, scripts, style sheet, font, logo, calls and the pictures
// in the window. Counted, not timed.
const stoa = useStoa();

const most = 12;
/** The learner's screens in their main states; a lesson of text stands for the viewer, since kinds bring parts of their own. */
const counted = [
  "login",
  "password-change",
  "dashboard",
  "catalog",
  "search",
  "my-courses",
  "details",
  "history",
  "account",
  "viewer-text",
  "about",
];

/** Keeps the browser from ever being idle: what a screen fetches ahead at rest (ui/at-rest.ts) is not part of its view. */
const neverIdle = () => void (globalThis.requestIdleCallback = () => 0);

/** The requests of a page; a file that is fetched and then imported from the cache counts once. */
function requestsOf(page: Page): { asked: Set<string>; pending: Set<Request> } {
  const [asked, pending] = [new Set<string>(), new Set<Request>()];
  let calls = 0;
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("http")) return;
    pending.add(request);
    asked.add(/\/v\/(?:assets|brand)\//.test(url) ? url : `${url} (${request.method()} ${++calls})`);
  });
  page.on("requestfinished", (request) => void pending.delete(request));
  page.on("requestfailed", (request) => void pending.delete(request));
  return { asked, pending };
}

test(`the learner's screens take at most ${most} requests each`, { timeout: 120_000 }, async () => {
  const states = (await screenStates(stoa, "northwind")).filter(({ name }) => counted.includes(name));
  expect(states.map(({ name }) => name).toSorted()).toEqual(counted.toSorted());
  const over: string[] = [];
  for (const { name, path, visitor, shows } of states) {
    const page = await windowFor(stoa, visitor, "northwind");
    await page.addInitScript(neverIdle);
    const { asked, pending } = requestsOf(page);
    await openScreen(page, stoa.url(path), shows);
    // Pictures in the window are requested in the frame after they are drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await soon(() => pending.size).toBe(0);
    expect(asked.size, name).toBeGreaterThan(5);
    if (asked.size > most) over.push(`${name}: ${asked.size}`, ...asked);
    await page.context().close();
  }
  expect(over).toEqual([]);
});
