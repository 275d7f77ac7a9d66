import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { CourseFields } from "#features/authoring/fields-contract.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";
import { learn } from "./test/learn.ts";

// From a draft to a version, and what becomes of the people in the course (INV-5, EDT-7 to EDT-9).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const publish = async (courseId: number, body: object = {}) => {
  const { revision } = await rig.open(courseId);
  return rig.author.post(rig.at(courseId, "/publish"), { revision, note: "Why", ...body });
};

test("a new course is written, named, published and found; what is missing is named first", async () => {
  const { app, author, at, save, aPage, open } = rig;
  const { CourseID: id } = (await author.post("/rest/course/createCourse", { courseTypeId: 1 })).json();
  const draft = await open(id);
  expect(draft).toMatchObject({ status: "draft", outline: { chapters: [] }, versions: [], hasChanges: true });
  const empty = await publish(id);
  expect(empty.json()).toMatchObject({ code: "not_ready", data: { problems: [{ code: "title" }, { code: "no_pages" }] } });
  await save(id, aPage("p1", { blocks: [aText("b1", "Hold on to the zebrawood rail.")] }), 0);
  await author.put(at(id, "/outline"), {
    outline: { chapters: [{ id: "c1", title: "One", pageIds: ["p1"] }] },
    completion: { kind: "pages", percent: 100 },
    revision: draft.outlineRevision,
  });
  const named = await open(id);
  await author.put(at(id, "/details"), { ...CourseFields.parse(named), title: "Stairs", revision: named.revision });
  expect((await author.get(at(id, "/publish"))).json()).toMatchObject({ problems: [], isReady: true, change: "first", asksMove: false });
  const done = await publish(id);
  expect(done.json()).toMatchObject({ number: 1, change: "first", report: null, jobId: null });
  expect(await open(id)).toMatchObject({ status: "published", hasChanges: false, versions: [{ number: 1, note: "Why", isCurrent: true }] });
  const student = await app.signIn("student", "a");
  expect((await student.get("/rest/course/catalog?q=zebrawood")).json().rows).toMatchObject([{ id, title: "Stairs" }]);
  expect((await publish(id)).json()).toMatchObject({ code: "draft_unchanged" });
});

test("a blocks' error and an impossible rule stop publishing, each named with its place", async () => {
  const { aCourse, open, save, aPage, author, at } = rig;
  const { id } = await aCourse();
  const { outline } = await open(id);
  const quiz = { id: "q", kind: "quiz", title: "Check", passPercent: 80, submissions: null, questions: [] };
  await save(id, Object.assign(aPage("p1", { rule: { viewed: true, quiz: "passed" } }), { blocks: [quiz] }), 1);
  await author.put(at(id, "/outline"), {
    outline,
    completion: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "score", blockId: "gone", percent: 80 },
      ],
    },
    revision: 1,
  });
  const { data } = (await publish(id)).json();
  expect(data.problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: "page_unreachable", pageId: "p1", blockId: "q" }),
      expect.objectContaining({ code: "pages_unreachable" }),
      expect.objectContaining({ code: "quiz_missing", blockId: "gone" }),
    ]),
  );
});

test("a minor edit asks nothing, and people go on in it with all they did", async () => {
  const { aCourse, open, save, aPage, at, author } = rig;
  const { id } = await aCourse();
  await open(id);
  const learner = await learn(rig, id);
  await learner.view("p1");
  await save(id, aPage("p1", { blocks: [aText("p1-text", "Corrected.")] }), 1);
  expect((await author.get(at(id, "/publish"))).json()).toMatchObject({ change: "minor", asksMove: false, groups: { inProgress: 1 } });
  expect((await publish(id)).json()).toMatchObject({ number: 2, report: { inProgress: "move", done: { moved: 1, pages: 1 } } });
  const after = await learner.launch();
  expect(after.course.versionNumber).toBe(2);
  expect(after.state.donePages).toEqual(["p1"]);
});

