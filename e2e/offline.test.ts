import { sql } from "kysely";
import type { Page, Request } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { answerQuiz, heading, readOnDevice, readToTheEnd, saved, soon } from "./support/actions.ts";
import { builtFile } from "./support/bundle-file.ts";
import { addEnrolledCourse, smallCourse } from "./support/small-course.ts";
import { student } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// Progress survives (issue 2, section 5) without network, server or session; nothing is lost and nothing counts twice.
const stoa = useStoa();
let course: { id: number };

beforeEach(async () => {
  course = await addEnrolledCourse(stoa);
});

/** What the database has stored for the small course. */
const stored = () =>
  stoa.databases.inSystem("look at a test", async (db) => {
    const attempt = await db
      .selectFrom("attempts")
      .select(["id", "started_at"])
      .where("course_id", "=", course.id)
      .executeTakeFirstOrThrow();
    const items = await db
      .selectFrom("attempt_items")
      .select("item_key")
      .where("attempt_id", "=", attempt.id)
      .orderBy("item_key")
      .execute();
    const submissions = await db
      .selectFrom("quiz_submissions")
      .select(["number", "passed"])
      .where("attempt_id", "=", attempt.id)
      .orderBy("number")
      .execute();
    const state = await db
      .selectFrom("attempt_states")
      .select("credited_seconds")
      .where("attempt_id", "=", attempt.id)
      .executeTakeFirstOrThrow();
    const completions = await db.selectFrom("completions").select("passed").where("attempt_id", "=", attempt.id).execute();
    const seconds = Math.round((Date.now() - attempt.started_at.getTime()) / 1000);
    return {
      attemptId: attempt.id,
      items: items.map(({ item_key }) => item_key),
      submissions: submissions.map(({ passed }) => passed),
      credited: state.credited_seconds,
      completions: completions.length,
      wallClock: seconds,
    };
  });

/** Opens the course. With `whole`, also waits until the code for its other lessons is loaded, for tests that continue without a server. */
async function openCourse(page: Page, { whole = false } = {}) {
  // Lazy parts are prefetched one after another while the page is idle; the final page comes last.
  const last = builtFile("features/viewer/web/done-page.tsx");
  const fetched = whole && page.waitForEvent("requestfinished", (request) => request.url().endsWith(last));
  // What it needs itself is asked for beside it.
  const asked = new Set<Request>();
  page.on("request", (request) => request.url().includes("/v/assets/") && asked.add(request));
  page.on("requestfinished", (request) => void asked.delete(request));
  await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
  await heading(page, smallCourse.pages.read).waitFor();
  await fetched;
  if (whole) await soon(() => asked.size).toBe(0);
}

/** Reads the lesson, then answers the quiz, as far as that is possible without an answer from the server. */
async function workThrough(page: Page) {
  await readToTheEnd(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, smallCourse.pages.watch).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, smallCourse.pages.quiz).waitFor();
  await answerQuiz(page, smallCourse.right);
}

/** Keeps the device's storage busy, so that it writes nothing; returns the function that ends that. */
async function holdStorage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("stoa-outbox");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const store = opening.result.transaction("entries", "readwrite").objectStore("entries");
          const holding = { isHeld: true };
          Object.assign(globalThis, { holding });
          // A transaction lasts as long as it has requests.
          const ask = () => void (holding.isHeld ? store.get("none").addEventListener("success", ask) : opening.result.close());
          ask();
          resolve();
        });
      }),
  );
  return () =>
    page.evaluate(() => Object.assign((globalThis as unknown as { holding: object }).holding, { isHeld: false })).then(() => undefined);
}

/** Study seconds that wait on this device, stored under the specification's key. */
const waitingSeconds = (page: Page) =>
  page.evaluate(() => Number(Object.entries(localStorage).find(([key]) => key.startsWith("UserCourseAttemptId-"))?.[1] ?? 0));

const status = (page: Page) => page.locator(".save-status").innerText();

