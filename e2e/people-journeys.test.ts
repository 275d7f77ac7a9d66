import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { pick } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// Journeys from one person's screens to another's: what an admin brings in and gives away is what a manager reaches, and no more.

const stoa = useStoa();

/** A group by hand in Northwind Academy. */
const aGroup = async (name: string) =>
  stoa.databases.inSystem("prepare a test", async (db) =>
    Number((await db.insertInto("groups").values({ portal_id: stoa.portalId(), name }).returning("id").executeTakeFirstOrThrow()).id),
  );

/** People who belong to Northwind Academy, with addresses that begin with `name`. */
const aCrowd = (name: string, count: number) =>
  stoa.databases.inSystem("prepare a test", async (db) => {
    const numbers = Array.from({ length: count }, (_, nth) => nth);
    const emails = numbers.map((nth) => `${name}${nth}@stoa.example`);
    // In parts, because a statement has 65,535 parameters at most.
    for (let at = 0; at < count; at += 5_000) {
      const users = await db
        .insertInto("users")
        .values(emails.slice(at, at + 5_000).map((email, nth) => ({ email, given_name: name, family_name: String(at + nth) })))
        .returning("id")
        .execute();
      await db
        .insertInto("memberships")
        .values(users.map(({ id }) => ({ portal_id: stoa.portalId(), user_id: id })))
        .execute();
    }
    return emails;
  });

test(
  "500 people are imported, a manager is given half of them, and that manager finds, enrols and exports those and nobody else",
  { timeout: 120_000 },
  async () => {
    const [east, west] = ["Depot east", "Depot west"];
    await aGroup(east);
    await aGroup(west);
    await stoa.databases.inSystem("prepare a test", async (db) => {
      const { id } = await db
        .insertInto("users")
        .values({ email: "depot-lead@stoa.example", given_name: "Dana", family_name: "Depot" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("memberships").values({ portal_id: stoa.portalId(), user_id: id }).execute();
    });
    const lines = Array.from({ length: 500 }, (_, nth) => `arrival${nth}@stoa.example,Arrival,No ${nth},${nth % 2 === 0 ? east : west}`);
    const worker = await stoa.startWorker();
    const admin = await windowFor(stoa, "admin", "northwind");
    await admin.goto(stoa.url("/v/users/import"));
    await admin.getByLabel("Table of people (.csv or .xlsx)").setInputFiles({
      name: "arrivals.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Email,Given name,Family name,Groups", ...lines].join("\n")),
    });
    await admin.getByRole("button", { name: "Check every row" }).click();
    await admin.getByText("500 people are added").waitFor();
    await admin.getByRole("button", { name: "Import 500 rows" }).click();
    await admin.getByText("500 rows were imported").waitFor();
    await worker.stop();

    await admin.goto(stoa.url("/v/users/managers"));
    await admin.getByRole("button", { name: "Give this role" }).click();
    const giving = admin.getByRole("dialog", { name: "Give the role Manager" });
    await giving.getByRole("searchbox", { name: "Search by name or email" }).fill("depot-lead");
    await choose(giving, "radio", /Dana Depot/);
    await choose(giving, "radio", /Members of groups/);
    await choose(giving, "checkbox", east);
    await giving.getByText("At this moment that is 250 people").waitFor();
    await giving.getByRole("button", { name: "Save" }).click();
    await admin
      .getByRole("row", { name: /Dana Depot/ })
      .getByText(east)
      .waitFor();
    await admin.close();

    const manager = await stoa.signedIn({ email: "depot-lead@stoa.example", portal: "northwind" });
    await manager.goto(stoa.url("/v/users/find?q=okafor"));
    await manager.getByRole("heading", { name: "Nobody matches these filters" }).waitFor();
    // This one is in the other group.
    await manager.goto(stoa.url("/v/users/find?q=arrival1@"));
    await manager.getByRole("heading", { name: "Nobody matches these filters" }).waitFor();
    await manager.goto(stoa.url("/v/users/find?q=arrival2@"));
    await manager.getByRole("row", { name: /Arrival No 2\b/ }).waitFor();
    await manager.getByText("1 to 1 of 1").waitFor();
    await manager.getByRole("link", { name: "Arrival No 2", exact: true }).click();
    await manager.getByRole("heading", { name: "Arrival No 2", level: 1 }).waitFor();
    await manager.getByRole("link", { name: "Enrolments" }).click();
    await manager.getByRole("button", { name: "Enrol in a course" }).click();
    const enrolling = manager.getByRole("dialog", { name: "Enrol Arrival No 2" });
    await pick(enrolling.getByRole("combobox", { name: "Course" }), "Infection", /Infection control/);
    await enrolling.getByRole("button", { name: "Enrol", exact: true }).click();
    await manager
      .getByRole("row", { name: /Infection control/ })
      .getByText("Enrolled by")
      .first()
      .waitFor();

    await manager.goto(stoa.url("/v/users/find"));
    await manager
      .getByText(/ of 250$/)
      .first()
      .waitFor();
    const begun = manager.waitForEvent("download");
    await manager.getByRole("link", { name: "Export for import" }).click();
    const exported = (await readFile(await (await begun).path(), "utf8")).match(/[\w-]+@stoa\.example/g) ?? [];
    const mine = lines.map((line) => line.split(",")[0] ?? "").filter((_, nth) => nth % 2 === 0);
    expect(exported.toSorted()).toEqual(mine.toSorted());
    await manager.close();
  },
);

