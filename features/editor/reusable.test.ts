import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { formOf, headersOf } from "#features/media/test/send-media.ts";
import { sweepMedia } from "#features/media/server/sweep.ts";
import type { FileReply } from "#features/media/contract.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { openFileStore } from "#platform/files/store.ts";
import type { Reusable, ReusableRow, ReusableUse } from "./reusable-contract.ts";
import { learn } from "./test/learn.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";

// Reusable blocks through their calls: made, found, taken, saved, renamed, archived, and where they are used (EDT-12).

let rig: Rig;
let other: Client;
beforeAll(async () => {
  rig = await startRig();
  const person = await rig.app.aPerson("a", { isAuthor: true });
  other = await rig.app.signInAs(person, "a");
});
afterAll(() => rig.app.close());

const inSystem: Rig["app"]["databases"]["inSystem"] = (why, work) => rig.app.databases.inSystem(why, work);
const notesOf = (kind: string, id: number) =>
  inSystem("look at a test", (db) =>
    db
      .selectFrom("audit_events")
      .select("action")
      .where("object_kind", "=", kind)
      .where("object_id", "=", id)
      .orderBy("id")
      .execute()
      .then((rows) => rows.map(({ action }) => action)),
  );
/** A published course of somebody. */
const own = async (client: Client) => (await rig.aCourse({ createdBy: client.userId })).id;
const make = (client: Client, courseId: number, block: object, title = "Safety") =>
  client.post(rig.at(courseId, "/reusable"), { title, block });
const made = async (block: object, title = "Safety", client: Client = rig.author) => {
  const answer = await make(client, await own(client), block, title);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return (answer.json() as { id: number }).id;
};
const take = (client: Client, courseId: number, id: number) => client.post(rig.at(courseId, `/reusable/${id}/take`));
const save = (client: Client, courseId: number, id: number, block: object, revision: number) =>
  client.put(rig.at(courseId, `/reusable/${id}`), { block, revision });
const read = async (id: number, client = rig.author): Promise<Reusable> => (await client.get(`/rest/editor/reusable/${id}`)).json();
const change = (client: Client, id: number, body: { title: string; isArchived: boolean }) =>
  client.put(`/rest/editor/reusable/${id}`, body);
const list = async (query: string, client = rig.author): Promise<{ rows: ReusableRow[]; total: number; page: number }> =>
  (await client.get(`/rest/editor/reusable?${query}`)).json();
const uses = async (id: number, client = rig.author): Promise<{ rows: ReusableUse[]; others: number }> =>
  (await client.get(`/rest/editor/reusable/${id}/uses`)).json();

test("a block becomes reusable; every author of the portal finds it by its words, takes it, and has it under the same content", async () => {
  const courseId = await own(rig.author);
  const block = { ...aText("b7", "Wear a helmet in the hangar"), from: { reusableId: 1, revision: 1 } };
  const answer = await make(rig.author, courseId, block, "Helmets");
  const { id, revision } = answer.json() as { id: number; revision: number };
  expect(revision).toBe(1);
  expect(await notesOf("reusable_block", id)).toEqual(["reusable_block_made"]);
  const [row] = (await list("q=hangar", other)).rows;
  expect(row).toMatchObject({ id, title: "Helmets", kind: "text", words: "Wear a helmet in the hangar", revision: 1, mayChange: false });
  expect((await list("q=hangar")).rows).toMatchObject([{ id, mayChange: true }]);
  expect((await list("q=hangar", rig.admin)).rows).toMatchObject([{ id, mayChange: true }]);
  expect((await list("q=nothing%20like%20it")).rows).toEqual([]);
  // No course's id, and nothing of what it was linked to itself.
  const { from: _, ...content } = block;
  expect((await read(id)).block).toEqual({ ...content, id: "reusable" });
  const theirs = await own(other);
  expect((await take(other, theirs, id)).json()).toEqual({ block: { ...content, id: "reusable" }, revision: 1 });
  expect(await notesOf("course", theirs)).toContain("reusable_block_taken");
  expect((await other.get(`/rest/editor/reusable/revisions?ids=${id},999999999`)).json()).toEqual({
    blocks: [{ id, revision: 1, isArchived: false }],
  });
});

