// F11: the page ends at 60 random moments: closed, navigated away, reloaded, its frame removed, crashed.
import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { courseUrl, openBrowser, saveState, storedTick, until, visit, type Visit } from "./browser.ts";
import { compareStored } from "./check.ts";
import { randomFrom, type Random } from "./random.ts";
import { spread, type Fault } from "./report.ts";
import { onDatabase, startProcess } from "#app/test/server.ts";
import { exitStyles, tickingPackage, type ExitStyle } from "./ticking-package.ts";
import { makeWorld, type World } from "./world.ts";

const ends = ["close", "navigate", "reload", "frame removed", "crash"] as const;
type End = (typeof ends)[number];
const rounds = 4;
/** Up to this many bytes of changes, an orderly end of the page loses nothing (security.md §5.2). */
const safeBytes = 48 * 1024;
/** Bytes that a tick adds to its suspend data: element names, and the log of its calls. */
const besides = 1100;

interface Moment {
  readonly style: ExitStyle;
  readonly end: End;
  readonly size: number;
  readonly courseId: number;
}

interface Outcome {
  readonly acknowledged: number;
  readonly lost: number;
  readonly attemptId: number;
  /** Milliseconds until the server had everything that had to arrive. */
  readonly arrivedMs: number | null;
  readonly reopened: boolean;
  readonly finding: string | null;
}

async function endPage({ context, page }: Visit, end: End, elsewhere: string) {
  switch (end) {
    case "close":
      // Closed as a person closes a tab, so that its events fire.
      await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
      return;
    case "navigate":
      return void (await page.goto(elsewhere, { waitUntil: "commit" }));
    case "reload":
      return void (await page.reload({ waitUntil: "commit" }));
    case "frame removed":
      return page.evaluate(() => document.querySelector(".scorm-frame iframe")?.remove());
    case "crash": {
      const session = await context.newCDPSession(page);
      await Promise.race([session.send("Page.crash").catch(() => undefined), page.waitForEvent("crash"), wait(2000)]);
      await page.close().catch(() => undefined);
    }
  }
}

async function tryMoment(browser: Browser, world: World, random: Random, { style, end, size, courseId }: Moment): Promise<Outcome> {
  const { stoa } = world;
  const person = await world.aPerson();
  await world.enrol(person.userId, courseId);
  const seen = await visit(browser, stoa, person.sessionToken);
  try {
    await seen.page.goto(courseUrl(stoa, courseId));
    if ((await until(() => seen.ticks.length > 0, 20_000)) === null)
      return {
        acknowledged: 0,
        lost: 1,
        attemptId: 0,
        arrivedMs: null,
        reopened: false,
        finding: `the package did not start (${await seen.page.title()}, ${await saveState(seen.page)})`,
      };
    await wait(random.whole(300, 4500));
    const endedAt = Date.now();
    // Counted before the end: after it, the page may not be able to report to the harness.
    const before = [...seen.ticks];
    await endPage(seen, end, `${stoa.origin}/v/student/myCourses`);
    const orderly = end !== "crash";
    const bytes = before.length * (size + besides);
    const isSmall = bytes <= safeBytes;
    const newest = before.at(-1)?.n ?? 0;
    const olderThanASecond = before.findLast(({ at }) => at <= endedAt - 1000)?.n ?? 0;
    const strict = orderly && isSmall;
    const wantLast = strict && style !== "none";
    const enough = (found: { n: number; word: string }, n: number) =>
      found.n >= n && (!wantLast || found.word === "last" || found.n > newest + 1);
    const want = strict ? newest : olderThanASecond;

    let arrivedMs = await until(async () => enough(await storedTick(world, person.userId, courseId), want), 8000);
    let reopened = end === "reload";
    if (arrivedMs === null && !strict) {
      // The device kept it: the next visit in the same browser sends it.
      reopened = true;
      const page = await seen.context.newPage();
      await page.goto(courseUrl(stoa, courseId));
      arrivedMs = await until(async () => enough(await storedTick(world, person.userId, courseId), want), 35_000);
    }
    const found = await storedTick(world, person.userId, courseId);
    let ok = enough(found, want);
    let resumedAt: number | null = null;
    if (end === "reload" && strict) {
      // The reloaded page has to continue where the learner was, or old state would overwrite the new.
      const next = () => seen.ticks.find(({ load }) => load !== before.at(-1)?.load);
      await until(() => next() !== undefined, 15_000);
      resumedAt = next()?.n ?? 0;
      if (resumedAt <= newest) ok = false;
    }
    return {
      acknowledged: before.length,
      lost: ok ? 0 : Math.max(1, want - found.n),
      attemptId: found.attemptId,
      arrivedMs,
      reopened,
      finding: ok
        ? null
        : `${end}, ${style}, ${size} bytes a tick: ${newest} acknowledged (${olderThanASecond} older than 1 s), the server has ${found.n} "${found.word}"${resumedAt === null ? "" : `, the reloaded page began with ${resumedAt}`}`,
    };
  } finally {
    await seen.context.close();
  }
}

