import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";
import { hostile } from "#app/security/canary-seed.ts";
import type { FieldDefinition, FieldValues, KindName } from "./definition.ts";
import type { ListedField } from "./contract.ts";
import { changeValues, exportCell, planValues, readFields, readValues, visibleFields, writeValues } from "./server/service.ts";
import { aFieldBody } from "./test/field-body.ts";

let app: TestApp;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  app = await startTestApp();
  [admin, manager] = [await app.signIn("admin", "a"), await app.signIn("manager", "a")];
});
afterAll(() => app.close());

let count = 0;
const made = async (kind: KindName, more: object = {}): Promise<FieldDefinition> => {
  const reply = await admin.post("/rest/fields", aFieldBody(kind, `Field ${++count}`, more));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const bodyOf = ({ id: _id, kind: _kind, options: _options, isRetired: _retired, ...field }: FieldDefinition) => field;
const listed = async (client = admin) => (await client.get("/rest/fields")).json().fields as ListedField[];
/** Changes values as somebody with these rights; the portal's admin by default. */
const change = (userId: number, values: FieldValues, who: object = { isAdmin: true }, key: PortalKey = "a") =>
  app.databases.inPeople(app.portal(key).id, "a test", (db) =>
    changeValues(
      db,
      { portalId: app.portal(key).id, userId: 1, isAuthor: false, isManager: false, isAdmin: false, isSystemAdmin: false, ...who },
      userId,
      values,
    ),
  );
const valuesOf = (userId: number, key: PortalKey = "a") =>
  app.databases.inPortal(app.portal(key).id, async (db) => {
    const fields = await readFields(db, app.portal(key).id);
    return (await readValues(db, app.portal(key).id, [userId], fields)).get(userId) ?? {};
  });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { errors?: { field: string; code: string }[] }) => error.errors?.map(({ field, code }) => `${field} ${code}`).join(),
  );

describe("definitions", () => {
  test("a field of each kind is created by an admin or a manager, listed in order, and noted", async () => {
    const names: string[] = [];
    for (const kind of ["text", "number", "tree", "person"] as const) names.push((await made(kind)).name);
    const byManager = await manager.post("/rest/fields", aFieldBody("date", "Of a manager"));
    expect(byManager.statusCode).toBe(200);
    expect((await listed()).map(({ name }) => name).slice(-5)).toEqual([...names, "Of a manager"]);
    const notes = await app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("audit_events").select(["action", "object_id"]).where("action", "=", "field_created").execute(),
    );
    expect(notes.map(({ object_id }) => object_id)).toContain(byManager.json().id);
  });

  test("students, authors and people of another portal reach none", async () => {
    const field = await made("text");
    for (const client of [await app.signIn("student", "a"), await app.signIn("author", "a")]) {
      expect((await client.get("/rest/fields")).statusCode).toBe(403);
      expect((await client.post("/rest/fields", aFieldBody("text", "Mine"))).statusCode).toBe(403);
      expect((await client.put(`/rest/fields/${field.id}`, bodyOf(field))).statusCode).toBe(403);
    }
    const other = await app.signIn("admin", "b");
    expect((await other.put(`/rest/fields/${field.id}`, bodyOf(field))).statusCode).toBe(404);
    expect((await other.post(`/rest/fields/${field.id}/retire`, { isRetired: true })).statusCode).toBe(404);
    expect((await listed(other)).map(({ id }) => id)).not.toContain(field.id);
  });

  test("a name is taken once, whatever the case, and free again when its field is retired", async () => {
    const field = await made("text", { name: "Cost centre" });
    expect((await admin.post("/rest/fields", aFieldBody("text", "COST CENTRE"))).json().errors).toMatchObject([{ field: "name" }]);
    await admin.post(`/rest/fields/${field.id}/retire`, { isRetired: true });
    expect((await admin.post("/rest/fields", aFieldBody("text", "COST CENTRE"))).statusCode).toBe(200);
    expect((await admin.post(`/rest/fields/${field.id}/retire`, { isRetired: false })).statusCode).toBe(400);
  });

  test("two who change a field at once: the second is told", async () => {
    const field = await made("text");
    expect((await admin.put(`/rest/fields/${field.id}`, { ...bodyOf(field), help: "One" })).statusCode).toBe(200);
    const second = await manager.put(`/rest/fields/${field.id}`, { ...bodyOf(field), help: "Two" });
    expect([second.statusCode, second.json().code]).toEqual([409, "field_changed"]);
  });

  test("a pattern needs a sample that has its form, and slow ones are refused", async () => {
    const wrong = async (pattern: string, patternSample: string) =>
      (await admin.post("/rest/fields", aFieldBody("text", "Pattern", { pattern, patternSample }))).json().errors[0].code;
    expect(await wrong("\\d+", "abc")).toBe("sample");
    expect(await wrong("(a+)+", "aaa")).toBe("slow_pattern");
    expect((await made("text", { pattern: "\\d{3}", patternSample: "123" })).pattern).toBe("\\d{3}");
    expect((await made("number", { pattern: "\\d{3}", patternSample: "123" })).pattern).toBeNull();
  });

  test("fields keep the order that somebody gave them", async () => {
    const ids = (await listed()).filter(({ isRetired }) => !isRetired).map(({ id }) => id);
    const turned = ids.toReversed();
    await admin.post("/rest/fields/order", { ids: turned });
    expect((await listed()).filter(({ isRetired }) => !isRetired).map(({ id }) => id)).toEqual(turned);
  });
});