test(
  "one person is a manager in one portal and a learner in another: each shows and answers by its own rights",
  { timeout: 60_000 },
  async () => {
    const id = await stoa.databases.inSystem("prepare a test", async (db) => {
      const user = await db
        .insertInto("users")
        .values({ email: "two-portals@stoa.example", given_name: "Tova", family_name: "Twofold" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("memberships")
        .values((["northwind", "harbor"] as const).map((slug) => ({ portal_id: stoa.portalId(slug), user_id: user.id })))
        .execute();
      return user.id;
    });
    await stoa.databases.inPeople(stoa.portalId("northwind"), "prepare a test", async (db) => {
      await db
        .insertInto("role_assignments")
        .values({ portal_id: stoa.portalId("northwind"), user_id: id, role: "Manager", scope: JSON.stringify({ kind: "portal" }) })
        .execute();
      await sql`select apply_roles(${stoa.portalId("northwind")}, ${id})`.execute(db);
    });
    const opened = async (portal: "northwind" | "harbor") => {
      const page = await stoa.signedIn({ email: "two-portals@stoa.example", portal });
      await page.goto(stoa.url("/v/users/find", portal));
      await page.getByRole("heading", { level: 1 }).waitFor();
      const statuses = await page.evaluate(() =>
        Promise.all(["/rest/people", "/rest/people/export.csv", "/rest/groups"].map(async (path) => (await fetch(path)).status)),
      );
      return { page, statuses };
    };
    const here = await opened("northwind");
    expect(here.statuses).toEqual([200, 200, 200]);
    await here.page.getByRole("heading", { name: "Find Users" }).waitFor();
    await here.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).waitFor();
    await here.page.getByRole("link", { name: "Amara Okafor" }).waitFor();
    await here.page.close();
    const there = await opened("harbor");
    expect(there.statuses).toEqual([403, 403, 403]);
    await there.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Course Catalog" }).waitFor();
    expect(await there.page.getByRole("link", { name: "Users" }).count()).toBe(0);
    expect(await there.page.getByRole("heading", { name: "Find Users" }).count()).toBe(0);
    await there.page.close();
  },
);

test(
  "a group of 10,000 is changed by a paste: who is not in it leaves, who is new joins, and the job says so",
  { timeout: 120_000 },
  async () => {
    const emails = await aCrowd("mass", 10_050);
    const group = await aGroup("The whole works");
    await stoa.databases.inPeople(stoa.portalId(), "prepare a test", (db) =>
      sql`insert into group_members (portal_id, group_id, user_id, cause)
      select ${stoa.portalId()}, ${group}, id, 'hand' from users where email = any (${emails.slice(0, 10_000)})`.execute(db),
    );
    const page = await windowFor(stoa, "admin", "northwind");
    await page.goto(stoa.url(`/v/users/groups/${group}`));
    await page
      .getByText(/ of 10,000$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Add or remove people" }).click();
    const filling = page.getByRole("dialog", { name: "Change who is in The whole works" });
    await choose(filling, "radio", "A list that I paste, or a CSV file");
    await choose(filling, "radio", /They are the members from now on/);
    const box = filling.getByRole("textbox", { name: /^Email addresses/ });
    // A paste puts the whole text there at once; typing it takes a browser half a minute.
    await box.evaluate((area, text) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, text);
      area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
    }, emails.slice(50).join("\n"));
    await filling.getByRole("button", { name: "Find these people" }).click();
    await filling.getByText("10,000 people were found").waitFor();
    await filling.getByRole("button", { name: "See what changes" }).click();
    const preview = page.getByRole("dialog", { name: /The whole works/ });
    await preview.getByText("This is for 100 people.").waitFor();
    await preview.getByRole("button", { name: /The whole works/ }).click();
    await page.getByRole("button", { name: "Jobs: 1 is running" }).waitFor();
    const worker = await stoa.startWorker();
    await page.getByRole("button", { name: /^Jobs: / }).click();
    await page
      .getByRole("dialog", { name: "Jobs" })
      .getByRole("button", { name: /^Undo: .*The whole works/ })
      .waitFor({ timeout: 90_000 });
    await worker.stop();
    const members = await stoa.databases.inSystem("look at a test", (db) =>
      db
        .selectFrom("group_members as m")
        .innerJoin("users as u", "u.id", "m.user_id")
        .select("u.email")
        .where("m.group_id", "=", group)
        .execute(),
    );
    const left = new Set(members.map(({ email }) => email));
    expect([members.length, emails.slice(50).filter((email) => !left.has(email))]).toEqual([10_000, []]);
    await page.close();
  },
);

