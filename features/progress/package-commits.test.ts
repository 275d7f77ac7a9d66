import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { decideCommits, stateLimits } from "./server/package-commits.ts";
import { versionCache, type VersionCache } from "./server/version-cache.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";

// security.md §5.3: commits that a package's page sends with its session share a statement with others, and are answered like all other commits.
let app: TestApp;
let zip: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  zip = await zipOf(files12([{ title: "Pitching", href: "pitching.html" }]));
});
afterAll(() => app.close());

/** A learner who has opened a package. */
async function aLearner(policy: Partial<ScormPolicy> = {}) {
  const person = await app.aPerson("a");
  const portalId = app.portal("a").id;
  const course = await aScormCourse(
    { databases: app.databases, dataDir: app.config.dataDir },
    { portalId, userId: app.person("author", "a").id, zip, policy, learners: [person.id] },
  );
  const client = await app.signInAs(person, "a");
  const launched = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  const { epoch } = launched;
  const { attemptId } = launched.state;
  expect((await client.post("/rest/scorm/open", { attemptId, epoch })).statusCode).toBe(200);
  return { client, person, attemptId: attemptId as number, epoch: epoch as number };
}
const cmi = (values: Record<string, string>) => ({ kind: "cmi", scoKey: "sco-1", session: "session-1", values });
const at = (page: number) => cmi({ "cmi.core.lesson_location": `page-${page}` });
type Sent = [seq: number, fact: object];
const send = (client: Client, { attemptId, epoch }: { attemptId: number; epoch: number }, facts: Sent[], clientId = "player-0001") =>
  client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId, epoch, commits: facts.map(([seq, fact]) => ({ seq, fact })) });
const logged = (attemptId: number) =>
  app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("commit_log").select("seq").where("attempt_id", "=", attemptId).orderBy("seq").execute(),
  );

test("facts count once, gaps are told, and the state comes only when it is another one", async () => {
  const { client, ...attempt } = await aLearner();
  const first = await send(client, attempt, [[1, at(1)]]);
  expect(first.statusCode).toBe(200);
  expect(first.json()).toEqual({ stored: [1], refused: [], contiguous: 1, epoch: 1, state: null });
  expect((await send(client, attempt, [[1, at(1)]])).json()).toMatchObject({ stored: [1], contiguous: 1 });
  // Fact 2 has not arrived yet; facts above the gap wait for it.
  expect(
    (
      await send(client, attempt, [
        [4, at(4)],
        [3, at(3)],
      ])
    ).json(),
  ).toMatchObject({ stored: [3, 4], contiguous: 1 });
  expect((await send(client, attempt, [[5, at(5)]])).json()).toMatchObject({ contiguous: 1 });
  expect((await send(client, attempt, [[2, at(2)]])).json()).toMatchObject({ stored: [2], contiguous: 5 });
  expect((await send(client, attempt, [[6, at(6)]])).json()).toMatchObject({ contiguous: 6 });
  expect((await send(client, attempt, [[1, at(1)]], "player-0002")).json()).toMatchObject({ contiguous: 1 });

  const done = (await send(client, attempt, [[7, cmi({ "cmi.core.lesson_status": "completed" })]])).json();
  expect(done.state).toMatchObject({ attemptId: attempt.attemptId, percent: 100, completion: { passed: null } });
  expect((await send(client, attempt, [[8, at(8)]])).json().state).toBeNull();
});

test("commits that need a decision stand or fall alone, and those of one attempt keep their order", async () => {
  const [good, broken, other] = await Promise.all([aLearner(), aLearner(), aLearner({ complete: "passed" })]);
  const completed = cmi({ "cmi.core.lesson_status": "completed" });
  // Make the write that follows the decision fail.
  await app.databases.inSystem("prepare a test", (db) =>
    sql`delete from course_version_items where version_id = (select version_id from attempts where id = ${broken.attemptId})`.execute(db),
  );
  // Sent in one turn of the event loop, so that they share the statement and the transaction after it.
  const answers = await Promise.all([
    send(good.client, good, [[1, completed]]),
    send(broken.client, broken, [[1, completed]]),
    send(other.client, other, [[1, completed]]),
    send(good.client, good, [[2, at(2)]]),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 500, 200, 200]);
  expect(answers[0]?.json()).toMatchObject({ stored: [1], contiguous: 1, state: { completion: { passed: null } } });
  expect(answers[3]?.json()).toMatchObject({ stored: [2], contiguous: 2 });
  expect(answers[2]?.json()).toMatchObject({ stored: [1], state: { donePages: ["sco-1"], completion: null } });
  expect(await logged(good.attemptId)).toHaveLength(2);
  expect(await logged(broken.attemptId)).toEqual([]);
  await app.databases.inPortal(app.portal("a").id, async (db) => {
    const { rows } = await sql<{ outcome: string }>`select outcome from commit_log where attempt_id = ${good.attemptId}`.execute(db);
    expect(rows).toEqual([{ outcome: "applied" }, { outcome: "applied" }]);
  });
});

