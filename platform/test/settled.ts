import type { Page, Request } from "playwright-core";
import { vi } from "vitest";

/**
 * Watches a page's requests and those of its frames from now on. Returns a function that waits until the page has nothing more to do: twice in a row no
 * request is on its way, and the browser is idle. Unlike Playwright's "networkidle" it waits for no time to pass.
 */
export function watchWork(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    // A stream of news has no end.
    if (request.resourceType() !== "eventsource") underWay.add(request);
  });
  page.on("requestfinished", (request) => void underWay.delete(request));
  page.on("requestfailed", (request) => void underWay.delete(request));
  // Nobody hears how a request ends whose page is gone.
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) underWay.clear();
  });
  const isIdle = async () => {
    if (underWay.size > 0) return false;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })));
    return underWay.size === 0;
  };
  return async () => {
    await vi
      .waitUntil(async () => (await isIdle()) && (await isIdle()), { timeout: 60_000 })
      .catch((cause: unknown) => {
        const waitsFor = [...underWay].map((request) => `${request.method()} ${request.url()}`).join(", ");
        throw new Error(`${page.url()} still waits for ${waitsFor || "its own work"}.`, { cause });
      });
  };
}
