import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { plainBrand } from "#features/branding/brand.ts";
import { defaultLayout } from "#features/dashboard/layout.ts";
import { aQuickLinkBody } from "#features/links/test/a-quick-link.ts";
import { executeText, whoAsks } from "#platform/db/read-ahead.ts";
import { startTestApp, testPassword, type Client, type TestApp } from "./test/app.ts";

// Requests that only read send their statements together with their opening, before it is known who asks (platform/db/read-ahead.ts).

let app: TestApp;
beforeAll(async () => {
  // One connection, so that everybody's requests share what it has prepared and what it remembers.
  app = await startTestApp({ DATABASE_POOL_SIZE: "1" });
});
afterAll(() => app?.close());

/** The messages that the server sends while work runs, as their texts. */
async function messagesOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return asked.mock.calls.map(([query]) => (typeof query === "string" ? query : ((query as { text?: string }).text ?? "")));
  } finally {
    asked.mockRestore();
  }
}

describe("once a connection has prepared the statements", () => {
  const people: { client: Client; title: string }[] = [];
  beforeAll(async () => {
    for (const portal of ["a", "a", "b"] as const) {
      const person = await app.aPerson(portal);
      const title = `Of person ${person.id}`;
      const { id: courseId } = await app.aCourse(portal, { title });
      await app.anEnrolment(portal, { courseId, userId: person.id });
      people.push({ client: await app.signInAs(person, portal), title });
    }
  });

  test.each([
    ["my courses", "/rest/enrolment/myCourses", 1],
    ["the catalog's courses of mine", "/rest/course/catalog?state=enrolled", 2],
    // Where no course is new, it is asked whether any is offered.
    ["the dashboard", "/rest/dashboard/student", 2],
  ])("%s is read in as few messages, and everybody gets their own", async (_, path, most) => {
    for (let round = 1; round <= 4; round++)
      for (const { client, title } of people) {
        const sent = await messagesOf(async () => {
          const { statusCode, body } = await client.get(path);
          expect(statusCode, body).toBe(200);
          for (const other of people)
            expect(body.includes(`"title":"${other.title}"`)).toBe(other.title === title || mayShow(path, client, other));
        });
        if (round === 4) expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(most);
      }
  });

  /** The dashboard shows new courses of the portal too. */
  const mayShow = (path: string, client: Client, other: (typeof people)[number]) =>
    path.includes("dashboard") && other.client !== people[2]?.client && client !== people[2]?.client;

  /** What the page at an address carries: the call that its screen begins with, and the reply. */
  const carriedBy = async (client: Client, page: string) => {
    const { statusCode, body } = await client.get(page);
    expect(statusCode).toBe(200);
    const [, address = "", reply = "null"] = /id="stoa-first" data-address="([^"]+)">([^<]*)</.exec(body) ?? [];
    return { address, reply: JSON.parse(reply) as unknown };
  };

  test.each([
    ["my courses", "/v/course/catalog/MyOnlineCourses", 1],
    ["the dashboard", "/v/student/dashboard", 2],
  ])("the page of %s carries what it asks first, in as few messages, and everybody gets their own", async (_, page, most) => {
    for (let round = 1; round <= 4; round++)
      for (const { client, title } of people) {
        let carried = { address: "", reply: null as unknown };
        const sent = await messagesOf(async () => void (carried = await carriedBy(client, page)));
        expect(JSON.stringify(carried.reply)).toContain(title);
        expect(carried.reply).toEqual((await client.get(carried.address)).json());
        if (round === 4) expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(most);
      }
  });

  test.each([
    ["the environment", "/rest/environment/"],
    ["the dashboard", "/rest/dashboard/student"],
  ])("%s takes no message more where an audience is about the last days", async (_, path) => {
    const admin = await app.signIn("admin", "a");
    const client = people[0]?.client as Client;
    const messages = async () => {
      const counts: number[] = [];
      for (let round = 1; round <= 5; round++) counts.push((await messagesOf(() => client.get(path))).length);
      return counts.at(-1);
    };
    const before = await messages();
    const audience = { kind: "date", of: "joined", when: { test: "within", days: 30 } };
    const { id } = (await admin.post("/rest/quickLinks", { ...aQuickLinkBody(), audience })).json() as { id: number };
    const { revision } = (await admin.get("/rest/widgets/layouts")).json() as { revision: number };
    const layout = { ...defaultLayout, hidden: ["due"] };
    const layouts = { layouts: [{ id: 1, name: "New", audience, layout }], everybody: defaultLayout, revision };
    expect((await admin.put("/rest/widgets/layouts", layouts)).statusCode).toBe(200);
    try {
      expect(await messages()).toBe(before);
      const { QuickLinks } = (await client.get("/rest/environment/")).json() as { QuickLinks: { Id: number }[] };
      expect(QuickLinks.map(({ Id }) => Id)).toContain(id);
      expect((await client.get("/rest/dashboard/student")).json()).toMatchObject({ layout: { hidden: ["due"] } });
    } finally {
      await admin.put("/rest/widgets/layouts", { layouts: [], everybody: defaultLayout, revision: revision + 1 });
      await admin.post(`/rest/quickLinks/${id}/state`, { change: "delete" });
    }
  });

  test("the environment takes as many messages where a group has a look of its own, and one statement more only there", async () => {
    const admin = await app.signIn("admin", "a");
    const member = await app.aPerson("a");
    const client = await app.signInAs(member, "a");
    const { id } = (await admin.post("/rest/groups", { name: "Looking", description: "", condition: null })).json() as { id: number };
    await app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
      db
        .insertInto("group_members")
        .values({ portal_id: app.portal("a").id, group_id: id, user_id: member.id, cause: "hand" })
        .execute(),
    );
    const messages = async (of: Client) => {
      let sent: string[] = [];
      for (let round = 1; round <= 5; round++) sent = await messagesOf(() => of.get("/rest/environment/"));
      return sent;
    };
    const before = await messages(client);
    expect(before.join("\n")).not.toContain("group_members");
    const brand = { ...plainBrand, colors: { ...plainBrand.colors, navBgColor: "#ffd400" } };
    const { revision } = (await admin.put(`/rest/branding/groups/${id}/draft`, { revision: 0, brand })).json() as { revision: number };
    expect((await admin.post(`/rest/branding/groups/${id}/publish`, { revision })).statusCode).toBe(200);
    expect(await messages(client)).toHaveLength(before.length);
    expect((await client.get("/rest/environment/")).json()).toMatchObject({ Colors: { navBgColor: "#ffd400" } });
    // In the other portal nothing is asked of groups.
    expect((await messages(people[2]?.client as Client)).join("\n")).not.toContain("group_members");
    await admin.post(`/rest/groups/${id}/status`, { status: "archived" });
  });

  test("Find Users opens with one call: people, columns and views in three messages, as far as each person's rights reach", async () => {
    const admin = await app.signIn("admin", "a");
    const scoped = await app.aPerson("a", { familyName: "Scoped", isManager: true });
    const scope = { kind: "condition", condition: { kind: "profile", of: "familyName", test: "is", text: "Scoped" } };
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("role_assignments")
        .set({ scope: JSON.stringify(scope) })
        .where("user_id", "=", scoped.id)
        .execute(),
    );
    const shared = { list: "people", name: "Everybody's", query: "role=author", isShared: true };
    expect((await admin.post("/rest/views", shared)).statusCode).toBe(200);
    const askers = { admin, manager: await app.signIn("manager", "a"), scoped: await app.signInAs(scoped, "a") };
    const opened = (client: Client) => carriedBy(client, "/v/users/find");
    for (let round = 1; round <= 4; round++)
      for (const [name, client] of Object.entries(askers)) {
        let carried = { address: "", reply: null as unknown };
        const sent = await messagesOf(async () => void (carried = await opened(client)));
        expect(carried.address).toBe("/rest/people?with=screen");
        expect(carried.reply).toEqual((await client.get(carried.address)).json());
        const { total, screen } = carried.reply as {
          total: number;
          screen: { fields: unknown[]; views: { rows: unknown[]; mayShare: boolean } };
        };
        expect(screen.views).toEqual((await client.get("/rest/views?list=people")).json());
        expect(screen.fields).toEqual(((await client.get("/rest/people/columns")).json() as { fields: unknown[] }).fields);
        expect(screen.views).toMatchObject({ rows: [{ name: shared.name }], mayShare: name !== "scoped" });
        expect(total === 1).toBe(name === "scoped");
        // A scope that is no whole portal asks for the portal's dynamic groups.
        if (round === 4) expect(sent.length, sent.join("\n")).toBe(name === "scoped" ? 4 : 3);
      }
    const plain = (await askers.admin.get("/rest/people")).json() as object;
    expect(Object.keys(plain)).not.toContain("screen");
    // Whoever the screen is closed to gets nothing of it.
    const student = await (await app.signIn("student", "a")).get("/v/users/find");
    expect([student.statusCode, student.body]).toEqual([302, ""]);
  });

  test("the people of a course come with their page in four messages, as far as each person's rights reach; other queries carry nothing", async () => {
    const { id: courseId } = await app.aCourse("a", { title: "Of many" });
    const scoped = await app.aPerson("a", { isManager: true });
    const condition = { kind: "profile", of: "familyName", test: "is", text: "Reached" };
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("role_assignments")
        .set({ scope: JSON.stringify({ kind: "condition", condition }) })
        .where("user_id", "=", scoped.id)
        .execute(),
    );
    for (const familyName of ["Reached", "Elsewhere"]) {
      const { id: userId } = await app.aPerson("a", { familyName });
      await app.anEnrolment("a", { courseId, userId });
    }
    const askers = { admin: await app.signIn("admin", "a"), scoped: await app.signInAs(scoped, "a") };
    const page = `/v/users/participants?course=${courseId}`;
    for (let round = 1; round <= 4; round++)
      for (const [name, client] of Object.entries(askers)) {
        let carried = { address: "", reply: null as unknown };
        const sent = await messagesOf(async () => void (carried = await carriedBy(client, page)));
        expect(carried.address).toBe(`/rest/participants?course=${courseId}`);
        expect(carried.reply).toEqual((await client.get(carried.address)).json());
        expect(carried.reply).toMatchObject({ total: name === "admin" ? 2 : 1, course: { title: "Of many" } });
        if (round === 4) expect(sent.length, sent.join("\n")).toBe(name === "scoped" ? 5 : 4);
      }
    for (const query of ["?course=0", "?course=x", `?course=${courseId}&course=1`, `?q=a&course=${courseId}`, "?course=1%27", "?course="])
      expect(await carriedBy(askers.admin, `/v/users/participants${query}`), query).toEqual({ address: "", reply: null });
    // Another portal's people learn nothing of the course, and whoever the screen is closed to gets nothing of it.
    const other = await carriedBy(await app.signIn("admin", "b"), page);
    expect(other).toEqual({ address: "", reply: null });
    const student = await (await app.signIn("student", "a")).get(page);
    expect([student.statusCode, student.body]).toEqual([302, ""]);
  });

  test("a course that was begun is opened again in two messages; of two that begin at once, one attempt comes; others' are none", async () => {
    const [first, second, elsewhere] = await Promise.all([app.aPerson("a"), app.aPerson("a"), app.aPerson("b")]);
    const { id: courseId } = await app.aCourse("a", { title: "Opened again" });
    for (const { id: userId } of [first, second]) await app.anEnrolment("a", { courseId, userId });
    const clients = [await app.signInAs(first, "a"), await app.signInAs(second, "a")] as const;
    const launch = (client: Client) => client.post("/rest/progress/launch", { courseId });
    const begun = await Promise.all([launch(clients[0]), launch(clients[0]), launch(clients[1])]);
    const ids = begun.map((reply) => reply.json().state.attemptId as number);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    const stranger = await app.signInAs(elsewhere, "b");
    for (let round = 1; round <= 4; round++)
      for (const [nth, client] of clients.entries()) {
        let opened: unknown;
        const sent = await messagesOf(async () => void (opened = (await launch(client)).json().state.attemptId));
        expect(opened).toBe(ids[nth * 2]);
        expect((await launch(stranger)).statusCode).toBe(404);
        if (round === 4) expect(sent.length, sent.join("\n")).toBe(2);
      }
  });

  test("a page without a first call and the same role again cost one message", async () => {
    const { client } = people[0] as (typeof people)[number];
    for (const ask of [() => client.get("/v/about/contact"), () => client.post("/rest/environment/updateCurrentRole?newRole=PortalUser")]) {
      const sent = await messagesOf(async () => expect((await ask()).statusCode).toBe(200));
      expect(sent).toEqual([expect.stringContaining("open_request")]);
    }
  });

  test("who is signed out meanwhile gets nothing", async () => {
    const person = await app.aPerson("a");
    const client = await app.signInAs(person, "a");
    const path = "/rest/enrolment/myCourses";
    expect((await client.get(path)).statusCode).toBe(200);
    await app.databases.inSystem("end a session", (db) => db.deleteFrom("sessions").where("user_id", "=", person.id).execute());
    expect((await client.get(path)).statusCode).toBe(401);
  });
});

