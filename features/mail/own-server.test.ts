import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { freePort } from "#platform/test/free-port.ts";
import { ownOptions, turnOfPortal } from "./server/own-server.ts";
import { startMailServer, type MailServer } from "./test/mail-server.ts";
import { settleMail } from "./test/settle-mail.ts";

// A portal sends through a mail server of its own: a real one, at addresses that the installation names (MAIL-4, decision 040).

const auth = { user: "portal-a", pass: "quiet-lantern-7" };
let app: TestApp;
let admin: Client;
let own: MailServer;
let implicit: MailServer;
let installations: MailServer;
let awayPort: number;
beforeAll(async () => {
  own = await startMailServer({ wantsTls: true, auth });
  implicit = await startMailServer({ isTls: true, auth });
  installations = await startMailServer();
  awayPort = await freePort("127.0.0.1");
  const inner = [own.port, implicit.port, awayPort].map((port) => `127.0.0.1:${port}`);
  app = await startTestApp({ MAIL_INNER: inner.join(",") });
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await app.close();
  for (const server of [own, implicit, installations]) await server.close();
});
const system = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("a test of mail", work);
afterEach(() =>
  system(async (db) => {
    for (const table of ["notifications", "messages", "suppressed_addresses", "mail_settings", "mail_servers", "rate_limits"])
      await sql`delete from ${sql.table(table)}`.execute(db);
  }),
);

const terms = (changed: object = {}) => ({
  host: "127.0.0.1",
  port: own.port,
  tls: "starttls",
  user: auth.user,
  password: auth.pass,
  ...changed,
});
const save = (changed: object = {}, client = admin) => client.put("/rest/mail/server", { ...terms(), isOn: true, ...changed });
const tryOut = (changed: object = {}, client = admin) => client.post("/rest/mail/server/test", terms(changed));
const settle = (now: Date = new Date(Date.now() + 1)) => settleMail(app, { now: () => now, smtpUrl: installations.url });
const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
const shown = async (client = admin) => (await client.get("/rest/mail/settings")).json();
async function tell(key: "a" | "b") {
  const person = await app.aPerson(key, { email: `accepts.${key}.${Math.random().toString(36).slice(2)}@mail.test` });
  const told = { portal_id: app.portal(key).id, event: "completed", subject: "course:1", user_id: person.id, occurrence: "1" };
  const variables = JSON.stringify({ courseId: 1, courseType: "online", course: "Ropes" });
  await system((db) =>
    db
      .insertInto("notifications")
      .values({ ...told, variables })
      .execute(),
  );
  return person.email;
}
const takenBy = (server: MailServer, email: string) => server.taken.filter(({ to }) => to === email).length;
const entries = () =>
  system((db) => db.selectFrom("audit_events").selectAll().where("action", "like", "mail_server%").orderBy("id").execute());

test("what is used was tried out first; the portal's mail goes through it, that of others does not; removed, it goes the usual way", async () => {
  const reply = await save();
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { host: "127.0.0.1", port: own.port, tls: "starttls", user: auth.user, isOn: true },
  ]);
  expect(own.taken.at(-1)).toMatchObject({ to: "admin@a.test", text: expect.stringContaining("Mail of this portal arrives") });
  const [a, b] = [await tell("a"), await tell("b")];
  await settle();
  expect([takenBy(own, a), takenBy(installations, a), takenBy(own, b), takenBy(installations, b)]).toEqual([1, 0, 0, 1]);
  expect(await shown()).toMatchObject({ server: { host: "127.0.0.1", isOn: true }, status: { way: "smtp", isOwn: true, trouble: null } });
  const other = await app.signIn("admin", "b");
  expect(await shown(other)).toMatchObject({ server: null, status: { isOwn: false } });

  // With TLS from the start, and the password that is kept: for this server and user only.
  expect((await save({ port: implicit.port, tls: "implicit", password: null })).json().errors).toMatchObject([
    { field: "password", code: "password_needed" },
  ]);
  expect((await save({ user: "another", password: null })).statusCode).toBe(400);
  expect((await save({ port: implicit.port, tls: "implicit" })).statusCode).toBe(200);
  expect((await save({ port: implicit.port, tls: "implicit", password: null })).statusCode).toBe(200);
  const again = await tell("a");
  await settle();
  expect(takenBy(implicit, again)).toBe(1);

  // Of another portal nothing is removed.
  expect((await other.post("/rest/mail/server/remove")).json()).toEqual({ removed: false });
  expect((await admin.post("/rest/mail/server/remove")).json()).toEqual({ removed: true });
  const last = await tell("a");
  await settle();
  expect(takenBy(installations, last)).toBe(1);
});

test("what does not work takes nothing's place, and says what the server said; the password stands in no answer, entry or row", async () => {
  await save();
  const wrong = "another-guess-9";
  for (const reply of [await save({ password: wrong }), await tryOut({ password: wrong })]) {
    expect([reply.statusCode, reply.json().code]).toEqual([409, "test_not_taken"]);
    expect(reply.json().message).toMatch(/does not take this user and password.*535.*Wrong password/);
    expect(reply.body).not.toContain(wrong);
    expect(reply.body).not.toContain(Buffer.from(`\0${auth.user}\0${wrong}`).toString("base64").replace(/=+$/, ""));
  }
  // A server that leaves while somebody signs in keeps nobody waiting.
  expect((await tryOut({ user: "leaves", password: wrong })).json().message).toMatch(/could not be reached/);
  expect((await tryOut({ port: awayPort })).json().message).toMatch(/could not be reached/);
  expect((await tryOut({ tls: "implicit" })).json().message).toMatch(/no secure connection/);
  expect((await tryOut({ password: null })).json()).toEqual({ address: "admin@a.test" });
  const answer = JSON.stringify(await shown());
  const rows = await system(async (db) => ({
    entries: await db.selectFrom("audit_events").selectAll().execute(),
    servers: await db.selectFrom("mail_servers").selectAll().execute(),
  }));
  const written = JSON.stringify(rows.entries) + rows.servers[0]?.sealed?.toString("latin1") + JSON.stringify(rows.servers) + answer;
  for (const secret of [auth.pass, wrong, Buffer.from(auth.pass).toString("base64")]) expect(written).not.toContain(secret);
  expect((await entries()).map(({ action }) => action)).toContain("mail_server_saved");
  await expect(
    app.databases.inPortal(app.portal("a").id, (db) => db.selectFrom("mail_servers").select("sealed").execute()),
  ).rejects.toThrow(/permission denied/);
});

