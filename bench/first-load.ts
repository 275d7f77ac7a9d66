// W13: what a first visit of a screen costs in a real browser with an empty cache, and what the second visit costs.
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { screenNamed } from "#app/screen-addresses.ts";
import type { Seeded } from "./seed.ts";
import type { ServerProcess } from "#app/test/server.ts";
import { median } from "./statistics.ts";
import { screensOf, signIn, startBrowser, windowOf } from "./view-workloads.ts";

interface Load {
  /** Bytes on the wire, headers included, of everything requested until the view was complete. */
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
  /** The part of `bytes` that is course pictures, which depend on the portal's content and not on the screen. */
  readonly pictures: number;
  /** Bytes prefetched afterwards, while the page was idle. */
  readonly laterBytes: number;
}

export interface FirstLoad {
  readonly name: string;
  readonly cold: Load;
  readonly warm: Load;
  /** Budgets of the benchmark table in kB (1,000 bytes); undefined when it has none. */
  readonly atMost: { readonly all: number; readonly script: number } | undefined;
  /**
   * Five visits as on a slow phone (9 Mbit/s, 100 ms, CPU slowed four times). Other load on the machine can only add time, so the best time is the
   * closest to the page's own; of the layout shifts, the worst counts.
   */
  readonly mobile: { readonly lcp: number; readonly lcpMedian: number; readonly blocking: number; readonly shift: number };
}

/** Limits in kB for everything on the wire; JavaScript has the screen's own budget (app/screens.ts). */
const budgets: Readonly<Record<string, number>> = { W1: 200, W3: 240, W5: 260, W5v: 260 };
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Whether the visible page is complete: no part still loading, its font there, and the pictures in the window. */
const isWhole = () =>
  document.querySelector("[aria-busy='true']") === null &&
  document.fonts.status === "loaded" &&
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);

async function settled(page: Page, address: string, complete: string) {
  await page.goto(address, { timeout: 120_000 });
  await page.locator(complete).first().waitFor({ timeout: 120_000 });
  await page.waitForFunction(isWhole, undefined, { timeout: 120_000 });
}

/** Milliseconds after which a screen has finished prefetching. */
const restMs = 9_000;

/**
 * Opens a page and measures everything that came over the wire: what was requested until the view was complete and no request was pending, and
 * separately what the page prefetched afterwards.
 */
async function weigh(context: BrowserContext, address: string, complete: string): Promise<Load> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const asked = new Map<string, { bytes: number; isScript: boolean; isPicture: boolean; isCached: boolean; isOver: boolean }>();
  const of = (requestId: string) => asked.get(requestId);
  cdp.on("Network.requestWillBeSent", ({ requestId, request: { url } }) => {
    if (url.startsWith("http"))
      asked.set(requestId, { bytes: 0, isScript: false, isPicture: url.includes("/rest/files/"), isCached: false, isOver: false });
  });
  // From the browser's memory or disk cache: neither reaches the server.
  cdp.on("Network.requestServedFromCache", ({ requestId }) => Object.assign(of(requestId) ?? {}, { isCached: true }));
  cdp.on("Network.responseReceived", ({ requestId, type, response }) =>
    Object.assign(of(requestId) ?? {}, {
      isScript: type === "Script" || response.mimeType.includes("javascript"),
      ...(response.fromDiskCache && { isCached: true }),
    }),
  );
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    Object.assign(of(requestId) ?? {}, { bytes: encodedDataLength, isOver: true }),
  );
  cdp.on("Network.loadingFailed", ({ requestId }) => Object.assign(of(requestId) ?? {}, { isOver: true }));
  await settled(page, address, complete);
  while ([...asked.values()].some(({ isOver }) => !isOver)) await page.waitForTimeout(20);
  const needed = [...asked.values()];
  await page.waitForTimeout(restMs);
  const later = [...asked.values()].slice(needed.length);
  await page.close();
  const sum = (some: typeof needed) => some.reduce((total, { bytes }) => total + bytes, 0);
  return {
    bytes: sum(needed),
    scriptBytes: sum(needed.filter(({ isScript }) => isScript)),
    requests: needed.filter(({ isCached }) => !isCached).length,
    pictures: needed.filter(({ isCached, isPicture }) => !isCached && isPicture).length,
    laterBytes: sum(later),
  };
}

interface Paint {
  lcp: number;
  blocking: number;
  shift: number;
}

/** Records largest contentful paint, blocking time and layout shift from the start of a page. */
const observe = () => {
  const seen: Paint = { lcp: 0, blocking: 0, shift: 0 };
  (globalThis as unknown as { stoaPaint: Paint }).stoaPaint = seen;
  const on = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  on("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  on("longtask", (entry) => (seen.blocking += Math.max(0, entry.duration - 50)));
  on("layout-shift", (entry) => {
    const { hadRecentInput, value } = entry as unknown as { hadRecentInput: boolean; value: number };
    if (!hadRecentInput) seen.shift += value;
  });
};

async function slowPhone(cdp: CDPSession) {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 100,
    downloadThroughput: 9_000_000 / 8,
    uploadThroughput: 9_000_000 / 8,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

async function paintOnPhone(context: BrowserContext, address: string, complete: string): Promise<Paint> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  await slowPhone(await context.newCDPSession(page));
  await settled(page, address, complete);
  await page.waitForLoadState("networkidle");
  const paint = await page.evaluate(() => (globalThis as unknown as { stoaPaint: Paint }).stoaPaint);
  await page.close();
  return paint;
}

/** Measures login, dashboard, course details and course viewer: with an empty cache, with a warm one, and with an empty one on a slow phone. */
export async function firstLoads(server: ServerProcess, seeded: Seeded): Promise<FirstLoad[]> {
  const browser: Browser = await startBrowser();
  const loads: FirstLoad[] = [];
  // The viewer asks where to continue when a course is open elsewhere, so another person opens it each time.
  const emails = [...seeded.emails];
  const visitorFor = async (signedIn: boolean) => (signedIn ? signIn(server, emails.pop() ?? "") : null);
  try {
    for (const { id, name, screen, path, complete, signedIn } of screensOf(seeded)) {
      const address = `${server.origin}${path}`;
      const visitor = await visitorFor(signedIn);
      const context = await windowOf(browser, server, visitor);
      const cold = await weigh(context, address, complete);
      const warm = await weigh(context, address, id === "W5v" ? "main h1" : complete);
      await context.close();
      visitor?.close();
      const paints: Paint[] = [];
      for (let i = 0; i < 5; i++) {
        const other = await visitorFor(signedIn);
        const phoneContext = await windowOf(browser, server, other, phone);
        paints.push(await paintOnPhone(phoneContext, address, complete));
        await phoneContext.close();
        other?.close();
      }
      const all = (key: keyof Paint) => paints.map((paint) => paint[key]);
      loads.push({
        name,
        cold,
        warm,
        atMost: budgets[id] === undefined ? undefined : { all: budgets[id], script: screenNamed(screen).budget.total },
        mobile: {
          lcp: Math.min(...all("lcp")),
          lcpMedian: median(all("lcp")),
          blocking: Math.min(...all("blocking")),
          shift: Math.max(...all("shift")),
        },
      });
    }
  } finally {
    await browser.close();
  }
  return loads;
}
