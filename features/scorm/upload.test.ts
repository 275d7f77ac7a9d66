import { savedFields } from "#features/authoring/test/saved-fields.ts";
import { readdirSync, statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { UploadReply } from "./contract.ts";
import { importLimits } from "./server/import/limits.ts";
import { newestPackage } from "./server/queries.ts";
import { files12, scorm12Package, scorm2004Package, zipOf } from "./test/sample-packages.ts";

let app: TestApp;
let author: Client;
let good: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  author = await app.signIn("author", "a");
  good = await scorm12Package();
});
afterAll(() => app.close());

type Part = readonly [name: string, value: string | Buffer];
const BOUNDARY = "----stoa-test-boundary";
function form(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(([name, value]) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${typeof value === "string" ? "" : '; filename="Tents.zip"\r\nContent-Type: application/zip'}\r\n\r\n`,
    ),
    Buffer.from(value as string),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
const headersOf = (client: Client, key: "a" | "b" = "a") => ({
  host: app.portal(key).host,
  cookie: client.cookie,
  origin: `http://${app.portal(key).host}`,
  "sec-fetch-site": "same-origin",
  "x-csrf-token": client.csrf,
  "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
});
const send = (client: Client, parts: readonly Part[], more: Record<string, string> = {}, key: "a" | "b" = "a") =>
  client.request({ method: "POST", url: "/educate/scorm/upload", headers: { ...headersOf(client, key), ...more }, payload: form(parts) });
const upload = async (client: Client, courseId: number, zip: Buffer, ...more: Part[]) => {
  const reply = await send(client, [["courseID", String(courseId)], ["isFrameSet", "true"], ...more, ["file", zip]]);
  expect(reply.statusCode).toBe(200);
  return UploadReply.parse(reply.json());
};
async function aScormCourse(client = author): Promise<number> {
  const reply = await client.post("/rest/course/createCourse", { courseTypeId: 3 });
  return (reply.json() as { CourseID: number }).CourseID;
}
const courseExists = (id: number) =>
  app.databases.inPortal(
    app.portal("a").id,
    async (db) => (await db.selectFrom("courses").select("id").where("id", "=", id).execute()).length === 1,
  );
const packageOf = (courseId: number) => app.databases.inPortal(app.portal("a").id, (db) => newestPackage(db, courseId));
const onDisk = () => {
  const dir = join(app.config.dataDir, "packages");
  return {
    packages: readdirSync(dir).length - 1,
    staged: readdirSync(join(dir, ".staging")).length,
    files: readdirSync(join(app.config.dataDir, "files"), { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length,
  };
};

test("nobody but the user of the server reads an unpacked package", async () => {
  await upload(author, await aScormCourse(), good);
  const dir = join(app.config.dataDir, "packages");
  const found = [dir, ...readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)))].map((path) => statSync(path));
  expect(found.filter((one) => one.isFile()).length).toBeGreaterThan(2);
  for (const one of found) expect(one.mode & 0o777).toBe(one.isDirectory() ? 0o700 : 0o600);
});

test("an author uploads a package to an own course, the fields before or after the file", async () => {
  const courseId = await aScormCourse();
  expect(await upload(author, courseId, good)).toEqual({
    isSuccessful: true,
    data: expect.stringContaining("The package was imported: SCORM 1.2, 2 parts, 3 files") as string,
    ShowWarning: false,
    Message: "The package was imported.",
    packageId: expect.any(Number) as number,
  });
  const first = await packageOf(courseId);
  const reply = await send(author, [
    ["file", await scorm2004Package()],
    ["isFrameSet", "true"],
    ["courseID", String(courseId)],
  ]);
  expect(reply.json()).toMatchObject({ isSuccessful: true });
  const second = await packageOf(courseId);
  expect(second?.standard).toBe("2004");
  expect(second?.id).toBeGreaterThan(first?.id ?? Number.POSITIVE_INFINITY);
  expect(onDisk()).toMatchObject({ staged: 0 });
});

test("a refused package is told in words; the course the dialog made goes with it, one with a package stays", async () => {
  const before = onDisk();
  const fresh = await aScormCourse();
  expect(await upload(author, fresh, await zipOf({ "index.html": "x" }))).toMatchObject({
    isSuccessful: false,
    ShowWarning: false,
    data: expect.stringContaining("The package has no imsmanifest.xml") as string,
  });
  expect(await courseExists(fresh)).toBe(false);
  const older = await aScormCourse();
  expect((await upload(author, older, good)).isSuccessful).toBe(true);
  expect((await upload(author, older, Buffer.from("no zip"))).isSuccessful).toBe(false);
  expect(await courseExists(older)).toBe(true);
  expect(await packageOf(older)).toMatchObject({ standard: "1.2" });
  expect(onDisk()).toEqual({ packages: before.packages + 1, staged: 0, files: before.files + 1 });
});

