// Route changes inside the application: the time from a press to the next screen, also between the learner's screens and the staff's; the time from
// any press to the next paint; and the memory that 50 changes leave in use (experience.md §4).
import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import type { Seeded } from "./seed.ts";
import type { ServerProcess } from "#app/test/server.ts";
import { signIn, startBrowser, windowOf } from "./view-workloads.ts";
import type { Visitor } from "./visitor.ts";

export interface RouteChanges {
  /** Milliseconds from the press to the painted, complete screen. cold: the first time, over 9 Mbit/s and 100 ms. warm: when it was open before. */
  readonly cold: readonly number[];
  readonly warm: readonly number[];
  /** The same between the learner's and the staff's screens, which differ in code and role. */
  readonly across: { readonly cold: readonly number[]; readonly warm: readonly number[] };
  /** Milliseconds from each press to the next paint, as the browser measures it; it reports none under 16. */
  readonly presses: readonly number[];
  readonly memoryMb: number;
}

interface Screen {
  readonly path: string;
  readonly title: string;
}

const dashboard: Screen = { path: "/v/student/dashboard", title: "Dashboard" };
const staffDashboard: Screen = { path: "/v/dashboard/author", title: "Dashboard" };
const walk = [
  { link: "My Courses", screen: { path: "/v/course/catalog/myonlinecourses", title: "My Courses" } },
  { link: "Course Catalog", screen: { path: "/v/course/catalog/categories", title: "Course Catalog" } },
  { link: "My History", screen: { path: "/v/student/history", title: "Student History" } },
  { link: "Dashboard", screen: dashboard },
];
/** Number of changes between the two memory measurements. */
const changes = 50;

/** Records when a press began, and every press that the browser measures. */
const observe = () => {
  const noted = { pressedAt: 0, presses: {} as Record<number, number> };
  (globalThis as unknown as { stoaRoute: typeof noted }).stoaRoute = noted;
  addEventListener("click", ({ timeStamp }) => (noted.pressedAt = timeStamp), { capture: true });
  new PerformanceObserver((list) => {
    // One press causes several events with the same id; the longest counts.
    for (const { interactionId, duration } of list.getEntries() as unknown as { interactionId: number; duration: number }[])
      if (interactionId) noted.presses[interactionId] = Math.max(noted.presses[interactionId] ?? 0, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

/** Waits for the frame after the one in which the screen is complete. Returns the milliseconds since the press. */
const untilShown = ({ path, title }: Screen) =>
  new Promise<number>((done) => {
    const { stoaRoute } = globalThis as unknown as { stoaRoute: { pressedAt: number } };
    const look = () => {
      const isThere =
        location.pathname === path &&
        document.getElementById("page-title")?.textContent?.trim() === title &&
        !document.querySelector("main [aria-busy='true']");
      requestAnimationFrame(isThere ? () => done(performance.now() - stoaRoute.pressedAt) : look);
    };
    look();
  });

/** Presses an element that leads to a screen, after moving the pointer onto it as a person does. */
async function press(page: Page, entry: Locator, screen: Screen): Promise<number> {
  await entry.hover();
  await page.waitForTimeout(100);
  await entry.click();
  return page.evaluate(untilShown, screen);
}

/** Presses a link of the navigation. */
const go = (page: Page, { link, screen }: { link: string; screen: Screen }) =>
  press(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }), screen);

/** Changes from the learner's screens to the staff's by the account menu, and back by the navigation. */
async function toStaff(page: Page): Promise<number> {
  await page.getByRole("button", { name: /^Account/ }).click();
  return press(page, page.getByRole("menuitem", { name: "Author" }), staffDashboard);
}
const toLearner = (page: Page) => go(page, { link: "My Education", screen: dashboard });

/** A window over 9 Mbit/s and 100 ms with an empty cache, in which a screen has loaded and become idle. */
async function slowWindow(browser: Browser, server: ServerProcess, visitor: Visitor, { path }: Screen) {
  const context = await windowOf(browser, server, visitor);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const conditions = { offline: false, latency: 100, downloadThroughput: 9_000_000 / 8, uploadThroughput: 9_000_000 / 8 };
  await cdp.send("Network.emulateNetworkConditions", conditions);
  await page.addInitScript(observe);
  await page.goto(`${server.origin}${path}`);
  await page.locator("#page-title").waitFor();
  await page.waitForFunction(() => !document.querySelector("main [aria-busy='true']"));
  await page.waitForLoadState("networkidle");
  return { page, context };
}

/** From the learner's screens to the staff's and back: the first time in each direction, and again when both were open before. */
async function changesAcross(browser: Browser, server: ServerProcess): Promise<RouteChanges["across"]> {
  const author = await signIn(server, "author@stoa.example");
  const [cold, warm]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < 3; round++) {
      const learner = await slowWindow(browser, server, author, dashboard);
      cold.push(await toStaff(learner.page));
      for (let again = 0; again < 2; again++) warm.push(await toLearner(learner.page), await toStaff(learner.page));
      await learner.context.close();
      const staff = await slowWindow(browser, server, author, staffDashboard);
      cold.push(await toLearner(staff.page));
      await staff.context.close();
    }
    return { cold, warm };
  } finally {
    author.close();
  }
}

/** Megabytes still in use after garbage collection. */
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
      const { page, context } = await slowWindow(browser, server, visitor, dashboard);
      for (const step of walk.slice(0, -1)) cold.push(await go(page, step));
      await go(page, { link: "Dashboard", screen: dashboard });
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
    return { cold, warm, presses, across: await changesAcross(browser, server), memoryMb: after - before };
  } finally {
    visitor.close();
    await browser.close();
  }
}
