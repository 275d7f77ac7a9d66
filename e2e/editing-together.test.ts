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
  });
}, 120_000);

const editor = async (email: string) => {
  const page = await stoa.signedIn({ email });
  await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?tab=content&page=read`));
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

const draftTitle = async () => {
  const { page } = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("course_draft_pages")
      .select("page")
      .where("course_id", "=", courseId)
      .where("page_id", "=", "read")
      .executeTakeFirstOrThrow(),
  );
  return (page as { title: string }).title;
};
