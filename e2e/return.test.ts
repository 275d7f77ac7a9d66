import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { files2004, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { heading, readToTheEnd, saved, soon, withhold } from "./support/actions.ts";
import { addEnrolledCourse, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// Coming back to a course (security.md §5.3, point 4): a wall only where another window really has it, a note after another device, and who was
// overtaken knows.
const stoa = useStoa();
let course: { id: number };

beforeEach(async () => {
  course = await addEnrolledCourse(stoa);
});

const wall = "This course is open in another window";
const note = /You had this course open on another device/;
const overtaken = "You went on with this course elsewhere";

/** What each launch of a window was told: whether the course is open elsewhere. */
const launches = new WeakMap<Page, Promise<boolean>[]>();
const checked = new WeakMap<Page, number>();

async function open(page: Page): Promise<void> {
  const told = launches.get(page) ?? [];
  if (!launches.has(page))
    page.on("response", (response) => {
      if (response.url().endsWith("/rest/progress/launch"))
        told.push(
          response.json().then(
            ({ openElsewhere }) => openElsewhere as boolean,
            () => true,
          ),
        );
    });
  launches.set(page, told);
  await page.goto(stoa.url(`/v/student/courseViewer/${course.id}?page=read`));
}
/** The course is there, opened once more, and the server knows of no other window. */
async function isThere(page: Page): Promise<void> {
  await heading(page, smallCourse.pages.read).waitFor();
  const told = launches.get(page) ?? [];
  const before = checked.get(page) ?? 0;
  await soon(() => told.length).toBeGreaterThan(before);
  expect(await Promise.all(told.slice(before))).toEqual([false]);
  checked.set(page, told.length);
  expect(await page.getByText(wall).count()).toBe(0);
}
/** Ends a window as a crash does: it cannot say goodbye. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}
const comeBack = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
/** What the server has: the newest opening, the last one left, the lessons done. */
async function stored() {
  return stoa.databases.inSystem("look at a test", async (db) => {
    const { attempt_id, epoch, left_epoch } = await db
      .selectFrom("attempt_states as s")
      .innerJoin("attempts as a", "a.id", "s.attempt_id")
      .select(["s.attempt_id", "s.epoch", "s.left_epoch"])
      .where("a.course_id", "=", course.id)
      .executeTakeFirstOrThrow();
    const items = await db.selectFrom("attempt_items").select("item_key").where("attempt_id", "=", attempt_id).execute();
    return { epoch, left: left_epoch, items: items.map(({ item_key }) => item_key) };
  });
}

test("leaving by a link, a closed tab or a crash leaves nothing behind that a return meets", { timeout: 120_000 }, async () => {
  const page = await stoa.signedIn();
  await open(page);
  await isThere(page);
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await heading(page, "Dashboard").waitFor();
  await soon(stored).toMatchObject({ epoch: 1, left: 1 });
  await page.goBack();
  await isThere(page);
  await page.reload();
  await isThere(page);
  const context = page.context();
  await page.close();
  await soon(stored).toMatchObject({ epoch: 3, left: 3 });

  const crashing = await context.newPage();
  await open(crashing);
  await isThere(crashing);
  await crash(crashing);
  // It could not say goodbye.
  expect(await stored()).toMatchObject({ epoch: 4, left: 3 });
  const after = await context.newPage();
  await open(after);
  await isThere(after);

  // Another device, after a proper leave.
  await after.close();
  await soon(stored).toMatchObject({ epoch: 5, left: 5 });
  const phone = await stoa.signedIn({ viewport: { width: 390, height: 800 } });
  await open(phone);
  await isThere(phone);
});

test("a package that was left, reloaded, closed or crashed is met again without a wall", { timeout: 120_000 }, async () => {
  const [author, learner] = [await stoa.userId("author@stoa.example"), await stoa.userId()];
  const { id } = await aScormCourse(stoa, {
    portalId: stoa.portalId(),
    userId: author,
    learners: [learner],
    zip: await zipOf(files2004()),
  });
  const plays = async (page: Page) => {
    const status = page
      .frameLocator(".scorm-frame iframe")
      .frameLocator("iframe")
      .getByText(/^Status: /);
    await status
      .or(page.getByRole("heading", { name: wall }))
      .first()
      .waitFor();
    expect(await page.getByRole("heading", { name: wall }).count()).toBe(0);
  };
  const opens = async (page: Page) => {
    await page.goto(stoa.url(`/v/student/courseViewer/${id}`));
    await plays(page);
  };
  const page = await stoa.signedIn();
  await opens(page);
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.goBack();
  await plays(page);
  await page.reload();
  await plays(page);
  const context = page.context();
  await page.close();
  const crashing = await context.newPage();
  await opens(crashing);
  await crash(crashing);
  await opens(await context.newPage());
});

test("a second window asks; the first one then says that it was overtaken, and takes the course back", { timeout: 90_000 }, async () => {
  const first = await stoa.signedIn();
  await open(first);
  await isThere(first);
  const second = await first.context().newPage();
  await open(second);
  await second.getByRole("heading", { name: wall }).waitFor();
  // Asking alone overtakes nobody.
  expect(await stored()).toMatchObject({ epoch: 1 });
  await second.getByRole("button", { name: "Continue here" }).click();
  await heading(second, smallCourse.pages.read).waitFor();
  await first.getByRole("heading", { name: overtaken }).waitFor();
  await first.getByRole("button", { name: "Continue here" }).click();
  await heading(first, smallCourse.pages.read).waitFor();
  await second.getByRole("heading", { name: overtaken }).waitFor();
  await first.close();
  await second.getByRole("button", { name: "Continue here" }).click();
  await heading(second, smallCourse.pages.read).waitFor();
});

test(
  "another device goes on with a note; the first one is told, stops recording, and what it did before counts",
  { timeout: 90_000 },
  async () => {
    const laptop = await stoa.signedIn();
    await open(laptop);
    await isThere(laptop);
    await saved(laptop);
    // The laptop reads to the end while nothing arrives, so that it has something left to send.
    const letThrough = await withhold(laptop, "**/commits");
    await readToTheEnd(laptop);
    await laptop.getByText("This lesson is complete.").or(laptop.getByText("Saving").first()).first().waitFor();

    const phone = await stoa.signedIn({ viewport: { width: 390, height: 800 } });
    await open(phone);
    await heading(phone, smallCourse.pages.read).waitFor();
    await phone.getByText(note).waitFor();
    await phone.getByRole("button", { name: "Close message" }).click();
    await phone.getByText(note).waitFor({ state: "detached" });

    // What the laptop sends for its own opening.
    const commits: number[] = [];
    laptop.on("request", (request) => {
      if (!request.url().endsWith("/commits")) return;
      const body = request.postDataJSON() as { epoch: number; commits: { seq: number }[] };
      if (body.epoch === 1) commits.push(...body.commits.map(({ seq }) => seq));
    });
    letThrough();
    await comeBack(laptop);
    await laptop.getByRole("heading", { name: overtaken }).waitFor();
    await soon(stored).toMatchObject({ epoch: 2, items: ["read"] });
    // An answer from before the other opening, which comes later, makes nothing undone.
    await laptop.route(/\/rest\/progress\/attempts\/\d+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), epoch: 1 } });
    });
    const late = laptop.waitForResponse(/\/rest\/progress\/attempts\/\d+$/);
    await comeBack(laptop);
    await (await late).finished();
    await laptop.getByRole("heading", { name: overtaken }).waitFor();
    // It records nothing more, whatever is done on it.
    const sent = [...commits];
    await laptop.keyboard.press("]");
    await laptop.mouse.wheel(0, 300);
    await comeBack(laptop);
    await laptop.getByRole("button", { name: "Continue here" }).click();
    await heading(laptop, smallCourse.pages.read).waitFor();
    expect(commits.filter((seq) => !sent.includes(seq))).toEqual([]);
    await comeBack(phone);
    await phone.getByRole("heading", { name: overtaken }).waitFor();
  },
);
