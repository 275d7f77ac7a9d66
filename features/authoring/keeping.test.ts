import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRig, type Rig } from "#features/editor/test/editor.ts";
import { sweepMedia } from "#features/media/server/sweep.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { openFileStore } from "#platform/files/store.ts";

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

test("a course that nobody was ever enrolled in is deleted, published, withdrawn or with packages; a touched one is only taken out of the catalog", async () => {
  const { app, aCourse, author, open, admin } = rig;
  const { CourseID: id } = (await author.post("/rest/course/createCourse", { courseTypeId: 1 })).json();
  await open(id);
  const published = await aCourse();
  expect((await act(published.id, "delete")).json()).toEqual({ removed: true });
  const withdrawn = await aCourse();
  expect((await act(withdrawn.id, "archive")).json()).toEqual({ status: "draft" });
  expect((await act(withdrawn.id, "delete")).json()).toEqual({ removed: true });
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

test("a course that another one asks for is deleted only once that does not ask any more", async () => {
  const { app, aCourse } = rig;
  const [first, second] = [await aCourse({ title: "Knots" }), await aCourse({ title: "Climbing" })];
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("course_prerequisites")
      .values({ portal_id: app.portal("a").id, course_id: second.id, required_id: first.id, nth: 1 })
      .execute(),
  );
  expect((await act(first.id, "delete")).json()).toMatchObject({ code: "course_required", message: expect.stringContaining("Climbing") });
  expect((await act(second.id, "delete")).json()).toEqual({ removed: true });
  expect((await act(first.id, "delete")).json()).toEqual({ removed: true });
});

test("a SCORM course goes with its package; the folder goes with the sweep, and stays while a copy plays it", async () => {
  const { app, author } = rig;
  const portal_id = app.portal("a").id;
  const made = async () => ((await author.post("/rest/course/createCourse", { courseTypeId: 3 })).json() as { CourseID: number }).CourseID;
  const courseId = await made();
  const packages = openPackageStore(join(app.config.dataDir, "packages"));
  const key = packages.newKey();
  await app.databases.inSystem("prepare a test", async (db) => {
    const file = await db
      .insertInto("files")
      .values({ portal_id, storage_key: "f".repeat(64), name: "p.zip", media_type: "application/zip", bytes: 1, sha256: "0".repeat(64) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("scorm_packages")
      .values({
        portal_id,
        course_id: courseId,
        standard: "1.2",
        edition: "1.2",
        storage_key: key,
        entry_count: 1,
        bytes: 1,
        source_file_id: file.id,
        manifest: "{}",
        report: "{}",
      })
      .execute();
  });
  const copy = (await act(courseId, "duplicate")).json() as { id: number };
  const folder = join(app.config.dataDir, "packages", key);
  mkdirSync(folder);
  const sweep = async () => {
    await app.databases.inSystem("let a day pass", (db) =>
      db
        .updateTable("loose_files")
        .set({ noted_at: new Date(0) })
        .execute(),
    );
    await sweepMedia({ databases: app.databases, files: openFileStore(join(app.config.dataDir, "files")), packages });
  };
  expect((await act(courseId, "delete")).json()).toEqual({ removed: true });
  await sweep();
  expect(existsSync(folder)).toBe(true);
  expect((await act(copy.id, "delete")).json()).toEqual({ removed: true });
  await sweep();
  expect(existsSync(folder)).toBe(false);
});

test("the database deletes no version, file or package of a course that somebody was enrolled in", async () => {
  const { app, aCourse } = rig;
  const { id } = await aCourse();
  const { id: userId } = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: id, userId });
  const left = await app.databases.inPortal(app.portal("a").id, async (db) => {
    await sql`update courses set current_version_id = null, status = 'draft' where id = ${id}`.execute(db);
    await sql`delete from course_version_items using course_versions v where v.id = version_id and v.course_id = ${id}`.execute(db);
    await sql`delete from course_versions where course_id = ${id}`.execute(db);
    return db.selectFrom("course_versions").select("id").where("course_id", "=", id).execute();
  });
  expect(left).toHaveLength(1);
});

test("who may make courses but not publish them deletes none that is in the catalog", async () => {
  const { app, admin, aCourse } = rig;
  const { copyId } = (
    await admin.post("/rest/roles/copies", { of: "Author", name: "Writer", permissions: ["see-courses", "make-courses"] })
  ).json();
  const person = await app.aPerson("a");
  const given = { userId: person.id, role: "Author", copyId, scope: { kind: "portal" }, startsAt: null, endsAt: null };
  expect((await admin.post("/rest/roles", given)).statusCode).toBe(200);
  const writer = await app.signInAs(person, "a");
  const { id } = await aCourse({ createdBy: person.id });
  expect((await act(id, "delete", writer)).json()).toMatchObject({ code: "in_catalog" });
  expect((await act(id, "archive")).statusCode).toBe(404);
  expect((await act(id, "archive", admin)).json()).toEqual({ status: "draft" });
  expect((await act(id, "delete", writer)).json()).toEqual({ removed: true });
});
