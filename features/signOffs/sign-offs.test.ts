import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Client } from "#app/test/app.ts";
import type { CompletionRule } from "#features/courses/content.ts";
import { startLearners, type Learners } from "#features/progress/test/learners.ts";
import type { TeamMember } from "#features/team/contract.ts";
import type { SignOffs } from "./contract.ts";

// What an assessor signs (EDT-14), through the public door: asked for, decided, told, counted, and by whom not.

let learners: Learners;
let manager: Client;
beforeAll(async () => {
  learners = await startLearners();
  manager = await learners.app.signIn("manager", "a");
});
afterAll(() => learners.app.close());

const criteria = ["leaks", "valve"].map((id) => ({ id, text: `Checks the ${id}` }));
const content = aContent([
  aPage("fit", {
    title: "Fit a regulator",
    rule: { viewed: false, signedOff: true },
    blocks: [{ id: "s", kind: "signOff", task: "Fit a regulator to a bottle.", criteria }],
  }),
]);
const rule: CompletionRule = { kind: "pages", percent: 100 };
const aLearner = () => learners.aLearner({ content, rule });
type Learner = Awaited<ReturnType<typeof aLearner>>;

const pathOf = ({ person }: Pick<Learner, "person">) => `/rest/people/${person.id}/signOffs`;
const ask = (learner: Learner) => learners.commit(learner, { kind: "ready", blockId: "s" });
const yes = { isMet: true, met: ["leaks", "valve"], note: "" };
const no = { isMet: false, met: ["leaks"], note: "The valve was open." };
const decide = (client: Client, learner: Learner, decision: object) =>
  client.post(pathOf(learner), { attemptId: learner.attemptId, blockId: "s", ...decision });
const shown = async (client: Client, learner: Learner): Promise<SignOffs> => (await client.get(pathOf(learner))).json();
const waiting = async (client = manager) =>
  ((await client.get("/rest/team?state=signOff")).json() as { rows: TeamMember[] }).rows.map(({ id, waiting: in_ }) => [id, in_]);
const stateOf = async (learner: Learner) => (await learner.client.get(`/rest/progress/attempts/${learner.attemptId}`)).json();
/** What their dashboard says they wait for. */
const waitsFor = async ({ client }: Pick<Learner, "client">) =>
  (await client.get("/rest/dashboard/student?parts=waiting")).json().waiting.data;
const told = (learner: Learner) =>
  learners.rows(sql<{ variables: { isMet: boolean; note: string } }>`
    select variables from notifications where event = 'sign_off_decided' and user_id = ${learner.person.id} order by id`);

test("asked for, refused with what is missing, asked again and signed: page and course are complete, the learner is told each time", async () => {
  const learner = await aLearner();
  expect((await shown(manager, learner)).rows).toMatchObject([{ blockId: "s", page: "Fit a regulator", readyAt: null, decision: null }]);
  const asked = (await ask(learner)).state;
  expect(asked).toMatchObject({ donePages: [], blocks: { s: { isReady: true, decision: null } } });
  expect(await waiting()).toContainEqual([learner.person.id, 1]);
  expect(await waitsFor(learner)).toMatchObject({
    waiting: [{ kind: "signature", type: "online", since: expect.any(String) }],
    waitingCount: 1,
  });
  expect(await waitsFor(await aLearner())).toEqual({ waiting: [], waitingCount: 0 });

  const refused = await decide(manager, learner, no);
  expect([refused.statusCode, refused.json().rows[0]]).toMatchObject([200, { readyAt: null, decision: { isMet: false, met: ["leaks"] } }]);
  expect(await stateOf(learner)).toMatchObject({
    completion: null,
    blocks: { s: { isReady: false, decision: { isMet: false, met: ["leaks"], note: "The valve was open." } } },
  });
  expect((await waiting()).map(([id]) => id)).not.toContain(learner.person.id);
  expect(await waitsFor(learner)).toEqual({ waiting: [], waitingCount: 0 });

  await ask(learner);
  expect((await decide(manager, learner, yes)).statusCode).toBe(200);
  const after = await stateOf(learner);
  expect(after).toMatchObject({ donePages: ["fit"], percent: 100, blocks: { s: { isReady: false, decision: { isMet: true } } } });
  expect(after.completion).not.toBeNull();
  expect((await told(learner)).map(({ variables }) => [variables.isMet, variables.note])).toEqual([
    [false, "The valve was open."],
    [true, ""],
  ]);
  // The timeline of the person says so too, without the note.
  const { rows } = (await manager.get(`/rest/people/${learner.person.id}/timeline?kind=signOff`)).json();
  const signed = { kind: "signOff", detail: "Fit a regulator", course: expect.any(String), by: expect.any(String) };
  expect(rows).toMatchObject([
    { ...signed, what: "signed_off" },
    { ...signed, what: "sign_off_refused" },
  ]);
  // It stays, whatever is sent after it.
  expect(await stateOf(learner)).toMatchObject({ completion: after.completion });
  expect((await ask(learner)).state.blocks.s).toMatchObject({ isReady: false, decision: { isMet: true } });
  const again = await decide(manager, learner, no);
  expect([again.statusCode, again.json().code]).toEqual([409, "signed_already"]);
});

