import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aGroupOf } from "#features/groups/test/a-group-of.ts";
import { localTimeIn } from "#features/fields/date_time/instant-in.ts";
import type { Environment } from "#features/portal/contract.ts";
import { mostQuickLinks, type QuickLink, type QuickLinkTerms } from "./contract.ts";
import { aQuickLinkBody } from "./test/a-quick-link.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id } of await rowsOf()) await change(id, "delete");
});

const rowsOf = async (client = admin) => ((await client.get("/rest/quickLinks")).json() as { rows: QuickLink[] }).rows;
const add = (given: Partial<QuickLinkTerms> = {}, client = admin) => client.post("/rest/quickLinks", aQuickLinkBody(given));
const made = async (given: Partial<QuickLinkTerms> = {}) => {
  const answer = await add(given);
  expect(answer.statusCode).toBe(200);
  return answer.json() as QuickLink;
};
const named = (en: string) => made({ titles: { en, de: null } });
const change = (id: number, what: string, client = admin) => client.post(`/rest/quickLinks/${id}/state`, { change: what });
const shownTo = async (client: Client) => ((await client.get("/rest/environment/")).json() as Environment).QuickLinks;
const titlesOf = async (client: Client) => (await shownTo(client)).map(({ Title }) => Title);

test("a link is shown to everybody of its portal at once, on the page and in the environment, and in no other portal (QL-1)", async () => {
  const link = await made({ address: "/v/course/catalog/categories", newTab: false, icon: "book" });
  const [student, elsewhere] = [await app.signIn("student", "a"), await app.signIn("student", "b")];
  expect(await shownTo(student)).toEqual([
    { Id: link.id, Title: "Shift plan", Address: "/v/course/catalog/categories", Icon: "book", NewTab: false },
  ]);
  expect((await student.get("/v/student/dashboard")).body).toContain("Shift plan");
  expect(await shownTo(elsewhere)).toEqual([]);
  expect(await rowsOf(await app.signIn("admin", "b"))).toEqual([]);
});

test("it is for whoever fits its condition at this moment, and the group that it names is not deleted without a word (QL-1)", async () => {
  const person = await app.aPerson("a");
  const groupId = await aGroupOf(app, admin, person.id);
  await named("For all");
  const link = await made({ titles: { en: "For some", de: null }, audience: { kind: "group", groupIds: [groupId] } });
  const [member, other] = [await app.signInAs(person, "a"), await app.signIn("student", "a")];
  expect([await titlesOf(member), await titlesOf(other)]).toEqual([["For all", "For some"], ["For all"]]);
  expect((await other.get("/v/student/dashboard")).body).not.toContain("For some");
  expect((await admin.get(`/rest/groups/${groupId}/dependents`)).json()).toEqual({
    rows: [{ kind: "quick-link", id: link.id, name: "For some", to: `/portal/quickLinks?edit=${link.id}` }],
  });
  await app.databases.inPeople(app.portal("a").id, "leave", (db) =>
    db.deleteFrom("group_members").where("group_id", "=", groupId).execute(),
  );
  expect(await titlesOf(member)).toEqual(["For all"]);
  const gone = await add({ audience: { kind: "group", groupIds: [999_999_999] } });
  expect(gone.json()).toMatchObject({ errors: [{ field: "audience", code: "unknown_group" }] });
});

test("the audiences of links and announcements are asked together, each by its own (QL-1)", async () => {
  const person = await app.aPerson("a");
  const groupId = await aGroupOf(app, admin, person.id);
  const inGroup = { kind: "group" as const, groupIds: [groupId] };
  await made({ titles: { en: "Mine", de: null }, audience: inGroup });
  await made({ titles: { en: "Not mine", de: null }, audience: { kind: "role", is: "admin" } });
  const announcement = await admin.post("/rest/announcements", {
    texts: { en: { title: "Told", html: "<p>Told</p>" }, de: null },
    audience: inGroup,
    startsAt: null,
    endsAt: null,
    timeZone: "UTC",
    mustRead: false,
  });
  const { id } = announcement.json() as { id: number };
  await admin.post(`/rest/announcements/${id}/state`, { change: "publish" });
  const member = await app.signInAs(person, "a");
  const { QuickLinks, Announcements } = (await member.get("/rest/environment/")).json() as Environment;
  expect([QuickLinks.map(({ Title }) => Title), Announcements.map(({ Id }) => Id)]).toEqual([["Mine"], [id]]);
  const other = (await (await app.signIn("student", "a")).get("/rest/environment/")).json() as Environment;
  expect([other.QuickLinks, other.Announcements]).toEqual([[], []]);
  await admin.post(`/rest/announcements/${id}/state`, { change: "delete" });
});

