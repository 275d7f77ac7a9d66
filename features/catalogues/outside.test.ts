import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Catalog, CourseDetails } from "#features/catalog/contract.ts";
import { openFileStore } from "#platform/files/store.ts";

// Whoever is outside a catalogue's audience meets its courses nowhere: not where courses are found, opened, begun, counted or named. Staff do.

let app: TestApp;
let admin: Client;
let author: Client;
let member: Client;
let outsider: Client;
let group: number;
/** In a catalogue for the group: its own words, an open course that is nearly named as it is, one that asks for it. */
let secret: number;
let near: number;
let asking: number;
let cover: string;

const json = async <T>(client: Client, url: string) => (await client.get(url)).json<T>();
const search = (client: Client, q: string) => json<Catalog>(client, `/rest/course/catalog?${new URLSearchParams({ q })}`);
const details = (client: Client, id: number) => client.get(`/rest/course/details/${id}`);

beforeAll(async () => {
  app = await startTestApp();
  const { id: portal_id } = app.portal("a");
  admin = await app.signIn("admin", "a");
  author = await app.signIn("author", "a");
  member = await app.signInAs(await app.aPerson("a"), "a");
  outsider = await app.signInAs(await app.aPerson("a"), "a");
  const made = await admin.post("/rest/groups", { name: "Divers", description: "", kind: "manual", condition: null });
  group = made.json<{ id: number }>().id;
  secret = (await app.aCourse("a", { title: "Zirconium basics", tags: ["xenolith"], createdBy: author.userId })).id;
  near = (await app.aCourse("a", { title: "Zirconia basics" })).id;
  asking = (await app.aCourse("a", { title: "Ceramics", requires: [secret] })).id;
  const stored = await openFileStore(join(app.config.dataDir, "files")).put(Buffer.from("a cover"));
  cover = await app.databases.inSystem("prepare a test", async (db) => {
    const file = {
      portal_id,
      name: "cover.png",
      media_type: "image/png",
      storage_key: stored.key,
      bytes: stored.bytes,
      sha256: stored.sha256,
    };
    const { id } = await db.insertInto("files").values(file).returning("id").executeTakeFirstOrThrow();
    await db.updateTable("courses").set({ cover_file_id: id }).where("id", "=", secret).execute();
    await db.insertInto("group_members").values({ portal_id, group_id: group, user_id: member.userId, cause: "hand" }).execute();
    return `/rest/files/${id}/cover.png`;
  });
  const catalogue = { name: "For divers", description: "", forEverybody: false, groupIds: [group], categoryIds: [], courseIds: [secret] };
  expect((await admin.post("/rest/catalogues", catalogue)).statusCode).toBe(200);
}, 120_000);
afterAll(() => app?.close());

test("it is not found by its words, by parts of them, or by mistyped ones", async () => {
  for (const q of ["zirconium", "zircon bas", "zirconuim", "xenolith", "xenolit"]) {
    expect([q, (await search(member, q)).rows.map(({ id }) => id)]).toEqual([q, expect.arrayContaining([secret])]);
    expect([q, (await search(outsider, q)).rows.map(({ id }) => id)]).toEqual([q, expect.not.arrayContaining([secret])]);
  }
});

test("a search answers as it would without the course: near words are shown, and nothing says that there is more", async () => {
  // The member has the very words, the other person only what is near them.
  expect(await search(member, "zirconium")).toMatchObject({ rows: [{ id: secret }], isNear: false });
  expect(await search(outsider, "zirconium")).toMatchObject({ rows: [{ id: near }], total: 1, isNear: true });
  expect(await search(member, "xenolit")).toMatchObject({ total: 1, isNear: false });
  expect(await search(outsider, "xenolit")).toMatchObject({ rows: [], total: 0, isNear: false });
  expect(await search(member, "xenoltih")).toMatchObject({ rows: [{ id: secret }], isNear: true });
  expect(await search(outsider, "xenoltih")).toMatchObject({ rows: [], total: 0, isNear: false });
  const [all, fewer] = [await search(member, ""), await search(outsider, "")];
  expect([fewer.all, fewer.total, fewer.rows.length]).toEqual([(all.all ?? 0) - 1, all.total - 1, all.rows.length - 1]);
  expect(fewer.facets.type).toEqual(all.facets.type.map(({ id, count }) => ({ id, count: count - 1 })));
});