/** How often a package's call appears more than once in the call log: each call of a session has its own time and value. */
const doubledCalls = (world: World, attempts: readonly number[]) =>
  onDatabase(world.stoa, async (client) => {
    const { rows } = await client.query<{ doubled: number }>(
      `select coalesce(sum(times - 1), 0)::int as doubled from (
         select count(*) as times from scorm_calls s, jsonb_array_elements(s.calls) c
         where s.portal_id = $1 and s.attempt_id = any($2::bigint[]) and c->>'call' = 'LMSSetValue' and c->>'element' = 'cmi.suspend_data'
         group by s.attempt_id, s.session, split_part(c->>'value', ':', 1)) counted where times > 1`,
      [world.portalId, attempts],
    );
    return rows[0]?.doubled ?? 0;
  });

export const pageEnds: Fault = {
  id: "F11",
  title: `the page ends at ${rounds * ends.length * exitStyles.length} random moments: ${ends.join(", ")}; exits ${exitStyles.join(", ")}`,
  async run(port) {
    const stoa = await startProcess({ port });
    const browser = await openBrowser();
    try {
      const world = await makeWorld(stoa);
      const random = randomFrom(11);
      // Small changes that any end can send, and large ones that do not fit.
      const sizes = [200, 3500];
      const courses = new Map<string, number>();
      for (const style of exitStyles)
        for (const size of sizes)
          courses.set(`${style} ${size}`, (await world.aScormCourse(await tickingPackage(style, { every: 150, size }))).courseId);
      const moments = random.shuffle(
        Array.from({ length: rounds }, (_, round) =>
          exitStyles.flatMap((style) =>
            ends.map((end) => {
              const size = sizes[round % sizes.length] ?? 200;
              return { style, end, size, courseId: courses.get(`${style} ${size}`) ?? 0 };
            }),
          ),
        ).flat(),
      );
      const outcomes: Outcome[] = [];
      const work = [...moments];
      await Promise.all(
        Array.from({ length: 2 }, async () => {
          for (let next = work.shift(); next; next = work.shift()) outcomes.push(await tryMoment(browser, world, random, next));
        }),
      );
      const attempts = outcomes.map(({ attemptId }) => attemptId).filter((id) => id > 0);
      const doubled = await doubledCalls(world, attempts);
      const merged = await onDatabase(stoa, (client) => compareStored(client, world.portalId, attempts));
      const lost = outcomes.reduce((sum, one) => sum + one.lost, 0);
      return {
        ok: lost + doubled + merged.wrong === 0,
        acknowledged: outcomes.reduce((sum, one) => sum + one.acknowledged, 0),
        lost,
        doubled,
        wrong: merged.wrong,
        faults: outcomes.length,
        notes: [
          `arrival after the end: ${spread(outcomes.flatMap(({ arrivedMs }) => arrivedMs ?? []))}; needed the next visit: ${outcomes.filter(({ reopened }) => reopened).length} (reloads included)`,
          ...outcomes.flatMap(({ finding }) => finding ?? []).slice(0, 15),
          ...merged.findings,
        ],
      };
    } finally {
      await browser.close();
      await stoa.close();
    }
  },
};
