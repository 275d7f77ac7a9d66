// A real Chromium in front of the server, with a record of what was acknowledged to the package.
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { findChromium } from "#platform/test/chromium.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { reportName } from "./ticking-package.ts";
import type { World } from "./world.ts";

export interface Tick {
  readonly n: number;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly at: number;
  /** Identifies one load of the package's page; all its ticks have the same number. */
  readonly load: number;
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Every tick for which a package in this context got the answer "true". */
  readonly ticks: Tick[];
}

export const openBrowser = async (): Promise<Browser> => chromium.launch(await findChromium());

/** A window with a session of a person and no page open yet. */
export async function visit(browser: Browser, stoa: ServerProcess, sessionToken: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, locale: "en-GB" });
  context.setDefaultTimeout(20_000);
  await context.addCookies([{ name: cookieNames(false).session, value: sessionToken, url: stoa.origin, httpOnly: true, sameSite: "Lax" }]);
  const ticks: Tick[] = [];
  await context.exposeFunction(reportName, (tick: Tick) => void ticks.push(tick));
  return { context, page: await context.newPage(), ticks };
}

export const courseUrl = (stoa: ServerProcess, courseId: number) => `${stoa.origin}/v/student/courseViewer/${courseId}`;

/** The save state that the viewer shows: saved, saving, waiting, offline, blocked; null when it shows none. */
export const saveState = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector(".save-status")?.getAttribute("data-state") ?? null).catch(() => null);

/** The number and the word in the suspend data that the server has for a person's attempt. */
export const storedTick = (world: World, userId: number, courseId: number) =>
  onDatabase(world.stoa, async (client) => {
    const { rows } = await client.query<{ attempt: number; data: string | null }>(
      `select a.id as attempt, (select s.cmi->>'cmi.suspend_data' from scorm_states s where s.portal_id = a.portal_id and s.attempt_id = a.id and s.sco_key = 'sco-1') as data
       from attempts a where a.portal_id = $1 and a.user_id = $2 and a.course_id = $3 order by a.id desc limit 1`,
      [world.portalId, userId, courseId],
    );
    const [n = "0", word = ""] = (rows[0]?.data ?? "0").split(":");
    return { attemptId: Number(rows[0]?.attempt ?? 0), n: Number(n), word };
  });

/** Waits until the condition holds. Returns the milliseconds it took; null when the limit ran out. */
export async function until(holds: () => Promise<boolean> | boolean, limitMs: number, everyMs = 100): Promise<number | null> {
  const began = performance.now();
  for (;;) {
    if (await holds()) return performance.now() - began;
    if (performance.now() - began > limitMs) return null;
    await new Promise((done) => setTimeout(done, everyMs));
  }
}