test("whoever waits for a sign-off waits on in the version that they are moved to, is found there and signed there (EDT-14)", async () => {
  const { app, aCourse, open, save, aPage } = rig;
  const { id } = await aCourse();
  await open(id);
  const toSign = { id: "s", kind: "signOff" as const, task: "Fit it.", criteria: [] };
  await save(id, aPage("p2", { rule: { viewed: false, signedOff: true }, blocks: [toSign, aText("p2-text", "Before.")] }), 1);
  expect((await publish(id)).statusCode).toBe(200);
  const learner = await learn(rig, id);
  await learner.store({ kind: "ready", blockId: "s" });
  await save(id, aPage("p1", { blocks: [aText("p1-text", "Corrected.")] }), 1);
  expect((await publish(id)).json()).toMatchObject({ number: 3, report: { inProgress: "move", done: { moved: 1 } } });
  expect((await learner.launch()).state.blocks).toMatchObject({ s: { isReady: true } });

  const manager = await app.signIn("manager", "a");
  const { userId } = learner.client;
  const waiting = async () => (await manager.get("/rest/team?state=signOff")).json().rows.map((row: { id: number }) => row.id);
  expect(await waiting()).toEqual([userId]);
  const path = `/rest/people/${userId}/signOffs`;
  const [row] = (await manager.get(path)).json().rows;
  expect(row.readyAt).not.toBeNull();
  const decision = { attemptId: row.attemptId, blockId: "s", isMet: true, met: [], note: "" };
  expect((await manager.post(path, decision)).statusCode).toBe(200);
  expect((await learner.launch()).state.donePages).toEqual(["p2"]);
  expect(await waiting()).toEqual([]);
});

test("each group of people gets what was chosen, and the report counts them", async () => {
  const { aCourse, open, save, aPage, at, author } = rig;
  for (const [move, expected] of [
    [
      { inProgress: "finish", completed: "leave" },
      { begun: [1, 1], ended: [1, 2] },
    ],
    [
      { inProgress: "move", completed: "equivalent" },
      { begun: [2, 1], ended: [1, 2] },
    ],
    [
      { inProgress: "restart", completed: "retake" },
      { begun: [2, 0], ended: [2, 0] },
    ],
  ] as const) {
    const { id } = await aCourse();
    await open(id);
    const [begun, ended] = [await learn(rig, id), await learn(rig, id)];
    const waiting = await rig.app.aPerson("a");
    await rig.app.anEnrolment("a", { courseId: id, userId: waiting.id });
    await begun.view("p1");
    await ended.view("p1");
    await ended.view("p2");
    await save(id, aPage("p2", { blocks: [aText("p2-text", "Text of p2."), aText("more", "More.")] }), 1);
    const asked = await publish(id);
    expect(asked.json()).toMatchObject({ code: "choose_move", data: { groups: { notStarted: 1, inProgress: 1, completed: 1 } } });
    const said = (await publish(id, { move })).json();
    expect(said.report).toMatchObject({ ...move, counts: { notStarted: 1, inProgress: 1, completed: 1 } });
    expect(said.report.doneAt).not.toBeNull();
    for (const [who, [version, done]] of [
      [begun, expected.begun],
      [ended, expected.ended],
    ] as const) {
      const { course, state } = await who.launch();
      expect([move, course.versionNumber, state.donePages.length]).toEqual([move, version, done]);
    }
    // Whoever has not begun gets the new version, whatever was chosen for the others.
    const first = await (await rig.app.signInAs(waiting, "a")).post("/rest/progress/launch", { courseId: id });
    expect(first.json().course.versionNumber).toBe(2);
    const report = (await author.get(at(id, "/versions/2"))).json();
    expect(report).toMatchObject({ number: 2, note: "Why", report: said.report });
    // The timeline of each says what became of them.
    for (const [who, kind] of [
      [begun, move.inProgress],
      [ended, move.completed],
    ] as const) {
      const { rows } = (await rig.admin.get(`/rest/people/${who.client.userId}/timeline?kind=moved`)).json();
      const isLeft = kind === "finish" || kind === "leave";
      expect(rows).toMatchObject(isLeft ? [] : [{ what: kind, detail: "2", courseId: id, by: expect.any(String) }]);
      const { total } = (await rig.admin.get(`/rest/people/${who.client.userId}/timeline?kind=started`)).json();
      expect([kind, total]).toEqual([kind, kind === "restart" || kind === "retake" ? 2 : 1]);
    }
    // What was completed stays completed, whatever became of the person.
    expect((await ended.client.get("/rest/history/transcript")).statusCode).toBeLessThan(500);
  }
});

