import * as pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Client, TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { aCodeBody } from "#features/codes/test/code-body.ts";
import { newPassword, startRegistering } from "#features/registration/test/registering.ts";
import { createLog } from "#platform/log.ts";
import { leftOf, levelOf } from "./levels.ts";
import { seatsOf } from "./server/service.ts";

// How many people can be active in a portal (ENV-8, IMP-2): whatever way they come by.

let here: Awaited<ReturnType<typeof startRegistering>>;
let app: TestApp;
let admin: Client;
let system: Client;
let db: pg.Client;
let worker: { stop(): Promise<void> };
let portalId: number;
beforeAll(async () => {
  here = await startRegistering();
  ({ app, admin } = here);
  portalId = app.portal("a").id;
  system = await app.signIn("system", "a");
  db = new pg.Client(app.databaseUrl);
  await db.connect();
  worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) });
});
afterAll(async () => {
  await worker?.stop();
  await db?.end();
  await here?.close();
});
beforeEach(() => setCap(null));

let made = 0;
const anEmail = () => `seat${++made}@seats.test`;
const rows = async <Row>(text: string, values: unknown[] = []) => (await db.query(text, values)).rows as Row[];
const setCap = async (cap: number | null, id = portalId) => {
  const reply = await system.put(`/rest/seats/${id}`, { cap });
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { portalId: id, cap }]);
};
const used = async () => (await admin.get("/rest/seats")).json().seats.used as number;
/** Leaves so many seats. */
const leave = async (seats: number) => setCap((await used()) + seats);
const add = (email = anEmail(), client = admin) =>
  client.post("/rest/people", { email, givenName: "Ana", familyName: "Ruiz", externalId: "" });
/** The secret of the link that somebody was sent who registered; the worker sends too. */
async function tokenFor(email: string): Promise<string> {
  await expect.poll(() => here.tokensFor(email)).toHaveLength(1);
  return (await here.tokensFor(email))[0] ?? "missing";
}
const accounts = async (email: string) => (await rows("select id from users where email = $1", [email])).length;
const suspend = (userId: number) => admin.post(`/rest/people/${userId}/status`, { status: "suspended", reason: "Left" });
const bring = (userId: number) => admin.post(`/rest/people/${userId}/status`, { status: "active", reason: "Back" });
const full = async () => {
  const count = await used();
  return { code: "no_seat_left", params: { used: count, cap: count } };
};

test("a system admin sets the seats, noted in that portal; its admin sees them and cannot change them", async () => {
  await setCap(40);
  expect((await admin.get("/rest/seats")).json()).toEqual({ seats: { portalId, cap: 40, used: await used() }, canChange: false });
  expect((await system.get("/rest/seats")).json()).toMatchObject({ canChange: true });
  expect((await admin.put(`/rest/seats/${portalId}`, { cap: 4000 })).statusCode).toBe(403);
  expect((await system.put("/rest/seats/999999", { cap: 4 })).statusCode).toBe(404);
  for (const cap of [0, -1, 1.5, 10_000_001, "7"])
    expect([cap, (await system.put(`/rest/seats/${portalId}`, { cap })).statusCode]).toEqual([cap, 400]);
  // Of another portal too.
  await setCap(50, app.portal("b").id);
  await setCap(null, app.portal("b").id);
  const noted = await rows(
    "select portal_id::int, before, after from audit_events where action = 'seats_set' and portal_id = $1 order by id",
    [app.portal("b").id],
  );
  expect(noted).toMatchObject([
    { before: { seats: null }, after: { seats: 50 } },
    { before: { seats: 50 }, after: { seats: null } },
  ]);
  const of = await app.databases.inSystem("read a test", (one) => seatsOf(one, [portalId, app.portal("b").id, 999_999]));
  expect([...of.keys()]).toEqual([portalId, app.portal("b").id]);
  expect(of.get(portalId)).toEqual({ portalId, cap: 40, used: await used() });
});

