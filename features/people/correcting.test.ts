import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let manager: Client;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.signIn("manager", "a");
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const absent = 999_999_999;
const plain = (body: string) => body.replace(/"requestId":"[^"]*"/, "");
const newest = async (action: string, key: "a" | "b" = "a") =>
  app.databases.inPortal(app.portal(key).id, (db) =>
    db.selectFrom("audit_events").selectAll().where("action", "=", action).orderBy("id", "desc").executeTakeFirst(),
  );

// Enrolling one person and deciding about their enrolments and results (USR-5).

describe("enrolling and correcting (USR-5)", () => {
  const day = 86_400_000;
  const iso = (days: number) => new Date(Date.now() + days * day).toISOString();
  const correct = async (userId: number, enrolmentId: number, body: object) =>
    manager.post(`/rest/people/${userId}/enrolments/${enrolmentId}/corrections`, body);
  const reverse = async (userId: number, correctionId: number) =>
    manager.post(`/rest/people/${userId}/corrections/${correctionId}/reverse`, { reason: "Mistaken" });
  const setUp = async () => {
    const { id: userId, email } = await app.aPerson("a");
    const { id: courseId } = await app.aCourse("a", { selfEnrol: false });
    const { row } = (await manager.post(`/rest/people/${userId}/enrolments`, { courseId, dueAt: iso(3) })).json();
    const student = await app.signInAs({ id: userId, email }, "a");
    const mine = async () => (await student.get("/rest/enrolment/myCourses")).json().rows[0];
    return { userId, courseId, enrolmentId: row.enrolmentId as number, student, mine };
  };

  test("a person is enrolled with who did it as the cause, by when it is due, and an entry; twice adds a cause", async () => {
    const { userId, courseId, enrolmentId, mine } = await setUp();
    expect(await mine()).toMatchObject({ courseId, due: { state: "soon" }, causes: [{ kind: "person", by: "Manager A" }] });
    expect(await newest("enrolled")).toMatchObject({ actor_id: manager.userId, object_id: userId, after: { courseId, enrolmentId } });
    const again = (await admin.post(`/rest/people/${userId}/enrolments`, { courseId })).json();
    expect(again.row).toMatchObject({ enrolmentId, causes: [{ by: "Manager A" }, { by: "Admin A" }] });
  });

  test("a draft, a course of the other portal and one that never was are refused alike; so is a due date that has passed (security.md 4, 19, 26)", async () => {
    const { id: userId } = await app.aPerson("a");
    const draft = await app.aCourse("a", { status: "draft" });
    const foreign = await app.aCourse("b");
    const replies = await Promise.all(
      [draft.id, foreign.id, absent].map((courseId) => manager.post(`/rest/people/${userId}/enrolments`, { courseId })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(new Set(replies.map(({ body }) => plain(body))).size).toBe(1);
    const { id: courseId } = await app.aCourse("a");
    expect((await manager.post(`/rest/people/${userId}/enrolments`, { courseId, dueAt: iso(-1) })).statusCode).toBe(400);
  });

  test("unenrolling ends every cause with a reason; attempts and history stay; enrolling again goes on (INV-3)", async () => {
    const { userId, courseId, enrolmentId, student } = await setUp();
    await student.post("/rest/progress/launch", { courseId });
    const { row } = (await manager.post(`/rest/people/${userId}/enrolments/${enrolmentId}/end`, { reason: "Moved away" })).json();
    expect(row).toMatchObject({ active: false, causes: [{ endedBy: "Manager A", endReason: "Moved away" }], attempt: { number: 1 } });
    expect((await student.post("/rest/progress/launch", { courseId })).statusCode).toBe(403);
    expect((await student.get("/rest/history")).json().total).toBe(1);
    expect((await manager.post(`/rest/people/${userId}/enrolments/${enrolmentId}/end`, { reason: "Twice" })).statusCode).toBe(200);
    await manager.post(`/rest/people/${userId}/enrolments`, { courseId });
    expect((await student.post("/rest/progress/launch", { courseId })).json().state.number).toBe(1);
  });

  test("a due date is extended, an exemption takes it away, and taking both back brings the first date again", async () => {
    const { userId, enrolmentId, mine } = await setUp();
    const first = (await mine()).due.at;
    const extended = (await correct(userId, enrolmentId, { kind: "due", at: iso(30), reason: "Was ill" })).json().row;
    expect(extended.due.state).toBe("later");
    expect((await mine()).due.state).toBe("later");
    const exempt = (await correct(userId, enrolmentId, { kind: "exempt", reason: "Knows it" })).json().row;
    expect(exempt).toMatchObject({ exempt: true, due: null });
    expect((await mine()).due).toBeNull();
    for (const { id } of exempt.corrections) expect((await reverse(userId, id)).statusCode).toBe(200);
    expect((await mine()).due.at).toBe(first);
    expect((await reverse(userId, exempt.corrections[0].id)).json().code).toBe("taken_back");
    const { rows } = (await manager.get(`/rest/people/${userId}/enrolments`)).json();
    expect(rows[0].corrections).toMatchObject([
      { kind: "due", reason: "Was ill", by: "Manager A", reverseReason: "Mistaken", reversedBy: "Manager A" },
      { kind: "exempt", reason: "Knows it", reverseReason: "Mistaken" },
    ]);
  });

  test("a reset attempt is kept, the next launch begins another one, and taking the reset back goes on with the first", async () => {
    const { userId, courseId, enrolmentId, student, mine } = await setUp();
    const launch = async () => (await student.post("/rest/progress/launch", { courseId })).json().state;
    expect((await correct(userId, enrolmentId, { kind: "reset", reason: "Early" })).json().code).toBe("no_attempt");
    const first = await launch();
    const { row } = (await correct(userId, enrolmentId, { kind: "reset", reason: "Wrong answers lost" })).json();
    expect(row.attempt).toBeNull();
    expect((await mine()).state).toBe("todo");
    await reverse(userId, row.corrections[0].id);
    expect((await launch()).attemptId).toBe(first.attemptId);
    await correct(userId, enrolmentId, { kind: "reset", reason: "Now" });
    expect(await launch()).toMatchObject({ number: 2 });
    expect((await student.get("/rest/history")).json().rows.map((one: { number: number }) => one.number)).toEqual([2, 1]);
  });

  test("complete by hand counts for the learner, with a date that has passed; taken back, the attempt under way goes on and can be completed", async () => {
    const { userId, courseId, enrolmentId, student, mine } = await setUp();
    const { state, epoch } = (await student.post("/rest/progress/launch", { courseId })).json();
    expect((await correct(userId, enrolmentId, { kind: "complete", at: iso(1), reason: "Soon" })).statusCode).toBe(400);
    const { row } = (await correct(userId, enrolmentId, { kind: "complete", at: iso(-10), reason: "Paper test" })).json();
    expect(row.attempt).toMatchObject({ outcome: "completed", percent: 100 });
    expect(await mine()).toMatchObject({ state: "done", due: null });
    expect((await correct(userId, enrolmentId, { kind: "complete", reason: "Again" })).json().code).toBe("is_complete");
    await reverse(userId, row.corrections[0].id);
    expect(await mine()).toMatchObject({ state: "inProgress", attemptNumber: 1 });
    const done = await student.post(`/rest/progress/attempts/${state.attemptId}/commits`, {
      clientId: "test-client",
      epoch,
      commits: ["p1", "p2"].map((pageId, index) => ({ seq: index + 1, fact: { kind: "view", pageId } })),
    });
    expect(done.json()).toMatchObject({ refused: [], state: { percent: 100 } });
    expect((await mine()).state).toBe("done");
  });

  test("the date of a completion is corrected beside it, and taken back (INV-4)", async () => {
    const { userId, enrolmentId } = await setUp();
    expect((await correct(userId, enrolmentId, { kind: "date", at: iso(-5), reason: "None" })).json().code).toBe("not_complete");
    const at = iso(-20);
    const { row } = (await correct(userId, enrolmentId, { kind: "complete", at: iso(-10), reason: "Paper test" })).json();
    const corrected = (await correct(userId, enrolmentId, { kind: "date", at, reason: "Read the date wrongly" })).json().row;
    expect(corrected.attempt.completedAt).toBe(at);
    const stored = await app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("completions").select("completed_at").where("attempt_id", "=", row.attempt.id).executeTakeFirstOrThrow(),
    );
    expect(stored.completed_at.toISOString()).toBe(row.attempt.completedAt);
    const back = (await reverse(userId, corrected.corrections.at(-1).id)).json().row;
    expect(back.attempt.completedAt).toBe(row.attempt.completedAt);
  });

  test("an attempt made elsewhere is added with its result, told to the learner, entered by whom, and taken back", async () => {
    const { userId, enrolmentId, student, mine } = await setUp();
    const add = (body: object) =>
      correct(userId, enrolmentId, { kind: "attempt", at: iso(-10), result: "passed", reason: "Paper test", ...body });
    expect((await add({ at: iso(1) })).json().errors).toMatchObject([{ field: "at" }]);
    for (const score of [-1, 100.5, 33.333]) expect((await add({ score })).json().errors).toMatchObject([{ field: "score" }]);
    expect((await add({ reason: " " })).statusCode).toBe(400);
    const at = iso(-10);
    const { row } = (await add({ at, score: 87.5 })).json();
    expect(row).toMatchObject({
      attempt: { number: 1, percent: 100, outcome: "passed", completedAt: at },
      corrections: [{ kind: "attempt", by: "Manager A", reason: "Paper test", valueAt: at, reversedAt: null }],
    });
    expect(await mine()).toMatchObject({ state: "done", due: null });
    const { rows: attempts } = (await manager.get(`/rest/people/${userId}/attempts`)).json();
    expect(attempts).toMatchObject([{ number: 1, scorePercent: 87.5, enteredBy: "Manager A", isSetAside: false }]);
    const story = (await manager.get(`/rest/people/${userId}/timeline`)).json().rows;
    expect(story.find(({ kind }: { kind: string }) => kind === "decision")).toMatchObject({
      what: "attempt",
      by: "Manager A",
      detail: "Paper test",
    });
    expect(story.find(({ kind }: { kind: string }) => kind === "completed")).toMatchObject({ what: "entered_passed", by: "Manager A", at });
    expect(story.filter(({ kind }: { kind: string }) => kind === "started")).toEqual([]);
    expect(await newest("corrected_attempt")).toMatchObject({
      actor_id: manager.userId,
      object_id: userId,
      after: { enrolmentId, result: "passed", score: 87.5, reason: "Paper test" },
    });
    const { rows: told } = (await student.get("/rest/notifications")).json();
    expect(told.filter(({ event }: { event: string }) => event === "completed")).toHaveLength(1);

    const back = (await reverse(userId, row.corrections[0].id)).json().row;
    expect(back).toMatchObject({
      attempt: null,
      due: { state: "soon" },
      corrections: [{ reversedBy: "Manager A", reverseReason: "Mistaken" }],
    });
    expect(await mine()).toMatchObject({ state: "todo" });
    expect((await student.get("/rest/history")).json().rows).toEqual([]);
    const { rows: kept } = (await manager.get(`/rest/people/${userId}/attempts`)).json();
    expect(kept).toMatchObject([{ number: 1, enteredBy: "Manager A", isSetAside: true }]);
  });

  test("an added attempt that is earlier than what was done here joins the history only; a later one counts, a failed one too", async () => {
    const { userId, courseId, enrolmentId, student, mine } = await setUp();
    const add = async (at: string, result: string) =>
      (await correct(userId, enrolmentId, { kind: "attempt", at, result, reason: "Room 4" })).json().row;
    await student.post("/rest/progress/launch", { courseId });
    const early = await add(iso(-400), "completed");
    expect(early.attempt).toMatchObject({ number: 1, outcome: "inProgress" });
    expect((await mine()).state).toBe("inProgress");
    expect((await student.post("/rest/progress/launch", { courseId })).json().state.number).toBe(1);
    const later = await add(new Date().toISOString(), "notPassed");
    expect(later.attempt).toMatchObject({ number: 3, outcome: "notPassed" });
    const { rows } = (await student.get("/rest/history")).json();
    expect(new Map(rows.map(({ number, outcome }: { number: number; outcome: string }) => [number, outcome]))).toEqual(
      new Map([
        [1, "inProgress"],
        [2, "completed"],
        [3, "notPassed"],
      ]),
    );
    const { rows: told } = (await student.get("/rest/notifications")).json();
    expect(told.filter(({ event }: { event: string }) => event === "completed")).toEqual([]);
    for (const { id } of later.corrections) expect((await reverse(userId, id)).statusCode).toBe(200);
    expect(await mine()).toMatchObject({ state: "inProgress", attemptNumber: 1 });
    expect((await student.get("/rest/history")).json().rows).toHaveLength(1);
  });

  test("an enrolment or decision of somebody else, or of the other portal, is 404 as one that never was (security.md 1, 4)", async () => {
    const { userId, enrolmentId } = await setUp();
    const other = await setUp();
    const foreign = await app.anEnrolment("b", { courseId: (await app.aCourse("b")).id, userId: (await app.aPerson("b")).id });
    const [decided] = (await correct(other.userId, other.enrolmentId, { kind: "exempt", reason: "x" })).json().row.corrections;
    for (const act of ["end", "corrections"]) {
      const body = act === "end" ? { reason: "x" } : { kind: "exempt", reason: "x" };
      const at = async (id: number) => plain((await manager.post(`/rest/people/${userId}/enrolments/${id}/${act}`, body)).body);
      const never = await at(absent);
      expect([await at(other.enrolmentId), await at(foreign.id)]).toEqual([never, never]);
    }
    expect((await reverse(userId, decided.id)).statusCode).toBe(404);
    expect((await correct(userId, enrolmentId, { kind: "exempt", reason: " " })).statusCode).toBe(400);
  });

  test("a manager decides nothing about an admin or about themselves (security.md 14)", async () => {
    const { id: courseId } = await app.aCourse("a");
    for (const userId of [admin.userId, manager.userId])
      expect((await manager.post(`/rest/people/${userId}/enrolments`, { courseId })).statusCode).toBe(403);
  });
});
