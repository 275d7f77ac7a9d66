import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { MessageRow } from "./contract.ts";
import { keptDays, sweepMail } from "./server/sweep.ts";
import type { MailSettings } from "./settings-contract.ts";
import { settleMail } from "./test/settle-mail.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ MAIL_FROM: "stoa@installation.test" });
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const plain: MailSettings = { isOn: true, senderName: "", senderAddress: "", replyTo: "", hourlyCap: 5000, quiet: null, eventsOff: [] };
const save = (changed: Partial<Record<keyof MailSettings, unknown>>) => admin.put("/rest/mail/settings", { ...plain, ...changed });
afterEach(async () => void (await save({})));

const messagesTo = async (userId: number) =>
  ((await admin.get(`/rest/mail/messages?person=${userId}&sort=created`)).json() as { rows: MessageRow[] }).rows;
const headersOf = async (id: number) => {
  const { headers } = (await admin.get(`/rest/mail/messages/${id}`)).json() as { headers: { name: string; value: string }[] };
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
};
const tell = async (userId: number, title = "Ropes") => {
  const { id: courseId } = await app.aCourse("a", { title });
  expect((await admin.post(`/rest/people/${userId}/enrolments`, { courseId })).statusCode).toBe(200);
};
const actions = (action: string) =>
  app.databases.inSystem("look at a test", async (db) =>
    (await db.selectFrom("audit_events").select(["before", "after"]).where("action", "=", action).orderBy("id").execute()).map(
      ({ before, after }) => ({ before, after }),
    ),
  );

test("mail comes from the name and address that were set, with answers to where they should go; the audit log has before and after", async () => {
  const person = await app.aPerson("a");
  expect((await admin.get("/rest/mail/settings")).json()).toMatchObject({
    settings: plain,
    status: { way: "mailbox", isStopped: false },
    usualAddress: "stoa@installation.test",
    domains: ["a.test"],
  });
  const wanted = { senderName: "Academy", senderAddress: "Learning@A.test", replyTo: "help@elsewhere.test" };
  expect((await save(wanted)).json().settings).toEqual({ ...plain, ...wanted, senderAddress: "learning@a.test" });
  await tell(person.id);
  await settleMail(app);
  const [row] = await messagesTo(person.id);
  expect(await headersOf(row?.id ?? 0)).toMatchObject({ From: '"Academy" <learning@a.test>', "Reply-To": "help@elsewhere.test" });
  expect((await actions("mail_settings_changed")).at(-1)).toMatchObject({ before: { senderName: "" }, after: { senderName: "Academy" } });
});

test("security.md 76: no setting can begin a header, add an address or send for another's domain", async () => {
  for (const [field, value, code] of [
    ["senderAddress", "boss@bank.test", "foreign_domain"],
    ["senderAddress", "boss@b.test", "foreign_domain"],
    ["senderAddress", "x@evil.a.test", "foreign_domain"],
    // Another portal, or whoever runs the installation, may have addresses there.
    ["senderAddress", "boss@installation.test", "foreign_domain"],
    ["senderAddress", "a@a.test, b@a.test", undefined],
    ["senderAddress", "<a@a.test>", undefined],
    ["senderAddress", "a\r\nBcc: all@a.test", undefined],
    ["senderName", "Academy\r\nBcc: all@evil.test", undefined],
    ["senderName", 'Academy" <boss@bank.test>', undefined],
    ["senderName", "Academy\u2028X: y", undefined],
    ["replyTo", "a@a.test\nBcc: all@evil.test", undefined],
    ["replyTo", "a@a.test;b@a.test", undefined],
    ["quiet", { from: 7, to: 7 }, undefined],
    ["hourlyCap", 0, undefined],
    ["eventsOff", ["password_changed"], "always_told"],
    ["eventsOff", ["made_up"], "no_such_event"],
  ] as const) {
    const reply = await save({ [field]: value });
    expect([field, value, reply.statusCode], reply.body).toEqual([field, value, 400]);
    expect(reply.json().errors[0].field).toMatch(new RegExp(`^${field}`));
    if (code) expect(reply.json().errors[0].code).toBe(code);
  }
  expect((await admin.get("/rest/mail/settings")).json().settings).toEqual(plain);
});