test("whoever looks after some people only is told no number of the whole portal", async () => {
  const person = await app.aPerson("a", { isManager: true });
  const { id: groupId } = (await admin.post("/rest/groups", { name: "Early shift", description: "", condition: null })).json();
  await db.query("update role_assignments set scope = $1 where user_id = $2", [{ kind: "groups", groupIds: [groupId] }, person.id]);
  const scoped = await app.signInAs(person, "a");
  expect((await scoped.get("/rest/seats")).json()).toEqual({ seats: null, canChange: false });
});

test("a seat is an active membership of a person: not of the suspended, the merged, the preview guest or a system admin", async () => {
  const before = await used();
  const person = await app.aPerson("a");
  expect(await used()).toBe(before + 1);
  const seatless = [await app.aPerson("a", { status: "suspended" }), await app.aPerson("a"), await app.aPerson("a")];
  await db.query("update memberships set status = 'suspended' where user_id = $1", [seatless[1]?.id]);
  await db.query("update users set kind = 'departed' where id = $1", [seatless[1]?.id]);
  await db.query("update users set is_system_admin = true where id = $1", [seatless[2]?.id]);
  expect(await used()).toBe(before + 1);
  await suspend(person.id);
  expect(await used()).toBe(before);
  // Who takes none comes into a full portal.
  await leave(0);
  await db.query("update memberships set status = 'suspended' where user_id = $1", [seatless[2]?.id]);
  await db.query("update memberships set status = 'active' where user_id = $1", [seatless[2]?.id]);
});

test("by hand: refused when full with the numbers, nothing is left of it, and a freed seat is usable at once", async () => {
  const leaver = await app.aPerson("a");
  await leave(0);
  const email = anEmail();
  const refused = await add(email);
  expect([refused.statusCode, refused.json()]).toMatchObject([409, await full()]);
  expect(refused.json().message).toContain("Deactivate people who have left");
  expect(await accounts(email)).toBe(0);
  expect((await suspend(leaver.id)).statusCode).toBe(200);
  expect((await add(email)).statusCode).toBe(200);
  expect((await bring(leaver.id)).json()).toMatchObject(await full());
  const returning = { givenName: "A", familyName: "B", email: leaver.email, externalId: "" };
  expect((await admin.post(`/rest/people/${leaver.id}/return`, returning)).json()).toMatchObject(await full());
  const elsewhere = await app.aPerson("b");
  expect((await system.post(`/rest/identities/${elsewhere.id}/memberships`, { portalId })).json()).toMatchObject(await full());
  expect(
    (await system.post(`/rest/identities/${leaver.id}/memberships/${portalId}/status`, { status: "active", reason: "Back" })).json(),
  ).toMatchObject(await full());
});

test("fewer seats than are taken are allowed: nobody loses anything, and nobody new comes in", async () => {
  const person = await app.aPerson("a");
  const before = await used();
  await setCap(before - 2);
  expect(await used()).toBe(before);
  expect((await add()).json()).toMatchObject({ code: "no_seat_left", params: { used: before, cap: before - 2 } });
  // What is no new seat goes on: suspending, and changing who is here.
  await suspend(person.id);
  expect((await add()).json()).toMatchObject({ code: "no_seat_left", params: { used: before - 1 } });
});

test("registering by oneself: refused early without numbers, the link stays, and no account is made", async () => {
  await here.opens("open");
  const email = anEmail();
  expect((await here.register(email)).statusCode).toBe(200);
  const token = await tokenFor(email);
  const { id } = await app.aPerson("a");
  await leave(0);
  const late = (await here.register(anEmail())).json();
  expect(late).toMatchObject({ code: "portal_full", params: {} });
  expect(late.message).not.toMatch(/\d/);
  expect((await here.confirm(token)).json()).toMatchObject({ code: "portal_full", params: {} });
  expect(await accounts(email)).toBe(0);
  await suspend(id);
  expect((await here.confirm(token)).json()).toMatchObject({ state: "joined" });
  expect((await here.signIn(email)).statusCode).toBe(200);
});

