import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axe } from "./support/axe.ts";
import { heading, pick, soon, stillFound } from "./support/actions.ts";
import { focused, tabTo } from "./support/keyboard.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin makes somebody a manager of one course with the keyboard alone, on a small screen; the manager sees its participants and changes them in this course only (ROLE-1).
const stoa = useStoa();
const phone = { width: 390, height: 844 };

/** Two courses of the demo with participants in common, the first with somebody who is in the second too. */
const twoCourses = () =>
  stoa.databases.inSystem("look in a test", async (db) => {
    const portal_id = stoa.portalId();
    const standing = await db
      .selectFrom("enrolment_standing as s")
      .innerJoin("courses as c", (on) => on.onRef("c.portal_id", "=", "s.portal_id").onRef("c.id", "=", "s.course_id"))
      .innerJoin("users as u", "u.id", "s.user_id")
      .innerJoin("memberships as m", (on) => on.onRef("m.portal_id", "=", "s.portal_id").onRef("m.user_id", "=", "s.user_id"))
      .select(["c.id", "c.title", "s.user_id as userId", "u.is_system_admin as isSystemAdmin", "m.is_admin as isAdmin"])
      .where("s.portal_id", "=", portal_id)
      .where("s.active", "=", true)
      .where("c.status", "=", "published")
      .orderBy("c.title")
      .execute();
    const people = standing.filter(({ isSystemAdmin }) => !isSystemAdmin);
    for (const one of people.filter(({ isAdmin }) => !isAdmin)) {
      const other = people.find(({ userId, id }) => userId === one.userId && id !== one.id);
      if (other) return { own: one, other, participants: people.filter(({ id }) => id === one.id).length };
    }
    throw new Error("The demo has nobody in two courses.");
  });

/** What is wider than its box, of a dialog and all in it. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[role=dialog], [role=dialog] *")]
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth || one.getBoundingClientRect().left < 0)
      .map((one) => one.className),
  );

test("a role for a course is given with the keyboard, and its manager works in this course only", { timeout: 180_000 }, async () => {
  const { own, other, participants } = await twoCourses();
  const email = "course-manager@stoa.example";
  await stoa.databases.inSystem("a person for a test", async (db) => {
    const person = { email, given_name: "Cara", family_name: "Kurs", password_hash: "" };
    const { id: user_id } = await db.insertInto("users").values(person).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("memberships").values({ portal_id: stoa.portalId(), user_id, status: "active" }).execute();
  });
  const admin = await stoa.signedIn({ email: "admin@stoa.example", viewport: phone });
  await admin.goto(stoa.url("/v/users/managers"));
  await heading(admin, "Managers").waitFor();
  const { keyboard } = admin;
  await admin.getByRole("button", { name: "Give this role" }).focus();
  await keyboard.press("Enter");
  const dialog = admin.getByRole("dialog", { name: "Give the role Manager" });
  // Its keys are its own once it has the focus.
  await soon(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await tabTo(admin, "Search by name or email");
  await keyboard.type("cara kurs");
  // Alone: the first people are there before the search has begun.
  await soon(() => dialog.getByRole("radio", { name: /@/ }).count()).toBe(1);
  await dialog.getByRole("radio", { name: "Cara Kurs" }).waitFor({ state: "attached" });
  await tabTo(admin, /Cara Kurs/);
  await keyboard.press("Space");
  await tabTo(admin, /The whole portal/);
  // The last of the ways.
  await keyboard.press("ArrowUp");
  await soon(() => focused(admin)).toMatchObject({ name: expect.stringMatching(/^Participants of courses/) });
  await keyboard.press("Enter");
  const box = dialog.getByRole("combobox", { name: "Course" });
  await box.waitFor();
  await tabTo(admin, /^Save/);
  await keyboard.press("Enter");
  await dialog.getByText("Choose at least one course.").waitFor();
  await box.scrollIntoViewIfNeeded();
  await pick(box, own.title, own.title);
  await dialog.getByRole("list", { name: "Chosen courses" }).getByText(own.title).waitFor();
  await dialog.getByText(new RegExp(`^At this moment that is ${participants} (?:person|people)`)).waitFor();
  expect(await stillFound(() => axe(admin, "a role for courses"))).toEqual([]);
  expect(await tooWide(admin)).toEqual([]);
  await tabTo(admin, /^Save/);
  await keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await admin.getByText(`Whoever is enrolled in ${own.title}`).waitFor();
  await admin.getByRole("button", { name: "What Cara Kurs may do" }).click();
  await admin.getByText("only in these courses").first().waitFor();
  await admin.close();

  const manager = await stoa.signedIn({ email, viewport: phone });
  await manager.goto(stoa.url("/v/users/find"));
  await manager
    .getByText(new RegExp(` of ${participants}$`))
    .first()
    .waitFor();
  await manager.goto(stoa.url(`/v/users/details/${own.userId}?tab=enrolments`));
  await manager.getByRole("button", { name: `Change the enrolment in ${own.title}` }).waitFor();
  await manager.getByText(other.title).first().waitFor();
  expect(await manager.getByRole("button", { name: `Change the enrolment in ${other.title}` }).count()).toBe(0);
  await manager.getByRole("button", { name: "Enrol in a course" }).click();
  const enrolling = manager.getByRole("dialog");
  await enrolling.getByRole("combobox", { name: "Course" }).press("ArrowDown");
  await soon(() => manager.getByRole("option").allTextContents()).toEqual([own.title]);
  await manager.close();
});
