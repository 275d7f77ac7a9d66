import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { windowFor } from "./support/screens.ts";
import { startStoa, type Stoa } from "./support/stoa.ts";

// The portal's courses, as admins and managers work with them.

let stoa: Stoa;
beforeAll(async () => {
  stoa = await startStoa(inject("superUrl"));
}, 180_000);
afterEach(() => expect(stoa?.problems()).toEqual([]));
afterAll(async () => {
  await stoa?.close();
});

/** The published online course of the demo that comes first. */
const aCourse = () =>
  stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select(["id", "title", "created_by"])
      .where("portal_id", "=", stoa.portalId())
      .where("status", "=", "published")
      .where("type", "=", "online")
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow(),
  );

test("an admin gives a course to another owner after seeing what changes, takes it back, and copies it", { timeout: 120_000 }, async () => {
  const course = await aCourse();
  const ownerNow = async () => (await aCourse()).created_by;
  const adminId = await stoa.userId("admin@stoa.example");
  expect(course.created_by).not.toBe(adminId);
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/portal/courses"));
  await heading(page, "Courses").waitFor();
  await page.getByRole("searchbox", { name: "Search courses" }).fill(course.title);
  // The chip comes with the list that is found; what was chosen before is forgotten with the search.
  await page.getByText(`Search: ${course.title}`, { exact: true }).waitFor();
  const row = page.getByRole("row", { name: new RegExp(course.title) }).first();
  await row.waitFor();
  await page
    .locator("label")
    .filter({ has: page.getByRole("checkbox", { name: course.title }) })
    .first()
    .click();
  await page.getByRole("group", { name: "Selection" }).getByRole("button", { name: "Change the owner" }).click();
  const asked = page.getByRole("dialog", { name: "Give to another owner" });
  await asked.getByRole("combobox", { name: "New owner" }).fill("admin@stoa.example");
  await page.getByRole("option").first().click();
  await asked.getByRole("button", { name: "See what changes" }).click();
  const told = page.getByRole("dialog", { name: "Give 1 course to another owner" });
  await told.getByText("This is for 1 course.").waitFor();
  await told.getByRole("button", { name: "Give 1 course to another owner" }).click();
  await soon(ownerNow).toBe(adminId);
  await page.getByRole("button", { name: "Undo" }).click();
  await soon(ownerNow).toBe(course.created_by);

  await row.getByRole("button", { name: `Actions for ${course.title}` }).click();
  await page.getByRole("menuitem", { name: "Make a copy" }).click();
  await page.getByText("A copy was made").waitFor();
  const copied = page.getByRole("row", { name: new RegExp(`Copy of ${course.title}`) });
  await copied.waitFor();
  // The editor is for authors, and a draft has no other page: nobody else is sent to either.
  expect(await page.getByRole("button", { name: "Open", exact: true }).count()).toBe(0);
  expect(await copied.getByRole("link").count()).toBe(0);
  await copied.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Make a copy" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Edit" }).count()).toBe(0);
  await stoa.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("memberships")
      .set({ is_author: true })
      .where("user_id", "=", adminId)
      .where("portal_id", "=", stoa.portalId())
      .execute(),
  );
  await page.reload();
  await page.getByRole("button", { name: `Actions for Copy of ${course.title}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.waitForURL("**/v/author/courseEditor/*");
});

test("a manager finds a course on a phone and goes to its participants", { timeout: 120_000 }, async () => {
  const course = await aCourse();
  const page = await windowFor(stoa, "manager", "northwind", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto(stoa.url("/v/portal/courses"));
  await heading(page, "Courses").waitFor();
  await page.getByRole("searchbox", { name: "Search courses" }).fill(course.title);
  // The chip comes with the list that is found; what was chosen before is forgotten with the search.
  await page.getByText(`Search: ${course.title}`, { exact: true }).waitFor();
  await page.getByRole("link", { name: course.title, exact: true }).waitFor();
  // Who may change no course is offered none to choose.
  expect(await page.getByRole("checkbox", { name: course.title }).count()).toBe(0);
  await page.getByRole("button", { name: `Actions for ${course.title}` }).click();
  expect(await page.getByRole("menuitem", { name: "Make a copy" }).count()).toBe(0);
  await page.getByRole("menuitem", { name: "Participants" }).click();
  await heading(page, "Participants").waitFor();
  await page.waitForURL(`**/v/users/participants?course=${course.id}`);
  // The other courses are asked for once somebody wants to see them.
  await page.getByRole("row").nth(1).waitFor();
  const asked = page.waitForResponse((response) => response.url().includes("/rest/people/courses"));
  await page.getByRole("button", { name: "Show all" }).click();
  await asked;
  await page.getByRole("option").nth(1).waitFor();
});