test("who is let in by hand waits in a full portal; letting more in than there are seats is refused as a whole", async () => {
  await here.opens("approval");
  const emails = [anEmail(), anEmail()];
  for (const email of emails) expect((await here.register(email)).statusCode).toBe(200);
  const ids = (await rows<{ id: string }>("select id from registrations where email = any ($1)", [emails])).map(({ id }) => Number(id));
  await leave(1);
  const cap = (await used()) + 1;
  const decide = (which: number[]) => admin.post("/rest/registration/requests/decide", { ids: which, approves: true, reason: "" });
  expect((await decide(ids)).json()).toMatchObject({ code: "no_seat_left", params: { used: cap - 1, cap } });
  for (const email of emails) expect(await accounts(email)).toBe(0);
  expect((await decide(ids.slice(0, 1))).json()).toEqual({ decided: 1, left: 0 });
  expect((await decide(ids.slice(1))).json()).toMatchObject(await full());
});

test("a code in a full portal: nobody begins with it, and its seat is not used up by who confirms", async () => {
  const { id } = (await admin.post("/rest/codes", aCodeBody({ seats: 1 }))).json();
  const { code } = (await admin.get(`/rest/codes/${id}`)).json().word;
  const email = anEmail();
  expect((await here.register(email, { code })).statusCode).toBe(200);
  const token = await tokenFor(email);
  const leaver = await app.aPerson("a");
  await leave(0);
  expect((await app.anonymous("a").post("/rest/registration/code", { code })).json()).toMatchObject({ code: "portal_full", params: {} });
  expect((await here.register(anEmail(), { code })).json()).toMatchObject({ code: "portal_full" });
  expect((await here.confirm(token)).json()).toMatchObject({ code: "portal_full" });
  expect((await admin.get(`/rest/codes/${id}`)).json()).toMatchObject({ taken: 0 });
  expect(await accounts(email)).toBe(0);
  await suspend(leaver.id);
  expect((await here.confirm(token)).json()).toMatchObject({ state: "joined" });
  expect((await admin.get(`/rest/codes/${id}`)).json()).toMatchObject({ taken: 1 });
});

test("an invitation stays valid when it is accepted in a full portal", async () => {
  const email = anEmail();
  expect((await admin.post("/rest/invitations", { emails: [email], role: null, groupIds: [], days: 14 })).statusCode).toBe(200);
  await expect.poll(() => here.lettersTo(email)).toHaveLength(1);
  const letter = (await here.lettersTo(email))[0] ?? "";
  const token = /\/v\/auth\/invitation#([\w-]{43})/.exec(letter)?.[1] ?? "missing";
  const accept = () => app.anonymous("a").post("/rest/invitations/accept", { token, givenName: "Ines", familyName: "Vega", newPassword });
  const leaver = await app.aPerson("a");
  await leave(0);
  expect((await accept()).json()).toMatchObject({ code: "portal_full", params: {} });
  expect(await accounts(email)).toBe(0);
  await suspend(leaver.id);
  expect((await accept()).statusCode).toBe(200);
});

test("bulk: as many come back as there are seats, the others are told why; undoing a deactivation too", async () => {
  const people = [];
  for (let nth = 0; nth < 5; nth++) people.push(await app.aPerson("a"));
  const ids = people.map(({ id }) => id);
  const bulk = async (kind: string, of: readonly number[]) => (await admin.post("/rest/bulk", { kind, input: {}, of: { ids: of } })).json();
  const deactivated = await bulk("deactivate", ids);
  const { jobId } = (await admin.post(`/rest/bulk/${deactivated.runId}/run`)).json();
  await leave(2);
  const told = await bulk("reactivate", ids);
  expect(told).toMatchObject({ changes: 2, leftOut: [{ reason: "No seat is left", count: 3 }] });
  // A seat less than the preview saw.
  expect((await add()).statusCode).toBe(200);
  expect((await admin.post(`/rest/bulk/${told.runId}/run`)).json().result).toEqual({ done: 1, notDone: 1 });
  const active = async () =>
    Number(
      (await rows<{ count: string }>("select count(*) from memberships where user_id = any ($1) and status = 'active'", [ids]))[0]?.count,
    );
  expect(await active()).toBe(1);
  await leave(2);
  const undo = (await admin.post(`/rest/jobs/${jobId}/undo`)).json();
  await ended(undo.id);
  expect(await active()).toBe(3);
});

