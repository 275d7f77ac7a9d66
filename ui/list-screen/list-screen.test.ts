// The list screen in a real browser: each state, keyboard, selection, the sheet in a narrow window, announcements, and no WCAG violation in any of them.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsOn } from "#platform/test/axe.ts";
import { openGalleryPages, type GalleryPages } from "../test/gallery-pages.ts";

let gallery: GalleryPages;
beforeAll(async () => {
  gallery = await openGalleryPages("list-gallery.tsx");
}, 60_000);
afterAll(() => gallery?.close());

const open = (query = "", { width = 1280, mode = "light" } = {}): Promise<Page> =>
  gallery.open({ query, width, mode, hasTouch: width < 990 });

async function violations(page: Page): Promise<string[]> {
  const found = await violationsOn(page);
  return found.map(({ rule, target, why }) => `${rule}: ${target} ${why}`);
}
const addressIs = (page: Page, search: string) => page.waitForURL((url) => url.search === search);
const rowCount = (page: Page) => page.getByRole("rowheader").count();

test("no WCAG violation in any state, nor sideways scroll in a narrow window", { timeout: 90_000 }, async () => {
  const looks: { query: string; width?: number; mode?: string }[] = [
    { query: "?status=Invited" },
    { query: "?is=failed" },
    { query: "?is=refused" },
    { query: "?at=side&group=Nursing" },
    { query: "?status=Invited", width: 390 },
    { query: "?at=side&group=Nursing", width: 390, mode: "dark" },
  ];
  for (const { query, ...look } of looks) {
    const page = await open(query, look);
    expect(await violations(page), query).toEqual([]);
    // Less than the window is no scroll either: the place of the scrollbar is kept free.
    expect(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)), query).toBe(
      0,
    );
    await page.context().close();
  }
});

test("each state says what it is: waiting, failed, refused, nothing yet, nothing found", async () => {
  const states = [
    ["?is=waiting", "[aria-busy=true] .ui-skeleton"],
    ["?is=failed", "text=People could not be loaded"],
    ["?is=refused", "text=You do not have access to this list"],
    ["?is=empty", "text=Nobody here yet"],
    ["?q=nobody", "text=Nobody matches these filters"],
  ] as const;
  for (const [query, shown] of states) {
    const page = await open(query);
    await page.locator(shown).first().waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count(), query).toBe(query === "?is=failed" ? 1 : 0);
    if (query === "?q=nobody") {
      expect(await page.getByRole("button", { name: "Clear filters" }).count()).toBe(1);
      await page.locator(".ui-state").getByRole("button", { name: "Clear filters" }).press("Enter");
      await addressIs(page, "");
      await expect.poll(() => rowCount(page)).toBe(20);
      expect(await page.evaluate(() => document.activeElement?.className)).toContain("ui-listing-main");
    }
    await page.context().close();
  }
});

test("search, filters, view, order and page are in the address; chips take each back, and the count is said", async () => {
  const page = await open();
  expect(await page.getByText("1 to 20 of 57").count()).toBe(1);
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await addressIs(page, "?page=2");
  await page.getByRole("searchbox").pressSequentially("ana");
  await addressIs(page, "?q=ana");
  await expect.poll(() => page.locator("[data-live-announcer]").textContent()).toBe("15 people");
  await page.getByRole("button", { name: /Status/ }).click();
  await page.getByRole("option", { name: "Invited" }).click();
  await addressIs(page, "?q=ana&status=Invited");
  await page.getByRole("button", { name: "Courses" }).click();
  await addressIs(page, "?q=ana&status=Invited&sort=courses");
  await page.locator("th[aria-sort=ascending]", { hasText: "Courses" }).waitFor();

  // The pressed button disappears, and the focus moves on.
  await page.getByRole("button", { name: "Remove filter: Search: ana" }).press("Enter");
  await addressIs(page, "?status=Invited&sort=courses");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove filter: Invited");
  await page.keyboard.press("Enter");
  await addressIs(page, "?sort=courses");
  await expect.poll(() => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90))).toContain("ui-listing-main");

  await page.getByRole("link", { name: /^Invited/ }).click();
  await addressIs(page, "?who=invited&sort=courses");
  await expect.poll(() => rowCount(page)).toBe(12);
  // A view is not a filter: there is nothing to clear.
  expect(await page.getByRole("button", { name: "Clear filters" }).count()).toBe(0);
  await page.goBack();
  await expect.poll(() => rowCount(page)).toBe(20);

  await page.goto(`${gallery.origin}/?sort=evil&page=-4&status=nobody&group=x,y`);
  await page.locator("th[aria-sort=ascending]", { hasText: "Name" }).waitFor();
  expect(await page.getByText("1 to 20 of 57").count()).toBe(1);
  await page.context().close();
});

test("a search that finds as many as the one before is announced too", async () => {
  const page = await open();
  const announcer = page.locator("[data-live-announcer]");
  await page.getByRole("searchbox").fill("Ruiz");
  await expect.poll(() => announcer.textContent()).toBe("19 people");
  await announcer.evaluate((region) => region.replaceChildren());
  await page.getByRole("searchbox").fill("Okafor");
  await addressIs(page, "?q=Okafor");
  await expect.poll(() => announcer.textContent()).toBe("19 people");
  await page.context().close();
});

test("rows are chosen one by one, in ranges, by page and all that match; another filter lets them go", async () => {
  const page = await open();
  const box = (index: number) => page.locator("tbody .ui-table-check .ui-choice").nth(index);
  const bar = page.getByRole("group", { name: "Selection" });
  await box(1).click();
  await bar.getByText("1 selected").waitFor();
  await expect.poll(() => page.locator("[data-live-announcer]").textContent()).toBe("1 selected");
  await box(4).click({ modifiers: ["Shift"] });
  await bar.getByText("4 selected").waitFor();
  // The rows stay chosen on the next page.
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await page.getByText("21 to 40 of 57").waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).press("Space");
  await bar.getByText("24 selected").waitFor();
  await bar.getByRole("button", { name: "Invite" }).click();
  expect(JSON.parse((await page.locator("output").textContent()) ?? "").ids).toHaveLength(24);

  await bar.getByRole("button", { name: "Select all 57 that match" }).press("Enter");
  await bar.getByText("57 selected").waitFor();
  expect(await violations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Invite" }).click();
  expect(JSON.parse((await page.locator("output").textContent()) ?? "")).toEqual({ all: { page: 2 } });
  await bar.getByRole("button", { name: "Clear the selection" }).click();
  await bar.waitFor({ state: "detached" });

  await box(0).click();
  await bar.waitFor();
  await page.getByRole("link", { name: /^Invited/ }).click();
  await bar.waitFor({ state: "detached" });
  await page.context().close();
});

test("in a narrow window the filters are in a sheet, which says how many rows they leave", async () => {
  const page = await open("?at=side", { width: 390 });
  expect(await page.locator(".ui-listing-side").count()).toBe(0);
  await page.getByRole("button", { name: "Filter and sort" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.locator("label", { hasText: "Nursing" }).click();
  await sheet.locator("label", { hasText: "Pharmacy" }).click();
  await addressIs(page, "?at=side&group=Nursing,Pharmacy");
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Show 38 people" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Filters (2)" }).waitFor();
  // On a phone, cards and lines look the same; with more room the switch appears.
  expect(await page.getByRole("button", { name: "Lines" }).isVisible()).toBe(false);
  await page.setViewportSize({ width: 800, height: 900 });
  await page.getByRole("button", { name: "Lines" }).click();
  await addressIs(page, "?at=side&group=Nursing,Pharmacy&view=lines");
  await page.context().close();
});
