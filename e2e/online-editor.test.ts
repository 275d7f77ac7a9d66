import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { axe } from "./support/axe.ts";
import { demoCourse } from "./support/demo-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// An author writes an online course, mostly by keyboard, and a learner reads it (capabilities EDT-1 to EDT-8).
const stoa = useStoa();

const hasFocus = (place: Locator) => soon(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
const titles = (page: Page) => page.getByRole("treegrid", { name: "Chapters and pages" }).getByRole("row").locator("bdi").allInnerTexts();
const allSaved = (page: Page) => page.locator(".saved-state[data-state=saved]").waitFor();

/** The editor of an online course that its author has just begun. */
async function newCourse() {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url("/v/dashboard/author?create=course"));
  const create = page.getByRole("dialog", { name: "Create New Course" });
  await create.getByText("Online course", { exact: true }).click();
  await create.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Title of the page" }).waitFor();
  return page;
}

test("write a course by keyboard, come back to it, publish it; a learner reads it", { timeout: 300_000 }, async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url("/v/dashboard/author?create=course"));
  const create = page.getByRole("dialog", { name: "Create New Course" });
  await create.getByText("Online course", { exact: true }).click();
  await create.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/author/courseEditor/*");

  // It opens with a page whose title is typed next, and Enter goes on to its text.
  const title = page.getByRole("textbox", { name: "Title of the page" });
  await title.waitFor();
  await hasFocus(title);
  await page.keyboard.type("Lifting");
  // Keys are its own from when it appears: it has the focus with the same step.
  const appeared = await page.evaluateHandle(() => ({
    withFocus: new Promise<boolean>((resolve) => {
      new MutationObserver((_, observer) => {
        const text = document.querySelector(".rich-text");
        if (!text) return;
        observer.disconnect();
        resolve(text === document.activeElement);
      }).observe(document.body, { childList: true, subtree: true });
    }),
  }));
  await page.keyboard.press("Enter");
  expect(await appeared.evaluate(({ withFocus }) => withFocus)).toBe(true);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await page.keyboard.type("Bend your knees.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("## Before you lift");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Look where you are going.");
  await page.getByRole("button", { name: "Warning" }).waitFor();

  // Escape leaves the text but not its place; there / opens the menu, and typing narrows it.
  await page.keyboard.press("Escape");
  await hasFocus(page.getByRole("button", { name: /^Edit Text: Bend your knees/ }));
  await page.keyboard.press("/");
  const search = page.getByRole("dialog", { name: "Add a block" }).getByRole("searchbox", { name: "Search blocks" });
  await hasFocus(search);
  await page.keyboard.type("quiz");
  await page.getByRole("menuitem", { name: "Text", exact: true }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await hasFocus(page.getByLabel("Title of the quiz"));
  await page.keyboard.type("Check yourself");
  await page.getByRole("group", { name: "Add a question" }).getByRole("button", { name: "True or false" }).click();
  await hasFocus(page.getByRole("textbox", { name: "Question", exact: true }));
  await page.keyboard.type("You bend your knees.");
  expect(await axe(page, "the course editor")).toEqual([]);

  // In an empty text / opens the same menu, and what is chosen stands in its place.
  await page.getByRole("button", { name: "Add page" }).click();
  await soon(() => titles(page)).toEqual(["Chapter 1", "Lifting", "Page 2"]);
  await hasFocus(title);
  await page.keyboard.type("Carrying");
  await page.keyboard.press("Enter");
  await hasFocus(text);
  await page.keyboard.press("/");
  await hasFocus(search);
  await page.keyboard.press("Escape");
  await hasFocus(text);
  await page.keyboard.type("Carry it close.");
  await page.keyboard.press("Escape");

  // A page is moved by keyboard and keeps the focus; undo puts it back.
  const row = page.getByRole("row", { name: "Carrying" });
  await row.click();
  await page.keyboard.press("Alt+ArrowUp");
  await soon(() => titles(page)).toEqual(["Chapter 1", "Carrying", "Lifting"]);
  await hasFocus(row);
  await page.keyboard.press("Control+z");
  await soon(() => titles(page)).toEqual(["Chapter 1", "Lifting", "Carrying"]);
  await allSaved(page);
  await page.reload();
  await soon(() => titles(page)).toEqual(["Chapter 1", "Lifting", "Carrying"]);
  await page.getByRole("row", { name: "Lifting" }).click();
  await page.locator(".canvas").getByText("Look where you are going.").waitFor();
  await page.locator(".canvas").getByText("You bend your knees.").waitFor();

  // The list of attempts knows online courses too.
  await page.getByRole("link", { name: "Learners", exact: true }).click();
  await page.getByText("Nobody has started yet").waitFor();

  // A course without a title of its own is not published.
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const publish = page.getByRole("dialog", { name: "Publish" });
  await publish.getByText("The course has no title of its own yet.").waitFor();
  await publish.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByLabel("Title", { exact: true }).fill("Lifting and carrying");
  const changes = page.getByRole("region", { name: "Unsaved changes" });
  await changes.getByRole("button", { name: "Save" }).click();
  await changes.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Lifting and carrying", level: 1 }).waitFor();
  // Saved settings can be taken back.
  await page.getByLabel("Title", { exact: true }).fill("Carrying alone");
  await changes.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Carrying alone", level: 1 }).waitFor();
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).first().click();
  await page.getByRole("heading", { name: "Lifting and carrying", level: 1 }).waitFor();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Lifting and carrying");
  // A picture takes the place of the drawn cover.
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  await page.getByLabel("Picture of the cover").setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: picture });
  const cut = page.getByRole("dialog", { name: "Cover" });
  await cut.getByRole("slider", { name: "Left or right" }).fill("80");
  await cut.getByRole("button", { name: "Use this picture" }).click();
  await page.locator(".editor-cover img.course-cover").waitFor();
  await changes.getByRole("button", { name: "Save" }).click();
  await changes.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await publish.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Version 1 is what learners get now.").waitFor();

  const courseId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const learner = await stoa.signedIn();
  await learner.goto(stoa.url(`/v/course/details/online/${courseId}`));
  const cover = learner.locator("img.course-cover").first();
  await soon(() => cover.evaluate((shown: HTMLImageElement) => [shown.src.includes("/rest/files/"), shown.naturalWidth > 1])).toEqual([
    true,
    true,
  ]);
  await learner.getByRole("button", { name: "Enrol in Lifting and carrying" }).click();
  await learner.getByRole("link", { name: "Start Lifting and carrying" }).click();
  await learner.getByText("Bend your knees.", { exact: true }).waitFor();
  await learner.getByRole("heading", { name: "Before you lift" }).waitFor();
});

test(
  "on a phone, an unchanged course is scheduled: its dialog asks what is new, and its buttons stay in view",
  { timeout: 120_000 },
  async () => {
    const page = await stoa.signedIn({ email: "author@stoa.example", viewport: { width: 390, height: 700 } });
    const { id } = await stoa.databases.inSystem("look at a test", (db) =>
      db.selectFrom("courses").select("id").where("title", "=", "Forklift basics").executeTakeFirstOrThrow(),
    );
    await page.goto(stoa.url(`/v/author/courseEditor/${id}`));
    await page.getByRole("button", { name: "More about publishing" }).click();
    await page.getByRole("menuitem", { name: "Publish at a time" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish at a time" });
    const schedule = dialog.getByRole("button", { name: "Schedule", exact: true });
    await schedule.waitFor();
    await soon(() => schedule.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await dialog.getByLabel("Day and time").fill("2099-12-01T08:00");
    await schedule.click();
    await dialog.getByText("Write what is new in this version.").waitFor();
    await dialog.getByLabel("What changed").fill("For winter");
    expect(await axe(page, "publishing at a time")).toEqual([]);
    await schedule.click();
    await page.getByText("The publication is scheduled").waitFor();
  },
);

test("on a phone, a learner's long address and what is below it do not cover one another", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example", viewport: { width: 390, height: 844 } });
  const { id } = await stoa.databases.inSystem("look at a test", (db) =>
    db.selectFrom("courses").select("id").where("title", "=", "Public procurement for beginners").executeTakeFirstOrThrow(),
  );
  await page.goto(stoa.url(`/v/author/courseEditor/${id}`));
  await page.getByRole("link", { name: "Learners", exact: true }).click();
  const people = page.getByRole("rowheader");
  await people.first().waitFor();
  const tooLow = () =>
    people.evaluateAll((cells) => cells.filter((cell) => cell.scrollHeight > cell.clientHeight).map((cell) => cell.textContent));
  await soon(tooLow).toEqual([]);
});

test("beside a page longer than the window, the outline and the properties stay in view", { timeout: 60_000 }, async () => {
  const page = await newCourse();
  for (let nth = 0; nth < 3; nth++) {
    await page.getByRole("button", { name: "Add a block", exact: true }).click();
    await page.getByRole("menuitem", { name: "Flip cards", exact: true }).click();
    await soon(() => page.locator(".canvas [data-block]").count()).toBeGreaterThan(nth);
  }
  const beside = page.locator(".content-outline, .content-properties");
  const heights = () => beside.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height <= innerHeight));
  await soon(heights).toEqual([true, true]);
});

test("a block of which nothing is chosen yet says what it is, so that its author finds it again", { timeout: 60_000 }, async () => {
  const page = await newCourse();
  for (const name of ["Picture", "Video", "Table"]) {
    await page.getByRole("button", { name: "Add a block", exact: true }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  }
  const shown = page.locator(".block-shown:empty");
  await soon(() => shown.evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block, "::before").content))).toEqual([
    '"Picture"',
    '"Video"',
  ]);
});

test("a title of two lines is one text that is seen whole, and a question's form is as wide as its quiz", { timeout: 60_000 }, async () => {
  const page = await newCourse();
  const title = page.getByRole("textbox", { name: "Title of the page" });
  await title.fill("Whoever lifts looks first at the way,\nthen at the load, and last at the place where it is set down");
  await soon(() => title.inputValue()).toBe(
    "Whoever lifts looks first at the way, then at the load, and last at the place where it is set down",
  );
  expect(await title.evaluate((area) => [area.clientHeight > 60, area.scrollHeight - area.clientHeight])).toEqual([true, 0]);
  await page.getByRole("button", { name: "Add a block", exact: true }).click();
  await page.getByRole("menuitem", { name: "Quiz", exact: true }).click();
  await page.getByRole("group", { name: "Add a question" }).getByRole("button", { name: "One right option" }).click();
  const widthOf = async (place: Locator) => (await place.boundingBox())?.width ?? 0;
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await question.waitFor();
  expect(await widthOf(question)).toBeGreaterThan((await widthOf(page.locator(".question-item"))) * 0.9);
});

test("the outline shows the page that an address opens, further down than it reaches", { timeout: 60_000 }, async () => {
  const {
    id,
    content: { chapters },
  } = await demoCourse(stoa, "Accessible documents");
  const last = chapters.at(-1)?.pages.at(-1)?.id;
  const page = await stoa.signedIn({ email: "author@stoa.example", viewport: { width: 1280, height: 420 } });
  await page.goto(stoa.url(`/v/author/courseEditor/${id}?page=${last}`));
  const row = page.locator(".outline-row[data-current]");
  await row.waitFor();
  const isInSight = () =>
    row.evaluate((element) => {
      const [own, tree] = [element, element.closest(".editor-outline") ?? element].map((one) => one.getBoundingClientRect());
      return own !== undefined && tree !== undefined && own.top >= tree.top && own.bottom <= tree.bottom;
    });
  await soon(isInSight).toBe(true);
});

test(
  "pages are dragged with the mouse into another chapter, moved and changed several at once, and duplicated",
  { timeout: 90_000 },
  async () => {
    const page = await newCourse();
    const title = page.getByRole("textbox", { name: "Title of the page" });
    await title.fill("Ladders");
    await page.getByRole("button", { name: "Add page" }).click();
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ladders", "Page 2"]);
    await title.fill("Ropes");
    await page.getByRole("button", { name: "Add chapter" }).click();
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ladders", "Ropes", "Chapter 2", "Page 3"]);
    const rowOf = (name: string) => page.getByRole("row", { name, exact: true });

    // Step by step, as a hand moves the mouse: onto a chapter, then between two pages.
    const drag = async (from: string, to: string, share: number) => {
      const [start, end] = [await rowOf(from).locator("bdi").boundingBox(), await rowOf(to).boundingBox()];
      if (!start || !end) throw new Error("A row is not in sight.");
      await page.mouse.move(start.x + 4, start.y + start.height / 2);
      await page.mouse.down();
      await page.mouse.move(start.x + 12, start.y + start.height / 2 + 6, { steps: 3 });
      await page.mouse.move(end.x + end.width / 2, end.y + end.height * share, { steps: 8 });
      await page.mouse.up();
    };
    await drag("Ladders", "Chapter 2", 0.5);
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Chapter 2", "Page 3", "Ladders"]);
    await drag("Ropes", "Page 3", 0.97);
    await soon(() => titles(page)).toEqual(["Chapter 1", "Chapter 2", "Page 3", "Ropes", "Ladders"]);
    await allSaved(page);

    await rowOf("Ropes").click();
    await page.keyboard.press("Control+z");
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Chapter 2", "Page 3", "Ladders"]);
    await page.keyboard.press("Control+z");
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ladders", "Ropes", "Chapter 2", "Page 3"]);
    await page.keyboard.press("Control+Shift+z");
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Chapter 2", "Page 3", "Ladders"]);
    await allSaved(page);
    await page.reload();
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Chapter 2", "Page 3", "Ladders"]);

    // A chapter is closed and opened by keys.
    await rowOf("Chapter 2").focus();
    await page.keyboard.press("ArrowLeft");
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Chapter 2"]);
    expect(await rowOf("Chapter 2").getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("ArrowRight");
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Chapter 2", "Page 3", "Ladders"]);

    // Several chosen pages are moved by keys, and get their minutes, together; one is duplicated by a key.
    await rowOf("Page 3").click();
    await rowOf("Ladders").click({ modifiers: ["Shift"] });
    await page.keyboard.press("Alt+ArrowUp");
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Page 3", "Ladders", "Chapter 2"]);
    await page.getByLabel("Minutes of each page").fill("7");
    await page.getByLabel("Minutes of each page").press("Tab");
    await soon(() => page.locator(".outline-minutes").allInnerTexts()).toEqual(["7 min", "7 min"]);
    await rowOf("Ropes").click();
    await page.keyboard.press("Control+d");
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ropes", "Ropes (copy)", "Page 3", "Ladders", "Chapter 2"]);
    await allSaved(page);
  },
);

test(
  "several blocks are dragged, moved by keys and onto another page, and removed; a page is required for the course",
  { timeout: 90_000 },
  async () => {
    const page = await newCourse();
    await page.getByRole("textbox", { name: "Title of the page" }).fill("Ladders");
    for (const words of ["Rungs", "Rails", "Feet"]) {
      if (words !== "Rungs") await page.getByRole("button", { name: "Add a block", exact: true }).click();
      if (words !== "Rungs") await page.getByRole("menuitem", { name: /^Text/ }).click();
      else await page.getByRole("button", { name: "Edit Text, empty" }).click();
      await page.locator(".block-frame[data-selected] [contenteditable=true]").fill(words);
      await page.keyboard.press("Escape");
    }
    const list = page.getByRole("grid", { name: "Blocks of this page" });
    const names = () => list.getByRole("row").locator("bdi").allInnerTexts();
    await soon(names).toEqual(["Text: Rungs", "Text: Rails", "Text: Feet"]);
    const row = (name: string) => list.getByRole("row", { name: `Text: ${name}` });
    await row("Rungs").click();
    await row("Rails").click({ modifiers: ["Shift"] });
    await page.keyboard.press("Alt+ArrowDown");
    await soon(names).toEqual(["Text: Feet", "Text: Rungs", "Text: Rails"]);
    await hasFocus(row("Rails"));
    const [start, end] = [await row("Rungs").locator("bdi").boundingBox(), await row("Feet").boundingBox()];
    if (!start || !end) throw new Error("A row is not in sight.");
    await page.mouse.move(start.x + 4, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + 12, start.y + start.height / 2 - 6, { steps: 3 });
    await page.mouse.move(end.x + end.width / 2, end.y + 2, { steps: 8 });
    await page.mouse.up();
    await soon(names).toEqual(["Text: Rungs", "Text: Rails", "Text: Feet"]);
    await row("Feet").click();
    await page.keyboard.press("Control+d");
    await soon(names).toEqual(["Text: Rungs", "Text: Rails", "Text: Feet", "Text: Feet"]);
    await page.keyboard.press("Control+z");
    await soon(names).toEqual(["Text: Rungs", "Text: Rails", "Text: Feet"]);
    expect(await axe(page, "the blocks of a page")).toEqual([]);

    await page.getByRole("button", { name: "Add page" }).click();
    await soon(() => titles(page)).toEqual(["Chapter 1", "Ladders", "Page 2"]);
    await page.getByRole("row", { name: "Ladders" }).click();
    await row("Rungs").click();
    await row("Feet").click({ modifiers: ["Control"] });
    await page.getByRole("button", { name: /Move to page/ }).click();
    await page.getByRole("option", { name: "Page 2" }).click();
    await soon(names).toEqual(["Text: Rails"]);
    await page.getByRole("row", { name: "Page 2" }).click();
    await soon(names).toEqual(["Text, empty", "Text: Rungs", "Text: Feet"]);
    await page.keyboard.press("Control+z");
    await soon(names).toEqual(["Text, empty"]);

    // A course asks for every page until its rule says less; then pages are required one by one.
    const required = page.getByRole("checkbox", { name: "Required to complete the course" });
    expect(await required.isDisabled()).toBe(true);
    await page.getByRole("group", { name: "What the properties are of" }).getByRole("button", { name: "Course", exact: true }).click();
    const rule = page.locator("section", { has: page.getByRole("heading", { name: "When the course is complete" }) });
    await rule.getByRole("textbox", { name: /percent/i }).fill("50");
    await rule.getByRole("textbox", { name: /percent/i }).press("Tab");
    await page.getByRole("row", { name: "Ladders" }).click();
    await page.getByRole("row", { name: "Page 2" }).click({ modifiers: ["Shift"] });
    await required.check();
    await page.getByRole("group", { name: "What the properties are of" }).getByRole("button", { name: "Course", exact: true }).click();
    const words = rule.locator("div.small").getByRole("listitem");
    await soon(() => words.allInnerTexts()).toEqual(expect.arrayContaining(["Complete “Ladders”.", "Complete “Page 2”."]));
    await allSaved(page);
  },
);

test("a rule of certain pages in a group is set by keyboard, and says what is in its way", { timeout: 90_000 }, async () => {
  const page = await newCourse();
  await page.getByRole("textbox", { name: "Title of the page" }).fill("Ladders");
  await page.getByRole("button", { name: "Add page" }).click();
  await soon(() => titles(page)).toEqual(["Chapter 1", "Ladders", "Page 2"]);
  await page.getByRole("group", { name: "What the properties are of" }).getByRole("button", { name: "Course", exact: true }).click();
  const rule = page.locator("section", { has: page.getByRole("heading", { name: "When the course is complete" }) });
  /** Makes the nth condition another one, by keys. */
  const choose = async (nth: number, option: string) => {
    await rule.locator(".rule-card").nth(nth).getByRole("button").first().focus();
    await page.keyboard.press("Enter");
    const wanted = page.getByRole("option", { name: option, exact: true });
    await wanted.waitFor();
    await page.keyboard.press("Home");
    for (let step = 0; step < 8 && !(await wanted.evaluate((one) => one === document.activeElement)); step++)
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: option, exact: true }).waitFor({ state: "detached" });
  };
  const words = rule.locator("div.small").getByRole("listitem");
  await choose(0, "A group of conditions");
  await soon(() => words.allInnerTexts()).toEqual(["One of these is enough: (1) Complete every lesson. (2) Complete “Ladders”."]);
  await choose(0, "A group of conditions");
  await choose(1, "Study time");
  await soon(() => words.allInnerTexts()).toEqual([
    "One of these is enough: (1) One of these is enough: (1) Study for at least 10 minutes. (2) Complete “Ladders”. (2) Complete “Ladders”.",
  ]);
  await rule.getByText("Time alone would complete the course.").waitFor();
  expect(await axe(page, "the rule of a course")).toEqual([]);
  await rule.locator(".rule-card").nth(1).getByRole("button", { name: "Remove condition" }).press("Enter");
  await hasFocus(rule.getByRole("button", { name: "Add a condition to this group" }));
  await rule.getByText("Time alone would complete the course.").waitFor({ state: "detached" });
  await allSaved(page);

  // A page that the rule names is taken out of the outline: the proof says so; undo mends it.
  const gone = rule.getByText("The completion rule asks for a page that is not in the course.");
  await page.getByRole("row", { name: "Ladders" }).click();
  await page.getByRole("group", { name: "What the properties are of" }).getByRole("button", { name: "Course", exact: true }).click();
  await page.getByRole("row", { name: "Ladders" }).press("Delete");
  await gone.waitFor();
  await page.keyboard.press("Control+z");
  await gone.waitFor({ state: "detached" });
});

