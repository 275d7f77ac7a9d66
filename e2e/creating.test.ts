import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { untitled } from "#features/courses/policy.ts";
import { wordDocument } from "#features/media/test/word-document.ts";
import { files12, manifest12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { choose, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// What a course begins with: a document, a template, or several packages at once (specification §2, §4, §5; capabilities SCO-2).
const stoa = useStoa();

const phone = { width: 390, height: 844 };
const author = "author@stoa.example";

/** The dialog Create New Course, opened by its address. */
async function opened(page: Page, type: "Online course" | "Online SCORM course") {
  await page.goto(stoa.url("/v/dashboard/author?create=course"));
  const dialog = page.getByRole("dialog", { name: "Create New Course" });
  await dialog.getByText(type, { exact: true }).click();
  return dialog;
}
const coursesNow = () =>
  stoa.databases.inSystem("look at a test", (db) => db.selectFrom("courses").select(["id", "title"]).orderBy("id").execute());
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("a Word file becomes a published course; one that cannot be read makes none", { timeout: 300_000 }, async () => {
  const page = await stoa.signedIn({ email: author });
  const before = await coursesNow();
  const dialog = await opened(page, "Online course");
  await dialog.getByText("A document or a pasted text", { exact: true }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  const file = dialog.getByLabel("Document", { exact: true });
  await file.setInputFiles({ name: "broken.docx", mimeType: "application/octet-stream", buffer: Buffer.from("no zip") });
  await dialog.getByRole("alert").getByText("This is no Word document (.docx)").waitFor();
  expect(await coursesNow()).toEqual(before);
  // A pasted text shows what it would make too, and can be changed.
  await dialog.getByLabel("Or paste a text").fill("# Rope\n\n## Coils\n\nCoil it.\n\n## Bags\n\nStuff it.");
  await dialog.getByRole("button", { name: "Show what it makes" }).click();
  await soon(() => dialog.getByRole("listitem").locator("> bdi").allInnerTexts()).toEqual(["Rope", "Coils", "Bags"]);
  await dialog.getByRole("button", { name: "Choose another" }).click();
  // Escape does not close it (specification §5).
  await page.keyboard.press("Escape");
  await file.setInputFiles({ name: "Climbing.docx", mimeType: "application/octet-stream", buffer: await wordDocument() });
  const title = dialog.getByLabel("Title of the course");
  await soon(() => title.inputValue()).toBe("Ropes");
  await dialog.getByRole("listitem").filter({ hasText: "Strength" }).first().waitFor();
  expect(await axe(page, "what a document would make")).toEqual([]);
  expect(await coursesNow()).toEqual(before);
  await title.fill("Ropes and walls");
  await dialog.getByRole("button", { name: "Create the course" }).click();
  await page.waitForURL("**/author/courseEditor/*");
  await page.getByRole("heading", { name: "Ropes and walls", level: 1 }).waitFor();
  const tree = page.getByRole("treegrid", { name: "Chapters and pages" }).getByRole("row").locator("bdi");
  await soon(() => tree.allInnerTexts()).toEqual(["Climbing", "Climbing", "Ropes", "Knots", "Strength", "Walls", "Walls"]);
  // The document has a table without headers and a link called “More”: both keep people out, and its author mends them.
  const properties = page.getByRole("group", { name: "What the properties are of" });
  const problem = async (words: RegExp) => {
    await properties.getByRole("button", { name: /^Problems/ }).click();
    await page.locator(".problem").filter({ hasText: words }).first().click();
  };
  await problem(/Neither a row nor a column names the cells/);
  await properties.getByRole("button", { name: "Block" }).click();
  await choose(page, "checkbox", "The first row names the columns");
  await problem(/words of a link do not say/);
  const link = page.getByRole("textbox", { name: "Text", exact: true }).getByText("More", { exact: true });
  await link.click();
  await page.keyboard.press("Home");
  for (const _ of "Mor") await page.keyboard.press("ArrowRight");
  await page.keyboard.type("e about the ston");
  await page.locator(".saved-state[data-state=saved]").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }).click();
  await page.getByText("Version 1 is what learners get now.").waitFor();

  // What became of the document is a course that somebody learns.
  const learner = await stoa.signedIn();
  await learner.goto(stoa.url(`/v/course/details/online/${new URL(page.url()).pathname.split("/").at(-1)}`));
  await learner.getByRole("button", { name: "Enrol in Ropes and walls" }).click();
  await learner.getByRole("link", { name: "Start Ropes and walls" }).click();
  await learner.getByRole("heading", { name: "Climbing", level: 1 }).waitFor();
  const mended: Record<string, Locator> = {
    Knots: learner.getByRole("link", { name: "More about the stone" }),
    Strength: learner.getByRole("columnheader", { name: "Rope", exact: true }),
  };
  for (const name of ["Knots", "Strength", "Walls"]) {
    await learner.locator(".lesson-end").scrollIntoViewIfNeeded();
    await learner.getByRole("button", { name: /continue/i }).click();
    await learner.getByRole("heading", { name, level: 1 }).waitFor();
    await mended[name]?.waitFor();
  }
});

test("on a phone and by keyboard, a course begins as a starter, or as a template of the portal", { timeout: 240_000 }, async () => {
  const page = await stoa.signedIn({ email: author, viewport: phone });
  const dialog = await opened(page, "Online course");
  // Continue leads straight on with an empty course; the other choices are an arrow away.
  const empty = dialog.getByRole("radio", { name: "An empty course" });
  expect(await empty.isChecked()).toBe(true);
  await empty.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const create = dialog.getByRole("button", { name: "Create the course" });
  await dialog.getByRole("radiogroup", { name: "Templates of this portal" }).getByText("Fire safety").first().waitFor();
  await create.click();
  await dialog.getByText("Choose a template.").first().waitFor();
  expect(await fits(page)).toBe(true);
  expect(await axe(page, "the templates")).toEqual([]);
  await dialog.getByRole("radio", { name: /^Compliance training/ }).focus();
  await page.keyboard.press("Space");
  await create.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/author/courseEditor/*");
  await page.getByRole("heading", { name: untitled, level: 1 }).waitFor();
  await soon(() => page.getByRole("textbox", { name: "Title of the page" }).inputValue()).toBe("What this training is about");

  const again = await opened(page, "Online course");
  await again.getByText("A template", { exact: true }).click();
  await again.getByRole("button", { name: "Continue" }).click();
  await again.getByRole("radiogroup", { name: "Templates of this portal" }).getByText("Fire safety").first().click();
  await again.getByRole("button", { name: "Create the course" }).click();
  await page.waitForURL("**/author/courseEditor/*");
  await page.getByRole("heading", { name: untitled, level: 1 }).waitFor();
  expect((await coursesNow()).filter(({ title }) => title === untitled)).toHaveLength(2);
});

const packageOf = async (name: string) => ({
  name: `${name}.zip`,
  mimeType: "application/zip",
  buffer: await zipOf({ ...files12(), "imsmanifest.xml": manifest12(undefined, name) }),
});
const broken = async () => ({ name: "broken.zip", mimeType: "application/zip", buffer: await zipOf({ "index.html": "Nothing" }) });

test("of three packages the broken one is named, and the others are courses", { timeout: 240_000 }, async () => {
  const page = await stoa.signedIn({ email: author, viewport: phone });
  const before = await coursesNow();
  const dialog = await opened(page, "Online SCORM course");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByLabel("SCORM package (.zip)").setInputFiles([await packageOf("Anchors"), await broken(), await packageOf("Belays")]);
  const rows = dialog.getByRole("list", { name: "Packages" }).locator("> li");
  await soon(() => rows.count()).toBe(3);
  await dialog.getByRole("button", { name: "Upload 3 packages" }).click();
  await dialog.getByText("2 of 3 courses were created.").waitFor();
  await rows.filter({ hasText: "broken.zip" }).getByText("Not created").waitFor();
  await rows.getByRole("button", { name: "What is wrong with broken.zip" }).click();
  await rows.filter({ hasText: "broken.zip" }).getByText("imsmanifest.xml").first().waitFor();
  expect(await fits(page)).toBe(true);
  expect(await axe(page, "packages that were uploaded")).toEqual([]);
  expect((await coursesNow()).slice(before.length).map(({ title }) => title)).toEqual(["Anchors", "Belays"]);
  await rows.getByRole("link", { name: "Belays" }).click();
  await page.waitForURL("**/author/courseEditor/*");
  await page.getByRole("heading", { name: "Belays", level: 1 }).waitFor();
});

test("stopping keeps what was created and asks nothing; one that was stopped can be tried again", { timeout: 240_000 }, async () => {
  const page = await stoa.signedIn({ email: author });
  const before = await coursesNow();
  let sent = 0;
  let isHeld = true;
  const atSecond = Promise.withResolvers<void>();
  await page.route("**/educate/scorm/upload", async (route) => {
    sent += 1;
    if (sent === 1 || !isHeld) return route.continue();
    return atSecond.resolve();
  });
  const dialog = await opened(page, "Online SCORM course");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog
    .getByLabel("SCORM package (.zip)")
    .setInputFiles([await packageOf("Carabiners"), await packageOf("Descents"), await packageOf("Edges")]);
  await dialog.getByRole("button", { name: "Upload 3 packages" }).click();
  await atSecond.promise;
  await dialog.getByText("Package 2 of 3").waitFor();
  await dialog.getByRole("button", { name: "Stop the upload" }).click();
  await dialog.getByText("1 of 3 courses were created.").waitFor();
  const rows = dialog.getByRole("list", { name: "Packages" }).locator("> li");
  expect(await rows.filter({ hasText: "Stopped" }).count()).toBe(2);
  expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await soon(async () => (await coursesNow()).slice(before.length).map(({ title }) => title)).toEqual(["Carabiners"]);
  isHeld = false;
  await dialog.getByRole("button", { name: "Try again: Descents.zip" }).click();
  await dialog.getByText("2 of 3 courses were created.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Descents" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/v/dashboard/author");
});