test("signing in is four messages: the count with who it is, the opening with what the door goes by, the session with all that goes with it, the commit", async () => {
  const { email } = await app.aPerson("a");
  const visitor = app.anonymous("a");
  for (let round = 1; round <= 8; round++) {
    const sent = await messagesOf(async () => {
      const reply = await visitor.post("/rest/auth/login", { email, password: testPassword });
      expect(reply.statusCode, reply.body).toBe(200);
    });
    // One more until the connections have prepared what travels with the opening.
    if (round === 8) expect(sent.length, sent.join("\n")).toBe(4);
  }
});

// From here on, no statement is called by its name on the connection that is emptied.
test("prepared statements that a pooler between has taken away are not missed", async () => {
  const client = await app.signIn("student", "a");
  const { id: courseId } = await app.aCourse("a", { title: "Asked for by name" });
  // One that reads, one that reads nothing ahead, and one that writes.
  const calls = [
    () => client.get("/rest/enrolment/myCourses"),
    () => client.get("/v/about/contact"),
    () => client.post("/rest/enrolment/enrol", { courseId }),
  ];
  const ask = async () => {
    const statuses: number[] = [];
    for (const call of calls) statuses.push((await call()).statusCode);
    return statuses;
  };
  for (let warm = 0; warm < 6; warm++) expect(await ask()).toEqual([200, 200, 200]);
  const { pool } = app.databases;
  const all = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const one of all) await one.query("deallocate all");
  for (const one of all) one.release();
  for (let again = 0; again < 3; again++) expect(await ask()).toEqual([200, 200, 200]);
  // A connection that comes in its place is asked by name again.
  for (const one of await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))) one.release(true);
  for (let warm = 0; warm < 6; warm++) expect(await ask()).toEqual([200, 200, 200]);
  for (const call of calls.slice(0, 2)) expect(await messagesOf(call)).toEqual([expect.stringMatching(/^execute open_request\(/)]);
});

