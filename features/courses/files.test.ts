import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type PortalKey, type TestApp } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import { openFileStore, type FileStore } from "#platform/files/store.ts";

let app: TestApp;
let store: FileStore;
const bytes = Buffer.from("0123456789abcdefghij");

beforeAll(async () => {
  app = await startTestApp();
  store = openFileStore(join(app.config.dataDir, "files"));
});
afterAll(() => app.close());

async function aFile(key: PortalKey, fields: { name?: string; mediaType?: string; courseId?: number; coverOf?: number } = {}) {
  const stored = await store.put(bytes);
  const portal_id = app.portal(key).id;
  const { id } = await app.databases.inSystem("prepare a test", async (db) => {
    const file = await db
      .insertInto("files")
      .values({
        portal_id,
        storage_key: stored.key,
        name: fields.name ?? "lesson.webm",
        media_type: fields.mediaType ?? "video/webm",
        bytes: stored.bytes,
        sha256: stored.sha256,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (fields.courseId) await db.insertInto("course_files").values({ portal_id, course_id: fields.courseId, file_id: file.id }).execute();
    if (fields.coverOf)
      await db
        .updateTable("courses")
        .set({ cover_file_id: file.id })
        .where("portal_id", "=", portal_id)
        .where("id", "=", fields.coverOf)
        .execute();
    return file;
  });
  return { id, key: stored.key, sha256: stored.sha256, url: `/rest/files/${id}/lesson.webm` };
}

test("a course's files open for those enrolled, also after their access ended, and for those who run courses", async () => {
  const course = await app.aCourse("a");
  const file = await aFile("a", { courseId: course.id });
  const get = async (person: Awaited<ReturnType<TestApp["signIn"]>>) => (await person.get(file.url)).statusCode;

  for (const role of ["manager", "admin", "system"] as const) expect([role, await get(await app.signIn(role, "a"))]).toEqual([role, 200]);

  const learner = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: course.id, userId: learner.id, expiresAt: new Date(Date.now() - 86_400_000) });
  const learning = await app.signInAs(learner, "a");
  const reply = await learning.get(file.url);
  expect([reply.statusCode, reply.body]).toEqual([200, String(bytes)]);
  expect((await learning.get(`/rest/files/${file.id}/any%20other%20name.exe`)).statusCode).toBe(200);

  expect(await get(await app.signIn("student", "a"))).toBe(404);
  expect(await get(app.anonymous("a"))).toBe(401);
  for (const role of ["student", "author", "admin", "system"] as const)
    expect([role, await get(await app.signIn(role, "b"))]).toEqual([role, 404]);
});

test("what is paid for is absent for whoever has not got it: its files, and its content in what is answered (security.md row 22)", async () => {
  const words = "Only for those who paid";
  const content = aContent([aPage("p1", { blocks: [{ id: "b", kind: "attestation", statement: words }] })]);
  const course = await app.aCourse("a", { content });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ price_cents: 4990, price_currency: "EUR" }).where("id", "=", course.id).execute(),
  );
  const file = await aFile("a", { courseId: course.id });
  const student = await app.signIn("student", "a");
  expect((await student.get(file.url)).statusCode).toBe(404);
  expect((await student.get(`${file.url}?download=1`, { range: "bytes=0-4" })).statusCode).toBe(404);
  expect((await app.anonymous("a").get(file.url)).statusCode).toBe(401);
  const page = await student.get(`/rest/course/details/${course.id}`);
  const answers = [page, await student.post("/rest/progress/launch", { courseId: course.id })];
  for (const { body } of answers) expect(body).not.toContain(words);
  expect([page.statusCode, answers[1]?.statusCode]).toEqual([200, 403]);
  const learner = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: course.id, userId: learner.id });
  const learning = await app.signInAs(learner, "a");
  expect((await learning.get(file.url)).statusCode).toBe(200);
  expect((await learning.post("/rest/progress/launch", { courseId: course.id })).body).toContain(words);
});

test("an author has the files of their own courses, and of others' only as a learner", async () => {
  const author = await app.signIn("author", "a");
  const own = await app.aCourse("a", { status: "draft" });
  const others = await app.aCourse("a", { status: "draft" });
  const portal_id = app.portal("a").id;
  const filesOf = async (courseId: number) => {
    const archive = await aFile("a", { name: "package.zip", mediaType: "application/zip" });
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("scorm_packages")
        .values({
          portal_id,
          course_id: courseId,
          standard: "1.2",
          edition: "1.2",
          storage_key: `files-test-${courseId}`,
          entry_count: 1,
          bytes: 1,
          source_file_id: archive.id,
          manifest: "{}",
          report: "{}",
        })
        .execute(),
    );
    return [await aFile("a", { coverOf: courseId }), await aFile("a", { courseId }), archive];
  };
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ created_by: author.userId }).where("portal_id", "=", portal_id).where("id", "=", own.id).execute(),
  );
  for (const file of await filesOf(own.id)) expect((await author.get(file.url)).statusCode).toBe(200);
  for (const file of await filesOf(others.id)) expect((await author.get(file.url)).statusCode).toBe(404);
  expect((await author.get((await aFile("a")).url)).statusCode).toBe(404);
});