test(
  "a system admin sees somebody in all portals, deactivates them in one, brings them into another and goes there",
  { timeout: 60_000 },
  async () => {
    const page = await windowFor(stoa, "system", "northwind");
    const userId = await stoa.userId("student@stoa.example");
    await page.goto(stoa.url(`/v/admin/userDetails/${userId}`));
    const portals = page.getByRole("region", { name: "Portals", exact: true });
    await page.getByRole("button", { name: "Deactivate in Harbor Health" }).click();
    const leaving = page.getByRole("dialog", { name: /^Deactivate / });
    await leaving.getByLabel("Reason").fill("Works for one portal only");
    await leaving.getByRole("button", { name: "Deactivate" }).click();
    await page.getByRole("button", { name: "Reactivate in Harbor Health" }).waitFor();
    await portals.getByRole("button", { name: /One more portal/ }).click();
    await page.getByRole("option", { name: "Civic Training" }).click();
    await portals.getByRole("button", { name: "Add to the portal" }).click();
    await portals.getByRole("heading", { name: "Civic Training" }).waitFor();
    // What is known of the person in this portal is on the same page.
    await page.getByRole("link", { name: "Enrolments" }).click();
    await page.getByRole("row").nth(1).waitFor();
    await page.getByRole("link", { name: "All portals" }).click();
    await page.getByRole("button", { name: "Open there: Civic Training" }).click();
    await page.waitForURL(stoa.url(`/v/admin/userDetails/${userId}`, "civic"));
    await page.getByRole("button", { name: "Open there: Northwind Academy" }).waitFor();
    await page.goto(stoa.url("/v/admin/userDetails/999999", "civic"));
    await page.getByRole("heading", { name: "This person could not be found" }).waitFor();
    await page.close();
  },
);

/** Somebody who has the role of a manager only as a copy with these permissions. */
const aLimitedManager = async (email: string, permissions: readonly string[]) => {
  const portal_id = stoa.portalId();
  await stoa.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .insertInto("users")
      .values({ email, given_name: "Lea", family_name: "Limited" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("memberships").values({ portal_id, user_id: id }).execute();
  });
  const userId = await stoa.userId(email);
  await stoa.databases.inPeople(portal_id, "prepare a test", async (db) => {
    const { id } = await db
      .insertInto("role_copies")
      .values({ portal_id, name: "Looks only", of_role: "Manager", permissions: [...permissions] })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("role_assignments")
      .values({ portal_id, user_id: userId, role: "Manager", copy_id: id, scope: JSON.stringify({ kind: "portal" }) })
      .execute();
    await sql`select apply_roles(${portal_id}, ${userId})`.execute(db);
  });
};

