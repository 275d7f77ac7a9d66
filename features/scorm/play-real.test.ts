import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Frame, FrameLocator, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, inject, test, vi } from "vitest";
import { startStoa, type Stoa } from "../../e2e/support/stoa.ts";
import { aScormCourse, type ScormCourse } from "./test/scorm-course.ts";

// Third-party packages (issue 3), where they are present: imported, launched, tracked, resumed in a new browser, finished. Prints a line for each.
const folder = join(import.meta.dirname, "../../../shared/content");
const packages = ["scorm-stage", "scorm12", "scorm2004"].flatMap((name) => {
  const dir = join(folder, name);
  return existsSync(dir)
    ? readdirSync(dir)
        .filter((file) => file.endsWith(".zip"))
        .toSorted((a, b) => Number(/s1000d/.test(b)) - Number(/s1000d/.test(a)))
        .map((file) => join(dir, file))
    : [];
});
/**
 * An Adapt course whose author switched off both completion criteria (course/config.json, _completionCriteria), so it never reports "completed",
 * whatever a learner does. It has a test of its own.
 */
const reportsNoEnd = /adapt_etce/;
/** Packaging samples whose pages never look for an API; their course's policy completes them when opened (SCO-6). */
const neverReports = /ContentPackagingSingleSCO|singlesco/;
/** Samples that send the learner back until the quizzes are passed: their questions are answered rightly, those of the others by chance. */
const wantsRightAnswers = /SimpleRemediation|PostTestRollup/;
/** The package that goes the whole way, from its author's upload to its learner's history. */
const forJourney = packages.find((path) => /RuntimeBasicCalls_SCORM12/.test(path));

let stoa: Stoa;
let learner: number;
const lines: string[] = [];
beforeAll(async () => {
  if (packages.length === 0) return;
  stoa = await startStoa(inject("superUrl"));
  learner = await stoa.userId();
}, 180_000);
afterAll(async () => {
  await stoa?.close();
  if (lines.length > 0) process.stdout.write(`\n${lines.join("\n")}\n`);
});

