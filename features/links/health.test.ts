import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { placeAt } from "#app/screen-addresses.ts";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { QuickLink } from "./contract.ts";
import { checkDueLinks } from "./server/health.ts";
import { aQuickLinkBody } from "./test/a-quick-link.ts";

// How often quick links are followed, and whether they lead somewhere (QL-2).
let app: TestApp;
let admin: Client;
let server: Server;
let port: number;
let asked = 0;
beforeAll(async () => {
  server = createServer((_, response) => {
    asked++;
    response.end("here");
  });
  server.on("connection", () => asked++);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await app.close();
  await new Promise((done) => server.close(done));
});
beforeEach(() => void (asked = 0));
afterEach(async () => {
  for (const { id } of await rowsOf()) await admin.post(`/rest/quickLinks/${id}/state`, { change: "delete" });
  await app.databases.inSystem("clean up a test", (db) => db.deleteFrom("rate_limits").execute());
});

const rowsOf = async (client = admin) => ((await client.get("/rest/quickLinks")).json() as { rows: QuickLink[] }).rows;
const rowOf = async (id: number) => (await rowsOf()).find((row) => row.id === id);
const made = async (address: string, client = admin) => {
  const answer = await client.post("/rest/quickLinks", aQuickLinkBody({ address }));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as QuickLink;
};
const follow = (id: number, client: Client) => client.post(`/rest/dashboard/quickLinks/${id}/followed`);
const check = (id: number, client = admin) => client.post(`/rest/quickLinks/${id}/check`);
const found = async (id: number) => ((await check(id)).json() as QuickLink).health;
const job = () => checkDueLinks(app.databases, { inner: [], placeAt });
const pass = (days: number) =>
  app.databases.inSystem("let days pass in a test", (db) =>
    sql`update quick_link_checks set checked_at = checked_at - make_interval(days => ${days}), failing_since = failing_since - make_interval(days => ${days})`.execute(
      db,
    ),
  );

test("each click is counted, also many at once; who clicked is written nowhere", async () => {
  const link = await made("/v/course/catalog/categories");
  const clients = await Promise.all((["student", "author", "manager"] as const).map((role) => app.signIn(role, "a")));
  const answers = await Promise.all(Array.from({ length: 30 }, (_, nth) => follow(link.id, clients[nth % 3] ?? admin)));
  expect(answers.map((answer) => answer.json() as { counted: boolean }).filter(({ counted }) => !counted)).toEqual([]);
  expect((await rowOf(link.id))?.clicks).toBe(30);
  const rows = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("quick_link_clicks").selectAll().where("link_id", "=", link.id).execute(),
  );
  expect(rows.map((row) => Object.keys(row).toSorted())).toEqual([["clicks", "day", "link_id", "portal_id"]]);
});

test("only what the portal shows is counted, and only for people of the portal", async () => {
  const other = await app.signIn("admin", "b");
  const foreign = await made("/v/course/catalog/categories", other);
  const link = await made("/v/course/catalog/categories");
  const student = await app.signIn("student", "a");
  expect((await follow(foreign.id, student)).json()).toEqual({ counted: false });
  expect((await follow(999_999_999, student)).json()).toEqual({ counted: false });
  expect((await follow(link.id, app.anonymous("a"))).statusCode).toBe(401);
  await admin.post(`/rest/quickLinks/${link.id}/state`, { change: "delete" });
  expect((await follow(link.id, student)).json()).toEqual({ counted: false });
  const rows = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("quick_link_clicks").select("clicks").where("link_id", "in", [link.id, foreign.id]).execute(),
  );
  expect(rows).toEqual([]);
  await other.post(`/rest/quickLinks/${foreign.id}/state`, { change: "delete" });
});

test("clicks of the last thirty days are shown; older ones are forgotten", async () => {
  const link = await made("/v/course/catalog/categories");
  const days = () =>
    app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("quick_link_clicks").select("clicks").where("link_id", "=", link.id).orderBy("clicks").execute(),
    );
  await app.databases.inSystem("prepare a test", (db) =>
    sql`insert into quick_link_clicks (portal_id, link_id, day, clicks)
      select ${app.portal("a").id}, ${link.id}, (now() at time zone 'utc')::date - back, clicks from (values (0, 1), (29, 2), (30, 4)) t (back, clicks)`.execute(
      db,
    ),
  );
  expect((await rowOf(link.id))?.clicks).toBe(3);
  expect(await days()).toHaveLength(3);
  await job();
  expect(await days()).toEqual([{ clicks: 1 }, { clicks: 2 }]);
});

