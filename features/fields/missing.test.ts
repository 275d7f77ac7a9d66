import { afterAll, beforeAll, afterEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { byPassword } from "#features/auth/test/by-password.ts";
import { kindNames, type FieldDefinition, type FieldValue, type KindName } from "./definition.ts";
import type { FieldSheet } from "./sheet-contract.ts";
import { aFieldBody } from "./test/field-body.ts";

// Fields that whoever has no value in them fills in after signing in, before anything else (FLD-2). By which ways in: features/auth/ways-in.test.ts.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "10000" });
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

let count = 0;
let made: number[] = [];
/** A field that is asked at sign-in, until the test is over. */
async function asks(kind: KindName, more: object = {}): Promise<FieldDefinition> {
  const body = aFieldBody(kind, `Asked ${++count}`, { ownAccess: "edit", isAskedAtSignIn: true, ...more });
  const reply = await admin.post("/rest/fields", body);
  expect(reply.statusCode, reply.body).toBe(200);
  made.push(reply.json().id);
  return reply.json();
}
afterEach(async () => {
  for (const id of made) await admin.post(`/rest/fields/${id}/retire`, { isRetired: true });
  made = [];
});

const path = "/rest/fields/missing";
const wanted = "/v/student/history?x=1";
const page = `/v/auth/fields?ReturnUrl=${encodeURIComponent(wanted)}`;
const signIn = (email: string, returnUrl?: string) => byPassword(app, email, { ...(returnUrl && { returnUrl }) });
const pdf = Buffer.from("%PDF-1.7\n...");
const faults = (reply: { json(): { errors?: { field: string; code: string }[] } }) =>
  reply.json().errors?.map(({ field, code }) => [field, code]);
const keep = (userId: number, values: Record<string, FieldValue | null>) => admin.put(`/rest/people/${userId}/fields`, { values });

test("what is missing is asked for at the next sign-in before anything else, and the page that was wanted comes after", async () => {
  const person = await app.aPerson("a");
  const early = await signIn(person.email);
  const badge = await asks("text", { isSensitive: true, pattern: "B\\d+", patternSample: "B7" });
  const given = await asks("phone");
  const other = (await admin.post("/rest/fields", aFieldBody("text", "Not asked", { ownAccess: "edit" }))).json() as FieldDefinition;
  expect((await keep(person.id, { [given.id]: "+4930123" })).statusCode).toBe(200);
  // Whoever is signed in goes on until the next sign-in.
  expect((await early.get("/rest/account")).statusCode).toBe(200);
  expect((await early.get(path)).json()).toEqual({ fields: [], values: {}, people: [] });

  const now = await signIn(person.email, wanted);
  const twin = await signIn(person.email);
  expect(now.redirect).toBe(page);
  for (const reply of [
    await now.get("/rest/account"),
    await now.get("/rest/fields/mine"),
    await now.get(`/rest/fields/mine/${badge.id}/file`),
    await now.get("/rest/history/export.csv"),
    await now.post("/rest/environment/switchPortal", { portalId: 1 }),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([403, "must_fill_in_fields"]);
  expect((await now.get(wanted)).headers.location).toBe(page);
  expect((await now.get("/v/auth/fields")).statusCode).toBe(200);
  expect((await now.get("/rest/environment/")).json().User.Gate).toBe("fields");
  // Only what is missing, and each has to be filled in.
  const sheet = (await now.get(path)).json() as FieldSheet;
  expect([sheet.fields.map(({ id, isRequired }) => [id, isRequired]), sheet.values]).toEqual([[[badge.id, true]], {}]);

  for (const [values, fault] of [
    [{}, "required"],
    [{ [badge.id]: null }, "required"],
    [{ [badge.id]: "  " }, "required"],
    [{ [badge.id]: "X" }, "pattern"],
  ])
    expect(faults(await now.post(path, { values }))).toEqual([[`fields.${badge.id}`, fault]]);
  // What is not asked is not written by this page.
  const done = await now.post(path, { values: { [badge.id]: "B41", [other.id]: "smuggled", [given.id]: "1" }, returnUrl: wanted });
  expect(done.json()).toEqual({ redirect: wanted });
  expect((await now.get("/rest/account")).statusCode).toBe(200);
  expect((await twin.get("/rest/account")).statusCode).toBe(200);
  const { values } = (await now.get("/rest/fields/mine")).json() as FieldSheet;
  expect(values).toEqual({ [badge.id]: "B41", [given.id]: "+4930123" });
  expect((await now.post(path, { values: {}, returnUrl: "https://evil.test/" })).json()).toEqual({ redirect: "/v/" });
  expect((await signIn(person.email, wanted)).redirect).toBe(wanted);
  const [entry] = await app.databases.inSystem("read the audit log", (db) =>
    db
      .selectFrom("audit_events")
      .select(["actor_id", "after"])
      .where("object_id", "=", person.id)
      .where("action", "=", "field_values_changed")
      .orderBy("id", "desc")
      .limit(1)
      .execute(),
  );
  expect(entry).toEqual({ actor_id: person.id, after: { [badge.name]: "•••" } });
});

test("every kind of field can be asked, files too, which are kept as soon as they are chosen", async () => {
  const person = await app.aPerson("a");
  const fields = new Map<KindName, FieldDefinition>();
  for (const kind of kindNames) fields.set(kind, await asks(kind, { options: ["North", "South"] }));
  const of = (kind: KindName) => fields.get(kind) as FieldDefinition;
  const option = (kind: KindName) => of(kind).options[0]?.id ?? 0;
  const answers: Record<Exclude<KindName, "file">, FieldValue> = {
    text: "Ana",
    long_text: "One\nTwo",
    number: 7,
    date: "2026-01-31",
    date_time: "2026-01-31T12:00:00.000Z",
    yes_no: false,
    single: option("single"),
    multi: [option("multi")],
    tree: option("tree"),
    country: "DE",
    phone: "+4930123",
    email: "ana@else.test",
    url: "https://else.test/",
    person: app.person("manager", "a").email,
  };
  const values = Object.fromEntries(Object.entries(answers).map(([kind, value]) => [of(kind as KindName).id, value]));
  const now = await signIn(person.email);
  expect(((await now.get(path)).json() as FieldSheet).fields.map(({ kind }) => kind)).toEqual([...kindNames]);
  expect(faults(await now.post(path, { values: {} }))?.toSorted()).toEqual(
    [...fields.values()].map(({ id }) => [`fields.${id}`, "required"]).toSorted(),
  );
  expect(faults(await now.post(path, { values }))).toEqual([[`fields.${of("file").id}`, "required"]]);
  // By number nobody is named: numbers can be counted up.
  const byNumber = { ...values, [of("person").id]: app.person("manager", "a").id };
  expect(faults(await now.post(path, { values: byNumber }))).toEqual([[`fields.${of("person").id}`, "no_such_person"]]);

  const file = `${path}/${of("file").id}/file`;
  expect((await now.upload(`${path}/${of("text").id}/file?name=a.pdf`, pdf)).statusCode).toBe(404);
  const taken = await now.upload(`${file}?name=licence.pdf`, pdf);
  expect(taken.statusCode, taken.body).toBe(200);
  expect(Object.keys((taken.json() as FieldSheet).values)).toEqual([String(of("file").id)]);
  expect((await now.get(file)).rawPayload.equals(pdf)).toBe(true);
  expect((await now.get("/rest/account")).statusCode).toBe(403);
  expect((await now.post(path, { values })).json()).toEqual({ redirect: "/v/" });
  expect((await now.get("/rest/account")).statusCode).toBe(200);
  const kept = ((await now.get("/rest/fields/mine")).json() as FieldSheet).values;
  for (const [kind, value] of Object.entries(answers))
    expect([kind, kept[of(kind as KindName).id]]).toEqual([kind, kind === "person" ? app.person("manager", "a").id : value]);
});

test("files of fields that are not asked are out of reach before the gate", async () => {
  const quiet = (await admin.post("/rest/fields", aFieldBody("file", "Quiet papers", { ownAccess: "edit" }))).json() as FieldDefinition;
  const person = await app.aPerson("a");
  await (await app.signInAs(person, "a")).upload(`/rest/fields/mine/${quiet.id}/file?name=a.pdf`, pdf);
  await asks("text");
  const now = await signIn(person.email);
  expect((await now.get(`${path}/${quiet.id}/file`)).statusCode).toBe(404);
  expect((await now.upload(`${path}/${quiet.id}/file?name=b.pdf`, pdf)).statusCode).toBe(404);
  expect((await now.get(`/rest/fields/mine/${quiet.id}/file`)).json().code).toBe("must_fill_in_fields");
});

test("only what people may edit themselves, here, is asked of them", async () => {
  for (const more of [{ ownAccess: "read" }, { ownAccess: "hidden" }, { source: "import" }, { source: "sso" }, { source: "scim" }]) {
    const body = aFieldBody("text", `Refused ${++count}`, { ownAccess: "edit", isAskedAtSignIn: true, ...more });
    expect([more, faults(await admin.post("/rest/fields", body))]).toEqual([more, [["isAskedAtSignIn", "not_own"]]]);
  }
  const { id, revision } = await asks("text");
  const locked = { ...aFieldBody("text", `Asked ${count}`, { ownAccess: "edit", source: "scim", isAskedAtSignIn: true }), revision };
  expect(faults(await admin.put(`/rest/fields/${id}`, locked))).toEqual([["isAskedAtSignIn", "not_own"]]);
  // Those with the role student say nothing about fields, nor does anybody elsewhere.
  const change = { ...locked, source: "local" };
  expect((await (await app.signIn("student", "a")).put(`/rest/fields/${id}`, change)).statusCode).toBe(403);
  expect((await (await app.signIn("admin", "b")).put(`/rest/fields/${id}`, change)).statusCode).toBe(404);
});

test("nobody is held by what is not asked any more, or what somebody else has filled in", async () => {
  const field = await asks("text");
  const body = aFieldBody("text", field.name, { ownAccess: "edit" });
  const passes = async (lets: (userId: number) => Promise<unknown>) => {
    const person = await app.aPerson("a");
    const now = await signIn(person.email);
    expect((await now.get("/rest/account")).statusCode).toBe(403);
    await lets(person.id);
    expect((await now.get(path)).json().fields).toEqual([]);
    return (await now.get("/rest/account")).statusCode;
  };
  expect(await passes((userId) => keep(userId, { [field.id]: "by an admin" }))).toBe(200);
  expect(await passes(() => admin.post(`/rest/fields/${field.id}/retire`, { isRetired: true }))).toBe(200);
  await admin.post(`/rest/fields/${field.id}/retire`, { isRetired: false });
  const revision = async () =>
    ((await admin.get("/rest/fields")).json().fields as FieldDefinition[]).find(({ id }) => id === field.id)?.revision;
  expect(await passes(async () => admin.put(`/rest/fields/${field.id}`, { ...body, revision: await revision() }))).toBe(200);
});

test("not asked: whoever looks as somebody else, a system admin without a membership, members of the other portal, strangers", async () => {
  const boss = await app.aPerson("a", { isAdmin: true });
  const person = await app.aPerson("a");
  const asked = await asks("text");
  const looks = await signIn(boss.email);
  expect((await looks.get("/rest/account")).json().code).toBe("must_fill_in_fields");
  // Nobody looks as another before they have filled in what is theirs.
  expect((await looks.post("/rest/roles/looks", { userId: person.id, writes: false, reason: "" })).json().code).toBe("must_fill_in_fields");
  await looks.post(path, { values: { [asked.id]: "mine" } });
  for (const look of [
    ["/rest/roles/looks", { userId: person.id, writes: false, reason: "" }],
    ["/rest/roles/looks/role", { role: "Manager" }],
  ] as const) {
    expect((await looks.post(look[0], look[1])).statusCode).toBe(200);
    // Even where something of their own is missing again.
    await app.databases.inSystem("as if it had begun later", async (db) => {
      await db.updateTable("sessions").set({ fields_due: true }).where("user_id", "=", boss.id).execute();
      await db.deleteFrom("field_values").where("user_id", "=", boss.id).execute();
    });
    expect([look[0], (await looks.get("/rest/account")).statusCode]).toEqual([look[0], 200]);
    expect((await looks.get(path)).json().fields).toEqual([]);
    expect([look[0], (await looks.post(path, { values: { [asked.id]: "x" } })).json().code]).toEqual([look[0], "looking_as"]);
    await looks.get("/rest/roles/looks/end");
    await keep(boss.id, { [asked.id]: "mine" });
  }
  expect((await signIn(app.person("system", "a").email, wanted)).redirect).toBe(wanted);
  const elsewhere = await byPassword(app, app.person("student", "b").email, { key: "b", returnUrl: wanted });
  expect(elsewhere.redirect).toBe(wanted);
  expect((await elsewhere.post(path, { values: { [asked.id]: "x" } })).json()).toEqual({ redirect: "/v/" });
  expect((await app.anonymous("a").get(path)).statusCode).toBe(401);
  expect((await app.anonymous("a").post(path, { values: {} })).statusCode).toBe(401);
});

test("a new password and the terms come before", async () => {
  const person = await app.aPerson("a");
  const field = await asks("text");
  const terms = (text: string) => admin.put("/rest/registration/settings", { mode: "off", domains: [], fieldIds: [], terms: text });
  const version = (await terms("Be kind.")).json().termsVersion as number;
  await keep(admin.userId, { [field.id]: "mine" });
  const must = (must_change_password: boolean) =>
    app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("users").set({ must_change_password }).where("id", "=", person.id).execute(),
    );
  await must(true);
  const now = await signIn(person.email, wanted);
  expect(now.redirect).toMatch(/^\/v\/auth\/passwordChange\?/);
  expect((await now.post(path, { values: { [field.id]: "early" } })).json().code).toBe("must_change_password");
  await must(false);
  expect((await now.get(wanted)).headers.location).toMatch(/^\/v\/auth\/terms\?/);
  expect((await now.post(path, { values: { [field.id]: "early" } })).json().code).toBe("must_accept_terms");
  expect((await now.post("/rest/registration/terms", { version, returnUrl: wanted })).json()).toEqual({ redirect: wanted });
  expect((await now.get(wanted)).headers.location).toBe(page);
  expect((await now.post(path, { values: { [field.id]: "now" }, returnUrl: wanted })).json()).toEqual({ redirect: wanted });
  await terms("");
});

test("the editor says how many people it concerns now: those who could sign in and have no value", async () => {
  const field = await asks("multi", { options: ["North", "South"] });
  const look = async () => {
    const { fields, members } = (await admin.get("/rest/fields")).json() as {
      fields: (FieldDefinition & { people: number; without: number })[];
      members: number;
    };
    const one = fields.find(({ id }) => id === field.id);
    return { members, people: one?.people, without: one?.without };
  };
  const before = await look();
  expect(before).toMatchObject({ people: 0, without: before.members });
  const [active, suspended] = [await app.aPerson("a"), await app.aPerson("a")];
  const both = field.options.map(({ id }) => id);
  for (const { id } of [active, suspended]) await keep(id, { [field.id]: both });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", suspended.id).execute(),
  );
  expect(await look()).toEqual({ members: before.members + 1, people: 2, without: before.members });
});
