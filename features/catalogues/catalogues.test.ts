import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Catalog, CourseDetails } from "#features/catalog/contract.ts";
import type { Catalogue, CatalogueRow } from "./contract.ts";

let app: TestApp;
let admin: Client;
let nurse: Client;
let cook: Client;
let nurses: number;
let ward: { id: number };
let below: { id: number };
let needles: number;
let lifting: number;
let open: number;

const terms = (some: object = {}) => ({
  name: "For nurses",
  description: "",
  forEverybody: false,
  groupIds: [nurses],
  categoryIds: [],
  courseIds: [needles],
  ...some,
});
const make = async (some: object = {}) => {
  const made = await admin.post("/rest/catalogues", terms(some));
  expect(made.statusCode, made.body).toBe(200);
  return made.json<{ id: number }>().id;
};
const list = async (client = admin) => (await client.get("/rest/catalogues")).json<{ rows: CatalogueRow[]; inNone: number }>();
const seen = async (client: Client, query = "") => {
  const { rows, total, all, facets } = (await client.get(`/rest/course/catalog${query}`)).json<Catalog>();
  return { titles: rows.map(({ title }) => title), total, all, facets };
};

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  nurse = await app.signInAs(await app.aPerson("a"), "a");
  cook = await app.signInAs(await app.aPerson("a"), "a");
  nurses = (await admin.post("/rest/groups", { name: "Nurses", description: "", kind: "manual", condition: null })).json<{ id: number }>()
    .id;
  await app.databases.inSystem("a member", (db) =>
    db
      .insertInto("group_members")
      .values({ portal_id: app.portal("a").id, group_id: nurses, user_id: nurse.userId, cause: "hand" })
      .execute(),
  );
  ward = await app.aCategory("a", { name: "Ward" });
  below = await app.aCategory("a", { name: "Beds", parentId: ward.id });
  needles = (await app.aCourse("a", { title: "Needles", language: "fr" })).id;
  lifting = (await app.aCourse("a", { title: "Lifting people", categoryIds: [below.id] })).id;
  open = (await app.aCourse("a", { title: "Open to all" })).id;
}, 120_000);
afterAll(() => app?.close());
beforeEach(async () => {
  for (const { id } of (await list()).rows) expect((await admin.post(`/rest/catalogues/${id}/delete`, {})).statusCode).toBe(200);
});

test("without a catalogue everybody sees every course; a course in one is seen by its audience only, everywhere", async () => {
  expect(await seen(cook)).toMatchObject({ titles: ["Lifting people", "Needles", "Open to all"], total: 3, all: 3 });
  await make({ categoryIds: [ward.id] });
  expect(await seen(nurse)).toMatchObject({ titles: ["Lifting people", "Needles", "Open to all"], total: 3, all: 3 });
  const cooks = await seen(cook);
  expect(cooks).toMatchObject({ titles: ["Open to all"], total: 1, all: 1 });
  expect(cooks.facets.language).toEqual([{ id: "en", count: 1 }]);
  expect(cooks.facets.categories.map(({ count }) => count)).toEqual([0, 0]);
  for (const query of ["?q=needles", "?q=nedles", `?categories=${ward.id}`, "?language=fr", "?state=notEnrolled&q=lift"])
    expect([query, await seen(cook, query)]).toMatchObject([query, { titles: [], total: 0 }]);
  for (const id of [needles, lifting]) {
    expect((await cook.get(`/rest/course/details/${id}`)).statusCode).toBe(404);
    expect((await cook.post("/rest/enrolment/enrol", { courseId: id })).statusCode).toBe(404);
    expect((await nurse.get(`/rest/course/details/${id}`)).statusCode).toBe(200);
  }
  expect((await cook.get(`/rest/course/details/${open}`)).statusCode).toBe(200);
  const dashboard = async (client: Client) => (await client.get("/rest/dashboard/student")).body;
  expect([(await dashboard(cook)).includes("Needles"), (await dashboard(nurse)).includes("Needles")]).toEqual([false, true]);
});

