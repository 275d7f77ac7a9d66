// The editors of blocks in a real browser: filled in by keyboard alone, on a phone's width too.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsOn } from "#platform/test/axe.ts";
import { openGalleryPages, type GalleryPages } from "#ui/test/gallery-pages.ts";
import { blockKinds, type Block } from "./kinds.ts";

let gallery: GalleryPages;
beforeAll(async () => {
  gallery = await openGalleryPages("../../features/blocks/test/editors-gallery.tsx");
}, 120_000);
afterAll(() => gallery?.close());

interface Stored {
  readonly block: Block;
  readonly isStorable: boolean;
  readonly problems: { code: string; words: string | null }[];
}
const storedIn = async (page: Page): Promise<Stored> => JSON.parse((await page.locator("#stored").textContent()) ?? "");

const complaints = async (page: Page) => (await violationsOn(page)).map(({ rule, target, why }) => `${rule}: ${target} ${why}`);
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Presses Tab until the focus is on what has this name: everything must be reachable so. */
async function tabTo(page: Page, name: string, key: "Tab" | "Shift+Tab" = "Tab") {
  for (let presses = 0; presses < 40; presses += 1) {
    const found = await page.evaluate(() => {
      const at = document.activeElement;
      if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)
        return at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent;
      if (at instanceof HTMLElement && at.isContentEditable) return at.getAttribute("aria-label");
      return at instanceof HTMLButtonElement ? (at.getAttribute("aria-label") ?? at.textContent) : null;
    });
    if (found === name || found === `${name} (optional)`) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Not reached by ${key}: ${name}`);
}
const write = async (page: Page, name: string, text: string) => {
  await tabTo(page, name);
  await page.keyboard.type(text);
};
/** Chooses a file with the button of this field, and waits until it was sent. */
async function choose(page: Page, field: string, name: string, mimeType: string, text = "x") {
  await tabTo(page, `Choose a file: ${field}`);
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  const sent = await page.locator("#stored").getAttribute("data-files");
  await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(text) });
  await page.locator(`#stored:not([data-files="${sent}"])`).waitFor({ state: "attached" });
}

/** What is stored of a text of one paragraph. */
const written = (text: string) => ({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] });
/** Two titled texts, one below the other. */
const sections = {
  async fill(page: Page) {
    await write(page, "Title", "Before");
    await write(page, "Text", "Look at the rope.");
    await write(page, "Title", "After");
    await write(page, "Text", "Coil it.");
  },
  stored: {
    sections: [
      { title: "Before", doc: written("Look at the rope.") },
      { title: "After", doc: written("Coil it.") },
    ],
  },
};

