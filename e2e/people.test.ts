import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pick } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { choose } from "./support/choose.ts";
import { windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// Journeys of managers and admins over the people of their portal.

const stoa = useStoa();

test("an admin finds somebody, enrols them, exempts them with a reason and takes that back", { timeout: 60_000 }, async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find?q=amara"));
  await page.getByRole("link", { name: "Amara Okafor" }).click();
  await page.getByRole("heading", { name: "Amara Okafor" }).waitFor();
  await page.getByRole("link", { name: "Enrolments" }).click();
  await page.getByRole("button", { name: "Enrol in a course" }).click();
  const enrolling = page.getByRole("dialog", { name: "Enrol Amara Okafor" });
  const box = enrolling.getByRole("combobox", { name: "Course" });
  await pick(box, "Infection", /Infection control/);
  await enrolling.getByRole("button", { name: "Enrol", exact: true }).click();
  const row = page.getByRole("row", { name: /Infection control/ });
  await row.getByText("Enrolled by").first().waitFor();

  await row.getByRole("button", { name: /^Change the enrolment/ }).click();
  const changing = page.getByRole("dialog", { name: "Change the enrolment" });
  await changing.locator("label").filter({ hasText: "Exempt" }).click();
  await changing.getByRole("button", { name: "Exempt" }).click();
  await changing.getByText("Say why, in a few words.").waitFor();
  await changing.getByLabel("Reason").fill("Trained elsewhere");
  await changing.getByRole("button", { name: "Exempt" }).click();
  await row.getByText("Trained elsewhere").waitFor();

  await row.getByRole("button", { name: "Take back: Exempted" }).click();
  const back = page.getByRole("dialog", { name: "Take back" });
  await back.getByLabel("Reason").fill("Another person was meant");
  await back.getByRole("button", { name: "Take back" }).click();
  await row.getByText("Another person was meant").waitFor();
  expect(await row.getByText("Exempt", { exact: true }).count()).toBe(0);

  await row.getByRole("button", { name: /^Change the enrolment/ }).click();
  await changing.locator("label").filter({ hasText: "Add an attempt" }).click();
  await changing.getByRole("button", { name: "Add an attempt" }).click();
  await changing.getByText("Choose a date.").waitFor();
  await changing.getByLabel("Completed on").fill("2026-01-15");
  await changing.getByLabel("Score in percent").fill("120");
  await changing.getByLabel("Reason").fill("Test on paper");
  await changing.getByRole("button", { name: "Add an attempt" }).click();
  await changing.getByText("Enter a score from 0 to 100.").waitFor();
  await changing.getByLabel("Score in percent").fill("87,5");
  await changing.getByRole("button", { name: "Add an attempt" }).click();
  await row.getByText("Test on paper").waitFor();
  await row.getByText("Passed", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Attempts" }).click();
  await page
    .getByRole("row", { name: /Infection control/ })
    .getByText("entered by")
    .waitFor();
});

test(
  "a manager deactivates somebody, undoes it from the message, and finds what was done among the jobs",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.signedIn({ email: "manager@stoa.example", portal: "northwind" });
    await page.goto(stoa.url("/v/users/find?q=okafor"));
    await page
      .getByRole("row", { name: /Amara Okafor/ })
      .getByRole("checkbox")
      .check();
    await page.getByRole("button", { name: "Deactivate" }).click();
    const dialog = page.getByRole("dialog", { name: "Deactivate 1 person" });
    await dialog.getByText("This is for 1 person. Nobody is left out.").waitFor();
    await dialog.getByText("Active → Deactivated").waitFor();
    await dialog.getByRole("button", { name: "Deactivate 1 person" }).click();
    const row = page.getByRole("row", { name: /Amara Okafor/ });
    await row.getByText("Deactivated").waitFor();
    await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
    await row.getByText("Active", { exact: true }).waitFor();
    await page.goto(stoa.url("/v/jobs"));
    await page
      .getByRole("row", { name: /Undo: Deactivate 1 person/ })
      .getByText("Undone: 1")
      .waitFor();
    await page.getByRole("link", { name: "Deactivate 1 person", exact: true }).click();
    await page.getByText("This was undone").waitFor();
    await page.close();
  },
);

