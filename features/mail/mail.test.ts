import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { canaries, hostile } from "#app/security/canary-seed.ts";
import { events, letters } from "#features/notifications/events.ts";
import { writeLetter } from "#features/notifications/server/service.ts";
import type { MessageRow } from "./contract.ts";
import { settleMail } from "./test/settle-mail.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const portalId = () => app.portal("a").id;
const messagesTo = async (userId: number) => {
  const found: MessageRow[] = [];
  for (let page = 1; ; page++) {
    const reply = await admin.get(`/rest/mail/messages?person=${userId}&sort=created&page=${page}`);
    const { rows, total } = reply.json() as { rows: MessageRow[]; total: number };
    found.push(...rows);
    if (found.length >= total) return found;
  }
};
const one = async (id: number) => (await admin.get(`/rest/mail/messages/${id}`)).json();
const aCourse = (title: string) => app.aCourse("a", { title });
const enrol = (userId: number, courseId: number, dueAt?: string) =>
  admin.post(`/rest/people/${userId}/enrolments`, { courseId, ...(dueAt && { dueAt }) });

describe("a message in the mailbox of the product", () => {
  test("tells of what happened in the language and zone of whoever gets it, with links on the portal's stored host", async () => {
    const person = await app.aPerson("a", { givenName: "Ana", familyName: "Ruiz" });
    await (
      await app.signInAs(person, "a")
    ).put("/rest/account/profile", { givenName: "Ana", familyName: "Ruiz", locale: "de", timeZone: "Asia/Tokyo" });
    const course = await aCourse("Leitern & Tritte");
    const day = `${new Date().getUTCFullYear() + 1}-03-01`;
    expect((await enrol(person.id, course.id, day)).statusCode).toBe(200);
    await settleMail(app);
    const [row, ...others] = await messagesTo(person.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      state: "kept",
      reason: "mailbox",
      subject: "Sie sind eingeschrieben in Leitern & Tritte",
      address: person.email,
      tries: 0,
    });
    const message = await one(row?.id ?? 0);
    // The end of the day in Berlin, where the portal is, as Tokyo's clocks show it.
    expect(message.plain).toMatch(/Schließen Sie ihn ab bis .*2\. März \d{4} um 07:59 \(Tokyo\)\./);
    expect(message.plain).toContain(`http://a.test/v/course/details/online/${course.id}`);
    const headers = Object.fromEntries(message.headers.map(({ name, value }: { name: string; value: string }) => [name, value]));
    expect(headers).toMatchObject({
      To: person.email,
      From: '"Portal A" <no-reply@a.test>',
      "Message-ID": expect.stringMatching(/^<stoa\.\d+\.\d+@a\.test>$/),
      "List-Unsubscribe": expect.stringMatching(/^<http:\/\/a\.test\/rest\/mail\/unsubscribe\/[\w.-]+>$/),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    const frame = await admin.get(`/rest/mail/messages/${row?.id}/body`);
    expect(frame.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(frame.headers["content-security-policy"]).toContain("sandbox");
    expect(frame.body).toContain('<html dir="ltr" lang="de">');
    expect(frame.body).toContain("Leitern &amp; Tritte");
    expect(frame.body).toContain("prefers-color-scheme:dark");
  });

  test("is told once, however many causes enrol somebody, and again for the next time", async () => {
    const person = await app.aPerson("a");
    const course = await aCourse("Twice");
    await enrol(person.id, course.id);
    await enrol(person.id, course.id);
    await settleMail(app);
    expect(await messagesTo(person.id)).toHaveLength(1);
    const { rows } = (await admin.get(`/rest/people/${person.id}/enrolments`)).json() as { rows: { enrolmentId: number }[] };
    await admin.post(`/rest/people/${person.id}/enrolments/${rows[0]?.enrolmentId}/end`, { reason: "over" });
    await enrol(person.id, course.id);
    await settleMail(app);
    expect(await messagesTo(person.id)).toHaveLength(2);
  });

  test("of a rolled-back change there is none, and nobody is told of what they did themselves", async () => {
    const person = await app.aPerson("a");
    const client = await app.signInAs(person, "a");
    await client.post("/rest/enrolment/enrol", { courseId: (await aCourse("Own")).id });
    expect((await enrol(person.id, 999_999_999)).statusCode).toBe(400);
    await settleMail(app);
    expect(await messagesTo(person.id)).toEqual([]);
  });

  test("of a changed password cannot be switched off, and has no List-Unsubscribe", async () => {
    const person = await app.aPerson("a");
    const client = await app.signInAs(person, "a");
    const refused = await client.put("/rest/notifications/preferences", { choices: { enrolled: "off", password_changed: "off" } });
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([400, "is_mandatory"]);
    const kept = (await client.get("/rest/notifications/preferences")).json().rows as { event: string; mail: string }[];
    expect(kept.find(({ event }) => event === "enrolled")?.mail).toBe("instant");
    const body = { currentPassword: "correct-horse-battery", newPassword: "another-quiet-lantern" };
    expect((await client.post("/rest/auth/changePassword", body)).statusCode).toBe(200);
    await settleMail(app);
    const [row] = await messagesTo(person.id);
    const message = await one(row?.id ?? 0);
    expect(message.subject).toBe("Your password was changed");
    expect(message.headers.map(({ name }: { name: string }) => name)).not.toContain("List-Unsubscribe");
    expect(JSON.stringify(message)).not.toContain(body.newPassword);
  });
});

describe("what somebody chose", () => {
  test("off: the log says why nothing was sent; the bell has it all the same", async () => {
    const person = await app.aPerson("a");
    const client = await app.signInAs(person, "a");
    await client.put("/rest/notifications/preferences", { choices: { enrolled: "off" } });
    await enrol(person.id, (await aCourse("Off")).id);
    await settleMail(app);
    expect(await messagesTo(person.id)).toMatchObject([{ state: "withheld", reason: "preference" }]);
    const told = (await client.get("/rest/notifications")).json();
    expect(told).toMatchObject({ unread: 1, rows: [{ event: "enrolled", subject: "You are enrolled in Off", isRead: false }] });
    expect((await client.post("/rest/notifications/read", { id: told.rows[0].id })).json()).toEqual({ unread: 0 });
  });

  test.each([
    ["daily", /^\w+ 08:00$/],
    ["weekly", /^Mon 08:00$/],
  ])("%s: all of that time comes in one message at eight where the person is, of a week on a Monday", async (mail, at) => {
    const person = await app.aPerson("a");
    const client = await app.signInAs(person, "a");
    await client.put("/rest/account/profile", { givenName: "A", familyName: "B", locale: null, timeZone: "America/New_York" });
    await client.put("/rest/notifications/preferences", { choices: { enrolled: mail } });
    for (const title of ["One", "Two", "Three"]) {
      await enrol(person.id, (await aCourse(title)).id);
      await settleMail(app);
    }
    const [row, ...others] = await messagesTo(person.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ state: "waiting", reason: "digest", event: "digest" });
    const due = new Date(row?.dueAt ?? 0);
    const there = new Intl.DateTimeFormat("en", {
      weekday: "short",
      hour: "numeric",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: "America/New_York",
    });
    expect(there.format(due)).toMatch(at);
    await settleMail(app, { now: () => due });
    const message = await one(row?.id ?? 0);
    expect(message).toMatchObject({ state: "kept", subject: "3 things from Portal A" });
    for (const title of ["One", "Two", "Three"]) expect(message.plain).toContain(`You are enrolled in ${title}`);
  });
});

test("one click on List-Unsubscribe ends mails of that kind for that person, and nothing else; a made-up address does nothing", async () => {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  await enrol(person.id, (await aCourse("Unsubscribed")).id);
  await settleMail(app);
  const message = await one((await messagesTo(person.id))[0]?.id ?? 0);
  const list = message.headers.find(({ name }: { name: string }) => name === "List-Unsubscribe").value as string;
  const path = new URL(list.slice(1, -1)).pathname;
  const click = (host: string, url: string) =>
    app.server.inject({
      method: "POST",
      url,
      headers: { host, "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
  expect((await click("b.test", path)).statusCode).toBe(404);
  expect((await click("a.test", path.replace(/\.enrolled\./, ".completed."))).statusCode).toBe(404);
  expect((await click("a.test", path)).statusCode).toBe(200);
  const { rows } = (await client.get("/rest/notifications/preferences")).json() as { rows: { event: string; mail: string }[] };
  expect(rows.filter(({ mail }) => mail === "off").map(({ event }) => event)).toEqual(["enrolled"]);
  const opened = await app.server.inject({ url: path, headers: { host: "a.test" } });
  expect([opened.statusCode, opened.headers["location"]]).toEqual([302, "/v/student/myAccount"]);
});

test("security.md 36, 76: attacks in names and titles arrive as text in subjects, bodies and headers", async () => {
  const person = await app.aPerson("a", { givenName: hostile(80), familyName: hostile(80) });
  const attack = `${canaries.join(" ")}\r\nBcc: everybody@evil.test\u2028\u0085x`;
  await app.databases.inSystem("attacks in every event and letter", async (db) => {
    await db
      .insertInto("notifications")
      .values(
        events.map((event, nth) => ({
          portal_id: portalId(),
          event: event.name,
          subject: "course:1",
          user_id: person.id,
          occurrence: `${nth}`,
          variables: JSON.stringify(event.sample(attack)),
        })),
      )
      .execute();
    for (const letter of letters) await writeLetter(db, portalId(), letter, { userId: person.id }, letter.sample(attack));
  });
  await (await app.signInAs(person, "a")).put("/rest/notifications/preferences", { choices: { job_ended: "instant" } });
  await settleMail(app);
  const rows = await messagesTo(person.id);
  // What is collected for a day has not left yet.
  const collected = events.filter(({ mail }) => mail === "daily").length;
  expect(rows.length).toBeGreaterThanOrEqual(events.length + letters.length - collected);
  for (const { id } of rows) {
    const message = await one(id);
    for (const { value } of message.headers as { value: string }[]) expect(value).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    const { body } = await admin.get(`/rest/mail/messages/${id}/body`);
    expect(body).not.toMatch(/<(?:script|img|svg|iframe)/i);
    expect(body).not.toMatch(/href="(?!http:\/\/a\.test\/)/);
  }
});

test("what a system admin was told is read by system admins only, and nobody reads the messages of another portal", async () => {
  const system = app.person("system", "a");
  await app.databases.inSystem("a message for a test", (db) =>
    db
      .insertInto("notifications")
      .values({
        portal_id: portalId(),
        event: "password_changed",
        subject: "user:1",
        user_id: system.id,
        occurrence: "1",
        variables: '{"at":"2026-11-23T08:00:00Z"}',
      })
      .execute(),
  );
  await settleMail(app);
  const reader = await app.signIn("system", "a");
  const seen = ((await reader.get(`/rest/mail/messages?person=${system.id}`)).json() as { rows: MessageRow[] }).rows;
  expect(seen).toHaveLength(1);
  expect(await messagesTo(system.id)).toEqual([]);
  const id = seen[0]?.id ?? 0;
  const b = await app.signIn("admin", "b");
  for (const client of [admin, b])
    for (const path of ["", "/body"]) expect((await client.get(`/rest/mail/messages/${id}${path}`)).statusCode).toBe(404);
});

test("a message to whoever left the portal is withheld, and says so", async () => {
  const person = await app.aPerson("a");
  await enrol(person.id, (await aCourse("Left")).id);
  await app.databases.inSystem("leave in a test", (db) =>
    sql`update memberships set status = 'suspended' where user_id = ${person.id}`.execute(db),
  );
  await settleMail(app);
  expect(await messagesTo(person.id)).toMatchObject([{ state: "withheld", reason: "left", subject: null }]);
});