test("moving people to a full portal leaves out who finds no seat there", async () => {
  const b = app.portal("b").id;
  await db.query("insert into memberships (portal_id, user_id, is_admin) values ($1, $2, true)", [b, admin.userId]);
  await db.query(`insert into role_assignments (portal_id, user_id, role, scope) values ($1, $2, 'Admin', '{"kind": "portal"}')`, [
    b,
    admin.userId,
  ]);
  const people = [await app.aPerson("a"), await app.aPerson("a")];
  const of = await app.databases.inSystem("read a test", (one) => seatsOf(one, [b]));
  await setCap((of.get(b)?.used ?? 0) + 1, b);
  const told = (
    await admin.post("/rest/bulk", { kind: "move-portal", input: { portalId: b }, of: { ids: people.map(({ id }) => id) } })
  ).json();
  expect(told).toMatchObject({ changes: 1, leftOut: [{ reason: "No seat is left in Portal B", count: 1 }] });
  const { jobId, result } = (await admin.post(`/rest/bulk/${told.runId}/run`)).json();
  expect(result).toEqual({ done: 1, notDone: 0 });
  // Back again there must be a seat here.
  await leave(0);
  await ended((await admin.post(`/rest/jobs/${jobId}/undo`)).json().id);
  expect(await used()).toBe((await admin.get("/rest/seats")).json().seats.cap);
  expect(
    await rows("select status from memberships where portal_id = $1 and user_id = any ($2) order by status", [
      portalId,
      people.map(({ id }) => id),
    ]),
  ).toEqual([{ status: "active" }, { status: "suspended" }]);
  await setCap(null, b);
});

async function ended(jobId: number) {
  const read = async () => (await admin.get(`/rest/jobs/${jobId}`)).json() as { state: string; reason: string | null };
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).not.toMatch(/^(queued|running)$/);
  return read();
}

interface Shown {
  id: number;
  plan: object;
  state: string;
  counts: Record<string, number>;
  runJobId: number;
  seats: object | null;
}
const imported = async (id: number) => {
  const read = async () => (await admin.get(`/rest/imports/${id}`)).json() as Shown;
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toMatch(/ing$/);
  return read();
};
async function checked(text: string, plan: object = {}) {
  const one = (await admin.post("/rest/imports/paste", { text })).json() as Shown;
  const answer = await admin.post(`/rest/imports/${one.id}/check`, { ...one.plan, ...plan });
  expect(answer.statusCode, answer.body).toBe(200);
  return imported(one.id);
}
const rowsOf = async (id: number, result: string) =>
  (await admin.get(`/rest/imports/${id}/rows?result=${result}`)).json().rows as { number: number; findings: { code: string }[] }[];

test("import: the check says which rows find no seat; the run stops at the cap with these rows told, and is undone", async () => {
  const emails = Array.from({ length: 6 }, anEmail);
  const leaver = await app.aPerson("a");
  await leave(3);
  const before = await used();
  const one = await checked(
    ["email\tgiven name\tfamily name\tstatus", ...emails.map((email, nth) => `${email}\tA\tB\t${nth === 0 ? "inactive" : "active"}`)].join(
      "\n",
    ),
  );
  // Who comes in deactivated takes none.
  expect(one).toMatchObject({ counts: { create: 4, error: 2 }, seats: { used: before, cap: before + 3, needed: 3, beyond: 2 } });
  expect((await rowsOf(one.id, "error")).map(({ number, findings }) => [number, findings.map(({ code }) => code)])).toEqual([
    [6, ["no_seat"]],
    [7, ["no_seat"]],
  ]);
  // A seat is taken meanwhile: the last row of the check finds none.
  await add();
  await admin.post(`/rest/imports/${one.id}/run`, { people: null });
  const done = await imported(one.id);
  expect(done).toMatchObject({ state: "done", counts: { done: 3, refused: 1 } });
  expect((await rowsOf(one.id, "refused")).map(({ number, findings }) => [number, findings.map(({ code }) => code)])).toEqual([
    [5, ["no_seat", "changed_since_check"]],
  ]);
  expect(await used()).toBe(before + 3);
  expect((await suspend(leaver.id)).statusCode).toBe(200);
  await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect(await imported(one.id)).toMatchObject({ state: "undone", counts: { undone: 3 } });
  expect(await used()).toBe(before);
});

