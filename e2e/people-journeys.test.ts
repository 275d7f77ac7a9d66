import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
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
    await enrolling.getByRole("combobox", { name: "Course" }).fill("Infection");
    await manager.getByRole("option", { name: /Infection control/ }).click();
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
    await preview.getByText("100 people change.").waitFor();
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
