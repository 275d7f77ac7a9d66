import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { TeamState } from "#features/enrolment/team-states.ts";
import type { TeamMember } from "./contract.ts";

let app: TestApp;
let manager: Client;
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.signIn("manager", "a");
});
afterAll(() => app.close());

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const listed = async (state: TeamState | "", client = manager) =>
  ((await client.get(`/rest/team?state=${state}`)).json() as { rows: TeamMember[] }).rows;
const ids = async (state: TeamState | "", client = manager) => (await listed(state, client)).map(({ id }) => id);
const nudgeOf = async (of: readonly number[], client = manager) =>
  (await client.post("/rest/bulk", { kind: "nudge", input: {}, of: { ids: of } })).json();
const run = async (runId: number, client = manager) => (await client.post(`/rest/bulk/${runId}/run`)).json();
const told = (userId: number) =>
  app.databases.inSystem("read a test", (db) =>
    db
      .selectFrom("notifications")
      .select(["subject", "occurrence", "variables"])
      .where("event", "=", "nudged")
      .where("user_id", "=", userId)
      .execute(),
  );

/** Somebody with a course that is due in so many days. */
async function learner(dueAt?: Date, title = "Ladders") {
  const person = await app.aPerson("a", { givenName: "Learner" });
  const course = await app.aCourse("a", { title });
  const { id: enrolmentId } = await app.anEnrolment("a", { courseId: course.id, userId: person.id, ...(dueAt && { dueAt }) });
  return { ...person, course, enrolmentId };
}
/** An attempt of theirs, complete since a number of days or not. */
const attempt = (of: Awaited<ReturnType<typeof learner>>, completedDaysAgo: number | null, number = 1) =>
  app.databases.inSystem("prepare a test", async (db) => {
    const portal_id = app.portal("a").id;
    const { id } = await db
      .insertInto("attempts")
      .values({
        portal_id,
        enrolment_id: of.enrolmentId,
        course_id: of.course.id,
        user_id: of.id,
        version_id: of.course.versionId,
        number,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (completedDaysAgo !== null)
      await db
        .insertInto("completions")
        .values({
          portal_id,
          attempt_id: id,
          course_id: of.course.id,
          user_id: of.id,
          version_id: of.course.versionId,
          completed_at: inDays(-completedDaysAgo),
          source: "rule",
        })
        .execute();
    return id;
  });

test("a member of the team stands as their courses do: overdue, due soon, not started, enrolled, completed (ROLE-6)", async () => {
  const [late, soon, later, ended, begun, done, redone, long] = await Promise.all([
    learner(inDays(-2)),
    learner(inDays(3)),
    learner(inDays(30)),
    learner(inDays(-2)),
    learner(inDays(-1)),
    learner(inDays(-1)),
    learner(inDays(-1)),
    learner(),
  ]);
  await app.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .selectFrom("enrolment_causes")
      .select("id")
      .where("enrolment_id", "=", ended.enrolmentId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("enrolment_cause_ends")
      .values({ portal_id: app.portal("a").id, cause_id: id })
      .execute();
  });
  await attempt(begun, null);
  await attempt(done, 3);
  // Complete once, and begun again: the newest attempt counts.
  await attempt(redone, 200);
  await attempt(redone, null, 2);
  await attempt(long, 31);
  const everybody = await ids("");
  for (const one of [late, soon, later, ended, begun, done, redone, long]) expect(everybody).toContain(one.id);
  const all = [late, soon, later, ended, begun, done, redone, long].map(({ id }) => id);
  const among = async (state: TeamState) => (await ids(state)).filter((id) => all.includes(id)).toSorted((a, b) => a - b);
  const of = (...people: { id: number }[]) => people.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(await among("overdue")).toEqual(of(late, begun, redone));
  expect(await among("soon")).toEqual(of(soon));
  expect(await among("notStarted")).toEqual(of(late, soon, later));
  expect(await among("enrolled")).toEqual(of(late, soon, later, begun, done, redone, long));
  expect(await among("completed")).toEqual(of(done));
  const rows = new Map((await listed("")).map((row) => [row.id, row]));
  expect(rows.get(late.id)).toMatchObject({
    open: 1,
    overdue: 1,
    soon: 0,
    notStarted: 1,
    next: { course: "Ladders", due: { state: "overdue" } },
  });
  expect(rows.get(begun.id)).toMatchObject({ open: 1, overdue: 1, notStarted: 0 });
  expect(rows.get(done.id)).toMatchObject({ open: 0, overdue: 0, next: null, nudgedAt: null });
});

test("a due date that somebody decided counts in place of the cause's, and a reset attempt is none", async () => {
  const [extended, pulled, reset] = await Promise.all([learner(inDays(-2)), learner(inDays(60)), learner()]);
  const attemptId = await attempt(reset, null);
  await app.databases.inSystem("prepare a test", async (db) => {
    const made = { portal_id: app.portal("a").id, made_by: manager.userId, reason: "A test" };
    await db
      .insertInto("corrections")
      .values([
        { ...made, enrolment_id: extended.enrolmentId, kind: "due", value_at: inDays(40) },
        { ...made, enrolment_id: pulled.enrolmentId, kind: "due", value_at: inDays(-1) },
        { ...made, enrolment_id: reset.enrolmentId, kind: "reset", attempt_id: attemptId },
      ])
      .execute();
  });
  const overdue = await ids("overdue");
  expect([overdue.includes(extended.id), overdue.includes(pulled.id)]).toEqual([false, true]);
  expect(await ids("notStarted")).toContain(reset.id);
});

test("the export has the rows of the list", async () => {
  await learner(inDays(-4));
  const { rows } = (await manager.get("/rest/team?state=overdue")).json() as { rows: TeamMember[] };
  const lines = (await manager.get("/rest/team/export.csv?state=overdue")).body.trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(",")[1])).toEqual(rows.map(({ email }) => email));
});