test("closing during an upload ends it and says what was created; nothing is left of the rest", { timeout: 240_000 }, async () => {
  const page = await stoa.signedIn({ email: author });
  const before = await coursesNow();
  let sent = 0;
  const atSecond = Promise.withResolvers<void>();
  await page.route("**/educate/scorm/upload", async (route) => {
    sent += 1;
    return sent === 1 ? route.continue() : atSecond.resolve();
  });
  const dialog = await opened(page, "Online SCORM course");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByLabel("SCORM package (.zip)").setInputFiles([await packageOf("Figures"), await packageOf("Gates")]);
  await dialog.getByRole("button", { name: "Upload 2 packages" }).click();
  await atSecond.promise;
  // Escape does not close it; the cross does.
  await page.keyboard.press("Escape");
  await dialog.getByText("Package 2 of 2").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("1 of 2 courses were created before that.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await soon(async () => (await coursesNow()).slice(before.length).map(({ title }) => title)).toEqual(["Figures"]);
  await page.getByRole("link", { name: "Figures" }).waitFor();
});

test("specification §5: a refused creation shows what was returned; a new course opens the dashboard, and 100 ms later its editor", async () => {
  const page = await stoa.signedIn({ email: author });
  const before = await coursesNow();
  const message = "This portal has as many courses as it may have.";
  const replies = [
    { status: 200, body: JSON.stringify({ message }) },
    { status: 503, body: JSON.stringify({ code: "busy", message }) },
  ];
  await page.route("**/rest/course/createCourse", (route) => {
    const reply = replies.shift();
    return reply ? route.fulfill({ ...reply, contentType: "application/json" }) : route.continue();
  });
  // When the page has gone where.
  await page.addInitScript(() => {
    const went: [string, number][] = [];
    Object.assign(window, { went });
    for (const way of ["pushState", "replaceState"] as const) {
      const own = history[way].bind(history);
      history[way] = (...given) => {
        own(...given);
        went.push([location.pathname, performance.now()]);
      };
    }
  });
  const dialog = await opened(page, "Online course");
  for (const _ of ["with a message", "with an error"]) {
    await dialog.getByRole("button", { name: "Continue" }).click();
    const toast = page.getByRole("alertdialog").filter({ hasText: message });
    await toast.getByText("Error Message").waitFor();
    await toast.getByRole("button", { name: "Close" }).click();
    await toast.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/v/dashboard/author");
  }
  expect(await coursesNow()).toEqual(before);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/author/courseEditor/*");
  const went = await page.evaluate(() => (window as unknown as { went: [string, number][] }).went);
  const editor = went.findIndex(([path]) => path.startsWith("/v/author/courseEditor/"));
  const [dashboard, sooner = 0] = went[editor - 1] ?? [];
  expect(dashboard).toBe("/v/dashboard/author");
  // A timer is never early, but its clock counts in whole milliseconds.
  expect((went[editor]?.[1] ?? 0) - sooner).toBeGreaterThanOrEqual(99);
});
