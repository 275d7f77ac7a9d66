import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client, TestApp } from "#app/test/app.ts";
import { startTestApp } from "#app/test/app.ts";
import type { Content } from "#features/courses/content.ts";
import { defaultPolicy } from "#features/scorm/completion-policy.ts";
import type { ScormPolicy } from "#features/scorm/completion-policy.ts";
import type { Manifest, ManifestItem } from "#features/scorm/manifest.ts";
import type { EditorCourse } from "./contract.ts";
import { scorm12Package } from "#features/scorm/test/sample-packages.ts";
import { untitled } from "./policy.ts";

// specification §3, §4, §7 (createCourse); capabilities SCO-6, SCO-7; decisions.md (createCourse, failed uploads).

let app: TestApp;
let author: Client;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  author = await app.signIn("author", "a");
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const create = async (client = author): Promise<number> => {
  const response = await client.post("/rest/course/createCourse", { courseTypeId: 3 });
  expect(response.statusCode).toBe(200);
  return response.json().CourseID as number;
};
const open = async (courseId: number, client = author): Promise<EditorCourse> => {
  const response = await client.get(`/rest/editor/courses/${courseId}`);
  expect(response.statusCode).toBe(200);
  return response.json() as EditorCourse;
};
const fieldsOf = ({ revision, title, summary, outcomes, categoryIds, minutes, language, selfEnrol, policy, newWindow }: EditorCourse) => ({
  revision,
  title,
  summary,
  outcomes,
  categoryIds,
  minutes,
  language,
  selfEnrol,
  policy,
  newWindow,
});
const save = async (courseId: number, change: Partial<ReturnType<typeof fieldsOf>>, client = author) =>
  client.put(`/rest/editor/courses/${courseId}`, { ...fieldsOf(await open(courseId)), ...change });
const publish = async (courseId: number, note = "", client = author) =>
  client.post(`/rest/editor/courses/${courseId}/publish`, { revision: (await open(courseId)).revision, note });