/** Adds so many people whose name puts them last in every list. */
const aCrowd = (count: number) =>
  stoa.databases.inSystem("prepare a test", async (db) => {
    const users = await db
      .insertInto("users")
      .values(
        Array.from({ length: count }, (_, nth) => ({ email: `crowd${nth}@stoa.example`, given_name: "Zcrowd", family_name: String(nth) })),
      )
      .returning("id")
      .execute();
    await db
      .insertInto("memberships")
      .values(users.map(({ id }) => ({ portal_id: stoa.portalId(), user_id: id })))
      .execute();
  });

test("all that match go as a job: the tray shows it on every screen and after a reload, and undoes it", { timeout: 60_000 }, async () => {
  await aCrowd(60);
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find?q=zcrowd"));
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: /^Select all \d+ that match/ }).click();
  await page.getByRole("button", { name: "Deactivate" }).click();
  const dialog = page.getByRole("dialog", { name: /^Deactivate \d+ people/ });
  await dialog.getByText("This is for 60 people. Nobody is left out.").waitFor();
  await dialog.getByText("This runs in the background.").waitFor();
  await dialog.getByRole("button", { name: /^Deactivate/ }).click();
  const tray = page.getByRole("button", { name: /^Jobs: / });
  // No worker runs yet: it waits, here and on every other screen.
  await page.getByRole("button", { name: "Jobs: 1 is running" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Jobs: 1 is running" }).waitFor();
  await tray.click();
  await page.getByRole("dialog", { name: "Jobs" }).getByText("Queued").waitFor();
  const worker = await stoa.startWorker();
  const undo = page.getByRole("dialog", { name: "Jobs" }).getByRole("button", { name: /^Undo: / });
  await undo.waitFor();
  await page
    .getByRole("row", { name: /Zcrowd 1\b/ })
    .getByText("Deactivated")
    .waitFor({ state: "attached" });
  await undo.click();
  await page
    .getByRole("dialog", { name: "Jobs" })
    .getByRole("link", { name: /^Undo: Deactivate/ })
    .waitFor();
  await page
    .getByRole("row", { name: /Zcrowd 1\b/ })
    .getByText("Active", { exact: true })
    .waitFor({ state: "attached" });
  await worker.stop();
  await page.close();
});

test(
  "a condition is put together, stands as a sentence in the address, and a word with a mistake finds who is meant",
  { timeout: 60_000 },
  async () => {
    const page = await windowFor(stoa, "admin", "northwind");
    await page.goto(stoa.url("/v/users/find?q=ramn"));
    await page.getByText("Nobody has exactly these words.").waitFor();
    await page.getByRole("link", { name: "Priya Raman" }).waitFor();
    await page.goto(stoa.url("/v/users/find"));
    await page.getByRole("button", { name: "Conditions" }).click();
    const dialog = page.getByRole("dialog", { name: "Conditions" });
    await dialog.getByRole("button", { name: "Add condition", exact: true }).click();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await dialog.getByText("A condition is not complete").waitFor();
    await dialog.getByLabel("Text").fill("raman");
    await dialog.getByText("Everybody who name contains “raman”.").waitFor();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Remove filter: name contains “raman”" }).waitFor();
    await page.getByText("1 to 1 of 1").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Remove filter: name contains “raman”" }).click();
    await page.getByText("1 to 1 of 1").waitFor({ state: "detached" });
  },
);

