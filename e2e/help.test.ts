import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { moduleFilesName, type ModuleFiles } from "#app/build-screens.ts";
import { soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// The help (HELP-1, HELP-2): the question mark of the header, and the Help Center with its search.
const stoa = useStoa();

/** The file of the bundle that the articles are in. */
function articlesFile(): string {
  const files = JSON.parse(readFileSync(join(import.meta.dirname, "../dist", moduleFilesName), "utf8")) as ModuleFiles;
  return files["features/help/articles.ts"] ?? "";
}

const ask = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Help", exact: true });
const title = (page: Page) => page.locator("#page-title");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

test("the question mark opens the article of the screen beside it, by keyboard too, and fetches it only then", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.locator(".dash-facts").waitFor();
  const isFetched = () =>
    page.evaluate((file) => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(file)), articlesFile());
  expect(await isFetched()).toBe(false);
  await ask(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Your dashboard" }).waitFor();
  expect(await isFetched()).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Help");

  // Another screen has another article, which has an address.
  await page.goto(stoa.url("/v/student/history"));
  await ask(page).click();
  await page.getByRole("dialog", { name: "Your history" }).getByRole("link", { name: "Open in the Help Center" }).click();
  await page.getByRole("heading", { level: 1, name: "Your history" }).waitFor();
  expect(new URL(page.url()).search).toBe("?article=history");
  await page.getByRole("link", { name: "Open this screen" }).click();
  await page.getByRole("heading", { level: 1, name: "Student History" }).waitFor();
});

test("the Help Center finds articles by their words and leads to them and back, and the focus goes along", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Help Center" }).click();
  await page.getByRole("heading", { level: 2, name: "For everybody" }).waitFor();
  // A student finds what students can open.
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["For everybody"]);
  await page.getByRole("searchbox", { name: "Search the help" }).fill("PÁSSKEY");
  await page.getByText(/^\d articles$/).waitFor();
  await page.getByRole("link", { name: "My account", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "My account" }).waitFor();
  await soon(() => focused(page)).toBe("page-title");
  await page.getByRole("link", { name: "All articles" }).click();
  await soon(() => page.getByRole("searchbox", { name: "Search the help" }).inputValue()).toBe("PÁSSKEY");
  await page.getByRole("searchbox", { name: "Search the help" }).fill("zebra");
  await page.getByRole("heading", { name: "No article has these words" }).waitFor();

  await page.goto(stoa.url("/v/users/helpcenter?article=none"));
  await page.getByRole("heading", { name: "There is no such article" }).waitFor();
  await page.getByRole("link", { name: "All articles" }).click();
  await page.getByRole("heading", { level: 2, name: "For everybody" }).waitFor();
});

test("an administrator finds the articles of the administration, and only Help Center is marked there", async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url("/v/dashboard/admin"));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Help Center" }).click();
  await page.getByRole("heading", { level: 2, name: "For administrators", exact: true }).waitFor();
  const marked = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
  expect(await marked.allInnerTexts()).toEqual(["Help Center"]);
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await page.getByRole("link", { name: "Open this screen" }).click();
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  await ask(page).click();
  await page.getByRole("dialog", { name: "Audit log" }).waitFor();
});

test("in German the search knows German words, and a phone has the help in its menu", async () => {
  const page = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
  await stoa.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ locale: "de" }).where("email", "=", "student@stoa.example").execute(),
  );
  await page.goto(stoa.url("/v/student/dashboard"));
  expect(await page.getByRole("navigation", { name: "Schnellnavigation" }).getByRole("link").count()).toBe(4);
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Hilfezentrum" }).click();
  await page.getByRole("searchbox", { name: "Hilfe durchsuchen" }).fill("gliederung");
  await page.getByRole("link", { name: "Einen Kurs machen" }).click();
  await soon(() => title(page).innerText()).toBe("Einen Kurs machen");
});
