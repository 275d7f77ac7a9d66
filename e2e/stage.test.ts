import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { aScormCourse, type ScormCourse, type ScormCourseFields } from "#features/scorm/test/scorm-course.ts";
import {
  framesetPackage,
  hangingPackage,
  mannersPackage,
  storagePackage,
  walkPackage,
  walks,
} from "#features/scorm/test/stage-packages.ts";
import { soon } from "./support/actions.ts";
import { startStoa, type Stoa } from "./support/stoa.ts";

// What the stage gives packages, whatever tool made them (docs/decisions/014-the-stage.md): each way to look for the API, framesets, storage.
let stoa: Stoa;
let author: number;
let learner: number;
beforeAll(async () => {
  stoa = await startStoa(inject("superUrl"));
  [author, learner] = [await stoa.userId("author@stoa.example"), await stoa.userId()];
}, 180_000);
afterEach(() => expect(stoa.problems()).toEqual([]));
afterAll(() => stoa?.close());

const aCourse = (fields: Pick<ScormCourseFields, "zip" | "title"> & Partial<ScormCourseFields>) =>
  aScormCourse(stoa, { portalId: stoa.portalId(), userId: author, learners: [learner], ...fields });
const viewer = (course: ScormCourse) => stoa.url(`/v/student/courseViewer/${course.id}`);

/** What the package prints, in whichever of its windows and frames. */
async function printed(page: Page, file: string): Promise<string> {
  for (const frame of page
    .context()
    .pages()
    .flatMap((each) => each.frames())) {
    if (!frame.url().includes(file)) continue;
    const text = await frame.locator("output").allInnerTexts();
    if (text.length > 0) return text.join();
  }
  return "";
}

async function openWindow(page: Page): Promise<Page> {
  const open = page.getByRole("button", { name: "Open the course" });
  await open.waitFor();
  const [popup] = await Promise.all([page.context().waitForEvent("page"), open.click()]);
  return popup;
}

for (const newWindow of [false, true])
  test(
    `${newWindow ? "in a window of its own" : "in the page"}, every way to look for the API finds it, or an end`,
    { timeout: 120_000 },
    async () => {
      const course = await aCourse({ title: "Walks", zip: await walkPackage(), newWindow });
      const page = await stoa.signedIn();
      await page.goto(viewer(course));
      const stage = newWindow ? await openWindow(page) : page;
      const outline = page.getByRole("navigation", { name: "Course outline" });
      const found: Record<string, string> = {};
      for (const [at, { name, popup }] of walks.entries()) {
        if (at > 0) await outline.getByRole("button", { name: new RegExp(`^${name} `) }).click();
        if (popup) {
          const button = (
            newWindow ? stage.frameLocator("iframe") : stage.frameLocator(".scorm-frame iframe").frameLocator("iframe")
          ).getByRole("button", { name: "Open a window" });
          await button.click();
        }
        await soon(() => printed(page, `walk-${at + 1}${walks[at]?.frames || popup ? "-looks" : ""}.html`)).toMatch(/found|silent/);
        found[name] = await printed(page, `walk-${at + 1}${walks[at]?.frames || popup ? "-looks" : ""}.html`);
      }
      expect(found).toEqual(
        Object.fromEntries(walks.map(({ name, onlyInWindow }) => [name, onlyInWindow && !newWindow ? "not found" : "found"])),
      );
      await page.context().close();
    },
  );

const kept = { local: "page-3", session: "page-3", cookie: "page-3", database: "page-3" };
const nothing = { local: null, session: null, cookie: null, database: null };
interface Stored {
  readonly own: { readonly count: number; readonly keys: string[]; readonly has: boolean; readonly mode: string };
  readonly page: { readonly before: object; readonly after: object };
  readonly frame: { readonly before: object; readonly after: object; readonly letters: string; readonly mode: string };
}

