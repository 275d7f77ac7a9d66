import { afterAll, beforeAll, expect, test } from "vitest";
import { aPage } from "#app/test/builders.ts";
import { whereNow } from "./where-now.ts";
import { startRig, type Rig } from "./test/rig.ts";
import type { Thread } from "./review-contract.ts";

// Comments on the draft of a course (mode 3, EDT-11, issue 13).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const threadsOf = async (courseId: number, client = rig.author): Promise<Thread[]> =>
  ((await client.get(rig.at(courseId, "/comments"))).json() as { threads: Thread[] }).threads;
const toldTo = (userId: number) =>
  rig.app.databases.inSystem("look at a test", async (db) => {
    const rows = await db
      .selectFrom("notifications")
      .select(["event", "variables"])
      .where("user_id", "=", userId)
      .where("event", "like", "review%")
      .orderBy("created_at")
      .execute();
    return rows.map(({ event, variables }) => [event, (variables as { what?: string }).what]);
  });

test("a reviewer's round: comment, reply, assign, resolve; those whom it concerns are told, and the audit log has each step", async () => {
  const { aCourse, at, author, aReviewer, app } = rig;
  const { id } = await aCourse();
  const reviewer = await aReviewer(id);
  expect(await toldTo(reviewer.userId)).toEqual([["review_asked", undefined]]);
  const said = await reviewer.post(at(id, "/comments"), { on: "page", pageId: "p1", blockId: "p1-text", words: "  Too long.  " });
  expect(said.statusCode).toBe(200);
  const { id: commentId } = said.json();
  expect((await author.post(at(id, "/comments"), { on: "comment", commentId, words: "I cut it." })).statusCode).toBe(200);
  expect((await reviewer.post(at(id, `/comments/${commentId}/assignee`), { userId: author.userId })).statusCode).toBe(200);
  for (const _ of ["once", "again"])
    expect((await author.post(at(id, `/comments/${commentId}/resolved`), { resolved: true })).json()).toEqual({
      id: commentId,
      resolved: true,
    });
  expect(await threadsOf(id)).toMatchObject([
    {
      id: commentId,
      words: "Too long.",
      pageId: "p1",
      pageTitle: "Page p1",
      blockId: "p1-text",
      about: "Text of p1.",
      author: { id: reviewer.userId, name: "Rita Review" },
      assignee: { id: author.userId },
      resolved: { by: { id: author.userId } },
      replies: [{ words: "I cut it.", author: { id: author.userId } }],
    },
  ]);
  expect(await toldTo(author.userId)).toEqual([
    ["review_told", "comment"],
    ["review_told", "assigned"],
  ]);
  expect(await toldTo(reviewer.userId)).toEqual([
    ["review_asked", undefined],
    ["review_told", "reply"],
    ["review_told", "resolved"],
  ]);
  await author.post(at(id, `/comments/${commentId}/resolved`), { resolved: false });
  expect((await threadsOf(id))[0]?.resolved).toBeNull();
  const entries = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("audit_events").select("action").where("object_kind", "=", "course").where("object_id", "=", id).orderBy("id").execute(),
  );
  expect(entries.map(({ action }) => action)).toEqual([
    "reviewer_added",
    "review_commented",
    "review_commented",
    "review_comment_assigned",
    "review_comment_resolved",
    "review_comment_reopened",
  ]);
});

test("a comment survives edits of the draft: it stays with its block, and keeps the old words when the block is gone", async () => {
  const { aCourse, at, author } = rig;
  const { id } = await aCourse();
  await author.post(at(id, "/comments"), { on: "page", pageId: "p2", blockId: "z", words: "Harder, please." });
  const save = (page: object, revision: number) => author.put(`/rest/editor/online/${id}/pages/p2`, { page, revision });
  expect((await save(aPage("p2", { title: "New title" }), 1)).statusCode).toBe(200);
  expect(await threadsOf(id)).toMatchObject([{ blockId: "z", about: "Check", pageTitle: "Page p2" }]);
  const late = await author.post(at(id, "/comments"), { on: "page", pageId: "p2", blockId: "z", words: "Again" });
  expect([late.statusCode, late.json().params.what]).toEqual([404, "commented"]);
  expect((await author.post(at(id, "/comments"), { on: "page", pageId: "gone", blockId: null, words: "x" })).statusCode).toBe(404);
});

