import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Content } from "#features/courses/content.ts";
import { factOf, newClient, startRuns, type Runs } from "./test/runs.ts";
import { files12, files2004, zipOf } from "./test/sample-packages.ts";
import { aScormCourse } from "./test/scorm-course.ts";

// Package parts inside an online course: each resolves to its own package and has its own state, although packages use the same SCO names.

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

const textOf = (words: string) => ({
  type: "doc" as const,
  content: [{ type: "paragraph" as const, content: [{ type: "text" as const, text: words }] }],
});
const packagePage = (id: string, packageIds: readonly number[], locked = false): Content["chapters"][number]["pages"][number] =>
  aPage(id, {
    rule: { viewed: false, scorm: true, locked },
    blocks: packageIds.map((packageId, index) => ({ id: `${id}-${index + 1}`, kind: "scorm" as const, packageId, scoKey: "sco-1" })),
  });

/** An online course with a page to read, a page with one part, and a page with parts of two packages; launched by a learner. */
async function aMixedCourse({ isLocked = false, on = runs }: { isLocked?: boolean; on?: Runs } = {}) {
  const { app } = on;
  const portalId = app.portal("a").id;
  const author = app.person("author", "a").id;
  const importOf = async (zip: Buffer, title: string) =>
    (await aScormCourse({ databases: app.databases, dataDir: app.config.dataDir }, { portalId, userId: author, zip, title })).packageId;
  const knots = await importOf(await zipOf(files12([{ title: "Knots", href: "knots.html" }])), "Knots");
  const pegs = await importOf(
    await zipOf(
      files2004([
        { title: "Pegs", href: "pegs.html" },
        { title: "Poles", href: "poles.html" },
      ]),
    ),
    "Pegs",
  );
  const content = aContent([
    aPage("read", { blocks: [{ id: "t", kind: "text", doc: textOf("Read this first.") }] }),
    packagePage("one", [knots], isLocked),
    packagePage("two", [knots, pegs], isLocked),
  ]);
  const course = await app.aCourse("a", { content });
  const person = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  const client = await app.signInAs(person, "a");
  const launched = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  const attemptId = launched.state.attemptId as number;
  const open = (blockId: string) => client.post("/rest/scorm/open", { attemptId, epoch: launched.epoch, blockId });
  const stateOf = async () => (await client.get(`/rest/progress/attempts/${attemptId}`)).json();
  return { client, attemptId, epoch: launched.epoch as number, open, stateOf, knots, pegs };
}

test("a part on a locked page opens when the pages before it are complete, and no sooner", async () => {
  const { client, attemptId, epoch, open } = await aMixedCourse({ isLocked: true });
  const refused = await open("one-1");
  expect([refused.statusCode, refused.json().code]).toEqual([409, "page_locked"]);
  const read = [{ seq: 1, fact: { kind: "view", pageId: "read" } }];
  await client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId: newClient(), epoch, commits: read });
  expect((await open("one-1")).statusCode).toBe(200);
  expect((await open("two-1")).json().code).toBe("page_locked");
});

test("in a window of its own, a part on a locked page does not open by the token of another part of its package", async () => {
  const one = await startRuns({ CONTENT_HOSTS: "one" });
  try {
    const { client, attemptId, epoch, open } = await aMixedCourse({ isLocked: true, on: one });
    const read = [{ seq: 1, fact: { kind: "view", pageId: "read" } }];
    await client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId: newClient(), epoch, commits: read });
    const { token, contentOrigin } = (await open("one-1")).json();
    const alone = (blockId: string) =>
      one.app.server.inject({ url: `/c/${token}/~opened?block=${blockId}`, headers: { host: new URL(contentOrigin).host } });
    expect((await alone("one-1")).statusCode).toBe(200);
    const locked = await alone("two-1");
    expect([locked.statusCode, locked.json().code]).toEqual([409, "page_locked"]);
  } finally {
    await one.app.close();
  }
});

test("each part opens from its own package, alone, under its block's key", async () => {
  const { open } = await aMixedCourse();
  const [one, two] = [(await open("two-1")).json(), (await open("two-2")).json()];
  expect([one.standard, two.standard]).toEqual(["1.2", "2004"]);
  expect(one.organization.items).toMatchObject([{ title: "Knots", scoKey: "two-1", href: "knots.html" }]);
  expect(two.organization.items).toMatchObject([{ title: "Pegs", scoKey: "two-2", href: "pegs.html" }]);
  expect([one.sequencingKey, two.sequencingKey]).toEqual(["_sequencing-two-1", "_sequencing-two-2"]);
  expect([one.token === two.token, one.states, two.states]).toEqual([false, {}, {}]);
  expect((await open("t")).statusCode).toBe(409);
  expect((await open("nowhere")).statusCode).toBe(409);
});

