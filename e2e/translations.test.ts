import { beforeAll, expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { enrolStudent } from "./support/enrol-student.ts";
import { addSmallCourseOf, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// A course is translated, and somebody who uses Stoa in German learns it in German (EDT-16).
const stoa = useStoa();
const author = "author@stoa.example";
let courseId: number;

beforeAll(async () => {
  courseId = await addSmallCourseOf(stoa, author);
  await enrolStudent(stoa, courseId);
}, 120_000);

test("translate, offer, publish, read; a changed original is shown until somebody looks at it", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn({ email: author });
  await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?tab=translations`));
  await page.getByRole("button", { name: "Add German" }).click();
  await page.getByLabel("Translation of: Title", { exact: true }).first().fill("Leitern ohne Stürze");
  await page.getByText("Learners get German").click();
  await page.getByRole("navigation", { name: "Parts of the course" }).getByRole("button", { name: smallCourse.pages.read }).click();
  const pageTitle = page.getByLabel("Translation of: Title", { exact: true });
  await soon(() => pageTitle.count()).toBe(1);
  await pageTitle.fill("Bevor Sie hinaufsteigen");
  await page.getByRole("button", { name: "Translate: Translation of: Text" }).click();
  const text = page.getByRole("textbox", { name: "Translation of: Text" });
  await text.fill("Drei Punkte bleiben an der Leiter.");
  await soon(() => page.getByText("Saving…").count()).toBe(0);
  await page.getByRole("progressbar", { name: "German" }).waitFor();
  expect(await axe(page, "the languages of a course")).toEqual([]);
  const own = page.getByRole("navigation", { name: "Parts of the course" }).getByRole("button", { name: smallCourse.pages.read });
  await own.getByText("2 of 2").waitFor();

  // The preview shows it before anybody else gets it, and the original beside it.
  await page.goto(stoa.url(`/v/student/coursePreview/${courseId}?page=read&language=de`));
  await page.getByRole("heading", { name: "Bevor Sie hinaufsteigen" }).waitFor();
  expect(
    await page.getByText("Drei Punkte bleiben an der Leiter.").evaluate((element) => element.closest("[lang]")?.getAttribute("lang")),
  ).toBe("de");
  await page.goto(stoa.url(`/v/student/coursePreview/${courseId}?page=read`));
  await page.getByRole("heading", { name: smallCourse.pages.read }).waitFor();

  await page.goto(stoa.url(`/v/author/courseEditor/${courseId}`));
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const publish = page.getByRole("dialog");
  await publish.getByText(/not translated/).waitFor();
  await publish.getByRole("textbox").fill("In German");
  await publish.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog", { name: "Published" }).getByRole("button", { name: "Close" }).last().click();

  await stoa.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ locale: "de" }).where("email", "=", "student@stoa.example").execute(),
  );
  const learner = await stoa.signedIn();
  await learner.goto(stoa.url(`/v/course/details/online/${courseId}`));
  await learner.getByRole("heading", { name: "Leitern ohne Stürze", level: 1 }).waitFor();
  await learner.goto(stoa.url(`/v/student/courseViewer/${courseId}?page=read`));
  await learner.getByRole("heading", { name: "Bevor Sie hinaufsteigen", level: 1 }).waitFor();
  await learner.getByText("Drei Punkte bleiben an der Leiter.").waitFor();
  expect(await learner.locator("article.lesson").getAttribute("lang")).toBe("de");

  // The author rewrites the title; its translation counts as out of date until they say that it still holds.
  await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?page=read`));
  await page.getByRole("textbox", { name: "Title of the page" }).fill("Before going up");
  await page.locator(".saved-state[data-state=saved]").waitFor();
  await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?tab=translations&page=read`));
  await page.getByText("The original has changed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "The translation is still right" }).click();
  await page.getByText("The original has changed", { exact: true }).waitFor({ state: "detached" });
  await soon(() => page.getByText("Saving…").count()).toBe(0);
  expect(await pageTitle.inputValue()).toBe("Bevor Sie hinaufsteigen");
});
