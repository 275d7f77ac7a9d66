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