test("people are found by their external id, language and time zone, and the value is told of each", { timeout: 60_000 }, async () => {
  const portalId = stoa.portalId();
  const ofPriya = async (change: { external_id: string | null }, own: { locale: string | null; time_zone: string | null }) =>
    stoa.databases.inSystem("prepare a test", async (db) => {
      const { id } = await db.selectFrom("users").select("id").where("family_name", "=", "Raman").executeTakeFirstOrThrow();
      await db.updateTable("memberships").set(change).where("portal_id", "=", portalId).where("user_id", "=", id).execute();
      await db.updateTable("users").set(own).where("id", "=", id).execute();
    });
  await ofPriya({ external_id: "NW-0042" }, { locale: "de", time_zone: "Asia/Calcutta" });
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find"));
  await page.getByRole("button", { name: "Conditions" }).click();
  const dialog = page.getByRole("dialog", { name: "Conditions" });
  const about = async (nth: number, subject: string) => {
    await dialog.getByRole("button", { name: "Add condition", exact: true }).click();
    await dialog
      .getByRole("button", { name: /^(?:.* )?About$/ })
      .nth(nth)
      .click();
    await page.getByRole("option", { name: subject, exact: true }).click();
  };
  await about(0, "External ID");
  await dialog.getByLabel("Text").fill("nw-");
  await about(1, "Language");
  await dialog.getByRole("button", { name: /^(?:.* )?Value$/ }).click();
  await page.getByRole("option", { name: "German" }).click();
  await about(2, "Time zone");
  await pick(dialog.getByRole("combobox", { name: "Value" }), "Calcutta", "Asia/Calcutta");
  await dialog.getByText("Everybody who external ID contains “nw-”, language is German, and time zone is Asia/Calcutta.").waitFor();
  expect(await axe(page, "conditions over external id, language and time zone")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axe(page, "conditions over external id, language and time zone, on a phone")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByText("1 to 1 of 1").waitFor();
  await page.getByRole("button", { name: /^Why is .+ here\?$/ }).click();
  const why = page.getByRole("dialog", { name: /^Is .+ in, and why\?$/ });
  await why.getByText("Found: Asia/Calcutta").waitFor();
  await why.getByText("Found: German").waitFor();
  expect(await axe(page, "why, by what somebody has chosen")).toEqual([]);
  await ofPriya({ external_id: null }, { locale: null, time_zone: null });
});

test("a course is filled from its own side by a paste, and somebody is exempted and unenrolled there", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: "manager@stoa.example", portal: "northwind" });
  await page.goto(stoa.url("/v/users/participants"));
  await page.getByRole("heading", { name: "Choose a course" }).waitFor();
  await pick(page.getByRole("combobox", { name: "Course" }), "Infection", /Infection control/);
  await page.getByRole("button", { name: "Enrol people" }).click();
  const asking = page.getByRole("dialog", { name: /^Enrol people in Infection control/ });
  await asking.locator("label").filter({ hasText: "Pasted addresses or ids" }).click();
  await asking.getByRole("textbox", { name: "Addresses or ids" }).fill("zorn@stoa.example\nnobody@stoa.example");
  await stoa.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .insertInto("users")
      .values({ email: "zorn@stoa.example", given_name: "Zita", family_name: "Zorn" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("memberships").values({ portal_id: stoa.portalId(), user_id: id }).execute();
  });
  await asking.getByLabel("Access ends").fill("2099-03-01");
  await asking.getByRole("button", { name: "See what changes" }).click();
  await asking.getByText("1 of them is nobody whom you manage").waitFor();
  await asking.getByRole("button", { name: "See what changes" }).click();
  const enrolling = page.getByRole("dialog", { name: /^Enrol 1 person in/ });
  await enrolling.getByText("This is for 1 person. Nobody is left out.").waitFor();
  await enrolling.getByRole("button", { name: /^Enrol 1 person/ }).click();
  await page.getByRole("searchbox", { name: "Search participants" }).fill("zorn");
  // What is chosen before the search is in force would be chosen no longer.
  await page.getByRole("button", { name: "Remove filter: Search: zorn" }).waitFor();
  const row = page.getByRole("row", { name: /Zita Zorn/ });
  await row.getByText("Not started").waitFor();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Exempt" }).click();
  const exempting = page.getByRole("dialog", { name: "Exempt" });
  await exempting.getByRole("button", { name: "See what changes" }).click();
  await exempting.getByText("Say why, in a few words.").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axe(page, "exempting people, narrow")).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await axe(page, "exempting people")).toEqual([]);
  await exempting.getByLabel("Reason").fill("On leave");
  await exempting.getByRole("button", { name: "See what changes" }).click();
  const seeing = page.getByRole("dialog", { name: /^Exempt 1 person from/ });
  await seeing.getByText("Exempt from it").first().waitFor();
  await seeing.getByRole("button", { name: /^Exempt 1 person/ }).click();
  await seeing.waitFor({ state: "detached" });

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Unenrol" }).click();
  const ending = page.getByRole("dialog", { name: "Unenrol" });
  await ending.getByLabel("Reason").fill("Works elsewhere");
  await ending.getByRole("button", { name: "See what changes" }).click();
  await page
    .getByRole("dialog", { name: /^Unenrol 1 person/ })
    .getByRole("button", { name: /^Unenrol 1 person/ })
    .click();
  await page.getByRole("heading", { name: "Nobody matches these filters" }).waitFor();
  await page.close();
});

