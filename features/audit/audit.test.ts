import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { sealAudit } from "./server/service.ts";

let app: TestApp;
let admin: Client;
const heads: object[] = [];
const log = { info: (line: object) => void heads.push(line) } as Parameters<typeof sealAudit>[1];
const seal = () => sealAudit(app.databases, log);
const check = async () => (await admin.get("/rest/audit/check")).json();
/** What somebody with the rights of the database's owner does, whom no rule of the application binds. */
const asOwner = async (statement: string) => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  // A sign-in that a test holds back waits for as long as the test takes.
  app = await startTestApp({ TRUSTED_PROXIES: "loopback", DATABASE_STATEMENT_SECONDS: "120" });
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

/** Some entries in portal A, sealed. */
beforeEach(async () => {
  await asOwner("truncate audit_links, audit_events");
  const { id, email } = await app.aPerson("a");
  for (const givenName of ["One", "Two", "Three"]) await admin.put(`/rest/people/${id}/profile`, { givenName, familyName: "Name", email });
  heads.length = 0;
  await seal();
});

test("every entry of a portal is sealed once, in a chain of its own; its head is logged", async () => {
  const found = await check();
  expect(found).toMatchObject({ sealed: 3, problems: [], head: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(heads).toEqual([{ part: "audit", portalId: app.portal("a").id, position: 3, head: found.head }]);
  expect(await seal()).toBe(0);
  const other = await app.signIn("admin", "b");
  expect((await other.get("/rest/audit/check")).json()).toMatchObject({ sealed: 0, head: null, problems: [] });
});

test("what an entry says, who did it, or when: each change is found, at the entry", async () => {
  for (const change of [
    `after = '{"given_name": "Else"}'`,
    "actor_id = 13",
    "at = at + interval '1 microsecond'",
    "action = 'nothing'",
    "ip = '192.0.2.1'",
    "object_id = object_id + 1",
  ]) {
    await asOwner("create table kept_entry as select * from audit_events order by id offset 1 limit 1");
    await asOwner(`update audit_events set ${change} where id = (select id from kept_entry)`);
    const { problems } = await check();
    expect([change, problems]).toEqual([change, [{ link: 2, eventId: expect.any(Number), problem: "entry_changed" }]]);
    await asOwner(
      "delete from audit_events e using kept_entry k where e.id = k.id; insert into audit_events overriding system value select * from kept_entry; drop table kept_entry",
    );
    expect((await check()).problems).toEqual([]);
  }
});

test("an entry that is removed, one that is added with an old time, and a link that is removed are found", async () => {
  await asOwner("delete from audit_events where id = (select min(id) from audit_events)");
  expect((await check()).problems).toMatchObject([{ link: 1, problem: "entry_gone" }]);
  await asOwner("delete from audit_links where position = 2");
  expect((await check()).problems).toMatchObject([
    { link: 1, problem: "entry_gone" },
    { link: 3, problem: "link_gone" },
  ]);
  await asOwner(`insert into audit_events (portal_id, at, action) values (${app.portal("a").id}, now() - interval '3 days', 'slipped_in')`);
  await seal();
  expect((await check()).problems.at(-1)).toMatchObject({ link: null, problem: "not_sealed" });
});

test("a chain that is written anew from some entry on fits no head that was kept elsewhere", async () => {
  const { head } = await check();
  await asOwner(
    "update audit_events set action = 'nothing' where id = (select max(id) from audit_events); delete from audit_links where position = 3",
  );
  await seal();
  const anew = await check();
  expect(anew.problems).toEqual([]);
  expect(anew.head).not.toBe(head);
});

test("an entry committed after later ones were sealed gets its link with the next seal", async () => {
  const { id: portalId } = app.portal("a");
  let commit = () => undefined as void;
  const held = new Promise<void>((done) => (commit = done));
  let written = () => undefined as void;
  const isWritten = new Promise<void>((done) => (written = done));
  const slow = app.databases.inPortal(portalId, async (db) => {
    await db.insertInto("audit_events").values({ portal_id: portalId, action: "slow" }).execute();
    written();
    await held;
  });
  await isWritten;
  // Neither another writer nor the sealer waits for it.
  await app.databases.inPortal(portalId, (db) => db.insertInto("audit_events").values({ portal_id: portalId, action: "quick" }).execute());
  expect(await seal()).toBe(1);
  commit();
  await slow;
  expect(await seal()).toBe(1);
  expect(await check()).toMatchObject({ sealed: 5, problems: [] });
});

test("requests add entries and change none, nor a link", async () => {
  const { id: portalId } = app.portal("a");
  for (const role of ["inPortal", "inPeople"] as const)
    for (const statement of [
      sql`update audit_events set action = 'x'`,
      sql`delete from audit_events`,
      sql`update audit_links set hash = ''`,
      sql`delete from audit_links`,
      sql`insert into audit_links (portal_id, position, event_id, body_hash, hash) values (${portalId}, 99, 1, '', '')`,
      sql`select seal_audit(${portalId}, 1)`,
    ]) {
      const run = (db: Parameters<Parameters<typeof app.databases.inPortal>[1]>[0]) => statement.execute(db);
      const done = role === "inPortal" ? app.databases.inPortal(portalId, run) : app.databases.inPeople(portalId, "try", run);
      await expect(done).rejects.toMatchObject({ code: "42501" });
    }
});

test("admins read what was done, by person and words, and export the same rows (security.md 9)", async () => {
  const list = async (query: string) => (await admin.get(`/rest/audit${query}`)).json();
  const all = await list("");
  expect(all.total).toBe(3);
  expect(all.rows[0]).toMatchObject({
    action: "profile_changed",
    actor: "Admin A",
    object: "Three Name",
    link: 3,
    after: { given_name: "Three" },
  });
  expect((await list(`?person=${admin.userId}`)).total).toBe(3);
  expect((await list("?q=profile%20three")).total).toBe(3);
  expect((await list("?q=nobody")).total).toBe(0);
  expect((await list("?sort=at")).rows.map(({ link }: { link: number }) => link)).toEqual([1, 2, 3]);
  const { body } = await admin.get("/rest/audit/export.csv?sort=at");
  const lines = body.trim().split(/\r?\n/);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain("profile_changed");
});

test("an attack in names, addresses and entries is text in the export, and no formula (security.md 46, 75)", async () => {
  const { id: portalId } = app.portal("a");
  await app.databases.inPortal(portalId, (db) =>
    db
      .insertInto("audit_events")
      .values({ portal_id: portalId, action: "=HYPERLINK(1)", ip: "<script>1</script>", after: JSON.stringify({ name: "=1+1" }) })
      .execute(),
  );
  const { body } = await admin.get("/rest/audit/export.csv");
  expect(body).toContain("'=HYPERLINK(1)");
  expect(body).not.toMatch(/(^|,)=HYPERLINK/m);
});

test("sign-ins do not wait for one another: one that is held after writing its entry holds neither another of its portal nor the seal", async () => {
  const [held, other] = [await app.aPerson("a"), await app.aPerson("a")];
  // From addresses of their own: the attempts of one address are counted in one row, which is no matter of the log.
  const signIn = ({ id, email }: { id: number; email: string }) =>
    app.anonymous("a").post("/rest/auth/login", { email, password: testPassword }, { "x-forwarded-for": `203.0.113.${id % 250}` });
  const entries = async ({ id }: { id: number }) =>
    app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("audit_events").select("id").where("action", "=", "signed_in").where("object_id", "=", id).execute(),
    );
  // The entry of one of them waits inside its transaction for a lock that this test has.
  await asOwner(`create function hold_entry() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(77001); return null; end $$;
    create trigger hold_entry after insert on audit_events for each row when (new.action = 'signed_in' and new.object_id = ${held.id})
      execute function hold_entry()`);
  const gate = new pg.Client({ connectionString: app.databaseUrl });
  await gate.connect();
  try {
    await gate.query("select pg_advisory_lock(77001)");
    let isAnswered = false;
    const waiting = signIn(held).finally(() => (isAnswered = true));
    await expect.poll(async () => (await gate.query(waitsForMe)).rowCount, { timeout: 20_000 }).toBe(1);
    expect((await signIn(other)).statusCode).toBe(200);
    expect(await entries(other)).toHaveLength(1);
    expect(await seal()).toBeGreaterThan(0);
    expect([isAnswered, await entries(held)]).toEqual([false, []]);
    await gate.query("select pg_advisory_unlock(77001)");
    expect((await waiting).statusCode).toBe(200);
    // What was committed after later entries were sealed gets its link with the next seal.
    expect(await entries(held)).toHaveLength(1);
    expect(await seal()).toBe(1);
    expect((await check()).problems).toEqual([]);
  } finally {
    await gate.end();
    await asOwner("drop trigger hold_entry on audit_events; drop function hold_entry()");
  }
});