describe("values", () => {
  test("are kept by kind, changed, taken away, and counted", async () => {
    const [text, number, day, list] = [
      await made("text"),
      await made("number"),
      await made("date"),
      await made("multi", { options: ["One", "Two"] }),
    ];
    const [one = 0, two = 0] = list.options.map(({ id }) => id);
    const { id } = await app.aPerson("a");
    await change(id, { [text.id]: " Hello ", [number.id]: 2.5, [day.id]: "2026-02-28", [list.id]: [two, one] });
    expect(await valuesOf(id)).toMatchObject({ [text.id]: "Hello", [number.id]: 2.5, [day.id]: "2026-02-28", [list.id]: [one, two] });
    await change(id, { [list.id]: [two], [text.id]: null });
    const after = await valuesOf(id);
    expect(after[list.id]).toEqual([two]);
    expect(after[text.id]).toBeUndefined();
    expect((await listed()).find((field) => field.id === list.id)).toMatchObject({ people: 1, optionPeople: { [two]: 1, [one]: 0 } });
  });

  test("belong to the membership: the same person has others in another portal", async () => {
    const mine = await made("text");
    const person = await app.aPerson("a");
    await app.databases.inSystem("a member of both", (db) =>
      db
        .insertInto("memberships")
        .values({ portal_id: app.portal("b").id, user_id: person.id })
        .execute(),
    );
    await change(person.id, { [mine.id]: "In A" });
    expect(await valuesOf(person.id, "b")).toEqual({});
    expect(await refusal(change(person.id, { [mine.id]: "In B" }, { isAdmin: true }, "b"))).toBe(`fields.${mine.id} unknown_field`);
  });

  test("security.md 18: a field that is read, hidden or filled in elsewhere is not changed by a forged request", async () => {
    const [read, hidden, locked] = [
      await made("text", { managerAccess: "read" }),
      await made("text", { managerAccess: "hidden" }),
      await made("text", { source: "scim" }),
    ];
    const { id } = await app.aPerson("a");
    const as = { isManager: true };
    expect(await refusal(change(id, { [read.id]: "x" }, as))).toBe(`fields.${read.id} locked`);
    expect(await refusal(change(id, { [hidden.id]: "x" }, as))).toBe(`fields.${hidden.id} unknown_field`);
    expect(await refusal(change(id, { [locked.id]: "x" }))).toBe(`fields.${locked.id} locked`);
    expect(await refusal(change(id, { 999999999: "x" }, as))).toBe("fields.999999999 unknown_field");
    expect(await refusal(change(id, { [read.id]: "x" }, { userId: id }))).toBe(`fields.${read.id} locked`);
    expect(await valuesOf(id)).toEqual({});
  });

  test("security.md 15: the application's role writes no definition and no value", async () => {
    const field = await made("text");
    const { id } = await app.aPerson("a");
    const portal_id = app.portal("a").id;
    for (const statement of [
      sql`insert into field_values (portal_id, field_id, user_id, words) values (${portal_id}, ${field.id}, ${id}, 'x')`,
      sql`update fields set manager_access = 'edit'`,
      sql`delete from field_options`,
    ])
      await expect(app.databases.inPortal(portal_id, (db) => statement.execute(db))).rejects.toThrow("permission denied");
  });

  test("required: may not be emptied; unique: once, whatever the case, and between two of one import too", async () => {
    const field = await made("text", { isRequired: true, isUnique: true });
    const [one, two] = [await app.aPerson("a"), await app.aPerson("a")];
    await change(one.id, { [field.id]: "A-17" });
    expect(await refusal(change(one.id, { [field.id]: null }))).toBe(`fields.${field.id} required`);
    expect(await refusal(change(two.id, { [field.id]: "a-17" }))).toBe(`fields.${field.id} taken`);
    const { id: portalId } = app.portal("a");
    const plan = await app.databases.inPortal(portalId, async (db) =>
      planValues(db, portalId, await readFields(db, portalId), [
        { userId: one.id, values: { [field.id]: "B-1" } },
        { userId: two.id, values: { [field.id]: "b-1" } },
      ]),
    );
    expect(plan.problems).toMatchObject([{ userId: two.id, problem: { code: "taken" } }]);
    expect(plan.changes).toEqual([{ userId: one.id, fieldId: field.id, before: "A-17", after: "B-1" }]);
  });

  test("two who take a unique value at the same moment: the database lets one have it", async () => {
    const field = await made("text", { isUnique: true });
    const people = [await app.aPerson("a"), await app.aPerson("a")];
    const { id: portalId } = app.portal("a");
    const fields = await app.databases.inPortal(portalId, (db) => readFields(db, portalId));
    const write = (userId: number) =>
      app.databases.inPeople(portalId, "a test", (db) =>
        writeValues(db, portalId, fields, [{ userId, fieldId: field.id, before: null, after: "Same" }]),
      );
    const done = await Promise.allSettled(people.map(({ id }) => write(id)));
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(done.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 409, code: "taken" } });
  });

  test("a field becomes unique only when nobody shares a value", async () => {
    const field = await made("text");
    const people = [await app.aPerson("a"), await app.aPerson("a")];
    for (const { id } of people) await change(id, { [field.id]: "Twice" });
    const refused = await admin.put(`/rest/fields/${field.id}`, { ...bodyOf(field), isUnique: true });
    expect(refused.json().errors).toMatchObject([{ field: "isUnique", code: "twins_named" }]);
    await change(people[1]?.id ?? 0, { [field.id]: "Once" });
    expect((await admin.put(`/rest/fields/${field.id}`, { ...bodyOf(field), isUnique: true })).statusCode).toBe(200);
    expect(await refusal(change(people[1]?.id ?? 0, { [field.id]: "TWICE" }))).toBe(`fields.${field.id} taken`);
  });

  test("a person is named by e-mail address, of this portal only, and never a system admin", async () => {
    const field = await made("person");
    const [one, boss, foreign] = [await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("b")];
    await change(one.id, { [field.id]: boss.email.toUpperCase() });
    expect((await valuesOf(one.id))[field.id]).toBe(boss.id);
    for (const wrong of [foreign.email, foreign.id, app.person("system", "a").id, "nobody@example.test"])
      expect(await refusal(change(one.id, { [field.id]: wrong }))).toBe(`fields.${field.id} no_such_person`);
  });

  test("security.md 10: sensitive values are masked in exports and in the audit log, hidden fields are not there", async () => {
    const [secret, hidden] = [await made("text", { isSensitive: true }), await made("text", { managerAccess: "hidden" })];
    const { id } = await app.aPerson("a");
    const told = await change(id, { [secret.id]: "Very secret", [hidden.id]: "Open" });
    expect(told?.after).toEqual({ [secret.name]: "•••", [hidden.name]: "Open" });
    expect(exportCell(secret, "Very secret", String)).toBe("•••");
    const looking = { userId: 1, isAuthor: false, isManager: true, isAdmin: false, isSystemAdmin: false };
    expect(visibleFields([secret, hidden], looking)).toEqual([secret]);
  });

  test("security.md 36, 74: hostile names and values are kept as they are and break nothing", async () => {
    const name = `'); drop table fields; -- ${hostile(40)}`.slice(0, 80);
    const field = await made("single", { name, options: ["'; delete from users; --", hostile(100)] });
    const text = await made("text");
    const { id } = await app.aPerson("a");
    await change(id, { [field.id]: field.options[0]?.id ?? 0, [text.id]: hostile(190) });
    expect(field.name).toBe(name.trim());
    expect((await valuesOf(id))[text.id]).toBe(hostile(190).replaceAll(/\s+/g, " ").trim());
    expect((await listed()).find((one) => one.id === field.id)?.people).toBe(1);
  });
});

