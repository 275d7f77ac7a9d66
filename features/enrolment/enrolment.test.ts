import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { startTestApp } from "#app/test/app.ts";
import type { Client, TestApp } from "#app/test/app.ts";
import type { myCourses } from "./contract.ts";

let app: TestApp;
let student: Client;

beforeAll(async () => {
  app = await startTestApp();
  student = await app.signIn("student", "a");
}, 120_000);
afterAll(() => app?.close());

const newcomer = async () => app.signInAs(await app.aPerson("a"), "a");
const enrol = (courseId: unknown, client: Client = student) => client.post("/rest/enrolment/enrol", { courseId });
const leave = (courseId: unknown, client: Client = student) => client.post("/rest/enrolment/leave", { courseId });
const causesOf = (courseId: number, userId: number) =>
  app.databases.inPortal(app.portal("a").id, (db) =>
    db
      .selectFrom("enrolments as e")
      .leftJoin("enrolment_causes as k", (join) => join.onRef("k.portal_id", "=", "e.portal_id").onRef("k.enrolment_id", "=", "e.id"))
      .leftJoin("enrolment_cause_ends as x", (join) => join.onRef("x.portal_id", "=", "k.portal_id").onRef("x.cause_id", "=", "k.id"))
      .select(["e.id", "k.kind", "x.reason"])
      .where("e.course_id", "=", courseId)
      .where("e.user_id", "=", userId)
      .orderBy("k.id")
      .execute(),
  );

test("leaving and beginning at once: who has begun is still enrolled", async () => {
  const client = await newcomer();
  for (let round = 0; round < 12; round++) {
    const { id } = await app.aCourse("a");
    await enrol(id, client);
    const [began, left] = await Promise.all([client.post("/rest/progress/launch", { courseId: id }), leave(id, client)]);
    expect([began.statusCode, left.statusCode].toSorted()).toEqual([200, began.statusCode === 200 ? 409 : 403]);
  }
});