test("an admin may upload to another's course; when that fails the course stays", async () => {
  const admin = await app.signIn("admin", "a");
  const courseId = await aScormCourse();
  expect((await upload(admin, courseId, Buffer.from("no zip"))).isSuccessful).toBe(false);
  expect(await courseExists(courseId)).toBe(true);
  expect((await upload(admin, courseId, good)).isSuccessful).toBe(true);
});

test("learners in progress: asks first, and takes it when told to", async () => {
  const courseId = await aScormCourse();
  await upload(author, courseId, good);
  const portal_id = app.portal("a").id;
  const learner = await app.aPerson("a");
  const enrolment = await app.anEnrolment("a", { courseId, userId: learner.id });
  await app.databases.inSystem("prepare a test", async (db) => {
    const version = await db
      .insertInto("course_versions")
      .values({ portal_id, course_id: courseId, number: 1, content: "{}", completion_rule: "{}", item_count: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("attempts")
      .values({ portal_id, enrolment_id: enrolment.id, course_id: courseId, user_id: learner.id, version_id: version.id, number: 1 })
      .execute();
  });
  const before = { ...onDisk(), id: (await packageOf(courseId))?.id };
  const asked = await upload(author, courseId, good);
  expect(asked).toMatchObject({ isSuccessful: false, ShowWarning: true });
  expect(asked.Message).toMatch(/^One learner is working through/);
  expect({ ...onDisk(), id: (await packageOf(courseId))?.id }).toEqual(before);
  expect(await upload(author, courseId, good, ["overrideFile", "true"])).toMatchObject({ isSuccessful: true, ShowWarning: false });
  expect((await packageOf(courseId))?.id).not.toBe(before.id);
});

test("who may not, what takes no package, and forms without what they need are refused and keep nothing", async () => {
  const courseId = await aScormCourse();
  const before = onDisk();
  const parts: Part[] = [
    ["courseID", String(courseId)],
    ["file", good],
  ];
  const statusOf = async (reply: ReturnType<typeof send>) => (await reply).statusCode;
  const other = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  expect(await statusOf(send(app.anonymous("a"), parts))).toBe(401);
  for (const role of ["student", "manager"] as const) expect(await statusOf(send(await app.signIn(role, "a"), parts)), role).toBe(403);
  expect(await statusOf(send(other, parts))).toBe(404);
  expect(await statusOf(send(other, parts.toReversed()))).toBe(404);
  expect(await statusOf(send(await app.signIn("author", "b"), parts, {}, "b"))).toBe(404);
  expect(
    await statusOf(
      send(author, [
        ["courseID", "999999"],
        ["file", good],
      ]),
    ),
  ).toBe(404);
  expect(await statusOf(send(author, parts, { "x-csrf-token": "" }))).toBe(403);
  expect(await statusOf(send(author, parts, { origin: "http://content.localhost" }))).toBe(403);
  expect(await statusOf(send(author, [["file", good]]))).toBe(400);
  expect(
    await statusOf(
      send(author, [
        ["courseID", "1e3"],
        ["file", good],
      ]),
    ),
  ).toBe(400);
  const ordinary = await app.aCourse("a", { type: "classroom", status: "draft" });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ created_by: author.userId }).where("id", "=", ordinary.id).execute(),
  );
  expect(
    await statusOf(
      send(author, [
        ["courseID", String(ordinary.id)],
        ["file", good],
      ]),
    ),
  ).toBe(400);
  expect(await statusOf(author.post("/educate/scorm/upload", { courseID: courseId }))).toBeGreaterThanOrEqual(400);
  expect(await courseExists(courseId)).toBe(true);
  expect(await packageOf(courseId)).toBeUndefined();
  expect(onDisk()).toEqual(before);
  expect(await statusOf(send(author, [["courseID", String(courseId)]]))).toBe(400);
});

test("a hostile form does no harm", async () => {
  const before = onDisk();
  const many: Part[] = Array.from({ length: 200 }, (_, i) => [`field${i}`, "x"]);
  const bodyFor = async (first: readonly Part[]) => form([...first, ["courseID", String(await aScormCourse())], ["file", good]]);
  for (const payload of [
    await bodyFor([["__proto__", "x"]]),
    await bodyFor([["constructor", "x"]]),
    await bodyFor([["path", "../../elsewhere"]]),
    await bodyFor([["a\u0000b", "x"]]),
    await bodyFor(many),
    (await bodyFor([])).subarray(0, 900),
    Buffer.alloc(0),
  ]) {
    const reply = await author.request({ method: "POST", url: "/educate/scorm/upload", headers: headersOf(author), payload });
    expect(reply.statusCode).toBe(400);
  }
  expect(onDisk()).toEqual(before);
  expect((await author.get("/rest/environment/")).statusCode).toBe(200);
});