describe("lists", () => {
  test("a renamed value keeps its people and is found by its former name", async () => {
    const field = await made("single", { options: ["Sales", "Support"] });
    const [sales] = field.options;
    const { id } = await app.aPerson("a");
    await change(id, { [field.id]: sales?.id ?? 0 });
    const renamed = await admin.put(`/rest/fields/${field.id}/options/${sales?.id}`, { name: "Market", isRetired: false });
    expect(renamed.json().options[0]).toMatchObject({ id: sales?.id, name: "Market", formerNames: ["Sales"] });
    expect((await valuesOf(id))[field.id]).toBe(sales?.id);
  });

  test("two values become one: people, several values, former conditions and imports follow", async () => {
    const field = await made("multi", { options: ["First aid", "First Aid (new)", "Fire"] });
    const [one = 0, two = 0, three = 0] = field.options.map(({ id }) => id);
    const [both, only] = [await app.aPerson("a"), await app.aPerson("a")];
    await change(both.id, { [field.id]: [one, two, three] });
    await change(only.id, { [field.id]: [one] });
    const merged = await admin.post(`/rest/fields/${field.id}/options/${one}/merge`, { into: two });
    expect(merged.json().options[0]).toMatchObject({ id: one, isRetired: true, mergedInto: two });
    expect((await valuesOf(both.id))[field.id]).toEqual([two, three]);
    expect((await valuesOf(only.id))[field.id]).toEqual([two]);
    expect((await listed()).find(({ id }) => id === field.id)?.people).toBe(2);
    // Somebody whose form still shows the old value gets the one that took its place.
    await change(only.id, { [field.id]: [one, three] });
    expect((await valuesOf(only.id))[field.id]).toEqual([two, three]);
  });

  test("a retired value stays with its people and cannot be chosen", async () => {
    const field = await made("single", { options: ["Old", "New"] });
    const [old = 0] = field.options.map(({ id }) => id);
    const [one, two] = [await app.aPerson("a"), await app.aPerson("a")];
    await change(one.id, { [field.id]: old });
    await admin.put(`/rest/fields/${field.id}/options/${old}`, { name: "Old", isRetired: true });
    expect((await valuesOf(one.id))[field.id]).toBe(old);
    expect(await refusal(change(two.id, { [field.id]: old }))).toBe(`fields.${field.id} no_option`);
    expect(await change(one.id, { [field.id]: old })).toBeNull();
  });

  test("a hierarchical list is made from lines with tabs; a value with others below it is neither retired nor merged", async () => {
    const field = await made("tree", { options: ["Europe", "\tGermany", "\t\tKöln", "\tFrance", "Asia"] });
    const named = (name: string) => field.options.find((option) => option.name === name);
    expect(named("Köln")?.parentId).toBe(named("Germany")?.id);
    expect(named("France")?.parentId).toBe(named("Europe")?.id);
    const europe = `/rest/fields/${field.id}/options/${named("Europe")?.id}`;
    expect((await admin.put(europe, { name: "Europe", isRetired: true })).statusCode).toBe(400);
    expect((await admin.post(`${europe}/merge`, { into: named("Asia")?.id })).statusCode).toBe(400);
    const added = await admin.post(`/rest/fields/${field.id}/options`, { names: ["Bonn", "KÖLN"], parentId: named("Germany")?.id });
    expect(added.json().options.filter((option: { parentId: number }) => option.parentId === named("Germany")?.id)).toHaveLength(2);
  });

  test("values of another field or portal are not reached", async () => {
    const [one, two] = [await made("single", { options: ["A"] }), await made("single", { options: ["B"] })];
    const [foreign = 0] = two.options.map(({ id }) => id);
    const rename = { name: "Stolen", isRetired: false };
    expect((await admin.put(`/rest/fields/${one.id}/options/${foreign}`, rename)).statusCode).toBe(404);
    expect((await admin.post(`/rest/fields/${one.id}/options/${one.options[0]?.id}/merge`, { into: foreign })).statusCode).toBe(404);
    const { id } = await app.aPerson("a");
    expect(await refusal(change(id, { [one.id]: foreign }))).toBe(`fields.${one.id} no_option`);
  });
});
