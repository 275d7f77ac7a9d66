import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourseDetails } from "#features/catalog/contract.ts";
import type { CurriculumRow } from "#features/curriculum/contract.ts";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { kindNames, type FieldDefinition, type KindName } from "./definition.ts";
import type { FieldSheet } from "./sheet-contract.ts";
import { aFieldBody } from "./test/field-body.ts";

// FLD-1 for courses: the same kinds and rules as for people, with a table of values of their own.

let app: TestApp;
let admin: Client;
let author: Client;
beforeAll(async () => {
  app = await startTestApp();
  [admin, author] = [await app.signIn("admin", "a"), await app.signIn("author", "a")];
});
afterAll(() => app.close());

async function fine<T>(asked: ReturnType<Client["get"]>): Promise<T> {
  const reply = await asked;
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as T;
}
let count = 0;
const made = (kind: KindName, more: object = {}) =>
  fine<FieldDefinition>(
    admin.post(
      "/rest/fields",
      aFieldBody(kind, `Of courses ${++count}`, {
        subject: "course",
        ownAccess: "read",
        authorAccess: "edit",
        managerAccess: "read",
        ...more,
      }),
    ),
  );
/** A published course of the author. */
const aCourse = async () => {
  const { id } = await app.aCourse("a");
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("courses")
      .set({ created_by: app.person("author", "a").id })
      .where("id", "=", id)
      .execute(),
  );
  return id;
};
const save = (client: Client, courseId: number, values: object) => client.put(`/rest/courses/${courseId}/fields`, { values });
const problem = async (asked: ReturnType<Client["get"]>) => {
  const reply = await asked;
  return [reply.statusCode, (reply.json() as { errors?: { code: string }[] }).errors?.[0]?.code ?? (reply.json() as { code: string }).code];
};
const factsOf = async (courseId: number, client: Client) =>
  (await fine<CourseDetails>(client.get(`/rest/course/details/${courseId}`))).facts.map(({ label, value, href }) => [label, value, href]);

test("a value of each kind is kept, and learners read it as text in their language", async () => {
  const fields = Object.fromEntries(
    await Promise.all(kindNames.map(async (kind) => [kind, await made(kind, { options: ["One", "Two"] })] as const)),
  ) as Record<KindName, FieldDefinition>;
  const [one = 0, two = 0] = fields.multi.options.map(({ id }) => id);
  const optionOf = (kind: "single" | "tree") => fields[kind].options[1]?.id;
  const courseId = await aCourse();
  const { email } = app.person("author", "a");
  const { values } = await fine<FieldSheet>(
    save(author, courseId, {
      [fields.text.id]: " Short ",
      [fields.long_text.id]: "One\nTwo",
      [fields.number.id]: 1234.5,
      [fields.date.id]: "2026-03-09",
      [fields.date_time.id]: "2026-03-09T10:30:00Z",
      [fields.yes_no.id]: true,
      [fields.single.id]: optionOf("single"),
      [fields.multi.id]: [two, one],
      [fields.tree.id]: optionOf("tree"),
      [fields.country.id]: "DE",
      [fields.phone.id]: "+49 30 5550100",
      [fields.email.id]: "Desk@Example.com",
      [fields.url.id]: "example.com/more",
      [fields.person.id]: email,
    }),
  );
  expect(values[fields.multi.id]).toEqual([one, two]);
  const uploaded = await author.post(
    `/rest/courses/${courseId}/fields/${fields.file.id}/file?name=syllabus.txt`,
    Buffer.from("What it is about"),
    {
      "content-type": "application/octet-stream",
    },
  );
  expect(uploaded.statusCode, uploaded.body).toBe(200);
  const student = await app.signIn("student", "a");
  const facts = await factsOf(courseId, student);
  expect(facts).toHaveLength(kindNames.length);
  expect(facts).toEqual(
    expect.arrayContaining([
      [fields.number.name, "1,234.5", null],
      [fields.date.name, "Mar 9, 2026", null],
      [fields.yes_no.name, "Yes", null],
      [fields.multi.name, "One, Two", null],
      [fields.country.name, "Germany", null],
      [fields.url.name, "https://example.com/more", "https://example.com/more"],
      [fields.file.name, "syllabus.txt", `/rest/courses/${courseId}/fields/${fields.file.id}/file`],
    ]),
  );
  expect((await student.get(`/rest/courses/${courseId}/fields/${fields.file.id}/file`)).body).toBe("What it is about");
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ locale: "de" }).where("id", "=", app.person("student", "a").id).execute(),
  );
  expect(await factsOf(courseId, student)).toEqual(
    expect.arrayContaining([
      [fields.number.name, "1.234,5", null],
      [fields.yes_no.name, "Ja", null],
      [fields.country.name, "Deutschland", null],
    ]),
  );
  for (const { id } of Object.values(fields)) await admin.post(`/rest/fields/${id}/retire`, { isRetired: true });
  expect(await factsOf(courseId, student)).toEqual([]);
});

