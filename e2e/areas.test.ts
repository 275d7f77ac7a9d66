import { expect, test } from "vitest";
import { heading, readOnDevice, readToTheEnd, soon, withhold } from "./support/actions.ts";
import { addSmallCourse, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// The learner's and the staff's screens are two bundles of one application (decision 005): changing between them does not reload the page.
const stoa = useStoa();

test("outbox, toasts, Back and the role go on from the learner's screens to the staff's and back", { timeout: 120_000 }, async () => {
  const course = await addSmallCourse(stoa);
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  const completed = () =>
    stoa.databases.inSystem("look at a test", (db) =>
      db
        .selectFrom("attempt_items as i")
        .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "i.portal_id").onRef("a.id", "=", "i.attempt_id"))
        .select("i.item_key")
        .where("a.course_id", "=", course.id)
        .execute(),
    );
  const role = () => page.locator(".shell-account .shell-role").innerText();
  const toStaff = async () => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Author" }).click();
    await page.waitForURL("**/v/dashboard/author");
    await soon(role).toBe("Author");
  };
  await page.goto(stoa.url(`/v/course/details/online/${course.id}`));
  await page.evaluate(() => Object.assign(window, { stillHere: true }));

  // A toast raised on a learner's screen stays on a staff screen and works there.
  await page.getByRole("button", { name: `Enrol in ${smallCourse.title}` }).click();
  const toast = page.getByText(`You are enrolled in ${smallCourse.title}`);
  await toast.waitFor();
  await toStaff();
  expect(await toast.isVisible()).toBe(true);
  await page
    .getByRole("region", { name: /Messages/ })
    .getByRole("button", { name: "Start" })
    .click();
  await heading(page, smallCourse.pages.read).waitFor();

  // Progress that cannot be sent waits in this window, and is sent from whichever screen is open when the connection is back.
  const letThrough = await withhold(page, "**/rest/progress/attempts/**");
  await readToTheEnd(page);
  await soon(() => readOnDevice(page)).toEqual(["read"]);
  await page.goBack();
  await soon(role).toBe("Author");
  await page.goBack();
  await heading(page, smallCourse.title).waitFor();
  await toStaff();
  expect(await completed()).toEqual([]);
  letThrough();
  await soon(async () => (await completed()).map(({ item_key }) => item_key), 60_000).toEqual(["read"]);
  expect(new URL(page.url()).pathname).toBe("/v/dashboard/author");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Education" }).click();
  await page.waitForURL("**/v/student/dashboard");
  await soon(role).toBe("Student");
  await page.goBack();
  await page.waitForURL("**/v/dashboard/author");
  await soon(role).toBe("Author");
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});

test("a title in a toast and on a button is shown as its author wrote it", { timeout: 60_000 }, async () => {
  const { id } = await addSmallCourse(stoa);
  const title = String.raw`C:\u0041 \x41 and <b>bold</b> <0/>`;
  await stoa.databases.inSystem("rename a course", (db) => db.updateTable("courses").set({ title }).where("id", "=", id).execute());
  const page = await stoa.signedIn();
  await page.goto(stoa.url(`/v/course/details/online/${id}`));
  await page.getByRole("button", { name: `Enrol in ${title}`, exact: true }).click();
  await page.getByText(`You are enrolled in ${title}`, { exact: true }).waitFor();
});
