import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";
import type { listFields } from "./contract.ts";
import type { Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import type { FieldDefinition, KindName } from "./definition.ts";
import { aFieldBody } from "./test/field-body.ts";

// FLD-4: a definition is shared by portals, values are each membership's own.

let app: TestApp;
let system: Client;
let admins: Record<PortalKey, Client>;
beforeAll(async () => {
  app = await startTestApp();
  system = await app.signIn("system", "a");
  admins = { a: await app.signIn("admin", "a"), b: await app.signIn("admin", "b") };
});
afterAll(() => app.close());

let count = 0;
let field: FieldDefinition;
/** A field of portal A that is offered, and taken on by B. */
const shared = async (kind: KindName, more: object = {}) => {
  field = await fine<FieldDefinition>(admins.a.post("/rest/fields", aFieldBody(kind, `Shared ${++count}`, more)));
  field = await fine<FieldDefinition>(system.post(`/rest/fields/${field.id}/offer`, { isOffered: true }));
  return fine<FieldDefinition>(admins.b.post(`/rest/fields/shared/${field.sharedId}/take`, {}));
};
async function fine<T>(asked: ReturnType<Client["get"]>): Promise<T> {
  const reply = await asked;
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as T;
}
const refused = async (asked: ReturnType<Client["get"]>) => {
  const reply = await asked;
  return [reply.statusCode, (reply.json() as { errors?: { code: string }[] }).errors?.[0]?.code ?? (reply.json() as { code: string }).code];
};
const shown = (client: Client) => fine<Result<typeof listFields>>(client.get("/rest/fields"));
const inB = async (): Promise<FieldDefinition> => {
  const found = (await shown(admins.b)).fields.find(({ sharedId }) => sharedId === field.sharedId);
  if (!found) throw new Error("Portal B has no row of the field.");
  return found;
};
const bodyOf = ({
  id: _id,
  kind: _kind,
  options: _options,
  isRetired: _retired,
  sharedId: _shared,
  follows: _follows,
  ...rest
}: FieldDefinition) => rest;
const save = (client: Client, of: FieldDefinition, more: object) => client.put(`/rest/fields/${of.id}`, { ...bodyOf(of), ...more });
const names = ({ options }: FieldDefinition) =>
  options.filter(({ isRetired }) => !isRetired).map(({ name, parentId }) => [name, options.find(({ id }) => id === parentId)?.name]);
const optionId = ({ options }: FieldDefinition, name: string) => options.find((one) => one.name === name)?.id ?? 0;
const noted = (key: PortalKey) =>
  app.databases.inPortal(
    app.portal(key).id,
    async (db) =>
      (await db.selectFrom("audit_events").select(["action", "object_id"]).orderBy("id", "desc").limit(1).execute()).map(
        ({ action, object_id }) => [action, object_id],
      )[0],
  );
const setValue = (client: Client, userId: number, of: FieldDefinition, value: unknown) =>
  client.put(`/rest/people/${userId}/fields`, { values: { [of.id]: value } });
const valueOf = async (client: Client, userId: number, of: FieldDefinition) =>
  (await fine<{ values: Record<string, unknown> }>(client.get(`/rest/people/${userId}/fields`))).values[of.id];

test("a field that a system admin offers is taken on by a portal that wants it, with its list, and noted in both", async () => {
  const taken = await shared("tree", { options: ["North", "  Harbour", "South", "  Harbour"], help: "Where" });
  expect(taken).toMatchObject({ name: field.name, kind: "tree", help: "Where", follows: true, ownAccess: "read", managerAccess: "edit" });
  expect(names(taken)).toEqual([
    ["North", undefined],
    ["Harbour", "North"],
    ["South", undefined],
    ["Harbour", "South"],
  ]);
  expect(await noted("a")).toEqual(["field_offered", field.id]);
  expect(await noted("b")).toEqual(["shared_field_taken", taken.id]);
  expect((await shown(admins.b)).offered.map(({ id }) => id)).not.toContain(field.sharedId);
  expect((await shown(system)).fields.find(({ id }) => id === field.id)?.sharing).toMatchObject({ portals: 2, isOffered: true });
  expect((await shown(admins.a)).fields.find(({ id }) => id === field.id)?.sharing).toBeNull();
  // Taking it on once more does nothing.
  expect((await fine<FieldDefinition>(admins.b.post(`/rest/fields/shared/${field.sharedId}/take`, {}))).id).toBe(taken.id);
});

test("what a system admin changes comes to every portal that uses it; what is each portal's own stays", async () => {
  const taken = await shared("single", { options: ["One", "Two"] });
  await fine(save(admins.b, taken, { isRequired: true, ownAccess: "edit" }));
  const people = { a: await app.aPerson("a"), b: await app.aPerson("b") };
  await fine(setValue(admins.a, people.a.id, field, optionId(field, "One")));
  await fine(setValue(admins.b, people.b.id, taken, optionId(taken, "One")));
  await fine(save(system, field, { name: `Renamed ${count}`, help: "Better", isSensitive: true }));
  expect(await noted("b")).toEqual(["shared_field_changed", taken.id]);
  await fine(system.post(`/rest/fields/${field.id}/options`, { names: ["Three"], parentId: null }));
  await fine(system.put(`/rest/fields/${field.id}/options/${optionId(field, "Two")}`, { name: "Second", isRetired: false }));
  const three = optionId((await shown(system)).fields.find(({ id }) => id === field.id) as FieldDefinition, "Three");
  await fine(system.post(`/rest/fields/${field.id}/options/order`, { ids: [three] }));
  expect(await inB()).toMatchObject({ name: `Renamed ${count}`, help: "Better", isSensitive: true, isRequired: true, ownAccess: "edit" });
  expect(names(await inB())).toEqual([
    ["Three", undefined],
    ["One", undefined],
    ["Second", undefined],
  ]);
  await fine(system.post(`/rest/fields/${field.id}/options/${optionId(field, "One")}/merge`, { into: three }));
  const now = await inB();
  expect(names(now)).toEqual([
    ["Three", undefined],
    ["Second", undefined],
  ]);
  expect(await valueOf(admins.b, people.b.id, now)).toBe(optionId(now, "Three"));
  expect(await valueOf(admins.a, people.a.id, field)).toBe(three);
});

test("only a system admin offers fields and changes what is shared; an admin changes what is the portal's own", async () => {
  const taken = await shared("single", { options: ["One", "Two"] });
  const manager = await app.signIn("manager", "b");
  for (const client of [admins.b, manager]) {
    expect(await refused(client.post(`/rest/fields/${taken.id}/offer`, { isOffered: false }))).toEqual([403, "forbidden"]);
    for (const more of [{ name: "Ours" }, { help: "Ours" }, { isSensitive: true }])
      expect(await refused(save(client, taken, more))).toEqual([403, "shared_field"]);
    const [one, two] = [optionId(taken, "One"), optionId(taken, "Two")];
    expect(await refused(client.post(`/rest/fields/${taken.id}/options`, { names: ["Three"], parentId: null }))).toEqual([
      403,
      "shared_field",
    ]);
    expect(await refused(client.put(`/rest/fields/${taken.id}/options/${one}`, { name: "Ours", isRetired: false }))).toEqual([
      403,
      "shared_field",
    ]);
    expect(await refused(client.post(`/rest/fields/${taken.id}/options/order`, { ids: [two, one] }))).toEqual([403, "shared_field"]);
    expect(await refused(client.post(`/rest/fields/${taken.id}/options/${one}/merge`, { into: two }))).toEqual([403, "shared_field"]);
  }
  await fine(save(manager, await inB(), { authorAccess: "read" }));
  expect(names(await inB())).toEqual([
    ["One", undefined],
    ["Two", undefined],
  ]);
});

test("students, authors and people of another portal take nothing on and leave nothing", async () => {
  await shared("text");
  const own = await fine<FieldDefinition>(admins.a.post("/rest/fields", aFieldBody("text", `Own ${++count}`)));
  for (const role of ["student", "author"] as const) {
    const client = await app.signIn(role, "b");
    expect((await client.post(`/rest/fields/shared/${field.sharedId}/take`, {})).statusCode).toBe(403);
    expect((await client.post(`/rest/fields/${(await inB()).id}/leave`, {})).statusCode).toBe(403);
  }
  expect((await admins.b.post(`/rest/fields/${field.id}/leave`, {})).statusCode).toBe(404);
  expect((await (await app.signIn("system", "b")).post(`/rest/fields/${own.id}/offer`, { isOffered: true })).statusCode).toBe(404);
  expect((await admins.b.post("/rest/fields/shared/999999/take", {})).statusCode).toBe(404);
});

test("a portal that leaves keeps list and values, changes them itself, and can follow again", async () => {
  const taken = await shared("single", { options: ["One", "Two"] });
  const { id } = await app.aPerson("b");
  await fine(setValue(admins.b, id, taken, optionId(taken, "Two")));
  expect(await fine(admins.b.post(`/rest/fields/${taken.id}/leave`, {}))).toMatchObject({ follows: false });
  expect(await noted("b")).toEqual(["shared_field_left", taken.id]);
  await fine(save(system, field, { name: `Elsewhere ${count}` }));
  await fine(admins.b.post(`/rest/fields/${taken.id}/options`, { names: ["Ours"], parentId: null }));
  expect([
    (await inB()).name,
    names(await inB())
      .flat()
      .filter(Boolean),
  ]).toEqual([taken.name, ["One", "Two", "Ours"]]);
  await fine(admins.b.post(`/rest/fields/shared/${field.sharedId}/take`, {}));
  const again = await inB();
  expect([again.id, again.name, names(again).flat().filter(Boolean)]).toEqual([taken.id, `Elsewhere ${count}`, ["One", "Two"]]);
  expect(await valueOf(admins.b, id, again)).toBe(optionId(taken, "Two"));
});

test("a field that is not offered any more goes on where it is used, and is taken on by nobody else", async () => {
  const taken = await shared("text");
  await fine(admins.b.post(`/rest/fields/${taken.id}/retire`, { isRetired: true }));
  expect((await shown(admins.b)).offered.map(({ id }) => id)).toContain(field.sharedId);
  expect(await fine(admins.b.post(`/rest/fields/shared/${field.sharedId}/take`, {}))).toMatchObject({ id: taken.id, isRetired: false });
  await fine(system.post(`/rest/fields/${field.id}/offer`, { isOffered: false }));
  await fine(save(system, (await shown(system)).fields.find(({ id }) => id === field.id) as FieldDefinition, { help: "Still" }));
  expect((await inB()).help).toBe("Still");
  const alone = await fine<FieldDefinition>(admins.a.post("/rest/fields", aFieldBody("text", `Alone ${count}`)));
  const { sharedId } = await fine<FieldDefinition>(system.post(`/rest/fields/${alone.id}/offer`, { isOffered: true }));
  await fine(system.post(`/rest/fields/${alone.id}/offer`, { isOffered: false }));
  expect((await admins.b.post(`/rest/fields/shared/${sharedId}/take`, {})).statusCode).toBe(404);
});

test("what is in the way in one portal stops the change in all, and is said", async () => {
  const taken = await shared("text");
  await fine(admins.b.post("/rest/fields", aFieldBody("text", `Taken ${count}`)));
  expect(await refused(save(system, field, { name: `TAKEN ${count}` }))).toEqual([400, "taken_elsewhere"]);
  for (let nth = 0; nth < 2; nth++) await fine(setValue(admins.b, (await app.aPerson("b")).id, taken, "same"));
  expect(await refused(save(system, field, { isUnique: true }))).toEqual([400, "twins_elsewhere"]);
  expect((await shown(admins.a)).fields.find(({ id }) => id === field.id)).toMatchObject({ name: field.name, isUnique: false });
  const other = await fine<FieldDefinition>(admins.a.post("/rest/fields", aFieldBody("text", `Taken ${count}`)));
  const { sharedId } = await fine<FieldDefinition>(system.post(`/rest/fields/${other.id}/offer`, { isOffered: true }));
  expect(await refused(admins.b.post(`/rest/fields/shared/${sharedId}/take`, {}))).toEqual([400, "taken_name"]);
});

test("requests write no definition, and a value never leaves its portal", async () => {
  const taken = await shared("text", { isUnique: true });
  await fine(setValue(admins.a, (await app.aPerson("a")).id, field, "the same"));
  // Unique within a portal: that portal A has it is nothing that B could learn.
  expect((await setValue(admins.b, (await app.aPerson("b")).id, taken, "the same")).statusCode).toBe(200);
  const rename = (db: Db) => db.updateTable("shared_fields").set({ name: "Mine" }).execute();
  await expect(app.databases.inPortal(app.portal("b").id, rename)).rejects.toThrow("permission denied");
  await expect(app.databases.inPeople(app.portal("b").id, "a test", rename)).rejects.toThrow("permission denied");
});
