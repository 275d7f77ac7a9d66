import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { GroupCourse } from "./contract.ts";

// The courses of a group's members (GRP-2): each number is the number of rows behind it, for whoever asks.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

let made = 0;
const aGroup = async (...userIds: number[]) => {
  const { id } = (await admin.post("/rest/groups", { name: `Group ${++made}`, description: "", condition: null })).json() as { id: number };
  await put(id, ...userIds);
  return id;
};
const put = (groupId: number, ...userIds: number[]) =>
  app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
    db
      .insertInto("group_members")
      .values(userIds.map((user_id) => ({ portal_id: app.portal("a").id, group_id: groupId, user_id, cause: "hand" })))
      .execute(),
  );
const coursesOf = async (client: Client, groupId: number, query = "") => {
  const reply = await client.get(`/rest/groups/${groupId}/courses${query}`);
  expect([reply.statusCode, reply.statusCode === 200 ? "" : reply.body]).toEqual([200, ""]);
  return reply.json() as { rows: GroupCourse[]; total: number };
};
/** The people behind a number. */
const behind = async (client: Client, course: number, group: number, state?: string) => {
  const query = new URLSearchParams({ course: String(course), group: String(group), ...(state && { state }) });
  const reply = await client.get(`/rest/participants?${query}`);
  expect([reply.statusCode, reply.statusCode === 200 ? "" : reply.body]).toEqual([200, ""]);
  const { rows, total } = reply.json() as { rows: { id: number }[]; total: number };
  expect(rows).toHaveLength(total);
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
};

async function aSituation() {
  const [ladders, fires, drafts] = [
    await app.aCourse("a", { title: "Ladders" }),
    await app.aCourse("a", { title: "Fires" }),
    await app.aCourse("a", { title: "Drafts", status: "draft" }),
  ];
  const ids = [];
  for (let nth = 0; nth < 6; nth++) ids.push((await app.aPerson("a")).id);
  const [fresh, done, late, gone, stranger, idle] = ids as [number, number, number, number, number, number];
  const past = new Date("2026-01-01T00:00:00Z");
  await app.anEnrolment("a", { courseId: ladders.id, userId: fresh });
  await app.anEnrolment("a", { courseId: ladders.id, userId: late, dueAt: past });
  await app.anEnrolment("a", { courseId: ladders.id, userId: gone, expiresAt: past });
  await app.anEnrolment("a", { courseId: ladders.id, userId: stranger });
  await app.anEnrolment("a", { courseId: fires.id, userId: stranger });
  await app.anEnrolment("a", { courseId: drafts.id, userId: fresh });
  const enrolment = await app.anEnrolment("a", { courseId: ladders.id, userId: done, dueAt: past });
  await app.databases.inSystem("prepare a test", async (db) => {
    const work = { portal_id: app.portal("a").id, course_id: ladders.id, user_id: done, version_id: ladders.versionId };
    const attempt = await db
      .insertInto("attempts")
      .values({ ...work, enrolment_id: enrolment.id, number: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("completions")
      .values({ ...work, attempt_id: attempt.id, source: "rule" })
      .execute();
  });
  return { ladders: ladders.id, fires: fires.id, fresh, done, late, gone, stranger, idle };
}

test("the courses of a group's members, with how many are enrolled, done and overdue: each the number of people behind it", async () => {
  const { ladders, fires, fresh, done, late, gone, stranger, idle } = await aSituation();
  const group = await aGroup(fresh, done, late, gone, idle);
  expect(await coursesOf(admin, group)).toMatchObject({
    total: 1,
    rows: [{ id: ladders, title: "Ladders", isArchived: false, enrolled: 3, completed: 1, overdue: 1 }],
  });
  const sorted = (...ids: number[]) => ids.toSorted((one, other) => one - other);
  expect(await behind(admin, ladders, group)).toEqual(sorted(fresh, done, late));
  expect(await behind(admin, ladders, group, "completed")).toEqual([done]);
  expect(await behind(admin, ladders, group, "overdue")).toEqual([late]);
  await put(group, stranger);
  expect((await coursesOf(admin, group, "?sort=-title")).rows.map(({ id, enrolled }) => [id, enrolled])).toEqual([
    [ladders, 4],
    [fires, 1],
  ]);
  expect((await coursesOf(admin, group, "?q=fir")).rows.map(({ id }) => id)).toEqual([fires]);
  const { body } = await admin.get(`/rest/groups/${group}/courses/export.csv`);
  expect(body.trim().split("\r\n").slice(1)).toEqual(["Fires,1,0,0", "Ladders,4,1,1"]);
});

test("a manager sees the courses of the groups in reach alone, and the lists behind the numbers (security.md 8, 9)", async () => {
  const { ladders, fresh, done, late, gone } = await aSituation();
  const [inner, other] = [await aGroup(fresh, late), await aGroup(done, gone, late)];
  const boss = await app.aPerson("a");
  const scope = { kind: "groups", groupIds: [inner] };
  await admin.post("/rest/roles", { userId: boss.id, role: "Manager", scope, startsAt: null, endsAt: null });
  const client = await app.signInAs(boss, "a");
  expect((await coursesOf(client, inner)).rows).toMatchObject([{ id: ladders, enrolled: 2, completed: 0, overdue: 1 }]);
  expect(await behind(client, ladders, inner, "overdue")).toEqual([late]);
  const absent = await client.get(`/rest/groups/999999999/courses`);
  for (const reply of [
    await client.get(`/rest/groups/${other}/courses`),
    await client.get(`/rest/groups/${other}/courses/export.csv`),
    await client.get(`/rest/participants?course=${ladders}&group=${other}`),
    await client.get(`/rest/participants/export.csv?course=${ladders}&group=${other}`),
    await (await app.signIn("admin", "b")).get(`/rest/groups/${inner}/courses`),
  ])
    expect([reply.statusCode, reply.json().message]).toEqual([404, absent.json().message]);
});

test("a whole group is enrolled from its page", async () => {
  const { fires, fresh, late } = await aSituation();
  const group = await aGroup(fresh, late);
  const asked = { kind: "enrol", input: { courseIds: [fires], dueAt: null }, of: { list: "members", query: { group: String(group) } } };
  const preview = await admin.post("/rest/bulk", asked);
  expect([preview.statusCode, preview.body]).toEqual([200, expect.anything()]);
  const { runId } = preview.json() as { runId: number };
  expect((await admin.post(`/rest/bulk/${runId}/run`, {})).statusCode).toBe(200);
  expect((await coursesOf(admin, group)).rows).toMatchObject([
    { id: fires, enrolled: 2 },
    { title: "Ladders", enrolled: 2 },
  ]);
});
