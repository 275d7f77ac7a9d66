import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let manager: Client;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  [manager, admin] = [await app.signIn("manager", "a"), await app.signIn("admin", "a")];
});
afterAll(() => app.close());

interface Told {
  runId: number;
  title: string;
  total: number;
  changes: number;
  leftOut: { reason: string; count: number }[];
  sample: { id: number; before: string; after: string }[];
}
const preview = async (kind: string, input: object, ids: readonly number[], client = manager) => {
  const reply = await client.post("/rest/bulk", { kind, input, of: { ids } });
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
  return reply.json() as Told;
};
const run = async (runId: number, client = manager) =>
  (await client.post(`/rest/bulk/${runId}/run`)).json() as { jobId: number; result: { done: number; notDone: number } };
const undo = async (jobId: number, client = manager) =>
  ((await client.post(`/rest/jobs/${jobId}/undo`)).json() as { facts: { value: string }[] }).facts.map(({ value }) => Number(value));
const outs = ({ leftOut }: Told) => leftOut.map(({ reason, count }) => `${count} ${reason}`).toSorted();
interface Enrolment {
  enrolmentId: number;
  courseId: number;
  active: boolean;
  exempt: boolean;
  expiresAt: string | null;
  due: { at: string } | null;
  attempt: { completedAt: string | null } | null;
  causes: { kind: string; by: string | null; endedAt: string | null; endReason: string }[];
  corrections: { kind: string; reason: string; reversedAt: string | null }[];
}
const standing = async (userId: number, courseId: number) =>
  ((await manager.get(`/rest/people/${userId}/enrolments`)).json().rows as Enrolment[]).find((one) => one.courseId === courseId);
/** What the log says of decisions about a person, oldest first. */
const entriesOf = (userId: number) =>
  app.databases.inSystem("look at the log", (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "before", "after"])
      .where("object_kind", "=", "user")
      .where("object_id", "=", userId)
      .where("action", "in", ["corrected_exempt", "correction_reversed"])
      .orderBy("id")
      .execute(),
  );
const three = async () => {
  const made = [await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a")];
  return made.map(({ id }) => id) as [number, number, number];
};

test("many are enrolled in several courses with a due date, each with its cause; undoing ends only what the action began", async () => {
  const [one, two, three_] = await three();
  const [first, second] = [await app.aCourse("a", { title: "Ladders" }), await app.aCourse("a", { title: "Forklifts" })];
  await app.anEnrolment("a", { courseId: first.id, userId: two });
  for (const course of [first, second]) await app.anEnrolment("a", { courseId: course.id, userId: three_ });
  const told = await preview("enrol", { courseIds: [second.id, first.id], dueAt: "2099-03-01" }, [one, two, three_, manager.userId]);
  expect(told).toMatchObject({ title: "Enrol 2 people in Ladders, Forklifts", total: 4, changes: 2 });
  expect(outs(told)).toEqual(["1 Enrolled already", "1 You yourself"]);
  expect(told.sample.map(({ id, before, after }) => [id, before, after]).toSorted()).toEqual([
    [one, "Not enrolled", "Enrolled"],
    [two, "Enrolled in Ladders", "Enrolled"],
  ]);
  const { jobId, result } = await run(told.runId);
  expect(result).toEqual({ done: 2, notDone: 0 });
  expect(await standing(one, first.id)).toMatchObject({
    active: true,
    due: { at: "2099-03-01T22:59:59.000Z" },
    causes: [{ kind: "person" }],
  });
  // An enrolment of one's own stays what it was; only the missing course came with the action.
  expect((await standing(two, first.id))?.causes.map(({ kind }) => kind)).toEqual(["self"]);
  expect(await standing(two, second.id)).toMatchObject({ active: true });
  await app.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .selectFrom("enrolments")
      .select("id")
      .where("user_id", "=", one)
      .where("course_id", "=", second.id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("enrolment_causes")
      .values({ portal_id: app.portal("a").id, enrolment_id: id, kind: "rule", reference: "Every year" })
      .execute();
  });
  expect(await undo(jobId)).toEqual([2]);
  expect(await standing(one, first.id)).toMatchObject({ active: false });
  expect(await standing(one, second.id)).toMatchObject({ active: true });
  expect(await standing(two, first.id)).toMatchObject({ active: true });
  expect(await standing(two, second.id)).toMatchObject({ active: false });
});

