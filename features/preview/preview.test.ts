import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { screens } from "#app/screens.ts";
import { aPage } from "#app/test/builders.ts";
import { send } from "#features/progress/test/learners.ts";
import { modes, type Mode } from "./policy.ts";
import { aLesson, startRig, type Rig } from "./test/rig.ts";
import { filesOf } from "./test/screen-files.ts";

// Courses shown before they are learnt (VIEW-5, EDT-11, issue 13).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const wrong = { kind: "submit", blockId: "z", answers: { q1: { kind: "single", option: "b" } } } as const;
const correctIn = (reply: { json(): unknown }) =>
  (reply.json() as { state: { result: { questions: { correct: unknown }[] } } }).state.result.questions[0]?.correct;

/** The lesson with a quiz that may be handed in again and again. */
const lesson = structuredClone(aLesson);
for (const block of lesson.chapters.flatMap(({ pages }) => pages.flatMap(({ blocks }) => blocks)))
  if ("submissions" in block) block.submissions = null;

/** Whether the screen of a mode asks the server for comments. The file that has the question is loaded by others for what else it has. */
function asksForComments(mode: Mode): boolean {
  const screen = screens.find(({ viewerMode }) => viewerMode === modes[mode].number);
  const files = [...filesOf(screen?.file ?? "")].filter(([file]) => file !== "features/preview/web/hooks.ts");
  expect([mode, files.length > 10]).toEqual([mode, true]);
  return files.some(([, text]) => /commentsQuery\(|call\(\s*(?:\w+\.)?listComments/.test(text));
}

test("VIEW-5, the modes of the viewer: attempt, time, answers, comments and sign-in are as the table of modes says; nothing else is written", async () => {
  const { aCourse, at, outside, aReviewer, aLink, aGuest, app, author, tableContents } = rig;
  const { id } = await aCourse({ content: lesson });
  const reviewer = await aReviewer(id);
  const said = "Is the second page long enough?";
  expect((await author.post(at(id, "/comments"), { on: "page", pageId: "p1", blockId: null, words: said })).statusCode).toBe(200);
  const { token } = await aLink(id);
  const guest = await aGuest(id, token);
  const person = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: id, userId: person.id });
  const learner = await app.signInAs(person, "a");
  const askers: Record<Mode, Client> = { learn: learner, preview: author, review: reviewer, external: guest };
  // What a page of each mode asks of the server: to open the course, to have a quiz marked, and to be credited with time.
  const learning = {
    open: () => learner.post("/rest/progress/launch", { courseId: id }),
    mark: (attemptId: number) => send(learner, attemptId, [{ seq: 1, fact: wrong }]),
    spend: (attemptId: number) => send(learner, attemptId, [{ seq: 2, fact: { kind: "time", seconds: 30 } }]),
  };

  const seen: Record<string, object> = {};
  for (const mode of Object.keys(modes) as Mode[]) {
    const client = askers[mode];
    const root = mode === "external" ? outside(id) : at(id);
    const isLearning = mode === "learn";
    const before = await tableContents();
    const opened = isLearning ? await learning.open() : await client.get(root);
    expect([mode, opened.statusCode]).toEqual([mode, 200]);
    // Everything is there from the start, without what a learner must not see yet.
    expect(opened.json().content.chapters[0].pages.map((page: { id: string }) => page.id)).toEqual(["p1", "p2"]);
    expect(opened.body).not.toMatch(/Because|"correct"/);
    const attemptId = isLearning ? (opened.json().state.attemptId as number) : 0;
    const marked = isLearning ? await learning.mark(attemptId) : await client.post(`${root}/tries`, { fact: wrong, shows: "draft" });
    const { result } = isLearning ? marked.json().state.blocks.z : marked.json().state;
    expect([mode, marked.statusCode, result]).toMatchObject([mode, 200, { points: 0, passed: false, submissionsLeft: null }]);
    if (!isLearning) {
      expect(opened.json().shows).toBe("draft");
      const attested = await client.post(`${root}/tries`, { fact: { kind: "attest", blockId: "s" }, shows: "draft" });
      expect(attested.json().state.kind).toBe("attestation");
      // Time is no fact that can be tried, and there is no attempt that it could be credited to.
      expect((await client.post(`${root}/tries`, { fact: { kind: "time", seconds: 30 }, shows: "draft" })).statusCode).toBe(400);
    }
    const meanwhile = await tableContents();
    if (isLearning) expect((await learning.spend(attemptId)).json().state.creditedSeconds).toBe(30);
    // Its screen gets the comments where it asks for them and the server gives them to whom the mode is for; no other answer has them.
    const comments = asksForComments(mode) ? await client.get(at(id, "/comments")) : null;
    const after = await tableContents();
    const changed = (one: object, two: Record<string, string>) =>
      Object.entries(one).flatMap(([name, rows]) => (rows === two[name] ? [] : [name]));
    const visitor = mode === "external" ? guest : app.anonymous("a");
    const unknown = isLearning ? await visitor.post("/rest/progress/launch", { courseId: id }) : await visitor.get(root);
    seen[mode] = {
      number: modes[mode].number,
      writesAttempt: changed(before, after).includes("attempts"),
      writesTime: changed(meanwhile, after).length > 0,
      needsSignIn: unknown.statusCode === 401,
      showsAnswers: result.questions[0].correct != null,
      showsComments: [opened, marked, comments].some((answer) => answer?.body.includes(said)),
    };
    // No attempt, no time, no fact, no entry: every row of every table of the database is what it was.
    if (!isLearning) expect([mode, changed(before, after)]).toEqual([mode, []]);
  }
  expect(seen).toEqual(modes);
  // Nobody but those who make and review a course gets its preview or its comments.
  for (const url of [at(id), at(id, "/comments")]) expect((await learner.get(url)).statusCode).toBe(404);
  expect((await guest.get(at(id, "/comments"))).statusCode).toBe(401);
});