test("a reminder reaches a person once a day, whoever gives it, and cannot be undone (ROLE-6)", async () => {
  const [one, idle] = await Promise.all([learner(inDays(-2), "Forklifts"), app.aPerson("a")]);
  const asked = await nudgeOf([one.id, idle.id, manager.userId]);
  expect(asked).toMatchObject({ title: "Remind 1 person", total: 3, changes: 1, isFinal: true });
  expect(asked.leftOut.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(["Nothing is open for them", "You yourself"]);
  const { jobId, result } = await run(asked.runId);
  expect(result).toEqual({ done: 1, notDone: 0 });
  expect((await manager.get(`/rest/jobs/${jobId}`)).json()).toMatchObject({ state: "done", undoUntil: null });
  expect((await manager.post(`/rest/jobs/${jobId}/undo`)).statusCode).toBe(409);
  expect(await told(one.id)).toMatchObject([{ variables: { open: 1, overdue: 1, courses: [{ course: "Forklifts" }] } }]);
  const row = (await listed("overdue")).find(({ id }) => id === one.id);
  expect(row?.nudgedAt).not.toBeNull();

  const admin = await app.signIn("admin", "a");
  expect(await nudgeOf([one.id], admin)).toMatchObject({ changes: 0, leftOut: [{ reason: "Reminded today already", count: 1 }] });
  const learning = await app.signInAs(one, "a");
  const bell = (await learning.get("/rest/notifications")).json().rows;
  expect(bell).toMatchObject([{ event: "nudged", subject: expect.stringContaining("reminds you: 1 course is overdue"), isRead: false }]);
});

test("two who remind somebody at once remind them once", async () => {
  const one = await learner(inDays(-2));
  const admin = await app.signIn("admin", "a");
  const [first, second] = await Promise.all([nudgeOf([one.id]), nudgeOf([one.id], admin)]);
  const came = await Promise.all([run(first.runId), run(second.runId, admin)]);
  expect(came.map(({ result }) => result.done).toSorted()).toEqual([0, 1]);
  expect(await told(one.id)).toHaveLength(1);
});

test("all that match can be reminded, and nobody of another portal or without the right", async () => {
  const one = await learner(inDays(-2));
  const foreign = await app.aPerson("b");
  expect((await manager.post("/rest/bulk", { kind: "nudge", input: {}, of: { ids: [foreign.id] } })).statusCode).toBe(404);
  const student = await app.signIn("student", "a");
  expect((await student.post("/rest/bulk", { kind: "nudge", input: {}, of: { ids: [one.id] } })).statusCode).toBe(403);
  const asked = (
    await manager.post("/rest/bulk", { kind: "nudge", input: {}, of: { list: "team", query: { state: "overdue", q: "" } } })
  ).json();
  expect(asked.total).toBe((await manager.get("/rest/team?state=overdue")).json().total);
});

test("a group's condition says overdue of the same people as the team list, also of those who repeat a course", async () => {
  const [repeats, finished, tookBack] = await Promise.all([learner(inDays(-2)), learner(inDays(-2)), learner(inDays(-2))]);
  await attempt(repeats, 40);
  await attempt(repeats, null, 2);
  await attempt(finished, 1);
  await attempt(tookBack, 1);
  await app.databases.inSystem("prepare a test", (db) =>
    sql`insert into completion_reversals (portal_id, completion_id, reversed_by, reason)
      select portal_id, id, ${manager.userId}, 'test' from completions where user_id = ${tookBack.id}`.execute(db),
  );
  const condition = JSON.stringify({ kind: "enrolment", test: "overdue", courseIds: [] });
  const fit = (await manager.get(`/rest/people?condition=${encodeURIComponent(condition)}`)).json() as { rows: { id: number }[] };
  const asked = [repeats, finished, tookBack].map(({ id }) => id);
  const inTeam = (await ids("overdue")).filter((id) => asked.includes(id));
  expect(inTeam.toSorted()).toEqual([repeats.id, tookBack.id].toSorted());
  expect(
    fit.rows
      .map(({ id }) => id)
      .filter((id) => asked.includes(id))
      .toSorted(),
  ).toEqual(inTeam.toSorted());
});