test("unenrolling ends every cause with its reason and keeps the record; undoing gives every cause again", async () => {
  const [one, two] = await three();
  const { id: courseId } = await app.aCourse("a", { title: "Welding" });
  const { id } = await app.anEnrolment("a", { courseId, userId: one });
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("enrolment_causes")
      .values({ portal_id: app.portal("a").id, enrolment_id: id, kind: "code", reference: "SPRING" })
      .execute(),
  );
  const told = await preview("unenrol", { courseId, reason: "Course is full" }, [one, two]);
  expect([told.title, told.changes, outs(told)]).toEqual(["Unenrol 1 person from Welding", 1, ["1 Not enrolled"]]);
  const { jobId } = await run(told.runId);
  expect(await standing(one, courseId)).toMatchObject({ active: false });
  expect((await standing(one, courseId))?.causes.map(({ endReason }) => endReason)).toEqual(["Course is full", "Course is full"]);
  expect(await undo(jobId)).toEqual([1]);
  const back = await standing(one, courseId);
  expect([back?.active, back?.causes.filter(({ endedAt }) => endedAt === null).map(({ kind }) => kind)]).toEqual([true, ["self", "code"]]);
});

test("another due date stands beside the record and is taken back; who has completed, is exempt or not enrolled is left out", async () => {
  const [one, two, gone] = await three();
  const { id: courseId } = await app.aCourse("a", { title: "First aid" });
  for (const userId of [one, two]) await app.anEnrolment("a", { courseId, userId, dueAt: new Date("2030-01-01T00:00:00Z") });
  const done = await preview("mark-complete", { courseId, at: "2026-02-03T12:00:00.000Z", reason: "Certificate seen" }, [two]);
  await run(done.runId);
  const exempt = await app.aPerson("a");
  await app.anEnrolment("a", { courseId, userId: exempt.id });
  const { enrolmentId } = (await manager.get(`/rest/people/${exempt.id}/enrolments`)).json().rows[0];
  await manager.post(`/rest/people/${exempt.id}/enrolments/${enrolmentId}/corrections`, { kind: "exempt", reason: "On leave" });
  const told = await preview("extend-due", { courseId, dueAt: "2031-05-01", reason: "Room is closed" }, [one, two, gone, exempt.id]);
  expect(outs(told)).toEqual(["1 Completed already", "1 Exempt from it", "1 Not enrolled"]);
  expect(told.sample).toMatchObject([{ id: one, before: "Due 2030-01-01", after: "Due 2031-05-01" }]);
  const { jobId } = await run(told.runId);
  expect(await standing(one, courseId)).toMatchObject({ due: { at: "2031-05-01T21:59:59.000Z" } });
  expect(await undo(jobId)).toEqual([1]);
  const back = await standing(one, courseId);
  expect(back).toMatchObject({ due: { at: "2030-01-01T00:00:00.000Z" } });
  expect(back?.corrections).toMatchObject([{ kind: "due", reason: "Room is closed", reversedAt: expect.anything() }]);
});