test("a dropped connection leaves neither bytes nor the course", async () => {
  const courseId = await aScormCourse();
  const before = onDisk();
  const body = form([
    ["courseID", String(courseId)],
    ["isFrameSet", "true"],
    ["file", await zipOf({ ...files12(), "big.bin": Buffer.alloc(5_000_000, 7) }, { compress: false })],
  ]);
  const { request } = begin(app, { "content-length": body.length });
  request.write(body.subarray(0, body.length / 2));
  await until(() => onDisk().staged > 0);
  request.destroy();
  await until(async () => onDisk().staged === 0 && !(await courseExists(courseId)));
  expect(onDisk()).toEqual(before);
});

test("three uploads of one person at once, and a fourth when one of them is done; others are not held up", async () => {
  const before = onDisk();
  const body = form([
    ["courseID", String(await aScormCourse())],
    ["file", good],
  ]);
  const open = Array.from({ length: 3 }, () => begin(app, { "content-length": body.length }));
  for (const { request } of open) request.write(body.subarray(0, body.length - 100));
  await until(() => onDisk().staged === before.staged + 3);
  const fourth = async (by: Client) =>
    send(by, [
      ["courseID", "999999"],
      ["file", good],
    ]);
  const refused = await fourth(author);
  expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([429, "too_many_uploads", "10"]);
  expect((await fourth(await app.signIn("admin", "a"))).statusCode).toBe(404);
  for (const { request } of open) request.destroy();
  await until(() => onDisk().staged === before.staged);
  await expect.poll(async () => (await fourth(author)).statusCode).toBe(404);
});

test("a draft that its author has named stays when the upload fails", async () => {
  const courseId = await aScormCourse();
  const { revision } = (await author.get(`/rest/editor/online/${courseId}`)).json() as { revision: number };
  const named = await author.put(`/rest/editor/online/${courseId}/details`, { ...savedFields, title: "Mine", revision });
  expect(named.statusCode).toBe(200);
  expect((await upload(author, courseId, Buffer.from("no zip"))).isSuccessful).toBe(false);
  expect(await courseExists(courseId)).toBe(true);
});

/** Begins an upload over a real connection; the caller writes the parts of the form. */
function begin(server: TestApp, headers: Record<string, string | number>, by = author) {
  const { port } = server.server.server.address() as AddressInfo;
  const request = httpRequest({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/educate/scorm/upload",
    headers: { ...headersOf(by), ...headers },
  });
  const answer = new Promise<{ status: number; message: string }>((done, failed) => {
    request.once("error", failed);
    request.once("response", (response) => {
      let text = "";
      response.on("data", (piece: Buffer) => (text += piece.toString()));
      response.once("end", () => {
        const body = JSON.parse(text) as { message?: string; Message?: string };
        done({ status: response.statusCode ?? 0, message: body.message ?? body.Message ?? "" });
      });
    });
  });
  answer.catch(() => undefined);
  return { request, answer };
}
const fileHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="Tents.zip"\r\nContent-Type: application/zip\r\n\r\n`;
const courseField = (courseId: number) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="courseID"\r\n\r\n${courseId}\r\n`;

test("a body that says it is over 2 GB is refused before a byte of it is sent", async () => {
  const before = onDisk();
  const { request, answer } = begin(app, { "content-length": 2 ** 31 + 100_000 });
  request.flushHeaders();
  expect(await answer).toEqual({
    status: 413,
    message: "The file is larger than 2 GB. Make videos and images smaller, or split the course into several packages.",
  });
  request.destroy();
  expect(onDisk()).toEqual(before);
  // Somebody who may not upload learns nothing about limits.
  const stranger = begin(app, { "content-length": 2 ** 31 + 100_000 }, app.anonymous("a"));
  stranger.request.flushHeaders();
  expect((await stranger.answer).status).toBe(401);
  stranger.request.destroy();
});