test("a comment follows its block to another page, and stays at its page where the block is gone or it is about the page", () => {
  const blocks = new Map([
    ["p1", new Set(["a"])],
    ["p2", new Set(["b"])],
  ]);
  const threads = [
    { pageId: "p1", blockId: "b" },
    { pageId: "p1", blockId: "gone" },
    { pageId: "p1", blockId: null },
    { pageId: "p1", blockId: "a" },
  ];
  expect(whereNow(threads, blocks).map(({ pageId }) => pageId)).toEqual(["p2", "p1", "p1", "p1"]);
});

test("one changes and deletes one's own comments only, and none that others have answered", async () => {
  const { aCourse, at, author, aReviewer, remove, app } = rig;
  const { id } = await aCourse();
  const reviewer = await aReviewer(id);
  const { id: commentId } = (await reviewer.post(at(id, "/comments"), { on: "page", pageId: "p1", blockId: null, words: "One" })).json();
  const url = at(id, `/comments/${commentId}`);
  expect((await author.put(url, { words: "Mine" })).statusCode).toBe(403);
  expect((await remove(author, url)).statusCode).toBe(403);
  expect((await reviewer.put(url, { words: "Two" })).statusCode).toBe(200);
  expect((await threadsOf(id))[0]).toMatchObject({ words: "Two", editedAt: expect.any(String) });
  const reply = (await author.post(at(id, "/comments"), { on: "comment", commentId, words: "Yes" })).json();
  const answered = await remove(reviewer, url);
  expect([answered.statusCode, answered.json().code]).toEqual([409, "answered"]);
  // A reply is no thread.
  expect((await author.post(at(id, "/comments"), { on: "comment", commentId: reply.id, words: "x" })).statusCode).toBe(400);
  expect((await author.post(at(id, `/comments/${reply.id}/resolved`), { resolved: true })).statusCode).toBe(400);
  expect((await remove(author, at(id, `/comments/${reply.id}`))).statusCode).toBe(200);
  expect((await remove(reviewer, url)).statusCode).toBe(200);
  expect(await threadsOf(id)).toEqual([]);
  // Through another course, or from another portal, it is not there.
  const { id: otherId } = (await author.post(at(id, "/comments"), { on: "page", pageId: "p1", blockId: null, words: "Here" })).json();
  const { id: elsewhere } = await aCourse();
  expect((await author.put(at(elsewhere, `/comments/${otherId}`), { words: "x" })).statusCode).toBe(404);
  expect((await (await app.signIn("author", "b")).put(at(id, `/comments/${otherId}`), { words: "x" })).statusCode).toBe(404);
  const stranger = await app.aPerson("a");
  const asked = await author.post(at(id, `/comments/${otherId}/assignee`), { userId: stranger.id });
  expect([asked.statusCode, asked.json().errors[0].code]).toEqual([400, "not_concerned"]);
  for (const words of ["", "   ", "x".repeat(4001)])
    expect((await author.post(at(id, "/comments"), { on: "page", pageId: "p1", blockId: null, words })).statusCode).toBe(400);
});

test("reviewers are members of the portal, found by the beginning of a name or the whole email, which is not told", async () => {
  const { aCourse, at, author, app } = rig;
  const { id } = await aCourse();
  const person = await app.aPerson("a", { givenName: "Zenobia", familyName: "Quill" });
  const gone = await app.aPerson("a", { givenName: "Zenobia", familyName: "Gone", status: "suspended" });
  const found = async (q: string) => (await author.get(at(id, `/candidates?q=${encodeURIComponent(q)}`))).json().people;
  for (const q of ["zen", "quill zenobia", person.email]) expect(await found(q)).toEqual([{ id: person.id, name: "Zenobia Quill" }]);
  for (const q of ["nobia", person.email.slice(0, -1), gone.email]) expect(await found(q)).toEqual([]);
  expect((await author.get(at(id, "/candidates?q=z"))).statusCode).toBe(400);
  for (const userId of [gone.id, app.person("student", "b").id, 13])
    expect((await author.post(at(id, "/reviewers"), { userId })).statusCode).toBe(400);
  for (const _ of ["once", "again"]) expect((await author.post(at(id, "/reviewers"), { userId: person.id })).statusCode).toBe(200);
  expect((await author.get(at(id, "/sharing"))).json().reviewers).toMatchObject([{ id: person.id, name: "Zenobia Quill" }]);
});