test("the list comes in pages, by title or by when it changed", async () => {
  for (let nth = 0; nth < 12; nth++) await made(aText("b", "Of the paged list"), `Paged ${String(nth).padStart(2, "0")}`);
  const first = await list("q=Paged&sort=title");
  expect([first.total, first.rows.length, first.rows[0]?.title]).toEqual([12, 10, "Paged 00"]);
  const second = await list("q=Paged&sort=title&page=2");
  expect(second.rows.map(({ title }) => title)).toEqual(["Paged 10", "Paged 11"]);
  expect((await list("q=Paged")).rows[0]?.title).toBe("Paged 11");
});

test("its maker and admins change it; others, students and the other portal do not", async () => {
  const id = await made(aText("b", "First"));
  const theirs = await own(other);
  expect((await save(other, theirs, id, aText("b", "Mine"), 1)).json()).toMatchObject({ code: "not_maker" });
  expect((await change(other, id, { title: "Mine", isArchived: false })).statusCode).toBe(403);
  const student = await rig.app.signIn("student", "a");
  const manager = await rig.app.signIn("manager", "a");
  for (const client of [student, manager]) {
    expect((await client.get("/rest/editor/reusable")).statusCode).toBe(403);
    expect((await client.get(`/rest/editor/reusable/${id}`)).statusCode).toBe(403);
    expect((await make(client, theirs, aText("b", "x"))).statusCode).toBe(403);
    expect((await take(client, theirs, id)).statusCode).toBe(403);
    expect((await save(client, theirs, id, aText("b", "x"), 1)).statusCode).toBe(403);
    expect((await change(client, id, { title: "x", isArchived: true })).statusCode).toBe(403);
  }
  const foreign = await rig.app.signIn("admin", "b");
  const foreignCourse = (await rig.app.aCourse("b", { createdBy: foreign.userId })).id;
  expect((await foreign.get(`/rest/editor/reusable/${id}`)).statusCode).toBe(404);
  expect((await foreign.get(`/rest/editor/reusable/${id}/uses`)).statusCode).toBe(404);
  expect((await take(foreign, foreignCourse, id)).statusCode).toBe(404);
  expect((await save(foreign, foreignCourse, id, aText("b", "x"), 1)).statusCode).toBe(404);
  expect((await change(foreign, id, { title: "x", isArchived: true })).statusCode).toBe(404);
  expect((await foreign.get(`/rest/editor/reusable/revisions?ids=${id}`)).json()).toEqual({ blocks: [] });
  // In a course of somebody else nothing is taken or made.
  expect((await take(other, await own(rig.author), id)).statusCode).toBe(404);
  expect((await make(other, await own(rig.author), aText("b", "x"))).statusCode).toBe(404);
  expect(await read(id)).toMatchObject({ title: "Safety", revision: 1, isArchived: false });
  const adminCourse = await own(rig.admin);
  expect((await save(rig.admin, adminCourse, id, aText("b", "By an admin"), 1)).json()).toEqual({ revision: 2 });
});

