import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { send, startLearners, type Learners } from "./test/learners.ts";

// Opening an attempt, and who may open one.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

test("launching opens the first attempt, then the same one with a higher epoch", async () => {
  const { aLearner } = learners;
  const { opened, client, course } = await aLearner({
    rule: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "minutes", minutes: 1 },
      ],
    },
  });
  expect(opened).toMatchObject({
    epoch: 1,
    openElsewhere: false,
    course: { id: course.id, type: "online", versionNumber: 1 },
    state: { number: 1, percent: 0, place: null },
  });
  expect(opened.completion).toMatchObject({
    rule: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "minutes", minutes: 1 },
      ],
    },
  });
  const again = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  expect(again).toMatchObject({ epoch: 2, openElsewhere: true, state: { attemptId: opened.state.attemptId } });
  const reloaded = (await client.post("/rest/progress/launch", { courseId: course.id, lastEpoch: 2 })).json();
  expect(reloaded).toMatchObject({ epoch: 3, openElsewhere: false });
});

test("who left finds nothing open, on any device; a late goodbye is none for a newer opening", async () => {
  const { aLearner } = learners;
  const { client, attemptId, course } = await aLearner();
  const launch = async () => (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  const leave = (epoch: number) => client.post(`/rest/progress/attempts/${attemptId}/leave`, { epoch });
  expect((await leave(1)).json()).toEqual({ attemptId });
  expect(await launch()).toMatchObject({ epoch: 2, openElsewhere: false });
  await leave(1);
  expect(await launch()).toMatchObject({ epoch: 3, openElsewhere: true });
  // An epoch that has not been handed out yet cannot have been left.
  await leave(99);
  expect(await launch()).toMatchObject({ epoch: 4, openElsewhere: false });
  expect(await launch()).toMatchObject({ epoch: 5, openElsewhere: true });
});

test("every answer names the newest opening, so that an overtaken page knows; what it had accepted counts", async () => {
  const { aLearner } = learners;
  const { client, attemptId, course } = await aLearner();
  const view = (seq: number, pageId: string) => ({ seq, fact: { kind: "view", pageId } as const });
  expect((await send(client, attemptId, [view(1, "p1")])).json()).toMatchObject({ epoch: 1 });
  await client.post("/rest/progress/launch", { courseId: course.id });
  expect((await send(client, attemptId, [view(2, "p2")])).json()).toMatchObject({ epoch: 2, refused: [], state: { percent: 100 } });
  expect((await client.get(`/rest/progress/attempts/${attemptId}`)).json()).toMatchObject({ epoch: 2, percent: 100 });
});

test("a launch that waits for somebody who is writing shows what they wrote", async () => {
  const { app, aLearner } = learners;
  const { client, attemptId, course, opened } = await aLearner();
  const page = opened.content.chapters[0]?.pages[0]?.id ?? "";
  const portalId = app.portal("a").id;
  let launching: ReturnType<Client["post"]> | undefined;
  await app.databases.inPortal(portalId, async (db) => {
    await sql`update attempt_states set credited_seconds = 77, place = ${JSON.stringify({ pageId: page })}::jsonb
      where portal_id = ${portalId} and attempt_id = ${attemptId}`.execute(db);
    launching = client.post("/rest/progress/launch", { courseId: course.id });
    await expect.poll(async () => (await sql.raw(waitsForMe).execute(db)).rows.length).toBeGreaterThan(0);
  });
  expect((await launching)?.json()).toMatchObject({ epoch: 2, state: { creditedSeconds: 77, place: { pageId: page } } });
});

test("nobody leaves another person's attempt", async () => {
  const { app, aLearner } = learners;
  const { attemptId, client, course } = await aLearner();
  for (const other of [await app.signIn("student", "a"), await app.signIn("system", "a"), await app.signIn("student", "b")])
    expect(await other.post(`/rest/progress/attempts/${attemptId}/leave`, { epoch: 1 })).toMatchObject({ statusCode: 404 });
  expect((await client.post("/rest/progress/launch", { courseId: course.id })).json()).toMatchObject({ openElsewhere: true });
});

test("twenty launches at once make one attempt", async () => {
  const { app } = learners;
  const course = await app.aCourse("a");
  const person = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  const client = await app.signInAs(person, "a");
  const replies = await Promise.all(Array.from({ length: 20 }, () => client.post("/rest/progress/launch", { courseId: course.id })));
  expect(new Set(replies.map((reply) => reply.json().state.attemptId)).size).toBe(1);
  expect(replies.map((reply) => reply.json().epoch).toSorted((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test("an attempt keeps the version it began on when the course is published again", async () => {
  const { app, aLearner } = learners;
  const learner = await aLearner();
  await app.databases.inSystem("publish a second version", async (db) => {
    const content = JSON.stringify(aContent([aPage("new")]));
    await sql`with v as (insert into course_versions (portal_id, course_id, number, content, completion_rule, item_count)
      values (${app.portal("a").id}, ${learner.course.id}, 2, ${content}, '{"kind":"pages","percent":100}', 1) returning id)
      update courses set current_version_id = (select id from v) where id = ${learner.course.id}`.execute(db);
  });
  const again = (await learner.client.post("/rest/progress/launch", { courseId: learner.course.id })).json();
  expect(again.course.versionNumber).toBe(1);
  expect(again.content.chapters[0].pages).toHaveLength(2);
});

test("who may not launch gets a plain sentence", async () => {
  const { app, aLearner } = learners;
  const { course, person, client } = await aLearner();
  const stranger = await app.signIn("student", "a");
  const launch = (who: Client, courseId: number) => who.post("/rest/progress/launch", { courseId });
  expect(await launch(stranger, course.id)).toMatchObject({ statusCode: 403 });
  expect((await launch(stranger, course.id)).json()).toMatchObject({
    code: "not_enrolled",
    message: "You are not enrolled in this course.",
  });
  expect(await launch(await app.signIn("student", "b"), course.id)).toMatchObject({ statusCode: 404 });
  expect(await launch(app.anonymous("a"), course.id)).toMatchObject({ statusCode: 401 });
  expect(await launch(stranger, 999_999)).toMatchObject({ statusCode: 404 });
  const draft = await app.aCourse("a", { status: "draft" });
  expect(await launch(stranger, draft.id)).toMatchObject({ statusCode: 404 });
  const classroom = await app.aCourse("a", { type: "classroom" });
  await app.anEnrolment("a", { courseId: classroom.id, userId: person.id });
  expect((await launch(client, classroom.id)).json().message).toBe("This course has no online lessons to open.");
  const ended = await app.aCourse("a");
  await app.anEnrolment("a", { courseId: ended.id, userId: person.id, expiresAt: new Date(Date.now() - 1000) });
  expect(await launch(client, ended.id)).toMatchObject({ statusCode: 403 });
});

test("an archived course can be finished by who began it, and by nobody else", async () => {
  const { app, aLearner, rows } = learners;
  const learner = await aLearner();
  const late = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: learner.course.id, userId: late.id });
  await rows(sql`update courses set status = 'archived' where id = ${learner.course.id}`);
  expect(await learner.client.post("/rest/progress/launch", { courseId: learner.course.id })).toMatchObject({ statusCode: 200 });
  expect(await (await app.signInAs(late, "a")).post("/rest/progress/launch", { courseId: learner.course.id })).toMatchObject({
    statusCode: 403,
  });
});

test("writing to another person's attempt is 403 not_owner, reading it is 404, another portal's is 404, and none is touched", async () => {
  const { app, aLearner, rows } = learners;
  const { attemptId } = await aLearner();
  const facts = [{ seq: 1, fact: { kind: "view", pageId: "p1" } as const }];
  for (const role of ["student", "manager", "admin", "system"] as const) {
    const other = await app.signIn(role, "a");
    const refusals = [
      await send(other, attemptId, facts),
      await other.post("/rest/courseviewer/UpdateLastViewedChapterAndTime", { attemptId, minutesSpent: 1 }),
    ];
    for (const reply of refusals) expect([reply.statusCode, reply.json().code]).toEqual([403, "not_owner"]);
    expect((await other.get(`/rest/progress/attempts/${attemptId}`)).statusCode).toBe(404);
  }
  const elsewhere = await app.signIn("student", "b");
  expect((await send(elsewhere, attemptId, facts)).statusCode).toBe(404);
  expect((await elsewhere.get(`/rest/progress/attempts/${attemptId}`)).statusCode).toBe(404);
  expect((await elsewhere.post("/rest/courseviewer/UpdateLastViewedChapterAndTime", { attemptId, minutesSpent: 1 })).statusCode).toBe(404);
  expect(await rows(sql`select from commit_log where attempt_id = ${attemptId}`)).toHaveLength(0);
});
