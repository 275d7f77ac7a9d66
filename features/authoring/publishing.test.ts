import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultPolicy } from "#features/courses/completion-policy.ts";
import { untitled } from "#features/courses/policy.ts";
import { item, startEditor, type Editor } from "./test/editor.ts";

// From a draft to a published version, and out of the catalog again: specification §4; capabilities SCO-6, SCO-7.

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor();
});
afterAll(() => editor.app.close());

test("create, package, publish: a learner finds it in the catalog, enrols and starts", async () => {
  const { app, author, create, open, save, publish, aPackage, contentOf } = editor;
  const courseId = await create();
  expect(await open(courseId)).toMatchObject({ title: untitled, status: "draft", package: null, policy: defaultPolicy, pending: [] });
  expect((await publish(courseId)).statusCode).toBe(409);

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
  expect(saved.json()).toMatchObject({
    title: "Ladder safety",
    outcomes: ["Climb"],
    categoryIds: [category.id],
    minutes: 17,
    language: "de",
  });
  expect(saved.json().checks.every(({ met }: { met: boolean }) => met)).toBe(true);

  const student = await app.signIn("student", "a");
  expect((await student.get("/rest/course/catalog?q=ladder")).json().total).toBe(0);
  const published = await publish(courseId, "First edition");
  expect(published.statusCode).toBe(200);
  expect(published.json()).toMatchObject({
    status: "published",
    pending: [],
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
  expect(nothingNew.json().code).toBe("nothing_new");

  await aPackage(courseId, [item("sco-1"), item("sco-2")]);
  expect(await open(courseId)).toMatchObject({ pending: ["package"], package: { isPublished: false }, learners: { inProgress: 1 } });
  expect((await publish(courseId, "Second")).json()).toMatchObject({
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
  const { save, publish, contentOf, courseUnderWay } = editor;
  const { courseId } = await courseUnderWay();
  expect((await save(courseId, { policy: { complete: "launched", pass: "none", score: "best" } })).json()).toMatchObject({
    status: "published",
    pending: ["policy"],
  });
  expect((await contentOf(courseId)).completion_rule).toMatchObject({ policy: defaultPolicy });
  await publish(courseId);
  expect(await contentOf(courseId)).toMatchObject({ number: 2, completion_rule: { policy: { complete: "launched", pass: "none" } } });
});

test("whether it opens in a window of its own is part of the version", async () => {
  const { save, publish, contentOf, courseUnderWay } = editor;
  const { courseId } = await courseUnderWay();
  expect((await save(courseId, { newWindow: true })).json()).toMatchObject({ newWindow: true, pending: ["window"] });
  expect((await publish(courseId)).json()).toMatchObject({ pending: [] });
  expect((await contentOf(courseId)).content.chapters[0]?.pages[0]?.blocks[0]).toMatchObject({ kind: "scorm", newWindow: true });
});

test("taken out of the catalog, a course stays with who has it, and comes back as it was", async () => {
  const { app, author, create, open, save, publish, aPackage, courseUnderWay } = editor;
  const { courseId, learner } = await courseUnderWay();
  const out = await author.post(`/rest/editor/courses/${courseId}/unpublish`, { revision: (await open(courseId)).revision });
  expect(out.json()).toMatchObject({ status: "archived", pending: [], package: { isPublished: true } });
  expect((await learner.get(`/rest/course/details/${courseId}`)).statusCode).toBe(200);
  expect((await (await app.signIn("student", "a")).get(`/rest/course/details/${courseId}`)).statusCode).toBe(404);
  expect((await author.post(`/rest/editor/courses/${courseId}/unpublish`, { revision: (await open(courseId)).revision })).statusCode).toBe(
    409,
  );
  expect((await publish(courseId)).json()).toMatchObject({ status: "published", versions: [{ number: 1 }] });

  const unused = await create();
  await aPackage(unused);
  await save(unused, { title: "Unused" });
  await publish(unused);
  const back = await author.post(`/rest/editor/courses/${unused}/unpublish`, { revision: (await open(unused)).revision });
  expect(back.json()).toMatchObject({ status: "draft" });
});