test("a new content is a new revision; whoever had an older one is told with the newest, and nothing is overwritten", async () => {
  const id = await made(aText("b", "First"));
  const courseId = await own(rig.author);
  expect((await save(rig.author, courseId, id, aText("b9", "Second"), 1)).json()).toEqual({ revision: 2 });
  const late = await save(rig.author, courseId, id, aText("b9", "Late"), 1);
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "reusable_changed", data: { block: aText("reusable", "Second"), revision: 2 } });
  expect(await read(id)).toMatchObject({ block: aText("reusable", "Second"), revision: 2 });
  const table = { id: "t", kind: "table", caption: "", headerRow: true, headerColumn: false, rows: [["a"]] };
  expect((await save(rig.author, courseId, id, table, 2)).json()).toMatchObject({ errors: [{ code: "other_kind" }] });
  expect(await notesOf("reusable_block", id)).toEqual(["reusable_block_made", "reusable_block_saved"]);
  // Of two at once, one is told.
  const both = await Promise.all(["One", "Other"].map((words) => save(rig.author, courseId, id, aText("b9", words), 2)));
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test("it is renamed and archived; then it is no longer offered, and nothing new comes from it", async () => {
  const id = await made(aText("b", "Archived words"));
  expect((await change(rig.author, id, { title: "Renamed", isArchived: false })).statusCode).toBe(200);
  expect(await read(id)).toMatchObject({ title: "Renamed", revision: 1 });
  expect((await change(rig.author, id, { title: " ", isArchived: false })).statusCode).toBe(400);
  expect((await change(rig.author, id, { title: "Renamed", isArchived: true })).statusCode).toBe(200);
  expect((await list("q=Renamed")).rows).toEqual([]);
  expect((await list("q=Renamed&archived=yes")).rows).toMatchObject([{ id, isArchived: true }]);
  const courseId = await own(rig.author);
  expect((await take(rig.author, courseId, id)).json()).toMatchObject({ code: "reusable_archived" });
  expect((await save(rig.author, courseId, id, aText("b", "x"), 1)).json()).toMatchObject({ code: "reusable_archived" });
  expect((await change(rig.author, id, { title: "Renamed", isArchived: false })).statusCode).toBe(200);
  expect((await take(rig.author, courseId, id)).statusCode).toBe(200);
  expect(await notesOf("reusable_block", id)).toEqual(["reusable_block_made", ...Array(3).fill("reusable_block_changed")]);
});

const sendFile = async (courseId: number, name: string): Promise<{ fileId: number; url: string }> => {
  const { app, author } = rig;
  const payload = formOf({ name, data: `${name}, a text`, fields: {} });
  const reply = await author.request({ method: "POST", url: rig.at(courseId, "/files"), headers: headersOf(app, author), payload });
  const { file, data } = reply.json() as FileReply;
  return { fileId: file?.fileId ?? 0, url: data };
};
const aFile = (fileId: number): Block => ({ id: "f", kind: "file", fileId, name: "Plan", bytes: 3 });

test("its files come along to whoever takes it; only a course's own files can be given", async () => {
  const from = await own(rig.author);
  const { fileId, url } = await sendFile(from, "plan.txt");
  expect((await make(rig.author, await own(rig.author), aFile(fileId))).json()).toMatchObject({ errors: [{ code: "foreign_file" }] });
  const id = ((await make(rig.author, from, aFile(fileId))).json() as { id: number }).id;
  const theirs = await own(other);
  const page = rig.aPage("p1", { blocks: [aFile(fileId)] });
  await rig.open(theirs, other);
  expect((await other.get(url)).statusCode).toBe(404);
  expect((await rig.save(theirs, page, 1, other)).statusCode).toBe(400);
  expect((await take(other, theirs, id)).statusCode).toBe(200);
  expect((await rig.save(theirs, page, 1, other)).statusCode).toBe(200);
  expect((await other.get(url)).body).toBe("plan.txt, a text");
  // Nobody saves another course's file to it either.
  const { fileId: second } = await sendFile(from, "second.txt");
  expect((await save(rig.author, await own(rig.author), id, aFile(second), 1)).json()).toMatchObject({
    errors: [{ code: "foreign_file" }],
  });
});

test("what a reusable block shows stays when its course is gone, and goes when nothing names it", async () => {
  const from = await own(rig.author);
  const [kept, gone] = [await sendFile(from, "kept.txt"), await sendFile(from, "gone.txt")];
  const id = ((await make(rig.author, from, aFile(kept.fileId))).json() as { id: number }).id;
  await inSystem("prepare a test", async (db) => {
    await sql`update course_media set left_at = now() - interval '31 days' where course_id = ${from}`.execute(db);
    await sql`update files set created_at = now() - interval '31 days' where id in (${kept.fileId}, ${gone.fileId})`.execute(db);
  });
  const { databases, config } = rig.app;
  const files = openFileStore(join(config.dataDir, "files"));
  await sweepMedia({ databases, files, packages: openPackageStore(join(config.dataDir, "packages")) });
  const left = await inSystem("look at a test", (db) =>
    db.selectFrom("files").select("id").where("id", "in", [kept.fileId, gone.fileId]).execute(),
  );
  expect(left.map((one) => Number(one.id))).toEqual([kept.fileId]);
  const theirs = await own(other);
  expect((await take(other, theirs, id)).statusCode).toBe(200);
  expect((await other.get(kept.url)).body).toBe("kept.txt, a text");
});

