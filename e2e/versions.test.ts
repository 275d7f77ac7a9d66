import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { enrolStudent } from "./support/enrol-student.ts";
import { addSmallCourseOf, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// A course that somebody is in the middle of is changed and published again: nobody loses anything, and there is a way back (EDT-7 to EDT-9).
const stoa = useStoa();
const author = "author@stoa.example";
let courseId: number;

beforeAll(async () => {
  courseId = await addSmallCourseOf(stoa, author);
  await enrolStudent(stoa, courseId);
}, 120_000);

const allSaved = (page: Page) => page.locator(".saved-state[data-state=saved]").waitFor();
const title = (page: Page) => page.getByRole("textbox", { name: "Title of the page" });
const versionOfLearner = () =>
  stoa.databases.inSystem("look at a test", async (db) => {
    const { number } = await db
      .selectFrom("attempt_progress as a")
      .innerJoin("course_versions as v", "v.id", "a.version_id")
      .select("v.number")
      .where("a.course_id", "=", courseId)
      .orderBy("a.number", "desc")
      .executeTakeFirstOrThrow();
    return number;
  });

test(
  "a published course is changed, compared, published with its learner moved, restored, and scheduled",
  { timeout: 180_000 },
  async () => {
    const learner = await stoa.signedIn();
    await learner.goto(stoa.url(`/v/course/details/online/${courseId}`));
    await learner.getByRole("link", { name: `Start ${smallCourse.title}` }).click();
    await learner.getByRole("heading", { name: smallCourse.pages.read, level: 1 }).waitFor();
    await expect.poll(versionOfLearner).toBe(1);

    const page = await stoa.signedIn({ email: author });
    await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?page=read`));
    await title(page).fill("Before you go up");
    await page.getByRole("button", { name: "Add page" }).click();
    await expect.poll(() => title(page).inputValue()).toMatch(/^Page/);
    await title(page).fill("After the climb");
    await title(page).press("Enter");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Put the ladder away.");
    await allSaved(page);
    const tab = (name: string) => page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name }).click();

    // What changed, before it is published.
    await tab("Versions");
    await page.getByRole("button", { name: "Show what changed" }).click();
    const compared = page.getByRole("region", { name: "Compared" });
    await compared.getByText("Before you go up").first().waitFor();
    await compared.getByRole("button", { name: "Close" }).click();

    // Publishing asks for a note and what becomes of the one who is in the middle.
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish a new version" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByText("Write what is new in this version.").waitFor();
    await dialog.getByLabel("What changed").fill("A better title");
    await dialog.getByText("Go on in the new version", { exact: true }).click();
    await dialog.getByText(/^1 person gets the new version and keeps/).waitFor();
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    const done = page.getByRole("dialog", { name: "Published" });
    await done.getByText("Version 2 is what learners get now.").waitFor();
    await done.getByText(/1 person has this version now/).waitFor();
    await done.getByRole("button", { name: "Close" }).last().click();
    expect(await versionOfLearner()).toBe(2);
    await learner.reload();
    await learner.getByRole("heading", { name: "Before you go up", level: 1 }).waitFor();

    // The list says what was done, and leads back.
    await page.getByText("A better title").waitFor();
    await page.getByRole("button", { name: "What became of the people" }).click();
    await page.getByText(/1 person has this version now/).waitFor();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByRole("alertdialog", { name: "Confirmation" }).getByRole("button", { name: "OK" }).click();
    const said = page.getByRole("alertdialog").filter({ hasText: "The draft is version 1 again" });
    await said.getByRole("button", { name: "Close" }).click();
    await tab("Content");
    await expect.poll(() => title(page).inputValue()).toBe(smallCourse.pages.read);

    // Later, by itself; and taken back.
    await page.getByRole("button", { name: "More about publishing" }).click();
    await page.getByRole("menuitem", { name: "Publish at a time" }).click();
    const later = page.getByRole("dialog", { name: "Publish at a time" });
    await later.getByRole("button", { name: "Schedule", exact: true }).click();
    await later.getByText("Write a day and a time.").waitFor();
    await later.getByLabel("Day and time").fill("2099-01-31T08:30");
    await later.getByLabel("What changed").fill("As it was");
    await later.getByRole("button", { name: "Schedule", exact: true }).click();
    await page.getByText("The publication is scheduled").waitFor();
    await page.getByRole("button", { name: /^Will be published on/ }).click();
    const scheduled = page.getByRole("dialog", { name: "Scheduled publication" });
    await scheduled.getByText("As it was").waitFor();
    await scheduled.getByRole("button", { name: "Do not publish it then" }).click();
    await page.getByText("Nothing will be published by itself").waitFor();
    await page.getByRole("button", { name: /^Will be published on/ }).waitFor({ state: "detached" });
  },
);