test("one whose version this program cannot read falls alone", async () => {
  const [good, unread] = await Promise.all([aLearner(), aLearner()]);
  const portalId = app.portal("a").id;
  const { version_id: later } = await app.databases.inPortal(portalId, (db) =>
    db.selectFrom("attempts").select("version_id").where("id", "=", unread.attemptId).executeTakeFirstOrThrow(),
  );
  // Published by a newer version of the program while an older one still runs.
  const cache = versionCache();
  const versions: VersionCache = {
    get: async (...asked) => (asked[2] === later ? Promise.reject(new TypeError("page.blocks is undefined")) : cache.get(...asked)),
  };
  const fact = { kind: "cmi" as const, scoKey: "sco-1", session: "session-1", values: { "cmi.core.lesson_status": "completed" } };
  const outcomes = await decideCommits(
    app.databases,
    [unread, good].map(({ attemptId, epoch }) => ({ portalId, attemptId, epoch, clientId: "player-0001", commits: [{ seq: 1, fact }] })),
    versions,
    stateLimits(app.config),
  );
  expect(outcomes).toMatchObject([{ failed: "decision" }, { stored: [1], changed: true }]);
  expect(await logged(unread.attemptId)).toEqual([]);
});

test("a part goes by one key only: its page's where the page is made of it", async () => {
  const { client, ...attempt } = await aLearner();
  const answer = (await send(client, attempt, [[1, { ...at(1), scoKey: "sco-1-b" }]])).json();
  expect(answer).toMatchObject({ stored: [1], refused: [{ seq: 1, code: "unknown_part" }] });
});

test("a package's facts together with others go the long way to the same end", async () => {
  const { client, ...attempt } = await aLearner();
  const answer = (
    await send(client, attempt, [
      [1, cmi({ "cmi.core.lesson_status": "completed" })],
      [2, { kind: "time", seconds: 0 }],
    ])
  ).json();
  expect(answer).toMatchObject({ stored: [1, 2], contiguous: 2, state: { percent: 100 } });
});

test("nobody else writes to an attempt: other learners, other portals, ended sessions, passwords to be changed", async () => {
  const { client, person, ...attempt } = await aLearner();
  const fact: Sent[] = [[1, at(1)]];
  const stranger = await send(await app.signIn("student", "a"), attempt, fact);
  expect([stranger.statusCode, stranger.json().code]).toEqual([403, "not_owner"]);
  expect((await send(await app.signIn("admin", "a"), attempt, fact)).statusCode).toBe(403);
  expect((await send(await app.signIn("student", "b"), attempt, fact)).statusCode).toBe(404);
  expect((await send(client, { ...attempt, attemptId: 999_999 }, fact)).statusCode).toBe(404);

  const setPassword = (must: boolean) =>
    app.databases.inSystem("a password to be changed", (db) =>
      db.updateTable("users").set({ must_change_password: must }).where("id", "=", person.id).execute(),
    );
  await setPassword(true);
  expect((await send(client, attempt, fact)).json().code).toBe("must_change_password");
  await setPassword(false);

  await app.databases.inSystem("a membership that rests", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", person.id).execute(),
  );
  expect((await send(client, attempt, fact)).statusCode).toBe(401);
  await app.databases.inSystem("a membership that goes on", (db) =>
    db.updateTable("memberships").set({ status: "active" }).where("user_id", "=", person.id).execute(),
  );
  await app.databases.inSystem("a session that ended", (db) => db.deleteFrom("sessions").where("user_id", "=", person.id).execute());
  expect((await send(client, attempt, fact)).statusCode).toBe(401);
  expect(await logged(attempt.attemptId)).toEqual([]);
});