/** How kinds are filled in from nothing, with the keyboard alone; and what is then stored of them. */
const filled: { [K in Block["kind"]]: { fill: (page: Page) => Promise<void>; stored: object } } = {
  text: {
    fill: (page) => page.keyboard.type("## Knots\nA **bowline** holds."),
    stored: { doc: { content: [{ type: "heading" }, { type: "paragraph" }] } },
  },
  image: {
    async fill(page) {
      await choose(page, "Picture", "rope.png", "image/png");
      await write(page, "Alternative text", "A rope on a cleat.");
      await write(page, "Caption", "Made fast");
    },
    stored: { fileId: 1, width: 640, height: 360, alt: "A rope on a cleat.", caption: "Made fast" },
  },
  video: {
    async fill(page) {
      await page.keyboard.type("Tying");
      await choose(page, "Video", "tying.mp4", "video/mp4");
      await choose(page, "Captions", "tying.vtt", "text/vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHold it.\n");
      await write(page, "Chapters", "0:00 The rope\n0:05 The knot");
    },
    stored: {
      title: "Tying",
      seconds: 12,
      sources: [{ fileId: 1, mediaType: "video/mp4" }],
      captions: [{ fileId: 2, language: "en", label: "English" }],
      transcript: [{ from: 1, to: 2, text: "Hold it." }],
      chapters: [
        { from: 0, to: 5, text: "The rope" },
        { from: 5, to: 12, text: "The knot" },
      ],
    },
  },
  audio: {
    async fill(page) {
      await page.keyboard.type("The horn");
      await choose(page, "Recording", "horn.wav", "audio/wav");
      await write(page, "Transcript", "0:00 A horn\n0:05 sounds.");
    },
    stored: {
      title: "The horn",
      sources: [{ fileId: 1, mediaType: "audio/wav" }],
      transcript: [
        { from: 0, to: 5, text: "A horn" },
        { from: 5, to: 12, text: "sounds." },
      ],
    },
  },
  file: {
    async fill(page) {
      await choose(page, "File to download", "list.pdf", "application/pdf");
      await write(page, "Description", "Before each tour");
    },
    stored: { fileId: 1, name: "list.pdf", bytes: 1, description: "Before each tour" },
  },
  pdf: {
    async fill(page) {
      await choose(page, "PDF document", "plan.pdf", "application/pdf");
      await write(page, "Title", "Of the hall");
    },
    stored: { fileId: 1, name: "plan.pdf", bytes: 1, title: "Of the hall", mayDownload: true },
  },
  webPackage: {
    async fill(page) {
      await choose(page, "Web pages as a .zip", "tour.zip", "application/zip");
      await write(page, "Title", "Of the hall");
    },
    stored: { fileId: 1, title: "Of the hall" },
  },
  scorm: {
    async fill(page) {
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: /Ropes/ }).waitFor();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      const part = page.getByRole("button", { name: /Part of the package/ });
      await part.press("ArrowDown");
      await page.getByRole("option", { name: "Second part" }).waitFor();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
    },
    stored: { packageId: 4, scoKey: "two" },
  },
  quiz: {
    async fill(page) {
      await page.keyboard.type("Check");
      await tabTo(page, "One right option");
      await page.keyboard.press("Enter");
      await write(page, "Question", "Which knot?");
      await write(page, "Option 1", "Bowline");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Granny");
      await tabTo(page, "Option 2 is right", "Shift+Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowUp");
    },
    stored: { title: "Check", questions: [{ kind: "single", stem: "Which knot?", options: [{ text: "Bowline" }, { text: "Granny" }] }] },
  },
  accordion: sections,
  tabs: sections,
  steps: sections,
  table: {
    async fill(page) {
      for (const [row, cells] of [
        ["Rope", "Length"],
        ["Red", "40 m"],
      ].entries())
        for (const [column, cell] of cells.entries()) await write(page, `Row ${row + 1}, column ${column + 1}`, cell);
      await write(page, "Caption", "Our ropes");
      await tabTo(page, "The first column names the rows");
      await page.keyboard.press("Space");
    },
    stored: {
      caption: "Our ropes",
      headerRow: true,
      headerColumn: true,
      rows: [
        ["Rope", "Length"],
        ["Red", "40 m"],
      ],
    },
  },
  codeSample: {
    async fill(page) {
      await page.keyboard.type("tie --loop");
      await write(page, "Caption", "In the shell");
      await tabTo(page, "Language", "Shift+Tab");
      await page.keyboard.type("command line");
    },
    stored: { language: "command line", source: "tie --loop", caption: "In the shell" },
  },
  maths: {
    async fill(page) {
      await page.keyboard.type("F = m \\cdot a");
      await write(page, "Caption", "What a fall does");
    },
    stored: { source: "F = m \\cdot a", caption: "What a fall does" },
  },
  gallery: {
    async fill(page) {
      await choose(page, "Add a picture", "rope.png", "image/png");
      await tabTo(page, "Alternative text", "Shift+Tab");
      await page.keyboard.type("A rope on a cleat.");
      await write(page, "Caption", "Made fast");
    },
    stored: { pictures: [{ fileId: 1, alt: "A rope on a cleat.", caption: "Made fast", width: 640, height: 360 }] },
  },
  embed: {
    async fill(page) {
      await page.keyboard.type("https://vimeo.com/76979871");
      await write(page, "Title", "Tying a bowline");
    },
    stored: { address: "https://vimeo.com/76979871", title: "Tying a bowline" },
  },
  flipCards: {
    async fill(page) {
      for (const [front, back] of [
        ["Bight", "A bend without a crossing"],
        ["Loop", "A bend with one"],
      ] as const) {
        await write(page, "Front", front);
        await write(page, "Back", back);
      }
    },
    stored: {
      cards: [
        { front: "Bight", back: "A bend without a crossing" },
        { front: "Loop", back: "A bend with one" },
      ],
    },
  },
  hotspots: {
    async fill(page) {
      await choose(page, "Picture", "map.png", "image/png");
      await tabTo(page, "Set a point on the picture", "Shift+Tab");
      await page.keyboard.press("Enter");
      await tabTo(page, "Point 1: 50% from the left, 50% from the top");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Shift+ArrowUp");
      await write(page, "Alternative text", "A plan of the hall.");
      await write(page, "Title", "The door");
      await write(page, "Text", "It opens outwards.");
    },
    stored: { fileId: 1, alt: "A plan of the hall.", points: [{ x: 51, y: 40, title: "The door", doc: written("It opens outwards.") }] },
  },
  attestation: {
    fill: (page) => page.keyboard.type("I have read the rules."),
    stored: { statement: "I have read the rules." },
  },
  signOff: {
    async fill(page) {
      await page.keyboard.type("Tie in.");
      await tabTo(page, "Add a criterion");
      await page.keyboard.press("Enter");
      await tabTo(page, "What is looked for", "Shift+Tab");
      await page.keyboard.type("The knot is dressed.");
    },
    stored: { task: "Tie in.", criteria: [{ text: "The knot is dressed." }] },
  },
};