test(
  "offline for a minute in mid-lesson: work goes on, the banner tells the truth, and everything is saved once on return",
  { timeout: 180_000 },
  async () => {
    const page = await stoa.signedIn();
    // The page's clock starts a minute behind, and catches up by running through that minute.
    await page.clock.install({ time: Date.now() - 60_000 });
    await openCourse(page, { whole: true });
    await saved(page);
    await page.context().setOffline(true);
    await page.getByText("You're offline.").waitFor();
    await soon(() => status(page)).toBe("Offline");
    await workThrough(page);
    await page.getByText("Handed in when you are back online.").waitFor();
    const shown = new Set<string>();
    for (let second = 0; second < 60; second++) {
      // What the device still writes ends first: it takes real time, and the program's patience with it follows the page's clock.
      await readOnDevice(page);
      await page.clock.runFor(1_000);
      shown.add(await status(page));
    }
    await stoa.databases.inSystem("let a minute pass", (db) =>
      db
        .updateTable("attempts")
        .set({ started_at: sql`started_at - interval '1 minute'` })
        .where("course_id", "=", course.id)
        .execute(),
    );
    expect(shown).toEqual(new Set(["Offline"]));
    // Somebody is active and the page is visible: nearly all of the minute counts, and is stored under the specification's key.
    expect(await waitingSeconds(page)).toBeGreaterThan(50);
    const before = await stored();
    expect(before).toMatchObject({ items: [], submissions: [], completions: 0 });

    await page.context().setOffline(false);
    await heading(page, smallCourse.pages.quiz).waitFor();
    await page.getByRole("heading", { name: "Passed with 100%" }).waitFor();
    await saved(page);
    await page.getByText("You're offline.").waitFor({ state: "detached" });
    await soon(async () => (await stored()).credited).toBeGreaterThanOrEqual(before.credited + 50);
    const after = await stored();
    expect(after).toMatchObject({ attemptId: before.attemptId, items: ["quiz", "read"], submissions: [true], completions: 0 });
    expect(after.credited).toBeLessThanOrEqual(after.wallClock + 1);

    // Sending everything again changes nothing: each fact counts once.
    await page.reload();
    await saved(page);
    expect(await stored()).toMatchObject({ items: ["quiz", "read"], submissions: [true] });
  },
);

test("the server is down while the network is up: not saved, then saved once it is back", { timeout: 90_000 }, async () => {
  const page = await stoa.signedIn();
  await openCourse(page, { whole: true });
  await saved(page);
  await stoa.stopServer();
  try {
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await workThrough(page);
    await page.getByText("Not saved yet, will retry").waitFor();
    expect(await status(page)).not.toBe("Progress saved");
  } finally {
    await stoa.startServer();
  }
  await saved(page);
  await page.getByRole("heading", { name: "Passed with 100%" }).waitFor();
  expect(await stored()).toMatchObject({ items: ["quiz", "read"], submissions: [true] });
});

test("the window closes while offline: the next start sends what waited", { timeout: 90_000 }, async () => {
  const page = await stoa.signedIn();
  await openCourse(page, { whole: true });
  await saved(page);
  await page.context().setOffline(true);
  const release = await holdStorage(page);
  await workThrough(page);
  // Promised only once the device has stored it: until then, closing the window would lose it.
  expect(await page.locator(".quiz-waiting").innerText()).toBe("Handing in your answers.");
  await release();
  await page.getByText("Handed in when you are back online. Your answers are kept on this device.").waitFor();
  await soon(() => waitingSeconds(page)).toBeGreaterThan(0);
  await page.close();
  const next = await page.context().newPage();
  await next.context().setOffline(false);
  // Any screen works: unsent progress is sent at start (specification §4).
  await next.goto(stoa.url("/v/student/history"));
  await soon(async () => (await stored()).submissions).toEqual([true]);
  await soon(async () => (await stored()).items).toEqual(["quiz", "read"]);
  await soon(async () => (await stored()).credited).toBeGreaterThan(0);
  const { credited, wallClock } = await stored();
  expect(credited).toBeLessThanOrEqual(wallClock + 1);
});