test("the draft is shown by default, the published version when asked; of either only what the course has", async () => {
  const { app, at, author } = rig;
  const { id } = await app.aCourse("a", { title: "Ladders", createdBy: author.userId });
  // Without a draft the version stands for it.
  const first = (await author.get(at(id))).json();
  expect(first).toMatchObject({ course: { id, title: "Ladders", type: "online" }, shows: "current", has: ["current"], makes: true });
  await author.get(`/rest/editor/online/${id}`);
  await author.put(`/rest/editor/online/${id}/pages/p1`, { page: aPage("p1", { title: "Changed" }), revision: 1 });
  const titles = async (query: string) => (await author.get(at(id, query))).json().content.chapters[0].pages[0].title;
  expect([await titles(""), await titles("?shows=draft"), await titles("?shows=current")]).toEqual(["Changed", "Changed", "Page p1"]);
  expect((await author.get(at(id, "?shows=other"))).statusCode).toBe(400);
  const fresh = await rig.app.aCourse("a", { status: "draft", createdBy: author.userId });
  expect((await author.get(at(fresh.id))).json().course.id).toBe(fresh.id);
});

test("security 19, 20, 26: somebody else's course is nowhere; a reviewer sees it from the moment they are named until they are no more", async () => {
  const { app, aCourse, at, author, aReviewer, remove, student } = rig;
  const { id } = await aCourse({ status: "draft" });
  const others = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  const foreign = await app.signIn("author", "b");
  const manager = await app.signIn("manager", "a");
  const system = await app.signIn("system", "a");
  for (const client of [others, manager, system, student])
    for (const url of [at(id), at(id, "/comments")]) expect((await client.get(url)).statusCode).toBe(404);
  expect((await foreign.get(at(id))).statusCode).toBe(404);
  expect((await app.anonymous("a").get(at(id))).statusCode).toBe(401);
  const admin = await app.signIn("admin", "a");
  expect((await admin.get(at(id))).statusCode).toBe(200);

  const reviewer = await aReviewer(id);
  expect((await reviewer.get(at(id))).json()).toMatchObject({ makes: false });
  // A reviewer is no author: they share nothing.
  expect((await reviewer.get(at(id, "/sharing"))).statusCode).toBe(403);
  expect((await others.get(at(id, "/sharing"))).statusCode).toBe(404);
  expect((await others.post(at(id, "/reviewers"), { userId: others.userId })).statusCode).toBe(404);
  expect((await remove(author, at(id, `/reviewers/${reviewer.userId}`))).statusCode).toBe(200);
  expect((await reviewer.get(at(id))).statusCode).toBe(404);
});

test("security 22: right answers are in no document; outside they come only with a marking that passed", async () => {
  const { aCourse, at, outside, author, aLink, aGuest } = rig;
  const { id } = await aCourse();
  const { token } = await aLink(id, { shows: "current" });
  const guest = await aGuest(id, token);
  const right = { kind: "submit", blockId: "z", answers: { q1: { kind: "single", option: "a" } } };
  expect(correctIn(await guest.post(outside(id, "/tries"), { fact: wrong }))).toBeNull();
  expect((await guest.post(outside(id, "/tries"), { fact: right })).json().state.result.passed).toBe(true);
  expect(correctIn(await author.post(at(id, "/tries"), { fact: wrong, shows: "draft" }))).not.toBeNull();
  expect((await author.post(at(id, "/tries"), { fact: { ...wrong, blockId: "gone" }, shows: "draft" })).statusCode).toBe(404);
  const other = await author.post(at(id, "/tries"), { fact: { kind: "attest", blockId: "z" }, shows: "draft" });
  expect([other.statusCode, other.json().errors[0].code]).toEqual([400, "other_kind"]);
});
