import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { focused, tabTo } from "./support/keyboard.ts";
import { addSmallCourse, smallCourse } from "./support/small-course.ts";
import { password, student } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// The main journey with the keyboard alone; something always has the focus, and the focus is always visible (experience.md, X-2).
const stoa = useStoa();

beforeAll(async () => {
  await addSmallCourse(stoa);
}, 120_000);

/** Presses End until the lesson says that it is complete: what comes in after the first press makes the page longer. */
const endOfLesson = (page: Page) =>
  soon(async () => {
    await page.keyboard.press("End");
    return page.getByText("This lesson is complete.").isVisible();
  }).toBe(true);

const hasFocus = (page: Page) => soon(async () => (await focused(page)) !== null).toBe(true);

test("sign in, find, enrol, learn, quiz, result and sign out with the keyboard alone", { timeout: 120_000 }, async () => {
  const page = await stoa.visitor();
  await page.goto(stoa.url("/v/auth/login"));
  await heading(page, "Sign in").waitFor();
  // The first field has the focus at once.
  await soon(() => focused(page)).toMatchObject({ name: "Email", isDrawn: true });
  await page.keyboard.type(student);
  await tabTo(page, /^Password/);
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await heading(page, "Dashboard").waitFor();

  await tabTo(page, "Skip to content");
  await page.keyboard.press("Enter");
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("main");

  await tabTo(page, "Course Catalog", "Shift+Tab");
  await page.keyboard.press("Enter");
  await heading(page, "Course Catalog").waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("page-title");
  await tabTo(page, "Search courses");
  await page.keyboard.type("ladders");
  await page.getByRole("heading", { name: "1 course", exact: true }).waitFor();
  await tabTo(page, smallCourse.title);
  await page.keyboard.press("Enter");
  await heading(page, smallCourse.title).waitFor();
  await tabTo(page, `Enrol in ${smallCourse.title}`);
  await page.keyboard.press("Enter");
  await soon(async () => (await focused(page))?.name).toBe(`Start ${smallCourse.title}`);
  await page.keyboard.press("Enter");

  await heading(page, smallCourse.pages.read).waitFor();
  await hasFocus(page);
  await endOfLesson(page);
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");

  await heading(page, smallCourse.pages.watch).waitFor();
  await hasFocus(page);
  await tabTo(page, "Play");
  await page.keyboard.press("Enter");
  const at = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  await soon(at).toBeGreaterThan(2.5);
  await page.keyboard.press("k");
  await page.keyboard.press("l");
  await soon(at).toBeGreaterThan(11);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await hasFocus(page);
  await page.keyboard.press("]");

  await heading(page, smallCourse.pages.quiz).waitFor();
  await hasFocus(page);
  await tabTo(page, "One");
  await page.keyboard.press("ArrowDown");
  for (const tick of smallCourse.ticks) {
    await tabTo(page, tick);
    await page.keyboard.press("Space");
  }
  await tabTo(page, "True");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "Hand in");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Passed with 100%" }).waitFor();
  await soon(async () => (await focused(page))?.name).toBe("Passed with 100%");
  await page.keyboard.press("[");
  await heading(page, smallCourse.pages.watch).waitFor();
  await endOfLesson(page);
  await page.keyboard.press("]");
  await heading(page, smallCourse.pages.quiz).waitFor();
  await tabTo(page, "See your result");
  await page.keyboard.press("Enter");
  await heading(page, "Course complete").waitFor();
  await hasFocus(page);
  await tabTo(page, "My History");
  await page.keyboard.press("Enter");
  await heading(page, "Student History").waitFor();
  await page.getByRole("row", { name: new RegExp(smallCourse.title) }).waitFor();

  await tabTo(page, /Account/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
  await soon(async () => {
    await page.keyboard.press("ArrowDown");
    return (await focused(page))?.name;
  }).toBe("Sign Out");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/v/auth/login**");
});

test("a time zone is found by typing; of the 400 only those in sight are drawn", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/myAccount"));
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await zone.focus();
  const options = page.getByRole("option");
  await options.first().waitFor();
  expect(await options.count()).toBeLessThan(60);
  await zone.selectText();
  await page.keyboard.type("new yor");
  await page.getByRole("option", { name: "America/New York" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await soon(() => zone.inputValue()).toBe("America/New York");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Times shown in America/New York").waitFor();
});