test("what is switched off for the portal stays in the bell, and the log says why; what protects an account is sent all the same", async () => {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  await save({ eventsOff: ["enrolled"] });
  await tell(person.id);
  const body = { currentPassword: "correct-horse-battery", newPassword: "another-quiet-lantern" };
  expect((await client.post("/rest/auth/changePassword", body)).statusCode).toBe(200);
  await settleMail(app);
  expect(await messagesTo(person.id)).toMatchObject([
    { event: "enrolled", state: "withheld", reason: "portal" },
    { event: "password_changed", state: "kept" },
  ]);
  expect((await (await app.signInAs(person, "a")).get("/rest/notifications")).json().unread).toBe(2);
});

test("while the portal is switched off everything waits, also a test message; on again, it leaves", async () => {
  const person = await app.aPerson("a");
  await save({ isOn: false });
  await tell(person.id);
  expect((await admin.post("/rest/mail/test", {})).json()).toEqual({ address: "admin@a.test" });
  await settleMail(app);
  expect(await messagesTo(person.id)).toMatchObject([{ state: "waiting" }]);
  expect((await admin.get("/rest/mail/settings")).json().status).toMatchObject({ isStopped: true, waiting: 2 });
  await save({});
  await settleMail(app);
  expect(await messagesTo(person.id)).toMatchObject([{ state: "kept" }]);
  expect(await messagesTo(admin.userId)).toMatchObject([{ event: "mail_test", state: "kept", subject: "Mail of this portal arrives" }]);
  expect(await actions("test_mail_sent")).toHaveLength(1);
});

test("quiet hours hold a message until they end where the person is", async () => {
  const person = await app.aPerson("a");
  await (
    await app.signInAs(person, "a")
  ).put("/rest/account/profile", { givenName: "A", familyName: "B", locale: null, timeZone: "Asia/Tokyo" });
  await save({ quiet: { from: 21, to: 7 } });
  const night = new Date(`${new Date().getUTCFullYear() + 1}-03-01T14:00:00Z`);
  await tell(person.id);
  await settleMail(app, { now: () => night });
  const [row] = await messagesTo(person.id);
  // 23:00 in Tokyo; seven in the morning there.
  expect(row).toMatchObject({ state: "waiting", reason: "quiet", dueAt: new Date(night.getTime() + 8 * 3_600_000).toISOString() });
  await settleMail(app, { now: () => new Date(row?.dueAt ?? 0) });
  expect(await messagesTo(person.id)).toMatchObject([{ state: "kept" }]);
});

test("an address on the blacklist gets nothing until it is taken off; search, export and audit log have it; another portal has its own list", async () => {
  const person = await app.aPerson("a");
  const why = "=Asked, by phone";
  for (const _ of ["once", "again"])
    expect((await admin.post("/rest/mail/blackList", { address: person.email.toUpperCase(), why })).json()).toEqual({
      address: person.email,
    });
  await tell(person.id);
  await settleMail(app);
  expect(await messagesTo(person.id)).toMatchObject([{ state: "withheld", reason: "suppressed" }]);
  const found = (await admin.get(`/rest/mail/blackList?q=${encodeURIComponent(person.email.split("@")[0] ?? "")} phone`)).json();
  expect(found.rows).toMatchObject([{ address: person.email, reason: "manual", detail: why, userId: person.id }]);
  expect((await admin.get("/rest/mail/blackList?reason=refused")).json().rows).toEqual([]);
  const { body } = await admin.get("/rest/mail/blackList/export.csv");
  expect(body).toContain(person.email);
  expect(body).toContain(`'=Asked`);
  const other = await app.signIn("admin", "b");
  expect((await other.get("/rest/mail/blackList")).json().rows).toEqual([]);
  expect((await other.post("/rest/mail/blackList/remove", { address: person.email })).statusCode).toBe(200);
  expect((await admin.get("/rest/mail/blackList")).json().total).toBe(1);
  for (const _ of ["once", "again"]) await admin.post("/rest/mail/blackList/remove", { address: person.email });
  await tell(person.id, "After");
  await settleMail(app);
  expect((await messagesTo(person.id)).at(-1)).toMatchObject({ state: "kept" });
  expect([await actions("address_blocked"), await actions("address_unblocked")]).toEqual([
    [{ before: null, after: { address: person.email, why } }],
    [{ before: { address: person.email }, after: null }],
  ]);
  expect((await admin.post("/rest/mail/blackList", { address: "nobody", why })).statusCode).toBe(400);
});

