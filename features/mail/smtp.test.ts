import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { freePort } from "#platform/test/free-port.ts";
import { smtpOptions } from "./server/smtp.ts";
import { startMailServer, type MailServer } from "./test/mail-server.ts";
import { settleMail } from "./test/settle-mail.ts";

// Messages go to a real mail server that accepts, is slow, refuses for now and for good, cuts the line, and wants TLS (MAIL-1, 3, 5).

let app: TestApp;
let server: MailServer;
beforeAll(async () => {
  app = await startTestApp();
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(() =>
  system(async (db) => {
    for (const table of ["notifications", "messages", "suppressed_addresses", "mail_settings"])
      await sql`delete from ${sql.table(table)}`.execute(db);
  }),
);

const system = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("a test of mail", work);
let count = 0;
/** A person whose address says how the mail server treats them, who is told of something. */
async function tell(manner: string, event: "completed" | "password_changed" = "completed") {
  const person = await app.aPerson("a", { email: `${manner}.${++count}@mail.test` });
  const variables =
    event === "completed" ? { courseId: 1, courseType: "online", course: `Course ${count}` } : { at: "2026-11-23T08:00:00Z" };
  await system((db) =>
    db
      .insertInto("notifications")
      .values({
        portal_id: app.portal("a").id,
        event,
        subject: "course:1",
        user_id: person.id,
        occurrence: "1",
        variables: JSON.stringify(variables),
      })
      .execute(),
  );
  return person;
}
const messageOf = ({ id }: { id: number }) =>
  system((db) => db.selectFrom("messages").selectAll().where("user_id", "=", id).orderBy("id", "desc").executeTakeFirstOrThrow());
const settings = (change: object) =>
  system((db) =>
    db
      .insertInto("mail_settings")
      .values({ portal_id: app.portal("a").id, ...change })
      .execute(),
  );
const takenBy = ({ email }: { email: string }, of = server) => of.taken.filter(({ to }) => to === email);
const settle = (now: Date = new Date(), of = server) => settleMail(app, { now: () => now, smtpUrl: of.url });
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test("a message is sent once, with HTML and plain text, and the log says so", async () => {
  const person = await tell("accepts");
  await settle();
  await settle(later(5000));
  const [mail, ...others] = takenBy(person);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Content-Type: multipart/alternative");
  expect(mail?.text).toMatch(/^Message-ID: <stoa\.\d+\.\d+@a\.test>/m);
  expect(await messageOf(person)).toMatchObject({ state: "sent", tries: 1, response: expect.stringContaining("250") });
});

test("refused for now, it is tried again after ever longer waits; after three days it has failed", async () => {
  const person = await tell("later");
  await settle();
  expect(await messageOf(person)).toMatchObject({ state: "waiting", reason: "again", tries: 1, response: expect.stringContaining("451") });
  await settle();
  expect((await messageOf(person)).tries).toBe(1);
  for (let day = 1; day <= 12; day++) await settle(later(day * 1500));
  expect(await messageOf(person)).toMatchObject({ state: "failed", reason: "gaveup", tries: 10 });
  expect(takenBy(person)).toEqual([]);
});

test("an address that does not exist gets nothing any more, until somebody lifts that", async () => {
  const person = await tell("refuses");
  await settle();
  expect(await messageOf(person)).toMatchObject({ state: "failed", reason: "refused", response: expect.stringContaining("550") });
  await system((db) =>
    db
      .insertInto("notifications")
      .values({
        portal_id: app.portal("a").id,
        event: "completed",
        subject: "course:2",
        user_id: person.id,
        occurrence: "2",
        variables: '{"courseId":2,"courseType":"online","course":"Two"}',
      })
      .execute(),
  );
  await settle();
  expect(await messageOf(person)).toMatchObject({ state: "withheld", reason: "suppressed" });
  const rows = await system((db) => db.selectFrom("suppressed_addresses").select(["address", "reason", "response"]).execute());
  expect(rows).toEqual([{ address: person.email, reason: "refused", response: expect.stringContaining("No such mailbox") }]);
});

test("a server that leaves once it has refused somebody holds up nobody, and what it said is kept without signs that are no text", async () => {
  const [gone, next] = [await tell("leaves"), await tell("accepts")];
  await settle();
  const { state, reason, response } = await messageOf(gone);
  expect([state, reason]).toEqual(["failed", "refused"]);
  expect(response).toMatch(/550 5\.1\.1 No such mailbox/);
  expect(takenBy(next)).toHaveLength(1);
});

test("a server that takes mail for its own people alone cannot be used, and nobody's address is to blame", async () => {
  const person = await tell("relay");
  expect((await settle()).problem).toContain("Relay access denied");
  expect(await messageOf(person)).toMatchObject({ state: "waiting", reason: "down" });
  expect(await system((db) => db.selectFrom("suppressed_addresses").selectAll().execute())).toEqual([]);
});

test("a text that is refused fails alone: the address stays, and the connection serves the next message", async () => {
  const [bad, good] = [await tell("rejects"), await tell("accepts")];
  await settle();
  expect(await messageOf(bad)).toMatchObject({ state: "failed", reason: "refused", response: expect.stringContaining("554") });
  expect(takenBy(good)).toHaveLength(1);
  expect(await system((db) => db.selectFrom("suppressed_addresses").selectAll().execute())).toEqual([]);
});

test("cut off after the text, a reminder is not sent again and says why; what protects an account is, under the same Message-ID", async () => {
  const [reminder, account] = [await tell("drops"), await tell("drops", "password_changed")];
  await settle();
  expect(await messageOf(reminder)).toMatchObject({ state: "unclear", reason: "lost" });
  await settle(later(30));
  await settle(later(60));
  expect(takenBy(reminder)).toEqual([]);
  expect(takenBy(account)).toHaveLength(1);
  expect(await messageOf(account)).toMatchObject({ state: "sent" });
});

test("while the server is away nothing is lost and no try is used up; admins see since when and why", async () => {
  const port = await freePort("127.0.0.1");
  const person = await tell("accepts");
  const away = `smtp://127.0.0.1:${port}`;
  const { problem } = await settleMail(app, { smtpUrl: away });
  expect(problem).toMatch(/ECONNREFUSED/);
  expect(await messageOf(person)).toMatchObject({ state: "waiting", reason: "down", tries: 0 });
  const back = await startMailServer({ port });
  await settleMail(app, { smtpUrl: away });
  expect(takenBy(person, back)).toHaveLength(1);
  await back.close();
});

test("a wrong password and a server that wants TLS are trouble of the server; with both right, it is sent", async () => {
  const auth = { user: "stoa", pass: "quiet-lantern" };
  const strict = await startMailServer({ wantsTls: true, auth });
  const person = await tell("accepts");
  const wrong = await settleMail(app, { smtpUrl: strict.url.replace(auth.pass, "guess") });
  expect(wrong.problem).toMatch(/535/);
  expect(wrong.problem).not.toContain("guess");
  await settleMail(app, { smtpUrl: strict.url });
  expect(takenBy(person, strict)).toHaveLength(1);
  await strict.close();
});

test.each([
  ["smtp://stoa:pw@mail.example.com:587", { secure: false, requireTLS: true }],
  ["smtp://stoa:pw@localhost.example.com", { secure: false, requireTLS: true }],
  ["smtp://stoa:pw@127.example.com", { secure: false, requireTLS: true }],
  ["smtps://stoa:pw@mail.example.com", { secure: true, requireTLS: true }],
  ["smtp://mail.example.com", { secure: false }],
  ["smtp://stoa:pw@localhost:1025", { secure: false }],
  ["smtp://stoa:pw@127.0.0.1:1025", { secure: false }],
  ["smtp://stoa:pw@[::1]:1025", { secure: false }],
])("%s is used with the encryption it needs", (url, wanted) => {
  const { secure, requireTLS } = smtpOptions(url).options as { secure?: boolean; requireTLS?: boolean };
  expect({ secure, ...(requireTLS !== undefined && { requireTLS }) }).toEqual(wanted);
});

test("a slow server is waited for", async () => {
  const slow = await startMailServer({ slowMs: 1500 });
  const people = [await tell("accepts"), await tell("accepts"), await tell("accepts")];
  await settleMail(app, { smtpUrl: slow.url });
  for (const person of people) expect(takenBy(person, slow)).toHaveLength(1);
  await slow.close();
});

test("the kill switch holds everything, the hourly cap all but what protects accounts", async () => {
  await settings({ is_on: false });
  const people = [await tell("accepts"), await tell("accepts"), await tell("accepts")];
  const account = await tell("accepts", "password_changed");
  await settle();
  expect([...people, account].flatMap((person) => takenBy(person))).toEqual([]);
  await system((db) => db.updateTable("mail_settings").set({ is_on: true, hourly_cap: 2 }).execute());
  await settle();
  expect(takenBy(account)).toHaveLength(1);
  const sent = () => people.flatMap((person) => takenBy(person)).length;
  expect(sent()).toBe(1);
  const states = await Promise.all(people.map(messageOf));
  expect(states.map(({ state, reason }) => `${state} ${reason ?? ""}`).toSorted()).toEqual(["sent ", "waiting cap", "waiting cap"]);
  await settle(later(30));
  expect(sent()).toBe(1);
  await settle(later(61));
  expect(sent()).toBe(3);
});

test("in quiet hours of a person's zone only what protects accounts is sent", async () => {
  const hour = new Date().getUTCHours();
  // Portal A is in Berlin; these people are where it is that hour now.
  await settings({ quiet_from: hour, quiet_to: (hour + 2) % 24 });
  const [reminder, account] = [await tell("accepts"), await tell("accepts", "password_changed")];
  await system((db) => db.updateTable("users").set({ time_zone: "UTC" }).where("id", "in", [reminder.id, account.id]).execute());
  await settle();
  expect(takenBy(account)).toHaveLength(1);
  expect(takenBy(reminder)).toEqual([]);
  const { state, reason, due_at } = await messageOf(reminder);
  expect([state, reason, due_at.getUTCHours(), due_at.getUTCMinutes()]).toEqual(["waiting", "quiet", (hour + 2) % 24, 0]);
  await settle(due_at);
  expect(takenBy(reminder)).toHaveLength(1);
});

test("a worker that dies before the text is handed over loses nothing; the lease goes to the next, once", async () => {
  const [before, after, account] = [await tell("accepts"), await tell("accepts"), await tell("accepts", "password_changed")];
  await settle(new Date(Date.now() - 60_000), { ...server, url: `smtp://127.0.0.1:${await freePort("127.0.0.1")}` });
  // As a killed worker leaves them: leased, and two of them handed over.
  await system((db) =>
    sql`update messages set state = 'sending', lease = gen_random_uuid(), leased_until = now() - interval '1 second', is_handed_over = user_id <> ${before.id}`.execute(
      db,
    ),
  );
  await settle();
  expect(takenBy(before)).toHaveLength(1);
  expect(takenBy(after)).toEqual([]);
  expect(await messageOf(after)).toMatchObject({ state: "unclear", reason: "lost" });
  expect(takenBy(account)).toHaveLength(1);
});
