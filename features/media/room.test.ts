import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { formOf, headersOf, onDisk } from "./test/send-media.ts";

// security.md #92: what a portal may keep, in bytes and in files, at every door by which a file comes in.

const mostFiles = 3;
let app: TestApp;
let admin: Client;
let courseId: number;
let categoryId: number;
let ofPerson: number;
let ofCourse: number;
beforeAll(async () => {
  app = await startTestApp({ PORTAL_FILES: String(mostFiles), PORTAL_GIGABYTES: "1" });
  admin = await app.signIn("admin", "a");
  ({ id: courseId } = await app.aCourse("a"));
  const category = { parentId: null, name: "Safety", description: "" };
  categoryId = (await admin.post("/rest/categories", category)).json().id;
  const aField = async (name: string, more: object) => (await admin.post("/rest/fields", aFieldBody("file", name, more))).json().id;
  ofPerson = await aField("Licence", { ownAccess: "edit" });
  ofCourse = await aField("Plan", { subject: "course" });
});
afterAll(() => app.close());

/** Makes portal A keep exactly so many files of so many bytes each. */
const keeps = (files: number, bytes = 10) =>
  app.databases.inSystem("fill a portal", async (db) => {
    const portalId = app.portal("a").id;
    await sql`delete from files where portal_id = ${portalId} and name = 'filler.txt'`.execute(db);
    await sql`insert into files (portal_id, storage_key, name, media_type, bytes, sha256)
      select ${portalId}, md5(random()::text), 'filler.txt', 'text/plain', ${bytes}, '' from generate_series(1, ${files}::int)`.execute(db);
  });

const form = (name: string, data = "a text", fields: Record<string, string> = {}) => formOf({ name, data, fields });
/** Every route that takes a file: its address, and a form or bytes. */
const doors = (): Record<string, readonly [url: string, body: Buffer | string | object]> => ({
  "/rest/editor/online/:courseId/media/fetch": [
    `/rest/editor/online/${courseId}/media/fetch`,
    { use: "video", address: "https://films.example/film.mp4" },
  ],
  "/rest/editor/online/:courseId/media": [`/rest/editor/online/${courseId}/media?use=document`, form("a.txt")],
  "/rest/editor/online/:courseId/files": [`/rest/editor/online/${courseId}/files`, form("b.txt")],
  "/rest/editor/uploadZipFile": [`/rest/editor/uploadZipFile?courseId=${courseId}`, form("site.zip")],
  "/rest/editor/online/:courseId/import": [`/rest/editor/online/${courseId}/import`, form("a.md", "# One")],
  "/rest/branding/images": ["/rest/branding/images?slot=logo", "a picture"],
  "/rest/categories/:categoryId/picture": [`/rest/categories/${categoryId}/picture`, "a picture"],
  "/rest/people/:userId/fields/:fieldId/file": [
    `/rest/people/${app.person("student", "a").id}/fields/${ofPerson}/file?name=a.txt`,
    "a text",
  ],
  "/rest/imports/file": ["/rest/imports/file?name=a.csv", "email\nana@a.test"],
  "/rest/fields/mine/:fieldId/file": [`/rest/fields/mine/${ofPerson}/file?name=a.txt`, "a text"],
  "/rest/fields/missing/:fieldId/file": [`/rest/fields/missing/${ofPerson}/file?name=a.txt`, "a text"],
  "/rest/courses/:courseId/fields/:fieldId/file": [`/rest/courses/${courseId}/fields/${ofCourse}/file?name=a.txt`, "a text"],
  "/rest/course/createCourse/document": ["/rest/course/createCourse/document", form("a.md", "# One")],
  "/educate/scorm/upload": ["/educate/scorm/upload", form("a.zip", "PK", { courseID: String(courseId), isFrameSet: "true" })],
});

async function send(url: string, body: Buffer | string | object, by = admin, key: PortalKey = "a") {
  if (typeof body === "string") return by.upload(url, body);
  if (!Buffer.isBuffer(body)) return by.post(url, body);
  return by.request({ method: "POST", url, headers: headersOf(app, by, key), payload: body });
}
const answers = async (by = admin, key: PortalKey = "a") =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(doors()).map(async ([door, [url, body]]) => {
        const reply = await send(url, body, by, key);
        return [door, `${reply.statusCode} ${reply.json().code}`];
      }),
    ),
  ) as Record<string, string>;
const everywhere = (answer: string) => Object.fromEntries(Object.keys(doors()).map((door) => [door, answer]));

test("every door that takes a file is known here", () => {
  const known = app.server.routeTable.filter(({ storesFile }) => storesFile).map(({ path }) => path);
  expect(known.toSorted()).toEqual(Object.keys(doors()).toSorted());
});

test("security.md 92: a portal that keeps as many files or bytes as it may takes none at any door, and nothing of it is kept", async () => {
  await keeps(mostFiles);
  const before = onDisk(app);
  expect(await answers()).toEqual(everywhere("507 storage_files_full"));
  await keeps(1, 1024 ** 3);
  expect(await answers()).toEqual(everywhere("507 storage_full"));
  expect(onDisk(app)).toEqual(before);
  expect(await app.databases.inSystem("look at a test", (db) => db.selectFrom("loose_files").selectAll().execute())).toEqual([]);

  // What a file that is announced would be too much for is refused before it is read; one file less, and there is room again.
  await keeps(1, 1024 ** 3 - 100);
  expect((await send(...(doors()["/rest/editor/online/:courseId/files"] ?? ["", ""]))).json()).toMatchObject({
    code: "storage_full",
    message: "This portal keeps 1 GB of files, as much as it may. Take out what is not needed, or ask whoever runs this server.",
  });
  await keeps(mostFiles - 1);
  expect((await send(...(doors()["/rest/editor/online/:courseId/files"] ?? ["", ""]))).statusCode).toBe(200);
});

test("who may not send anything learns that and nothing of how full it is; another portal has its own room", async () => {
  await keeps(mostFiles);
  const student = await app.signIn("student", "a");
  const others = Object.values(await answers(student)).filter((answer) => answer.startsWith("403"));
  expect(others.length).toBeGreaterThanOrEqual(Object.keys(doors()).length - 3);
  const elsewhere = await app.signIn("admin", "b");
  const fieldId = (await elsewhere.post("/rest/fields", aFieldBody("file", "Licence", { ownAccess: "edit" }))).json().id;
  expect((await elsewhere.upload(`/rest/fields/mine/${fieldId}/file?name=a.txt`, "a text")).statusCode).toBe(200);
});
