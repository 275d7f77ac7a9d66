import { sql } from "kysely";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { addSmallCourseOf, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// Two authors in one course (EDT-10): they see each other, a page waits for whoever was there first, and where both write the same, both are shown.
const stoa = useStoa();
const authors = ["author@stoa.example", "manager@stoa.example"] as const;
let courseId: number;

beforeAll(async () => {
  courseId = await addSmallCourseOf(stoa, authors[0]);
  const [otherId, portalId] = [await stoa.userId(authors[1]), stoa.portalId()];
  await stoa.databases.inSystem("prepare a test", async (db) => {
    await db.updateTable("memberships").set({ is_author: true }).where("portal_id", "=", portalId).where("user_id", "=", otherId).execute();
    await db.insertInto("course_authors").values({ portal_id: portalId, course_id: courseId, user_id: otherId }).execute();
    // The files of its video are those of the course, as after an upload.
    await sql`insert into course_files (portal_id, course_id, file_id)
      select portal_id, ${courseId}::bigint, id from files where portal_id = ${portalId} and name like 'lift-safely%'`.execute(db);
  });
}, 120_000);

const address = (pageId: string) => stoa.url(`/v/author/courseEditor/${courseId}?tab=content&page=${pageId}`);
const editor = async (email: string, pageId = "read") => {
  const page = await stoa.signedIn({ email });
  await page.goto(address(pageId));
  await page.getByRole("treegrid", { name: "Chapters and pages" }).waitFor();
  return page;
};
const title = (page: Page) => page.getByRole("textbox", { name: "Title of the page" });
const also = (page: Page) => page.getByRole("list", { name: "Also working on this course" });
const allSaved = (page: Page) => page.locator(".saved-state[data-state=saved]").waitFor();

test("two authors see each other; a page waits for the first; what one saves, the other sees", { timeout: 120_000 }, async () => {
  const first = await editor(authors[0]);
  await title(first).waitFor();
  expect(await also(first).count()).toBe(0);
  const second = await editor(authors[1]);
  await second.getByText(/^Already on this page: /).waitFor();
  await also(first)
    .getByText(/is on the page “Before you climb”/)
    .waitFor();
  await first.getByText(/^Also on this page: /).waitFor();

  // The second one reads; the first one's work arrives there.
  expect(await title(second).getAttribute("readonly")).not.toBeNull();
  expect(await second.locator("[data-open-block]").count()).toBe(0);
  await title(first).fill("Before you go up");
  await soon(() => title(second).inputValue()).toBe("Before you go up");

  // Their face leads to where they are.
  await second.getByRole("treegrid").getByText(smallCourse.pages.watch).click();
  await second.getByText(/^Already on this page: /).waitFor({ state: "detached" });
  await also(second)
    .getByRole("link", { name: /is on the page “Before you go up”/ })
    .click();
  await second.getByText(/^Already on this page: /).waitFor();

  // Edited all the same; where both write the same meanwhile, both are shown.
  await second.getByRole("button", { name: "Edit it too" }).click();
  await second.context().setOffline(true);
  await title(second).fill("Climb slowly");
  await second.locator(".saved-state[data-state=offline]").waitFor();
  await title(first).fill("Climb together");
  await allSaved(first);
  await soon(() => draftTitle()).toBe("Climb together");
  await second.context().setOffline(false);
  const both = second.getByRole("dialog", { name: "Somebody else changed this too" });
  await both.getByText("Climb slowly").waitFor();
  await both.getByText("Climb together").waitFor();
  await both.getByRole("button", { name: "Keep mine" }).click();
  await soon(() => draftTitle()).toBe("Climb slowly");
  await soon(() => title(first).inputValue()).toBe("Climb slowly");

  // Whoever closes the editor is gone at once.
  await second.getByRole("link", { name: "My courses" }).first().click();
  await also(first).waitFor({ state: "detached" });
});

test("200 edits of two authors on one page, in two browsers at once: every word of both is there", { timeout: 240_000 }, async () => {
  const pages = [await editor(authors[0], "watch"), await editor(authors[1], "watch")] as const;
  const [first, second] = pages;
  await second.getByRole("button", { name: "Edit it too" }).click();
  // One writes in the text, the other beside them in the title of the video.
  await first.locator('[data-open-block="watch-2"]').click();
  await first.locator("[contenteditable=true]").press("Control+End");
  await second.locator('[data-open-block="watch-1"]').click();
  const video = second.getByRole("group", { name: /^Video/ }).getByRole("textbox", { name: "Title", exact: true });
  await video.press("End");
  const said = (who: string) => Array.from({ length: 100 }, (_, nth) => ` ${who}${nth}`);
  const write = async (page: Page, words: string[]) => {
    for (const word of words) await page.keyboard.type(word, { delay: 15 });
  };
  await Promise.all([write(first, said("a")), write(second, said("b"))]);
  await Promise.all(pages.map(allSaved));
  const kept = async () => {
    const { blocks } = await draftPage("watch");
    return [JSON.stringify(blocks?.[1]), JSON.stringify(blocks?.[0])];
  };
  await soon(kept).toEqual([
    expect.stringContaining(`Bend your knees.${said("a").join("")}`),
    expect.stringContaining(`Lift safely${said("b").join("")}`),
  ]);
  expect(await Promise.all(pages.map((page) => page.getByRole("dialog").count()))).toEqual([0, 0]);
  // Each sees the other's words without loading anything anew.
  await first.getByRole("group", { name: "Video: Lift safely b0 b1 b2" }).waitFor();
  await second.getByText("a99").first().waitFor();
  await Promise.all(pages.map((page) => page.context().close()));
});

test("what an author writes survives a server that dies, an hour without it, and a closed tab", { timeout: 240_000 }, async () => {
  const page = await editor(authors[0]);
  await title(page).waitFor();
  await page.clock.install();
  await page.clock.resume();
  await title(page).fill("Before the crash");
  await allSaved(page);
  await soon(() => draftTitle()).toBe("Before the crash");

  // The window stays open: an hour later it sends by itself.
  await stoa.stopServer();
  await title(page).fill("While the server was dead");
  await page.locator(".saved-state[data-state=offline]").waitFor();
  await page.clock.fastForward("01:00:00");
  await page.locator(".saved-state[data-state=offline]").waitFor();
  expect(await title(page).inputValue()).toBe("While the server was dead");
  await stoa.startServer();
  await page.clock.fastForward("00:02:00");
  await allSaved(page);
  await soon(() => draftTitle()).toBe("While the server was dead");

  // The tab is closed before the server is back: the next visit sends.
  await stoa.stopServer();
  await title(page).fill("Written before the tab was closed");
  await page.locator(".saved-state[data-state=offline]").waitFor();
  const context = page.context();
  await page.close();
  await stoa.startServer();
  expect(await draftTitle()).toBe("While the server was dead");
  const next = await context.newPage();
  await next.goto(address("read"));
  await soon(() => title(next).inputValue()).toBe("Written before the tab was closed");
  await allSaved(next);
  await soon(() => draftTitle()).toBe("Written before the tab was closed");
  await context.close();
});

const draftPage = async (pageId: string) => {
  const { page } = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("course_draft_pages")
      .select("page")
      .where("course_id", "=", courseId)
      .where("page_id", "=", pageId)
      .executeTakeFirstOrThrow(),
  );
  return page as { title: string; blocks?: unknown[] };
};
const draftTitle = async () => (await draftPage("read")).title;
