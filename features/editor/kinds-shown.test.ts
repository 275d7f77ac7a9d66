// Every kind of block in a real browser, new on an author's canvas.
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockKinds } from "#features/blocks/kinds.ts";
import { openGalleryPages, type GalleryPages } from "#ui/test/gallery-pages.ts";

let gallery: GalleryPages;
beforeAll(async () => {
  gallery = await openGalleryPages("../../features/editor/test/kinds-gallery.tsx");
}, 120_000);
afterAll(() => gallery?.close());

const kinds = Object.keys(blockKinds);

test("each kind that was just added shows on the canvas what it is, or what to write", async () => {
  const page = await gallery.open({ query: "?new" });
  await expect.poll(() => page.locator("[data-kind-of] .block-shown").count()).toBe(kinds.length);
  await page.locator(".lesson-waiting").first().waitFor({ state: "detached" });
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-kind-of] .block-shown")].map((one) => {
      const said = getComputedStyle(one, "::before").content;
      const { height } = one.getBoundingClientRect();
      const drawn = one.innerText.trim() || one.querySelector("[aria-label], img, table, button, audio, video, ol")?.tagName || "";
      return [one.closest<HTMLElement>("[data-kind-of]")?.dataset["kindOf"], height >= 16 && (said !== "none" || drawn !== "")];
    }),
  );
  expect(seen).toEqual(kinds.map((kind) => [kind, true]));
  await page.context().close();
}, 60_000);