test("web pages play beside their form, where learners' pages play, and nothing typed before is lost", { timeout: 120_000 }, async () => {
  const page = await newCourse();
  await page.getByRole("button", { name: "Add a block", exact: true }).click();
  await page.getByRole("menuitem", { name: "Web pages", exact: true }).click();
  const index =
    "<!doctype html><title>Knots</title><h1>Tie a bowline</h1><script>document.body.append(top === self ? 'alone' : 'framed')</script>";
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "knots.zip", mimeType: "application/zip", buffer: await zipOf({ "index.html": index }) });
  const show = page.getByRole("button", { name: "Show the pages here" });
  await show.waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Knots for climbers");
  await show.click();
  const frame = page.locator(".web-package-stage iframe");
  await frame.waitFor();
  await page.frameLocator(".web-package-stage iframe").getByRole("heading", { name: "Tie a bowline" }).waitFor();
  await page.frameLocator(".web-package-stage iframe").getByText("framed").waitFor();
  expect(new URL((await frame.getAttribute("src")) ?? "").host).not.toBe(new URL(page.url()).host);
  expect(await frame.getAttribute("sandbox")).not.toContain("allow-top-navigation");
  await soon(() => page.getByRole("textbox", { name: "Title", exact: true }).inputValue()).toBe("Knots for climbers");
  await allSaved(page);
});

