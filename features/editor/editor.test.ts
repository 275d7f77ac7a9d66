import * as pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Page } from "#features/courses/content.ts";
import { CourseFields } from "#features/authoring/fields-contract.ts";
import type { EditorDraft } from "./contract.ts";
import { most } from "./policy.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";

// The draft of an online course through its calls: opened, saved, refused (issue 13, EDT-1, EDT-10).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const notesOf = (courseId: number) =>
  rig.app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("audit_events").select("action").where("object_id", "=", courseId).orderBy("id").execute(),
  );

test("a published course without a draft gets one from its current version, once for two who open it together", async () => {
  const { aCourse, open, read, admin, author } = rig;
  const { id, content } = await aCourse({ title: "Ladders", rule: { kind: "pages", percent: 80 } });
  const [one, other] = await Promise.all([open(id), open(id, admin)]);
  expect(one).toEqual(other);
  expect(one).toMatchObject({
    id,
    title: "Ladders",
    status: "published",
    outline: { chapters: [{ id: "c1", title: "Chapter one", pageIds: ["p1", "p2"] }] },
    completion: { kind: "pages", percent: 80 },
    outlineRevision: 1,
    versions: [{ number: 1, isCurrent: true }],
    hasChanges: false,
  });
  expect(one.pages).toMatchObject([
    { id: "p1", title: "Page p1", kinds: ["text"], revision: 1 },
    { id: "p2", kinds: ["text"] },
  ]);
  expect(JSON.stringify(one)).not.toContain("Text of p1");
  expect(one.checks.every(({ met }) => met)).toBe(true);
  expect(await read(id, "p1")).toEqual({ page: content.chapters[0]?.pages[0], revision: 1 });
  expect((await author.get(rig.at(id, "/pages/none"))).statusCode).toBe(404);
});

test("two authors on two pages do not meet; on one page nothing is overwritten, and theirs comes with the refusal", async () => {
  const { aCourse, open, save, admin, aPage } = rig;
  const { id } = await aCourse();
  await open(id);
  expect((await save(id, aPage("p1", { title: "Mine" }), 1)).json()).toEqual({ revision: 2 });
  expect((await save(id, aPage("p2", { title: "Theirs" }), 1, admin)).json()).toEqual({ revision: 2 });
  const late = await save(id, aPage("p1", { title: "Theirs too" }), 1, admin);
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "page_changed", data: { page: { id: "p1", title: "Mine" }, revision: 2 } });
  const draft = await open(id);
  expect(draft.hasChanges).toBe(true);
  expect(draft.pages.map(({ title }) => title).toSorted()).toEqual(["Mine", "Theirs"]);
  // One entry of the audit log for each of the two, not one for each autosave.
  expect((await save(id, aPage("p1", { title: "Again" }), 2)).statusCode).toBe(200);
  expect(await notesOf(id)).toEqual([{ action: "course_edited" }, { action: "course_edited" }]);
});

test("the outline names pages that are stored; a page that it leaves out comes back with it", async () => {
  const { aCourse, open, save, at, author, aPage } = rig;
  const { id } = await aCourse();
  const { completion } = await open(id);
  const put = (pageIds: string[][], revision: number) =>
    author.put(at(id, "/outline"), {
      outline: { chapters: pageIds.map((ids, nth) => ({ id: `c${nth}`, title: "", pageIds: ids })) },
      completion,
      revision,
    });
  expect((await put([["p1", "p3"]], 1)).json()).toMatchObject({ code: "invalid", errors: [{ code: "missing_page" }] });
  expect((await put([["p1"], ["p1"]], 1)).statusCode).toBe(400);
  expect((await save(id, aPage("p3"), 0)).json()).toEqual({ revision: 1 });
  expect((await put([["p3"], ["p1"]], 1)).json()).toEqual({ revision: 2 });
  expect((await open(id)).pages.map((page) => page.id)).toEqual(["p3", "p1"]);
  const late = await put([["p2"]], 1);
  expect(late.json()).toMatchObject({
    code: "outline_changed",
    data: { outline: { chapters: [{ pageIds: ["p3"] }, { pageIds: ["p1"] }] }, completion, revision: 2 },
  });
  expect((await open(id)).pages.map((page) => page.id).toSorted()).toEqual(["p1", "p3"]);
  expect((await put([["p1", "p2", "p3"]], 2)).statusCode).toBe(200);
  expect((await open(id)).pages).toHaveLength(3);
});

test("details take effect at once and are refused when somebody else changed them", async () => {
  const { aCourse, open, at, author } = rig;
  const { id } = await aCourse();
  const draft = await open(id);
  const { revision } = draft;
  const details = { ...CourseFields.parse(draft), title: "Ropes" };
  expect((await author.put(at(id, "/details"), { ...details, revision })).json()).toEqual({ revision: revision + 1 });
  expect((await author.put(at(id, "/details"), { ...details, revision })).json()).toMatchObject({ code: "changed" });
  expect(await open(id)).toMatchObject({ title: "Ropes", revision: revision + 1, hasChanges: false });
  expect(await notesOf(id)).toEqual([{ action: "course_saved" }]);
});

