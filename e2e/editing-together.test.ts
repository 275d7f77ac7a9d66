import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { addSmallCourse, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// Two authors in one course (EDT-10): they see each other, a page waits for whoever was there first, and where both write the same, both are shown.
const stoa = useStoa();
let courseId: number;

beforeAll(async () => {
  ({ id: courseId } = await addSmallCourse(stoa));
}, 120_000);

const editor = async (email: string) => {
  const page = await stoa.signedIn({ email });
  await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?tab=content&page=watch`));
  await page.getByRole("treegrid", { name: "Chapters and pages" }).waitFor();
  return page;
};
const title = (page: Page) => page.getByRole("textbox", { name: "Title of the page" });
const also = (page: Page) => page.getByRole("list", { name: "Also working on this course" });
const allSaved = (page: Page) => page.locator(".saved-state[data-state=saved]").waitFor();

test("two authors see each other; a page waits for the first; what one saves, the other sees", { timeout: 120_000 }, async () => {
  const first = await editor("author@stoa.example");
  await title(first).waitFor();
  expect(await also(first).count()).toBe(0);
  const second = await editor("admin@stoa.example");
  await second.getByText(/^Already on this page: /).waitFor();
  await also(first)
    .getByText(/is on the page “Lift it safely”/)
    .waitFor();
  await first.getByText(/^Also on this page: /).waitFor();

  // The second one reads; the first one's work arrives there.
  expect(await title(second).getAttribute("readonly")).not.toBeNull();
  expect(await second.getByRole("button", { name: /^Edit / }).count()).toBe(0);
  await title(first).fill("Lift it well");
  await soon(() => title(second).inputValue()).toBe("Lift it well");

  // Their face leads to where they are.
  await second.getByRole("treegrid").getByText(smallCourse.pages.read).click();
  await second.getByText(/^Already on this page: /).waitFor({ state: "detached" });
  await also(second)
    .getByRole("link", { name: /is on the page “Lift it well”/ })
    .click();
  await second.getByText(/^Already on this page: /).waitFor();

  // Edited all the same; where both write the same meanwhile, both are shown.
  await second.getByRole("button", { name: "Edit it too" }).click();
  await second.context().setOffline(true);
  await title(second).fill("Lift it slowly");
  await second.locator(".saved-state[data-state=offline]").waitFor();
  await title(first).fill("Lift it together");
  await allSaved(first);
  await soon(() => draftTitle()).toBe("Lift it together");
  await second.context().setOffline(false);
  const both = second.getByRole("dialog", { name: "Somebody else changed this too" });
  await both.getByText("Lift it slowly").waitFor();
  await both.getByText("Lift it together").waitFor();
  await both.getByRole("button", { name: "Keep mine" }).click();
  await soon(() => draftTitle()).toBe("Lift it slowly");
  await soon(() => title(first).inputValue()).toBe("Lift it slowly");

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
      .where("page_id", "=", "watch")
      .executeTakeFirstOrThrow(),
  );
  return (page as { title: string }).title;
};