test("who has a copy of a role is offered what it lets them do, and nothing else (ROLE-1)", { timeout: 60_000 }, async () => {
  await aLimitedManager("limited@stoa.example", ["see-people", "fill-groups"]);
  const page = await stoa.signedIn({ email: "limited@stoa.example" });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(stoa.url("/v/users/find?q=amara"));
  const row = page.getByRole("row", { name: /Amara Okafor/ });
  await row.getByRole("checkbox").check();
  await button("More actions").click();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Add to a group", "Remove from a group"]);
  await page.keyboard.press("Escape");
  for (const name of ["Add a person", "Enrol", "Deactivate"]) expect([name, await button(name).count()]).toEqual([name, 0]);
  for (const name of ["Export CSV", "Export for import", "Import Users", "Custom User Fields"])
    expect([name, await link(name).count()]).toEqual([name, 0]);
  await row.getByRole("link", { name: "Amara Okafor" }).click();
  await page.getByRole("heading", { name: "Membership" }).waitFor();
  expect(await button("Deactivate").count()).toBe(0);
  await link("Enrolments").click();
  await page.getByRole("row").nth(1).waitFor();
  for (const name of ["Enrol in a course", "Change"]) expect([name, await button(name).count()]).toEqual([name, 0]);
  await aCrowd("fixed", 1);
  await page.goto(stoa.url(`/v/users/details/${await stoa.userId("fixed0@stoa.example")}`));
  expect(await page.getByLabel("Given name").isEditable()).toBe(false);
  // The server decides all the same.
  expect((await page.request.get(stoa.url("/rest/people/export.csv"))).status()).toBe(403);
  await page.close();
});

test("an admin puts somebody into a group on their page, takes that back, and takes them out of one", { timeout: 60_000 }, async () => {
  await aGroup("Night watch");
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url(`/v/users/details/${await stoa.userId("student@stoa.example")}?tab=groups`));
  const row = page.getByRole("row", { name: /Night watch/ });
  const add = async () => {
    await page.getByRole("button", { name: "Add to a group" }).click();
    const asking = page.getByRole("dialog", { name: "Add to a group" });
    await asking.getByRole("searchbox", { name: "Search groups" }).fill("night");
    await choose(asking, "radio", "Night watch");
    await asking.getByRole("button", { name: "See what changes" }).click();
    const adding = page.getByRole("dialog", { name: "Add 1 person to Night watch" });
    await adding.getByText("Not in the group → In the group").waitFor();
    await adding.getByRole("button", { name: "Add 1 person to Night watch" }).click();
    await row.getByText("By hand").waitFor();
  };
  await add();
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await row.waitFor({ state: "detached" });
  await page.reload();
  await add();
  await page.getByRole("button", { name: "Take Amara Okafor out of Night watch" }).click();
  const leaving = page.getByRole("dialog", { name: "Remove 1 person from Night watch" });
  await leaving.getByRole("button", { name: "Remove 1 person from Night watch" }).click();
  await row.waitFor({ state: "detached" });
  await page.close();
});

