import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { makeOrderedLinks } from "#features/auth/server/password-link-orders.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { createLog } from "#platform/log.ts";

let app: TestApp;
let mail: MailServer;
let admin: Client;
let manager: Client;
const workers: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "1000" });
  [admin, manager] = await Promise.all([app.signIn("admin", "a"), app.signIn("manager", "a")]);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const newPassword = "violet-harbour-lantern-41";
const preview = async (client: Client, kind: string, input: object, of: object) => await client.post("/rest/bulk", { kind, input, of });
const run = async (client: Client, runId: number) => (await client.post(`/rest/bulk/${runId}/run`)).json();
const linksFor = (of: object, input: object = { life: "day", onlyNew: false }, client = admin) =>
  preview(client, "send-password-links", input, of);
const inSystem = (statement: ReturnType<typeof sql>) => app.databases.inSystem("prepare a test", (db) => statement.execute(db));
const sentTo = async (email: string) => {
  await makeOrderedLinks(app.databases, app.config);
  await settleMail(app, { smtpUrl: mail.url });
  return mail.taken.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
};
const tokenIn = (letter: string | undefined) => /\/auth\/reset#([\w-]{43})/.exec(letter ?? "")?.[1] ?? "missing";
const reset = (token: string) => app.anonymous("a").post("/rest/auth/reset", { token, newPassword });
const signIn = async (email: string, password: string) =>
  (await app.anonymous("a").post("/rest/auth/login", { email, password })).statusCode;

test("password links: the preview says who gets one and who does not and why; nobody else has what a letter carries (FIND-2; security.md 14, 57)", async () => {
  const [plain, suspended, elsewhere, blocked, moved] = await Promise.all([
    app.aPerson("a"),
    app.aPerson("a", { status: "suspended" }),
    app.aPerson("a"),
    app.aPerson("a"),
    app.aPerson("a", { isManager: true }),
  ]);
  await inSystem(sql`insert into memberships (portal_id, user_id) values (${app.portal("b").id}, ${elsewhere.id})`);
  await inSystem(
    sql`insert into suppressed_addresses (portal_id, address, reason) values (${app.portal("a").id}, ${blocked.email}, 'refused')`,
  );
  // Somebody else has given a manager another address, which nobody has signed in with.
  await inSystem(sql`update users set email_set_at = now() where id = ${moved.id}`);
  const ids = [plain, suspended, elsewhere, blocked, moved].map(({ id }) => id);
  const told = (await linksFor({ ids: [...ids, admin.userId] })).json();
  expect(told).toMatchObject({ title: "Send 1 person a link to choose a password", total: 6, changes: 1, isFinal: false });
  expect(told.leftOut.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    "Deactivated",
    "Somebody else changed their email, and they have not signed in with it: hand them a link",
    "Their address is on the email blacklist",
    "Uses the same account in another portal: only they change its password",
    "You yourself",
  ]);
  expect(told.sample).toMatchObject([{ id: plain.id, before: "No link", after: "A link by email" }]);
  expect((await run(admin, told.runId)).result).toEqual({ done: 1, notDone: 0 });

  const letters = await sentTo(plain.email);
  expect(letters).toHaveLength(1);
  const token = tokenIn(letters[0]);
  const { rows } = await app.databases.inSystem("look for the token", (db) =>
    sql<{ text: string }>`select row_to_json(m)::text as text from messages m where user_id = ${plain.id}
      union all select row_to_json(l)::text from password_links l where user_id = ${plain.id}
      union all select row_to_json(o)::text from password_link_orders o where user_id = ${plain.id}`.execute(db),
  );
  expect(rows).toHaveLength(3);
  for (const { text } of rows) expect(text).not.toContain(token);
  for (const { id, email } of [suspended, elsewhere, blocked, moved]) {
    expect([id, await sentTo(email)]).toEqual([id, []]);
  }
  expect((await reset(token)).statusCode).toBe(200);
  expect(await signIn(plain.email, newPassword)).toBe(200);
  expect((await reset(token)).statusCode).toBe(404);
});

test("password links: who has a password can be left out, managers send none, and nobody out of the portal is named (security.md 5, 16)", async () => {
  const [has, lacks] = await Promise.all([app.aPerson("a"), app.aPerson("a")]);
  await inSystem(sql`update users set password_changed_at = now() where id = ${has.id}`);
  const told = (await linksFor({ ids: [has.id, lacks.id] }, { life: "week", onlyNew: true })).json();
  expect(told).toMatchObject({ changes: 1, leftOut: [{ reason: "Has a password already", count: 1 }] });
  expect((await linksFor({ ids: [lacks.id] }, undefined, manager)).statusCode).toBe(403);
  expect((await linksFor({ ids: [(await app.aPerson("b")).id] })).statusCode).toBe(404);
  expect((await linksFor({ ids: [lacks.id] }, { life: "year", onlyNew: true })).statusCode).toBe(400);
});

