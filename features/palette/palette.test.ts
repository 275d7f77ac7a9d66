import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let admin: Client;
/** Groups and copies of roles, made once. */
let dockers: number;
const people: Record<string, { id: number; email: string }> = {};
const courses: Record<string, number> = {};

interface Found {
  people: { id: number; name: string; email: string }[];
  courses: { id: number; type: string; title: string; isThere: boolean; edits: boolean }[];
}
const ask = (client: Client, q: string) => client.get(`/rest/palette?${new URLSearchParams({ q })}`);
const search = async (client: Client, q: string) => {
  const reply = await ask(client, q);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Found>();
};
const names = async (client: Client, q: string) => (await search(client, q)).people.map(({ name }) => name);
const titles = async (client: Client, q: string) => (await search(client, q)).courses.map(({ title }) => title);
/** The courses that somebody finds, each with whether its page opens and whether they edit it. */
const ways = async (client: Client, q: string) =>
  Object.fromEntries((await search(client, q)).courses.map(({ title, isThere, edits }) => [title, [isThere, edits]]));

const join = (group_id: number, user_id: number) =>
  app.databases.inSystem("a member of a group", (db) =>
    db
      .insertInto("group_members")
      .values({ portal_id: app.portal("a").id, group_id, user_id, cause: "hand" })
      .execute(),
  );
/** Somebody new with a role, or a copy of it, for some people. */
const holder = async (key: PortalKey, role: string, scope: object, copyId: number | null = null) => {
  const person = await app.aPerson(key, { givenName: "Holder", familyName: "Of Role" });
  const given = await admin.post("/rest/roles", { userId: person.id, role, copyId, scope, startsAt: null, endsAt: null });
  expect(given.statusCode, given.body).toBe(200);
  return app.signInAs(person, key);
};
const copyOf = async (of: string, ...permissions: string[]) =>
  (await admin.post("/rest/roles/copies", { of, name: `Copy ${permissions.join(" ")}`, permissions })).json<{ id: number }>().id;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  for (const [key, givenName, familyName] of [
    ["muller", "Jörg", "Müller"],
    ["munoz", "Jorge", "Muñoz"],
    ["percent", "Per_cent", "O’Hundred"],
  ] as const)
    people[key] = await app.aPerson("a", { givenName, familyName });
  for (let nth = 1; nth <= 8; nth++) await app.aPerson("a", { givenName: "Many", familyName: `Twin ${nth}` });
  people["abroad"] = await app.aPerson("b", { givenName: "Jörg", familyName: "Müller-Abroad" });
  const group = { name: "Dockers", description: "", kind: "manual", condition: null };
  dockers = (await admin.post("/rest/groups", group)).json<{ id: number }>().id;
  await join(dockers, people["muller"]?.id ?? 0);

  const authorId = app.person("author", "a").id;
  const make = async (name: string, key: PortalKey, fields: Parameters<TestApp["aCourse"]>[1]) =>
    (courses[name] = (await app.aCourse(key, fields)).id);
  await make("open", "a", { title: "Crane école" });
  await make("unlisted", "a", { title: "Crane unlisted", isListed: false });
  await make("draft", "a", { title: "Crane draft", status: "draft", createdBy: authorId });
  await make("room", "a", { title: "Crane room", status: "draft", type: "classroom", createdBy: authorId });
  await make("shared", "a", { title: "Crane shared", status: "draft", coAuthors: [authorId] });
  await make("archived", "a", { title: "Crane archived", status: "archived" });
  await make("catalogued", "a", { title: "Crane for dockers" });
  await make("words", "a", { title: "Ladders", summary: "Not about a crane at all: a scaffold." });
  await make("abroad", "b", { title: "Crane abroad" });
  const held = await admin.post("/rest/catalogues", {
    name: "For dockers",
    description: "",
    forEverybody: false,
    groupIds: [dockers],
    categoryIds: [],
    courseIds: [courses["catalogued"]],
  });
  expect(held.statusCode, held.body).toBe(200);
}, 120_000);
afterAll(() => app?.close());

test("admins and managers of everybody find people by beginnings of words, without accents and with a mistake; nobody of another portal", async () => {
  for (const client of [admin, await app.signIn("manager", "a"), await app.signIn("system", "a")])
    for (const [q, expected] of [
      ["mull", ["Jörg Müller"]],
      ["MÜLL jo", ["Jörg Müller"]],
      ["jor", ["Jörg Müller", "Jorge Muñoz"]],
      ["mulelr", ["Jörg Müller"]],
      [people["munoz"]?.email ?? "", ["Jorge Muñoz"]],
      ["o'hund", ["Per_cent O’Hundred"]],
      ["per_cent", ["Per_cent O’Hundred"]],
      ["many", [1, 2, 3, 4, 5].map((nth) => `Many Twin ${nth}`)],
      ["m", ["Manager A", ...[1, 2, 3, 4].map((nth) => `Many Twin ${nth}`)]],
      ["%", []],
      ["_", []],
      ["'", []],
      ["'; drop table users; --", []],
      ["abroad", []],
      ["\u0000", []],
    ] as const)
      expect([q, await names(client, q)]).toEqual([q, expected]);
  expect(await names(await app.signIn("admin", "b"), "muller")).toEqual(["Jörg Müller-Abroad"]);
});