describe("with small limits", () => {
  let small: TestApp;
  let writer: Client;
  beforeAll(async () => {
    small = await startTestApp({}, { importLimits: { ...importLimits, uploadBytes: 200_000, freeBytes: 0, freeShare: 0 }, bodyMs: 400 });
    await small.server.listen({ port: 0, host: "127.0.0.1" });
    writer = await small.signIn("author", "a");
  });
  afterAll(() => small?.close());
  // Fake timers: the time within which some of a body has to arrive passes only when a test advances it, however busy the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());
  const courses = () => small.databases.inPortal(small.portal("a").id, (db) => db.selectFrom("courses").select("id").execute());
  const staged = () => readdirSync(join(small.config.dataDir, "packages", ".staging"));

  test("a body without a length is refused at the limit, while it is still being sent; course and bytes go, the connection ends", async () => {
    const courseId = await aScormCourse(writer);
    const { request, answer } = begin(small, { "transfer-encoding": "chunked" }, writer);
    request.write(courseField(courseId) + fileHead);
    const closed = new Promise((done) => request.once("close", done));
    const goOn = async () => {
      for (; !request.destroyed; await pause(20)) request.write(Buffer.alloc(20_000));
    };
    const sending = goOn();
    try {
      expect(await answer).toEqual({
        status: 413,
        message: "The file is larger than 195 kB. Make videos and images smaller, or split the course into several packages.",
      });
      await until(async () => staged().length === 0 && (await courses()).every(({ id }) => id !== courseId));
      // A sender who continues anyway is cut off.
      await closed;
    } finally {
      request.destroy();
      await sending;
    }
    const next = await writer.request({
      method: "POST",
      url: "/educate/scorm/upload",
      headers: headersOf(writer),
      payload: form([
        ["courseID", String(await aScormCourse(writer))],
        ["file", good],
      ]),
    });
    expect(next.json()).toMatchObject({ isSuccessful: true });
  });

  test("the answer reaches a sender who wants the connection closed and is still sending", async () => {
    for (let nth = 0; nth < 5; nth++) {
      const courseId = await aScormCourse(writer);
      const { request, answer } = begin(small, { "transfer-encoding": "chunked", connection: "close" }, writer);
      request.write(courseField(courseId) + fileHead);
      const piece = Buffer.alloc(1_000_000);
      let left = 100;
      const write = () => {
        while (left-- > 0 && request.write(piece));
      };
      request.on("drain", write);
      write();
      expect((await answer).status).toBe(413);
      request.destroy();
    }
  });

  test("an upload that keeps coming may take as long as it takes; one that stops coming ends", async () => {
    const courseId = await aScormCourse(writer);
    const body = form([
      ["courseID", String(courseId)],
      ["file", good],
    ]);
    const arriving = new Promise<Socket>((done) => small.server.server.once("request", ({ socket }) => done(socket)));
    const { request, answer } = begin(small, { "content-length": body.length }, writer);
    const fileAt = body.indexOf("PK") + 2;
    request.write(body.subarray(0, fileAt));
    const socket = await arriving;
    await until(() => staged().length > 0);
    const steps = 20;
    const stop = (step: number) => fileAt + Math.floor((step * (body.length - fileAt)) / steps);
    for (let step = 0; step < steps; step++) {
      const { bytesRead } = socket;
      request.write(body.subarray(stop(step), stop(step + 1)));
      await until(() => socket.bytesRead > bytesRead);
      vi.advanceTimersByTime(400);
    }
    request.end();
    expect(await answer).toEqual({ status: 200, message: "The package was imported." });

    const other = await aScormCourse(writer);
    const stalled = begin(small, { "content-length": body.length }, writer);
    stalled.request.write(courseField(other) + fileHead + "PK");
    await until(() => staged().length > 0);
    vi.advanceTimersByTime(800);
    await expect(stalled.answer).rejects.toThrow(/socket hang up|ECONNRESET/);
    await until(async () => staged().length === 0 && (await courses()).every(({ id }) => id !== other));
  });
});

test("no room on the disk is told at once, and nothing is kept", async () => {
  const full = await startTestApp({}, { importLimits: { ...importLimits, freeBytes: 2 ** 60 } });
  try {
    await full.server.listen({ port: 0, host: "127.0.0.1" });
    const writer = await full.signIn("author", "a");
    const { request, answer } = begin(full, { "content-length": 1_500_000_000 }, writer);
    request.write(courseField(await aScormCourse(writer)) + fileHead + "PK");
    expect(await answer).toEqual({
      status: 507,
      message: "There is not enough room left on the server for this package (1.4 GB). Tell whoever runs this server.",
    });
    request.destroy();
    await until(() => readdirSync(join(full.config.dataDir, "packages", ".staging")).length === 0);
  } finally {
    await full.close();
  }
});

/** Waits until the condition holds; the test's time limit ends a wait for one that never does. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20);
}
