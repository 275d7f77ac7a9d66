import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { events, isAboutCourse, letters } from "#features/notifications/events.ts";
import type { MessageRow } from "./contract.ts";
import type { ShownOverrides, ShownOverrideText } from "./overrides-contract.ts";
import { sweepMail } from "./server/sweep.ts";
import { startMailServer, type MailServer } from "./test/mail-server.ts";
import { settleMail } from "./test/settle-mail.ts";
import type { ShownText, TextRow } from "./texts-contract.ts";

// What mail says of an event, and whether it tells of it, for single courses and groups (MAIL-1), sent to a real mail server.

let app: TestApp;
let admin: Client;
let server: MailServer;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(() => system((db) => sql`delete from mail_overrides`.execute(db)));

const system = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("a test of mail", work);
let count = 0;
const aText = (subject: string) => ({ subject, body: "Hello {person}\n\n{link}", button: "" });
const list = async (event = "enrolled", client = admin) =>
  (await client.get(`/rest/mail/events/${event}/overrides`)).json() as ShownOverrides;
const add = (kind: "course" | "group", id: number, { event = "enrolled", client = admin } = {}) =>
  client.post(`/rest/mail/events/${event}/overrides`, { kind, id });
const added = async (kind: "course" | "group", id: number, event = "enrolled") => {
  const reply = await add(kind, id, { event });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return (reply.json() as { id: number }).id;
};
const address = (id: number, language = "en") => `/rest/mail/overrides/${id}/texts/${language}`;
const shown = async (id: number, language = "en") => (await admin.get(address(id, language))).json() as ShownOverrideText;
const save = async (id: number, text: object | null, language = "en") =>
  admin.put(address(id, language), { revision: (await shown(id, language)).revision, text });
const setPortalText = async (text: object | null, event = "enrolled") => {
  const { revision } = (await admin.get(`/rest/mail/texts/${event}/en`)).json() as ShownText;
  expect((await admin.put(`/rest/mail/texts/${event}/en`, { revision, text })).statusCode).toBe(200);
};
const set = (id: number, changed: object) => admin.put(`/rest/mail/overrides/${id}`, { isOn: null, days: null, ...changed });
const aGroup = async (...userIds: number[]) => {
  const reply = await admin.post("/rest/groups", { name: `Group ${++count}`, description: "", condition: null });
  const { id, name } = reply.json() as { id: number; name: string };
  if (userIds.length > 0)
    await app.databases.inPeople(app.portal("a").id, "a test", (db) =>
      db
        .insertInto("group_members")
        .values(userIds.map((user_id) => ({ portal_id: app.portal("a").id, group_id: id, user_id, cause: "hand" })))
        .execute(),
    );
  return { id, name };
};
const aPerson = () => app.aPerson("a", { email: `accepts.${++count}@overrides.test` });
const enrol = async (userId: number, courseId: number) =>
  expect((await admin.post(`/rest/people/${userId}/enrolments`, { courseId })).statusCode).toBe(200);
/** The subjects of what came at the mail server for somebody. */
const subjectsOf = ({ email }: { email: string }) =>
  server.taken.filter(({ to }) => to === email).map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
const settle = () => settleMail(app, { smtpUrl: server.url });
const messagesTo = async (userId: number) =>
  ((await admin.get(`/rest/mail/messages?person=${userId}&sort=created`)).json() as { rows: MessageRow[] }).rows;
const actions = (action: string) =>
  system((db) =>
    db
      .selectFrom("audit_events")
      .select(["object_kind", "object_id", "before", "after"])
      .where("action", "=", action)
      .orderBy("id")
      .execute(),
  );