test("people are found with a mistake only where neither a person nor a course has what was typed", async () => {
  await app.aPerson("a", { givenName: "Lina", familyName: "Laders" });
  expect(await search(admin, "ladders")).toMatchObject({ people: [], courses: [{ title: "Ladders" }] });
  expect(await names(admin, "lader")).toEqual(["Lina Laders"]);
  expect(await search(admin, "ladrs")).toMatchObject({ people: [{ name: "Lina Laders" }], courses: [] });
});

test("learners and authors find nobody, and signed-out people nothing", async () => {
  for (const role of ["student", "author"] as const) expect(await names(await app.signIn(role, "a"), "mull")).toEqual([]);
  const reply = await ask(app.anonymous("a"), "mull");
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([401, "signed_out"]);
  // A session of one portal is none in the other.
  const { cookie } = await app.signIn("admin", "a");
  expect((await app.anonymous("b").get("/rest/palette?q=mull", { cookie })).statusCode).toBe(401);
});

test("a manager finds those of their scope alone, a copy of a role only where it sees people, each for its own scope", async () => {
  const scope = { kind: "groups", groupIds: [dockers] };
  const mine = await holder("a", "Manager", scope);
  expect([await names(mine, "jor"), await names(mine, "munoz"), await names(mine, "muñzo")]).toEqual([["Jörg Müller"], [], []]);
  const seeing = await holder("a", "Manager", scope, await copyOf("Manager", "see-people"));
  expect(await names(seeing, "jor")).toEqual(["Jörg Müller"]);
  const seeingAll = await holder("a", "Admin", { kind: "portal" }, await copyOf("Admin", "see-people", "see-portal-courses"));
  expect(await names(seeingAll, "jor")).toEqual(["Jörg Müller", "Jorge Muñoz"]);
  expect(await names(seeingAll, "system")).toEqual([]);
});

test("learners find the courses of their catalog and their own by words of the title; nothing hidden, drafted or of another portal", async () => {
  const student = await app.signIn("student", "a");
  expect(await ways(student, "crane")).toEqual({ "Crane école": [true, false] });
  expect(await titles(student, "ECOLE cra")).toEqual(["Crane école"]);
  expect(await titles(student, "scaffold")).toEqual([]);
  for (const q of ["%", "_", "'", "\\", ":*", "a'b\\:* & !", "\u0000", "<b>"]) expect([q, await titles(student, q)]).toEqual([q, []]);
  const docker = await app.signInAs(await app.aPerson("a"), "a");
  await join(dockers, docker.userId);
  expect(await titles(docker, "crane")).toEqual(["Crane for dockers", "Crane école"]);
  const enrolled = await app.aPerson("a");
  for (const name of ["unlisted", "archived", "draft", "catalogued"])
    await app.anEnrolment("a", { courseId: courses[name] ?? 0, userId: enrolled.id });
  expect(await titles(await app.signInAs(enrolled, "a"), "crane")).toEqual([
    "Crane archived",
    "Crane for dockers",
    "Crane unlisted",
    "Crane école",
  ]);
});

test("authors find what they edit too, and staff all that is published; at most five", async () => {
  expect(await ways(await app.signIn("author", "a"), "crane")).toEqual({
    "Crane draft": [false, true],
    "Crane école": [true, false],
    "Crane shared": [false, true],
  });
  const published = { "Crane école": [true, false], "Crane for dockers": [true, false], "Crane unlisted": [true, false] };
  for (const client of [admin, await app.signIn("manager", "a")]) expect(await ways(client, "crane")).toEqual(published);
  const both = await app.signInAs(await app.aPerson("a", { isAuthor: true, isAdmin: true }), "a");
  expect((await search(both, "crane")).courses).toHaveLength(5);
  expect(await ways(both, "crane unl")).toEqual({ "Crane unlisted": [true, true] });
  // A copy of Author without the permission edits nothing.
  const copy = await holder("a", "Author", { kind: "portal" }, await copyOf("Author", "see-courses"));
  expect(await titles(copy, "crane")).toEqual(["Crane école"]);
});

test("a course is named in the language of whoever asks", async () => {
  const { id } = await app.aCourse("a", { title: "Kranführen", language: "de" });
  expect((await search(await app.signIn("student", "a"), "kranfuhren")).courses).toMatchObject([
    { id, title: "Kranführen", type: "online" },
  ]);
});

test("what cannot be searched for is refused with its reason", async () => {
  const student = await app.signIn("student", "a");
  expect((await ask(student, "ü".repeat(200))).statusCode).toBe(200);
  for (const [q, message] of [
    ["x".repeat(201), "Search for 200 characters or fewer."],
    ["", "Type what you look for."],
    ["   ", "Type what you look for."],
  ] as const) {
    const reply = await ask(student, q);
    expect([q, reply.statusCode, reply.json<{ errors: { field: string; message: string }[] }>().errors]).toMatchObject([
      q,
      400,
      [{ field: "q", message }],
    ]);
  }
  expect((await student.get("/rest/palette")).statusCode).toBe(400);
});