test("two people who are likely one are listed, and merging them begins with both (USR-4)", { timeout: 60_000 }, async () => {
  await stoa.databases.inSystem("prepare a test", async (db) => {
    for (const email of ["vera.twice@stoa.example", "vera.twice@other.example"]) {
      const { id } = await db
        .insertInto("users")
        .values({ email, given_name: "Vera", family_name: "Twice" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("memberships").values({ portal_id: stoa.portalId(), user_id: id }).execute();
    }
  });
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/duplicates"));
  const row = page.getByRole("row", { name: /Vera Twice/ });
  await row.getByText("same name, similar email").waitFor();
  await row.getByRole("button", { name: /^Merge vera\.twice@/ }).click();
  const merging = page.getByRole("dialog", { name: "Merge Vera Twice with another person" });
  await merging.getByRole("button", { name: "Merge", exact: true }).waitFor();
  await merging.getByText("vera.twice@other.example").first().waitFor();
  await page.close();
});

test(
  "results from another system are brought over: a column is mapped, a wrong date corrected in the grid, the transcript shows them, and an undo takes them back (IMP-6)",
  { timeout: 120_000 },
  async () => {
    const worker = await stoa.startWorker();
    const page = await windowFor(stoa, "admin", "northwind");
    await page.goto(stoa.url("/v/users/import"));
    await choose(page.locator("main"), "radio", "Results from elsewhere");
    await page.getByLabel("Table of results (.csv or .xlsx)").setInputFiles(join(import.meta.dirname, "../db/demo/tables/results.csv"));
    await page.getByRole("button", { name: /Meaning of Held on/ }).click();
    await page.getByRole("option", { name: "Completed", exact: true }).click();
    await page.getByRole("button", { name: "Check every row" }).click();
    await page.getByText("3 results are added").waitFor();
    await page.getByText("1 row has an error and is left out").waitFor();
    await page.getByRole("button", { name: "Correct row 5" }).click();
    const correcting = page.getByRole("dialog", { name: "Correct row 5" });
    await correcting.getByText("Write a date that the calendar has").waitFor();
    await correcting.getByLabel("Held on").fill("2022-06-30");
    await correcting.getByRole("button", { name: "Save and check" }).click();
    await page.getByText("4 results are added").waitFor();
    await page.getByRole("button", { name: "Import 4 rows" }).click();
    await page.getByText("4 rows were imported").waitFor();
    const imported = page.url();

    const userId = await stoa.userId("student@stoa.example");
    const transcript = stoa.url(`/v/users/details/${userId}?tab=transcript`);
    await page.goto(transcript);
    const brought = page.getByRole("row", { name: /Fire safety and evacuation/ }).filter({ hasText: "Brought over" });
    await brought.waitFor();
    // The learner sees the same in their own history.
    const learner = await stoa.signedIn({ email: "student@stoa.example", portal: "northwind" });
    await learner.goto(stoa.url("/v/student/history"));
    await learner.getByText("Brought over").first().waitFor();
    await learner.close();

    await page.goto(imported);
    await page.getByRole("button", { name: "Undo this import" }).click();
    await page.getByRole("alertdialog").getByRole("button").last().click();
    await page.getByText("4 rows were taken back").waitFor();
    await page.goto(transcript);
    await page.getByRole("table").waitFor();
    expect(await brought.count()).toBe(0);
    await worker.stop();
    await page.close();
  },
);

test("a person uploads a file of their own, an admin opens it, and the person takes it away", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: "student@stoa.example", portal: "northwind" });
  await page.goto(stoa.url("/v/student/myAccount"));
  const field = page.getByRole("group", { name: /First-aid certificate/ });
  await field.locator("input").setInputFiles({ name: "photo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await field.getByText("This kind of file is not taken.").waitFor();
  await field.locator("input").setInputFiles({ name: "certificate.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") });
  await field.getByRole("link", { name: "certificate.pdf" }).waitFor();
  expect(await field.getByText("This kind of file is not taken.").count()).toBe(0);

  const admin = await windowFor(stoa, "admin", "northwind");
  await admin.goto(stoa.url(`/v/users/details/${await stoa.userId("student@stoa.example")}?tab=fields`));
  const link = admin.getByRole("link", { name: "certificate.pdf" });
  await link.waitFor();
  const got = await admin.request.get(stoa.url((await link.getAttribute("href")) ?? ""));
  expect([got.status(), (await got.body()).toString()]).toEqual([200, "%PDF-1.7\n"]);
  await admin.close();

  await field.getByRole("button", { name: "Take away" }).click();
  await field.getByText("The file is taken away when you save.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await field.getByRole("button", { name: "Choose a file" }).waitFor();
  await page.reload();
  await field.getByRole("button", { name: "Choose a file" }).waitFor();
  await page.close();
});
