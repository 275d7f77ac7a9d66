import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Client, PortalKey, TestApp } from "#app/test/app.ts";
import { startTestApp } from "#app/test/app.ts";
import { aQuestion } from "#features/support/test/a-question.ts";
import { thisYear } from "./server/service.ts";

let app: TestApp;
let student: Client;
beforeAll(async () => {
  app = await startTestApp();
  student = await app.signIn("student", "a");
});
afterAll(() => app.close());

const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const board = async (client: Client, query = "") => {
  const reply = await client.get(`/rest/dashboard/student${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
};

/** Enrols a new person, with functions that work on the course. */
async function learner(key: PortalKey = "a") {
  const person = await app.aPerson(key);
  return { person, client: await app.signInAs(person, key) };
}

async function anAttempt(
  key: PortalKey,
  fields: {
    course: { id: number; versionId: number };
    userId: number;
    pageId?: string;
    done?: string[];
    seconds?: number;
    completedAt?: Date;
    /** Two days ago unless told. */
    usedAt?: Date;
    enrolmentId: number;
  },
) {
  const { course, userId, enrolmentId, pageId, done = [], seconds = 0, completedAt, usedAt = days(-2) } = fields;
  return app.databases.inSystem("prepare a test", async (db) => {
    const portal_id = app.portal(key).id;
    const attempt = await db
      .insertInto("attempts")
      .values({ portal_id, enrolment_id: enrolmentId, course_id: course.id, user_id: userId, version_id: course.versionId, number: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("attempt_states")
      .values({
        portal_id,
        attempt_id: attempt.id,
        credited_seconds: seconds,
        place: pageId ? JSON.stringify({ pageId }) : null,
        last_activity_at: usedAt,
      })
      .execute();
    for (const item_key of done)
      await db.insertInto("attempt_items").values({ portal_id, attempt_id: attempt.id, version_id: course.versionId, item_key }).execute();
    if (completedAt)
      await db
        .insertInto("completions")
        .values({
          portal_id,
          attempt_id: attempt.id,
          course_id: course.id,
          user_id: userId,
          version_id: course.versionId,
          completed_at: completedAt,
          source: "rule",
        })
        .execute();
    return attempt.id;
  });
}

test("a newcomer gets an empty dashboard in the usual arrangement, and what is new in the catalog", async () => {
  const course = await app.aCourse("a", { title: "New here" });
  await app.aCourse("a", { title: "A draft", status: "draft" });
  await app.aCourse("a", { title: "By invitation", selfEnrol: false });
  const { client } = await learner();
  const { layout, next, courses, due, catalog, transcript } = await board(client);
  expect(layout).toEqual({
    main: ["courses", "catalog"],
    side: ["due", "waiting", "required", "calendar", "announcement", "links", "transcript"],
    hidden: ["required", "calendar"],
  });
  expect([next.data, courses.data, due.data]).toEqual([
    { next: null, courseCount: 0 },
    { courses: [], courseCount: 0 },
    { due: [], dueCount: 0 },
  ]);
  expect(catalog.data.offersAny).toBe(true);
  expect(catalog.data.courses.map((row: { id: number }) => row.id)).toEqual([course.id]);
  expect(transcript.data).toMatchObject({ completedThisYear: 0, completedEver: 0, secondsThisYear: 0 });
});

test("somebody waits for the answers to their questions and the reviews of their courses, longest first, until they are there; nobody else does (DASH-1)", async () => {
  const [one, other] = [await learner(), await learner()];
  const course = await app.aCourse("a", { title: "Being reviewed" });
  const question = await aQuestion(app, "a", one.person.id);
  const inReview = (review: "asked" | "approved", by = one.person.id) =>
    app.databases.inSystem("prepare a test", async (db) => {
      await db.updateTable("courses").set({ review, created_by: by }).where("id", "=", course.id).execute();
      const step = { portal_id: app.portal("a").id, course_id: course.id, step: review, made_by: by, made_at: days(-1) };
      await db.insertInto("course_reviews").values(step).execute();
    });
  await inReview("asked");
  const waits = async (client: Client) => (await board(client)).waiting.data;
  expect(await waits(one.client)).toEqual({
    waiting: [
      { kind: "review", id: course.id, title: "Being reviewed", since: expect.any(String) },
      { kind: "question", id: question.id, since: expect.any(String) },
    ],
    waitingCount: 2,
  });
  for (const client of [other.client, await app.signIn("student", "b"), await app.signIn("admin", "a")])
    expect(await waits(client)).toEqual({ waiting: [], waitingCount: 0 });
  await inReview("approved");
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("help_questions").set({ state: "answered" }).where("id", "=", question.id).execute(),
  );
  expect(await waits(one.client)).toEqual({ waiting: [], waitingCount: 0 });
});

test("the next thing is overdue work at the page it was left on; the rest fills cards and the due list", async () => {
  const { client, person } = await learner();
  const content = aContent([aPage("p1", { minutes: 5 }), aPage("p2", { title: "Hand hygiene", minutes: 6 }), aPage("p3", { minutes: 4 })]);
  const late = await app.aCourse("a", { title: "Late", content });
  const soon = await app.aCourse("a", { title: "Soon" });
  const finished = await app.aCourse("a", { title: "Finished" });
  const ended = await app.aCourse("a", { title: "Ended" });
  const enrol = (courseId: number, more = {}) => app.anEnrolment("a", { courseId, userId: person.id, ...more });
  const lateEnrolment = await enrol(late.id, { kind: "rule", dueAt: days(-2) });
  await enrol(soon.id, { dueAt: days(3) });
  const done = await enrol(finished.id, { dueAt: days(-5) });
  await enrol(ended.id, { expiresAt: days(-1), dueAt: days(-9) });
  await anAttempt("a", { course: late, userId: person.id, enrolmentId: lateEnrolment.id, pageId: "p2", done: ["p1"] });
  await anAttempt("a", { course: finished, userId: person.id, enrolmentId: done.id, seconds: 1800, completedAt: new Date() });

  const { next, courses, due, transcript, catalog } = await board(client);
  expect(next.data.next).toMatchObject({
    id: late.id,
    title: "Late",
    percent: 33,
    causes: [{ kind: "rule", by: null, reference: "" }],
    due: { state: "overdue" },
    reason: { kind: "overdue" },
    place: { pageId: "p2", page: "Hand hygiene", number: 2, pages: 3, minutesLeft: 10 },
    overdue: null,
  });
  expect(courses.data.courses.map((row: { title: string; action: { kind: string } }) => [row.title, row.action.kind])).toEqual([
    ["Soon", "start"],
    ["Finished", "review"],
  ]);
  expect(courses.data.courseCount).toBe(3);
  expect(due.data.due.map((row: { title: string; due: { state: string } }) => [row.title, row.due.state])).toEqual([
    ["Late", "overdue"],
    ["Soon", "soon"],
  ]);
  expect(transcript.data).toMatchObject({ completedThisYear: 1, completedEver: 1, secondsThisYear: 1800 });
  expect(catalog.data.courses.map((row: { title: string }) => row.title)).not.toContain("Ended");
});

test("what was used within a day comes first, at its true next lesson, and says what is overdue", async () => {
  const { client, person } = await learner();
  const content = aContent([aPage("p1"), aPage("p2"), aPage("p3"), aPage("p4")]);
  const used = await app.aCourse("a", { title: "Used", content });
  const enrol = (courseId: number, dueAt?: Date) => app.anEnrolment("a", { courseId, userId: person.id, ...(dueAt && { dueAt }) });
  const longest = await app.aCourse("a", { title: "Longest overdue" });
  const alsoLate = await app.aCourse("a", { title: "Also overdue" });
  await enrol(longest.id, days(-9));
  await enrol(alsoLate.id, days(-1));
  const enrolment = await enrol(used.id);
  // Left on a lesson that is done: the next one that is not, from there on.
  await anAttempt("a", {
    course: used,
    userId: person.id,
    enrolmentId: enrolment.id,
    pageId: "p2",
    done: ["p2", "p3"],
    usedAt: days(-0.5),
  });
  const { next, courses } = await board(client);
  expect(next.data.next).toMatchObject({
    title: "Used",
    reason: { kind: "started" },
    place: { pageId: "p4", number: 4 },
    overdue: { id: longest.id, title: "Longest overdue", due: { state: "overdue" }, more: 1 },
  });
  expect(courses.data.courses.map((row: { title: string }) => row.title)).toEqual(["Longest overdue", "Also overdue"]);

  // After the last one, what was left out before.
  await app.databases.inSystem("prepare a test", (db) =>
    sql`insert into attempt_items (portal_id, attempt_id, version_id, item_key)
      select portal_id, id, version_id, 'p4' from attempts where user_id = ${person.id}`.execute(db),
  );
  expect((await board(client, "?parts=next")).next.data.next.place).toMatchObject({ pageId: "p1", number: 1 });
});

test("a portal without courses says that it has none", async () => {
  const { client } = await learner("b");
  expect((await board(client)).catalog.data).toEqual({ courses: [], offersAny: false });
  const course = await app.aCourse("b");
  await app.anEnrolment("b", { courseId: course.id, userId: (await client.get("/rest/environment/")).json().User.Id });
  expect((await board(client)).catalog.data).toEqual({ courses: [], offersAny: true });
});

test("what cannot be begun is no next thing: an archived course not yet started, a course without content", async () => {
  const { client, person } = await learner();
  const archived = await app.aCourse("a", { title: "Archived", status: "archived" });
  await app.anEnrolment("a", { courseId: archived.id, userId: person.id, dueAt: days(-1) });
  const { next, courses } = await board(client);
  expect(next.data.next).toBeNull();
  expect(courses.data.courses).toMatchObject([{ title: "Archived", action: { kind: "locked", reason: "archived" } }]);
});

test("nothing of another person or another portal shows", async () => {
  const mine = await learner();
  const other = await learner();
  const there = await learner("b");
  const course = await app.aCourse("a", { title: "Theirs" });
  const elsewhere = await app.aCourse("b", { title: "Elsewhere" });
  const enrolment = await app.anEnrolment("a", { courseId: course.id, userId: other.person.id });
  await anAttempt("a", { course, userId: other.person.id, enrolmentId: enrolment.id, completedAt: new Date() });
  await app.anEnrolment("b", { courseId: elsewhere.id, userId: there.person.id });
  const { next, transcript, catalog } = await board(mine.client, `?userId=${other.person.id}`);
  expect(next.data).toMatchObject({ next: null, courseCount: 0 });
  expect(transcript.data.completedEver).toBe(0);
  expect(JSON.stringify(catalog)).not.toContain("Elsewhere");
});

test("a reversed completion is none", async () => {
  const { client, person } = await learner();
  const course = await app.aCourse("a");
  const enrolment = await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  const attemptId = await anAttempt("a", { course, userId: person.id, enrolmentId: enrolment.id, completedAt: new Date() });
  await app.databases.inSystem("prepare a test", (db) =>
    sql`insert into completion_reversals (portal_id, completion_id, reversed_by, reason)
      select portal_id, id, ${person.id}, 'entered for the wrong person' from completions where attempt_id = ${attemptId}`.execute(db),
  );
  const { next, transcript } = await board(client);
  expect(transcript.data.completedEver).toBe(0);
  expect(next.data.next).toMatchObject({ id: course.id });
});

describe("arrangement", () => {
  const layout = {
    main: ["due", "courses", "catalog"],
    side: ["transcript", "announcement", "links", "waiting", "required", "calendar"],
    hidden: ["announcement", "required"],
  };

  test("is kept per person and portal", async () => {
    expect((await student.put("/rest/dashboard/student/widgets", layout)).statusCode).toBe(200);
    expect((await board(student)).layout).toEqual(layout);
    expect((await board(await app.signIn("author", "a"))).layout.hidden).toEqual(["required", "calendar"]);
  });

  test("is given up by reset, and then is the portal's again", async () => {
    const { client } = await learner();
    const first = await board(client);
    expect(first.isOwn).toBe(false);
    expect((await client.put("/rest/dashboard/student/widgets", layout)).json()).toEqual({ layout, locked: [], isOwn: true });
    const reset = await client.post("/rest/dashboard/student/widgets/reset", undefined);
    expect(reset.json()).toEqual({ layout: first.layout, locked: [], isOwn: false });
    expect((await board(client)).layout).toEqual(first.layout);
  });

  test("widgets of a newer version are kept and not shown", async () => {
    const { client, person } = await learner();
    const ofNewer = { main: ["orders", ...layout.main], side: [...layout.side, "sessions"], hidden: ["sessions", ...layout.hidden] };
    await app.databases.inSystem("prepare a test", (db) =>
      sql`update memberships set widgets = ${JSON.stringify(ofNewer)} where user_id = ${person.id}`.execute(db),
    );
    expect((await board(client)).layout).toEqual(layout);
    expect((await client.put("/rest/dashboard/student/widgets", { ...layout, main: layout.main.toReversed() })).statusCode).toBe(200);
    const { rows } = await app.databases.inSystem("look at a test", (db) =>
      sql`select widgets from memberships where user_id = ${person.id}`.execute(db),
    );
    expect(rows).toEqual([{ widgets: { ...ofNewer, main: ["orders", ...layout.main.toReversed()] } }]);
  });

  test("a widget that is shown has its part of the dashboard, and one that is hidden costs nothing", async () => {
    const { client, person } = await learner();
    const mine = await app.aCourse("a", { title: "My choice" });
    const asked = await app.aCourse("a", { title: "Asked of me" });
    await app.anEnrolment("a", { courseId: mine.id, userId: person.id, kind: "self", dueAt: days(40) });
    await app.anEnrolment("a", { courseId: asked.id, userId: person.id, kind: "rule", dueAt: days(2) });
    const before = await board(client);
    expect([before.required, before.calendar]).toEqual([undefined, undefined]);
    await client.put("/rest/dashboard/student/widgets", { ...layout, hidden: ["transcript"] });
    const { required, calendar, transcript } = await board(client);
    expect(required.data).toMatchObject({ required: [{ title: "Asked of me", cause: { kind: "rule" } }], requiredCount: 1 });
    expect(calendar.data.dates.map((row: { title: string }) => row.title)).toEqual(["Asked of me", "My choice"]);
    expect(transcript).toBeUndefined();
  });

  test.each([
    [{}, 400],
    [{ main: ["bingo"], side: [], hidden: [] }, 400],
    [{ main: Array(21).fill("due"), side: [], hidden: [] }, 400],
    [{ main: "due", side: [], hidden: [] }, 400],
  ])("%j is refused", async (body, status) => {
    expect((await student.put("/rest/dashboard/student/widgets", body)).statusCode).toBe(status);
  });

  test("needs a membership, and signing in", async () => {
    const system = await app.signIn("system", "a");
    expect((await system.put("/rest/dashboard/student/widgets", layout)).statusCode).toBe(409);
    expect((await app.anonymous("a").get("/rest/dashboard/student")).statusCode).toBe(401);
    expect((await app.anonymous("a").put("/rest/dashboard/student/widgets", layout)).statusCode).toBe(401);
  });
});

describe("parts", () => {
  test("can be asked for one by one; unknown ones are refused", async () => {
    const reply = await board(student, "?parts=transcript");
    expect(Object.keys(reply).toSorted()).toEqual(["isOwn", "layout", "locked", "transcript"]);
    expect((await student.get("/rest/dashboard/student?parts=bingo")).statusCode).toBe(400);
  });

  test("one that fails leaves the others standing", async () => {
    const owner = new pg.Client({ connectionString: app.databaseUrl });
    await owner.connect();
    try {
      await owner.query("alter table courses rename column published_at to published_away");
      const { next, courses, catalog, transcript } = await board(student);
      expect(catalog).toEqual({ failed: true, requestId: expect.any(String) });
      expect([next.data.courseCount, courses.data.courseCount]).toEqual([0, 0]);
      expect(transcript.data.completedEver).toBe(0);
    } finally {
      await owner.query("alter table courses rename column published_away to published_at");
      await owner.end();
    }
    expect((await board(student, "?parts=catalog")).catalog.data).toBeDefined();
  });

  test("what only the next thing needs takes it alone down", async () => {
    const { client, person } = await learner();
    const { id: courseId } = await app.aCourse("a");
    await app.anEnrolment("a", { courseId, userId: person.id });
    const owner = new pg.Client({ connectionString: app.databaseUrl });
    await owner.connect();
    try {
      await owner.query("alter table course_versions rename column content to content_away");
      const { next, courses, due, catalog, transcript } = await board(client);
      expect(next).toEqual({ failed: true, requestId: expect.any(String) });
      expect(courses.data.courseCount).toBe(1);
      expect([due.data, catalog.data, transcript.data].every(Boolean)).toBe(true);
    } finally {
      await owner.query("alter table course_versions rename column content_away to content");
      await owner.end();
    }
  });
});

test("the year turns at midnight where the person is; an unknown zone counts as UTC", () => {
  const turning = new Date("2026-12-31T23:30:00Z");
  const berlin = { year: 2027, since: new Date("2026-12-31T23:00:00Z"), until: new Date("2027-12-31T23:00:00Z") };
  const before = new Date(berlin.since.getTime() - 1);
  expect(thisYear(before, "Europe/Berlin").year).toBe(2026);
  expect(thisYear(turning, "Europe/Berlin")).toEqual(berlin);
  expect(thisYear(new Date(berlin.until.getTime() - 1), "Europe/Berlin")).toEqual(berlin);
  expect(thisYear(berlin.until, "Europe/Berlin").year).toBe(2028);
  expect(thisYear(turning, "America/New_York")).toMatchObject({ year: 2026, since: new Date("2026-01-01T05:00:00Z") });
  expect(thisYear(turning, "Nowhere/Land")).toMatchObject({ year: 2026, since: new Date("2026-01-01T00:00:00Z") });
});
