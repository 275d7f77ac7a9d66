import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { defaultLayout, type PortalLayout } from "#features/dashboard/layout.ts";
import type { AudienceLayout, Layouts } from "./layouts.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());
afterEach(() => save({ layouts: [], everybody: defaultLayout }));

const shown = async (client = admin) => (await client.get("/rest/widgets/layouts")).json() as Layouts;
const put = async (next: Partial<Layouts>, client = admin) => client.put("/rest/widgets/layouts", { ...(await shown(client)), ...next });
const save = async (next: Partial<Layouts>) => {
  const answer = await put(next);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json() as Layouts;
};
const board = async (client: Client) => (await client.get("/rest/dashboard/student")).json();
const layoutOf = (given: Partial<PortalLayout>): PortalLayout => ({ ...defaultLayout, ...given });
const aLayout = (id: number, audience: Condition, given: Partial<PortalLayout>): AudienceLayout => ({
  id,
  name: `Layout ${id}`,
  audience,
  layout: layoutOf(given),
});
const inGroup = (...groupIds: number[]): Condition => ({ kind: "group", groupIds });

async function aGroupOf(...userIds: number[]): Promise<number> {
  const { id } = (await admin.post("/rest/groups", { name: `Group ${Math.random()}`, description: "", condition: null })).json() as {
    id: number;
  };
  if (userIds.length === 0) return id;
  await app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
    db
      .insertInto("group_members")
      .values(userIds.map((user_id) => ({ portal_id: app.portal("a").id, group_id: id, user_id, cause: "hand" })))
      .execute(),
  );
  return id;
}
async function member() {
  const person = await app.aPerson("a");
  return { person, client: await app.signInAs(person, "a") };
}

test("the first layout that fits is somebody's, and everybody else has the one for everybody, each in their portal (DASH-2)", async () => {
  const [both, second, neither] = [await member(), await member(), await member()];
  const first = await aGroupOf(both.person.id);
  const next = await aGroupOf(both.person.id, second.person.id);
  await save({
    layouts: [aLayout(1, inGroup(first), { hidden: ["due"] }), aLayout(2, inGroup(next), { hidden: ["links"] })],
    everybody: layoutOf({ hidden: ["catalog"] }),
  });
  const hidden = async ({ client }: { client: Client }) => (await board(client)).layout.hidden;
  expect([await hidden(both), await hidden(second), await hidden(neither)]).toEqual([["due"], ["links"], ["catalog"]]);
  expect((await board(await app.signIn("student", "b"))).layout.hidden).toEqual(defaultLayout.hidden);

  const { layouts } = await shown();
  await save({ layouts: layouts.toReversed() });
  expect(await hidden(both)).toEqual(["links"]);
});

test("a layout is for the team of a manager: whom their role reaches now (DASH-2)", async () => {
  const [reached, other] = [await member(), await member()];
  const groupId = await aGroupOf(reached.person.id);
  const manager = await app.aPerson("a", { isManager: true });
  const reach = (scope: object) =>
    app.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("role_assignments")
        .set({ scope: JSON.stringify(scope) })
        .where("user_id", "=", manager.id)
        .execute(),
    );
  await reach({ kind: "groups", groupIds: [groupId] });
  await save({ layouts: [aLayout(1, { kind: "scope", managerIds: [manager.id] }, { hidden: ["due"] })] });
  const hidden = async () => [(await board(reached.client)).layout.hidden, (await board(other.client)).layout.hidden];
  expect(await hidden()).toEqual([["due"], defaultLayout.hidden]);
  await reach({ kind: "groups", groupIds: [await aGroupOf(other.person.id)] });
  expect(await hidden()).toEqual([defaultLayout.hidden, ["due"]]);
});

test("what somebody arranged themselves holds where nothing is locked, and reset gives the portal's layout (DASH-2)", async () => {
  const { client } = await member();
  await save({
    everybody: layoutOf({
      main: ["announcement", "courses", "catalog"],
      side: ["due", "required", "calendar", "links", "transcript"],
      hidden: ["links"],
      locked: ["announcement", "links"],
    }),
  });
  const own = {
    main: ["catalog", "courses", "links"],
    side: ["transcript", "announcement", "due", "required", "calendar", "waiting"],
    hidden: ["announcement", "required"],
  };
  const saved = (await client.put("/rest/dashboard/student/widgets", own)).json();
  expect(saved).toEqual({
    layout: {
      main: ["announcement", "catalog", "courses"],
      side: ["transcript", "due", "required", "links", "calendar", "waiting"],
      hidden: ["required", "links"],
    },
    locked: ["announcement", "links"],
    isOwn: true,
  });
  expect((await board(client)).layout).toEqual(saved.layout);
  await save({ everybody: defaultLayout });
  expect((await board(client)).layout).toMatchObject({ main: own.main, hidden: own.hidden });
  expect((await client.post("/rest/dashboard/student/widgets/reset", undefined)).json()).toMatchObject({
    layout: { hidden: defaultLayout.hidden },
    isOwn: false,
  });
});

test("layouts with conditions cost the dashboard no statement more (DASH-4)", async () => {
  const { client, person } = await member();
  const queries = async () => (await client.get("/rest/dashboard/student")).headers["server-timing"];
  const before = await queries();
  await save({
    layouts: [
      aLayout(1, { kind: "all", of: [inGroup(await aGroupOf()), { kind: "role", is: "admin" }] }, {}),
      aLayout(2, inGroup(await aGroupOf(person.id)), { hidden: ["due"] }),
    ],
  });
  expect((await board(client)).layout.hidden).toEqual(["due"]);
  expect(await queries()).toBe(before);
});