for (const { where, newWindow, isDenied } of [
  { where: "in the page, where the browser keeps it", newWindow: false, isDenied: false },
  { where: "in the page, where the browser denies it", newWindow: false, isDenied: true },
  { where: "in a window of its own", newWindow: true, isDenied: false },
])
  test(`${where}, a package finds working storage before its first script, in its frames too`, { timeout: 60_000 }, async () => {
    const course = await aCourse({ title: `Storage ${where}`, zip: await storagePackage(), newWindow });
    const page = await stoa.signedIn();
    // As browsers do to a frame of another site that may not store anything.
    if (isDenied)
      await page.context().addInitScript(() => {
        if (!location.hostname.startsWith("c-")) return;
        const deny = () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        };
        for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { configurable: true, get: deny });
        IDBFactory.prototype.open = deny;
        Object.defineProperty(Document.prototype, "cookie", { configurable: true, get: () => "", set: () => {} });
      });
    const play = async () => {
      await page.goto(viewer(course));
      const popup = newWindow ? await openWindow(page) : null;
      await soon(() => printed(page, "store.html")).toContain("{");
      const stored = JSON.parse(await printed(page, "store.html")) as Stored;
      await popup?.close();
      return stored;
    };
    expect(await play()).toEqual({
      own: { count: 0, keys: [], has: false, mode: "CSS1Compat" },
      page: { before: nothing, after: kept },
      frame: { before: kept, after: kept, letters: "Plätze", mode: "BackCompat" },
    });
    expect(await page.getByText("Your browser limits what this course can store here.").count()).toBe(isDenied ? 1 : 0);
    // What the browser keeps is there again; what was in memory was for that launch. A frame of another site has no cookies of its own.
    expect((await play()).page.before).toEqual(
      isDenied ? nothing : { ...kept, session: newWindow ? null : "page-3", cookie: newWindow ? "page-3" : null },
    );
    await page.context().close();
  });

/** What the package reported in each part, and its calls with their results. */
const results = (course: ScormCourse) =>
  stoa.databases.inPortal(stoa.portalId(), async (db) => {
    const attempts = db.selectFrom("attempts").select("id").where("course_id", "=", course.id);
    const states = await db.selectFrom("scorm_states").select(["sco_key", "cmi"]).where("attempt_id", "in", attempts).execute();
    const logged = await db.selectFrom("scorm_calls").select("calls").where("attempt_id", "in", attempts).execute();
    return {
      cmi: Object.fromEntries(states.map(({ sco_key, cmi }) => [sco_key, cmi as Record<string, string>])),
      calls: logged.flatMap(({ calls }) => (calls as { call: string; result: string }[]).map(({ call, result }) => `${call}: ${result}`)),
    };
  });
const launcherOf = (stage: Page, newWindow: boolean) => (newWindow ? stage.mainFrame() : stage.frameLocator(".scorm-frame iframe"));

for (const newWindow of [false, true])
  test(
    `${newWindow ? "in a window of its own" : "in the page"}, a frameset whose frames steer one another plays`,
    { timeout: 60_000 },
    async () => {
      const course = await aCourse({ title: "Frameset", zip: await framesetPackage(), newWindow });
      const page = await stoa.signedIn();
      await page.goto(viewer(course));
      const stage = newWindow ? await openWindow(page) : page;
      const frameset = launcherOf(stage, newWindow).frameLocator("iframe");
      const [list, main] = [frameset.frameLocator("frame[name=list]"), frameset.frameLocator("frame[name=main]")];
      await main.getByText("one").waitFor();
      await list.getByRole("link", { name: "By target" }).click();
      await main.getByText("two").waitFor();
      for (const [name, shown] of [
        ["By form", "three"],
        ["By name", "four"],
        ["By list", "five"],
        ["By place", "six"],
        ["By window", "seven"],
      ]) {
        await list.getByRole("button", { name }).click();
        await main.getByText(shown ?? "").waitFor();
      }
      expect(page.context().pages()).toHaveLength(newWindow ? 2 : 1);
      await list.getByRole("button", { name: "Complete" }).click();
      await soon(async () => (await results(course)).cmi["sco-1"]).toMatchObject({ "cmi.core.lesson_status": "completed" });
      if (!newWindow) {
        // It tries to leave the portal's page: the browser asks, and the learner stays.
        const address = page.url();
        for (const way of [list.getByRole("link", { name: "Leave the window" }), list.getByRole("button", { name: "Leave by script" })]) {
          // Answered as it comes: the press itself may not be over before that.
          const asked = page.waitForEvent("dialog").then(async (dialog) => {
            await dialog.dismiss();
            return dialog.type();
          });
          await way.click({ noWaitAfter: true });
          expect(await asked).toBe("beforeunload");
        }
        await list.getByRole("button", { name: "By name" }).click();
        await main.getByText("four").waitFor();
        expect(page.url()).toBe(address);
        await soon(async () => (await results(course)).calls).toContain("leave page: asked");
      }
      await page.context().close();
    },
  );