describe("which text is sent", () => {
  test("that of the course, before that of the group, before that of the portal, before that of the product", async () => {
    const person = await aPerson();
    const other = await aPerson();
    const group = await aGroup(person.id);
    const [own, plain] = [await app.aCourse("a", { title: "Ropes" }), await app.aCourse("a", { title: "Ladders" })];
    await enrol(person.id, plain.id);
    await settle();
    expect(subjectsOf(person)).toEqual(["You are enrolled in Ladders"]);

    await setPortalText(aText("Portal: {course}"));
    const ofGroup = await added("group", group.id);
    // Nothing of its own yet: all is inherited, and the text of the portal is what is offered.
    expect(await shown(ofGroup)).toMatchObject({
      text: null,
      offered: aText("Portal: {course}"),
      override: { kind: "group", name: group.name, own: [] },
    });
    const ofCourse = await added("course", own.id);
    expect((await save(ofGroup, aText("Group: {course}"))).statusCode).toBe(200);
    expect((await save(ofCourse, aText("Course: {course}"))).json()).toMatchObject({
      text: aText("Course: {course}"),
      override: { own: ["en"] },
    });
    const [third, fourth] = [await app.aCourse("a", { title: "Masts" }), await aPerson()];
    await enrol(person.id, own.id);
    await enrol(person.id, third.id);
    await enrol(other.id, own.id);
    await enrol(fourth.id, third.id);
    await settle();
    expect(subjectsOf(person).slice(1)).toEqual(["Course: Ropes", "Group: Masts"]);
    expect(subjectsOf(other)).toEqual(["Course: Ropes"]);
    expect(subjectsOf(fourth)).toEqual(["Portal: Masts"]);

    // Inherited again, with what was saved still to be taken.
    expect((await save(ofCourse, null)).json()).toMatchObject({
      text: null,
      versions: [{ text: null }, { text: aText("Course: {course}") }],
    });
    const last = await aPerson();
    await enrol(last.id, own.id);
    await settle();
    expect(subjectsOf(last)).toEqual(["Portal: Ropes"]);
    await setPortalText(null);
    expect(await actions("mail_text_saved")).toContainEqual({
      object_kind: "course",
      object_id: own.id,
      before: { event: "enrolled", language: "en", text: null },
      after: { event: "enrolled", language: "en", text: aText("Course: {course}") },
    });
  });

  test("somebody in several groups gets their text where they agree, and that of the portal where they differ", async () => {
    const person = await aPerson();
    const [one, two] = [await aGroup(person.id), await aGroup(person.id)];
    const [ofOne, ofTwo] = [await added("group", one.id), await added("group", two.id)];
    const next = async () => {
      const { id } = await app.aCourse("a", { title: "Knots" });
      await enrol(person.id, id);
      await settle();
      return subjectsOf(person).at(-1);
    };
    await save(ofOne, aText("One: {course}"));
    expect(await next()).toBe("One: Knots");
    await save(ofTwo, aText("Two: {course}"));
    expect(await next()).toBe("You are enrolled in Knots");
    await save(ofTwo, aText("One: {course}"));
    expect(await next()).toBe("One: Knots");
    // An archived group is offered nowhere, and says nothing.
    for (const { id } of [one, two]) expect((await admin.post(`/rest/groups/${id}/status`, { status: "archived" })).statusCode).toBe(200);
    expect(await next()).toBe("You are enrolled in Knots");
  });

  test("each language is inherited by itself, and a text for German does not touch English", async () => {
    const person = await aPerson();
    const { id: courseId } = await app.aCourse("a", { title: "Seil" });
    const id = await added("course", courseId);
    await save(id, aText("Nur hier: {course}"), "de");
    await enrol(person.id, courseId);
    await settle();
    expect(subjectsOf(person)).toEqual(["You are enrolled in Seil"]);
    expect((await list()).rows).toMatchObject([{ id, own: ["de"] }]);
  });

  test("a letter that opens an account has the words of the person's group", async () => {
    const person = await aPerson();
    const group = await aGroup(person.id);
    const id = await added("group", group.id, "password_reset");
    const refused = await save(id, { subject: "Reset", body: "No link", button: "" });
    expect(refused.json().errors).toMatchObject([{ field: "body", code: "needed" }]);
    await save(id, { subject: "Of the ward", body: "Here:\n{link}", button: "" });
    expect((await app.anonymous("a").post("/rest/auth/forgot", { email: person.email })).statusCode).toBe(200);
    await settle();
    expect(subjectsOf(person)).toEqual(["Of the ward"]);
  });
});

test("mail is switched for a course before a group before the portal, and what protects accounts is always sent", async () => {
  const [inside, outside] = [await aPerson(), await aPerson()];
  const group = await aGroup(inside.id);
  const { id: courseId } = await app.aCourse("a");
  const ofGroup = await added("group", group.id);
  await set(ofGroup, { isOn: false });
  for (const { id } of [inside, outside]) await enrol(id, courseId);
  await settle();
  expect(await messagesTo(inside.id)).toMatchObject([{ state: "withheld", reason: "group" }]);
  expect(await messagesTo(outside.id)).toMatchObject([{ state: "sent" }]);

  const second = await app.aCourse("a");
  const ofCourse = await added("course", second.id);
  expect((await set(ofCourse, { isOn: true })).json()).toMatchObject({ isOn: true });
  const settings = (await admin.get("/rest/mail/settings")).json().settings;
  await admin.put("/rest/mail/settings", { ...settings, eventsOff: ["enrolled"] });
  for (const { id } of [inside, outside]) await enrol(id, second.id);
  const third = await app.aCourse("a");
  await enrol(outside.id, third.id);
  await set(ofCourse, { isOn: false });
  await settle();
  // What holds is what is set when a worker takes it.
  expect((await messagesTo(outside.id)).slice(1)).toMatchObject([
    { state: "withheld", reason: "course" },
    { state: "withheld", reason: "portal" },
  ]);
  await set(ofCourse, { isOn: true });
  const late = await aPerson();
  await enrol(late.id, second.id);
  await settle();
  expect(await messagesTo(late.id)).toMatchObject([{ state: "sent" }]);
  await admin.put("/rest/mail/settings", settings);
  const mandatory = await added("group", group.id, "password_changed");
  const refused = await set(mandatory, { isOn: false });
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([400, "always_sent"]);
  expect((await list("password_changed")).canBeOff).toBe(false);
});