test("a domain on the blacklist stands for all of its addresses and no other's; the person's page says that mail does not reach them (MAIL-4)", async () => {
  const person = await app.aPerson("a");
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("users")
      .set({ email: `m${person.id}@closed.example` })
      .where("id", "=", person.id)
      .execute(),
  );
  const stopped = async () => ((await admin.get(`/rest/people/${person.id}`)).json() as { mailStopped: string | null }).mailStopped;
  const list = (address: string, path = "") => admin.post(`/rest/mail/blackList${path}`, { address, why: "Closed" });
  for (const address of ["@other.example", "@sub.closed.example", "@losed.example"]) await list(address);
  expect([await stopped(), (await list("@CLOSED.example")).json(), await stopped()]).toEqual([
    null,
    { address: "@closed.example" },
    "manual",
  ]);
  await tell(person.id);
  await settleMail(app);
  const [message] = await messagesTo(person.id);
  expect(message).toMatchObject({ state: "withheld", reason: "suppressed" });
  for (const address of ["@", "@-a.example", "a@b@closed.example", "@closed.example, x"])
    expect((await list(address)).statusCode).toBe(400);
  await list("@closed.example", "/remove");
  expect(await stopped()).toBeNull();

  // What was withheld for it can be sent again, once; what is under way or arrived cannot.
  const again = () => admin.post(`/rest/mail/messages/${message?.id}/again`);
  expect((await again()).json()).toEqual({ state: "waiting" });
  expect(await messagesTo(person.id)).toMatchObject([{ state: "waiting", reason: null, tries: 0, endedAt: null }]);
  expect((await again()).json()).toMatchObject({ code: "not_sent_again" });
  await settleMail(app);
  expect(await messagesTo(person.id)).toMatchObject([{ state: "kept" }]);
  expect((await again()).json()).toMatchObject({ code: "not_sent_again" });
  expect(await actions("mail_sent_again")).toEqual([{ before: { state: "withheld", reason: "suppressed" }, after: null }]);
});

test("messages and notifications go a year after they ended; what waits and what is newer stays", async () => {
  const person = await app.aPerson("a");
  await tell(person.id, "Old");
  await settleMail(app);
  await app.databases.inSystem("make old in a test", async (db) => {
    await sql`update messages set ended_at = ended_at - make_interval(days => ${keptDays}), created_at = created_at - make_interval(days => ${keptDays}) where user_id = ${person.id}`.execute(
      db,
    );
    await sql`update notifications set created_at = created_at - make_interval(days => ${keptDays}) where user_id = ${person.id}`.execute(
      db,
    );
  });
  await tell(person.id, "New");
  await settleMail(app);
  expect(await messagesTo(person.id)).toHaveLength(2);
  await sweepMail(app.databases);
  expect(await messagesTo(person.id)).toMatchObject([{ subject: "You are enrolled in New" }]);
  const told = (await (await app.signInAs(person, "a")).get("/rest/notifications")).json();
  expect(told.rows).toMatchObject([{ subject: "You are enrolled in New" }]);
  expect(await sweepMail(app.databases)).toBe(0);
});