test("whoever is enrolled keeps the course, and is not offered it again when that ended", async () => {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  expect((await client.post("/rest/enrolment/enrol", { courseId: needles })).statusCode).toBe(200);
  await make();
  expect((await seen(client)).titles).toEqual(["Lifting people", "Needles", "Open to all"]);
  expect((await seen(client, "?state=enrolled")).titles).toEqual(["Needles"]);
  expect((await client.get(`/rest/course/details/${needles}`)).json<CourseDetails>().action.kind).toBe("start");
  expect((await client.post("/rest/enrolment/leave", { courseId: needles })).statusCode).toBe(200);
  expect((await seen(client)).titles).toEqual(["Lifting people", "Open to all"]);
  const left = await client.get(`/rest/course/details/${needles}`);
  expect([left.statusCode, left.json<CourseDetails>().action.kind]).toEqual([200, "locked"]);
  expect((await client.post("/rest/enrolment/enrol", { courseId: needles })).statusCode).toBe(403);
});

test("a course in several catalogues is for the audience of each; one for everybody opens it; what changes holds at once", async () => {
  const first = await make();
  expect((await seen(cook)).titles).not.toContain("Needles");
  const second = await make({ name: "For all", forEverybody: true, groupIds: [nurses] });
  expect((await seen(cook)).titles).toContain("Needles");
  const one = (await admin.get(`/rest/catalogues/${second}`)).json<Catalogue>();
  expect(one).toMatchObject({ forEverybody: true, groupIds: [], courses: [{ id: needles, title: "Needles" }] });
  const changed = { ...terms({ name: "For all", groupIds: [] }), revision: one.revision };
  expect((await admin.put(`/rest/catalogues/${second}`, changed)).statusCode).toBe(200);
  expect((await admin.put(`/rest/catalogues/${second}`, changed)).statusCode).toBe(409);
  expect((await seen(cook)).titles).not.toContain("Needles");
  await admin.post(`/rest/catalogues/${first}/delete`, {});
  expect((await seen(nurse)).titles).not.toContain("Needles");
  await admin.post(`/rest/catalogues/${second}/delete`, {});
  expect((await seen(cook)).titles).toContain("Needles");
});

test("the list says how many courses and people each has, and how many courses are in none", async () => {
  await make({ categoryIds: [ward.id] });
  expect(await list()).toMatchObject({
    rows: [{ name: "For nurses", courses: 2, people: 1, groups: [{ id: nurses, name: "Nurses" }] }],
    inNone: 1,
  });
});

test("a category or a group that a catalogue names is not removed, and what is not there is not named", async () => {
  await make({ categoryIds: [ward.id] });
  const removed = await admin.post(`/rest/categories/${ward.id}/remove`, { into: null, seen: { courses: 0, children: 1 } });
  expect([removed.statusCode, removed.json().code]).toEqual([409, "category_in_catalogue"]);
  const dependents = (await admin.get(`/rest/groups/${nurses}/dependents`)).json<{ rows: { kind: string; name: string }[] }>();
  expect(dependents.rows).toMatchObject([{ kind: "catalogue", name: "For nurses" }]);
  const foreign = { group: 0, category: (await app.aCategory("b")).id, course: (await app.aCourse("b")).id };
  for (const [field, some] of [
    ["name", { name: " for NURSES " }],
    ["groupIds", { name: "x", groupIds: [2 ** 40] }],
    ["categoryIds", { name: "x", categoryIds: [foreign.category] }],
    ["courseIds", { name: "x", courseIds: [foreign.course] }],
  ] as const) {
    const refused = await admin.post("/rest/catalogues", terms(some));
    expect([refused.statusCode, refused.json().errors?.[0]?.field]).toEqual([400, field]);
  }
});

test("only admins of the portal arrange catalogues", async () => {
  const id = await make();
  const calls = (client: Client) =>
    Promise.all([
      client.get("/rest/catalogues"),
      client.get("/rest/catalogues/choices"),
      client.get(`/rest/catalogues/${id}`),
      client.post("/rest/catalogues", terms({ name: "Mine" })),
      client.put(`/rest/catalogues/${id}`, { ...terms(), revision: 1 }),
      client.post(`/rest/catalogues/${id}/delete`, {}),
    ]);
  for (const role of ["student", "author", "manager"] as const)
    expect((await calls(await app.signIn(role, "a"))).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403]);
  const foreign = await calls(await app.signIn("admin", "b"));
  expect(foreign.slice(2).map(({ statusCode }) => statusCode)).toEqual([404, 400, 404, 404]);
  expect(foreign[0]?.json()).toMatchObject({ rows: [] });
});
