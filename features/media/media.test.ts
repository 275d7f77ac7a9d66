import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { openFileStore } from "#platform/files/store.ts";
import { StoredMedia, type MediaUse } from "./contract.ts";
import { sweepMedia } from "./server/sweep.ts";
import { formOf, headersOf, onDisk, type Sent } from "./test/send-media.ts";

let app: TestApp;
let author: Client;
let courseId: number;
beforeAll(async () => {
  app = await startTestApp();
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  author = await app.signIn("author", "a");
  courseId = await aCourseOf(author);
});
afterAll(() => app.close());

async function aCourseOf({ userId }: Client) {
  const { id } = await app.aCourse("a");
  await app.databases.inSystem("prepare a test", (db) => sql`update courses set created_by = ${userId} where id = ${id}`.execute(db));
  return id;
}
const addressOf = (use: string, id = courseId) => `/rest/editor/online/${id}/media?use=${use}`;
const send = (use: MediaUse, what: Sent, by = author, id = courseId) =>
  by.request({ method: "POST", url: addressOf(use, id), headers: headersOf(app, by), payload: formOf(what) });
async function kept(use: MediaUse, what: Sent): Promise<StoredMedia> {
  const reply = await send(use, what);
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return StoredMedia.parse(reply.json());
}
const refusal = async (use: MediaUse, what: Sent) => {
  const reply = await send(use, what);
  return [reply.statusCode, reply.json().message] as const;
};
const load = (client: Client, { fileId }: StoredMedia) => client.get(`/rest/files/${fileId}/x`);
const inSystem: TestApp["databases"]["inSystem"] = (why, work) => app.databases.inSystem(why, work);

const photo = (width = 3000, height = 1000) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .withExif({ IFD0: { Copyright: "a secret place" } })
    .jpeg()
    .toBuffer();
const film = Buffer.concat([Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1"), Buffer.alloc(3000, 1)]);

test("security.md 42, 86: a picture is drawn anew, smaller, without what the camera wrote into it", async () => {
  const stored = await kept("image", { name: "Cliff.jpeg", data: await photo(), type: "text/html" });
  expect(stored).toMatchObject({ name: "Cliff.webp", mime: "image/webp", width: 2000, height: 667 });
  const reply = await load(author, stored);
  expect([reply.headers["content-type"], reply.rawPayload.length]).toEqual(["image/webp", stored.bytes]);
  expect(reply.rawPayload.includes("secret")).toBe(false);
  expect((await sharp(reply.rawPayload).metadata()).exif).toBeUndefined();
});

/** Pixels that no compression makes small, so that each size has its own number of bytes. */
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: 40 } } })
    .png()
    .toBuffer();

test("a picture is kept in smaller sizes too, which those get who may have it, and goes with them", async () => {
  const files = openFileStore(join(app.config.dataDir, "files"));
  const before = onDisk(app);
  const stored = await kept("image", { name: "Cliff.png", data: await noise(1200, 600) });
  const at = async (w: string, by = author) => by.get(`/rest/files/${stored.fileId}/x?${w}`);
  const widths = async (w: string) => {
    const reply = await at(w);
    return [(await sharp(reply.rawPayload).metadata()).width, reply.rawPayload.length < stored.bytes];
  };
  expect(stored.width).toBe(1200);
  expect(await widths("w=480")).toEqual([480, true]);
  for (const own of ["w=481", "w=960", "w=9999", "w=0", "w=-1", "w=1e3", "w=", "w=480&w=960", "again=1"])
    expect([own, ...(await widths(own))]).toEqual([own, 1200, false]);
  const small = await at("w=480");
  expect(small.headers["etag"]).not.toBe((await at("")).headers["etag"]);
  const cached = { "if-none-match": String(small.headers["etag"]) };
  expect((await author.get(`/rest/files/${stored.fileId}/x?w=480`, cached)).statusCode).toBe(304);
  for (const other of [await app.signIn("student", "a"), await app.signIn("author", "b")])
    expect((await at("w=480", other)).statusCode).toBe(404);
  // A picture that is small has no smaller ones.
  const little = await kept("image", { name: "Dot.png", data: await noise(300, 300) });
  expect((await author.get(`/rest/files/${little.fileId}/x?w=480`)).rawPayload.length).toBe(little.bytes);

  await inSystem("prepare a test", async (db) => {
    await sql`delete from course_media where file_id in (${stored.fileId}, ${little.fileId})`.execute(db);
    await sql`update files set created_at = created_at - interval '31 days' where id in (${stored.fileId}, ${little.fileId})`.execute(db);
  });
  await sweepMedia({ databases: app.databases, files, packages: openPackageStore(join(app.config.dataDir, "packages")) });
  expect(onDisk(app)).toEqual(before);
});