test("import: a corrected row finds the seat that another row left, and an undo brings nobody back without a seat", async () => {
  const [first, second] = [anEmail(), anEmail()];
  await leave(1);
  const one = await checked(`email\tgiven name\tstatus\n${first}\tA\tactive\n${second}\tB\tactive`);
  expect(one).toMatchObject({ counts: { create: 1, error: 1 } });
  const correct = async (number: number, cells: string[]) => (await admin.post(`/rest/imports/${one.id}/rows/${number}`, { cells })).json();
  expect(await correct(3, [second, "C", "active"])).toMatchObject({ verdict: "error" });
  expect(await correct(2, [first, "A", "inactive"])).toMatchObject({ verdict: "create" });
  expect(await correct(3, [second, "C", "active"])).toMatchObject({ verdict: "create" });
  await setCap(null);
  const person = await app.aPerson("a");
  const off = await checked(`email\tstatus\n${person.email}\tinactive`);
  await admin.post(`/rest/imports/${off.id}/run`, { people: null });
  const { runJobId } = await imported(off.id);
  await leave(0);
  await admin.post(`/rest/jobs/${runJobId}/undo`);
  expect(await imported(off.id)).toMatchObject({ state: "undone", counts: { kept: 1 } });
});

test("import: where more are active than there are seats, an undo lets go whom it brought in, and brings nobody back", async () => {
  await setCap(null);
  const [one, other] = [await app.aPerson("a"), await app.aPerson("a")];
  const come = await checked(
    `email\tgiven name\tfamily name\tstatus\n${anEmail()}\tA\tB\tactive\n${one.email}\tAna\tRuiz\tinactive\n${other.email}\tAna\tRuiz\tinactive`,
  );
  await admin.post(`/rest/imports/${come.id}/run`, { people: null });
  const { runJobId } = await imported(come.id);
  const before = await used();
  await setCap(before - 2);
  await admin.post(`/rest/jobs/${runJobId}/undo`);
  expect(await imported(come.id)).toMatchObject({ state: "undone", counts: { undone: 1, kept: 2 } });
  expect(await used()).toBe(before - 1);
});