test("an exemption takes what is due away and is taken back; who has completed, is exempt already or not enrolled is left out", async () => {
  const [one, two, gone] = await three();
  const [free] = await three();
  const { id: courseId } = await app.aCourse("a", { title: "Rope access" });
  for (const userId of [one, two, free]) await app.anEnrolment("a", { courseId, userId, dueAt: new Date("2030-01-01T00:00:00Z") });
  await run((await preview("mark-complete", { courseId, at: "2026-02-03T12:00:00.000Z", reason: "Certificate seen" }, [two])).runId);
  await run((await preview("exempt", { courseId, reason: "On leave" }, [free])).runId);
  const told = await preview("exempt", { courseId, reason: "Works elsewhere" }, [one, two, gone, free, manager.userId]);
  expect([told.title, told.changes, outs(told)]).toEqual([
    "Exempt 1 person from Rope access",
    1,
    ["1 Completed already", "1 Exempt already", "1 Not enrolled", "1 You yourself"],
  ]);
  expect(told.sample).toMatchObject([{ id: one, before: "Due 2030-01-01", after: "Exempt from it" }]);
  const { jobId, result } = await run(told.runId);
  expect(result).toEqual({ done: 1, notDone: 0 });
  expect(await standing(one, courseId)).toMatchObject({
    active: true,
    exempt: true,
    due: null,
    corrections: [{ kind: "exempt", reason: "Works elsewhere" }],
  });
  expect(await entriesOf(one)).toMatchObject([
    {
      action: "corrected_exempt",
      before: { exempt: false, dueAt: "2030-01-01T00:00:00.000Z" },
      after: { courseId, exempt: true, cause: { kind: "bulk", id: told.runId } },
    },
  ]);
  expect(await undo(jobId)).toEqual([1]);
  expect(await standing(one, courseId)).toMatchObject({
    exempt: false,
    due: { at: "2030-01-01T00:00:00.000Z" },
    corrections: [{ kind: "exempt", reason: "Works elsewhere", reversedAt: expect.anything() }],
  });
  expect((await entriesOf(one)).at(-1)).toMatchObject({
    action: "correction_reversed",
    after: { exempt: false, cause: { kind: "bulk_undo", id: told.runId } },
  });
});

test("undoing an exemption leaves alone and reports whoever completed, left or was decided about since", async () => {
  const [one, completed, left] = await three();
  const [dated, again] = await three();
  const everybody = [one, completed, left, dated, again];
  const { id: courseId } = await app.aCourse("a", { title: "Night shift" });
  for (const userId of everybody) await app.anEnrolment("a", { courseId, userId });
  const reason = "x";
  const { runId } = await preview("exempt", { courseId, reason }, everybody);
  const { jobId, result } = await run(runId);
  expect(result).toEqual({ done: 5, notDone: 0 });
  await run((await preview("mark-complete", { courseId, at: "2026-02-03T12:00:00.000Z", reason }, [completed])).runId);
  await run((await preview("unenrol", { courseId, reason }, [left])).runId);
  for (const [userId, decision] of [
    [dated, { kind: "due", at: "2099-03-01" }],
    [again, { kind: "exempt" }],
  ] as const) {
    const found = await standing(userId, courseId);
    const reply = await manager.post(`/rest/people/${userId}/enrolments/${found?.enrolmentId}/corrections`, { ...decision, reason });
    expect(reply.statusCode).toBe(200);
  }
  expect(await undo(jobId)).toEqual([1, 4]);
  const { rows } = (await manager.get(`/rest/bulk/${runId}/rows?show=notUndone`)).json() as { rows: { id: number; reason: string }[] };
  expect(new Map(rows.map((row) => [row.id, row.reason]))).toEqual(
    new Map([
      [completed, "Completed already"],
      [left, "Not enrolled"],
      [dated, "Changed in the meantime"],
      [again, "Changed in the meantime"],
    ]),
  );
  expect([await standing(one, courseId), await standing(again, courseId)]).toMatchObject([{ exempt: false }, { exempt: true }]);
});

