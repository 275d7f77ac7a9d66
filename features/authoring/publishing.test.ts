import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultPolicy } from "#features/courses/completion-policy.ts";
import { untitled } from "#features/courses/policy.ts";
import { item, rulesOf, startEditor, type Editor } from "./test/editor.ts";

// From a draft to a published version, and out of the catalog again: specification §4; capabilities SCO-6, SCO-7.

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor();
});
afterAll(() => editor.app.close());

test("create, package, publish: a learner finds it in the catalog, enrols and starts", async () => {
  const { app, author, create, open, save, publish, aPackage, contentOf } = editor;
  const courseId = await create();
  expect(await open(courseId)).toMatchObject({ title: untitled, status: "draft", package: null, policy: defaultPolicy, hasChanges: true });
  expect((await publish(courseId)).json()).toMatchObject({
    code: "not_ready",
    data: { problems: [{ code: "title" }, { code: "no_pages" }] },
  });

  await aPackage(courseId, [
    item("sco-1"),
    item("sco-2"),
    item("folder", {
      scoKey: null,
      href: null,
      isSco: false,
      title: "Part two",
      children: [item("sco-3"), item("sco-4", { isSco: false })],
    }),
    item("sco-5"),
  ]);
  const category = await app.aCategory("a");
  const saved = await save(courseId, {
    title: "  Ladder safety  ",
    summary: "How to climb.",
    outcomes: ["Climb", ""],
    categoryIds: [category.id],
    minutes: 17,
    language: "de",
    policy: { complete: "minutes", minutes: 5, pass: "score", passPercent: 80, score: "last" },
  });
  expect(saved.statusCode).toBe(200);
  const opened = await open(courseId);
  expect(opened).toMatchObject({ title: "Ladder safety", outcomes: ["Climb"], categoryIds: [category.id], minutes: 17, language: "de" });
  expect(opened.checks.every(({ met }) => met)).toBe(true);
  // The editor shows what its package is made of; its pages are nobody's to save.
  expect(opened).toMatchObject({ type: "scorm", outline: { chapters: [{ pageIds: ["sco-1", "sco-2"] }, {}, {}] } });
  expect((await author.get(`/rest/editor/online/${courseId}/pages/sco-1`)).json()).toMatchObject({ code: "not_online" });

  const student = await app.signIn("student", "a");
  expect((await student.get("/rest/course/catalog?q=ladder")).json().total).toBe(0);
  const published = await publish(courseId, "First edition");
  expect(published.statusCode).toBe(200);
  expect(published.json()).toMatchObject({ change: "first", number: 1 });
  expect(await open(courseId)).toMatchObject({
    status: "published",
    hasChanges: false,
    versions: [{ number: 1, note: "First edition", isCurrent: true, publishedBy: "Author A" }],
  });

  const { content, completion_rule, items, item_count } = await contentOf(courseId);
  expect(content.chapters.map(({ title, pages }) => [title, pages.map(({ id }) => id)])).toEqual([
    ["The package", ["sco-1", "sco-2"]],
    ["Part two", ["sco-3", "sco-4"]],
    ["The package", ["sco-5"]],
  ]);
  const pages = content.chapters.flatMap((chapter) => chapter.pages);
  expect(pages.reduce((sum, page) => sum + page.minutes, 0)).toBe(17);
  expect(pages[0]).toMatchObject({ rule: { viewed: false, scorm: true }, blocks: [{ id: "sco-1-b", kind: "scorm", scoKey: "sco-1" }] });
  expect(items).toEqual(["sco-1", "sco-2", "sco-3", "sco-4", "sco-5"]);
  expect(item_count).toBe(5);
  expect(completion_rule).toEqual({
    kind: "scorm",
    policy: { complete: "minutes", minutes: 5, pass: "score", passPercent: 80, score: "last" },
  });

  expect((await student.get("/rest/course/catalog?q=ladder")).json().rows).toMatchObject([
    { id: courseId, type: "scorm", title: "Ladder safety" },
  ]);
  // The titles of its parts are searchable too.
  expect((await student.get("/rest/course/catalog?q=ladder+part+lesson")).json().rows).toMatchObject([{ id: courseId }]);
  expect((await student.post("/rest/enrolment/enrol", { courseId })).statusCode).toBe(200);
  expect((await author.get(`/rest/editor/courses?q=ladder`)).json()).toMatchObject({
    total: 1,
    rows: [{ id: courseId, status: "published", enrolled: 1, inProgress: 0, completed: 0, package: { standard: "1.2" } }],
  });
  expect((await open(courseId)).learners).toEqual({ enrolled: 1, notStarted: 1, inProgress: 0, completed: 0 });
});