test("fields of people and of courses keep apart: names, lists, values and counts", async () => {
  const ofCourse = await made("text", { name: "Owner code", isUnique: true });
  const ofPeople = await fine<FieldDefinition>(admin.post("/rest/fields", aFieldBody("text", "Owner code")));
  const [courseId, twin] = [await aCourse(), await aCourse()];
  await fine(save(author, courseId, { [ofCourse.id]: "A-1" }));
  expect(await problem(save(author, twin, { [ofCourse.id]: "a-1" }))).toEqual([400, "taken"]);
  expect(await problem(save(author, twin, { [ofPeople.id]: "B-1" }))).toEqual([400, "unknown_field"]);
  const personId = app.person("student", "a").id;
  expect(await problem(admin.put(`/rest/people/${personId}/fields`, { values: { [ofCourse.id]: "B-1" } }))).toEqual([400, "unknown_field"]);
  type Listed = { fields: { id: number; people: number }[] };
  const listed = async (query: string) => (await fine<Listed>(admin.get(`/rest/fields${query}`))).fields;
  expect((await listed("?subject=course")).find(({ id }) => id === ofCourse.id)?.people).toBe(1);
  expect((await listed("")).map(({ id }) => id)).not.toContain(ofCourse.id);
  expect((await listed("?subject=course")).map(({ id }) => id)).not.toContain(ofPeople.id);
  await expect(
    app.databases.inSystem("a test", (db) =>
      db
        .insertInto("field_values")
        .values({ portal_id: app.portal("a").id, field_id: ofCourse.id, user_id: personId, words: "B-1" })
        .execute(),
    ),
  ).rejects.toThrow("foreign key");
});

test("authors edit their own courses, admins all; what is hidden from a role is not there for it", async () => {
  const [open, hidden] = [await made("text"), await made("text", { ownAccess: "hidden", authorAccess: "hidden", managerAccess: "hidden" })];
  const sensitive = await made("text", { isSensitive: true });
  const courseId = await aCourse();
  await fine(save(admin, courseId, { [open.id]: "For all", [hidden.id]: "Internal", [sensitive.id]: "Secret" }));
  const seen = (await fine<FieldSheet>(author.get(`/rest/courses/${courseId}/fields`))).fields.map(({ id }) => id);
  expect([open, hidden].map(({ id }) => seen.includes(id))).toEqual([true, false]);
  expect(await problem(save(author, courseId, { [hidden.id]: "Mine" }))).toEqual([400, "unknown_field"]);
  expect(await factsOf(courseId, await app.signIn("student", "a"))).toEqual([[open.name, "For all", null]]);
  const other = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  for (const client of [other, await app.signIn("admin", "b")]) {
    expect((await client.get(`/rest/courses/${courseId}/fields`)).statusCode).toBe(404);
    expect((await save(client, courseId, { [open.id]: "Mine" })).statusCode).toBe(404);
  }
  for (const role of ["student", "manager"] as const)
    expect((await save(await app.signIn(role, "a"), courseId, { [open.id]: "Mine" })).statusCode).toBe(403);
  const entry = await app.databases.inPortal(app.portal("a").id, (db) =>
    db
      .selectFrom("audit_events")
      .select(["object_kind", "object_id", "after"])
      .where("action", "=", "field_values_changed")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst(),
  );
  expect(entry).toEqual({
    object_kind: "course",
    object_id: courseId,
    after: { [open.name]: "For all", [hidden.name]: "Internal", [sensitive.name]: "•••" },
  });
});

test("learners get no file of a sensitive field, or of one that is hidden from them, or of a course that they do not see", async () => {
  const [open, sensitive, hidden] = [
    await made("file"),
    await made("file", { isSensitive: true }),
    await made("file", { ownAccess: "hidden" }),
  ];
  const courseId = await aCourse();
  for (const { id } of [open, sensitive, hidden])
    expect((await author.upload(`/rest/courses/${courseId}/fields/${id}/file?name=a.txt`, Buffer.from("A file"))).statusCode).toBe(200);
  const student = await app.signIn("student", "a");
  const statuses = async (client: Client) =>
    Promise.all(
      [open, sensitive, hidden].map(async ({ id }) => (await client.get(`/rest/courses/${courseId}/fields/${id}/file`)).statusCode),
    );
  expect([await statuses(student), await statuses(author)]).toEqual([
    [200, 404, 404],
    [200, 200, 200],
  ]);
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ status: "draft" }).where("id", "=", courseId).execute(),
  );
  expect(await statuses(student)).toEqual([404, 404, 404]);
});