test("security.md 26: covers of published courses are for everybody of the portal, others are not", async () => {
  const shown = await aFile("a", { coverOf: (await app.aCourse("a")).id });
  const hidden = await aFile("a", { coverOf: (await app.aCourse("a", { status: "draft" })).id });
  const loose = await aFile("a");
  const student = await app.signIn("student", "a");
  expect((await student.get(shown.url)).statusCode).toBe(200);
  expect((await student.get(hidden.url)).statusCode).toBe(404);
  expect((await student.get(loose.url)).statusCode).toBe(404);
  expect((await app.anonymous("a").get(shown.url)).statusCode).toBe(401);
  expect((await (await app.signIn("student", "b")).get(shown.url)).statusCode).toBe(404);
});

test("ids that are none, and bytes that are gone, are not found", async () => {
  const admin = await app.signIn("admin", "a");
  for (const id of ["0", "-1", "1e3", "abc", "99999999", "9".repeat(40), "..%2f..%2fetc%2fpasswd", "%27"])
    expect([id, (await admin.get(`/rest/files/${id}/x`)).statusCode]).toEqual([id, 404]);
  const lost = await aFile("a");
  await store.remove(lost.key);
  expect((await admin.get(lost.url)).statusCode).toBe(404);
});

test("ranges are served as video players ask for them", async () => {
  const file = await aFile("a");
  const admin = await app.signIn("admin", "a");
  const etag = `"${file.sha256}"`;
  const range = async (value: string, headers = {}) => {
    const { statusCode, body, headers: got } = await admin.get(file.url, { range: value, ...headers });
    return [statusCode, body, got["content-range"], got["content-length"]];
  };
  const whole = [200, String(bytes), undefined, "20"];
  expect(await range("bytes=0-4")).toEqual([206, "01234", "bytes 0-4/20", "5"]);
  expect(await range("bytes=15-")).toEqual([206, "fghij", "bytes 15-19/20", "5"]);
  expect(await range("bytes=15-99")).toEqual([206, "fghij", "bytes 15-19/20", "5"]);
  expect(await range("bytes=-3")).toEqual([206, "hij", "bytes 17-19/20", "3"]);
  expect(await range("bytes=-99")).toEqual([206, String(bytes), "bytes 0-19/20", "20"]);
  expect((await range("bytes=20-")).slice(0, 3)).toEqual([416, "", "bytes */20"]);
  expect((await range("bytes=-0")).slice(0, 3)).toEqual([416, "", "bytes */20"]);
  for (const odd of ["bytes=5-2", "bytes=0-1,4-5", "bytes=-", "lines=0-1", "bytes=a-b"])
    expect([odd, await range(odd)]).toEqual([odd, whole]);
  expect(await range("bytes=0-4", { "if-range": etag })).toEqual([206, "01234", "bytes 0-4/20", "5"]);
  expect(await range("bytes=0-4", { "if-range": '"another"' })).toEqual(whole);

  const current = await admin.get(file.url, { "if-none-match": `"x", ${etag}` });
  expect([current.statusCode, current.body]).toEqual([304, ""]);
  const head = await admin.request({ method: "HEAD", url: file.url, headers: { host: app.portal("a").host, cookie: admin.cookie } });
  expect([head.statusCode, head.body, head.headers["content-length"], head.headers["accept-ranges"], head.headers.etag]).toEqual([
    200,
    "",
    "20",
    "bytes",
    etag,
  ]);
});

test("only plain media are shown in place; everything else is saved, and nothing may run (security.md row 85)", async () => {
  const admin = await app.signIn("admin", "a");
  const cases = {
    "image/png": "inline",
    "video/mp4": "inline",
    "text/vtt": "inline",
    "image/svg+xml": "attachment",
    "text/html": "attachment",
    "application/pdf": "attachment",
  };
  for (const [mediaType, kind] of Object.entries(cases)) {
    const file = await aFile("a", { mediaType, name: 'Prüf"liste\r\nX: 1.html' });
    const { headers } = await admin.get(file.url);
    expect([mediaType, String(headers["content-disposition"]).split(";")[0]]).toEqual([mediaType, kind]);
    expect(headers["content-disposition"]).toContain("filename*=UTF-8''Pr%C3%BCf%22liste%0D%0AX%3A%201.html");
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600",
    });
    expect(headers.x).toBeUndefined();
  }
});