describe.each(["on", "off"])("with prepared statements %s, a request that only reads", (prepared) => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp({ DATABASE_PREPARED: prepared });
  });
  afterAll(() => other?.close());
  const read = <T>(work: Parameters<typeof other.databases.readRequest<T>>[2]) =>
    other.databases.readRequest({ portalId: other.portal("a").id, tokenHash: null, idleMinutes: 5, withPortals: false }, [], work);

  test("goes on after a statement that fails, and that one alone fails", async () => {
    const numbers = await read(async ({ db }) => {
      await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow("division by zero");
      return (await sql<{ two: number }>`select 2 as two`.execute(db)).rows;
    });
    expect(numbers).toEqual([{ two: 2 }]);
  });

  test("changes nothing", async () => {
    const change = read(({ db }) =>
      db
        .insertInto("categories")
        .values({ portal_id: other.portal("a").id, name: "No" })
        .execute(),
    );
    await expect(change).rejects.toThrow();
    expect(await read(({ db }) => db.selectFrom("categories").select("id").where("name", "=", "No").execute())).toEqual([]);
  });
});

test("only plain values travel as text; what somebody typed travels as a parameter", () => {
  const now = new Date("2026-11-22T18:00:00Z");
  expect(executeText("s", [1, -2, true, null, "inProgress", now, [1, 2], ["a", "null"], []])).toBe(
    `execute "s"('1', '-2', 'true', null, 'inProgress', '2026-11-22T18:00:00.000Z', '{1,2}', '{"a","null"}', '{}')`,
  );
  expect(executeText("s", [whoAsks])).toContain("current_setting('app.user_id', true)");
  expect(executeText("s", [])).toBe(`execute "s"`);
  for (const value of ["'", "\\", "a'b", '"', "$1", ";", "ä", "\n", "{}", ["a,b"], ['"'], [1.5], [null], {}, Number.NaN])
    expect(executeText("s", [value]), String(value)).toBeUndefined();
});
