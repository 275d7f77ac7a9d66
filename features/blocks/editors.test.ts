// The editors of blocks in a real browser: filled in by keyboard alone, on a phone's width too.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsOn } from "#platform/test/axe.ts";
import { openGalleryPages, type GalleryPages } from "#ui/test/gallery-pages.ts";
import type { Block } from "./kinds.ts";

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

test("a text is written with its signs and shortcuts", async () => {
  const page = await gallery.open({ query: "?kind=text", width: 320 });
  expect(await storedIn(page)).toMatchObject({ isStorable: true, problems: [{ code: "text_missing", words: "This text is empty." }] });
  const text = page.getByRole("textbox", { name: "Text" });
  await expect.poll(() => text.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("## Knots\nA **bowline** holds.\n- one\ntwo");
  await expect
    .poll(async () => (await storedIn(page)).block)
    .toMatchObject({
      doc: {
        content: [
          { type: "heading", attrs: { level: 2 }, content: [{ text: "Knots" }] },
          { type: "paragraph", content: [{ text: "A " }, { text: "bowline", marks: [{ type: "bold" }] }, { text: " holds." }] },
          { type: "bulletList", content: [{ type: "listItem" }, { type: "listItem" }] },
        ],
      },
    });
  expect(await storedIn(page)).toMatchObject({ isStorable: true, problems: [] });
  expect((await violationsOn(page)).map(({ rule, target, why }) => `${rule}: ${target} ${why}`)).toEqual([]);
  await page.context().close();
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
  expect((await violationsOn(page)).map(({ rule, target, why }) => `${rule}: ${target} ${why}`)).toEqual([]);
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
  expect((await violationsOn(page)).map(({ rule, target, why }) => `${rule}: ${target} ${why}`)).toEqual([]);
  await page.context().close();
}, 60_000);