test(
  "Find Users shows the columns that were chosen, tells why somebody is there, and keeps it in the address",
  { timeout: 60_000 },
  async () => {
    const page = await windowFor(stoa, "admin", "northwind");
    const condition = encodeURIComponent(JSON.stringify({ kind: "profile", of: "name", test: "contains", text: "Okafor" }));
    await page.goto(stoa.url(`/v/users/find?condition=${condition}`));
    await page.getByRole("button", { name: "Columns" }).click();
    const choosing = page.getByRole("dialog", { name: "Columns" });
    await choose(choosing, "checkbox", "Groups");
    await choose(choosing, "checkbox", "Email");
    await choosing.getByRole("button", { name: "Move Groups up" }).press("Enter");
    await choosing.getByRole("button", { name: "Show columns" }).click();
    await page.getByRole("columnheader", { name: "Groups" }).waitFor();
    expect(await page.getByRole("columnheader", { name: "Email" }).count()).toBe(0);
    await page.reload();
    await page.getByRole("columnheader", { name: "Groups" }).waitFor();
    await page.getByRole("button", { name: "Why is Amara Okafor here?" }).click();
    const why = page.getByRole("dialog", { name: "Is Amara Okafor in, and why?" });
    await why.getByText("Amara Okafor is in: the condition holds.").waitFor();
    await why.getByText("name contains “Okafor”").waitFor();
    await why.getByText("Amara Okafor", { exact: true }).waitFor();
    await page.close();
  },
);

test("those chosen in Find Users are exported, and no one else (FIND-2)", { timeout: 60_000 }, async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find"));
  await choose(page.getByRole("row", { name: /Amara Okafor/ }), "checkbox", /Amara Okafor/);
  const chosen = page.getByRole("group", { name: "Selection" });
  const [file] = await Promise.all([page.waitForEvent("download"), chosen.getByRole("button", { name: "Export CSV" }).click()]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["Amara Okafor"]);
  await page.close();
});