test("the session ends in mid-work: signing in over the page, nothing is lost", { timeout: 90_000 }, async () => {
  const page = await stoa.signedIn();
  await openCourse(page);
  await saved(page);
  const userId = await stoa.userId(student);
  await stoa.databases.inSystem("prepare a test", (db) => db.deleteFrom("sessions").where("user_id", "=", userId).execute());
  await readToTheEnd(page);
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.waitFor();
  expect((await stored()).items).toEqual([]);
  // Who puts it aside reads why nothing is saved, and comes back to it. The server is not said to be away: it answers.
  await soon(() => dialog.getByLabel("Password", { exact: true }).evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const banner = page.locator(".ui-banner", { hasText: "You are signed out" });
  await banner.waitFor();
  // In its place; it is announced to screen readers too.
  await page.locator("#main").getByText("Signed out, not saved yet").waitFor();
  expect(await page.getByText(/be reached|back online|You're offline/).count()).toBe(0);
  await banner.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill("stoa-demo-2026");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await heading(page, smallCourse.pages.read).waitFor();
  await saved(page);
  await soon(async () => (await stored()).items).toEqual(["read"]);
});

test("signed out in another tab in mid-work: that is said, and nothing is lost", { timeout: 90_000 }, async () => {
  const page = await stoa.signedIn();
  await openCourse(page);
  await saved(page);
  const other = await page.context().newPage();
  await other.goto(stoa.url("/v/student/dashboard"));
  await other.getByRole("button", { name: /^Account/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await other.waitForURL("**/v/auth/login*");
  await other.close();
  await readToTheEnd(page);
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.waitFor();
  expect((await stored()).items).toEqual([]);
  expect(await page.getByText(/be reached|back online|You're offline/).count()).toBe(0);
  await dialog.getByLabel("Password", { exact: true }).fill("stoa-demo-2026");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await saved(page);
  await soon(async () => (await stored()).items).toEqual(["read"]);
});

test(
  "the session ends in mid-work and a field is asked for at the next sign-in: what was learned waits, and is sent after it (FLD-2)",
  { timeout: 120_000 },
  async () => {
    const page = await stoa.signedIn();
    await openCourse(page);
    await saved(page);
    const userId = await stoa.userId(student);
    const [field] = await stoa.databases.inSystem("prepare a test", async (db) => {
      await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
      return db
        .insertInto("fields")
        .values({ portal_id: stoa.portalId(), kind: "text", name: "Locker", position: 99, own_access: "edit", asked_at_sign_in: true })
        .returning("id")
        .execute();
    });
    await readToTheEnd(page);
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.getByLabel("Password", { exact: true }).fill("stoa-demo-2026");
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, "A few things about you").waitFor();
    expect((await stored()).items).toEqual([]);
    expect(await readOnDevice(page)).toEqual(["read"]);
    await page.getByLabel("Locker").fill("7");
    await page.getByRole("button", { name: "Save and go on" }).click();
    // Back in the lesson, whose reading is sent once.
    await heading(page, smallCourse.pages.read).waitFor();
    await soon(async () => (await stored()).items).toEqual(["read"]);
    await saved(page);
    await stoa.databases.inSystem("tidy up a test", (db) =>
      db
        .updateTable("fields")
        .set({ asked_at_sign_in: false })
        .where("id", "=", field?.id ?? 0)
        .execute(),
    );
    await page.context().close();
  },
);

test("what one person left waiting is not sent by another on the same device", { timeout: 90_000 }, async () => {
  const page = await stoa.signedIn();
  await openCourse(page);
  await saved(page);
  await page.context().setOffline(true);
  await readToTheEnd(page);
  // Wait for the reading fact too, not only the seconds: what is not yet recorded when the window closes is lost.
  await soon(() => readOnDevice(page)).toEqual(["read"]);
  await soon(() => waitingSeconds(page)).toBeGreaterThan(0);
  await page.close();
  const context = page.context();
  await context.clearCookies();
  const author = await stoa.signedIn({ email: "author@stoa.example" });
  await context.addCookies(await author.context().cookies());
  await context.setOffline(false);
  const other = await context.newPage();
  const commits: string[] = [];
  other.on(
    "request",
    (request) => request.method() === "POST" && /progress|courseviewer/i.test(request.url()) && commits.push(request.url()),
  );
  // Time of an attempt that is nobody's: the outbox sends it after all else that it has to send.
  await other.addInitScript(() => localStorage.setItem("UserCourseAttemptId-999999", "60"));
  const last = other.waitForRequest((request) => request.url().includes("UpdateLastViewedChapterAndTime"));
  await other.goto(stoa.url("/v/student/dashboard"));
  await heading(other, "Dashboard").waitFor();
  await last;
  await other.goto(stoa.url("/v/student/history"));
  await heading(other, "Student History").waitFor();
  expect((await stored()).items).toEqual([]);
  expect(commits.filter((address) => address.includes(`/attempts/`))).toEqual([]);

  // When its owner signs in again, it is sent.
  await context.clearCookies();
  const owner = await stoa.signedIn();
  await context.addCookies(await owner.context().cookies());
  const back = await context.newPage();
  await back.goto(stoa.url("/v/student/dashboard"));
  await soon(async () => (await stored()).items).toEqual(["read"]);
});
