import { afterAll, beforeAll, expect, test } from "vitest";
import { startRig, type Rig } from "#features/editor/test/editor.ts";

// What authors do with whole courses: duplicate, take out of the catalog, delete (INV-4).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const act = (courseId: number, what: string, client = rig.author) => client.post(`/rest/editor/courses/${courseId}/${what}`);

test("a duplicate has the pages with ids of their own, and the rule names its own quiz and page", async () => {
  const { aCourse, aPage, aContent, open, read } = rig;
  const quiz = { id: "q", kind: "quiz" as const, title: "Q", passPercent: 50, submissions: null, questions: [] };
  const { id } = await aCourse({
    title: "Ropes",
    content: aContent([aPage("p1"), aPage("p2", { blocks: [quiz] })]),
    rule: {
      kind: "any",
      rules: [
        { kind: "score", blockId: "q", percent: 50 },
        { kind: "page", pageId: "p2" },
      ],
    },
  });
  const made = (await act(id, "duplicate")).json();
  expect(made).toMatchObject({ type: "online", title: "Copy of Ropes" });
  const copy = await open(made.id);
  expect(copy).toMatchObject({ status: "draft", versions: [], outline: { chapters: [{ title: "Chapter one" }] } });
  const pageIds = copy.outline.chapters[0]?.pageIds ?? [];
  expect(pageIds).toHaveLength(2);
  expect(pageIds).not.toContain("p1");
  const { page } = await read(made.id, pageIds[1] ?? "");
  expect(page).toMatchObject({ title: "Page p2", blocks: [{ kind: "quiz", title: "Q" }] });
  const rules = [
    { kind: "score", blockId: page.blocks[0]?.id, percent: 50 },
    { kind: "page", pageId: page.id },
  ];
  expect(copy.completion).toEqual({ kind: "any", rules });
  expect(page.blocks[0]?.id).not.toBe("q");
});

test("a draft that was never published is deleted; what was published or touched is only taken out of the catalog", async () => {
  const { app, aCourse, author, open, admin } = rig;
  const { CourseID: id } = (await author.post("/rest/course/createCourse", { courseTypeId: 1 })).json();
  await open(id);
  expect((await act((await aCourse()).id, "delete")).json()).toMatchObject({ code: "course_recorded" });
  expect((await act(id, "delete", await app.signIn("admin", "b"))).statusCode).toBe(404);
  expect((await act(id, "delete")).json()).toEqual({ removed: true });
  expect((await author.get(`/rest/editor/online/${id}`)).statusCode).toBe(404);

  const touched = await aCourse();
  const { id: userId } = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: touched.id, userId });
  expect((await act(touched.id, "delete", admin)).json()).toMatchObject({ code: "course_touched" });
  expect((await act(touched.id, "archive")).json()).toEqual({ status: "archived" });
  expect((await act(touched.id, "archive")).json()).toMatchObject({ code: "not_published" });
  const other = await aCourse({ createdBy: app.person("admin", "a").id });
  for (const what of ["duplicate", "archive", "delete"]) expect((await act(other.id, what)).statusCode).toBe(404);
});