test("it is not opened, begun or taken by oneself, and its picture is not shown", async () => {
  expect((await details(outsider, secret)).statusCode).toBe(404);
  expect((await outsider.post("/rest/enrolment/enrol", { courseId: secret })).statusCode).toBe(404);
  expect((await outsider.post("/rest/enrolment/leave", { courseId: secret })).statusCode).toBe(404);
  expect([403, 404]).toContain((await outsider.post("/rest/progress/launch", { courseId: secret })).statusCode);
  expect((await outsider.get(cover)).statusCode).toBe(404);
  expect((await details(member, secret)).statusCode).toBe(200);
  expect((await member.get(cover)).statusCode).toBe(200);
});

test("a course that asks for it does not name it", async () => {
  const required = async (client: Client) => (await details(client, asking)).json<CourseDetails>().prerequisites?.courses;
  expect(await required(member)).toMatchObject([{ title: "Zirconium basics", isThere: true }]);
  expect(await required(outsider)).toMatchObject([{ title: null, isThere: false }]);
  expect((await details(outsider, asking)).body).not.toContain("Zirconium");
});

test("the dashboard does not offer it, and offers nothing where there is nothing else", async () => {
  const dashboard = async (client: Client) => (await client.get("/rest/dashboard/student")).body;
  expect((await dashboard(member)).includes("Zirconium basics")).toBe(true);
  expect((await dashboard(outsider)).includes("Zirconium")).toBe(false);
  const { id: portal_id } = app.portal("b");
  const only = await app.aCourse("b", { title: "Only this" });
  await app.databases.inSystem("a catalog for nobody", async (db) => {
    await db.updateTable("courses").set({ listed: false }).where("portal_id", "=", portal_id).where("id", "<>", only.id).execute();
    const made = await db.insertInto("catalogues").values({ portal_id, name: "For nobody" }).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("catalogue_courses").values({ portal_id, catalogue_id: made.id, course_id: only.id }).execute();
  });
  const person = await app.signInAs(await app.aPerson("b"), "b");
  const { catalog } = await json<{ catalog: { data: unknown } }>(person, "/rest/dashboard/student");
  expect(catalog.data).toMatchObject({ courses: [], offersAny: false });
});

test("an unlisted course in a catalogue is not opened by its address", async () => {
  const { id } = await app.aCourse("a", { title: "Quiet", isListed: false });
  expect((await details(outsider, id)).statusCode).toBe(200);
  const made = await admin.post("/rest/catalogues", {
    name: "Quiet ones",
    description: "",
    forEverybody: false,
    groupIds: [group],
    categoryIds: [],
    courseIds: [id],
  });
  expect([made.statusCode, (await details(outsider, id)).statusCode, (await details(member, id)).statusCode]).toEqual([200, 404, 200]);
  expect((await search(member, "quiet")).total).toBe(0);
});

test("staff see it: who sees the portal's courses, and its own author; another author does not", async () => {
  const other = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  const manager = await app.signIn("manager", "a");
  for (const [client, status] of [
    [admin, 200],
    [manager, 200],
    [author, 200],
    [other, 404],
  ] as const)
    expect((await details(client, secret)).statusCode).toBe(status);
  expect((await details(author, secret)).json<CourseDetails>().action).toMatchObject({ kind: "locked", reason: "byInvitation" });
  for (const client of [admin, manager]) expect((await client.get("/rest/curriculum?q=zirconium")).body).toContain("Zirconium basics");
  expect((await author.get("/rest/editor/courses?q=zirconium")).body).toContain("Zirconium basics");
});

test("whoever staff enrols has it from then on; who leaves the group has it no more", async () => {
  const person = await app.aPerson("a");
  const enrolled = await app.signInAs(person, "a");
  await app.anEnrolment("a", { courseId: secret, userId: person.id, kind: "person" });
  expect((await search(enrolled, "zirconium")).rows.map(({ id }) => id)).toEqual([secret]);
  expect((await details(enrolled, secret)).json<CourseDetails>().action.kind).toBe("start");
  expect((await enrolled.get(cover)).statusCode).toBe(200);
  expect((await member.get("/rest/course/catalog?q=zirconium")).json<Catalog>().rows.map(({ id }) => id)).toEqual([secret]);
  await app.databases.inSystem("leaves the group", (db) =>
    db.deleteFrom("group_members").where("group_id", "=", group).where("user_id", "=", member.userId).execute(),
  );
  expect((await details(member, secret)).statusCode).toBe(404);
  expect((await search(member, "zirconium")).rows.map(({ id }) => id)).toEqual([near]);
});