test("nobody but authors and admins is given the right to edit, and nobody is asked", async () => {
  for (const more of [{ ownAccess: "edit" }, { managerAccess: "edit" }, { source: "import" }, { ownAccess: "edit", isAskedAtSignIn: true }])
    expect(
      (await admin.post("/rest/fields", aFieldBody("text", `Refused ${++count}`, { subject: "course", managerAccess: "read", ...more })))
        .statusCode,
    ).toBe(400);
});

test("the portal's courses show them as columns, are found by them, and are exported with them", async () => {
  const audience = await made("single", { options: ["Nurses", "Drivers"] });
  const isPaid = await made("yes_no");
  const internal = await made("text", { ownAccess: "hidden", authorAccess: "edit", managerAccess: "hidden" });
  const [nurses = 0] = audience.options.map(({ id }) => id);
  const courseId = await aCourse();
  await fine(save(admin, courseId, { [audience.id]: nurses, [isPaid.id]: false, [internal.id]: "Ours" }));
  const manager = await app.signIn("manager", "a");
  const list = async (client: Client, query: string) =>
    (await fine<{ rows: CurriculumRow[] }>(client.get(`/rest/curriculum?${query}`))).rows;
  const columns = `columns=title,field:${audience.id},field:${isPaid.id},field:${internal.id}`.replace("title,", "status,");
  const [row, ...others] = await list(manager, `${columns}&field=${audience.id}:${nurses}`);
  expect([row?.id, row?.cells, others]).toEqual([courseId, { [audience.id]: "Nurses", [isPaid.id]: "No" }, []]);
  expect((await list(manager, `field=${isPaid.id}:no`)).map(({ id }) => id)).toEqual([courseId]);
  expect(await list(manager, `field=${isPaid.id}:yes`)).toEqual([]);
  expect((await list(admin, columns)).find(({ id }) => id === courseId)?.cells[internal.id]).toBe("Ours");
  const choices = (await fine<{ fields: { id: number; options: { name: string }[] }[] }>(manager.get("/rest/curriculum/choices"))).fields;
  expect(choices.find(({ id }) => id === audience.id)?.options.map(({ name }) => name)).toEqual(["Nurses", "Drivers"]);
  expect(choices.map(({ id }) => id)).not.toContain(internal.id);
  const csv = (await manager.get(`/rest/curriculum/export.csv?${columns}&field=${audience.id}:${nurses}`)).body.split("\r\n");
  expect([csv[0]?.includes(audience.name), csv[0]?.includes(internal.name), csv[1]?.includes("Nurses")]).toEqual([true, false, true]);
  // A copy of the course has the values too.
  const { id: copyId } = await fine<{ id: number }>(admin.post(`/rest/curriculum/${courseId}/copy`, {}));
  expect((await fine<FieldSheet>(admin.get(`/rest/courses/${copyId}/fields`))).values[audience.id]).toBe(nurses);
});

test("a filter by a field that somebody does not see finds nothing, whatever courses have", async () => {
  const hidden = await made("yes_no", { ownAccess: "hidden", managerAccess: "hidden", authorAccess: "hidden" });
  const courseId = await aCourse();
  await fine(save(admin, courseId, { [hidden.id]: true }));
  const rowsOf = async (client: Client) =>
    (await fine<{ rows: unknown[] }>(client.get(`/rest/curriculum?field=${hidden.id}:yes`))).rows.length;
  expect([await rowsOf(admin), await rowsOf(await app.signIn("manager", "a"))]).toEqual([1, 0]);
});

test("a field of courses is shared by portals as one of people is", async () => {
  const field = await made("single", { options: ["One", "Two"] });
  const system = await app.signIn("system", "a");
  const { sharedId } = await fine<FieldDefinition>(system.post(`/rest/fields/${field.id}/offer`, { isOffered: true }));
  const other = await app.signIn("admin", "b");
  const taken = await fine<FieldDefinition>(other.post(`/rest/fields/shared/${sharedId}/take`, {}));
  expect(taken).toMatchObject({ subject: "course", managerAccess: "read", follows: true });
  const { id: courseId } = await app.aCourse("b");
  const [one, two] = taken.options.map(({ id }) => id);
  await fine(save(other, courseId, { [taken.id]: one }));
  await fine(system.post(`/rest/fields/${field.id}/options/${field.options[0]?.id}/merge`, { into: field.options[1]?.id }));
  expect((await fine<FieldSheet>(other.get(`/rest/courses/${courseId}/fields`))).values[taken.id]).toBe(two);
});
