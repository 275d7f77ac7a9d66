import { beforeAll, expect, test } from "vitest";
import { answerQuiz, choose, heading, saved, soon, titled } from "./support/actions.ts";
import { addEnrolledCourse, addSmallCourse, smallCourse } from "./support/small-course.ts";
import { signInOnPage } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// The main journey from end to end (issue 2, section 7): sign in, find, enrol, learn, quiz, completion in the history.
const stoa = useStoa();
let course: { id: number };

beforeAll(async () => {
  course = await addSmallCourse(stoa);
}, 120_000);

/** The second of the course's video that the server has stored. */
async function storedSecond({ id } = course): Promise<number> {
  const row = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("attempt_blocks as b")
      .innerJoin("attempts as a", "a.id", "b.attempt_id")
      .select("b.state")
      .where("a.course_id", "=", id)
      .where("b.block_id", "=", "watch-1")
      .executeTakeFirst(),
  );
  return (row?.state as { position?: number } | undefined)?.position ?? Number.NaN;
}

test("from sign-in to a completion in the history", { timeout: 90_000 }, async () => {
  const page = await stoa.visitor();
  await page.goto(stoa.url("/"));
  await page.waitForURL("**/v/auth/login");
  await titled(page, "Login - Stoa");
  await signInOnPage(page);
  await page.waitForURL("**/v/student/dashboard");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  const completed = () => page.locator(".dash-facts > div", { hasText: "Completed in total" }).locator("dd").innerText();
  const before = Number(await completed());

  // Find: search narrows the list, a facet narrows it further, and both are in the address.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Course Catalog" }).click();
  await page.getByRole("heading", { name: "Course Catalog", level: 1 }).waitFor();
  await page.getByLabel("Search courses").fill("ladders fall");
  await page.getByRole("heading", { name: "1 course", exact: true }).waitFor();
  await page.getByLabel("Search courses").fill("");
  await page.waitForURL(({ search }) => !search.includes("q="));
  await choose(page.getByRole("group", { name: "Category" }), "checkbox", /^Premises/);
  await page.getByRole("heading", { name: "2 courses", exact: true }).waitFor();
  expect(page.url()).toMatch(/categor/i);
  await page.getByRole("link", { name: smallCourse.title }).first().click();

  // Details, enrol, start.
  await page.getByRole("heading", { name: smallCourse.title, level: 1 }).waitFor();
  await titled(page, "Course Details - Stoa");
  await page.getByRole("link", { name: "Outline" }).click();
  await page.getByText(smallCourse.pages.watch).waitFor();
  await page.getByRole("button", { name: `Enrol in ${smallCourse.title}` }).click();
  await page.getByText(`You are enrolled in ${smallCourse.title}`).waitFor();
  await page.getByRole("link", { name: `Start ${smallCourse.title}` }).click();

  // Reading: the lesson is complete once its end was reached.
  await page.getByRole("heading", { name: smallCourse.pages.read, level: 1 }).waitFor();
  await titled(page, "Course Viewer - Stoa");
  await page.locator(".lesson-end").scrollIntoViewIfNeeded();
  await page.getByText("This lesson is complete.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();

  // Video: play a little with captions, seek, and continue at the same second after a reload.
  await page.getByRole("heading", { name: smallCourse.pages.watch, level: 1 }).waitFor();
  const clockAt = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  await page.getByRole("button", { name: "Captions" }).click();
  await page.getByRole("button", { name: /^Play video/ }).click();
  await soon(clockAt).toBeGreaterThan(3);
  expect(await page.locator("video").evaluate((video: HTMLVideoElement) => [...video.textTracks].map((track) => track.mode))).toEqual([
    "showing",
  ]);
  await soon(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Position" }).fill("25");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await soon(clockAt).toBeGreaterThan(26);
  await page.getByRole("button", { name: "Pause" }).click();
  const left = await clockAt();
  // The next page load starts from what the server has stored.
  await soon(async () => {
    await saved(page);
    return Math.abs((await storedSecond()) - left);
  }).toBeLessThan(1);
  await page.reload();
  await page.getByRole("heading", { name: smallCourse.pages.watch, level: 1 }).waitFor();
  await soon(clockAt).toBeGreaterThan(left - 1.5);
  expect(await clockAt()).toBeLessThan(left + 1.5);
  await page.locator(".lesson-end").scrollIntoViewIfNeeded();
  await page.getByText("This lesson is complete.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();

  // Quiz: a wrong answer first. The right answers stay hidden until it is passed.
  await page.getByRole("heading", { name: smallCourse.pages.quiz, level: 1 }).waitFor();
  await answerQuiz(page, smallCourse.wrong);
  await page.getByRole("heading", { name: /^Not passed yet: / }).waitFor();
  expect(await page.getByText("Right answer").count()).toBe(0);
  await page.getByRole("button", { name: "Try again" }).click();
  await answerQuiz(page, smallCourse.right);
  await page.getByRole("heading", { name: "Passed with 100%" }).waitFor();

  // The result is there at once, and stays.
  await page.getByRole("button", { name: "See your result" }).click();
  await page.getByRole("heading", { name: "Course complete" }).waitFor();
  await page.getByText("100%").first().waitFor();
  await page.getByRole("link", { name: "My History" }).click();
  const row = page.getByRole("row", { name: new RegExp(smallCourse.title) });
  await row.waitFor();
  // A list that was fetched ahead is shown until the new one is there.
  await soon(() => row.innerText()).toMatch(/Passed/);
  await soon(() => row.innerText()).toMatch(/100\s?%/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await heading(page, "Dashboard").waitFor();
  await soon(completed).toBe(String(before + 1));

  const stored = await stoa.databases.inSystem("look at a test", async (db) => ({
    completions: await db.selectFrom("completions").select(["passed", "score_percent"]).where("course_id", "=", course.id).execute(),
    submissions: await db
      .selectFrom("quiz_submissions as q")
      .innerJoin("attempts as a", "a.id", "q.attempt_id")
      .select("q.passed")
      .where("a.course_id", "=", course.id)
      .orderBy("q.number")
      .execute(),
  }));
  expect(stored.completions).toEqual([{ passed: true, score_percent: expect.anything() }]);
  expect(stored.submissions.map(({ passed }) => passed)).toEqual([false, true]);
});

test("a tab that closes while a video plays: what was watched until then is stored", { timeout: 60_000 }, async () => {
  const enrolled = await addEnrolledCourse(stoa);
  const page = await stoa.signedIn();
  await page.goto(stoa.url(`/v/student/courseViewer/${enrolled.id}?page=watch`));
  await page.getByRole("button", { name: /^Play video/ }).click();
  await soon(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(2);
  expect(await storedSecond(enrolled)).toBeNaN();
  await page.close({ runBeforeUnload: false });
  await soon(() => storedSecond(enrolled)).toBeGreaterThan(1);
});
