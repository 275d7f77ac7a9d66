// F10: a package and an online course while the network is down for a minute, then while only the server is down for a minute.
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { courseUrl, openBrowser, saveState, storedTick, until, visit, type Visit } from "./browser.ts";
import { compareStored } from "./check.ts";
import type { Fault } from "./report.ts";
import { onDatabase, startProcess } from "#app/test/server.ts";
import { tickingPackage } from "./ticking-package.ts";
import { makeWorld, type World } from "./world.ts";

const awaySeconds = 60;
/** Once the server can be reached again, everything must have arrived within this time. */
const flushedMs = 30_000;
/**
 * The longest time for which the page may show saved for work that the server does not have, or show saving while nothing gets through; and the time
 * within which it must show the problem (security.md §5.4 F10).
 */
const truthfulMs = 5_000;

interface Watch {
  /** Longest time in ms during which the page showed saved while the server lacked older work. */
  readonly longestLie: () => number;
  /** Longest uninterrupted time in ms during which it showed saving. */
  readonly longestSaving: () => number;
  /** Milliseconds from the start until it first showed the problem. */
  readonly toldAfter: () => number;
  /** The states that the page showed, with the ms from the start until each first appeared. */
  readonly states: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Reads the save state every quarter second. Nothing reaches the server meanwhile, so "saved" is false once work was done. */
function watch(page: Page, workedSince: () => boolean): Watch {
  const began = performance.now();
  const states = new Map<string, number>();
  let liedSince: number | null = null;
  let longest = 0;
  let savingSince: number | null = null;
  let longestSaving = 0;
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const state = (await saveState(page)) ?? "nothing";
      const now = performance.now();
      if (!states.has(state)) states.set(state, now - began);
      if (state === "saved" && workedSince()) {
        liedSince ??= now;
        longest = Math.max(longest, now - liedSince);
      } else liedSince = null;
      savingSince = state === "saving" ? (savingSince ?? now) : null;
      if (savingSince !== null) longestSaving = Math.max(longestSaving, now - savingSince);
      await wait(250);
    }
  })();
  return {
    states,
    longestLie: () => longest,
    longestSaving: () => longestSaving,
    toldAfter: () => Math.min(...["waiting", "offline", "blocked"].map((state) => states.get(state) ?? Infinity)),
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

/** The demo's longest online course in this portal, with its pages in order. */
const demoCourse = (world: World) =>
  onDatabase(world.stoa, async (client) => {
    const { rows } = await client.query<{ id: number; keys: string[] }>(
      `select c.id, (select array_agg(i.item_key order by i.position) from course_version_items i where i.portal_id = c.portal_id and i.version_id = v.id) as keys
       from courses c join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
       where c.portal_id = $1 and c.type = 'online' and c.status = 'published' order by v.item_count desc limit 1`,
      [world.portalId],
    );
    if (!rows[0]) throw new Error("The demo has no online course.");
    return { id: Number(rows[0].id), keys: rows[0].keys };
  });

/** Completed pages, position and credited seconds of a person's attempt in the database. */
const storedLesson = (world: World, userId: number, courseId: number) =>
  onDatabase(world.stoa, async (client) => {
    const { rows } = await client.query<{ place: string | null; items: number; credited: number; logged: number; attempt: number }>(
      `select a.id as attempt, s.place->>'pageId' as place, s.credited_seconds as credited,
         (select count(*)::int from attempt_items i where i.portal_id = a.portal_id and i.attempt_id = a.id) as items,
         (select coalesce(sum(credited_seconds), 0)::int from commit_log l where l.portal_id = a.portal_id and l.attempt_id = a.id) as logged
       from attempts a join attempt_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
       where a.portal_id = $1 and a.user_id = $2 and a.course_id = $3`,
      [world.portalId, userId, courseId],
    );
    return rows[0];
  });

/** Keeps reading for some seconds: to the end of the lesson, then the next one. Returns how many lessons were read to the end, and the position. */
async function readOn(page: Page, seconds: number): Promise<{ lessons: number; place: string | null }> {
  const end = performance.now() + seconds * 1000;
  let lessons = 0;
  while (performance.now() < end) {
    await page
      .locator(".lesson-end")
      .scrollIntoViewIfNeeded({ timeout: 3000 })
      .then(
        () => lessons++,
        () => undefined,
      );
    await wait(2500);
    if (performance.now() > end - 3000) break;
    await page
      .getByRole("button", { name: "Continue" })
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await wait(2500);
  }
  await wait(Math.max(0, end - performance.now()));
  return { lessons, place: new URL(page.url()).searchParams.get("page") };
}

interface Away {
  readonly name: string;
  go(visits: readonly Visit[]): Promise<void>;
  back(visits: readonly Visit[]): Promise<void>;
}

async function once(browser: Browser, world: World, scormCourse: number, { name, go, back }: Away) {
  const { stoa } = world;
  const [learner, reader] = [await world.aPerson(), await world.aPerson()];
  const course = await demoCourse(world);
  await world.enrol(learner.userId, scormCourse);
  await world.enrol(reader.userId, course.id);
  const scorm = await visit(browser, stoa, learner.sessionToken);
  const lesson = await visit(browser, stoa, reader.sessionToken);
  const problems: string[] = [];
  try {
    await scorm.page.goto(courseUrl(stoa, scormCourse));
    await lesson.page.goto(courseUrl(stoa, course.id));
    if ((await until(() => scorm.ticks.length > 2, 20_000)) === null) throw new Error("The package did not start.");
    await lesson.page.locator(".lesson-end").waitFor({ state: "attached" });
    await wait(2000);

    await go([scorm, lesson]);
    const goneAt = scorm.ticks.at(-1)?.n ?? 0;
    const watches = [watch(scorm.page, () => (scorm.ticks.at(-1)?.n ?? 0) > goneAt), watch(lesson.page, () => true)];
    const online = await scorm.page.evaluate(() => navigator.onLine);
    const read = await readOn(lesson.page, awaySeconds);
    const longestLie = Math.max(...watches.map(({ longestLie: lie }) => lie()));
    const longestSaving = Math.max(...watches.map(({ longestSaving: saving }) => saving()));
    // The package changes something every second, the reader within the first few seconds.
    const toldAfter = Math.max(...watches.map(({ toldAfter: told }) => told()));
    for (const one of watches) await one.stop();
    const acknowledged = scorm.ticks.at(-1)?.n ?? 0;
    const during = acknowledged - goneAt;

    await back([scorm, lesson]);
    // The package goes on ticking meanwhile; what counts is what was acknowledged to it before the connection came back.
    const took = await Promise.all([
      until(async () => (await storedTick(world, learner.userId, scormCourse)).n >= acknowledged, flushedMs + 15_000),
      until(async () => {
        const found = await storedLesson(world, reader.userId, course.id);
        return (read.place === null || found?.place === read.place) && (await saveState(lesson.page)) === "saved";
      }, flushedMs + 15_000),
    ]);
    const stored = await storedTick(world, learner.userId, scormCourse);
    const lessons = await storedLesson(world, reader.userId, course.id);
    const lost = Math.max(0, acknowledged - stored.n);
    if (took.some((ms) => ms === null || ms > flushedMs)) problems.push(`${name}: not all there ${flushedMs / 1000} s after the return`);
    if (longestLie > truthfulMs) problems.push(`${name}: the page said saved for ${Math.round(longestLie)} ms while it was not`);
    if (longestSaving > truthfulMs)
      problems.push(`${name}: the page said saving for ${Math.round(longestSaving)} ms while nothing got through`);
    if (toldAfter > truthfulMs) problems.push(`${name}: the page named the trouble after ${Math.round(toldAfter)} ms`);
    if (during === 0) problems.push(`${name}: the package could do nothing meanwhile`);
    if (lessons?.credited !== lessons?.logged)
      problems.push(`${name}: credited seconds ${lessons?.credited} are not the sum of the log ${lessons?.logged}`);
    if (read.lessons > 0 && (lessons?.items ?? 0) === 0) problems.push(`${name}: no lesson read meanwhile counts`);
    await scorm.page.goto("about:blank");
    const merged = await onDatabase(stoa, (client) => compareStored(client, world.portalId, [stored.attemptId]));
    const shown = watches.map(({ states }) => [...states].map(([state, ms]) => `${state} ${(ms / 1000).toFixed(1)} s`).join(", "));
    return {
      acknowledged: during + read.lessons,
      lost,
      wrong: merged.wrong,
      problems: [...problems, ...merged.findings],
      notes: [
        `${name} for ${awaySeconds} s (navigator.onLine ${online}): ${during} commits answered true, ${read.lessons} lessons read; flushed ${took.map((ms) => (ms === null ? "never" : `${(ms / 1000).toFixed(1)} s`)).join(" and ")} after the return`,
        `the page said, first at: package ${shown[0]}; lesson ${shown[1]}; longest "saved" that was not: ${Math.round(longestLie)} ms, longest "saving": ${Math.round(longestSaving)} ms; trouble named after ${Math.round(toldAfter)} ms`,
      ],
    };
  } finally {
    await scorm.context.close();
    await lesson.context.close();
  }
}

export const offline: Fault = {
  id: "F10",
  title: "a minute without network, a minute without server, in a package and in an online course",
  async run(port) {
    const stoa = await startProcess({ port, demo: true });
    const browser = await openBrowser();
    try {
      const world = await makeWorld(stoa);
      const { courseId } = await world.aScormCourse(await tickingPackage("pagehide", { every: 1000, size: 300 }));
      const runs = [
        await once(browser, world, courseId, {
          name: "no network",
          go: async (visits) => void (await Promise.all(visits.map(({ context }) => context.setOffline(true)))),
          back: async (visits) => void (await Promise.all(visits.map(({ context }) => context.setOffline(false)))),
        }),
        await once(browser, world, courseId, {
          name: "no server",
          go: () => stoa.kill(),
          back: async () => void (await stoa.start()),
        }),
      ];
      const sum = (pick: (run: (typeof runs)[number]) => number) => runs.reduce((total, run) => total + pick(run), 0);
      const problems = runs.flatMap((run) => run.problems);
      return {
        ok: problems.length === 0 && sum((run) => run.lost) === 0,
        acknowledged: sum((run) => run.acknowledged),
        lost: sum((run) => run.lost),
        doubled: 0,
        wrong: problems.length,
        faults: runs.length,
        notes: [...runs.flatMap((run) => run.notes), ...problems],
      };
    } finally {
      await browser.close();
      await stoa.close();
    }
  },
};
