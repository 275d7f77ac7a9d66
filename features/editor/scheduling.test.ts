import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { publishDue } from "./server/scheduling.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";
import { learn } from "./test/learn.ts";

// A publication at a time (EDT-7): the draft as it is then, with what was chosen; or it is told why not.

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const log = createLog({ level: "silent" });
const move = { inProgress: "move", completed: "leave" };
const later = { at: "2099-03-29T02:30", timeZone: "Europe/Berlin", note: "For spring", move };
const schedule = (courseId: number, body: object = {}, client = rig.author) =>
  client.put(rig.at(courseId, "/schedule"), { ...later, ...body });

/** The time that was scheduled for a course has come, and the worker looks. */
async function timeComes(courseId: number) {
  await rig.app.databases.inSystem("prepare a test", (db) =>
    sql`update scheduled_publications set publish_at = now() - interval '1 second' where course_id = ${courseId}`.execute(db),
  );
  return publishDue({ databases: rig.app.databases, log });
}
const entries = (courseId: number) =>
  rig.app.databases.inSystem("look in a test", (db) =>
    db.selectFrom("audit_events").select(["action", "actor_id", "after"]).where("object_id", "=", courseId).orderBy("id").execute(),
  );
const told = (courseId: number) =>
  rig.app.databases.inSystem("look in a test", (db) =>
    db
      .selectFrom("notifications")
      .select(["user_id", "variables"])
      .where("event", "=", "publication_failed")
      .where("subject", "=", `course:${courseId}`)
      .execute(),
  );

test("the draft as it is at the time is published, people are moved as chosen, and nothing stays scheduled", async () => {
  const { aCourse, open, save, aPage, author } = rig;
  const { id } = await aCourse();
  await open(id);
  const learner = await learn(rig, id);
  await learner.view("p1");
  const said = await schedule(id);
  // The clocks of Berlin skip that half hour.
  expect(said.json()).toMatchObject({
    publishAt: "2099-03-29T01:30:00.000Z",
    at: "2099-03-29T03:30",
    timeZone: "Europe/Berlin",
    note: "For spring",
    move,
  });
  expect((await open(id)).scheduled).toEqual(said.json());
  // What is written after that is published too.
  await save(id, aPage("p2", { blocks: [aText("p2-text", "Text of p2."), aText("more", "More.")] }), 1);
  expect(await publishDue({ databases: rig.app.databases, log })).toBe(0);
  expect(await timeComes(id)).toBe(1);
  const draft = await open(id);
  expect(draft).toMatchObject({
    scheduled: null,
    hasChanges: false,
    versions: [{ number: 2, note: "For spring", isCurrent: true }, { number: 1 }],
  });
  const after = await learner.launch();
  expect(after.course.versionNumber).toBe(2);
  expect(after.state.donePages).toEqual(["p1"]);
  const [asked, done] = (await entries(id)).filter(({ action }) => action.startsWith("publication_") || action === "course_published");
  expect(asked).toMatchObject({ action: "publication_scheduled", actor_id: author.userId, after: { timeZone: "Europe/Berlin", ...move } });
  expect(done).toMatchObject({
    action: "course_published",
    actor_id: author.userId,
    after: { inProgress: "move", scheduledAt: expect.any(String) },
  });
  expect(await timeComes(id)).toBe(0);
});

test("a draft with errors at that time is not published: its author is told once, and learners keep what they have", async () => {
  const { aCourse, open, author, at, app } = rig;
  const { id } = await aCourse();
  const { outlineRevision, completion } = await open(id);
  await schedule(id);
  await author.put(at(id, "/outline"), { outline: { chapters: [] }, completion, revision: outlineRevision });
  expect(await timeComes(id)).toBe(0);
  expect(await timeComes(id)).toBe(0);
  expect(await open(id)).toMatchObject({ scheduled: null, status: "published", versions: [{ number: 1 }] });
  expect(await told(id)).toMatchObject([{ user_id: author.userId, variables: { why: "not_ready" } }]);
  expect((await entries(id)).at(-1)).toMatchObject({ action: "publication_failed", after: { why: "not_ready" } });
  const bell = (await author.get("/rest/notifications")).json();
  expect(JSON.stringify(bell)).toContain("The draft had errors at that time.");
  expect(app.portal("a").id).toBeGreaterThan(0);
});

test("an unchanged draft is not published, and neither is one whose author may not publish any more", async () => {
  const { aCourse, app, admin, open, save, aPage } = rig;
  const { id } = await aCourse();
  await open(id);
  await schedule(id);
  expect(await timeComes(id)).toBe(0);
  expect(await told(id)).toMatchObject([{ variables: { why: "unchanged" } }]);

  const leaving = await app.aPerson("a", { isAuthor: true });
  const client = await app.signInAs(leaving, "a");
  const other = await app.aCourse("a", { createdBy: leaving.id });
  await open(other.id, admin);
  await save(other.id, aPage("p1", { title: "Anew" }), 1, admin);
  expect((await schedule(other.id, {}, client)).statusCode).toBe(200);
  await app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
    sql`update memberships set status = 'suspended' where user_id = ${leaving.id}`.execute(db),
  );
  expect(await timeComes(other.id)).toBe(0);
  expect(await told(other.id)).toMatchObject([{ user_id: leaving.id, variables: { why: "not_allowed" } }]);
  expect((await open(other.id, admin)).versions).toHaveLength(1);
});

