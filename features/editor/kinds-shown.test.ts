// Every kind of block in a real browser: full on a narrow phone, and new on an author's canvas.
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockKinds } from "#features/blocks/kinds.ts";
import { violationsOn } from "#platform/test/axe.ts";
import { openGalleryPages, type GalleryPages } from "#ui/test/gallery-pages.ts";

let gallery: GalleryPages;
beforeAll(async () => {
  gallery = await openGalleryPages("../../features/editor/test/kinds-gallery.tsx");
}, 120_000);
afterAll(() => gallery?.close());

const kinds = Object.keys(blockKinds);

test("each kind fits on 320 px: nothing moves sideways but tables and code in their own frames, and no word is cut", async () => {
  const page = await gallery.open({ width: 320 });
  await expect.poll(() => page.locator("[data-kind-of]:not(:empty)").count()).toBe(kinds.length);
  await page.locator(".lesson-waiting").first().waitFor({ state: "detached" });
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-kind-of]")].map((one) => {
      const all = [...one.querySelectorAll<HTMLElement>("*")];
      const moves = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
      const inMoving = (element: Element) => {
        for (let at: Element | null = element; at && at !== one; at = at.parentElement) if (moves(at)) return true;
        return false;
      };
      const isSeen = (element: HTMLElement) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      };
      const free = all.filter((element) => isSeen(element) && !inMoving(element));
      return {
        kind: one.dataset["kindOf"],
        isShown: one.getBoundingClientRect().height > 0,
        wide: free
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
        cut: free
          .filter((element) => getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      };
    }),
  );
  expect(found).toEqual(kinds.map((kind) => ({ kind, isShown: true, wide: [], cut: [] })));
  expect((await violationsOn(page)).map(({ rule, target, why }) => `${rule}: ${target} ${why}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.context().close();
}, 60_000);

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