test("exempting is for whoever may correct results, of their own portal, whom they reach", async () => {
  const [one, two] = await three();
  const { id: courseId } = await app.aCourse("a");
  for (const userId of [one, two]) await app.anEnrolment("a", { courseId, userId });
  const exempting = async (client: Client, ids: readonly number[], course = courseId) => {
    const reply = await client.post("/rest/bulk", { kind: "exempt", input: { courseId: course, reason: "x" }, of: { ids } });
    return [reply.statusCode, reply.json().code];
  };
  const { copyId } = (
    await admin.post("/rest/roles/copies", { of: "Manager", name: "Enrols only", permissions: ["see-people", "enrol-people"] })
  ).json();
  const granted = async (scope: object, more: object = {}) => {
    const person = await app.aPerson("a");
    const reply = await admin.post("/rest/roles", { userId: person.id, role: "Manager", scope, startsAt: null, endsAt: null, ...more });
    expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
    return app.signInAs(person, "a");
  };
  const other = await app.aCourse("a");
  await app.anEnrolment("a", { courseId: other.id, userId: two });
  expect(await exempting(await granted({ kind: "portal" }, { copyId }), [one])).toEqual([403, "forbidden"]);
  expect(await exempting(await app.signIn("student", "a"), [one])).toEqual([403, "forbidden"]);
  expect(await exempting(await granted({ kind: "courses", courseIds: [other.id] }), [one, two])).toEqual([404, "not_found"]);
  const foreign = await app.signIn("manager", "b");
  expect(await exempting(foreign, [one])).toEqual([404, "not_found"]);
  const theirs = await app.aPerson("b");
  expect(await exempting(foreign, [theirs.id])).toEqual([404, "not_found"]);
  expect([await standing(one, courseId), await standing(two, courseId)]).toMatchObject([{ exempt: false }, { exempt: false }]);
});

test("access that the action gives ends on the chosen day, in the portal's time zone", async () => {
  const [one] = await three();
  const { id: courseId } = await app.aCourse("a");
  const { runId } = await preview("enrol", { courseIds: [courseId], dueAt: "2099-02-01", expiresAt: "2099-03-01" }, [one]);
  await run(runId);
  expect(await standing(one, courseId)).toMatchObject({
    active: true,
    due: { at: "2099-02-01T22:59:59.000Z" },
    expiresAt: "2099-03-01T22:59:59.000Z",
  });
});

test("marking complete makes a completion by hand with its reason, and undoing takes it back", async () => {
  const [one, two, three_] = await three();
  const { id: courseId } = await app.aCourse("a", { title: "Hygiene" });
  for (const userId of [one, two]) await app.anEnrolment("a", { courseId, userId });
  const at = "2026-02-03T12:00:00.000Z";
  const told = await preview("mark-complete", { courseId, at, reason: "Done on paper" }, [one, two, three_]);
  expect([told.title, outs(told)]).toEqual(["Mark Hygiene complete for 2 people", ["1 Not enrolled"]]);
  const { jobId } = await run(told.runId);
  expect(await standing(one, courseId)).toMatchObject({
    attempt: { completedAt: at },
    corrections: [{ kind: "complete", reason: "Done on paper" }],
  });
  expect(outs(await preview("mark-complete", { courseId, at, reason: "Again" }, [one]))).toEqual(["1 Completed already"]);
  expect(await undo(jobId)).toEqual([2]);
  expect((await standing(one, courseId))?.attempt).toBeNull();
});

test("a draft, a course of another portal, a date that cannot be and an admin for a manager are refused", async () => {
  const [one] = await three();
  const [draft, foreign, course] = [await app.aCourse("a", { status: "draft" }), await app.aCourse("b"), await app.aCourse("a")];
  const refused = async (kind: string, input: object) => {
    const reply = await manager.post("/rest/bulk", { kind, input, of: { ids: [one] } });
    return [reply.statusCode, reply.json().code];
  };
  for (const { id } of [draft, foreign]) {
    expect(await refused("enrol", { courseIds: [id] })).toEqual([404, "not_found"]);
    expect(await refused("unenrol", { courseId: id, reason: "x" })).toEqual([404, "not_found"]);
    expect(await refused("exempt", { courseId: id, reason: "x" })).toEqual([404, "not_found"]);
  }
  expect((await refused("enrol", { courseIds: [course.id], dueAt: "2020-01-01" }))[0]).toBe(400);
  expect((await refused("enrol", { courseIds: [course.id], expiresAt: "2020-01-01" }))[0]).toBe(400);
  expect((await refused("enrol", { courseIds: [] }))[0]).toBe(400);
  expect((await refused("exempt", { courseId: course.id, reason: " " }))[0]).toBe(400);
  expect((await refused("extend-due", { courseId: course.id, dueAt: "2020-01-01", reason: "x" }))[0]).toBe(400);
  expect((await refused("mark-complete", { courseId: course.id, at: "2099-01-01T00:00:00Z", reason: "x" }))[0]).toBe(400);
  expect((await refused("unenrol", { courseId: course.id, reason: " " }))[0]).toBe(400);
  const told = await preview("enrol", { courseIds: [course.id] }, [app.person("admin", "a").id]);
  expect(outs(told)).toEqual(["1 An administrator, whom managers do not change"]);
  expect((await preview("enrol", { courseIds: [course.id] }, [app.person("manager", "a").id], admin)).changes).toBe(1);
});