test("a link into the portal is checked against its screens and courses; twice in a row nothing there makes it a dead link, until there is something", async () => {
  const course = await app.aCourse("a");
  const [screen, nowhere, learnt] = [
    await made("/v/course/catalog/categories"),
    await made("/v/no/such/place"),
    await made(`/v/course/details/online/${course.id}?from=link`),
  ];
  expect(screen.health).toBe(null);
  expect(await found(screen.id)).toMatchObject({ state: "works", problem: null, failingSince: null });
  expect(await found(nowhere.id)).toMatchObject({ state: "failed", problem: "no_screen" });
  expect(await found(learnt.id)).toMatchObject({ state: "works" });
  const status = (to: "draft" | "published") =>
    app.databases.inSystem("prepare a test", (db) => db.updateTable("courses").set({ status: to }).where("id", "=", course.id).execute());
  await status("draft");
  expect(await found(learnt.id)).toMatchObject({ state: "failed", problem: "no_course" });
  const dead = await found(learnt.id);
  expect(dead).toMatchObject({ state: "dead", problem: "no_course" });
  expect(dead?.failingSince).not.toBe(null);
  await status("published");
  expect(await found(learnt.id)).toMatchObject({ state: "works", failingSince: null });
  await status("draft");
  // The count begins anew.
  expect(await found(learnt.id)).toMatchObject({ state: "failed" });
});

test("what a check found says nothing about another address that the link has since", async () => {
  const link = await made("/v/no/such/place");
  await check(link.id);
  expect((await found(link.id))?.state).toBe("dead");
  const { titles, ...rest } = aQuickLinkBody();
  await admin.put(`/rest/quickLinks/${link.id}`, { ...rest, titles, address: "/v/nor/this", revision: link.revision });
  expect((await rowOf(link.id))?.health).toBe(null);
  expect(await found(link.id)).toMatchObject({ state: "failed" });
});

test("the worker checks each link once a week, one that failed on the next day, and none that is over, deleted or a mailbox", async () => {
  await job();
  const [works, fails] = [await made("/v/course/catalog/categories"), await made("/v/no/such/place")];
  await made("mailto:plan@a.example");
  const gone = await made("/v/gone");
  await admin.post(`/rest/quickLinks/${gone.id}/state`, { change: "delete" });
  await admin.post("/rest/quickLinks", aQuickLinkBody({ address: "/v/over", endsAt: "2020-01-01T00:00" }));
  expect(await job()).toBe(2);
  expect(await job()).toBe(0);
  expect([(await rowOf(works.id))?.health?.state, (await rowOf(fails.id))?.health?.state]).toEqual(["works", "failed"]);
  await pass(1);
  expect(await job()).toBe(1);
  expect((await rowOf(fails.id))?.health?.state).toBe("dead");
  // A dead one is asked with the others again.
  await pass(1);
  expect(await job()).toBe(0);
  await pass(6);
  expect(await job()).toBe(2);
  expect((await rowOf(fails.id))?.health?.state).toBe("dead");
});

test("several workers at the same time count a failure of one round each, and lose none", async () => {
  const link = await made("/v/no/such/place");
  await Promise.all([check(link.id), check(link.id), check(link.id)]);
  const row = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("quick_link_checks").select("failures").where("link_id", "=", link.id).executeTakeFirst(),
  );
  expect(row).toEqual({ failures: 3 });
});

test.each([
  "127.0.0.1:PORT",
  "127.0.0.1",
  "169.254.169.254",
  "[::1]:PORT",
  "2130706433",
  "0x7f000001",
  "localhost",
  "[::ffff:127.0.0.1]",
  "10.0.0.1",
])("security.md 77: a link to %s is asked neither by hand nor by the worker, and is no dead link", async (host) => {
  const link = await made(`https://${host.replace("PORT", String(port))}/plan`);
  await job();
  expect(await found(link.id)).toMatchObject({ state: "unasked", problem: "inner", failingSince: null });
  expect(asked).toBe(0);
});

test("an inner address that the installation allows is asked, on that port only", async () => {
  const link = await made(`https://127.0.0.1:${port}/plan`);
  await checkDueLinks(app.databases, { inner: [{ address: "127.0.0.1", port: port === 65_535 ? 1 : port + 1 }], placeAt });
  expect(asked).toBe(0);
  await pass(8);
  await checkDueLinks(app.databases, { inner: [{ address: "127.0.0.1", port }], placeAt });
  expect(asked).toBeGreaterThan(0);
  // It speaks no TLS.
  expect((await rowOf(link.id))?.health).toMatchObject({ state: "failed", problem: "unreachable" });
});

test("only admins check links, each those of their own portal, twenty times a minute", async () => {
  const link = await made("/v/no/such/place");
  for (const role of ["student", "author", "manager"] as const)
    expect([role, (await check(link.id, await app.signIn(role, "a"))).statusCode]).toEqual([role, 403]);
  expect((await check(link.id, await app.signIn("admin", "b"))).statusCode).toBe(404);
  expect((await rowOf(link.id))?.health).toBe(null);
  for (let nth = 0; nth < 20; nth++) expect((await check(link.id)).statusCode).toBe(200);
  expect((await check(link.id)).statusCode).toBe(429);
});