test("a list shows what is its own; removing it inherits all again, with the texts gone", async () => {
  const person = await aPerson();
  const { id: courseId } = await app.aCourse("a", { title: "Bollards" });
  const group = await aGroup();
  const [ofCourse, ofGroup] = [await added("course", courseId), await added("group", group.id)];
  // Adding it again is harmless.
  expect(await added("course", courseId)).toBe(ofCourse);
  await save(ofCourse, aText("Own: {course}"));
  await set(ofCourse, { isOn: false });
  expect(await list()).toMatchObject({
    event: "enrolled",
    isAboutCourse: true,
    canBeOff: true,
    timing: null,
    rows: [
      { id: ofCourse, kind: "course", name: "Bollards", isOn: false, days: null, own: ["en"] },
      { id: ofGroup, kind: "group", name: group.name, isOn: null, days: null, own: [] },
    ],
  });
  const { rows } = (await admin.get("/rest/mail/texts")).json() as { rows: TextRow[] };
  expect(rows.find(({ event }) => event === "enrolled")).toMatchObject({ overrides: 2, own: [] });
  const exported = (await admin.get("/rest/mail/texts/export.csv")).body;
  expect(exported).toMatch(/Own: \{course\}[^]*,course,Bollards/);

  const remove = () => admin.post(`/rest/mail/overrides/${ofCourse}/remove`);
  expect((await remove()).json()).toEqual({ removed: true });
  expect((await remove()).statusCode).toBe(404);
  await enrol(person.id, courseId);
  await settle();
  expect(subjectsOf(person)).toEqual(["You are enrolled in Bollards"]);
  expect((await actions("mail_override_removed")).at(-1)).toMatchObject({
    object_kind: "course",
    object_id: courseId,
    before: { event: "enrolled", isOn: false, texts: ["en"] },
  });
});

test("a text with an unknown variable is refused with a sentence, and two who save at once are told", async () => {
  const { id: courseId } = await app.aCourse("a");
  const id = await added("course", courseId);
  const refused = await save(id, aText("{curse}"));
  expect([refused.statusCode, refused.json().errors]).toMatchObject([
    400,
    [{ field: "subject", code: "misspelt_variable", message: "{curse} is no variable of this email. Did you mean {course}?" }],
  ]);
  const replies = await Promise.all(["One", "Two"].map((subject) => admin.put(address(id), { revision: 0, text: aText(subject) })));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  // The preview and the test take the text that stands in the form, as those of the portal do.
  const preview = await admin.post("/rest/mail/texts/enrolled/en/preview", { text: aText("See {course}"), person: "" });
  expect(preview.json()).toMatchObject({ subject: "See Working safely at heights" });
});

test("only what is about a course has courses with words of their own; every letter has groups", async () => {
  const { id: courseId } = await app.aCourse("a");
  const group = await aGroup();
  for (const event of [...events, ...letters].filter(({ own }) => own !== null)) {
    const reply = await add("course", courseId, { event: event.name });
    if (isAboutCourse(event)) expect([event.name, reply.statusCode]).toEqual([event.name, 200]);
    else expect([event.name, reply.statusCode, reply.json().errors[0].code]).toEqual([event.name, 400, "not_about_course"]);
    expect([event.name, (await add("group", group.id, { event: event.name })).statusCode]).toEqual([event.name, 200]);
  }
  expect(events.filter(isAboutCourse).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["enrolled", "due_soon", "overdue", "completed"]),
  );
  expect((await admin.get("/rest/mail/events/nothing/overrides")).statusCode).toBe(404);
});

test("courses and groups are found by words of their name, without those that are there already", async () => {
  const { id } = await app.aCourse("a", { title: "Überfahrt mit der Fähre" });
  await app.aCourse("b", { title: "Fähre of another portal" });
  const find = async (kind: string, q: string) =>
    (await admin.get(`/rest/mail/events/enrolled/overridable?kind=${kind}&q=${encodeURIComponent(q)}`)).json().rows;
  expect(await find("course", "fahre uber")).toEqual([{ id, name: "Überfahrt mit der Fähre" }]);
  await added("course", id);
  expect(await find("course", "fahre")).toEqual([]);
  const group = await aGroup();
  expect(await find("group", group.name)).toEqual([{ id: group.id, name: group.name }]);
});

