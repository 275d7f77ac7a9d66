import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import { scorm12Package } from "#features/scorm/test/sample-packages.ts";
import { untitled } from "#features/courses/policy.ts";
import { fieldsOf, rulesOf, startEditor, type Editor } from "./test/editor.ts";

// Creating, editing, sharing and listing courses: specification §3, §4, §7 (createCourse); capabilities SCO-6, SCO-7; decisions.md (createCourse, failed uploads).

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor();
});
afterAll(() => editor.app.close());

test("createCourse answers a number for both online types, words for the classroom, 400 for anything else", async () => {
  const { author } = editor;
  for (const courseTypeId of [1, 3]) {
    const made = await author.post("/rest/course/createCourse", { courseTypeId });
    expect(made.json()).toEqual({ CourseID: expect.any(Number) });
  }
  const refused = await author.post("/REST/course/CreateCourse/", { courseTypeId: 2 });
  expect(refused.statusCode).toBe(200);
  expect(refused.json()).toEqual({ message: "Classroom courses cannot be created here yet. Choose an online course." });
  for (const body of [{}, { courseTypeId: 4 }, { courseTypeId: "3" }, { courseTypeId: null }, []]) {
    const bad = await author.post("/rest/course/createCourse", body);
    expect(bad.statusCode).toBe(400);
    expect(bad.json().errors).toEqual([expect.objectContaining({ field: expect.any(String), message: expect.any(String) })]);
  }
});

test("an uploaded package names a course that has no name yet, and no other", async () => {
  const { author, create, open, save, detailsOf, rulesAt } = editor;
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
  // A save from a page with an outdated revision is refused instead of restoring the old title.
  for (const [url, body] of [
    [detailsOf(courseId), fieldsOf(before)],
    [rulesAt(courseId), rulesOf(before)],
  ] as const)
    expect((await author.put(url, body)).statusCode).toBe(409);

  await save(courseId, { title: "My own name" });
  await upload(courseId);
  expect((await open(courseId)).title).toBe("My own name");
});

test("of two editors the second is told, and overwrites nothing", async () => {
  const { author, admin, create, open, detailsOf, rulesAt } = editor;
  const courseId = await create();
  const mine = await open(courseId);
  expect((await admin.put(detailsOf(courseId), { ...fieldsOf(mine), title: "By the admin" })).statusCode).toBe(200);
  for (const send of [
    () => author.put(detailsOf(courseId), { ...fieldsOf(mine), title: "By the author" }),
    () => author.put(rulesAt(courseId), { ...rulesOf(mine), newWindow: true }),
    () => author.post(`/rest/editor/online/${courseId}/publish`, { revision: mine.revision, note: "New" }),
  ]) {
    const late = await send();
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: "changed", message: expect.stringContaining("Somebody else changed this course") });
  }
  expect(await open(courseId)).toMatchObject({ title: "By the admin", newWindow: false, revision: mine.revision + 1 });
});

test("a policy that cannot work is refused with its field", async () => {
  const { app, create, open, save } = editor;
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
  const { author, create, open, aPackage, rulesAt } = editor;
  const empty = await create();
  expect((await author.post(`/rest/editor/courses/${empty}/discard`)).json()).toEqual({ removed: true });
  expect((await author.get(rulesAt(empty))).statusCode).toBe(404);
  expect((await author.post(`/rest/editor/courses/${empty}/discard`)).statusCode).toBe(404);
  const kept = await create();
  await aPackage(kept);
  expect((await author.post(`/rest/editor/courses/${kept}/discard`)).json()).toEqual({ removed: false });
  expect((await open(kept)).package).toMatchObject({ fileName: "package.zip", findings: [{ level: "warning" }] });
});

test("every call is refused to those without the role, another author, and other portals", async () => {
  const { app, open, courseUnderWay } = editor;
  const { courseId } = await courseUnderWay();
  const before = await open(courseId);
  const calls: [string, string, object | undefined][] = [
    ["GET", "courses/ID/package", undefined],
    ["PUT", "courses/ID/package", { ...rulesOf(before), newWindow: true }],
    ["GET", "online/ID", undefined],
    ["PUT", "online/ID/details", { ...fieldsOf(before), title: "Taken over" }],
    ["GET", "online/ID/publish", undefined],
    ["POST", "online/ID/publish", { revision: before.revision, note: "New" }],
    ["POST", "online/ID/versions/1/restore", { outlineRevision: before.outlineRevision }],
    ["POST", "courses/ID/archive", undefined],
    ["POST", "courses/ID/discard", undefined],
    ["GET", "courses/ID/attempts", undefined],
  ];
  const stranger = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  const abroad = await app.signIn("author", "b");
  const abroadAdmin = await app.signIn("admin", "b");
  const send = (client: Client, [method, path, body]: (typeof calls)[number]) => {
    const url = `/rest/editor/${path.replace("ID", String(courseId))}`;
    return method === "GET" ? client.get(url) : method === "PUT" ? client.put(url, body) : client.post(url, body);
  };
  for (const call of calls) {
    expect((await send(app.anonymous("a"), call)).statusCode).toBe(401);
    expect((await send(await app.signIn("student", "a"), call)).statusCode).toBe(403);
    expect((await send(await app.signIn("manager", "a"), call)).statusCode).toBe(403);
    // Another author's course is treated as missing, like one of another portal (security.md #26).
    for (const client of [stranger, abroad, abroadAdmin]) expect((await send(client, call)).statusCode).toBe(404);
  }
  for (const client of [await app.signIn("student", "a"), await app.signIn("manager", "a")]) {
    expect((await client.post("/rest/course/createCourse", { courseTypeId: 3 })).statusCode).toBe(403);
    expect((await client.get("/rest/editor/courses")).statusCode).toBe(403);
  }
  expect(await open(courseId)).toEqual(before);
});

test("the list is the author's own; an admin sees everyone's on request", async () => {
  const { app, author, admin, create, courseUnderWay } = editor;
  await courseUnderWay();
  for (let nth = 0; nth < 2; nth++) await create(author);
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

test("a course of another type has no package of its own", async () => {
  const { app, author, admin } = editor;
  const course = await app.aCourse("a");
  expect((await admin.get(editor.rulesAt(course.id))).statusCode).toBe(409);
  expect((await author.get("/rest/editor/courses/none/package")).statusCode).toBe(400);
});
