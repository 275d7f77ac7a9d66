// Formulas in a real browser: what is drawn, and what an attack in one becomes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGalleryPages, type GalleryPages } from "#ui/test/gallery-pages.ts";

let gallery: GalleryPages;
beforeAll(async () => {
  gallery = await openGalleryPages("../../features/blocks/test/editors-gallery.tsx");
}, 120_000);
afterAll(() => gallery?.close());

test("a formula is drawn for eye and ear; attacks and what cannot be read are shown as they were written (security.md row 43)", async () => {
  const page = await gallery.open({ query: "?kind=maths" });
  const [written, drawn] = [page.getByRole("textbox", { name: "Formula" }), page.locator(".maths-formula")];
  await written.fill(String.raw`\frac{a}{b}`);
  await drawn.locator("math mfrac").waitFor({ state: "attached" });
  await drawn.locator(".katex-html").waitFor();
  for (const attack of [
    String.raw`\href{javascript:window.__xss=1}{x}`,
    String.raw`\includegraphics{https://evil.test/x.png}`,
    String.raw`\htmlData{x=1}{<img src=x onerror=window.__xss=2>}`,
    String.raw`\htmlStyle{position:fixed}{x}`,
    String.raw`\text{<img src=x onerror=window.__xss=3>}`,
    String.raw`\def\a{\a\a}\a`,
    String.raw`\frac{a}{`,
  ]) {
    await written.fill(attack);
    await expect.poll(() => drawn.evaluate((place) => place.textContent)).not.toBe("");
    const made = await drawn.evaluate((place) => ({
      elements: [...place.querySelectorAll("a, img, script, iframe, [onerror], [data-x]")].map(({ outerHTML }) => outerHTML),
      fixed: [...place.querySelectorAll<HTMLElement>("*")].some((one) => getComputedStyle(one).position === "fixed"),
      ran: "__xss" in window,
    }));
    expect([attack, made]).toEqual([attack, { elements: [], fixed: false, ran: false }]);
  }
  await page.context().close();
}, 60_000);
