import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, readToTheEnd, soon } from "./support/actions.ts";
import { focused, tabTo } from "./support/keyboard.ts";
import { useStoa } from "./support/use-stoa.ts";

// The journey of issue 13: a course with ten kinds of blocks is made with the keyboard alone, published, learnt, changed, and published again
// while its learner is in the middle of it (EDT-1 to EDT-9, X-2).
const stoa = useStoa();

const author = "author@stoa.example";
const allSaved = (page: Page) => page.locator(".saved-state[data-state=saved]").waitFor();
const hasFocus = (place: Locator) => soon(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);

/** Goes to a field by Tab and types into it. */
async function write(page: Page, name: string | RegExp, text: string) {
  await tabTo(page, name);
  await page.keyboard.type(text);
}
/** Goes to a button or a link by Tab and presses it. */
async function press(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab") {
  await tabTo(page, name, key);
  await page.keyboard.press("Enter");
}

/** Adds a block after the one that is edited, by its name in the menu; the focus is then in the first field of its form. */
async function add(page: Page, name: string) {
  await page.keyboard.press("Escape");
  await soon(async () => (await focused(page))?.name ?? "").toMatch(/^Edit /);
  await page.keyboard.press("/");
  await hasFocus(page.getByRole("dialog", { name: "Add a block" }));
  await page.keyboard.type(name);
  await soon(() => page.getByRole("menuitem").count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add a block" }).waitFor({ state: "detached" });
  await hasFocus(page.locator(".block-frame[data-selected]"));
}

/** Fills in two titled texts; the focus is in the title of the first. */
async function twoParts(page: Page, what: string) {
  await page.keyboard.type(`${what} one`);
  await write(page, "Text", `First words of ${what}.`);
  await write(page, "Title", `${what} two`);
  await write(page, "Text", `Last words of ${what}.`);
}

test(
  "a course of ten kinds, by keyboard alone, is published, learnt, changed, and published to whoever is in it",
  { timeout: 300_000 },
  async () => {
    const page = await stoa.signedIn({ email: author });
    await page.goto(stoa.url("/v/dashboard/author?create=course"));
    const create = page.getByRole("dialog", { name: "Create New Course" });
    await create.waitFor();
    await tabTo(page, /^Online course/);
    await page.keyboard.press("Space");
    await press(page, "Continue");
    const title = page.getByRole("textbox", { name: "Title of the page" });
    await title.waitFor();
    await hasFocus(title);

    // The first page: a text with a heading, a list and a warning, and seven kinds that arrange what is said.
    await page.keyboard.type("Ropes");
    await page.keyboard.press("Enter");
    await hasFocus(page.getByRole("textbox", { name: "Text", exact: true }));
    await page.keyboard.type("## Before you climb");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- Look at the rope.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Tie in.");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("A worn rope breaks.");
    await page.keyboard.press("Control+b");
    await page.keyboard.type(" Always.");

    await add(page, "Table");
    await page.keyboard.type("Rope");
    await write(page, "Row 1, column 2", "Length");
    await write(page, "Row 2, column 1", "Red");
    await write(page, "Row 2, column 2", "40 m");
    await add(page, "Accordion");
    await twoParts(page, "Knots");
    await add(page, "Tabs");
    await twoParts(page, "Walls");
    await add(page, "Steps");
    await twoParts(page, "Belays");
    await add(page, "Flip cards");
    await page.keyboard.type("Bight");
    await write(page, "Back", "A bend without a crossing");
    await write(page, "Front", "Loop");
    await write(page, "Back", "A bend with one");
    await add(page, "Code");
    await page.keyboard.type("tie --loop");
    await add(page, "Formula");
    await page.keyboard.type("F = m a");
    await allSaved(page);

    // The second page asks: a statement and a quiz.
    await press(page, "Add page", "Shift+Tab");
    await soon(() => title.inputValue()).toMatch(/^Page/);
    await hasFocus(title);
    await page.keyboard.type("Check");
    await page.keyboard.press("Enter");
    await hasFocus(page.getByRole("textbox", { name: "Text", exact: true }));
    await page.keyboard.type("Now you.");
    await add(page, "Statement to confirm");
    await page.keyboard.type("I look at the rope first.");
    await add(page, "Quiz");
    await page.keyboard.type("Ropes and knots");
    await press(page, "True or false");
    await hasFocus(page.getByRole("textbox", { name: "Question", exact: true }));
    await page.keyboard.type("A worn rope breaks.");
    await page.keyboard.press("Escape");
    // The page asks for both.
    for (const condition of ["each quiz was done", "each statement was confirmed"]) {
      await tabTo(page, condition);
      await page.keyboard.press("Space");
      await page.getByRole("checkbox", { name: condition, checked: true }).waitFor();
    }
    await allSaved(page);
    const kinds = await stoa.databases.inSystem("look at a test", async (db) => {
      const pages = await db
        .selectFrom("course_draft_pages")
        .select("page")
        .where("course_id", "=", Number(new URL(page.url()).pathname.split("/").at(-1)))
        .execute();
      return pages.flatMap(({ page: one }) => (one as unknown as { blocks: { kind: string }[] }).blocks.map(({ kind }) => kind));
    });
    expect(new Set(kinds).size).toBe(10);

    // Its own title, and out it goes.
    await press(page, "Settings", "Shift+Tab");
    await page.getByLabel("Title", { exact: true }).waitFor();
    await tabTo(page, "Title");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Ropes by keyboard");
    await press(page, "Save", "Shift+Tab");
    await heading(page, "Ropes by keyboard").waitFor();
    await press(page, "Publish", "Shift+Tab");
    const first = page.getByRole("dialog", { name: "Publish" });
    await first.getByLabel("What changed").waitFor();
    await press(page, "Publish");
    await page.getByText("Version 1 is what learners get now.").waitFor();
    await press(page, "Close");

    // Somebody learns the first page.
    const courseId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const learner = await stoa.signedIn();
    await learner.goto(stoa.url(`/v/course/details/online/${courseId}`));
    await learner.getByRole("button", { name: "Enrol in Ropes by keyboard" }).click();
    await learner.getByRole("link", { name: "Start Ropes by keyboard" }).click();
    await heading(learner, "Ropes").waitFor();
    await learner.getByRole("heading", { name: "Before you climb" }).waitFor();
    await learner.getByText("A bend without a crossing").first().waitFor({ state: "attached" });
    await readToTheEnd(learner);
    await learner.getByRole("button", { name: "Continue", exact: true }).click();
    await heading(learner, "Check").waitFor();

    // The author changes the page that they are on, and takes them along.
    await press(page, "Content", "Shift+Tab");
    await title.waitFor();
    await soon(() => title.inputValue()).toBe("Check");
    await tabTo(page, "Title of the page");
    await page.keyboard.press("End");
    await page.keyboard.type(" yourself");
    await press(page, "Add a block");
    await hasFocus(page.getByRole("dialog", { name: "Add a block" }));
    await page.keyboard.type("Code");
    await soon(() => page.getByRole("menuitem").count()).toBe(1);
    await page.keyboard.press("Enter");
    await hasFocus(page.locator(".block-frame[data-selected]"));
    await page.keyboard.type("check --rope");
    await allSaved(page);
    await press(page, "Publish", "Shift+Tab");
    const second = page.getByRole("dialog", { name: "Publish a new version" });
    await second.getByLabel("What changed").waitFor();
    await tabTo(page, "What changed");
    await page.keyboard.type("A command to check with");
    await tabTo(page, /^Finish the version they started/);
    await page.keyboard.press("ArrowDown");
    await press(page, "Publish");
    await page.getByText("Version 2 is what learners get now.").waitFor();
    await page.getByText(/1 person has this version now/).waitFor();

    // They go on where they were, and what they did counts.
    await learner.reload();
    await heading(learner, "Check yourself").waitFor();
    await learner.getByRole("button", { name: "I confirm this" }).click();
    await learner.getByText(/^You confirmed this/).waitFor();
    await learner.locator("label").filter({ hasText: "True" }).click();
    await learner.getByRole("button", { name: "Hand in" }).click();
    await learner.getByRole("heading", { name: "Passed with 100%" }).waitFor();
    await readToTheEnd(learner);
    await learner.getByText("This lesson is complete.").waitFor();
    await learner.getByRole("button", { name: /^(Finish|See your result)$/ }).click();
    await heading(learner, "Course complete").waitFor();
  },
);