test(
  "a part of a SCORM package is put between texts by keyboard on a phone, published, and a learner plays it",
  { timeout: 180_000 },
  async () => {
    const page = await newCourse();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Add a block", exact: true }).press("Enter");
    await hasFocus(page.getByRole("dialog", { name: "Add a block" }).getByRole("searchbox", { name: "Search blocks" }));
    await page.keyboard.type("scorm");
    await page.getByRole("menuitem", { name: "SCORM object", exact: true }).waitFor();
    await page.getByRole("menuitem", { name: "Text", exact: true }).waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.getByText("This course has no SCORM package yet.").waitFor();
    const choose = page.getByRole("button", { name: "Choose a file: SCORM package (.zip)" });
    await hasFocus(choose);
    expect(await axe(page, "a SCORM block without a package")).toEqual([]);
    const pick = async (name: string, buffer: Buffer) =>
      page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/zip", buffer });
    await pick("words.txt", Buffer.from("x"));
    await page.getByText("words.txt is not a .zip file.").waitFor();
    await pick("site.zip", await zipOf({ "index.html": "x" }));
    await page.getByText("The package has no imsmanifest.xml").waitFor();
    await pick("tents.zip", await zipOf(files12()));
    await page.getByText("The package was imported: SCORM 1.2, 2 parts").waitFor();
    const part = page.getByRole("button", { name: /Part of the package/ });
    await part.press("ArrowDown");
    const last = page.getByRole("option").last();
    const chosen = (await last.innerText()).trim();
    await last.press("Enter");
    await last.waitFor({ state: "detached" });
    expect(await axe(page, "a SCORM block with a package")).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    await part.press("Escape");
    const edit = page.getByRole("button", { name: new RegExp(`^Edit SCORM object: .*${chosen}`) });
    await edit.waitFor();
    // It opens with the choice that was made.
    await edit.press("Enter");
    await soon(() => part.innerText()).toContain(chosen);
    await allSaved(page);

    // What the object counts for: the course is complete when it is passed.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("group", { name: "What the properties are of" }).getByRole("button", { name: "Course", exact: true }).click();
    const rule = page.locator("section", { has: page.getByRole("heading", { name: "When the course is complete" }) });
    const take = async (field: RegExp, option: string) => {
      await rule.getByRole("button", { name: field }).first().click();
      await page.getByRole("option", { name: option }).click();
      await page.getByRole("option").first().waitFor({ state: "detached" });
    };
    await take(/Condition$/, "SCORM objects complete");
    await take(/A part counts as complete$/, "When the learner has passed");
    await rule.getByText("Pass the course.").waitFor();
    await rule.getByRole("button", { name: /A part counts as passed$/ }).click();
    expect(await page.getByRole("option").count()).toBe(2);
    await page.getByRole("option", { name: "From a score you set" }).click();
    await rule.getByRole("textbox", { name: "Score that passes, in percent" }).fill("70");
    await rule.getByText(/^Pass with at least 70\s?%\.$/).waitFor();
    await rule.getByText("Passed by the average score", { exact: true }).click();
    await rule.getByRole("textbox", { name: "Average score for passing, in percent" }).fill("75");
    await rule.getByText(/^The course is passed with 75\s?% or more on average\.$/).waitFor();
    expect(await axe(page, "what a SCORM object counts for, and passing")).toEqual([]);
    // No page counts it yet, and that stands below the rule.
    await rule.getByText("The completion rule asks for SCORM objects, but no page counts one.").waitFor();
    await part.press("Escape");
    await page.getByRole("group", { name: "What the properties are of" }).getByRole("button", { name: "Page", exact: true }).click();
    await page.getByText("each SCORM object is complete", { exact: true }).click();
    await allSaved(page);
    await page.setViewportSize({ width: 390, height: 844 });

    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByLabel("Title", { exact: true }).fill("Camping");
    const changes = page.getByRole("region", { name: "Unsaved changes" });
    await changes.getByRole("button", { name: "Save" }).click();
    await changes.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }).click();
    await page.getByText("Version 1 is what learners get now.").waitFor();
    const courseId = Number(new URL(page.url()).pathname.split("/").at(-1));
    const { completion_rule } = await stoa.databases.inSystem("look at a test", (db) =>
      db.selectFrom("course_versions").select("completion_rule").where("course_id", "=", courseId).executeTakeFirstOrThrow(),
    );
    expect(completion_rule).toEqual({
      kind: "all",
      rules: [
        { kind: "scorm", policy: { complete: "passed", pass: "score", passPercent: 70, score: "best" } },
        { kind: "passing", percent: 75 },
      ],
    });
    const learner = await stoa.signedIn();
    await learner.goto(stoa.url(`/v/course/details/online/${courseId}`));
    await learner.getByRole("button", { name: "Enrol in Camping" }).click();
    await learner.getByRole("link", { name: "Start Camping" }).click();
    await learner.frameLocator(".scorm-frame iframe").frameLocator("iframe").getByText(chosen).first().waitFor();
  },
);