test("the members of a group by condition can be asked about, in a narrow window too", { timeout: 60_000 }, async () => {
  const groupId = await stoa.databases.inSystem("prepare a test", async (db) => {
    const portal_id = stoa.portalId();
    const condition = JSON.stringify({ kind: "profile", of: "name", test: "contains", text: "Okafor" });
    const group = await db
      .insertInto("groups")
      .values({ portal_id, name: "The Okafors", kind: "dynamic", condition, computed_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await db.selectFrom("users").select("id").where("family_name", "=", "Okafor").executeTakeFirstOrThrow();
    await db.insertInto("group_members").values({ portal_id, group_id: group.id, user_id: id, cause: "condition" }).execute();
    return group.id;
  });
  for (const width of [1280, 390]) {
    const page = await windowFor(stoa, "admin", "northwind", { viewport: { width, height: 800 } });
    await page.goto(stoa.url(`/v/users/groups/${groupId}`));
    await page.getByRole("button", { name: "Why is Amara Okafor here?" }).click();
    const why = page.getByRole("dialog", { name: "Is Amara Okafor in, and why?" });
    await why.getByText("Amara Okafor is in: the condition holds.").waitFor();
    await why.getByText("name contains “Okafor”").waitFor();
    await why.getByText("Amara Okafor", { exact: true }).waitFor();
    expect(await axe(page, `why a member is in a group, ${width} px`)).toEqual([]);
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.close();
  }

  // Another condition: whom it brings and takes is said before it is saved, and one press takes it back.
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url(`/v/users/groups/${groupId}`));
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Change the group" });
  await form.getByLabel("Text").fill("Raman");
  await form.getByText(/^When you save, .+ comes? in and 1 person goes out\.$/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axe(page, "a group's condition with what it would change")).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  const condition = () =>
    stoa.databases.inSystem("look at a test", async (db) => {
      const stored = await db.selectFrom("groups").select("condition").where("id", "=", groupId).executeTakeFirstOrThrow();
      return JSON.stringify(stored.condition);
    });
  expect(await condition()).toContain("Raman");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The group is as before").waitFor();
  expect(await condition()).not.toContain("Raman");
});

test("an admin adds somebody who left here, and one press brings the same person back (USR-6)", { timeout: 60_000 }, async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  const add = async (email: string, familyName: string) => {
    await page.goto(stoa.url("/v/users/find?add=person"));
    const adding = page.getByRole("dialog", { name: "Add a person" });
    await adding.getByLabel("Email").fill(email);
    await adding.getByLabel("Given name").fill("Rita");
    await adding.getByLabel("Family name").fill(familyName);
    await adding.getByLabel("External ID").fill("R-2041");
    await adding.getByRole("button", { name: "Add", exact: true }).click();
    return adding;
  };
  await add("rita@stoa.example", "Returns");
  await page.getByRole("heading", { name: "Rita Returns", level: 1 }).waitFor();
  const address = page.url();
  await page.getByRole("button", { name: "Deactivate" }).click();
  const leaving = page.getByRole("dialog", { name: "Deactivate Rita Returns" });
  await leaving.getByLabel("Reason").fill("Left the company");
  await leaving.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("button", { name: "Reactivate" }).waitFor();

  const adding = await add("rita.wed@stoa.example", "Wed");
  await adding.getByText("Rita Returns (rita@stoa.example) was here before and is deactivated").waitFor();
  await adding.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("heading", { name: "Rita Wed", level: 1 }).waitFor();
  expect(page.url()).toBe(address);
  await page.getByRole("button", { name: "Deactivate" }).waitFor();
  await page.close();
});