test.each(Object.keys(blockKinds) as Block["kind"][])(
  "%s: an empty one says what is missing; filled in by keyboard alone on 320 px it has no problem",
  { timeout: 60_000 },
  async (kind) => {
    const page = await gallery.open({ query: `?kind=${kind}`, width: 320 });
    // From the start: the browser takes a moment until it hands the windows for choosing files to us.
    page.on("filechooser", () => undefined);
    const empty = await storedIn(page);
    expect(empty).toMatchObject({ block: { id: "new", kind }, isStorable: true });
    expect(empty.problems).not.toEqual([]);
    expect(empty.problems.filter(({ words }) => !words)).toEqual([]);
    const { fill, stored } = filled[kind];
    await fill(page);
    await expect.poll(async () => (await storedIn(page)).block).toMatchObject(stored);
    expect(await storedIn(page)).toMatchObject({ isStorable: true, problems: [] });
    expect(await complaints(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  },
);

test("a SCORM block without a package says how to come by one; a sent one is chosen, a newer one keeps the part, a broken one says why", async () => {
  const page = await gallery.open({ query: "?kind=scorm&none", width: 390 });
  await page.getByText("This course has no SCORM package yet.").waitFor();
  expect(await complaints(page)).toEqual([]);
  const send = (name: string) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/zip", buffer: Buffer.from("x") });
  await send("broken.zip");
  await page.getByText("The package has no imsmanifest.xml.").waitFor();
  expect(await storedIn(page)).toMatchObject({ block: { packageId: null } });
  await send("sails.zip");
  await page.getByText("The package was imported.").waitFor();
  // A package that plays only in a window of its own opens there.
  expect((await storedIn(page)).block).toMatchObject({ packageId: 6, scoKey: "one", newWindow: true });
  await page.context().close();

  const other = await gallery.open({ query: "?kind=scorm", width: 390 });
  await other.getByRole("button", { name: /Choose a package/ }).press("ArrowDown");
  await other.getByRole("option", { name: /Knots/ }).press("Enter");
  await other.getByRole("button", { name: /Part of the package/ }).press("ArrowDown");
  await other.getByRole("option", { name: "Second part" }).press("Enter");
  await other.getByRole("checkbox", { name: "Opens in a window of its own" }).press("Space");
  await other.locator("input[type=file]").setInputFiles({ name: "sails.zip", mimeType: "application/zip", buffer: Buffer.from("x") });
  await expect.poll(async () => (await storedIn(other)).block).toMatchObject({ packageId: 6, scoKey: "two", newWindow: true });
  expect(await complaints(other)).toEqual([]);
  expect(await sideways(other)).toBeLessThanOrEqual(0);
  await other.context().close();
}, 60_000);

test("a table is filled in by keyboard, grows by a pasted one, and says when nothing names its cells", async () => {
  const page = await gallery.open({ query: "?kind=table", width: 320 });
  expect(await storedIn(page)).toMatchObject({ isStorable: true, problems: [{ code: "table_empty" }, { code: "header_empty" }] });
  await page.getByRole("textbox", { name: "Row 1, column 2" }).fill("Weight");
  await page.getByRole("textbox", { name: "Row 1, column 2" }).evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Height\tWidth\n2\t3");
    cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole("button", { name: "Remove column 1" }).press("Enter");
  await page.getByRole("checkbox", { name: "The first row names the columns" }).press("Space");
  await expect
    .poll(() => storedIn(page))
    .toMatchObject({
      block: {
        headerRow: false,
        rows: [
          ["Height", "Width"],
          ["2", "3"],
        ],
      },
      isStorable: true,
      problems: [{ code: "header_missing" }],
    });
  expect(await complaints(page)).toEqual([]);
  await page.context().close();
}, 60_000);

test("parts are written, put in order and removed by keyboard", async () => {
  const page = await gallery.open({ query: "?kind=accordion", width: 320 });
  await page.getByRole("group", { name: "Part 1" }).getByRole("textbox", { name: "Title" }).fill("First");
  await page.getByRole("group", { name: "Part 2" }).getByRole("textbox", { name: "Title" }).fill("Second");
  await page.getByRole("button", { name: "Add a part" }).press("Enter");
  await page.getByRole("group", { name: "Part 3" }).getByRole("textbox", { name: "Title" }).fill("Third");
  await page.getByRole("button", { name: "Move up: Part 3" }).press("Enter");
  await page.getByRole("button", { name: "Remove: Part 1" }).press("Enter");
  const titles = async () =>
    ((await storedIn(page)).block as unknown as { sections: { title: string }[] }).sections.map(({ title }) => title);
  await expect.poll(titles).toEqual(["Third", "Second"]);
  await page.getByRole("group", { name: "Part 2" }).getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("Words of the second");
  await expect.poll(async () => JSON.stringify((await storedIn(page)).block)).toContain("Words of the second");
  expect(await storedIn(page)).toMatchObject({ isStorable: true, problems: [{ code: "text_missing", words: "A part has no text." }] });
  expect(await complaints(page)).toEqual([]);
  await page.context().close();
}, 60_000);

test("points are set and moved on a picture by keyboard", async () => {
  const page = await gallery.open({ query: "?kind=hotspots", width: 320 });
  expect((await storedIn(page)).problems.map(({ code }) => code)).toEqual(["file_missing", "points_missing"]);
  await page.locator("input[type=file]").setInputFiles({ name: "map.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await page.getByRole("button", { name: "Set a point on the picture" }).press("Enter");
  const point = page.getByRole("button", { name: /^Point 1: 50% from the left/ });
  await point.press("ArrowRight");
  await page.getByRole("button", { name: /^Point 1: 51% from the left, 50% from the top/ }).press("Shift+ArrowUp");
  await page.getByRole("group", { name: "Point 1" }).getByRole("textbox", { name: "Title" }).fill("The door");
  await page.getByRole("textbox", { name: "Alternative text" }).fill("A plan of the hall");
  await expect
    .poll(() => storedIn(page))
    .toMatchObject({ block: { points: [{ title: "The door", x: 51, y: 40 }], width: 640 }, isStorable: true, problems: [] });
  expect((await violationsOn(page)).map(({ rule, target, why }) => `${rule}: ${target} ${why}`)).toEqual([]);
  await page.context().close();
}, 60_000);

test("an address that nobody allows is refused where it is written", async () => {
  const page = await gallery.open({ query: "?kind=embed", width: 320 });
  await page.getByRole("textbox", { name: "Title" }).fill("A film");
  await page.getByRole("textbox", { name: "Address" }).fill("https://evil.test/");
  await page.getByText("Content of this address cannot be shown.").waitFor();
  expect((await storedIn(page)).problems.map(({ code }) => code)).toEqual(["address_unknown"]);
  await page.getByRole("textbox", { name: "Address" }).fill("https://vimeo.com/76979871");
  await expect.poll(async () => (await storedIn(page)).problems).toEqual([]);
  await page.context().close();
}, 60_000);