test("what is scheduled can be changed and taken back; the past, an unknown zone, no note and no choice are refused", async () => {
  const { aCourse, open, author, at } = rig;
  const { id } = await aCourse();
  await open(id);
  expect((await schedule(id, { at: "2020-01-01T08:00" })).json()).toMatchObject({ errors: [{ field: "at", code: "in_the_past" }] });
  for (const body of [{ timeZone: "Mars/Base" }, { note: "  " }, { at: "tomorrow" }, { note: "x".repeat(60_000) }])
    expect([body, (await schedule(id, body)).statusCode]).toEqual([body, 400]);
  expect((await schedule(id, { move: undefined })).json()).toMatchObject({ code: "choose_move_ahead" });
  expect((await author.post(at(id, "/schedule/cancel"))).json()).toMatchObject({ code: "not_scheduled" });
  await schedule(id);
  expect((await schedule(id, { note: "Another" })).statusCode).toBe(200);
  expect((await open(id)).scheduled?.note).toBe("Another");
  expect((await author.post(at(id, "/schedule/cancel"))).json()).toEqual({ cancelled: true });
  expect((await open(id)).scheduled).toBeNull();
  expect(await timeComes(id)).toBe(0);
  expect((await entries(id)).map(({ action }) => action)).toEqual([
    "publication_scheduled",
    "publication_scheduled",
    "publication_cancelled",
  ]);
});

test("nobody schedules, cancels or reads the draft of a course that is not theirs, in another portal or as a learner", async () => {
  const { aCourse, open, app, at } = rig;
  const { id } = await aCourse();
  await open(id);
  await schedule(id);
  const others = await Promise.all([
    app.signIn("student", "a"),
    app.signIn("manager", "a"),
    app.signIn("author", "b"),
    app.signInAs(await app.aPerson("a", { isAuthor: true }), "a"),
  ]);
  for (const [nth, client] of others.entries()) {
    const refused = nth < 2 ? 403 : 404;
    expect([nth, (await schedule(id, {}, client)).statusCode]).toEqual([nth, refused]);
    expect([nth, (await client.post(at(id, "/schedule/cancel"))).statusCode]).toEqual([nth, refused]);
    expect([nth, (await client.get(at(id, "/content"))).statusCode]).toEqual([nth, refused]);
  }
  expect((await open(id)).scheduled?.note).toBe("For spring");
});

test("where only what is approved is published, a time that comes too early says so and publishes nothing (EDT-17)", async () => {
  const rule = async (value: string | null) => {
    const { revision } = (await rig.admin.get("/rest/settings")).json();
    expect((await rig.admin.post("/rest/settings", { revision, values: { publishOnlyApproved: value } })).statusCode).toBe(200);
  };
  const { id } = await rig.aCourse();
  await rig.open(id);
  await rig.save(id, rig.aPage("p1", { blocks: [aText("b1", "Not looked at yet.")] }), 1);
  await rule("true");
  try {
    expect((await schedule(id)).statusCode).toBe(200);
    expect(await timeComes(id)).toBe(0);
    expect(await rig.open(id)).toMatchObject({ scheduled: null, hasChanges: true, versions: [{ number: 1 }] });
    expect(await told(id)).toMatchObject([{ user_id: rig.author.userId, variables: { why: "not_approved" } }]);
  } finally {
    await rule(null);
  }
});

test("a course is done again by a day that ends after the publication, which gives the due date when it happens", async () => {
  const { aCourse, open, save, aPage } = rig;
  const { id } = await aCourse();
  await open(id);
  const ended = await learn(rig, id);
  for (const page of ["p1", "p2"]) await ended.view(page);
  await save(id, aPage("p2", { blocks: [aText("p2-text", "Text of p2."), aText("more", "More.")] }), 1);
  const again = { inProgress: "move", completed: "retake" };
  const early = await schedule(id, { move: { ...again, retakeBy: "2099-03-28" } });
  expect(early.json()).toMatchObject({ errors: [{ field: "move.retakeBy", code: "before_publication" }] });
  // The day of the publication itself ends after it.
  expect((await schedule(id, { move: { ...again, retakeBy: "2099-03-29" } })).json()).toMatchObject({
    move: { ...again, retakeBy: "2099-03-29" },
  });
  expect((await open(id)).scheduled?.move).toEqual({ ...again, retakeBy: "2099-03-29" });
  expect(await timeComes(id)).toBe(1);
  const { rows } = (await ended.client.get("/rest/enrolment/myCourses")).json();
  expect(rows).toMatchObject([{ due: { at: "2099-03-29T21:59:59.000Z" } }]);
});

test("a time that no calendar or clock has is refused", async () => {
  const { id } = await rig.aCourse();
  await rig.open(id);
  for (const at of ["2099-02-30T08:00", "2099-13-01T08:00", "2099-12-01T24:00", "2099-12-01T08:60", "0000-12-01T08:00", "9999-12-31T23:59"])
    expect((await schedule(id, { at })).statusCode, at).toBe(400);
  expect((await rig.open(id)).scheduled).toBeNull();
});