test("somebody reads its title in their language, else the portal's, else the one that it has (QL-1)", async () => {
  await made({ titles: { en: "Shift plan", de: "Schichtplan" } });
  await made({ titles: { en: null, de: "Nur deutsch" } });
  const person = await app.aPerson("a");
  await app.databases.inSystem("prepare", (db) => db.updateTable("users").set({ locale: "de-AT" }).where("id", "=", person.id).execute());
  expect(await titlesOf(await app.signInAs(person, "a"))).toEqual(["Schichtplan", "Nur deutsch"]);
  expect(await titlesOf(await app.signIn("student", "a"))).toEqual(["Shift plan", "Nur deutsch"]);
  const none = await add({ titles: { en: null, de: null } });
  expect(none.json()).toMatchObject({ errors: [{ field: "titles", message: "Write it in one language at least." }] });
});

const localIn = (zone: string, minutes: number) => localTimeIn(zone, new Date(Date.now() + minutes * 60_000).toISOString());

test("it is shown from its beginning until its end, by the clocks of its zone (QL-1)", async () => {
  const zone = "Pacific/Auckland";
  const [before, after] = [localIn(zone, -60), localIn(zone, 60)];
  const dated = (en: string, startsAt: string | null, endsAt: string | null) =>
    made({ titles: { en, de: null }, startsAt, endsAt, timeZone: zone });
  const links = [await dated("Begun", before, null), await dated("Later", after, null), await dated("Over", null, before)];
  links.push(await dated("Now", before, after));
  expect(links.map(({ state }) => state)).toEqual(["shown", "scheduled", "over", "shown"]);
  expect(links[3]).toMatchObject({ startsAt: before, endsAt: after, timeZone: zone });
  const student = await app.signIn("student", "a");
  expect(await titlesOf(student)).toEqual(["Begun", "Now"]);
  const page = (await student.get("/v/student/dashboard")).body;
  expect([page.includes("Begun"), page.includes("Later")]).toEqual([true, false]);
  // The same figures on the clocks of another zone are another time.
  const { id, revision } = links[3] as QuickLink;
  await admin.put(`/rest/quickLinks/${id}`, {
    ...aQuickLinkBody({ titles: { en: "Now", de: null }, startsAt: before, endsAt: after, timeZone: "Pacific/Honolulu" }),
    revision,
  });
  expect(await titlesOf(student)).toEqual(["Begun"]);
  const wrong = async (given: Partial<QuickLinkTerms>) => (await add(given)).json() as { errors: { field: string; code: string }[] };
  expect(await wrong({ startsAt: after, endsAt: before })).toMatchObject({ errors: [{ field: "endsAt", code: "ends_too_early" }] });
  expect(await wrong({ timeZone: "Mars/Olympus" })).toMatchObject({ errors: [{ field: "timeZone", code: "unknown_zone" }] });
  expect(await wrong({ startsAt: "tomorrow" })).toMatchObject({ errors: [{ field: "startsAt" }] });
});

test("one that is for readers of a language is shown to them only, whoever has chosen none reads the portal's (QL-1)", async () => {
  await made({ titles: { en: "For German readers", de: "Für alle, die deutsch lesen" }, language: "de" });
  await made({ titles: { en: "For English readers", de: null }, language: "en" });
  const person = await app.aPerson("a");
  const speaks = (locale: string) =>
    app.databases.inSystem("prepare", (db) => db.updateTable("users").set({ locale }).where("id", "=", person.id).execute());
  await speaks("de-AT");
  const client = await app.signInAs(person, "a");
  expect(await titlesOf(client)).toEqual(["Für alle, die deutsch lesen"]);
  await speaks("en-GB");
  expect(await titlesOf(client)).toEqual(["For English readers"]);
  expect(await titlesOf(await app.signIn("student", "a"))).toEqual(["For English readers"]);
  expect((await rowsOf()).map(({ language }) => language)).toEqual(["de", "en"]);
});

test.each(["javascript:alert(1)", "http://plain.example", "data:text/html,x", "example.org", "//", "https://ana:word@a.example"])(
  "%s is refused as an address (security.md row 41)",
  async (address) => {
    expect((await add({ address })).json()).toMatchObject({ errors: [{ field: "address" }] });
  },
);

test("an address that stands in the portal's row all the same is shown to nobody (security.md row 41)", async () => {
  await made();
  const portalId = app.portal("a").id;
  await app.databases.inSystem("spoil", (db) =>
    db
      .updateTable("portals")
      .set({
        quick_links: JSON.stringify([
          {
            id: 1,
            titles: { en: "Bad", de: null },
            address: "javascript:alert(1)",
            signed: false,
            icon: "link",
            newTab: false,
            audience: null,
            language: null,
            startsAt: null,
            endsAt: null,
          },
        ]),
      })
      .where("id", "=", portalId)
      .execute(),
  );
  // Changes nothing, and lets the server read the portals anew.
  await admin.post("/rest/quickLinks/order", { ids: [] });
  expect(await shownTo(await app.signIn("student", "a"))).toEqual([]);
  // The next change writes the row anew.
  await named("Good");
  expect(await titlesOf(await app.signIn("student", "a"))).toEqual(["Shift plan", "Good"]);
});

