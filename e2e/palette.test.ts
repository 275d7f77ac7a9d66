import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axe } from "./support/axe.ts";
import { heading, soon } from "./support/actions.ts";
import { openScreen, windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// The command palette: from any screen to any other, to a person or a course, by the keyboard alone.
const stoa = useStoa();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Quick search" });
const field = (page: Page) => dialog(page).getByRole("textbox");
const item = (page: Page, name: string | RegExp) => dialog(page).getByRole("menuitem", { name });
const opener = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Quick search" });
const group = (page: Page, name: string) => dialog(page).getByRole("group", { name });
/** The text of the entry that Enter would choose. */
const chosen = async (page: Page) => {
  const id = await field(page).getAttribute("aria-activedescendant");
  return id === null ? null : page.evaluate((one) => document.getElementById(one)?.innerText.replace(/\s+/g, " ") ?? null, id);
};
const press = (page: Page, key: string) => page.keyboard.press(key);
/** Opens it by its keys. */
async function open(page: Page) {
  await press(page, "Control+k");
  await soon(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
}

test("it opens by its keys and by its button, and Escape gives the focus back", async () => {
  const page = await stoa.signedIn();
  await openScreen(page, stoa.url("/v/student/dashboard"), ".dash-facts");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" });
  await link.focus();
  await open(page);
  await press(page, "Escape");
  await dialog(page).waitFor({ state: "detached" });
  await soon(() => link.evaluate((element) => element === document.activeElement)).toBe(true);

  await opener(page).focus();
  await press(page, "Enter");
  await field(page).fill("history");
  // Once is enough, whatever was typed.
  await press(page, "Escape");
  await dialog(page).waitFor({ state: "detached" });
  await soon(() => opener(page).evaluate((element) => element === document.activeElement)).toBe(true);

  // Not over what is open already, and not for other keys.
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await press(page, "Control+k");
  await press(page, "Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await press(page, "Control+Alt+k");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a learner goes to screens and courses with arrows and Enter, and is asked nothing about people", async () => {
  const page = await stoa.signedIn();
  await openScreen(page, stoa.url("/v/student/dashboard"), ".dash-facts");
  await open(page);
  await item(page, "Course Catalog").waitFor();
  expect(await group(page, "Go to").getByRole("menuitem").allInnerTexts()).toEqual([
    "Dashboard",
    "My Courses",
    "Course Catalog",
    "My History",
    "Help Center",
  ]);
  expect(await item(page, "Add a person").count()).toBe(0);
  await press(page, "ArrowDown");
  await press(page, "ArrowDown");
  await soon(() => chosen(page)).toBe("My Courses");
  await press(page, "Enter");
  await heading(page, "My Courses").waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("page-title");

  await open(page);
  await page.keyboard.type("histor");
  await soon(() => chosen(page)).toBe("My History");
  await press(page, "Enter");
  await heading(page, "Student History").waitFor();

  const title = await stoa.databases.inSystem("look at a test", async (db) => {
    const course = db.selectFrom("courses").select("title").where("portal_id", "=", stoa.portalId()).where("status", "=", "published");
    return (await course.where("listed", "=", true).where("type", "=", "online").orderBy("id").executeTakeFirstOrThrow()).title;
  });
  await open(page);
  await page.keyboard.type(title.slice(0, -1));
  await group(page, "Courses").getByRole("menuitem").first().waitFor();
  // No screen is called that: what the server finds is chosen by itself.
  await soon(() => chosen(page)).toContain(title);
  await press(page, "Enter");
  await heading(page, title).waitFor();
});

test("a manager goes to a person and to a screen behind a tab, an admin begins what has an address", async () => {
  const manager = await windowFor(stoa, "manager", "northwind");
  await openScreen(manager, stoa.url("/v/manager/dashboard"), "#page-title");
  await open(manager);
  await manager.keyboard.type("dubois");
  await group(manager, "People")
    .getByRole("menuitem", { name: /Chloé Dubois/ })
    .waitFor();
  await press(manager, "Enter");
  await heading(manager, "Chloé Dubois").waitFor();
  await open(manager);
  await manager.keyboard.type("particip");
  await soon(() => chosen(manager)).toBe("Participants Users");
  await press(manager, "Enter");
  await heading(manager, "Participants").waitFor();
  expect(new URL(manager.url()).pathname).toBe("/v/users/participants");
  await open(manager);
  await manager.keyboard.type("write an ann");
  await dialog(manager).getByText("Nothing is called that.").waitFor();
  await manager.context().close();

  const admin = await windowFor(stoa, "admin", "northwind");
  await openScreen(admin, stoa.url("/v/dashboard/admin"), "#page-title");
  await open(admin);
  await admin.keyboard.type("write an ann");
  await soon(() => chosen(admin)).toBe("Write an announcement");
  await press(admin, "Enter");
  await admin.getByRole("dialog").getByRole("textbox", { name: "Text" }).waitFor();
});

test("an author creates a course from anywhere, and opens one in the editor", async () => {
  const page = await windowFor(stoa, "author", "northwind");
  await openScreen(page, stoa.url("/v/dashboard/author"), "table");
  await open(page);
  await page.keyboard.type("create");
  await soon(() => chosen(page)).toBe("Create a Course");
  await press(page, "Enter");
  await page.getByRole("dialog", { name: /Course/ }).waitFor();
  await press(page, "Escape");
  const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
  if (await close.count()) await close.click();
  const own = await stoa.databases.inSystem("look at a test", async (db) => {
    const courses = db.selectFrom("courses").select(["id", "title"]).where("portal_id", "=", stoa.portalId());
    return courses
      .where("created_by", "=", await stoa.userId("author@stoa.example"))
      .where("type", "=", "online")
      .orderBy("id")
      .executeTakeFirstOrThrow();
  });
  await open(page);
  await page.keyboard.type(own.title);
  await soon(() => chosen(page)).toContain(own.title);
  await press(page, "Enter");
  await page.waitForURL(`**/v/author/courseEditor/${own.id}*`);
});

test("a search that fails says so and can be asked again; older answers are left out", async () => {
  const page = await windowFor(stoa, "manager", "northwind");
  let fails = true;
  const held: (() => void)[] = [];
  await page.route(/\/rest\/palette\?q=c(&|$)/, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue().catch(() => undefined);
  });
  await page.route("**/rest/palette?q=dubois", (route) => (fails ? route.abort() : route.continue()));
  await openScreen(page, stoa.url("/v/manager/dashboard"), "#page-title");
  await open(page);
  await page.keyboard.type("c");
  await soon(() => held.length).toBe(1);
  await field(page).fill("dubois");
  await dialog(page).getByRole("alert").waitFor();
  fails = false;
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await item(page, /Chloé Dubois/).waitFor();
  held.forEach((go) => go());
  expect(await group(page, "People").getByRole("menuitem").count()).toBe(1);
  await field(page).fill("zzzz");
  await dialog(page).getByText("Nothing is called that.").waitFor();
});

test("it reads well for axe in both modes and widths, fits a phone, and its button is there too", { timeout: 120_000 }, async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  const found: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openScreen(page, stoa.url("/v/dashboard/admin"), "#page-title");
    await opener(page).click();
    for (const text of ["", "ma", "zzzz"]) {
      await field(page).fill(text);
      if (text === "ma") await group(page, "People").waitFor();
      if (text === "zzzz") await dialog(page).getByText("Nothing is called that.").waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        found.push(...(await axe(page, `palette “${text}”, ${width}, ${colorScheme}`)));
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([width, text, wide]).toEqual([width, text, false]);
    }
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await dialog(page).waitFor({ state: "detached" });
  }
  expect(found).toEqual([]);
});