test("an enrolment that ended takes nothing more", async () => {
  const { client, person, ...attempt } = await aLearner();
  await app.databases.inSystem("an enrolment that ended", async (db) => {
    const causes = await db
      .selectFrom("enrolment_causes as c")
      .innerJoin("enrolments as e", (join) => join.onRef("e.portal_id", "=", "c.portal_id").onRef("e.id", "=", "c.enrolment_id"))
      .select(["c.portal_id", "c.id as cause_id"])
      .where("e.user_id", "=", person.id)
      .execute();
    await db.insertInto("enrolment_cause_ends").values(causes).execute();
  });
  const answer = await send(client, attempt, [[1, at(1)]]);
  expect([answer.statusCode, answer.json().code]).toEqual([403, "no_longer_enrolled"]);
});

test("a commit that has to wait for its attempt does not hold up the others", async () => {
  const [held, free] = [await aLearner(), await aLearner()];
  let answered = false;
  let pending: ReturnType<typeof send> | undefined;
  await app.databases.inSystem("somebody else holds an attempt", async (db) => {
    await db.selectFrom("attempt_states").select("epoch").where("attempt_id", "=", held.attemptId).forUpdate().execute();
    pending = send(held.client, held, [[1, at(1)]]).finally(() => (answered = true));
    const isHeld = async () => (await sql.raw(waitsForMe).execute(db)).rows.length > 0;
    while (!(await isHeld())) await wait(5);
    for (const seq of [1, 2, 3]) expect((await send(free.client, free, [[seq, at(seq)]])).json()).toMatchObject({ stored: [seq] });
    expect(answered).toBe(false);
  });
  expect((await pending)?.json()).toMatchObject({ stored: [1] });
});

test("text that PostgreSQL cannot hold costs a package nothing else, and nobody whose commit shares the statement", async () => {
  const [{ client, ...attempt }, { client: other, ...theirs }] = await Promise.all([aLearner(), aLearner()]);
  const odd: [sent: string, kept: string][] = [
    ["a\u0000b", "ab"],
    ["cut \ud83d", "cut \ufffd"],
    ["\udc4d first", "\ufffd first"],
    // A backslash followed by letters, not an escape.
    ["C:\\u0000", "C:\\u0000"],
    ["C:\\\\ud83d \u{1f44d}", "C:\\\\ud83d \u{1f44d}"],
    ['"\\', '"\\'],
  ];
  for (const [nth, [sent, kept]] of odd.entries()) {
    const seq = nth + 1;
    const answers = await Promise.all([
      send(client, attempt, [[seq, cmi({ "cmi.suspend_data": sent, "cmi.core.lesson_location": `p${seq}` })]]),
      send(other, theirs, [[seq, at(seq)]]),
    ]);
    expect([sent, answers.map(({ statusCode }) => statusCode)]).toEqual([sent, [200, 200]]);
    const stored = await app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("scorm_states").select("cmi").where("attempt_id", "=", attempt.attemptId).where("sco_key", "=", "sco-1").execute(),
    );
    expect(stored[0]?.cmi).toMatchObject({ "cmi.suspend_data": kept, "cmi.core.lesson_location": `p${seq}` });
  }
});

test("numbers at the edge of what a column holds are answered, never a failure", async () => {
  const { client, ...attempt } = await aLearner();
  for (const epoch of [-1, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1])
    for (const fact of [at(1), { kind: "view", pageId: "p1" }]) {
      const { statusCode } = await send(client, { ...attempt, epoch }, [[2 ** 53 - 1, fact]], `edge-${Math.abs(epoch)}-${epoch < 0}`);
      expect([epoch, statusCode]).toEqual([epoch, epoch < 0 || epoch >= 2 ** 31 ? 400 : 200]);
    }
  const place = { kind: "place", pageId: "sco-1" };
  expect((await send(client, attempt, [[2 ** 53 - 1, place]], "edge-of-places")).statusCode).toBe(200);
  expect((await send(client, attempt, [[1, place]], "edge-of-places")).statusCode).toBe(200);
});
