import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aContent, builders } from "#app/test/builders.ts";
import type { BlockOf } from "#features/blocks/kinds.ts";
import { pagesOf } from "#features/courses/content.ts";
import { readToTheEnd, saved, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { demoCourse } from "./support/demo-course.ts";
import { enrolStudent } from "./support/enrol-student.ts";
import { useStoa } from "./support/use-stoa.ts";

// A video stops and asks (capabilities EDT-2): its learner answers and goes on, its author says what is asked and when.
const stoa = useStoa();

const asked = { points: 1, kind: "trueFalse" } as const;
const questions = [
  { from: 2, question: { ...asked, id: "grip", stem: "You look first, then lift.", correct: true, feedback: "Think before you lift." } },
  { from: 15, question: { ...asked, id: "back", stem: "You bend your back.", correct: false, feedback: "" } },
];

/** A course of the demo's film, with questions that have to be answered or not; the student may load its files through the original course. */
async function filmCourse(title: string, { mustAnswer }: { mustAnswer: boolean }) {
  const demo = await demoCourse(stoa, "Manual handling");
  const found = pagesOf(demo.content).find(({ page }) => page.blocks.some(({ kind }) => kind === "video"))?.page;
  const film = found?.blocks.find((block): block is BlockOf<"video"> => "captions" in block);
  if (!found || !film) throw new Error("The demo has no film about lifting.");
  const { aCourse } = builders(stoa.databases, () => stoa.portalId(), "");
  const page = { ...found, rule: { viewed: true, videoPercent: 5 }, blocks: [{ ...film, questions, mustAnswer }] };
  const { id } = await aCourse("a", { title, content: aContent([page]) });
  for (const courseId of [id, demo.id]) await enrolStudent(stoa, courseId);
  return id;
}
const question = (page: Page, at: string) => page.getByRole("region", { name: `Question at ${at}` });
const second = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
const isPaused = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.paused);

test(
  "on a phone, a video stops at its questions, tells what was right, and the lesson is complete with the answers",
  { timeout: 120_000 },
  async () => {
    const id = await filmCourse("Lifting, asked", { mustAnswer: true });
    const page = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
    await page.goto(stoa.url(`/v/student/courseViewer/${id}`));
    await page.getByText("Completes when you watch 5% of the video and answer its questions.").waitFor();
    await page.getByRole("button", { name: /^Play video/ }).click();
    const first = question(page, "0:02");
    await first.waitFor();
    expect(await isPaused(page)).toBe(true);
    await soon(() => first.evaluate((element) => element === document.activeElement)).toBe(true);
    await first.getByText("The video goes on once you have answered.").waitFor();
    expect(await first.getByRole("button", { name: "Go on without answering" }).count()).toBe(0);
    // The player's key does not get past it.
    await page.keyboard.press("k");
    await soon(() => isPaused(page)).toBe(true);
    await first.getByRole("button", { name: "Answer", exact: true }).click();
    await first.getByText("Answer this question.").waitFor();
    expect(await axe(page, "a question in a video")).toEqual([]);
    await first.getByRole("radio", { name: "False" }).press("Space");
    await first.getByRole("button", { name: "Answer", exact: true }).click();
    await first.getByText("Wrong", { exact: true }).waitFor();
    await first.getByText("Think before you lift.").waitFor();
    expect(await axe(page, "its answer")).toEqual([]);
    await first.getByRole("button", { name: "Try again" }).click();
    await first.getByRole("radio", { name: "True" }).press("Space");
    await first.getByRole("button", { name: "Answer", exact: true }).click();
    await first.getByText("Right", { exact: true }).waitFor();
    expect(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))).toBe(0);
    await first.getByRole("button", { name: "Go on" }).click();
    await first.waitFor({ state: "detached" });
    await soon(() => second(page)).toBeGreaterThan(3);

    // Whoever jumps ahead arrives at the next one, and may look again at what came before.
    await page.getByRole("button", { name: "Go to 0:32 Put it down" }).click();
    const next = question(page, "0:15");
    await next.waitFor();
    await soon(async () => Math.round(await second(page))).toBe(15);
    await page.getByRole("button", { name: "Back 10 seconds" }).click();
    await next.waitFor({ state: "detached" });
    await page.getByRole("slider", { name: "Position" }).fill("14");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await next.getByRole("radio", { name: "False" }).press("Space");
    await next.getByRole("button", { name: "Answer", exact: true }).click();
    await next.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Go to 0:32 Put it down" }).click();
    await soon(() => second(page)).toBeGreaterThan(32);
    await page.keyboard.press("k");
    await readToTheEnd(page);
    await page.getByText("This lesson is complete.").waitFor();
    await saved(page);

    // What was answered is not asked again.
    await page.reload();
    await page.getByRole("button", { name: "Go to 0:00 Before you lift" }).click();
    await soon(() => second(page)).toBeGreaterThan(3);
    expect(await page.locator(".player-question").count()).toBe(0);
  },
);

