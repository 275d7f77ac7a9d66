import { expect, test } from "vitest";
import { heading } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin lets a course be told of a due date in its own words and on days of its own, and lets it inherit again (MAIL-1), on a phone.
const stoa = useStoa();

test("an admin sets the days of the portal, gives a course its own text and days, and lets it inherit again", async () => {
  const admin = await windowFor(stoa, "admin", "northwind", { viewport: { width: 390, height: 844 } });
  await admin.goto(stoa.url("/v/admin/emailTexts/due_soon/en"));
  await heading(admin, "A course is due soon").waitFor();
  const days = admin.getByRole("textbox", { name: "Days before the date" });
  await days.fill("soon");
  await admin.getByRole("button", { name: "Save the days" }).click();
  await admin.getByText("Enter whole numbers with commas between, such as 7, 1.").waitFor();
  await days.fill("0, 3");
  await admin.getByRole("button", { name: "Save the days" }).click();
  await admin.getByText("On the day itself it is too late").waitFor();
  await days.fill("1, 14, 3");
  await admin.getByRole("button", { name: "Save the days" }).click();
  await expect.poll(() => days.inputValue()).toBe("14, 3, 1");
  expect(await axe(admin, "a letter with its courses and groups")).toEqual([]);

  const course = admin.getByRole("combobox", { name: "Course" });
  await course.fill("fire");
  await admin.getByRole("option").first().click();
  const title = await course.inputValue();
  await admin.getByRole("button", { name: "Add", exact: true }).click();
  await admin.getByText(`For the course ${title}`).waitFor();
  await admin.locator("header").getByText("Inherited from the portal").waitFor();
  expect(await axe(admin, "a course's letter")).toEqual([]);

  const subject = admin.getByRole("textbox", { name: "Subject" });
  expect(await subject.inputValue()).toBe("{course} is due soon");
  await subject.fill("{curse}: the last days");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.locator("#mail-text .ui-error").getByText("{curse} is no variable of this email. Did you mean {course}?").waitFor();
  await subject.fill("{course}: the last days");
  await admin.getByRole("button", { name: "Show the preview" }).click();
  await admin.frameLocator("iframe.mail-frame").getByRole("heading", { name: "Working safely at heights: the last days" }).waitFor();
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.locator("header").getByText("Own text", { exact: true }).waitFor();
  await admin.getByRole("textbox", { name: "Days before the date" }).fill("2");
  await admin.getByRole("button", { name: "Inherited: on Mail" }).click();
  await admin.getByRole("option", { name: "Switched off" }).click();
  await admin.getByRole("button", { name: "Save when it is sent" }).click();
  await admin.getByRole("link", { name: "The email of the portal" }).click();
  await admin.getByRole("listitem").filter({ hasText: title }).getByText("Course · Own text: English · Mail off · Days: 2").waitFor();
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await admin.getByRole("link", { name: title }).click();
  await admin.getByRole("button", { name: "Inherit everything again" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await admin.getByText("Everybody is told as the portal says.").waitFor();
  await admin.context().close();
}, 120_000);

test("a message that failed is sent again, and a person's page says that mail does not reach them", async () => {
  const userId = await stoa.userId();
  const { id } = await stoa.databases.inSystem("prepare a test", async (db) => {
    const portal_id = stoa.portalId();
    await db.insertInto("suppressed_addresses").values({ portal_id, address: "@stoa.example", reason: "manual" }).execute();
    return db
      .insertInto("messages")
      .values({ portal_id, user_id: userId, event: "enrolled", mandatory: false, state: "unclear", reason: "lost", ended_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
  });
  const admin = await windowFor(stoa, "admin", "northwind", { viewport: { width: 390, height: 844 } });
  await admin.goto(stoa.url(`/v/admin/mail/${id}`));
  await admin.getByRole("button", { name: "Send again" }).click();
  const asked = admin.getByRole("alertdialog");
  await asked.getByText("student@stoa.example may get it twice").waitFor();
  await asked.getByRole("button", { name: "OK" }).click();
  await admin.getByText("It goes out anew").waitFor();
  await admin.locator("header").getByText("Waiting", { exact: true }).waitFor();
  expect(await admin.getByRole("button", { name: "Send again" }).count()).toBe(0);
  await admin.goto(stoa.url(`/v/users/details/${userId}`));
  await admin.getByText("Mail does not reach this person: their address, or its domain, is on the email blacklist.").waitFor();
  expect(await axe(admin, "a person whom mail does not reach")).toEqual([]);
  await admin.context().close();
});