test("a version is restored into the draft and can be published again", async () => {
  const { aCourse, open, save, aPage, author, at, read } = rig;
  const { id } = await aCourse();
  const { outlineRevision } = await open(id);
  await save(id, aPage("p1", { title: "Second" }), 1);
  await publish(id);
  expect((await author.post(at(id, "/versions/9/restore"), { outlineRevision })).statusCode).toBe(404);
  expect((await author.post(at(id, "/versions/1/restore"), { outlineRevision })).json()).toEqual({ outlineRevision: 2 });
  expect((await read(id, "p1")).page.title).toBe("Page p1");
  expect((await publish(id)).json()).toMatchObject({ number: 3, change: "minor" });
});

test("an unchanged part of a package keeps what it stored, a replaced one begins anew (SCO-7)", async () => {
  const { app, open, aPage } = rig;
  const portal_id = app.portal("a").id;
  const part = (id: string, packageId: number) => ({ id, kind: "scorm" as const, packageId, scoKey: `sco-${id}` });
  const pages = (second: number) => [aPage("p1", { blocks: [part("one", 1)] }), aPage("p2", { blocks: [part("two", second)] })];
  const { id } = await rig.aCourse({ content: { chapters: [{ id: "c1", title: "One", pages: pages(2) }] } });
  await open(id);
  const learner = await learn(rig, id);
  await learner.view("p1");
  const { attemptId } = (await learner.launch()).state;
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("scorm_states")
      .values(
        ["sco-one", "sco-two", "_open"].map((sco_key) => ({
          portal_id,
          attempt_id: attemptId,
          sco_key,
          cmi: JSON.stringify({ suspend_data: sco_key }),
        })),
      )
      .execute(),
  );
  // Whose package it is, saving asks (packages.test.ts); here it is what is carried.
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("course_draft_pages")
      .set({ page: JSON.stringify(pages(3)[1]), revision: 2 })
      .where("course_id", "=", id)
      .where("page_id", "=", "p2")
      .execute(),
  );
  const said = await publish(id, { move: { inProgress: "move", completed: "leave" } });
  expect(said.json()).toMatchObject({ change: "major", report: { done: { moved: 1, parts: 1 } } });
  const { state } = await learner.launch();
  const kept = await app.databases.inSystem("look in a test", (db) =>
    db.selectFrom("scorm_states").select(["sco_key", "cmi"]).where("attempt_id", "=", state.attemptId).orderBy("sco_key").execute(),
  );
  expect(state.attemptId).not.toBe(attemptId);
  expect(kept).toEqual([
    { sco_key: "_open", cmi: { suspend_data: "_open" } },
    { sco_key: "sco-one", cmi: { suspend_data: "sco-one" } },
  ]);
});

/** The due date that people are shown for a course among theirs. */
const dueOf = async (client: Client, courseId: number) => {
  const { rows } = (await client.get("/rest/enrolment/myCourses")).json() as { rows: { courseId: number; due: { at: string } | null }[] };
  return rows.find((row) => row.courseId === courseId)?.due?.at ?? null;
};

test("who completed a course does it again by a day, which is their due date; nobody else gets one (EDT-8)", async () => {
  const { aCourse, app, open, save, aPage, at, author } = rig;
  const { id } = await aCourse();
  await open(id);
  const [begun, ended, exempt] = [await learn(rig, id), await learn(rig, id), await learn(rig, id)];
  await begun.view("p1");
  for (const { view } of [ended, exempt]) for (const page of ["p1", "p2"]) await view(page);
  await app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
    sql`insert into corrections (portal_id, enrolment_id, kind, reason, made_by)
      select portal_id, id, 'exempt', 'Knows it', ${rig.admin.userId} from enrolments where course_id = ${id} and user_id = ${exempt.client.userId}`.execute(
      db,
    ),
  );
  await save(id, aPage("p2", { blocks: [aText("p2-text", "Text of p2."), aText("more", "More.")] }), 1);
  const by = (retakeBy: string, completed = "retake") => publish(id, { move: { inProgress: "move", completed, retakeBy } });
  for (const [day, code] of [
    ["2020-01-01", "in_the_past"],
    ["2099-02-30", "no_such_date"],
  ] as const)
    expect((await by(day)).json()).toMatchObject({ errors: [{ field: "move.retakeBy", code }] });
  expect((await by("tomorrow")).statusCode).toBe(400);
  expect((await open(id)).versions).toHaveLength(1);

  const said = (await by("2099-12-31")).json();
  expect(said.report).toMatchObject({ completed: "retake", retakeBy: "2099-12-31", done: { moved: 1, retaken: 2 } });
  expect((await author.get(at(id, "/versions/2"))).json()).toMatchObject({ report: said.report });
  expect(await dueOf(ended.client, id)).toBe("2099-12-31T22:59:59.000Z");
  expect(await dueOf(begun.client, id)).toBeNull();
  expect(await dueOf(exempt.client, id)).toBeNull();
  // An attempt in which nothing was done yet is shown everywhere.
  for (const [who, path] of [
    [ended.client, "/rest/dashboard/student"],
    [ended.client, `/rest/course/details/${id}`],
    [rig.admin, `/rest/participants?course=${id}`],
    [rig.admin, `/rest/people/${ended.client.userId}/attempts`],
  ] as const)
    expect([path, (await who.get(path)).statusCode]).toEqual([path, 200]);
  // What was decided stands in the person's record, with who did so and why.
  const { rows } = (await rig.admin.get(`/rest/people/${ended.client.userId}/enrolments`)).json();
  expect(rows).toMatchObject([{ corrections: [{ kind: "due", reason: "Why" }] }]);
  // Once done again, nothing is due.
  expect((await ended.launch()).course.versionNumber).toBe(2);
  for (const page of ["p1", "p2"]) await ended.view(page);
  expect(await dueOf(ended.client, id)).toBeNull();
});