test(
  "without a connection an answer is kept, and the video goes on; a question may be passed over where it need not be answered",
  { timeout: 90_000 },
  async () => {
    const id = await filmCourse("Lifting, freely", { mustAnswer: false });
    const page = await stoa.signedIn();
    await page.goto(stoa.url(`/v/student/courseViewer/${id}`));
    await page.getByText("Completes when you watch 5% of the video.", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Play video/ }).click();
    const first = question(page, "0:02");
    await first.waitFor();
    await saved(page);
    await page.context().setOffline(true);
    await first.getByRole("radio", { name: "True" }).press("Space");
    await first.getByRole("button", { name: "Answer", exact: true }).click();
    await first.getByText("Your answer is kept. Whether it is right is said when you are back online.").waitFor();
    await page.context().setOffline(false);
    await first.getByText("Right", { exact: true }).waitFor();
    await first.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("slider", { name: "Position" }).fill("14");
    const next = question(page, "0:15");
    await next.getByRole("button", { name: "Go on without answering" }).click();
    await soon(() => second(page)).toBeGreaterThan(16);
  },
);

test("an author says by keyboard what a video asks and when; undo takes it back", { timeout: 90_000 }, async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url("/v/dashboard/author?create=course"));
  const create = page.getByRole("dialog", { name: "Create New Course" });
  await create.getByText("Online course", { exact: true }).click();
  await create.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Title of the page" }).fill("The film");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  await page.keyboard.press("/");
  await page.getByRole("dialog", { name: "Add a block" }).getByRole("searchbox", { name: "Search blocks" }).fill("video");
  await page.keyboard.press("Enter");
  const form = page.getByRole("group", { name: "Questions in the video" });
  const add = form.getByRole("group", { name: "Add a question" });
  await add.getByRole("button", { name: "True or false" }).press("Enter");
  await page.keyboard.type("The load comes first.");
  await form.getByLabel("Comes up at").fill("soon");
  await page.keyboard.press("Tab");
  await form.getByText("Write a time, such as 0:05.").waitFor();
  await form.getByLabel("Comes up at").fill("1:05");
  await page.keyboard.press("Tab");
  await form.getByRole("button", { name: "1:05 The load comes first." }).waitFor();
  await add.getByRole("button", { name: "A number" }).press("Enter");
  await page.keyboard.type("How many boxes?");
  // In the order of their times.
  await soon(() => form.locator(".ui-disclosure-button").allInnerTexts()).toEqual([
    expect.stringContaining("0:00 How many boxes?"),
    expect.stringContaining("1:05 The load comes first."),
  ]);
  await form.getByRole("checkbox", { name: "The video goes on only after an answer" }).check();
  expect(await axe(page, "the questions of a video")).toEqual([]);
  await page.locator(".saved-state[data-state=saved]").waitFor();
  await page.reload();
  await form.getByRole("button", { name: "1:05 The load comes first." }).waitFor();
  await form.getByRole("button", { name: "Remove: Question 1" }).press("Enter");
  await form.getByRole("button", { name: /How many boxes/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /How many boxes/ }).waitFor();
});