test("an assessor who watches without being asked signs too, and of two at once one does", async () => {
  const learner = await aLearner();
  const admin = await learners.app.signIn("admin", "a");
  const replies = await Promise.all([decide(manager, learner, yes), decide(admin, learner, yes)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await told(learner)).toHaveLength(1);
});

test.each([
  ["a criterion left", { ...yes, met: ["leaks"] }, 400, "criteria_left"],
  ["a criterion that does not exist", { ...yes, met: ["leaks", "other"] }, 400, "criteria_left"],
  ["a no without a word", { ...no, note: "  " }, 400, "note_missing"],
  ["another block", { ...yes, blockId: "other" }, 404, "not_found"],
  ["another attempt", { ...yes, attemptId: 1 }, 404, "not_found"],
])("%s changes nothing", async (_, decision, status, code) => {
  const learner = await aLearner();
  const reply = await decide(manager, learner, decision);
  const { code: whole, errors } = reply.json();
  expect([reply.statusCode, errors?.[0]?.code ?? whole]).toEqual([status, code]);
  expect((await shown(manager, learner)).rows).toMatchObject([{ decision: null }]);
});

test("whoever does not reach a person, a learner and the person themselves sign nothing", async () => {
  const { app } = learners;
  const learner = await aLearner();
  const refusals = await Promise.all([
    app.signIn("student", "a").then((client) => decide(client, learner, yes)),
    app.signIn("author", "a").then((client) => decide(client, learner, yes)),
    app.signIn("manager", "b").then((client) => decide(client, learner, yes)),
    decide(learner.client, learner, yes),
    decide(app.anonymous("a"), learner, yes),
  ]);
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404, 403, 401]);
  expect((await shown(manager, learner)).rows).toMatchObject([{ decision: null }]);
  const scoped = await app.aPerson("a", { isManager: true });
  await app.databases.inSystem("prepare a test", (db) =>
    sql`update role_assignments set scope = '{"kind": "groups", "groupIds": [999999999]}' where user_id = ${scoped.id}`.execute(db),
  );
  const outside = await app.signInAs(scoped, "a");
  expect([(await decide(outside, learner, yes)).statusCode, (await outside.get(pathOf(learner))).statusCode]).toEqual([404, 404]);
});

test("whose role is for another course sees what is signed, and signs nothing; for this course they sign (ROLE-1)", async () => {
  const { app } = learners;
  const learner = await aLearner();
  const { attemptId } = learner;
  const other = await app.aCourse("a");
  await app.anEnrolment("a", { courseId: other.id, userId: learner.person.id });
  const [attempt] = await learners.rows(sql<{ id: string }>`select course_id::text as id from attempts where id = ${attemptId}`);
  const scoped = await app.aPerson("a", { isManager: true });
  const limitTo = (courseId: number) =>
    app.databases.inSystem("prepare a test", (db) =>
      sql`update role_assignments set scope = jsonb_build_object('kind', 'courses', 'courseIds', array[${courseId}::bigint]) where user_id = ${scoped.id}`.execute(
        db,
      ),
    );
  await limitTo(other.id);
  const client = await app.signInAs(scoped, "a");
  expect(await shown(client, learner)).toMatchObject({ canSign: true, rows: [{ blockId: "s", canSign: false }] });
  const refused = await decide(client, learner, yes);
  expect([refused.statusCode, refused.json().code]).toEqual([403, "other_course"]);
  await limitTo(Number(attempt?.id));
  expect((await shown(client, learner)).rows).toMatchObject([{ canSign: true }]);
  expect((await decide(client, learner, yes)).statusCode).toBe(200);
});

test("an admin does not sign their own work, nor a manager that of an admin", async () => {
  const { app } = learners;
  const course = await app.aCourse("a", { content, rule });
  const person = await app.aPerson("a", { isAdmin: true });
  await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  const client = await app.signInAs(person, "a");
  const { state } = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  const body = { attemptId: state.attemptId, blockId: "s", ...yes };
  const [own, above] = await Promise.all([client.post(pathOf({ person }), body), manager.post(pathOf({ person }), body)]);
  expect([own.json().code, above.json().code]).toEqual(["own_sign_off", "not_yours_to_sign"]);
  expect((await client.get(pathOf({ person }))).json().canSign).toBe(false);
});

test("a learner cannot sign with a fact of their own", async () => {
  const learner = await aLearner();
  const forged = await learner.client.post(`/rest/progress/attempts/${learner.attemptId}/commits`, {
    clientId: "forged-0001",
    epoch: 1,
    commits: [{ seq: 1, fact: { kind: "ready", blockId: "s", decision: { isMet: true }, isMet: true } }],
  });
  expect(forged.statusCode).toBeLessThan(500);
  expect(await stateOf(learner)).toMatchObject({ donePages: [] });
  expect((await shown(manager, learner)).rows).toMatchObject([{ decision: null }]);
});
