import { sql } from "kysely";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enrolled } from "#features/notifications/events/enrolled/enrolled.ts";
import { notify } from "#features/notifications/server/service.ts";
import { tellLive } from "#platform/live/events.ts";
import { soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// The bell of the header: what a person was told, in their own window.
const stoa = useStoa();

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const list = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
/** The number of the bell, as its name says it. */
const says = (page: Page, unread: number) =>
  page
    .getByRole("banner")
    .getByRole("button", { name: unread > 0 ? `Notifications, ${unread} not read` : "Notifications", exact: true })
    .waitFor();

/** Tells the demo's student of courses, and their open pages that it did. */
async function tell(...courses: string[]) {
  const userId = await stoa.userId();
  const portalId = stoa.portalId();
  await stoa.databases.inSystem("tell in a test", async (db) => {
    const { id: courseId } = await db
      .selectFrom("courses")
      .select("id")
      .where("portal_id", "=", portalId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const notices = courses.map((course) => ({
      subject: `course:${courseId}`,
      userId,
      occurrence: course,
      variables: { courseId, courseType: "online", course, by: null, byId: null, dueAt: null },
    }));
    for (const notice of notices) await notify(db, portalId, enrolled, [notice]);
    await tellLive(db, { portalId, userId, topic: "notifications" });
  });
}
const forget = () => stoa.databases.inSystem("forget in a test", (db) => sql`delete from notifications`.execute(db));

test("the bell has the number from the page itself, and its list is read one by one or whole, by keyboard too", async () => {
  await forget();
  await tell("Ladders", "Ropes", "Nets");
  const page = await stoa.signedIn();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/rest/notifications") && asked.push(request.url()));
  await page.goto(stoa.url("/v/student/dashboard"));
  await says(page, 3);
  expect(asked).toEqual([]);

  await bell(page).focus();
  await page.keyboard.press("Enter");
  const links = list(page).locator("li a");
  await links.nth(2).waitFor();
  expect(await links.allInnerTexts()).toEqual([
    expect.stringContaining("Nets"),
    expect.stringContaining("Ropes"),
    expect.stringContaining("Ladders"),
  ]);
  await list(page)
    .getByRole("button", { name: /Mark as read: .*Ropes/ })
    .click();
  await says(page, 2);
  // The button went; the focus stays in the list.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Ropes");

  // While it is open, it hears of more.
  await tell("Harness");
  await list(page)
    .getByRole("link", { name: /Harness/ })
    .waitFor();
  await says(page, 3);
  await list(page).getByRole("button", { name: "Mark all as read" }).click();
  await says(page, 0);
  await page.keyboard.press("Escape");
  await list(page).waitFor({ state: "detached" });
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Notifications");
  await page.reload();
  await says(page, 0);
});

test("on a phone, an entry leads to what it is about and counts as read; a list that can't be had is asked for again", async () => {
  await forget();
  await tell("Ladders");
  const page = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
  await page.goto(stoa.url("/v/student/dashboard"));
  await says(page, 1);
  await page.route("**/rest/notifications", (route) => route.abort());
  await bell(page).click();
  await list(page).getByRole("heading", { name: "Your notifications could not be loaded" }).waitFor();
  await page.unroute("**/rest/notifications");
  await list(page).getByRole("button", { name: "Try again" }).click();
  const box = await list(page).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await list(page)
    .getByRole("link", { name: /Ladders/ })
    .click();
  await page.waitForURL(/\/v\/course\/details\//);
  await says(page, 0);

  await forget();
  await bell(page).click();
  await list(page).getByRole("heading", { name: "Nothing yet" }).waitFor();
  await list(page).getByRole("link", { name: "Choose what you get by email" }).click();
  await page.waitForURL(/myAccount/);
  await list(page).waitFor({ state: "detached" });
});