test("a new package makes a new version; who is in the midst of the old one stays on it", async () => {
  const { author, open, publish, aPackage, courseUnderWay } = editor;
  const { courseId, attemptId } = await courseUnderWay();
  const nothingNew = await publish(courseId);
  expect(nothingNew.statusCode).toBe(409);
  expect(nothingNew.json().code).toBe("draft_unchanged");

  await aPackage(courseId, [item("sco-1"), item("sco-2")]);
  expect(await open(courseId)).toMatchObject({ hasChanges: true, package: { isPublished: false }, learners: { inProgress: 1 } });
  expect((await publish(courseId, "Second")).json()).toMatchObject({ change: "major", number: 2, report: { counts: { inProgress: 1 } } });
  expect(await open(courseId)).toMatchObject({
    versions: [
      { number: 2, isCurrent: true, inProgress: 0 },
      { number: 1, isCurrent: false, inProgress: 1 },
    ],
    package: { isPublished: true },
  });
  const attempts = (await author.get(`/rest/editor/courses/${courseId}/attempts?q=onoz`)).json();
  expect(attempts).toMatchObject({ total: 1, rows: [{ attemptId, learner: "Mira Onoz", version: 1, percent: 0, outcome: "inProgress" }] });
  expect((await author.get(`/rest/editor/courses/${courseId}/attempts?q=nobody`)).json()).toMatchObject({ total: 0, all: 1, rows: [] });
});

test("a changed policy is published as a version of its own", async () => {
  const { open, save, publish, contentOf, courseUnderWay } = editor;
  const { courseId } = await courseUnderWay();
  expect((await save(courseId, { policy: { complete: "launched", pass: "none", score: "best" } })).statusCode).toBe(200);
  expect(await open(courseId)).toMatchObject({ status: "published", hasChanges: true });
  expect((await contentOf(courseId)).completion_rule).toMatchObject({ policy: defaultPolicy });
  await publish(courseId);
  expect(await contentOf(courseId)).toMatchObject({ number: 2, completion_rule: { policy: { complete: "launched", pass: "none" } } });
});

test("whether it opens in a window of its own is part of the version", async () => {
  const { open, save, publish, contentOf, courseUnderWay } = editor;
  const { courseId } = await courseUnderWay();
  expect((await save(courseId, { newWindow: true })).json()).toMatchObject({ newWindow: true });
  expect((await open(courseId)).hasChanges).toBe(true);
  // Nothing that counts: who is in the course goes on in it.
  expect((await publish(courseId)).json()).toMatchObject({ change: "minor", report: { done: { moved: 1 } } });
  expect((await contentOf(courseId)).content.chapters[0]?.pages[0]?.blocks[0]).toMatchObject({ kind: "scorm", newWindow: true });
});

test("taken out of the catalog, a course stays with who has it, and comes back as it was", async () => {
  const { app, create, open, save, publish, archive, aPackage, courseUnderWay } = editor;
  const { courseId, learner } = await courseUnderWay();
  expect((await archive(courseId)).json()).toEqual({ status: "archived" });
  expect(await open(courseId)).toMatchObject({ status: "archived", hasChanges: false, package: { isPublished: true } });
  expect((await learner.get(`/rest/course/details/${courseId}`)).statusCode).toBe(200);
  expect((await (await app.signIn("student", "a")).get(`/rest/course/details/${courseId}`)).statusCode).toBe(404);
  expect((await archive(courseId)).statusCode).toBe(409);
  expect((await publish(courseId)).json()).toMatchObject({ change: "nothing", number: 1 });
  expect(await open(courseId)).toMatchObject({ status: "published", versions: [{ number: 1 }] });

  const unused = await create();
  await aPackage(unused);
  await save(unused, { title: "Unused" });
  await publish(unused);
  expect((await archive(unused)).json()).toEqual({ status: "draft" });
});