const item = (key: string, fields: Partial<ManifestItem> = {}): ManifestItem => ({
  identifier: `item-${key}`,
  title: `Lesson ${key}`,
  isVisible: true,
  scoKey: key,
  href: `${key}.html`,
  isSco: true,
  children: [],
  ...fields,
});
const manifestOf = (items: ManifestItem[]): Manifest => ({
  standard: "1.2",
  edition: "1.2",
  title: "Package",
  organization: { identifier: "org", title: "The package", items },
});
let packages = 0;
/** A package as an upload leaves it, without its files. */
async function aPackage(courseId: number, items: ManifestItem[] = [item("sco-1")], key: "a" | "b" = "a"): Promise<number> {
  return app.databases.inPortal(app.portal(key).id, async (db) => {
    const portal_id = app.portal(key).id;
    const file = await db
      .insertInto("files")
      .values({ portal_id, storage_key: `zip-${++packages}`, name: "package.zip", media_type: "application/zip", bytes: 5000, sha256: "0" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const report = {
      findings: [{ level: "warning", code: "external", message: "It loads a picture from elsewhere." }],
      entryCount: 12,
      bytes: 9000,
      standard: "1.2",
      edition: "1.2",
      scoCount: items.length,
    };
    const row = await db
      .insertInto("scorm_packages")
      .values({
        portal_id,
        course_id: courseId,
        standard: "1.2",
        edition: "1.2",
        title: "Package",
        storage_key: `folder-${packages}`,
        entry_count: 12,
        bytes: 9000,
        source_file_id: file.id,
        manifest: JSON.stringify(manifestOf(items)),
        report: JSON.stringify(report),
        uploaded_by: author.userId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  });
}
const contentOf = (courseId: number) =>
  app.databases.inPortal(app.portal("a").id, async (db) => {
    const row = await db
      .selectFrom("course_versions")
      .innerJoin("courses", "courses.current_version_id", "course_versions.id")
      .select(["course_versions.id", "content", "completion_rule", "item_count", "number"])
      .where("courses.id", "=", courseId)
      .executeTakeFirstOrThrow();
    const items = await db
      .selectFrom("course_version_items")
      .select("item_key")
      .where("version_id", "=", row.id)
      .orderBy("position")
      .execute();
    return { ...row, content: row.content as unknown as Content, items: items.map(({ item_key }) => item_key) };
  });

test("createCourse answers a number for SCORM, words for the other types, 400 for anything else", async () => {
  const made = await author.post("/rest/course/createCourse", { courseTypeId: 3 });
  expect(made.json()).toEqual({ CourseID: expect.any(Number) });
  for (const courseTypeId of [1, 2]) {
    const refused = await author.post("/REST/course/CreateCourse/", { courseTypeId });
    expect(refused.statusCode).toBe(200);
    expect(refused.json()).toEqual({ message: "Online and classroom courses cannot be created here yet. Choose an online SCORM course." });
  }
  for (const body of [{}, { courseTypeId: 4 }, { courseTypeId: "3" }, { courseTypeId: null }, []]) {
    const bad = await author.post("/rest/course/createCourse", body);
    expect(bad.statusCode).toBe(400);
    expect(bad.json().errors).toEqual([expect.objectContaining({ field: expect.any(String), message: expect.any(String) })]);
  }
});

test("an uploaded package names a course that has no name yet, and no other", async () => {
  const zip = await scorm12Package();
  const upload = async (courseId: number) => {
    const body = new FormData();
    body.append("courseID", String(courseId));
    body.append("isFrameSet", "true");
    body.append("file", new Blob([new Uint8Array(zip)], { type: "application/zip" }), "package.zip");
    const form = new Response(body);
    const response = await author.request({
      method: "POST",
      url: "/educate/scorm/upload",
      headers: {
        host: "a.test",
        cookie: author.cookie,
        origin: "http://a.test",
        "x-csrf-token": author.csrf,
        "content-type": form.headers.get("content-type") ?? "",
      },
      payload: Buffer.from(await form.arrayBuffer()),
    });
    expect(response.json()).toMatchObject({ isSuccessful: true });
  };
  const courseId = await create();
  const before = await open(courseId);
  await upload(courseId);
  const after = await open(courseId);
  expect(after.title).toBe(after.package?.title);
  expect(after.title).not.toBe(untitled);
  expect(after.checks.every(({ met }) => met)).toBe(true);
  // Who still has the old title on screen is told instead of putting it back.
  expect((await author.put(`/rest/editor/courses/${courseId}`, fieldsOf(before))).statusCode).toBe(409);

  await save(courseId, { title: "My own name" });
  await upload(courseId);
  expect((await open(courseId)).title).toBe("My own name");
});

test("create, package, publish: a learner finds it in the catalog, enrols and starts", async () => {
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

  expect((await student.get("/rest/course/catalog?q=ladder")).json().items).toMatchObject([
    { id: courseId, typeId: 3, title: "Ladder safety" },
  ]);
  expect((await student.post("/rest/enrolment/enrol", { courseId })).statusCode).toBe(200);
  expect((await author.get(`/rest/editor/courses?q=ladder`)).json()).toMatchObject({
    total: 1,
    rows: [{ id: courseId, status: "published", enrolled: 1, inProgress: 0, completed: 0, package: { standard: "1.2" } }],
  });
  expect((await open(courseId)).learners).toEqual({ enrolled: 1, notStarted: 1, inProgress: 0, completed: 0 });
});

/** A published course with one person in the midst of version 1. */
async function courseUnderWay() {
  const courseId = await create();
  await aPackage(courseId);
  await save(courseId, { title: `Under way ${courseId}` });
  await publish(courseId);
  const person = await app.aPerson("a", { givenName: "Mira", familyName: "Onoz" });
  await app.anEnrolment("a", { courseId, userId: person.id });
  const learner = await app.signInAs(person, "a");
  const attemptId = await app.databases.inPortal(app.portal("a").id, async (db) => {
    const portal_id = app.portal("a").id;
    const { version_id, enrolment_id } = await db
      .selectFrom("courses")
      .innerJoin("enrolments", "enrolments.course_id", "courses.id")
      .select(["current_version_id as version_id", "enrolments.id as enrolment_id"])
      .where("courses.id", "=", courseId)
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto("attempts")
      .values({ portal_id, enrolment_id, course_id: courseId, user_id: person.id, version_id: version_id ?? 0, number: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
  return { courseId, learner, attemptId };
}

test("a new package makes a new version; who is in the midst of the old one stays on it", async () => {
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
  const { courseId } = await courseUnderWay();
  expect((await save(courseId, { newWindow: true })).json()).toMatchObject({ newWindow: true, pending: ["window"] });
  expect((await publish(courseId)).json()).toMatchObject({ pending: [] });
  expect((await contentOf(courseId)).content.chapters[0]?.pages[0]?.blocks[0]).toMatchObject({ kind: "scorm", newWindow: true });
});

test("taken out of the catalog, a course stays with who has it, and comes back as it was", async () => {
  const { courseId, learner } = await courseUnderWay();
  const out = await author.post(`/rest/editor/courses/${courseId}/unpublish`, { revision: (await open(courseId)).revision });
  expect(out.json()).toMatchObject({ status: "archived" });
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

test("of two editors the second is told, and overwrites nothing", async () => {
  const courseId = await create();
  const mine = await open(courseId);
  expect((await admin.put(`/rest/editor/courses/${courseId}`, { ...fieldsOf(mine), title: "By the admin" })).statusCode).toBe(200);
  for (const send of [
    () => author.put(`/rest/editor/courses/${courseId}`, { ...fieldsOf(mine), title: "By the author" }),
    () => author.post(`/rest/editor/courses/${courseId}/publish`, { revision: mine.revision, note: "" }),
    () => author.post(`/rest/editor/courses/${courseId}/unpublish`, { revision: mine.revision }),
  ]) {
    const late = await send();
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: "changed", message: expect.stringContaining("Somebody else changed this course") });
  }
  expect(await open(courseId)).toMatchObject({ title: "By the admin", revision: mine.revision + 1 });
});

test("a policy that cannot work is refused with its field", async () => {
  const courseId = await create();
  const bad: [ScormPolicy, string][] = [
    [{ complete: "minutes", pass: "none", score: "best" }, "policy.minutes"],
    [{ complete: "minutes", minutes: 0, pass: "none", score: "best" }, "policy.minutes"],
    [{ complete: "reported", pass: "score", score: "best" }, "policy.passPercent"],
    [{ complete: "reported", pass: "score", passPercent: 101, score: "best" }, "policy.passPercent"],
    [{ complete: "passed", pass: "none", score: "best" }, "policy.complete"],
  ];
  for (const [policy, field] of bad) {
    const response = await save(courseId, { policy });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual([expect.objectContaining({ field })]);
  }
  for (const [change, field] of [
    [{ title: " " }, "title"],
    [{ minutes: -1 }, "minutes"],
    [{ minutes: 1.5 }, "minutes"],
    [{ language: "not a language" }, "language"],
    [{ categoryIds: [999_999] }, "categoryIds"],
  ] as const) {
    const response = await save(courseId, change as never);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0]).toMatchObject({ field });
  }
  const foreign = await app.aCategory("b");
  expect((await save(courseId, { categoryIds: [foreign.id] })).statusCode).toBe(400);
  expect((await open(courseId)).revision).toBe(1);
});

test("a course made for an upload that failed is removed; one with anything on it stays", async () => {
  const empty = await create();
  expect((await author.post(`/rest/editor/courses/${empty}/discard`)).json()).toEqual({ removed: true });
  expect((await author.get(`/rest/editor/courses/${empty}`)).statusCode).toBe(404);
  expect((await author.post(`/rest/editor/courses/${empty}/discard`)).json()).toEqual({ removed: false });
  const kept = await create();
  await aPackage(kept);
  expect((await author.post(`/rest/editor/courses/${kept}/discard`)).json()).toEqual({ removed: false });
  expect((await open(kept)).package).toMatchObject({ fileName: "package.zip", findings: [{ level: "warning" }] });
});

test("every call is refused to those without the role, another author, and other portals", async () => {
  const { courseId } = await courseUnderWay();
  const before = await open(courseId);
  const fields = { ...fieldsOf(before), title: "Taken over" };
  const calls: [string, string, object | undefined][] = [
    ["GET", "", undefined],
    ["PUT", "", fields],
    ["POST", "/publish", { revision: before.revision, note: "" }],
    ["POST", "/unpublish", { revision: before.revision }],
    ["POST", "/discard", undefined],
    ["GET", "/attempts", undefined],
  ];
  const stranger = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  const abroad = await app.signIn("author", "b");
  const abroadAdmin = await app.signIn("admin", "b");
  const send = (client: Client, [method, path, body]: (typeof calls)[number]) => {
    const url = `/rest/editor/courses/${courseId}${path}`;
    return method === "GET" ? client.get(url) : method === "PUT" ? client.put(url, body) : client.post(url, body);
  };
  for (const call of calls) {
    expect((await send(app.anonymous("a"), call)).statusCode).toBe(401);
    expect((await send(await app.signIn("student", "a"), call)).statusCode).toBe(403);
    expect((await send(await app.signIn("manager", "a"), call)).statusCode).toBe(403);
    expect((await send(stranger, call)).statusCode).toBe(403);
    // What is not in the portal is not found; discarding it finds nothing to remove.
    for (const client of [abroad, abroadAdmin]) {
      const response = await send(client, call);
      if (call[1] === "/discard") expect(response.json()).toEqual({ removed: false });
      else expect(response.statusCode).toBe(404);
    }
  }
  for (const client of [await app.signIn("student", "a"), await app.signIn("manager", "a")]) {
    expect((await client.post("/rest/course/createCourse", { courseTypeId: 3 })).statusCode).toBe(403);
    expect((await client.get("/rest/editor/courses")).statusCode).toBe(403);
  }
  expect(await open(courseId)).toEqual(before);
});

test("the list is the author's own; an admin sees everyone's on request", async () => {
  const other = await app.signInAs(await app.aPerson("a", { isAuthor: true, givenName: "Otto" }), "a");
  expect((await other.get("/rest/editor/courses")).json()).toMatchObject({ total: 0, all: 0, rows: [], canSeeEveryone: false });
  const courseId = await create(other);
  expect((await other.get("/rest/editor/courses?owner=everyone")).json()).toMatchObject({ total: 1, rows: [{ id: courseId }] });
  expect((await other.get("/rest/editor/courses?status=published")).json()).toMatchObject({ total: 0, all: 1 });
  const all = (await admin.get("/rest/editor/courses?owner=everyone&sort=-learners")).json();
  expect(all.total).toBeGreaterThan(3);
  expect(all.rows[0].enrolled).toBeGreaterThan(0);
  expect((await admin.get("/rest/editor/courses")).json().total).toBe(0);
  expect((await author.get("/rest/editor/courses?page=999")).json().rows.length).toBeGreaterThan(0);
});

test("a course of another type is not edited here", async () => {
  const course = await app.aCourse("a");
  expect((await admin.get(`/rest/editor/courses/${course.id}`)).statusCode).toBe(409);
  expect((await author.get("/rest/editor/courses/none")).statusCode).toBe(400);
});
