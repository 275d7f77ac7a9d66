import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// What asks before it happens has the specification's header, OK and Cancel (§8), and says what and how many.
const stoa = useStoa();

const question = (page: Page) => page.getByRole("alertdialog", { name: "Confirmation" });
async function asked(page: Page, button: "OK" | "Cancel") {
  await question(page).waitFor();
  expect(await question(page).getByRole("button").allInnerTexts()).toEqual(["Cancel", "OK"]);
  const words = await question(page).locator(".ui-dialog-body").innerText();
  await question(page).getByRole("button", { name: button }).click();
  await question(page).waitFor({ state: "detached" });
  return words;
}

test("signing out others, and leaving with unsaved changes", { timeout: 60_000 }, async () => {
  for (const _ of ["a phone", "another computer"]) await (await stoa.signedIn()).context().close();
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/myAccount"));
  await page.getByRole("button", { name: "Sign out others" }).click();
  expect(await asked(page, "OK")).toBe("Sign out 2 other browsers? Work that is not saved there is lost.");
  await page.getByText("You are signed in only here").waitFor();

  const history = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" });
  await page.getByLabel("Given name").fill("Robin");
  await page.getByLabel("Family name").fill("Ash");
  await history.click();
  expect(await asked(page, "Cancel")).toBe("Leave without saving 2 changes to your profile?");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByLabel("Given name").fill("Robin");
  await history.click();
  expect(await asked(page, "OK")).toBe("Leave without saving 1 change to your profile?");
  await heading(page, "Student History").waitFor();
});

test("another tab of the screen leaves a form as another screen does", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url(`/v/users/details/${await stoa.userId("author@stoa.example")}`));
  await page.getByLabel("Given name").fill("Robin");
  await page.getByRole("link", { name: "Enrolments", exact: true }).click();
  expect(await asked(page, "Cancel")).toBe("Leave without saving 1 change to this profile?");
  expect(await page.getByLabel("Given name").inputValue()).toBe("Robin");
  await page.getByRole("link", { name: "Enrolments", exact: true }).click();
  await asked(page, "OK");
  await page.waitForURL("**?tab=enrolments");

  await page.goto(stoa.url("/v/portal/settings/pages"));
  await page.getByRole("form", { name: "Contact" }).getByRole("textbox").first().fill("+49 30 1234");
  await page.getByRole("navigation", { name: "Public pages" }).getByRole("link", { name: "Privacy" }).click();
  expect(await asked(page, "Cancel")).toBe("Leave without saving what you wrote?");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});

test("taking a course out of the catalog", { timeout: 60_000 }, async () => {
  const { id, title } = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select(["id", "title"])
      .where("portal_id", "=", stoa.portalId())
      .where("type", "=", "scorm")
      .where("status", "=", "published")
      .orderBy("id")
      .executeTakeFirstOrThrow(),
  );
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url(`/v/author/courseEditor/${id}`));
  await page.getByRole("button", { name: "More about publishing" }).click();
  await page.getByRole("menuitem", { name: "Take out of the catalog" }).click();
  const words = await asked(page, "Cancel");
  expect(words).toContain(`Take “${title}” out of the catalog?`);
  expect(words).toMatch(/Nobody is enrolled|The one person|The \d+ people/);
});
