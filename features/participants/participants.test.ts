import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let manager: Client;
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.signIn("manager", "a");
});
afterAll(() => app.close());

interface Told {
  course: { title: string };
  total: number;
  isNear: boolean;
  rows: {
    id: number;
    name: string;
    groups: string[];
    roles: string[];
    state: string;
    percent: number;
    due: { state: string } | null;
    lastAccessAt: string | null;
  }[];
}
const list = async (query: object, client = manager) => {
  const reply = await client.get(`/rest/participants?${new URLSearchParams(query as Record<string, string>)}`);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
  return reply.json() as Told;
};

test("a course's people with roles, groups, standing, due date and last access; each filter selects those it shows", async () => {
  const { id: courseId, versionId } = await app.aCourse("a", { title: "Ladders" });
  const made = [];
  for (const familyName of ["Begun", "Done", "Ended", "Fresh", "Late"])
    made.push(await app.aPerson("a", { givenName: "Par", familyName, isAuthor: familyName === "Fresh" }));
  const [begun, done, ended, fresh, late] = made.map(({ id }) => id) as [number, number, number, number, number];
  const portal_id = app.portal("a").id;
  const past = new Date("2026-01-01T00:00:00Z");
  for (const userId of [begun, done, fresh]) await app.anEnrolment("a", { courseId, userId });
  await app.anEnrolment("a", { courseId, userId: ended, expiresAt: past });
  await app.anEnrolment("a", { courseId, userId: late, dueAt: past });
  await app.databases.inSystem("prepare a test", async (db) => {
    const enrolments = await db.selectFrom("enrolments").select(["id", "user_id"]).where("course_id", "=", courseId).execute();
    for (const user_id of [begun, done]) {
      const enrolment_id = enrolments.find((one) => one.user_id === user_id)?.id ?? 0;
      const attempt = await db
        .insertInto("attempts")
        .values({ portal_id, enrolment_id, course_id: courseId, user_id, version_id: versionId, number: 1 })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("attempt_states").values({ portal_id, attempt_id: attempt.id, last_activity_at: past }).execute();
      if (user_id === done)
        await db
          .insertInto("completions")
          .values({ portal_id, attempt_id: attempt.id, course_id: courseId, user_id, version_id: versionId, source: "rule" })
          .execute();
    }
    const group = await db.insertInto("groups").values({ portal_id, name: "Riggers" }).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("group_members").values({ portal_id, group_id: group.id, user_id: fresh, cause: "hand" }).execute();
  });
  const all = await list({ course: courseId });
  expect([all.course.title, all.total]).toEqual(["Ladders", 4]);
  expect(all.rows.map(({ name, state, lastAccessAt }) => [name, state, lastAccessAt])).toEqual([
    ["Par Begun", "inProgress", "2026-01-01T00:00:00.000Z"],
    ["Par Done", "completed", "2026-01-01T00:00:00.000Z"],
    ["Par Fresh", "notStarted", null],
    ["Par Late", "notStarted", null],
  ]);
  expect(all.rows[2]).toMatchObject({ roles: ["author"], groups: ["Riggers"] });
  expect(all.rows[3]).toMatchObject({ due: { state: "overdue" } });
  for (const [state, names] of [
    ["notStarted", ["Par Fresh", "Par Late"]],
    ["inProgress", ["Par Begun"]],
    ["completed", ["Par Done"]],
    ["overdue", ["Par Late"]],
    ["ended", ["Par Ended"]],
  ] as const)
    expect([state, (await list({ course: courseId, state })).rows.map(({ name }) => name)]).toEqual([state, names]);
  expect((await list({ course: courseId, q: "frseh" })).rows.map(({ name }) => name)).toEqual(["Par Fresh"]);
  expect((await list({ course: courseId, sort: "-enrolled" })).rows.map(({ id }) => id)).toEqual([late, fresh, done, begun]);
  const csv = (await manager.get(`/rest/participants/export.csv?course=${courseId}&state=overdue`)).body;
  expect(csv.split("\r\n")[0]).toBe(
    "\uFEFFName,Email,Roles,Groups,Status,Progress (%),Due (UTC),Enrolled (UTC),Last access (UTC),Completed (UTC)",
  );
  expect(csv.split("\r\n")[1]).toMatch(/^Par Late,.*Not started,0,2026-01-01T00:00:00/);
  const chosen = `/rest/participants/export.csv?course=${courseId}&state=overdue&columns=`;
  expect((await manager.get(`${chosen}due,state`)).body).toMatch(
    /^\uFEFFName,Due \(UTC\),Status\r\nPar Late,2026-01-01T00:00:00\S*,Not started\r\n$/,
  );
  expect((await manager.get(`${chosen}due,password`)).json().errors).toMatchObject([{ field: "columns" }]);
});

test("a draft, a course of another portal and no course are not there", async () => {
  const [draft, foreign] = [await app.aCourse("a", { status: "draft" }), await app.aCourse("b")];
  for (const query of [`?course=${draft.id}`, `?course=${foreign.id}`, "?course=999999999", ""])
    expect((await manager.get(`/rest/participants${query}`)).statusCode).toBe(404);
});

test("security.md 91: half a million apostrophes are read at once", async () => {
  const text = `a${"'".repeat(499_998)}x`;
  expect((await manager.post("/rest/participants/pasted", { text })).json()).toMatchObject({ ids: [], unknownCount: 1 });
});

test("as many addresses as the screen takes are read, and one more is told", async () => {
  const one = await app.aPerson("a", { email: "last.of.many@example.test" });
  const many = Array.from({ length: 4_999 }, (_, at) => `somebody.with.a.long.name.${at}@department.example.test`);
  const reply = await manager.post("/rest/participants/pasted", { text: [...many, one.email].join("\n") });
  expect(reply.json()).toMatchObject({ ids: [one.id], unknownCount: 4_999 });
});

test("pasted addresses and external ids become people; what names nobody in reach is told", async () => {
  const one = await app.aPerson("a", { email: "pasted.one@example.test" });
  const two = await app.aPerson("a");
  const foreign = await app.aPerson("b", { email: "elsewhere@example.test" });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("memberships").set({ external_id: "E-0042" }).where("user_id", "=", two.id).execute(),
  );
  const reply = await manager.post("/rest/participants/pasted", {
    text: `"Pasted.One@example.test"; E-0042\n${foreign.email},nobody@example.test`,
  });
  expect({ ...reply.json(), ids: reply.json().ids.toSorted() }).toEqual({
    ids: [one.id, two.id].toSorted(),
    unknown: ["elsewhere@example.test", "nobody@example.test"],
    unknownCount: 2,
  });
  const many = Array.from({ length: 5001 }, (_, nth) => `p${nth}@x.test`).join(" ");
  expect((await manager.post("/rest/participants/pasted", { text: many })).json()).toMatchObject({ errors: [{ code: "too_many_pasted" }] });
});

test("all participants that match are unenrolled in one action", async () => {
  const { id: courseId } = await app.aCourse("a", { title: "Closing down" });
  for (let nth = 0; nth < 3; nth++) await app.anEnrolment("a", { courseId, userId: (await app.aPerson("a")).id });
  const of = { list: "participants", query: { course: String(courseId) } };
  const { runId, changes } = (await manager.post("/rest/bulk", { kind: "unenrol", input: { courseId, reason: "It ends" }, of })).json();
  expect(changes).toBe(3);
  await manager.post(`/rest/bulk/${runId}/run`);
  expect((await list({ course: courseId })).total).toBe(0);
  expect((await list({ course: courseId, state: "ended" })).total).toBe(3);
});