test("a day is forgotten where nothing is done again", async () => {
  const { aCourse, open, save, aPage } = rig;
  const { id } = await aCourse();
  await open(id);
  const ended = await learn(rig, id);
  for (const page of ["p1", "p2"]) await ended.view(page);
  await save(id, aPage("p2", { blocks: [aText("p2-text", "Text of p2."), aText("more", "More.")] }), 1);
  const said = await publish(id, { move: { inProgress: "finish", completed: "equivalent", retakeBy: "2099-12-31" } });
  expect(said.json()).toMatchObject({ report: { completed: "equivalent", retakeBy: null } });
  expect(await dueOf(ended.client, id)).toBeNull();
});

test("what keeps some people out stops publishing, unless an admin says why all the same (EDT-15)", async () => {
  const { admin, app, at, aCourse, open, save, aPage } = rig;
  const { id } = await aCourse({ createdBy: admin.userId, coAuthors: [rig.author.userId] });
  const table = { id: "t1", kind: "table", headerRow: false, headerColumn: false, rows: [["10", "20"]] };
  const photo = { id: "i1", kind: "image", fileId: null, alt: "", width: 1, height: 1 };
  const withBlocks = (...blocks: object[]) => Object.assign(aPage("p1"), { blocks });
  await open(id);
  await save(id, withBlocks(table, photo), 1);
  const anyway = async (client: Client, body: object = {}) => {
    const { revision } = await open(id);
    return client.post(at(id, "/publish/anyway"), { revision, note: "New prices", reason: "Mended by Friday", ...body });
  };
  const versions = async () => (await open(id)).versions.length;
  const barrier = { code: "header_missing", severity: "error", isBarrier: true, pageId: "p1", blockId: "t1" };

  // Nothing but barriers is passed over, and not by an author, nor from another portal.
  expect((await anyway(admin)).json()).toMatchObject({
    code: "not_ready",
    data: { problems: expect.arrayContaining([expect.objectContaining({ code: "file_missing", isBarrier: false })]) },
  });
  await save(id, withBlocks(table), 2);
  expect((await publish(id)).json()).toMatchObject({ code: "not_ready", data: { problems: [barrier] } });
  expect((await anyway(rig.author)).statusCode).toBe(403);
  expect((await anyway(await app.signIn("manager", "a"))).statusCode).toBe(403);
  expect((await anyway(await app.signIn("admin", "b"))).statusCode).toBe(404);
  expect((await anyway(admin, { reason: "  " })).json()).toMatchObject({ errors: [{ field: "reason" }] });
  expect(await versions()).toBe(1);

  expect((await anyway(admin)).json()).toMatchObject({ number: 2 });
  const rows = await app.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "actor_id", "after"])
      .where("object_id", "=", id)
      .where("action", "in", ["course_published", "barriers_passed_over"])
      .orderBy("id")
      .execute(),
  );
  expect(rows).toMatchObject([
    { action: "course_published" },
    { action: "barriers_passed_over", actor_id: admin.userId, after: { reason: "Mended by Friday", barriers: ["header_missing p1/t1"] } },
  ]);
  // Once it is mended there is nothing to pass over.
  await save(id, withBlocks({ ...table, headerRow: true }), 3);
  expect((await anyway(admin)).json()).toMatchObject({ code: "no_barriers" });
});