for (const { on, options } of [
  { on: "a desktop", options: { viewport: { width: 1280, height: 800 } } },
  { on: "a phone", options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
])
  test(
    `on ${on}, a package greets, sounds, fills the screen, opens a pop-up and asks before it is left, and the learner goes on`,
    { timeout: 60_000 },
    async () => {
      const course = await aCourse({ title: "Manners", zip: await mannersPackage() });
      const page = await stoa.signedIn(options);
      const dialogs: string[] = [];
      page.on("dialog", (dialog) => {
        dialogs.push(dialog.type());
        void dialog.accept();
      });
      await page.goto(viewer(course));
      const sco = launcherOf(page, false).frameLocator("iframe");
      const said = async () => JSON.parse((await sco.locator("output").innerText()) || "{}") as Record<string, unknown>;
      await soon(said).toMatchObject({ alert: "answered" });
      const press = (button: Locator) => ("hasTouch" in options ? button.tap() : button.click());
      for (const name of ["Sound", "Full screen"]) await press(sco.getByRole("button", { name }));
      await soon(said).toMatchObject({ sound: "played", full: "filled" });
      const [popup] = await Promise.all([page.context().waitForEvent("page"), press(sco.getByRole("button", { name: "Pop-up" }))]);
      const isClosed = popup.waitForEvent("close");
      // The window may be gone before the press is answered.
      void press(popup.getByRole("button", { name: "Done" })).catch(() => undefined);
      await isClosed;
      await soon(said).toMatchObject({ more: "true" });
      await page.setViewportSize({ width: 900, height: 700 });
      await soon(async () => (await said())["width"]).toBe(await sco.locator("html").evaluate((html) => html.clientWidth));
      // It answers beforeunload, as it would in a window of its own; the learner has already said that they go on.
      await page.getByRole("button", { name: "Next part" }).first().click();
      await sco.getByText("after").waitFor();
      expect(dialogs).toEqual(["alert"]);
      await soon(async () => (await results(course)).cmi["sco-1"]).toMatchObject({
        "cmi.core.lesson_location": "asked",
        "cmi.suspend_data": "from the pop-up",
      });
      await page.context().close();
    },
  );

test("study time stands still while a package hangs its tab, and goes on when it answers again", { timeout: 60_000 }, async () => {
  const course = await aCourse({ title: "Hangs", zip: await hangingPackage() });
  const page = await stoa.signedIn();
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/until.txt", async (route) => {
    await isOver;
    await route.continue();
  });
  // Every second of study that the page counts, whether it was sent or waits.
  await page.addInitScript(() => {
    const counted: number[] = [];
    Object.assign(window, { counted });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
      if (key.startsWith("UserCourseAttemptId-")) counted.push(Number(value));
      setItem.call(this, key, value);
    };
  });
  const counted = () => page.evaluate(() => (window as unknown as { counted: number[] }).counted.length);
  await page.goto(viewer(course));
  const sco = launcherOf(page, false).frameLocator("iframe");
  const hang = sco.getByRole("button", { name: "Hang" });
  await hang.waitFor();
  await soon(counted).toBeGreaterThan(0);
  const asked = page.waitForRequest("**/until.txt");
  // The click itself is answered once the package has gone on.
  void hang.click().catch(() => undefined);
  await asked;
  // The page itself lives on: it counts for as long as a package may take to answer, then no more.
  await soon(async () => {
    const before = await counted();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 2_500)));
    return (await counted()) - before;
  }).toBe(0);
  const still = await counted();
  goOn();
  await sco.getByText("later").waitFor();
  await soon(counted).toBeGreaterThan(still);
  await page.context().close();
});