test("a widget that this version does not know is refused from outside, and kept where a newer version stored it", async () => {
  const unknown = await put({ everybody: { ...defaultLayout, main: ["orders"] } as never });
  expect(unknown.statusCode).toBe(400);
  const layout = { ...defaultLayout, main: ["orders", ...defaultLayout.main] };
  const ofNewer = {
    revision: 7,
    layouts: [
      { id: 1, name: "Known", audience: { kind: "role", is: "admin" }, layout },
      { id: 2, name: "By weather", audience: { kind: "weather", is: "rain" }, layout },
    ],
    everybody: layout,
  };
  const stored = () =>
    app.databases.inSystem("look at a test", async (db) => {
      const { widgets } = await db.selectFrom("portals").select("widgets").where("id", "=", app.portal("a").id).executeTakeFirstOrThrow();
      return widgets;
    });
  await app.databases.inSystem("prepare a test", (db) =>
    sql`update portals set widgets = ${JSON.stringify(ofNewer)} where id = ${app.portal("a").id}`.execute(db),
  );
  const { revision, layouts, everybody } = await shown();
  expect([revision, layouts.map(({ id }) => id), everybody]).toEqual([7, [1], defaultLayout]);
  await save({ everybody: layoutOf({ hidden: ["due"] }) });
  expect(await stored()).toEqual({ ...ofNewer, revision: 8, everybody: { ...layout, hidden: ["due"] } });
  await app.databases.inSystem("tidy a test", (db) => sql`update portals set widgets = '{}' where id = ${app.portal("a").id}`.execute(db));
});

test("two admins do not overwrite one another, and what cannot be is refused in words", async () => {
  const { revision } = await shown();
  await save({ everybody: layoutOf({ hidden: [] }) });
  const late = await admin.put("/rest/widgets/layouts", { layouts: [], everybody: defaultLayout, revision });
  expect([late.statusCode, late.json().code]).toEqual([409, "widgets_changed"]);
  const gone = await put({ layouts: [aLayout(1, inGroup(999_999_999), {})] });
  expect([gone.statusCode, gone.json().errors]).toMatchObject([400, [{ field: "layouts.0.audience", code: "unknown_group" }]]);
  const same = await put({ layouts: [aLayout(1, { kind: "role", is: "admin" }, {}), aLayout(1, { kind: "role", is: "admin" }, {})] });
  expect(same.statusCode).toBe(400);
  const nameless = await put({ layouts: [{ ...aLayout(1, { kind: "role", is: "admin" }, {}), name: " " }] });
  expect(nameless.json().errors).toMatchObject([{ field: "layouts.0.name", message: "Write a name." }]);
});

test("a group that a layout names is not deleted without a word", async () => {
  const groupId = await aGroupOf();
  await save({ layouts: [aLayout(4, inGroup(groupId), {})] });
  expect((await admin.get(`/rest/groups/${groupId}/dependents`)).json()).toEqual({
    rows: [{ kind: "widgets", id: 4, name: "Layout 4", to: "/admin/manageWidgets?edit=4" }],
  });
});

test("a preview shows what somebody sees or would see, tells them nothing, and is written down (DASH-3)", async () => {
  const { client, person } = await member();
  const course = await app.aCourse("a", { title: "Ladders" });
  await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  await client.put("/rest/dashboard/student/widgets", { main: ["catalog", "courses"], side: [], hidden: ["due"] });
  await save({ layouts: [aLayout(3, { kind: "role", is: "admin" }, { hidden: ["links"] })] });
  const preview = async (layoutId: number | null) => (await admin.post("/rest/widgets/preview", { userId: person.id, layoutId })).json();
  const seen = await preview(null);
  const own = await board(client);
  expect(seen.dashboard).toEqual({ ...own, next: { data: { ...own.next.data } } });
  expect(seen.dashboard.next.data.next.title).toBe("Ladders");
  expect([(await preview(3)).dashboard.layout.hidden, (await preview(0)).dashboard.layout.hidden]).toEqual([
    ["links"],
    defaultLayout.hidden,
  ]);
  expect((await admin.post("/rest/widgets/preview", { userId: person.id, layoutId: 99 })).statusCode).toBe(404);
  const { rows } = await app.databases.inSystem("look at a test", (db) =>
    sql`select after from audit_events where action = 'dashboard_previewed' and object_id = ${person.id} order by id`.execute(db),
  );
  expect(rows).toMatchObject([{ after: { layoutId: null } }, { after: { layoutId: 3 } }, { after: { layoutId: 0 } }]);
});

test("nobody out of reach is shown or offered: another portal's people, and not to who arranges no dashboards (DASH-3; security.md 16)", async () => {
  const there = await app.aPerson("b");
  expect((await admin.post("/rest/widgets/preview", { userId: there.id, layoutId: null })).statusCode).toBe(404);
  expect((await admin.get(`/rest/widgets/people?q=${encodeURIComponent(there.email)}`)).json().rows).toEqual([]);
  const { person, client } = await member();
  expect((await admin.get(`/rest/widgets/people?q=${encodeURIComponent(person.email)}`)).json().rows).toMatchObject([{ id: person.id }]);
  for (const one of [client, await app.signIn("manager", "a"), await app.signIn("author", "a")])
    expect((await one.post("/rest/widgets/preview", { userId: person.id, layoutId: null })).statusCode).toBe(403);
});