test("they stand in the order that an admin gives them; what is not named comes after, and what is none of them is left out (QL-1)", async () => {
  const [one, two, three] = [await named("One"), await named("Two"), await named("Three")];
  const order = async (ids: number[], client = admin) => client.post("/rest/quickLinks/order", { ids });
  expect((await order([three.id, one.id, two.id])).json()).toEqual({ ids: [three.id, one.id, two.id] });
  expect(await titlesOf(await app.signIn("student", "a"))).toEqual(["Three", "One", "Two"]);
  const foreign = (await add({}, await app.signIn("admin", "b"))).json() as QuickLink;
  expect((await order([two.id, foreign.id])).json()).toEqual({ ids: [two.id, three.id, one.id] });
  expect((await rowsOf()).map(({ id }) => id)).toEqual([two.id, three.id, one.id]);
});

test("a deleted link is shown to nobody, and comes back where it was", async () => {
  const [, two] = [await named("One"), await named("Two"), await named("Three")];
  if (!two) throw new Error("There are three.");
  expect((await change(two.id, "delete")).json()).toMatchObject({ isDeleted: true });
  const student = await app.signIn("student", "a");
  expect(await titlesOf(student)).toEqual(["One", "Three"]);
  expect((await admin.put(`/rest/quickLinks/${two.id}`, { ...aQuickLinkBody(), revision: two.revision })).statusCode).toBe(404);
  expect((await change(two.id, "restore")).json()).toMatchObject({ isDeleted: false });
  expect(await titlesOf(student)).toEqual(["One", "Two", "Three"]);
  // What is so already stays.
  expect((await change(two.id, "restore")).statusCode).toBe(200);
  const actions = await app.databases.inSystem("look", (db) =>
    db
      .selectFrom("audit_events")
      .select("action")
      .where("object_kind", "=", "quick_link")
      .where("object_id", "=", two.id)
      .orderBy("id")
      .execute(),
  );
  expect(actions.map(({ action }) => action)).toEqual(["quick_link_made", "quick_link_deleted", "quick_link_restored"]);
});

test("a change is kept with what it was before, and one from an old page is refused", async () => {
  const link = await made();
  const save = (revision: number, given: Partial<QuickLinkTerms>) =>
    admin.put(`/rest/quickLinks/${link.id}`, { ...aQuickLinkBody(given), revision });
  expect((await save(link.revision, { address: "mailto:plan@a.example", icon: "mail" })).json()).toMatchObject({
    address: "mailto:plan@a.example",
    icon: "mail",
    revision: link.revision + 1,
  });
  const late = await save(link.revision, {});
  expect([late.statusCode, late.json().code]).toEqual([409, "quick_link_changed"]);
});

test("a portal has as many as each page can carry, also when some are added at the same time", async () => {
  for (let nth = 1; nth < mostQuickLinks; nth++) await named(`Link ${nth}`);
  const answers = await Promise.all([1, 2, 3].map((nth) => add({ titles: { en: `Last ${nth}`, de: null } })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  const [first] = await rowsOf();
  if (!first) throw new Error("There are some.");
  await change(first.id, "delete");
  await named("In its place");
  expect((await change(first.id, "restore")).json()).toMatchObject({ code: "too_many_quick_links" });
  expect(await rowsOf()).toHaveLength(mostQuickLinks);
});

test("only admins set them, each in their own portal; others learn nothing", async () => {
  const link = await made();
  const body = { ...aQuickLinkBody(), revision: link.revision };
  for (const role of ["student", "author", "manager"] as const) {
    const client = await app.signIn(role, "a");
    for (const answer of [
      await client.get("/rest/quickLinks"),
      await add({}, client),
      await client.put(`/rest/quickLinks/${link.id}`, body),
      await change(link.id, "delete", client),
      await client.post("/rest/quickLinks/order", { ids: [link.id] }),
      await client.post("/rest/quickLinks/try", { condition: { kind: "status", is: "active" } }),
    ])
      expect([role, answer.statusCode]).toEqual([role, 403]);
  }
  const foreign = await app.signIn("admin", "b");
  expect((await foreign.put(`/rest/quickLinks/${link.id}`, body)).statusCode).toBe(404);
  expect((await change(link.id, "delete", foreign)).statusCode).toBe(404);
  expect(await rowsOf()).toMatchObject([{ id: link.id, revision: link.revision }]);
});

test("a condition about a field that somebody does not see is refused (security.md 10)", async () => {
  const audience = { kind: "field" as const, fieldId: 999_999_999, is: { by: "none" as const } };
  expect((await add({ audience })).json()).toMatchObject({ code: "hidden_field" });
  expect((await admin.post("/rest/quickLinks/try", { condition: audience })).json()).toMatchObject({ code: "hidden_field" });
  const some = (await admin.post("/rest/quickLinks/try", { condition: { kind: "role", is: "admin" } })).json() as { total: number };
  expect(some.total).toBeGreaterThan(0);
});