test("a file is its authors' from the moment it is there, and nobody else's before a version names it", async () => {
  const stored = await kept("document", { name: "Plan.pdf", data: "%PDF-1.7 x" });
  const learner = await app.aPerson("a");
  await app.anEnrolment("a", { courseId, userId: learner.id });
  const other = await aCourseOf(await app.signIn("admin", "a"));
  expect((await load(author, stored)).statusCode).toBe(200);
  expect((await load(await app.signIn("admin", "a"), stored)).statusCode).toBe(200);
  for (const who of [await app.signInAs(learner, "a"), await app.signIn("student", "a"), await app.signIn("author", "b")])
    expect((await load(who, stored)).statusCode).toBe(404);
  expect((await send("document", { name: "Plan.pdf", data: "%PDF-1.7 x" }, author, other)).statusCode).toBe(404);
  expect((await send("document", { name: "Plan.pdf", data: "%PDF-1.7 x" }, await app.signIn("student", "a"))).statusCode).toBe(403);
});

test("security.md 42, 43, 85, 86: what a file is, its content says; what is refused leaves nothing behind", async () => {
  const before = onDisk(app);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const frames = Buffer.alloc(4 * 8 * 3).fill(255, 0, 48);
  const moving = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif({ loop: 0, delay: [10, 10] })
    .toBuffer();
  const cases: [MediaUse, string, Buffer | string, RegExp][] = [
    ["image", "drawing.svg", svg, /SVG/],
    ["image", "drawing.png", svg, /SVG/],
    ["image", "page.jpg", "<html><script>alert(1)</script>", /no PNG, JPEG/],
    ["image", "cut.jpg", (await photo()).subarray(0, 5000), /damaged/],
    ["image", "moving.gif", moving, /This picture moves/],
    ["image", "huge.png", hugePng(), /40 million pixels/],
    ["image", "post.ps", "%!PS-Adobe-3.0", /no PNG, JPEG/],
    ["video", "film.mp4", "<html><script>alert(1)</script>", /no video/],
    ["video", "film.mp4", Buffer.from("\u001aE\u00df\u00a3\u0001\0\0matroska", "latin1"), /no video/],
    ["video", "still.mp4", Buffer.from("\0\0\0\u0014ftypheic\0\0\0\0mif1", "latin1"), /no video/],
    ["audio", "sound.mp3", "#!/bin/sh", /no sound/],
    ["document", "plan.pdf", "<html><script>alert(1)</script>", /not what its name says/],
    ["document", "page.html", "<html>", /This kind of file/],
    ["document", "tool.exe", "MZ", /This kind of file/],
    ["document", "package.zip", "PK\u0003\u0004", /This kind of file/],
    ["document", "nothing.txt", "", /empty/],
    ["captions", "c.vtt", "hello", /no captions/],
    ["captions", "c.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:05.000 --> 00:04.000\nTwo\n", /line 6/],
  ];
  for (const [use, name, data, words] of cases)
    expect([name, await refusal(use, { name, data })]).toEqual([name, [400, expect.stringMatching(words)]]);
  expect(
    (await author.request({ method: "POST", url: addressOf("program"), headers: headersOf(app, author), payload: "" })).statusCode,
  ).toBe(400);
  expect(onDisk(app)).toEqual(before);
  await inSystem("look", async (db) => expect(await db.selectFrom("loose_files").select("storage_key").execute()).toEqual([]));
});

/** A PNG of a few bytes that says it has 900 million pixels. */
function hugePng() {
  const chunk = (name: string, data: Buffer) => {
    const [length, sum, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(name, "latin1"), data])];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", Buffer.alloc(100)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("captions of another program are written anew as WebVTT", async () => {
  const srt = Buffer.from(
    "1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Gr\u00fc\u00dfe</i> & mehr\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n<b onclick=x>Zwei</b>\r\n",
    "latin1",
  );
  const stored = await kept("captions", { name: "Film.srt", data: srt });
  const reply = await load(author, stored);
  expect([stored.name, reply.headers["content-type"]]).toEqual(["Film.vtt", "text/vtt; charset=utf-8"]);
  expect(reply.body).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nGrüße &amp; mehr\n\n00:00:03.000 --> 00:00:04.000\nZwei\n");
});

test("specification §5: the title of a video, by its file's name or as sent", async () => {
  expect((await kept("video", { name: "How to: climb?.final.mp4", data: film })).name).toBe("How to  climb  final.mp4");
  expect((await kept("video", { name: "x.mp4", data: film, fields: { title: "Climbing" } })).name).toBe("Climbing.mp4");
  for (const title of ["a<b", "a>b", "a:b", 'a"b', "a/b", "a\\b", "a|b", "a?b", "a*b", "a.b", "a\u202eb"])
    expect([title, await refusal("video", { name: "x.mp4", data: film, fields: { title } })]).toEqual([
      title,
      [400, "Invalid characters in the video title."],
    ]);
});