test("findings about the course as a whole lead to its completion rule and its outline", { timeout: 120_000 }, async () => {
  const page = await newCourse();
  const sides = page.getByRole("group", { name: "What the properties are of" });
  const side = (name: string | RegExp) => sides.getByRole("button", { name });
  await side("Course").click();
  const rule = page.locator("section", { has: page.getByRole("heading", { name: "When the course is complete" }) });
  await rule.locator(".rule-card").first().getByRole("button").first().click();
  await page.getByRole("option", { name: "Study time", exact: true }).click();
  await rule.getByText("Time alone would complete the course.").waitFor();
  await allSaved(page);
  // Beside the page, where one writes.
  await side(/^Problems/).click();
  await page.getByRole("button", { name: /Time alone would complete the course/ }).click();
  await rule.waitFor();
  await hasFocus(side("Course"));
  // Before publishing, from another part of the editor, on a phone.
  await side("Page").click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const publish = page.getByRole("dialog", { name: "Publish" });
  await publish.getByRole("button", { name: "Go there: Settings" }).waitFor();
  await publish.getByRole("button", { name: "Go there: Completion rule" }).click();
  await rule.waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator(".content-outline").getByRole("row", { name: "Page 1" }).press("Delete");
  await page.getByText("This course has no pages yet").waitFor();
  await allSaved(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await publish.getByRole("button", { name: "Go there: Outline" }).first().click();
  await publish.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Add page" }).first().waitFor();
});

test("unsent work of a newer release on this device is named where the course is edited", { timeout: 60_000 }, async () => {
  const page = await newCourse();
  await allSaved(page);
  const address = page.url();
  await page.goto(stoa.url("/v/dashboard/author"));
  await page.evaluate(
    () =>
      new Promise<void>((done, failed) => {
        const request = indexedDB.open("stoa-drafts", 2);
        request.addEventListener("upgradeneeded", () => {
          if (request.result.objectStoreNames.contains("work")) request.result.deleteObjectStore("work");
          request.result.createObjectStore("drafts");
        });
        request.addEventListener("success", () => (request.result.close(), done()));
        request.addEventListener("error", () => failed(new Error("The storage could not be raised.")));
      }),
  );
  await page.goto(address);
  await page.getByText("There is unsent work of a newer release of Stoa on this device").waitFor();
});