test("a part of a package stays in its course", async () => {
  const part = { id: "s", kind: "scorm", packageId: 1, scoKey: "a", title: "Part", newWindow: false };
  const answer = await make(rig.author, await own(rig.author), part);
  expect(answer.json()).toMatchObject({ errors: [{ code: "package_part" }] });
});

test("where it is used: pages of drafts and of what is published, of one's own courses; of others only how many", async () => {
  const id = await made(aText("b", "Used"));
  const linked = (block: string) => ({ ...aText(block, "Used"), from: { reusableId: id, revision: 1 } });
  const mine = await own(rig.author);
  await rig.open(mine);
  await rig.save(mine, rig.aPage("p1", { title: "Drafted", blocks: [linked("x")] }), 1);
  const theirs = await own(other);
  await rig.open(theirs, other);
  await rig.save(theirs, rig.aPage("p2", { blocks: [linked("y")] }), 1, other);
  expect(await uses(id)).toMatchObject({
    rows: [{ courseId: mine, pages: [{ id: "p1", title: "Drafted", inDraft: true, isPublished: false }] }],
    others: 1,
  });
  expect((await uses(id, rig.admin)).rows).toHaveLength(2);
  expect((await uses(id, rig.admin)).others).toBe(0);
  const { revision } = await rig.open(mine);
  expect((await rig.author.post(rig.at(mine, "/publish"), { revision, note: "Linked" })).statusCode).toBe(200);
  // The draft lets go of it; learners still have it.
  await rig.save(mine, rig.aPage("p1", { title: "Drafted", blocks: [aText("x", "Used")] }), 2);
  expect((await uses(id)).rows).toMatchObject([{ courseId: mine, pages: [{ id: "p1", inDraft: false, isPublished: true }] }]);
});

test("a learner sees nothing of a link, and linking or unlinking alone changes nothing for them", async () => {
  const id = await made(aText("b", "Text of p1"));
  const courseId = await own(rig.author);
  const learner = await learn(rig, courseId);
  await learner.view("p1");
  await rig.open(courseId);
  const { page } = await rig.read(courseId, "p1");
  const [block] = page.blocks;
  if (!block) throw new Error("The page has no block.");
  const linked = { ...page, blocks: [{ ...block, from: { reusableId: id, revision: 1 } }] };
  expect((await rig.save(courseId, linked, 1)).statusCode).toBe(200);
  expect((await rig.read(courseId, "p1")).page).toEqual(linked);
  expect((await rig.author.get(rig.at(courseId, "/publish"))).json()).toMatchObject({
    change: "nothing",
    changes: { blocks: { changed: 0 } },
  });
  // With something else it is published, and the link goes along without being sent to learners.
  const second = (await rig.read(courseId, "p2")).page;
  expect((await rig.save(courseId, rig.aPage("p2", { ...second, title: "Another title" }), 1)).statusCode).toBe(200);
  const { revision } = await rig.open(courseId);
  expect((await rig.author.post(rig.at(courseId, "/publish"), { revision, note: "Title" })).json()).toMatchObject({ change: "minor" });
  const launched = await learner.launch();
  expect(launched.course.versionNumber).toBe(2);
  expect(JSON.stringify(launched)).not.toContain("reusableId");
  expect(launched.content.chapters[0]?.pages[0]?.blocks).toMatchObject([{ id: block.id }]);
  expect((await uses(id)).rows).toMatchObject([{ courseId, pages: [{ inDraft: true, isPublished: true }] }]);
});