test("nobody but its author and admins reaches a course, and no course of another type", async () => {
  const { app, aCourse, at, author, save, aPage } = rig;
  const { id } = await aCourse({ createdBy: app.person("admin", "a").id });
  expect((await author.get(at(id))).statusCode).toBe(404);
  expect((await save(id, aPage("p1"), 1)).statusCode).toBe(404);
  const classroom = await aCourse({ type: "classroom" });
  expect((await author.get(at(classroom.id))).json()).toMatchObject({ code: "not_editable" });
  // The pages of a SCORM course are those of its package.
  const scorm = await aCourse({ type: "scorm" });
  expect((await author.get(at(scorm.id))).json()).toMatchObject({ type: "scorm", pages: [] });
  expect((await save(scorm.id, aPage("p1"), 0)).json()).toMatchObject({ code: "not_online" });
  const own = await aCourse();
  expect((await save(own.id, aPage("p1"), 1, await app.signIn("admin", "b"))).statusCode).toBe(404);
});

test("security.md 44: what is not a page is refused whole: kinds, ids, size, depth, files of other courses", async () => {
  const { app, aCourse, save, aPage } = rig;
  const { id } = await aCourse();
  const tried = async (change: object) => (await save(id, { ...aPage("p1"), ...change }, 1)).json();
  expect(await tried({ blocks: [{ id: "x", kind: "none" }] })).toMatchObject({ code: "invalid" });
  expect(await tried({ blocks: [aText("x", "One"), aText("x", "Two")] })).toMatchObject({
    message: "Two blocks of this page have the same id.",
  });
  expect(await tried({ title: "x".repeat(most.title + 1) })).toMatchObject({ message: "Use at most 200 characters." });
  expect(await tried({ blocks: Array.from({ length: most.blocks + 1 }, (_, nth) => aText(`b${nth}`, "")) })).toMatchObject({
    message: "A page has at most 200 blocks.",
  });
  expect((await save(id, aPage("p1", { blocks: [aText("x", "long".repeat(300_000))] }), 1)).statusCode).toBe(413);
  const nested = (depth: number): object =>
    depth === 0 ? { type: "text", text: "" } : { type: "blockquote", content: [nested(depth - 1)] };
  expect(await tried({ blocks: [{ id: "x", kind: "text", doc: { type: "doc", content: [nested(200)] } }] })).toMatchObject({
    message: "This is nested too deeply to be saved.",
  });
  const foreign = await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("files")
      .values({ portal_id: app.portal("a").id, storage_key: "foreign", name: "a.webp", media_type: "image/webp", bytes: 1, sha256: "0" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const image = { id: "x", kind: "image", fileId: foreign.id, alt: "A", caption: "", width: 1, height: 1 };
  expect(await tried({ blocks: [image] })).toMatchObject({ errors: [{ code: "foreign_file" }] });
  expect((await save(id, aPage("p1"), 1)).statusCode).toBe(200);
});

test.each<[string, object]>([
  ["block", { id: "x", kind: "hologram", depth: 3 }],
  ["question", { id: "x", kind: "quiz", title: "X", passPercent: 50, submissions: 1, questions: [{ id: "q", kind: "spoken", points: 1 }] }],
  [
    "question in a video",
    { id: "x", kind: "video", title: "X", sources: [], questions: [{ from: 1, question: { id: "q", kind: "spoken" } }] },
  ],
])(
  "a draft of a newer release, with a kind of %s that this one does not have, is named, stays whole, and its other pages are edited",
  async (_, block) => {
    const { id } = await rig.aCourse();
    await rig.open(id);
    const inSystem = rig.app.databases.inSystem.bind(rig.app.databases);
    await inSystem("prepare a test", (db) =>
      sql`update course_draft_pages set page = jsonb_set(page, '{blocks}', ${JSON.stringify([block])}::jsonb) where course_id = ${id} and page_id = 'p1'`.execute(
        db,
      ),
    );
    const refused = { code: "newer_release", message: expect.stringContaining("a newer release of Stoa") };
    for (const address of [rig.at(id, "/pages/p1"), rig.at(id, "/publish"), `/rest/preview/courses/${id}`]) {
      const answer = await rig.author.get(address);
      expect([address, answer.statusCode, answer.json()]).toMatchObject([address, 409, refused]);
    }
    const { revision } = await rig.open(id);
    expect((await rig.author.post(rig.at(id, "/publish"), { revision, note: "Next" })).json()).toMatchObject(refused);
    expect((await rig.author.post(`/rest/editor/courses/${id}/duplicate`)).json()).toMatchObject(refused);
    expect((await rig.save(id, rig.aPage("p1"), 9)).json()).toMatchObject(refused);
    expect((await rig.save(id, rig.aPage("p2", { title: "Edited" }), 1)).statusCode).toBe(200);
    const { rows } = await inSystem("look at a test", (db) =>
      sql<{
        blocks: unknown;
      }>`select page -> 'blocks' as blocks from course_draft_pages where course_id = ${id} and page_id = 'p1'`.execute(db),
    );
    expect(rows).toEqual([{ blocks: [block] }]);
  },
);

test("a course of 300 pages opens in three statements", async () => {
  const { aCourse, at, author, aPage, aContent } = rig;
  const text = "word ".repeat(800);
  const pages: Page[] = Array.from({ length: 300 }, (_, nth) => aPage(`p${nth}`, { blocks: [aText(`b${nth}`, text)] }));
  const { id } = await aCourse({ content: aContent(pages) });
  await author.get(at(id));
  const asked = vi.spyOn(pg.Client.prototype, "query");
  const answer = await author.get(at(id)).finally(() => asked.mockRestore());
  const draft = answer.json() as EditorDraft;
  expect(draft.pages).toHaveLength(300);
  expect(answer.body.length).toBeLessThan(120_000);
  const texts = asked.mock.calls.map(([query]) => (typeof query === "string" ? query : ((query as { text?: string }).text ?? "")));
  expect(texts.filter((one) => /course/.test(one)).length).toBeLessThanOrEqual(3);
});