test("password links: undoing makes the unused ones void at once and says which were used; links made otherwise stay (FIND-2, INV-9)", async () => {
  const [used, unused, byHand, unmade] = await Promise.all([app.aPerson("a"), app.aPerson("a"), app.aPerson("a"), app.aPerson("a")]);
  const first = (await linksFor({ ids: [used.id, unused.id, byHand.id] })).json();
  const { jobId } = await run(admin, first.runId);
  const [ofUsed, ofUnused] = [tokenIn((await sentTo(used.email))[0]), tokenIn((await sentTo(unused.email))[0])];
  expect((await reset(ofUsed)).statusCode).toBe(200);
  const { url } = (await admin.post(`/rest/people/${byHand.id}/passwordLink`, { life: "day" })).json();
  const undone = (await admin.post(`/rest/jobs/${jobId}/undo`)).json();
  expect(undone.facts).toEqual([
    { label: "Undone", value: "2" },
    { label: "Changed since and left alone", value: "1" },
  ]);
  const left = (await admin.get(`/rest/bulk/${first.runId}/rows?show=notUndone`)).json().rows;
  expect(left).toMatchObject([{ id: used.id, reason: "The link was used in the meantime" }]);
  expect((await reset(ofUnused)).statusCode).toBe(404);
  expect(await signIn(unused.email, testPassword)).toBe(200);
  await makeOrderedLinks(app.databases, app.config);
  const links = await app.databases.inSystem("read a test", (db) =>
    db.selectFrom("password_links").select("user_id").where("user_id", "in", [unused.id, byHand.id]).execute(),
  );
  expect(links).toEqual([{ user_id: byHand.id }]);
  expect((await reset(url.split("#")[1])).statusCode).toBe(200);

  // Undone before a worker came to it, no letter leaves.
  const second = (await linksFor({ ids: [unmade.id] })).json();
  const again = await run(admin, second.runId);
  await admin.post(`/rest/jobs/${again.jobId}/undo`);
  expect(await sentTo(unmade.email)).toEqual([]);
});

test("password links: whoever was given a role, deactivated or erased between order and letter gets none", async () => {
  const [promoted, gone] = await Promise.all([app.aPerson("a"), app.aPerson("a")]);
  const { runId } = (await linksFor({ ids: [promoted.id, gone.id] })).json();
  await run(admin, runId);
  await inSystem(sql`update memberships set is_admin = true where user_id = ${promoted.id}`);
  await inSystem(sql`update memberships set status = 'suspended' where user_id = ${gone.id}`);
  expect([...(await sentTo(promoted.email)), ...(await sentTo(gone.email))]).toEqual([]);
});

test("password links: all that match are sent by a job, each with a link of their own", async () => {
  workers.push(await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) }));
  const crowd = await Promise.all(
    Array.from({ length: 60 }, (_, nth) => app.aPerson("a", { givenName: "Linked", familyName: String(nth) })),
  );
  const told = (await linksFor({ list: "people", query: { q: "linked" } })).json();
  expect(told).toMatchObject({ total: 60, changes: 60 });
  const { jobId } = await run(admin, told.runId);
  await expect.poll(async () => (await admin.get(`/rest/jobs/${jobId}`)).json().state, { timeout: 20_000 }).toBe("done");
  await makeOrderedLinks(app.databases, app.config);
  const { rows } = await app.databases.inSystem("read a test", (db) =>
    sql<{
      links: number;
      letters: number;
    }>`select (select count(distinct token_hash)::int from password_links where run_id = ${told.runId}) as links,
      (select count(distinct user_id)::int from messages where event = 'password_invitation' and user_id = any (${crowd.map(({ id }) => id)}::bigint[])) as letters`.execute(
      db,
    ),
  );
  expect(rows).toEqual([{ links: 60, letters: 60 }]);
});

const tell = (of: object, input: object = { subject: "New rooms", body: "We move on Monday.\n\nBring a <b>box</b>." }, client = manager) =>
  preview(client, "message", input, of);

test("a message reaches the bell of everybody and the mail of whoever has not switched it off, once; it is final (FIND-2)", async () => {
  const [plain, quiet, gone] = await Promise.all([app.aPerson("a"), app.aPerson("a"), app.aPerson("a", { status: "suspended" })]);
  await (await app.signInAs(quiet, "a")).put("/rest/notifications/preferences", { choices: { staff_message: "off" } });
  const told = (await tell({ ids: [plain.id, quiet.id, gone.id, manager.userId] })).json();
  expect(told).toMatchObject({ title: "Send “New rooms” to 2 people", changes: 2, isFinal: true });
  expect(told.leftOut.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(["Deactivated", "You yourself"]);
  const done = await run(manager, told.runId);
  expect(done.result).toEqual({ done: 2, notDone: 0 });
  expect(await run(manager, told.runId)).toEqual(done);
  for (const person of [plain, quiet]) {
    const { rows } = (await (await app.signInAs(person, "a")).get("/rest/notifications")).json();
    expect(rows).toMatchObject([{ subject: "New rooms", lines: ["We move on Monday.", "Bring a <b>box</b>.", "Sent by Manager A"] }]);
  }
  const [letter, ...more] = await sentTo(plain.email);
  expect(more).toEqual([]);
  expect(letter).toContain("Subject: New rooms");
  expect(letter).toContain("&lt;b&gt;box&lt;/b&gt;");
  expect(await sentTo(quiet.email)).toHaveLength(0);
  expect(await sentTo(gone.email)).toEqual([]);
  expect((await manager.post(`/rest/jobs/${done.jobId}/undo`)).json().code).toBe("not_undoable");
});

test("a message is one plain subject and a text, and reaches nobody beyond a manager's scope (security.md 5)", async () => {
  const { id } = await app.aPerson("a");
  for (const input of [
    { subject: "", body: "Text" },
    { subject: "Two\nlines", body: "Text" },
    { subject: "Words", body: " " },
    { subject: "Words", body: "x".repeat(5001) },
  ])
    expect((await tell({ ids: [id] }, input)).statusCode).toBe(400);
  expect((await tell({ ids: [(await app.aPerson("b")).id] })).statusCode).toBe(404);
  expect((await tell({ ids: [id] }, undefined, await app.signIn("student", "a"))).statusCode).toBe(403);
});