test("publishing a SCORM course asks once per group, and each choice does what it says (EDT-8, SCO-7)", async () => {
  const { author, open, publish, aPackage, courseUnderWay } = editor;
  const versionsOf = async (courseId: number) => {
    const { rows } = (await author.get(`/rest/editor/courses/${courseId}/attempts`)).json() as { rows: { version: number }[] };
    return rows.map(({ version }) => version).toSorted();
  };
  const anotherPackage = async () => {
    const { courseId } = await courseUnderWay();
    await aPackage(courseId, [item("sco-1"), item("sco-2")]);
    return courseId;
  };
  const asked = await anotherPackage();
  const { revision } = await open(asked);
  expect((await author.get(`/rest/editor/online/${asked}/publish`)).json()).toMatchObject({
    change: "major",
    asksMove: true,
    groups: { notStarted: 0, inProgress: 1, completed: 0 },
  });
  expect((await author.post(`/rest/editor/online/${asked}/publish`, { revision, note: "Two" })).json()).toMatchObject({
    code: "choose_move",
  });
  expect((await author.post(`/rest/editor/online/${asked}/publish`, { revision, note: "" })).json()).toMatchObject({ code: "invalid" });

  await publish(asked, "Two");
  expect(await versionsOf(asked)).toEqual([1]);
  const restarted = await anotherPackage();
  expect((await publish(restarted, "Two", { inProgress: "restart", completed: "leave" })).json()).toMatchObject({
    report: { inProgress: "restart", done: { restarted: 1 } },
  });
  expect(await versionsOf(restarted)).toEqual([1, 2]);
});

test("a restored version brings its package and rules back to the draft of a SCORM course (EDT-9)", async () => {
  const { author, open, save, publish, aPackage, courseUnderWay } = editor;
  const { courseId } = await courseUnderWay();
  const first = (await open(courseId)).package?.id;
  const second = await aPackage(courseId, [item("sco-1"), item("sco-2")]);
  await save(courseId, { policy: { complete: "launched", pass: "none", score: "best" }, newWindow: true });
  await publish(courseId, "Two");
  const before = await open(courseId);
  expect(before).toMatchObject({ package: { id: second }, hasChanges: false });
  const restore = (outlineRevision: number) => author.post(`/rest/editor/online/${courseId}/versions/1/restore`, { outlineRevision });
  expect((await restore(before.outlineRevision - 1)).json()).toMatchObject({ code: "outline_changed" });
  expect((await restore(before.outlineRevision)).statusCode).toBe(200);
  expect(await open(courseId)).toMatchObject({
    package: { id: first },
    policy: defaultPolicy,
    newWindow: false,
    hasChanges: true,
    outline: { chapters: [{ pageIds: ["sco-1"] }] },
  });
  const late = await author.put(editor.rulesAt(courseId), rulesOf(before));
  expect(late.json()).toMatchObject({ code: "changed" });
  // What is saved after it leaves the package as it is; a copy has the package of the draft, and another upload takes its place.
  await save(courseId, { newWindow: true });
  expect((await open(courseId)).package?.id).toBe(first);
  const copy = (await author.post(`/rest/editor/courses/${courseId}/duplicate`)).json().id as number;
  expect((await open(copy)).pages.map(({ id }) => id)).toEqual(["sco-1"]);
  expect((await publish(courseId, "One again")).json()).toMatchObject({ number: 3 });
  expect((await open(courseId)).hasChanges).toBe(false);
  expect((await author.get(`/rest/editor/online/${courseId}/versions/3`)).json()).toMatchObject({
    content: { chapters: [{ pages: [{ blocks: [{ packageId: first, newWindow: true }] }] }] },
  });
});

test("a SCORM course is published at a time, and its words are translated (EDT-7, EDT-16)", async () => {
  const { author, open, aPackage, courseUnderWay } = editor;
  const { courseId } = await courseUnderWay();
  await aPackage(courseId, [item("sco-1"), item("sco-2")]);
  const at = (path: string) => `/rest/editor/online/${courseId}${path}`;
  const asked = { at: "2036-05-01T08:00", timeZone: "Europe/Berlin", note: "In May", move: { inProgress: "finish", completed: "leave" } };
  expect((await author.put(at("/schedule"), asked)).statusCode).toBe(200);
  expect((await open(courseId)).scheduled).toMatchObject({ at: "2036-05-01T08:00" });
  expect((await author.post(at("/schedule/cancel"))).statusCode).toBe(200);

  await author.put(at("/translations/de"), { isOffered: true });
  const { texts } = (await author.get(at("/translations/de/texts?pageId=sco-2"))).json();
  expect(texts).toMatchObject([{ key: "pages/sco-2/title", source: "Lesson sco-2" }]);
  const said = { pageId: "sco-2", key: "pages/sco-2/title", source: "Lesson sco-2", was: null, value: "Lektion 2" };
  expect((await author.put(at("/translations/de/texts"), said)).statusCode).toBe(200);
  expect((await author.get(at("/translations/changes?from=1&to=draft"))).json()).toMatchObject({
    languages: [{ language: "de", state: "added", changes: [{ key: "pages/sco-2/title", after: "Lektion 2" }] }],
  });
});