test("courses for enrolling are searched by the server, published ones only", async () => {
  await app.aCourse("a", { title: "Zeppelin maintenance" });
  await app.aCourse("a", { title: "Zeppelin drafts", status: "draft" });
  const { rows } = (await manager.get("/rest/people/courses?q=zepp")).json();
  expect(rows.map(({ title }: { title: string }) => title)).toEqual(["Zeppelin maintenance"]);
});

test("a field is set for many and undone; what each kind holds comes back, and fields that are not for many are refused", async () => {
  const portal_id = app.portal("a").id;
  const [one, two] = [(await app.aPerson("a", { familyName: "Feldmark" })).id, (await app.aPerson("a", { familyName: "Feldmark" })).id];
  const field = (name: string, kind: string, more: object = {}) =>
    app.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("fields")
        .values({ portal_id, kind, name, position: 1, manager_access: "edit", ...more })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
  const valueOf = async (userId: number, fieldId: number) =>
    (await manager.get(`/rest/people?columns=field:${fieldId}&q=feldmark`)).json().rows.find(({ id }: { id: number }) => id === userId)
      ?.cells[fieldId];
  for (const [kind, first, second] of [
    ["text", "Kiel", "Bonn"],
    ["number", "1.5", "7"],
    ["yes_no", "yes", "no"],
    ["date", "2026-01-31", "2027-02-28"],
    ["date_time", "2026-01-31T10:00:00Z", "2027-02-28T10:00:00Z"],
    ["phone", "+4930123456", "+4930654321"],
  ] as const) {
    const { id } = await field(`Many ${kind}`, kind);
    const before = await preview("set-field", { fieldId: id, cell: first }, [one]);
    await run(before.runId);
    const had = await valueOf(one, id);
    expect([kind, had === undefined]).toEqual([kind, false]);
    const told = await preview("set-field", { fieldId: id, cell: second }, [one, two]);
    expect([kind, told.title, told.changes]).toEqual([kind, `Set Many ${kind} for 2 people`, 2]);
    const { jobId } = await run(told.runId);
    expect(outs(await preview("set-field", { fieldId: id, cell: second }, [two]))).toEqual(["1 Has this value already"]);
    expect([kind, await undo(jobId)]).toEqual([kind, [2]]);
    expect([kind, await valueOf(one, id), await valueOf(two, id)]).toEqual([kind, had, undefined]);
  }
  const [hidden, locked, secret, unique] = [
    await field("Hidden one", "text", { manager_access: "hidden" }),
    await field("Read one", "text", { manager_access: "read" }),
    await field("Secret one", "text", { is_sensitive: true }),
    await field("Unique one", "text", { is_unique: true }),
  ];
  const refused = async (fieldId: number, cell: string | null = "x") =>
    (await manager.post("/rest/bulk", { kind: "set-field", input: { fieldId, cell }, of: { ids: [one] } })).json().code as string;
  expect([await refused(hidden.id), await refused(999_999_999)]).toEqual(["not_found", "not_found"]);
  expect([await refused(locked.id), await refused(secret.id), await refused(unique.id)]).toEqual([
    "field_locked",
    "field_sensitive",
    "field_unique",
  ]);
  const { id: numbers } = await field("Number one", "number");
  expect(
    (await manager.post("/rest/bulk", { kind: "set-field", input: { fieldId: numbers, cell: "many" }, of: { ids: [one] } })).statusCode,
  ).toBe(400);
});