describe("enrolling oneself", () => {
  test("opens the course at once", async () => {
    const { id } = await app.aCourse("a", { title: "Open to all" });
    const response = await enrol(id);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual({
      courseId: id,
      title: "Open to all",
      enrolled: true,
      action: { kind: "start", reason: null, percent: null, canRetake: false },
    });
  });

  test("ten calls at once make one enrolment with one cause, and so does an eleventh later", async () => {
    const { id } = await app.aCourse("a");
    const answers = await Promise.all(Array.from({ length: 10 }, () => enrol(id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await enrol(id)).statusCode).toBe(200);
    expect(await causesOf(id, student.userId)).toMatchObject([{ kind: "self", reason: null }]);
  });

  test("adds nothing where another cause already lets the person in", async () => {
    const { id } = await app.aCourse("a");
    await app.anEnrolment("a", { courseId: id, userId: student.userId, kind: "person" });
    expect((await enrol(id)).json()).toMatchObject({ enrolled: true });
    expect(await causesOf(id, student.userId)).toMatchObject([{ kind: "person" }]);
  });

  test("renews access that ran out", async () => {
    const { id } = await app.aCourse("a");
    await app.anEnrolment("a", { courseId: id, userId: student.userId, expiresAt: new Date(Date.now() - 1000) });
    expect((await enrol(id)).json()).toMatchObject({ enrolled: true, action: { kind: "start" } });
    expect(await causesOf(id, student.userId)).toHaveLength(2);
  });

  test("after an assignment that is over, its date and its reason are over too", async () => {
    const client = await newcomer();
    const { id } = await app.aCourse("a");
    const day = 86_400_000;
    await app.anEnrolment("a", {
      courseId: id,
      userId: client.userId,
      kind: "person",
      dueAt: new Date(Date.now() - 20 * day),
      expiresAt: new Date(Date.now() - 5 * day),
    });
    await enrol(id, client);
    const mine = (await client.get("/rest/enrolment/myCourses")).json() as z.output<typeof myCourses.response>;
    expect(mine.rows).toMatchObject([{ courseId: id, due: null, causes: [{ kind: "self" }] }]);
    // Theirs alone, so they can leave it again.
    expect((await leave(id, client)).json()).toMatchObject({ enrolled: false });
  });

  test("is refused in plain words by invitation, when archived, and to who is no member", async () => {
    const invited = await app.aCourse("a", { title: "Invited", selfEnrol: false });
    const refused = await enrol(invited.id);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: "by_invitation",
      message: "You cannot enrol yourself in Invited. Ask a portal admin to enrol you.",
    });
    const archived = await app.aCourse("a", { status: "archived" });
    expect((await enrol(archived.id)).statusCode).toBe(404);
    await app.anEnrolment("a", { courseId: archived.id, userId: student.userId, expiresAt: new Date(Date.now() - 1000) });
    expect((await enrol(archived.id)).statusCode).toBe(409);
    const open = await app.aCourse("a");
    expect((await enrol(open.id, await app.signIn("system", "a"))).statusCode).toBe(403);
    expect(await causesOf(invited.id, student.userId)).toEqual([]);
  });

  test.each(["author", "manager", "admin"] as const)("is open to a person who is also %s", async (role) => {
    const { id } = await app.aCourse("a");
    expect((await enrol(id, await app.signIn(role, "a"))).statusCode).toBe(200);
  });

  test("a draft, another portal's course and one that never was are the same 404", async () => {
    const draft = await app.aCourse("a", { status: "draft" });
    const foreign = await app.aCourse("b");
    const bodies = await Promise.all([draft.id, foreign.id, 99_999_999].map(async (id) => (await enrol(id)).json()));
    for (const body of bodies) expect(body).toMatchObject({ code: "not_found", message: "This course could not be found." });
    expect((await leave(foreign.id)).statusCode).toBe(404);
  });

  test("needs a session, the write guard and a whole number", async () => {
    const { id } = await app.aCourse("a");
    expect((await enrol(id, app.anonymous("a"))).statusCode).toBe(401);
    expect((await leave(id, app.anonymous("a"))).statusCode).toBe(401);
    expect((await student.post("/rest/enrolment/enrol", { courseId: id }, { "x-csrf-token": "wrong" })).statusCode).toBe(403);
    for (const wrong of ["1", 1.5, -1, 0, null, [id], { id }, 1e300])
      expect((await enrol(wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
    expect(await causesOf(id, student.userId)).toEqual([]);
  });
});

describe("leaving", () => {
  test("ends one's own enrolment, can be undone, and keeps every fact", async () => {
    const { id } = await app.aCourse("a");
    await enrol(id);
    expect((await leave(id)).json()).toMatchObject({ enrolled: false, action: { kind: "enrol" } });
    expect((await leave(id)).statusCode).toBe(200);
    expect((await mine({}, student)).rows.map(({ courseId }) => courseId)).not.toContain(id);
    expect((await enrol(id)).json()).toMatchObject({ enrolled: true });
    expect(await causesOf(id, student.userId)).toMatchObject([
      { kind: "self", reason: "left" },
      { kind: "self", reason: null },
    ]);
  });

  test("is refused once begun, and where somebody else enrolled the person", async () => {
    const begun = await app.aCourse("a");
    await enrol(begun.id);
    expect((await student.post("/rest/progress/launch", { courseId: begun.id })).statusCode).toBe(200);
    expect((await leave(begun.id)).json()).toMatchObject({ code: "begun" });
    const assigned = await app.aCourse("a");
    await app.anEnrolment("a", { courseId: assigned.id, userId: student.userId, kind: "rule" });
    expect((await leave(assigned.id)).json()).toMatchObject({ code: "assigned" });
    expect(await causesOf(assigned.id, student.userId)).toMatchObject([{ kind: "rule", reason: null }]);
  });
});

const mine = async (query: Record<string, string>, client: Client) => {
  const response = await client.get(`/rest/enrolment/myCourses?${new URLSearchParams(query)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<z.output<typeof myCourses.response>>();
};

describe("My Courses", () => {
  const day = 86_400_000;

  test("puts each course in its tab, with due date, cause, percent and action", async () => {
    const person = await newcomer();
    const category = (await app.aCategory("a", { name: "Mine" })).id;
    const late = await app.aCourse("a", { title: "Late one" });
    const soon = await app.aCourse("a", { title: "Soon one", categoryIds: [category] });
    const free = await app.aCourse("a", { title: "Free one" });
    const begun = await app.aCourse("a", { title: "Begun one" });
    const done = await app.aCourse("a", { title: "Done one" });
    const gone = await app.aCourse("a", { title: "Gone one" });
    const enrolment = { userId: person.userId };
    await app.anEnrolment("a", { ...enrolment, courseId: soon.id, kind: "person", dueAt: new Date(Date.now() + 3 * day) });
    await app.anEnrolment("a", { ...enrolment, courseId: late.id, kind: "rule", dueAt: new Date(Date.now() - 2 * day) });
    for (const course of [free, begun, done]) await app.anEnrolment("a", { ...enrolment, courseId: course.id });
    await app.anEnrolment("a", { ...enrolment, courseId: gone.id, expiresAt: new Date(Date.now() - day) });
    const start = async (courseId: number, pages: string[]) => {
      const { epoch, state } = (await person.post("/rest/progress/launch", { courseId })).json();
      const commits = pages.map((pageId, index) => ({ seq: index + 1, fact: { kind: "view", pageId } }));
      const stored = await person.post(`/rest/progress/attempts/${state.attemptId}/commits`, { clientId: "test-client-1", epoch, commits });
      expect(stored.statusCode, stored.body).toBe(200);
    };
    await start(begun.id, ["p1"]);
    await start(done.id, ["p1", "p2"]);

    const first = await mine({}, person);
    expect(first).toMatchObject({ total: 6, counts: { all: 6, todo: 3, inProgress: 1, done: 1, expired: 1 } });
    // All of them: overdue on top, then what is due, what is open, what is over.
    expect(first.rows.map(({ title }) => title).slice(0, 2)).toEqual(["Late one", "Soon one"]);
    expect(first.rows.map(({ title }) => title).slice(4)).toEqual(["Done one", "Gone one"]);
    expect(first.categories).toEqual([{ id: category, name: "Mine" }]);
    const under = await mine({ tab: "inProgress" }, person);
    expect(under).toMatchObject({ total: 1, counts: { all: 6 } });
    expect(under.rows[0]).toMatchObject({
      title: "Begun one",
      percent: 50,
      action: { kind: "continue", percent: 50 },
      causes: [{ kind: "self" }],
    });
    const todo = await mine({ tab: "todo" }, person);
    expect(todo.rows.map(({ title }) => title)).toEqual(["Late one", "Soon one", "Free one"]);
    expect(todo.rows.map(({ due }) => due?.state ?? null)).toEqual(["overdue", "soon", null]);
    expect(todo.rows[0]?.causes).toEqual([{ kind: "rule", by: null, reference: "" }]);
    expect((await mine({ tab: "done" }, person)).rows).toMatchObject([
      { title: "Done one", percent: 100, attemptNumber: 1, action: { kind: "review", canRetake: true } },
    ]);
    expect((await mine({ tab: "expired" }, person)).rows).toMatchObject([
      { title: "Gone one", hasAccess: false, action: { kind: "renew" } },
    ]);

    expect((await mine({ due: "overdue" }, person)).rows.map(({ title }) => title)).toEqual(["Late one"]);
    expect((await mine({ category: `${category}` }, person)).counts).toEqual({ all: 1, todo: 1, inProgress: 0, done: 0, expired: 0 });
    expect((await mine({ q: "one be" }, person)).rows.map(({ title }) => title)).toEqual(["Begun one"]);
    expect(await mine({ q: "nothing like it" }, person)).toMatchObject({ total: 0 });
    expect((await mine({ tab: "todo", sort: "title" }, person)).rows.map(({ title }) => title)).toEqual([
      "Free one",
      "Late one",
      "Soon one",
    ]);

    // Another attempt puts the course back in progress; completed attempts stay on its page.
    expect((await person.post("/rest/progress/launch", { courseId: done.id, retake: true })).statusCode).toBe(200);
    expect((await mine({}, person)).counts).toMatchObject({ inProgress: 2, done: 0 });
    const again = (await person.get(`/rest/course/details/${done.id}`)).json();
    expect(again.attempts).toMatchObject([
      { number: 2, completedAt: null },
      { number: 1, percent: 100 },
    ]);
  });

  test("filters by the kinds of course that occur, in every tab's count", async () => {
    const person = await newcomer();
    for (const [title, type] of [
      ["Online one", "online"],
      ["Package one", "scorm"],
      ["Package two", "scorm"],
    ] as const)
      await app.anEnrolment("a", { userId: person.userId, courseId: (await app.aCourse("a", { title, type })).id });
    expect((await mine({}, person)).types).toEqual(["online", "scorm"]);
    expect(await mine({ type: "scorm", sort: "title" }, person)).toMatchObject({
      total: 2,
      counts: { all: 2, todo: 2, inProgress: 0, done: 0, expired: 0 },
      types: ["online", "scorm"],
      rows: [{ title: "Package one" }, { title: "Package two" }],
    });
    expect(await mine({ type: "classroom" }, person)).toMatchObject({ total: 0 });
  });

  test("is empty for a newcomer, and never shows other people's or other portals' courses", async () => {
    expect(await mine({}, await newcomer())).toMatchObject({ total: 0, all: 0, rows: [] });
    expect((await app.anonymous("a").get("/rest/enrolment/myCourses")).statusCode).toBe(401);
    const both = await app.aPerson("a");
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("memberships")
        .values({ portal_id: app.portal("b").id, user_id: both.id })
        .execute(),
    );
    const { id } = await app.aCourse("a");
    await app.anEnrolment("a", { courseId: id, userId: both.id });
    expect((await mine({}, await app.signInAs(both, "a"))).total).toBe(1);
    expect(await mine({}, await app.signInAs(both, "b"))).toMatchObject({ all: 0 });
  });

  test("names the person who assigned a course", async () => {
    const person = await newcomer();
    const { id } = await app.aCourse("a");
    const { causeId } = await app.anEnrolment("a", { courseId: id, userId: person.userId, kind: "person" });
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("enrolment_causes")
        .set({ created_by: app.person("manager", "a").id })
        .where("id", "=", causeId)
        .execute(),
    );
    expect((await mine({}, person)).rows[0]?.causes).toEqual([{ kind: "person", by: "Manager A", reference: "" }]);
  });

  test.each(["tab=all", "due=never", "sort=x", "page=0", "category=a", "type=webinar", "type=1", `q=${"x".repeat(201)}`])(
    "a filter that does not exist is 400: %s",
    async (query) => {
      expect((await student.get(`/rest/enrolment/myCourses?${query}`)).statusCode).toBe(400);
    },
  );
});