const stateOf = (course: Pick<ScormCourse, "id">) =>
  stoa.databases.inPortal(stoa.portalId(), async (db) => {
    const states = await db
      .selectFrom("scorm_states as s")
      .innerJoin("attempts as a", (on) => on.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
      .select(["s.sco_key", "s.cmi", "s.sessions", "s.completed"])
      .where("a.course_id", "=", course.id)
      .orderBy("s.sco_key")
      .execute();
    const [attempt] = await db
      .selectFrom("attempt_progress")
      .selectAll()
      .where("course_id", "=", course.id)
      .orderBy("attempt_id")
      .execute();
    const calls = await db
      .selectFrom("scorm_calls as c")
      .innerJoin("attempts as a", (on) => on.onRef("a.portal_id", "=", "c.portal_id").onRef("a.id", "=", "c.attempt_id"))
      .select("c.calls")
      .where("a.course_id", "=", course.id)
      .orderBy("c.id")
      .execute();
    const scos = states.filter(({ sco_key }) => !sco_key.startsWith("_"));
    return {
      scos,
      attempt,
      calls: calls.flatMap((row) => row.calls as unknown as { call: string; error: string; element?: string; result: string }[]),
    };
  });

/** Opens the course in a window of the learner; the packages' own questions ("resume?") are answered with yes. */
async function open(
  course: Pick<ScormCourse, "id">,
  { ownClock = false, ...options }: Parameters<Stoa["signedIn"]>[0] & { ownClock?: boolean } = {},
): Promise<Page> {
  const page = await stoa.signedIn(options);
  page.context().setDefaultTimeout(patience);
  // A clock that the test can move, of the page and of its frames.
  if (ownClock) await page.context().clock.install();
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  const pages = new Set<Request>();
  page.on("request", (request) => request.isNavigationRequest() && pages.add(request));
  page.on("requestfinished", (request) => pages.delete(request));
  page.on("requestfailed", (request) => pages.delete(request));
  underWay.set(page, pages);
  await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
  await page.locator('.scorm-frame[aria-busy="false"] iframe').waitFor();
  await loaded(page);
  return page;
}
/** The pages that a window's frames have asked for and do not have yet: until one arrives, its frame is at no address that could be waited for. */
const underWay = new WeakMap<Page, Set<Request>>();
const isUnderWay = (page: Page) => [...(underWay.get(page) ?? [])].some((request) => !request.frame().isDetached());
const framesOf = (page: Page) => page.frames().filter((frame) => frame.url().includes("/c/") && !frame.url().endsWith("~launcher"));

/** Waits until the package's pages are loaded and did not change between two checks; they send no event when they are ready. */
async function loaded(page: Page): Promise<void> {
  const look = async () => {
    if (isUnderWay(page)) return null;
    const frames = framesOf(page);
    const states = await Promise.all(frames.map((frame) => frame.evaluate(() => document.readyState).catch(() => "gone")));
    return frames.length > 0 && states.every((state) => state === "complete") ? addressesOf(page) : null;
  };
  let before: string | null = null;
  await until(async () => {
    // After the end of a part there is no package page any more.
    if (isDone(page) || (await page.getByText("This part has ended.").isVisible())) return true;
    const now = await look();
    const isSame = now !== null && now === before;
    before = now;
    return isSame;
  });
}
const addressesOf = (page: Page) =>
  framesOf(page)
    .map((frame) => frame.url())
    .join(" ");

/** One step forward inside the package. Returns whether there was something to do, or that it ended the part. */
async function step(page: Page, isRight = false): Promise<boolean | "part"> {
  for (const frame of framesOf(page)) {
    const did = await stepIn(frame, isRight).catch(() => false as const);
    if (did) return did;
  }
  return false;
}
/** The address of the part that is shown. */
const partOf = (page: Page) => framesOf(page)[0]?.url();
const stepIn = (frame: Frame, isRight: boolean) =>
  frame.evaluate((right): boolean | "part" => {
    const scope = window as unknown as {
      SubmitAnswers?: () => void;
      done?: boolean;
      is_initialized?: boolean;
      test?: { Questions: { Id: string; Answers: unknown[]; CorrectAnswer: unknown }[] };
    };
    if (scope.SubmitAnswers && !scope.done && document.querySelector("input[type=radio]")) {
      scope.done = true;
      for (const radio of document.querySelectorAll<HTMLInputElement>("input[type=radio]")) radio.checked = true;
      for (const text of document.querySelectorAll<HTMLInputElement>("input[type=text]")) text.value = "1";
      for (const { Id, Answers, CorrectAnswer } of (right && scope.test?.Questions) || []) {
        const input = (end: string | number) => document.getElementById(`question_${Id}_${end}`) as HTMLInputElement | null;
        const one = input(Answers ? Answers.indexOf(CorrectAnswer) : CorrectAnswer === true ? "True" : "False");
        if (one) one.checked = true;
        const text = input("Text");
        if (text) text.value = String(CorrectAnswer);
      }
      scope.SubmitAnswers();
      return true;
    }
    const status = document.querySelector<HTMLSelectElement>("select#status");
    if (status && !scope.done) {
      scope.done = true;
      status.value = "completed";
      status.dispatchEvent(new Event("change", { bubbles: true }));
      for (const button of document.querySelectorAll<HTMLElement>("button, input[type=button]"))
        if (/set|commit|save|send/i.test(button.textContent || (button as HTMLInputElement).value)) button.click();
      return true;
    }
    // Its Next is beside its pages, 128 in all: a learner who turns them without waiting for each. The last one ends the part, after which Next, which
    // it fails to disable, only repeats the end.
    const turn = document.querySelector<HTMLInputElement>("input[name=btnNext]");
    if (turn) {
      if (!scope.is_initialized) return false;
      for (let pages = 0; scope.is_initialized && pages < 50; pages++) turn.click();
      return "part";
    }
    const next = document.querySelector<HTMLInputElement>("#butNext");
    if (!next || next.disabled) return false;
    next.click();
    return true;
  }, isRight);

/** How many pictures and questions of the Adapt course are opened: the first ones are kept and restored as all others are. */
const enough = 3;
/** Milliseconds for one state: how fast the machine is must not decide. */
const patience = 120_000;
/** How long a press on Next may lead nowhere before the package is looked at anew. */
const futile = 30_000;
/** For what the database holds: each look reads all calls of a package. */
const patient = { timeout: patience, interval: 300 };
/** Retries until the condition holds. expect.poll does not work in concurrent tests. */
const until = (holds: () => Promise<boolean> | boolean) => vi.waitUntil(holds, { timeout: patience, interval: 100 });

const isDone = (page: Page) => page.url().includes("page=done");

/** Steps forward until there is nothing more to do, or `steps` are done. Returns the number of steps. */
async function drive(page: Page, steps: number, isRight = false): Promise<number> {
  for (let taken = 0; taken < steps; taken++) {
    if (isDone(page)) return taken;
    const part = partOf(page);
    const did = await step(page, isRight);
    // What a part has ended is left by the package itself, a moment later.
    if (did === "part")
      await until(async () => isDone(page) || partOf(page) !== part || page.getByText("This part has ended.").isVisible());
    if (did) {
      await loaded(page);
      continue;
    }
    // Nothing to do at this moment does not mean the end: the page may still be loading.
    await loaded(page);
    if (await step(page, isRight)) continue;
    const exit = page.frames().map((frame) => frame.locator("#butExit"));
    for (const button of exit) if (await button.count().catch(() => 0)) await button.click({ timeout: 1000 }).catch(() => undefined);
    const next = page.getByRole("button", { name: /^(Next part|Finish)$/ }).last();
    if ((await next.count()) === 0 || !(await next.isEnabled().catch(() => false))) return taken;
    const before = addressesOf(page);
    await next.click({ timeout: futile }).catch(() => undefined);
    const comes = (what: () => Promise<boolean> | boolean) =>
      vi.waitUntil(async () => isDone(page) || (await what()), { timeout: futile, interval: 100 }).catch(() => undefined);
    await comes(() => addressesOf(page) !== before);
    // A second press while the next part is on its way would leave that one at once.
    await comes(async () => partOf(page) !== undefined && !(await page.getByText("This part has ended.").isVisible()));
  }
  return steps;
}

/** Leaves with Exit, unless the course has ended by itself. */
async function leave(page: Page): Promise<void> {
  const ended = page.waitForURL(/page=done/);
  if (!isDone(page)) await Promise.race([ended, page.getByRole("button", { name: "Exit" }).click()]).catch(() => undefined);
  await ended;
}

/** In the Adapt course: goes from its menu to the first lecture as a person does; after an earlier visit, accepts its offer to continue. */
async function openLecture(page: Page, { wasThere = false } = {}): Promise<FrameLocator> {
  const inside = page.frameLocator(".scorm-frame iframe").frameLocator("iframe");
  const view = inside.locator(".menu-item__button").filter({ visible: true });
  const block = inside.locator(".component").first();
  if (wasThere) await inside.locator(".js-notify-btn-prompt").first().click();
  else {
    // The first menu entry is a page about the course; the next one leads to a menu with one lecture.
    await view.nth(1).click();
    await until(async () => (await view.count()) === 1);
    await view.click();
  }
  await block.waitFor();
  return inside;
}

/** Closes a notice that the course shows over its page, if it shows one: feedback, or part of a picture. It moves as it comes, and may miss a press. */
async function closeNotice(inside: FrameLocator): Promise<void> {
  const close = inside.locator(".js-notify-close-btn, .hotgraphic-popup__close").filter({ visible: true }).first();
  const shadow = inside.locator(".notify__shadow").filter({ visible: true });
  await shadow
    .first()
    .waitFor({ timeout: 4_000 })
    .catch(() => undefined);
  await until(async () => {
    if ((await shadow.count()) > 0) await close.click({ timeout: 1_000 }).catch(() => undefined);
    return (await shadow.count()) === 0;
  });
}

// Several tests in parallel, each with its own course and windows: most of their time is waiting for the packages' timers. The longest begin
// first.
describe.concurrent("packages", () => {
  test.skipIf(!packages.some((path) => reportsNoEnd.test(path)))(
    "plays the Adapt course, which reports no end of its own: read, answered, resumed, finished by measured time",
    { timeout: 600_000 },
    async ({ expect }) => {
      const path = packages.find((one) => reportsNoEnd.test(one)) ?? "";
      const name = basename(path, ".zip");
      const course = await aScormCourse(stoa, {
        portalId: stoa.portalId(),
        userId: learner,
        learners: [learner],
        title: name,
        zip: readFileSync(path),
        policy: { complete: "minutes", minutes: 1, pass: "none" },
      });
      const page = await open(course);
      const inside = await openLecture(page);
      for (const component of await inside.locator(".component").all()) {
        await component.scrollIntoViewIfNeeded();
      }
      const pins = inside.locator(".hotgraphic__pin");
      for (let at = 0; at < Math.min(await pins.count(), enough); at++) {
        await pins.nth(at).click();
        await inside.locator(".notify__popup").filter({ visible: true }).first().waitFor();
        await closeNotice(inside);
      }
      const questions = inside.locator(".component.mcq");
      for (let at = 0; at < Math.min(await questions.count(), enough); at++) {
        const question = questions.nth(at);
        await question.locator(".mcq-item__label").first().click();
        await question.getByRole("button", { name: "Submit" }).click();
        await closeNotice(inside);
      }
      await expect
        .poll(async () => (await stateOf(course)).calls.some(({ element }) => element?.startsWith("cmi.interactions.")), patient)
        .toBe(true);
      const { scos } = await stateOf(course);
      const kept = (scos[0]?.cmi as Record<string, string> | undefined)?.["cmi.suspend_data"];
      expect(kept).toBeTruthy();
      await page.close({ runBeforeUnload: false });

      const again = await open(course, { ownClock: true });
      const back = await openLecture(again, { wasThere: true });
      // Earlier answers are restored.
      await back.locator(".component.mcq.is-submitted, .component.mcq.is-complete, .component.mcq .is-disabled").first().waitFor();
      await expect
        .poll(
          async () => {
            // Ten seconds of somebody who is there. Up to a minute is credited ahead of the server's own clock.
            await again.mouse.move(300 + Math.random() * 200, 400);
            await again.context().clock.runFor(10_000);
            return (await stateOf(course)).attempt?.completed_at ?? null;
          },
          { timeout: 120_000, interval: 100 },
        )
        .not.toBeNull();
      await again.getByRole("button", { name: "Exit" }).click();
      await again.waitForURL(/page=done/);
      const { scos: after, calls } = await stateOf(course);
      expect(after[0]?.sessions).toBeGreaterThan(1);
      expect(after[0]?.cmi).toMatchObject({ "cmi.core.lesson_status": "incomplete" });
      lines.push(
        `${name}: imported, launched, tracked (${calls.length} calls), resumed; reports no end by its own settings, finished by the policy of one minute`,
      );
      await again.context().close();
    },
  );

  test.skipIf(packages.length === 0).for(packages.filter((path) => path !== forJourney && !reportsNoEnd.test(path)))(
    "plays %s",
    { timeout: 600_000 },
    async (path, { expect }) => {
      const name = basename(path, ".zip");
      const isRight = wantsRightAnswers.test(name);
      const isSilent = neverReports.test(name);
      const course = await aScormCourse(stoa, {
        portalId: stoa.portalId(),
        userId: learner,
        learners: [learner],
        title: name,
        zip: readFileSync(path),
        policy: isSilent ? { complete: "launched", pass: "none" } : {},
      });
      const page = await open(course);
      const isApiFound = async () => (await stateOf(course)).calls.some(({ call, error }) => /Initialize/.test(call) && error === "0");
      await drive(page, 3, isRight);
      await expect.poll(async () => (isSilent ? (await stateOf(course)).scos.length > 0 : isApiFound()), patient).toBe(true);
      await expect.poll(async () => (await stateOf(course)).scos.length, patient).toBeGreaterThan(0);
      await page.close({ runBeforeUnload: false });
      const half = await stateOf(course);

      const again = await open(course);
      // On a busy machine the next step may appear late.
      while ((await drive(again, 120, isRight)) > 0 && !isDone(again));
      await leave(again);
      await expect
        .poll(
          async () =>
            (await stateOf(course)).scos.some(({ sessions }) => sessions > 1) || (await stateOf(course)).scos.length > half.scos.length,
          patient,
        )
        .toBe(true);
      await expect
        .poll(async () => (await stateOf(course)).attempt?.completed_at ?? null, patient)
        .not.toBeNull()
        .catch(() => undefined);
      const { scos, attempt, calls } = await stateOf(course);
      const errors = [
        ...new Set(calls.filter(({ error }) => error !== "0").map(({ call, element, error }) => `${call} ${element ?? ""} ${error}`)),
      ];
      const isFinished = attempt?.completed_at !== null && attempt?.completed_at !== undefined;
      lines.push(
        `${name}: imported, launched, ${isSilent ? "never reports, opening counts" : `API found, tracked (${calls.length} calls)`}, resumed, ${isFinished ? `finished (score ${attempt?.score_percent ?? "none"}, passed ${attempt?.passed ?? "not said"})` : `not finished: ${scos.filter(({ completed }) => completed).length} of ${course.scoKeys.length} parts, without ${course.scoKeys.filter((key) => !scos.some(({ sco_key, completed }) => sco_key === key && completed)).join(", ")}`}${errors.length > 0 ? `; errors answered: ${errors.slice(0, 4).join(", ")}` : ""}`,
      );
      await again.context().close();
      expect(isFinished, lines.at(-1)).toBe(true);
    },
  );

  test.skipIf(!forJourney)(
    "an author creates a course from a package and publishes it; another person plays, closes the tab mid-way, resumes on another device, completes; history",
    { timeout: 600_000 },
    async ({ expect }) => {
      const path = forJourney ?? "";
      const author = await stoa.signedIn({ email: "author@stoa.example" });
      await author.goto(stoa.url("/v/dashboard/author?create=course"));
      const dialog = author.getByRole("dialog", { name: "Create New Course" });
      await dialog.getByText("Online SCORM course").click();
      await dialog.getByRole("button", { name: "Continue" }).click();
      await dialog.getByLabel("SCORM package (.zip)").setInputFiles(path);
      await dialog.getByRole("button", { name: "Upload" }).click();
      await author.waitForURL("**/author/courseEditor/*");
      const course = { id: Number(author.url().split("/").at(-1)) };
      await author.getByRole("button", { name: "Publish", exact: true }).click();
      const title = await author.locator("h1").innerText();
      await author.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
      await author.getByText("Version 1 is what learners get now.").waitFor();
      await author.context().close();

      const student = await stoa.signedIn();
      await student.goto(stoa.url(`/v/course/details/scorm/${course.id}`));
      await student.getByRole("button", { name: "Enrol" }).first().click();
      await student
        .getByRole("link", { name: "Start" })
        .or(student.getByRole("button", { name: "Start" }))
        .first()
        .waitFor();
      await student.context().close();

      const value = async (element: string) => ((await stateOf(course)).scos[0]?.cmi as Record<string, string> | undefined)?.[element];
      const page = await open(course);
      for (let pages = 0; pages < 3; pages++) await expect.poll(() => step(page), patient).toBe(true);
      await expect.poll(() => value("cmi.core.lesson_location"), patient).toBe("3");
      await page.close({ runBeforeUnload: false });

      const other = await open(course, { viewport: { width: 390, height: 844 } });
      // The package reads the stored position.
      await expect
        .poll(
          async () =>
            (await stateOf(course)).calls
              .filter(({ call, element }) => call === "LMSGetValue" && element === "cmi.core.lesson_location")
              .at(-1)?.result,
          patient,
        )
        .toBe("3");
      const status = async () => {
        await step(other);
        return value("cmi.core.lesson_status");
      };
      // With these answers its quiz stays below the pass mark.
      await expect.poll(status, patient).toMatch(/passed|failed/);
      await other.getByRole("button", { name: "Exit" }).click();
      await other.getByRole("heading", { level: 1, name: /^Course (?:complete|finished)/ }).waitFor();
      const { attempt, calls, scos } = await stateOf(course);
      expect(scos[0]?.sessions).toBeGreaterThan(1);
      await other.goto(stoa.url("/v/student/history"));
      const row = other.getByRole("row").filter({ hasText: title });
      await row.getByText(`${Math.round(Number(attempt?.score_percent))}%`).waitFor();
      lines.push(
        `${basename(path, ".zip")}: created and published by its author, tracked (${calls.length} calls), resumed on another device, finished (score ${attempt?.score_percent ?? "none"}), in the history`,
      );
      await other.context().close();
    },
  );
});
