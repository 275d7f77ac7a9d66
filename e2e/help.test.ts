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
  // Somebody whom no other test of this file signs in as.
  const email = "author@stoa.example";
  const page = await stoa.signedIn({ email, viewport: { width: 390, height: 844 } });
  await stoa.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ locale: "de" }).where("email", "=", email).execute(),
  );
  await page.goto(stoa.url("/v/student/dashboard"));
  expect(await page.getByRole("navigation", { name: "Schnellnavigation" }).getByRole("link").count()).toBe(4);
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Hilfezentrum" }).click();
  await page.getByRole("searchbox", { name: "Hilfe durchsuchen" }).fill("gliederung");
  await page.getByRole("link", { name: "Einen Kurs machen" }).click();
  await soon(() => title(page).innerText()).toBe("Einen Kurs machen");
});

/** What the check of the computer shows: heading and state of each, and all words. */
async function checked(page: Page) {
  await page.getByRole("button", { name: /^(?:Begin|Check again)$/ }).click();
  const lines = page.getByRole("list", { name: "What was found" }).getByRole("listitem");
  await lines.first().waitFor();
  const states = await lines.evaluateAll((all) =>
    all.map((line) => [line.querySelector("h2")?.textContent, line.querySelector(".ui-tag")?.textContent]),
  );
  return { states: Object.fromEntries(states) as Record<string, string>, words: (await lines.allInnerTexts()).join("\n") };
}

test("Check my computer finds a browser in order, opens no window that stays, and leaves nothing behind", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/users/helpcenter"));
  await page.getByRole("link", { name: "Check my computer" }).click();
  await page.getByRole("heading", { level: 1, name: "Check my computer" }).waitFor();
  await soon(() => focused(page)).toBe("page-title");
  const { states, words } = await checked(page);
  expect(states).toEqual({
    "Windows that open": "In order",
    Cookies: "In order",
    Storage: "In order",
    "Connection and clock": "In order",
    "Size of the page": "In order",
    "Video and sound": "In order",
  });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(words).toContain(`${width} × ${height} pixels`);
  await soon(() => page.context().pages().length).toBe(1);
  const left = await page.evaluate(async () => [document.cookie, localStorage.getItem("stoa-check"), await indexedDB.databases()]);
  expect(JSON.stringify(left)).not.toContain("stoa-check");
});

test("what a browser lacks is said, with what to do about it", async () => {
  const page = await stoa.signedIn({ viewport: { width: 300, height: 600 } });
  await page.addInitScript(() => {
    window.open = () => null;
    HTMLMediaElement.prototype.canPlayType = () => "";
    Object.defineProperty(document, "cookie", {
      get: () => "",
      set() {
        // Kept nowhere.
      },
    });
    Storage.prototype.setItem = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    const now = Date.now.bind(Date);
    Date.now = () => now() + 10 * 60_000;
  });
  await page.goto(stoa.url("/v/users/helpcenter?check=computer"));
  const { states, words } = await checked(page);
  expect(new Set(Object.values(states))).toEqual(new Set(["Needs a look"]));
  for (const advice of [
    "Allow pop-ups for this site",
    "Allow cookies for this site",
    "Leave the private window",
    "fast by 10 minutes",
    "less than 320 across",
    "does not play the usual films",
  ])
    expect(words).toContain(advice);

  // Without a connection the check says so, and can be repeated.
  await page.route("**/healthz", (route) => route.abort());
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByText("The portal could not be reached.").waitFor();
});