test("a part opens for whose attempt it is, in its own version; a lesson is no package to be opened as a whole", async () => {
  const { client, attemptId, epoch, knots } = await aMixedCourse();
  const other = await aMixedCourse();
  const { app } = runs;
  const open = (who: typeof client, body: object) => who.post("/rest/scorm/open", { attemptId, epoch, ...body });
  const whole = await open(client, {});
  expect([whole.statusCode, whole.json().code]).toEqual([409, "no_package"]);
  expect((await open(other.client, { blockId: "one-1" })).json().code).toBe("not_owner");
  expect((await open(app.anonymous("a"), { blockId: "one-1" })).statusCode).toBe(401);
  expect((await open(await app.signIn("system", "b"), { blockId: "one-1" })).statusCode).toBe(404);
  expect((await open(client, { blockId: "one-1", epoch: epoch + 1 })).json().code).toBe("not_launched");
  for (const blockId of ["", "one-1' or true", "one-1\u0000", "x".repeat(65), 7])
    expect([blockId, (await open(client, { blockId })).statusCode]).toEqual([blockId, 400]);

  // A package of another portal does not exist here, whatever the document says.
  const portalId = app.portal("b").id;
  const foreign = await app.aCourse("b", { content: aContent([packagePage("far", [knots])]) });
  const person = await app.aPerson("b");
  await app.anEnrolment("b", { courseId: foreign.id, userId: person.id });
  const abroad = await app.signInAs(person, "b");
  const launched = (await abroad.post("/rest/progress/launch", { courseId: foreign.id })).json();
  const reply = await abroad.post("/rest/scorm/open", { attemptId: launched.state.attemptId, epoch: launched.epoch, blockId: "far-1" });
  expect([portalId, reply.statusCode, reply.json().code]).toEqual([portalId, 409, "no_package"]);
});

test("what a part reports completes its page and counts in the course's rule, together with the pages to read", async () => {
  const { client, attemptId, epoch, open, stateOf } = await aMixedCourse();
  const clientId = newClient();
  let seq = 0;
  const commit = async (fact: object) =>
    (await client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId, epoch, commits: [{ seq: ++seq, fact }] })).json();
  await commit({ kind: "view", pageId: "read" });
  const single = (await open("one-1")).json();
  await runs.send(
    single.token,
    [{ seq: 1, fact: factOf({ "cmi.core.lesson_status": "completed", "cmi.core.score.raw": "80" }, { scoKey: "one-1" }) }],
    {
      clientId: newClient(),
    },
  );
  expect(await stateOf()).toMatchObject({ percent: 66, donePages: ["read", "one"], completion: null });
  // The same SCO in another block has its own state; a page with two parts needs both.
  const [first, second] = [(await open("two-1")).json(), (await open("two-2")).json()];
  expect(first.states).toEqual({});
  expect((await open("one-1")).json().states["one-1"]).toMatchObject({ completed: true });
  await runs.send(first.token, [{ seq: 1, fact: factOf({ "cmi.core.lesson_status": "passed" }, { scoKey: "two-1" }) }], {
    clientId: newClient(),
  });
  expect((await stateOf()).donePages).toEqual(["read", "one"]);
  const last = await commit(factOf({ "cmi.completion_status": "completed", "cmi.score.scaled": "0.6" }, { scoKey: "two-2" }));
  expect(last.refused).toEqual([]);
  expect(second.standard).toBe("2004");
  expect(await stateOf()).toMatchObject({ percent: 100, donePages: ["read", "one", "two"], completion: { scorePercent: 70 } });
});

test("a part that is not in the version is refused, and a key of another block's part too", async () => {
  const { client, attemptId, epoch, open } = await aMixedCourse();
  await open("one-1");
  const commits = ["sco-1", "three-1"].map((scoKey, index) => ({
    seq: index + 1,
    fact: factOf({ "cmi.core.lesson_status": "passed" }, { scoKey }),
  }));
  const reply = (await client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId: newClient(), epoch, commits })).json();
  expect(reply.refused.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2]);
});

test("packages of one course share their origin, as decision 013 says, and still each token opens the files of its own only", async () => {
  const { open } = await aMixedCourse();
  const [knots, pegs] = [(await open("two-1")).json(), (await open("two-2")).json()];
  expect(pegs.contentOrigin).toBe(knots.contentOrigin);
  expect(pegs.token).not.toBe(knots.token);
  const status = async (token: string, name: string) =>
    (await runs.app.server.inject({ url: `/c/${token}/${name}`, headers: { host: new URL(knots.contentOrigin).host } })).statusCode;
  expect([await status(knots.token, "knots.html"), await status(pegs.token, "pegs.html")]).toEqual([200, 200]);
  expect([await status(knots.token, "pegs.html"), await status(pegs.token, "knots.html")]).toEqual([404, 404]);
});