test("neither another portal's course or group nor its overrides are reached, and nobody but who sets mail asks", async () => {
  const b = await app.signIn("admin", "b");
  const { id: foreign } = await app.aCourse("b");
  const { id: own } = await app.aCourse("a");
  const group = await aGroup();
  const override = await added("course", own);
  expect((await add("course", foreign)).json().errors).toMatchObject([{ field: "id", code: "no_such_course" }]);
  expect((await add("group", group.id, { client: b })).json().errors).toMatchObject([{ field: "id", code: "no_such_group" }]);
  expect((await list("enrolled", b)).rows).toEqual([]);
  const body = { isOn: false, days: null };
  for (const reply of [
    await b.get(address(override)),
    await b.put(address(override), { revision: 0, text: aText("Of B") }),
    await b.put(`/rest/mail/overrides/${override}`, body),
    await b.post(`/rest/mail/overrides/${override}/remove`),
  ])
    expect(reply.statusCode).toBe(404);
  const manager = await app.signIn("manager", "a");
  for (const reply of [
    await manager.get("/rest/mail/events/enrolled/overrides"),
    await add("course", own, { client: manager }),
    await manager.put(`/rest/mail/overrides/${override}`, body),
    await manager.put("/rest/mail/events/due_soon/timing", { days: [3] }),
  ])
    expect(reply.statusCode).toBe(403);
  expect((await list()).rows).toMatchObject([{ id: override, isOn: null, own: [] }]);
});

test("a group names its letters among what depends on it; deleted it is told as all, brought back it has them, and in the end they go", async () => {
  const person = await aPerson();
  const group = await aGroup(person.id);
  const id = await added("group", group.id);
  await save(id, aText("Of the group: {course}"));
  const dependents = (await admin.get(`/rest/groups/${group.id}/dependents`)).json().rows;
  expect(dependents).toEqual([{ kind: "letter", id, name: "You are enrolled in a course", to: `/admin/emailTexts/enrolled/en?for=${id}` }]);
  const status = async (to: string) => expect((await admin.post(`/rest/groups/${group.id}/status`, { status: to })).statusCode).toBe(200);
  await status("deleted");
  expect((await list()).rows).toEqual([]);
  expect((await admin.get(address(id))).statusCode).toBe(404);
  await status("active");
  expect((await list()).rows).toMatchObject([{ id, own: ["en"] }]);
  await status("deleted");
  await sweepMail(app.databases);
  const left = () => system((db) => db.selectFrom("mail_overrides").select("id").where("id", "=", id).execute());
  expect(await left()).toHaveLength(1);
  await sweepMail(app.databases, new Date(Date.now() + 9 * 86_400_000));
  expect(await left()).toEqual([]);
});

test("a course that is deleted takes its letters with it", async () => {
  const author = await app.signIn("author", "a");
  const made = await author.post("/rest/course/createCourse", { courseTypeId: 1 });
  expect([made.statusCode, made.body]).toEqual([200, made.body]);
  const { CourseID: courseId } = made.json() as { CourseID: number };
  const id = await added("course", courseId);
  await save(id, aText("Of the course: {course}"));
  expect((await author.post(`/rest/editor/courses/${courseId}/delete`, {})).statusCode).toBe(200);
  expect((await list()).rows).toEqual([]);
});

test("whoever saves what somebody else is removing is told that it is gone", async () => {
  const { id: courseId } = await app.aCourse("a");
  // A connection of its own, which removes it and has not committed yet.
  const other = new pg.Client({ connectionString: app.databaseUrl });
  await other.connect();
  try {
    const ways: ((id: number) => ReturnType<Client["put"]>)[] = [
      (id) => admin.put(address(id), { revision: 0, text: aText("Too late") }),
      (id) => set(id, { isOn: false }),
      (id) => admin.post(`/rest/mail/overrides/${id}/remove`),
    ];
    for (const way of ways) {
      const id = await added("course", courseId);
      await other.query("begin");
      await other.query("delete from mail_overrides where id = $1", [id]);
      const reply = way(id);
      await expect
        .poll(async () => (await other.query("select 1 from pg_locks where not granted and locktype = 'transactionid'")).rowCount, {
          timeout: 10_000,
        })
        .toBeGreaterThan(0);
      await other.query("commit");
      const { statusCode, body } = await reply;
      expect([statusCode, body]).toEqual([404, expect.stringContaining("not_found")]);
    }
  } finally {
    await other.end();
  }
});
