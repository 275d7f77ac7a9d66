// Route changes inside the application: how long a press takes to the next screen, how long any press takes to the next paint, and what
// 50 changes leave in memory (experience.md §4).
import type { CDPSession, Page } from "playwright-core";
import type { Seeded } from "./seed.ts";
import type { ServerProcess } from "#app/test/server.ts";
import { signIn, startBrowser, windowOf } from "./view-workloads.ts";

export interface RouteChanges {
  /** Milliseconds from the press to the painted, complete screen: the first time, with 9 Mbit/s and 100 ms; and when it was open before. */
  readonly cold: readonly number[];
  readonly warm: readonly number[];
  /** Milliseconds from each press to the next paint, as the browser counts them; under 16 it does not say. */
  readonly presses: readonly number[];
  readonly memoryMb: number;
}

const walk = [
  { link: "My Courses", title: "My Courses" },
  { link: "Course Catalog", title: "Course Catalog" },
  { link: "My History", title: "Student History" },
  { link: "Dashboard", title: "Dashboard" },
];
/** Changes after which memory is compared. */
const changes = 50;

/** Notes when a press began, and every press that the browser times. */
const observe = () => {
  const noted = { pressedAt: 0, presses: {} as Record<number, number> };
  (globalThis as unknown as { stoaRoute: typeof noted }).stoaRoute = noted;
  addEventListener("click", ({ timeStamp }) => (noted.pressedAt = timeStamp), { capture: true });
  new PerformanceObserver((list) => {
    // A press is several events of one number; the longest counts.
    for (const { interactionId, duration } of list.getEntries() as unknown as { interactionId: number; duration: number }[])
      if (interactionId) noted.presses[interactionId] = Math.max(noted.presses[interactionId] ?? 0, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

/** Waits for the frame after the one in which the screen stands complete; gives the milliseconds since the press. */
const untilShown = (title: string) =>
  new Promise<number>((done) => {
    const { stoaRoute } = globalThis as unknown as { stoaRoute: { pressedAt: number } };
    const look = () => {
      const isThere =
        document.getElementById("page-title")?.textContent?.trim() === title && !document.querySelector("main [aria-busy='true']");
      requestAnimationFrame(isThere ? () => done(performance.now() - stoaRoute.pressedAt) : look);
    };
    look();
  });

/** Presses a link of the navigation, after pointing at it as a hand does. */
async function go(page: Page, { link, title }: (typeof walk)[number]): Promise<number> {
  const entry = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link });
  await entry.hover();
  await page.waitForTimeout(100);
  await entry.click();
  return page.evaluate(untilShown, title);
}

/** Megabytes that are still in use after everything that can go has gone. */
async function usedMb(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  return (await cdp.send("Runtime.getHeapUsage")).usedSize / 1_000_000;
}

export async function routeChanges(server: ServerProcess, { emails }: Seeded): Promise<RouteChanges> {
  const browser = await startBrowser();
  const visitor = await signIn(server, emails[0] ?? "");
  try {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < 3; round++) {
      const context = await windowOf(browser, server, visitor);
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      await cdp.send("Network.enable");
      const conditions = { offline: false, latency: 100, downloadThroughput: 9_000_000 / 8, uploadThroughput: 9_000_000 / 8 };
      await cdp.send("Network.emulateNetworkConditions", conditions);
      await page.addInitScript(observe);
      await page.goto(`${server.origin}/v/student/dashboard`);
      await page.locator(".dash-columns").waitFor();
      await page.waitForLoadState("networkidle");
      for (const step of walk.slice(0, -1)) cold.push(await go(page, step));
      await go(page, { link: "Dashboard", title: "Dashboard" });
      for (const step of walk) warm.push(await go(page, step));
      await context.close();
    }
    const context = await windowOf(browser, server, visitor);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.addInitScript(observe);
    await page.goto(`${server.origin}/v/student/dashboard`);
    const turn = (length: number) => Array.from({ length }, (_, at) => walk[at % walk.length]).filter((step) => step !== undefined);
    for (const step of turn(2 * walk.length)) await go(page, step);
    const before = await usedMb(cdp);
    for (const step of turn(changes)) await go(page, step);
    const after = await usedMb(cdp);
    const presses = await page.evaluate(() =>
      Object.values((globalThis as unknown as { stoaRoute: { presses: Record<number, number> } }).stoaRoute.presses),
    );
    return { cold, warm, presses, memoryMb: after - before };
  } finally {
    visitor.close();
    await browser.close();
  }
}