test("undoing a merge and cancelling an erasure need a seat", async () => {
  const [kept, gone, leaving] = [await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a")];
  const { jobId } = (
    await admin.post(`/rest/lifecycle/people/${kept.id}/merge/${gone.id}`, { fields: [], externalId: false, courses: [] })
  ).json();
  expect(await ended(jobId)).toMatchObject({ state: "done" });
  const asked = await admin.post(`/rest/lifecycle/people/${leaving.id}/erasure`, { when: "later", reason: "Asked" });
  expect(asked.statusCode, asked.body).toBe(200);
  await leave(0);
  expect((await admin.post(`/rest/lifecycle/people/${leaving.id}/erasure/cancel`)).json()).toMatchObject(await full());
  const failed = await ended((await admin.post(`/rest/jobs/${jobId}/undo`)).json().id);
  expect(failed.state).toBe("failed");
  expect(failed.reason).toContain("seats of this portal are taken");
  await setCap(null);
  expect((await admin.post(`/rest/lifecycle/people/${leaving.id}/erasure/cancel`)).statusCode).toBe(200);
});

test("50 at once on 10 seats, half by hand and half by registration: exactly 10 come in (security.md rows 95, 96)", async () => {
  await here.opens("open");
  const emails = Array.from({ length: 25 }, anEmail);
  for (const email of emails) expect((await here.register(email)).statusCode).toBe(200);
  const tokens = [];
  for (const email of emails) tokens.push(await tokenFor(email));
  await leave(10);
  const before = await used();
  const replies = await Promise.all(tokens.flatMap((token) => [add(), here.confirm(token)]));
  const outcomes = replies.map((reply) => (reply.statusCode === 200 ? "in" : reply.json().code));
  expect(outcomes.filter((one) => one === "in")).toHaveLength(10);
  expect(new Set(outcomes)).toEqual(new Set(["in", "no_seat_left", "portal_full"]));
  expect(await used()).toBe(before + 10);
});

test("straight in the database and from a count of before: refused all the same", async () => {
  await leave(1);
  const ids = [(await app.aPerson("b")).id, (await app.aPerson("b")).id];
  const join = "insert into memberships (portal_id, user_id) select $1, unnest($2::bigint[])";
  await expect(db.query(join, [portalId, ids])).rejects.toMatchObject({ code: "ST001" });
  const early = new pg.Client(app.databaseUrl);
  await early.connect();
  try {
    await early.query("begin isolation level repeatable read; select 1");
    await early.query("select count(*) from memberships");
    await db.query(join, [portalId, ids.slice(0, 1)]);
    await expect(early.query(join, [portalId, ids.slice(1)])).rejects.toMatchObject({ code: expect.stringMatching(/ST001|40001/) });
  } finally {
    await early.end();
  }
});

test("at 80, 95 and 100 per cent admins are told once, and again after use fell below and rose", async () => {
  await db.query("delete from notifications where event = 'seats_low'");
  const told = async () =>
    (
      await rows<{ level: number }>(
        "select (variables ->> 'level')::int as level from notifications where event = 'seats_low' and user_id = $1 order by id",
        [admin.userId],
      )
    ).map(({ level }) => level);
  const before = await used();
  // Room for as many that use begins well below 80 per cent.
  const cap = Math.max(20, before * 2);
  await setCap(cap);
  const people: { id: number }[] = [];
  const upTo = async (count: number) => {
    while ((await used()) < count) people.push(await app.aPerson("a"));
  };
  await upTo(Math.ceil(cap * 0.8) - 1);
  expect(await told()).toEqual([]);
  await upTo(Math.ceil(cap * 0.8) + 1);
  expect(await told()).toEqual([80]);
  await upTo(cap);
  expect(await told()).toEqual([80, 95, 100]);
  expect((await add()).statusCode).toBe(409);
  expect(await told()).toEqual([80, 95, 100]);
  await suspend(people.at(-1)?.id ?? 0);
  await bring(people.at(-1)?.id ?? 0);
  expect(await told()).toEqual([80, 95, 100, 100]);
  // A limit that makes it so tells it too; one that gives room tells nothing.
  await setCap(cap * 2);
  await setCap(cap);
  expect(await told()).toEqual([80, 95, 100, 100, 100]);
  const bell = (await admin.get("/rest/notifications")).json().rows.find(({ event }: { event: string }) => event === "seats_low");
  expect(bell).toMatchObject({ subject: "All seats of this portal are taken", to: "/users/find?status=active" });
  await expect
    .poll(async () => (await here.lettersTo(admin.email)).filter((letter) => letter.includes(`All ${cap} seats of this portal`)).length)
    .toBeGreaterThan(0);
});

test("the levels are the same in TypeScript and in SQL", async () => {
  for (const [taken, cap] of [
    [0, 1],
    [1, 1],
    [2, 1],
    [79, 100],
    [80, 100],
    [94, 100],
    [95, 100],
    [99, 100],
    [100, 100],
    [7, 9],
    [8, 9],
    [15, 19],
    [16, 19],
  ] as const) {
    const [row] = await rows<{ level: number }>("select seats_level($1, $2) as level", [taken, cap]);
    expect([taken, cap, row?.level]).toEqual([taken, cap, levelOf({ used: taken, cap })]);
  }
  expect([leftOf({ used: 5, cap: 3 }), leftOf({ used: 5, cap: null }), levelOf({ used: 5, cap: null })]).toEqual([0, null, 0]);
});