test(
  "an admin adds somebody, fills in a field, and hands over a link with which they set a password and sign in",
  { timeout: 60_000 },
  async () => {
    const page = await windowFor(stoa, "admin", "northwind");
    await page.goto(stoa.url("/v/users/find?add=person"));
    const adding = page.getByRole("dialog", { name: "Add a person" });
    await adding.getByLabel("Email").fill("newcomer@stoa.example");
    await adding.getByLabel("Given name").fill("New");
    await adding.getByLabel("Family name").fill("Comer");
    await adding.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "New Comer", level: 1 }).waitFor();

    await page.getByRole("link", { name: "Custom fields" }).click();
    await page.getByLabel("Supervisor").fill("nobody@stoa.example");
    await page.getByLabel("Work phone").fill("+49 30 1234567");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "Supervisor: Nobody in this portal has this e-mail address." }).waitFor();
    await page.getByLabel("Supervisor").fill("manager@stoa.example");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
    await page.getByText("Priya Raman").waitFor();

    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await page.getByRole("button", { name: "Make a link" }).click();
    const making = page.getByRole("dialog", { name: "Link for a password of New Comer" });
    await making.getByRole("button", { name: "Make the link" }).click();
    const link = (await making.locator("code").textContent()) ?? "";
    await making.getByRole("button", { name: "Done" }).click();
    await page.close();

    const own = await stoa.visitor();
    await own.goto(link);
    await own.getByRole("heading", { name: "Set your password" }).waitFor();
    // Neither the address nor the history keeps the token.
    expect(own.url()).toBe(stoa.url("/v/auth/reset"));
    await own.getByLabel("New password").fill("violet-harbour-lantern-41");
    await own.getByRole("button", { name: "Set the password" }).click();
    await own.getByRole("button", { name: "Sign in" }).click();
    await own.getByLabel("Email").fill("newcomer@stoa.example");
    await own.getByRole("textbox", { name: "Password" }).fill("violet-harbour-lantern-41");
    await own.getByRole("button", { name: "Sign in" }).click();
    await own.waitForURL(stoa.url("/v/student/dashboard"));

    await own.goto(link);
    await own.getByLabel("New password").fill("violet-harbour-lantern-42");
    await own.getByRole("button", { name: "Set the password" }).click();
    await own.getByText("This link does not work, or no longer.").waitFor();
    await own.close();
  },
);

test("an admin sees what a merge would move, asks for an erasure, and cancels it", { timeout: 60_000 }, async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find?q=amara"));
  await page.getByRole("link", { name: "Amara Okafor" }).click();
  await page.getByRole("heading", { name: "Amara Okafor" }).waitFor();
  const records = page.getByRole("button", { name: "Records" });
  await records.click();
  await page.getByRole("menuitem", { name: "Merge with another person" }).click();
  const merging = page.getByRole("dialog", { name: "Merge Amara Okafor with another person" });
  await merging.getByRole("searchbox", { name: "Search people" }).fill("a");
  await merging
    .getByRole("button", { name: /^Choose / })
    .first()
    .click();
  await merging.getByRole("radiogroup", { name: "Who is kept" }).waitFor();
  await page.keyboard.press("Escape");
  await merging.waitFor({ state: "detached" });

  await records.click();
  await page.getByRole("menuitem", { name: "Erase this person" }).click();
  const erasing = page.getByRole("dialog", { name: "Erase Amara Okafor" });
  await erasing.getByText("Stays without a name").waitFor();
  await erasing.getByLabel("Reason").fill("Asked by letter");
  await erasing.getByRole("button", { name: "Erase later" }).click();
  await page.getByText("This person is to be erased").waitFor();
  await page.getByRole("button", { name: "Cancel the erasure" }).click();
  await page.getByText("This person is to be erased").waitFor({ state: "detached" });
});

test("a view is kept, opened from its tab, deleted and brought back by Undo", { timeout: 60_000 }, async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find?role=author"));
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Keep as a new view" }).click();
  const keeping = page.getByRole("dialog", { name: "Keep as a new view" });
  await keeping.getByLabel("Name").fill("Our authors");
  await keeping.getByRole("button", { name: "Save" }).click();
  const tabs = page.getByRole("navigation", { name: "Views" });
  await tabs.getByRole("link", { name: "Our authors" }).waitFor();
  await tabs.getByRole("link", { name: "Everybody" }).click();
  await page.waitForURL((url) => url.search === "");
  await tabs.getByRole("link", { name: "Our authors" }).click();
  await page.getByRole("button", { name: "Remove filter: Author" }).waitFor();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await tabs.getByRole("link", { name: "Our authors" }).waitFor();
  await page.close();
});