/** Begins an upload over a real connection; the caller writes the form. */
function begin(use: MediaUse, headers: Record<string, string | number>) {
  const { port } = app.server.server.address() as AddressInfo;
  const request = httpRequest({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: addressOf(use),
    headers: { ...headersOf(app, author), ...headers },
  });
  const answer = new Promise<[number, string]>((done, failed) => {
    request.once("error", failed);
    request.once("response", async (response) => {
      const body = JSON.parse(Buffer.concat(await response.toArray()).toString()) as { message: string };
      done([response.statusCode ?? 0, body.message]);
    });
  });
  answer.catch(() => undefined);
  return { request, answer };
}

test("a video over 500 MB is refused in the specification's words before a byte of it is sent", async () => {
  const { request, answer } = begin("video", { "content-length": 501 * 1024 ** 2 });
  request.flushHeaders();
  expect(await answer).toEqual([413, "Video exceeds max size of 500mb"]);
  request.destroy();
});

test("security.md 79: a body without a length is cut at the limit of its use, and leaves nothing behind", async () => {
  const before = onDisk(app);
  const reply = await author.request({
    method: "POST",
    url: addressOf("captions"),
    headers: headersOf(app, author),
    payload: Readable.from([formOf({ name: "c.vtt", data: Buffer.alloc(3 * 1024 ** 2, 65) })]),
  });
  expect([reply.statusCode, reply.json().message]).toEqual([413, "This file is larger than 2 MB, the most that is taken here."]);
  expect(onDisk(app)).toEqual(before);
});

test("half an upload leaves nothing behind", async () => {
  const before = onDisk(app);
  const body = formOf({ name: "film.mp4", data: Buffer.concat([film, Buffer.alloc(2_000_000)]) });
  const { request } = begin("video", { "content-length": body.length });
  request.write(body.subarray(0, body.length / 2));
  await expect.poll(() => onDisk(app).half).toBe(1);
  request.destroy();
  await expect.poll(() => onDisk(app)).toEqual(before);
});

test("security.md 84: names of files and fields reach no path", async () => {
  const stored = await kept("document", { name: "..\\\\..\\\\etc\\\\passwd.txt", data: "a text" });
  expect(stored.name).toBe("passwd.txt");
  for (const field of ["path", "overrideFile", "courseId", "__proto__"])
    expect((await send("document", { name: "a.txt", data: "a text", fields: { [field]: "../../x" } })).statusCode).toBe(400);
});

test("what nothing names for thirty days goes, with what killed uploads left; what a draft or a version names stays", async () => {
  const files = openFileStore(join(app.config.dataDir, "files"));
  const portal_id = app.portal("a").id;
  const sent = async (name: string) => kept("document", { name: `${name}.txt`, data: name });
  const [inDraft, inVersion, left, young] = [await sent("draft"), await sent("version"), await sent("left"), await sent("young")];
  const page = {
    id: "p1",
    title: "One",
    minutes: 1,
    rule: { viewed: true },
    blocks: [{ id: "b", kind: "anything", deep: [{ file: inDraft.fileId }] }],
  };
  await inSystem("prepare a test", async (db) => {
    await sql`insert into course_drafts (portal_id, course_id, completion) values (${portal_id}, ${courseId}, '{}')`.execute(db);
    await sql`insert into course_draft_pages (portal_id, course_id, page_id, page) values (${portal_id}, ${courseId}, 'p1', ${JSON.stringify(page)})`.execute(
      db,
    );
    await db.insertInto("course_files").values({ portal_id, course_id: courseId, file_id: inVersion.fileId }).execute();
  });
  const killed = await files.put(Buffer.from("half"));
  await inSystem("prepare a test", (db) =>
    sql`insert into loose_files values (${portal_id}, ${killed.key}, now() - interval '2 days')`.execute(db),
  );
  const sweep = () => sweepMedia({ databases: app.databases, files, packages: openPackageStore(join(app.config.dataDir, "packages")) });
  await sweep();
  expect(await files.stat(killed.key)).toBeNull();
  expect((await load(author, left)).statusCode).toBe(200);
  // A month goes by, for all but one.
  await inSystem("prepare a test", async (db) => {
    await sql`update course_media set left_at = left_at - interval '31 days' where file_id <> ${young.fileId}`.execute(db);
    await sql`update files set created_at = created_at - interval '31 days' where id in (select file_id from course_media)`.execute(db);
  });
  await sweep();
  const statuses = await Promise.all([inDraft, inVersion, young, left].map(async (each) => (await load(author, each)).statusCode));
  expect(statuses).toEqual([200, 200, 200, 404]);
  const { rows } = await inSystem("look", (db) =>
    sql<{ table: string }>`select conrelid::regclass::text as table from pg_constraint where confrelid = 'files'::regclass`.execute(db),
  );
  // The sweep asks each of these tables before it removes a file.
  expect(rows.map(({ table }) => table).toSorted()).toEqual([
    "brand_images",
    "categories",
    "course_files",
    "course_media",
    "courses",
    "picture_sizes",
    "scorm_packages",
    "web_packages",
  ]);
});