test.each([
  ["127.0.0.1", 25],
  ["localhost", 587],
  ["10.1.2.3", 465],
  ["169.254.169.254", 25],
  ["[::1]", 25],
  ["::ffff:127.0.0.1", 25],
  // A public address at a port that is none of mail.
  ["192.0.2.1", 443],
  ["8.8.8.8", 80],
])("nothing is sent to %s at port %i", async (host, port) => {
  const reply = await tryOut({ host, port });
  expect([reply.statusCode, reply.json().message]).toEqual([409, expect.stringContaining("not public")]);
});

test("a certificate is checked, and nothing is said in the open, but at addresses inside the certificate may be any", () => {
  const at = (isInner: boolean) => ownOptions({ host: "mail.example.org", port: 587, tls: "starttls" }, { address: "192.0.2.7", isInner });
  expect(at(false)).toMatchObject({
    host: "192.0.2.7",
    servername: "mail.example.org",
    secure: false,
    requireTLS: true,
    tls: { rejectUnauthorized: true },
  });
  expect(at(true).tls.rejectUnauthorized).toBe(false);
});

test("while it is away messages wait and nothing takes the other way; admins see why; it rests, and goes on by itself", async () => {
  await save();
  await system((db) => db.updateTable("mail_servers").set({ port: awayPort }).execute());
  const [a, b] = [await tell("a"), await tell("b")];
  await settle();
  expect([takenBy(installations, a), takenBy(installations, b)]).toEqual([0, 1]);
  const { status } = await shown();
  expect(status).toMatchObject({
    isOwn: true,
    waiting: 1,
    trouble: { problem: expect.stringMatching(/could not be reached.*ECONNREFUSED/) },
  });
  const row = () => system((db) => db.selectFrom("mail_servers").select(["failures", "rests_until"]).executeTakeFirstOrThrow());
  expect((await row()).failures).toBe(1);
  // It rests.
  await settle();
  expect((await row()).failures).toBe(1);
  await settle(later(10));
  expect((await row()).failures).toBe(2);
  const back = await startMailServer({ port: awayPort, wantsTls: true, auth });
  await settle(later(60));
  await back.close();
  expect([takenBy(back, a), takenBy(installations, a)]).toEqual([1, 0]);
  expect((await row()).failures).toBe(0);
  expect((await shown()).status.trouble).toBeNull();
});

test("what a turn found of a server is not said of one that was saved meanwhile", async () => {
  await save();
  const turn = () => turnOfPortal(app.databases, app.portal("a").id, app.config);
  const row = () => system((db) => db.selectFrom("mail_servers").select(["failures", "problem"]).executeTakeFirstOrThrow());
  const [early, late] = [turn(), turn()];
  await early.dial();
  await save();
  await late.dial();
  const trouble = { problem: "timeout", response: "Nothing." } as const;
  await early.keep(trouble, new Date());
  expect(await row()).toEqual({ failures: 0, problem: null });
  await late.keep(trouble, new Date());
  expect(await row()).toEqual({ failures: 1, problem: "timeout" });
  await early.keep(null, new Date());
  expect((await row()).failures).toBe(1);
  const last = turn();
  await last.dial();
  await last.keep(null, new Date());
  expect(await row()).toEqual({ failures: 0, problem: null });
});

test("sealed under another secret it sends nothing and says so", async () => {
  await save();
  await system((db) => sql`update mail_servers set sealed = set_byte(sealed, 40, (get_byte(sealed, 40) + 1) % 256)`.execute(db));
  const a = await tell("a");
  await settle();
  expect([takenBy(own, a), takenBy(installations, a)]).toEqual([0, 0]);
  expect((await shown()).status.trouble.problem).toMatch(/cannot be read any more/);
  expect((await tryOut({ password: null })).statusCode).toBe(400);
});

test("the kill switch holds it, also a test; kept and not used, mail goes the usual way", async () => {
  await save({ isOn: false });
  const first = await tell("a");
  await settle();
  expect([takenBy(own, first), takenBy(installations, first)]).toEqual([0, 1]);
  await save();
  await system((db) =>
    db
      .insertInto("mail_settings")
      .values({ portal_id: app.portal("a").id, is_on: false })
      .execute(),
  );
  const before = own.taken.length;
  const second = await tell("a");
  await settle();
  for (const reply of [await tryOut(), await save()]) expect([reply.statusCode, reply.json().code]).toEqual([409, "mail_stopped"]);
  expect([own.taken.length, takenBy(installations, second)]).toEqual([before, 0]);
});

test("only admins of the portal set it", async () => {
  for (const role of ["student", "author", "manager"] as const) {
    const client = await app.signIn(role, "a");
    for (const reply of [await save({}, client), await tryOut({}, client), await client.post("/rest/mail/server/remove")])
      expect(reply.statusCode).toBe(403);
  }
  expect(await system((db) => db.selectFrom("mail_servers").selectAll().execute())).toEqual([]);
});
