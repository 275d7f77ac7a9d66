import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { zipOf } from "#features/scorm/test/sample-packages.ts";
import { rawZip, type RawEntry } from "#features/scorm/test/raw-zip.ts";
import { blockKinds } from "#features/blocks/kinds.ts";
import { filesOfBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { CourseFile, FileReply } from "./contract.ts";
import { folderOf } from "./file-place.ts";
import { shapeIn, swapFile } from "./swap-file.ts";
import { formOf, headersOf, onDisk, type Sent } from "./test/send-media.ts";

let app: TestApp;
let author: Client;
let courseId: number;
beforeAll(async () => {
  app = await startTestApp();
  author = await app.signIn("author", "a");
  courseId = await aCourseOf(author);
});
afterAll(() => app.close());

async function aCourseOf({ userId }: Client) {
  const { id } = await app.aCourse("a");
  await inSystem("prepare a test", (db) => sql`update courses set created_by = ${userId} where id = ${id}`.execute(db));
  return id;
}
const inSystem: TestApp["databases"]["inSystem"] = (why, work) => app.databases.inSystem(why, work);
const filesUrl = (id = courseId) => `/rest/editor/online/${id}/files`;
const zipUrl = (id: number | null = courseId) => `/rest/editor/uploadZipFile${id === null ? "" : `?courseId=${id}`}`;
const post = (url: string, what: Sent, by = author) =>
  by.request({ method: "POST", url, headers: headersOf(app, by), payload: formOf(what) });
const send = async (what: Sent, url = filesUrl(), by = author): Promise<FileReply> => {
  const reply = await post(url, what, by);
  expect([reply.statusCode, reply.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return reply.json();
};
const list = async (id = courseId, by = author): Promise<CourseFile[]> => (await by.get(filesUrl(id))).json().files;
const remove = ({ url }: { url: string }) => {
  const { "content-type": _, ...headers } = headersOf(app, author);
  return author.request({ method: "DELETE", url, headers });
};
const text = (name: string, data = "a text", fields: Sent["fields"] = {}): Sent => ({ name, data, fields });
const site = () => zipOf({ "index.html": "<!doctype html><title>Tents</title><p>Pitch it", "img/a.txt": "x" });

test("specification §3, §7: a form of file, path, title, more, overrideFile; in any order of its fields", async () => {
  const reply = await send(text("Plan.txt", "one", { path: "plans / 2026 ", title: "Plan A", anything: "else", overrideFile: "false" }));
  expect(reply).toMatchObject({
    isSuccessful: true,
    ShowWarning: false,
    data: expect.stringMatching(/^\/rest\/files\/\d+\/Plan%20A\.txt$/),
  });
  expect((await author.get(reply.data)).body).toBe("one");
  expect((await list()).find(({ fileId }) => fileId === reply.file?.fileId)).toMatchObject({
    name: "Plan A.txt",
    folder: "plans/2026",
    pages: [],
    isPublished: false,
    webFiles: null,
  });
  // A client that follows the order of the specification sends the file first.
  const [head = "", tail = ""] = formOf(text("Late.txt", "late")).toString().split("\r\n------stoa-test-boundary--");
  const after = `${head}\r\n------stoa-test-boundary\r\nContent-Disposition: form-data; name="title"\r\n\r\nAfterwards\r\n------stoa-test-boundary--${tail}`;
  const late = await author.request({ method: "POST", url: filesUrl(), headers: headersOf(app, author), payload: after });
  expect(late.json()).toMatchObject({ isSuccessful: true, file: { name: "Afterwards.txt" } });
});

test("specification §4: another file in its place asks first; with overrideFile the draft shows the new one at once, a version the old one", async () => {
  const first = await send(text("Rules.txt", "first", { title: "Rules", path: "r" }));
  const { fileId = 0 } = first.file ?? {};
  const page = { id: "p1", title: "One", minutes: 1, rule: { viewed: true }, blocks: [fileBlock(fileId)] };
  const portal_id = app.portal("a").id;
  await inSystem("prepare a test", async (db) => {
    await sql`insert into course_drafts (portal_id, course_id, completion) values (${portal_id}, ${courseId}, '{}')`.execute(db);
    await sql`insert into course_draft_pages (portal_id, course_id, page_id, page) values (${portal_id}, ${courseId}, 'p1', ${JSON.stringify(page)})`.execute(
      db,
    );
    await db.insertInto("course_files").values({ portal_id, course_id: courseId, file_id: fileId }).execute();
  });
  const before = onDisk(app);
  const asked = await send(text("Other.txt", "second", { title: "rules", path: "r" }));
  expect(asked).toMatchObject({
    isSuccessful: false,
    ShowWarning: true,
    Message: expect.stringMatching(/"Rules\.txt" is there already\. One page shows it/),
  });
  expect(onDisk(app)).toEqual(before);
  const second = await send(text("Other.txt", "second", { title: "rules", path: "r", overrideFile: "true" }));
  expect(second).toMatchObject({ isSuccessful: true, ShowWarning: false });
  const next = second.file?.fileId ?? 0;
  expect(next).not.toBe(fileId);
  const { rows } = await inSystem("look", (db) =>
    sql<{ page: typeof page; revision: number }>`select page, revision from course_draft_pages where course_id = ${courseId}`.execute(db),
  );
  expect(rows[0]).toMatchObject({ revision: 2, page: { blocks: [{ fileId: next, name: "rules.txt", bytes: 6 }] } });
  expect((await list()).filter(({ folder }) => folder === "r")).toMatchObject([{ fileId: next, pages: [{ id: "p1", title: "One" }] }]);
  // The version that names the first one keeps its bytes, under its own address.
  expect((await author.get(first.data)).body).toBe("first");
  expect((await author.get(second.data)).body).toBe("second");
  // Taking that back brings the page as it was, once; a later version of the list refuses it.
  const putBack = (insteadOf: number, client = author) =>
    client.post(`${filesUrl()}/${fileId}/putBack`, { insteadOf, ...(second.replaced?.width && { width: second.replaced.width }) });
  expect(second.replaced).toEqual({ fileId, name: "Rules.txt", mime: "text/plain", bytes: 5 });
  expect((await putBack(next, await app.signIn("student", "a"))).statusCode).toBe(403);
  expect((await putBack(next, await app.signIn("author", "b"))).statusCode).toBe(404);
  const stale = await putBack(fileId);
  expect([stale.statusCode, stale.json().code]).toEqual([409, "file_changed"]);
  expect((await putBack(next)).statusCode).toBe(200);
  const restored = await inSystem("look", (db) =>
    sql<{ page: typeof page }>`select page from course_draft_pages where course_id = ${courseId}`.execute(db),
  );
  expect(restored.rows[0]?.page).toEqual(page);
  expect((await list()).filter(({ folder }) => folder === "r")).toMatchObject([{ fileId, pages: [{ id: "p1", title: "One" }] }]);
  expect((await putBack(next)).statusCode).toBe(404);
  // And again the other way, for what follows.
  expect((await author.post(`${filesUrl()}/${next}/putBack`, { insteadOf: fileId })).statusCode).toBe(200);
  // A page shows it: it stays.
  expect((await remove({ url: `${filesUrl()}/${next}` })).statusCode).toBe(409);
  const picture = await send({
    name: "a.vtt",
    data: "WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n",
    fields: { replaces: String(next), overrideFile: "true" },
  });
  expect(picture).toMatchObject({ isSuccessful: false, data: expect.stringMatching(/same kind/) });
});
const fileBlock = (fileId: number) => ({ id: "b", kind: "file", fileId, name: "Rules.txt", bytes: 5 });

test("a file that no page shows is taken out, and comes back by being taken from a course of the same author", async () => {
  const { file } = await send(text("Away.txt"));
  const fileId = file?.fileId ?? 0;
  const other = await aCourseOf(author);
  expect((await author.post(`${filesUrl(other)}/${fileId}/take`)).statusCode).toBe(200);
  expect((await list(other)).map((one) => one.fileId)).toContain(fileId);
  expect((await remove({ url: `${filesUrl()}/${fileId}` })).statusCode).toBe(200);
  expect((await list()).map((one) => one.fileId)).not.toContain(fileId);
  expect((await remove({ url: `${filesUrl()}/${fileId}` })).statusCode).toBe(404);
  // Undoing that needs no other course.
  expect((await author.post(`${filesUrl()}/${fileId}/take`)).statusCode).toBe(200);
  expect((await list()).map((one) => one.fileId)).toContain(fileId);
});

test("security.md 26: another author's course has no files for me, nor can I take one out of it", async () => {
  const admin = await app.signIn("admin", "a");
  const theirs = await aCourseOf(admin);
  const { file } = await send(text("Secret.txt"), filesUrl(theirs), admin);
  const fileId = file?.fileId ?? 0;
  expect((await author.get(filesUrl(theirs))).statusCode).toBe(404);
  expect((await post(filesUrl(theirs), text("a.txt"))).statusCode).toBe(404);
  expect((await post(zipUrl(theirs), { name: "s.zip", data: await site() })).statusCode).toBe(404);
  expect((await author.post(`${filesUrl()}/${fileId}/take`)).statusCode).toBe(404);
  const stranger = await app.signIn("author", "b");
  const there = { method: "POST" as const, url: filesUrl(), headers: headersOf(app, stranger, "b"), payload: formOf(text("a.txt")) };
  for (const reply of [await stranger.get(filesUrl()), await stranger.request(there)]) expect(reply.statusCode).toBe(404);
  const student = await app.signIn("student", "a");
  expect((await post(filesUrl(), text("a.txt"), student)).statusCode).toBe(403);
  expect((await post(zipUrl(), { name: "s.zip", data: await site() }, student)).statusCode).toBe(403);
});

const traversal = [
  "../x",
  "a/../../x",
  "..",
  "a/./b",
  "..\\..\\x",
  "C:\\x",
  "a\u0000b",
  "a\u202eb",
  "a\nb",
  "a|b",
  "x?y",
  "a/b/c/d/e/f/g/h/i",
  "x".repeat(300),
];
test("security.md 84: neither path, title, folder name nor file name reaches a path of the server", async () => {
  const before = onDisk(app);
  for (const path of traversal) {
    expect([path, folderOf(path)]).toEqual([path, null]);
    expect([path, (await send(text("a.txt", "a", { path }))).isSuccessful]).toEqual([path, false]);
  }
  for (const title of ["../../etc/passwd", "a/b", "..\\x", "a:b", "a\u202eb", 'a"b', "<b>", "x".repeat(181)]) {
    expect([title, (await send(text("a.txt", "a", { title }))).isSuccessful]).toEqual([title, false]);
    expect([title, (await send({ name: "s.zip", data: await site(), fields: { title } }, zipUrl())).isSuccessful]).toEqual([title, false]);
  }
  expect(onDisk(app)).toEqual(before);
  expect((await send(text("..\\\\..\\\\etc\\\\hosts.txt"))).file?.name).toBe("hosts.txt");
  expect((await send(text("con.aux.txt"))).file?.name).toBe("con aux.txt");
});

test("specification §5: a video's title, in the list of files too; what is wrong with a file is said in the reply", async () => {
  const film = Buffer.concat([Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1"), Buffer.alloc(300, 1)]);
  for (const title of ["a.b", "a?b", "a*b"])
    expect((await send({ name: "x.mp4", data: film, fields: { title } })).data).toBe("Invalid characters in the video title.");
  expect((await send({ name: "How: to?.final.mp4", data: film })).file?.name).toBe("How  to  final.mp4");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cases: [Sent, RegExp][] = [
    [text("drawing.svg", svg), /SVG/],
    [text("drawing.png", svg), /SVG/],
    [text("page.html", "<html>"), /kind of file/],
    [text("tool.exe", "MZ"), /kind of file/],
    [text("plan.pdf", "<html><script>"), /not what its name says/],
    [text("film.mp4", "<html>"), /no video/],
    [text("none.txt", ""), /empty/],
  ];
  for (const [what, words] of cases)
    expect([what.name, await send(what)]).toEqual([
      what.name,
      { isSuccessful: false, ShowWarning: false, data: expect.stringMatching(words), Message: expect.any(String) },
    ]);
});

test("what is too large is refused in the words of its kind before a byte of it is read, and a body without a length where it grows too large", async () => {
  const declared = async (name: string, megabytes: number) => {
    // The form up to its file, of which only the length is said.
    const whole = formOf({ name, data: Buffer.from("x") });
    const sending = new Readable({ read: () => undefined });
    sending.push(whole.subarray(0, whole.lastIndexOf("x\r\n") + 1));
    const reply = await author.request({
      method: "POST",
      url: filesUrl(),
      headers: { ...headersOf(app, author), "content-length": String(megabytes * 1024 ** 2) },
      payload: sending,
    });
    return [reply.statusCode, (reply.json() as { message: string }).message];
  };
  const most = (megabytes: number) => [413, `This file is larger than ${megabytes} MB, the most that is taken here.`];
  expect(await declared("film.mp4", 501)).toEqual([413, "Video exceeds max size of 500mb"]);
  expect(await declared("plan.pdf", 501)).toEqual(most(100));
  expect(await declared("plan.pdf", 101)).toEqual(most(100));
  expect(await declared("talk.mp3", 501)).toEqual(most(200));
  expect(await declared("view.png", 501)).toEqual(most(25));
  expect(await declared("all.zip", 501)).toEqual([413, expect.stringMatching(/^This file is larger than \d+ MB/)]);
  const before = onDisk(app);
  const real = await author.request({
    method: "POST",
    url: filesUrl(),
    headers: headersOf(app, author),
    payload: Readable.from([formOf({ name: "c.vtt", data: Buffer.alloc(3 * 1024 ** 2, 65) })]),
  });
  expect([real.statusCode, real.json().message]).toEqual([413, "This file is larger than 2 MB, the most that is taken here."]);
  expect(onDisk(app)).toEqual(before);
});

test("security.md 81: what is not taken outside a zip is not taken inside", async () => {
  const before = onDisk(app);
  for (const inside of ["page.html", "a/run.exe", "drawing.svg", "more.zip", "noending", "x.pdf.js"])
    expect([inside, (await send({ name: "all.zip", data: await zipOf({ "a.txt": "x", [inside]: "x" }) })).data]).toEqual([
      inside,
      expect.stringContaining(`of a kind that is not taken here: ${inside}`),
    ]);
  expect(onDisk(app)).toEqual(before);
  expect((await send({ name: "all.zip", data: await zipOf({ "a.txt": "x", "b/c.pdf": "%PDF-1.7" }) })).file).toMatchObject({
    mime: "application/zip",
  });
});

test("specification §7: POST /rest/editor/uploadZipFile takes title and file; in its place it asks before it replaces", async () => {
  const reply = await send({ name: "Tents.zip", data: await site(), fields: { title: "Tents" } }, zipUrl());
  expect(reply).toMatchObject({ isSuccessful: true, file: { name: "Tents.zip" } });
  expect((await list()).find(({ name }) => name === "Tents.zip")).toMatchObject({ webFiles: 2, isLoose: false });
  const again = { name: "x.zip", data: await site(), fields: { title: "tents" } };
  expect(await send(again, zipUrl())).toMatchObject({ isSuccessful: false, ShowWarning: true });
  expect(await send({ ...again, fields: { title: "tents", overrideFile: "true" } }, zipUrl())).toMatchObject({ isSuccessful: true });
  expect((await list()).filter(({ name }) => /^tents\.zip$/i.test(name))).toHaveLength(1);
  // Without a course the pages are their author's, until a course takes them.
  const loose = await send({ name: "Mine:alone?.zip", data: await site() }, zipUrl(null));
  const own = await list();
  const mine = own.find(({ fileId }) => fileId === loose.file?.fileId);
  expect(mine).toMatchObject({ name: "Mine alone.zip", isLoose: true });
  expect((await author.post("/rest/web-pages/open", { courseId, fileId: mine?.fileId })).statusCode).toBe(404);
  await author.post(`${filesUrl()}/${mine?.fileId}/take`);
  expect((await list()).find(({ fileId }) => fileId === mine?.fileId)).toMatchObject({ isLoose: false });
});

test("web pages play on the origin of course and person, under a token that reads them and does nothing else (security.md row 85)", async () => {
  const { file } = await send({ name: "Site.zip", data: await zipOf({ "s/index.html": "<p>Hello", "s/deep/a.js": "1" }) }, zipUrl());
  const opened = await author.post("/rest/web-pages/open", { courseId, fileId: file?.fileId });
  const { src, origin } = opened.json<{ src: string; origin: string }>();
  expect(new URL(src).origin).toBe(origin);
  const { host, pathname } = new URL(src);
  const get = (url: string, at = host) => app.server.inject({ method: "GET", url, headers: { host: at, accept: "text/html" } });
  const page = await get(pathname);
  expect([page.statusCode, page.body]).toEqual([200, "<p>Hello"]);
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors");
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect((await get(pathname.replace("index.html", "deep/a.js"))).statusCode).toBe(200);
  for (const path of ["~launcher", "~launcher.js", "~opened", "../../x", "%2e%2e/x", "nothing.html"])
    expect([path, (await get(pathname.replace("index.html", path))).statusCode]).toEqual([path, 404]);
  expect((await get(pathname, app.portal("a").host)).statusCode).toBe(404);
  const other = await aCourseOf(author);
  expect((await author.post("/rest/web-pages/open", { courseId: other, fileId: file?.fileId })).statusCode).toBe(404);
  const student = await app.signIn("student", "a");
  expect((await student.post("/rest/web-pages/open", { courseId, fileId: file?.fileId })).statusCode).toBe(404);
});

const start = { name: "index.html", data: Buffer.from("<p>x") };
const entry = (name: string, more: Partial<RawEntry> = {}): RawEntry => ({ name, data: Buffer.from("x"), ...more });
const MB = 1024 ** 2;
const hostile: [string, readonly RawEntry[], RegExp][] = [
  ["a bomb", [entry("big.bin", { method: 8, data: Buffer.alloc(60 * MB) })], /far more than an ordinary package/],
  ["a size that lies", [entry("lie.bin", { method: 8, data: Buffer.alloc(MB), claims: 10 })], /damaged/],
  ["1.5 GB, as declared", [entry("huge.bin", { method: 8, data: Buffer.alloc(10), claims: 1536 * MB })], /larger than/],
  ["20,001 files", Array.from({ length: 20_001 }, (_, at) => entry(`f/${at}.txt`)), /more than 20,000 files/],
  ["a bomb of many files", Array.from({ length: 6 }, (_, at) => entry(`b${at}`, { method: 8, data: Buffer.alloc(9 * MB) })), /far more/],
  ["2 GB in all, as declared", ["a", "b", "c"].map((name) => entry(name, { method: 8, claims: 900 * MB })), /./],
  ["a drive letter", [entry("C:/Windows/x.dll")], /./],
  ["a drive letter and a stream", [entry("c:ads.txt")], /./],
  ["backslashes that climb out", [entry("pages\\..\\..\\x")], /./],
  ["a share", [entry("\\\\server\\share\\x")], /./],
  ["a device", [entry("null", { mode: 0o020666 })], /./],
  ["a pipe", [entry("pipe", { mode: 0o010666 })], /./],
  ["names that differ in composition", [entry("caf\u00e9.html"), entry("cafe\u0301.html")], /same file twice/],
  ["the same name twice", [entry("a.txt"), entry("a.txt")], /same file twice|cannot tell apart/],
  ["a file that is also a folder", [entry("a"), entry("a/b")], /./],
  ["a password", [entry("secret.txt", { flags: 1 })], /./],
  ["a name with a zero byte", [entry("a.html\0.png")], /./],
  ["a name with a line break", [entry("a\nb.html")], /./],
  ["a name that ends with a dot", [entry("pages/a.")], /./],
  ["a name of 201 bytes", [entry("x".repeat(201))], /./],
  ["33 folders", [entry(`${"d/".repeat(32)}f`)], /./],
  ["a way out", [entry("../../x.html")], /outside|leaves|\.\./],
  ["an absolute path", [entry("/etc/passwd")], /./],
  ["a link", [entry("link", { data: Buffer.from("/etc/passwd"), mode: 0o120777 })], /link/],
  ["twins", [entry("A.html"), entry("a.html")], /cannot tell apart/],
  [
    "files on top of one another",
    [entry("b", { method: 8, data: Buffer.alloc(999) }), entry("c", { method: 8, data: Buffer.alloc(999), sameAs: 1 })],
    /on top of one another/,
  ],
];
test("security.md 80, 82: hostile zips are refused with a reason and leave nothing behind", { timeout: 60_000 }, async () => {
  const before = onDisk(app);
  for (const [name, entries, words] of hostile)
    expect([name, await send({ name: "x.zip", data: rawZip([start, ...entries]) }, zipUrl())]).toMatchObject([
      name,
      { isSuccessful: false, ShowWarning: false, data: expect.stringMatching(words) },
    ]);
  const half = (await site()).subarray(0, 100);
  for (const [data, words] of [
    [half, /damaged/],
    [rawZip([entry("a/b.txt"), entry("c.txt")]), /no index\.html/],
    [await zipOf({ "imsmanifest.xml": "<manifest/>", "index.html": "x" }), /SCORM/],
    ["Rar!", /not a zip/],
  ] as const)
    expect((await send({ name: "x.zip", data }, zipUrl())).data).toMatch(words);
  expect((await send({ name: "x.txt", data: "x" }, zipUrl())).data).toBe("Only a .zip can be extracted.");
  expect(onDisk(app)).toEqual(before);
  expect(readdirSync(join(app.config.dataDir, "packages", ".staging"))).toEqual([]);
});

test("a bomb inside a zip stays packed, as a file of the web pages (security.md row 82)", async () => {
  const inner = rawZip([entry("big.bin", { method: 8, data: Buffer.alloc(60 * MB) })]);
  const { file } = await send({ name: "Nested.zip", data: rawZip([start, entry("more.zip", { data: inner })]) }, zipUrl());
  const { src } = (await author.post("/rest/web-pages/open", { courseId, fileId: file?.fileId })).json<{ src: string }>();
  const { host, pathname } = new URL(src);
  const get = (name: string) =>
    app.server.inject({ method: "GET", url: pathname.replace("index.html", name), headers: { host, accept: "*/*" } });
  expect((await get("more.zip")).rawPayload.equals(inner)).toBe(true);
  expect((await get("big.bin")).statusCode).toBe(404);
});

test("a file is swapped wherever any kind of block names it, and nothing else that has its number", () => {
  const [from, to] = [
    { fileId: 640, name: "a.png", mime: "image/png", bytes: 1 },
    { fileId: 9000, name: "b.png", mime: "image/webp", bytes: 2, width: 10, height: 20, seconds: 3 },
  ];
  for (const kind of Object.values(blockKinds)) {
    const block = kind.sample("words", 640) as Block;
    const files = filesOfBlock(block);
    expect([block.kind, filesOfBlock(swapFile(block, from, to))]).toEqual([block.kind, files.map((id) => (id === 640 ? 9000 : id))]);
  }
  expect(swapFile({ id: "i", kind: "image", fileId: 1, alt: "", width: 640, height: 1 }, from, to)).toMatchObject({
    fileId: 1,
    width: 640,
  });
  const film = { sources: [{ fileId: 640, mediaType: "video/webm" }], posterFileId: 640, seconds: 640 };
  expect(swapFile(film, from, { ...to, mime: "video/mp4" })).toEqual({
    sources: [{ fileId: 9000, mediaType: "video/mp4" }],
    posterFileId: 9000,
    seconds: 3,
  });
  // What a page notes about a file is found again, to put the file back with it.
  expect(
    shapeIn(
      [
        {
          blocks: [
            { ...film, width: 4 },
            { fileId: 1, height: 7 },
          ],
        },
      ],
      640,
    ),
  ).toEqual({ seconds: 640, width: 4 });
});
