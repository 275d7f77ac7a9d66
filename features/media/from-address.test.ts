import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import type { Job } from "#features/jobs/contract.ts";
import { killableWorker } from "#features/jobs/test/killable-worker.ts";
import { createLog } from "#platform/log.ts";
import { StoredMedia } from "./contract.ts";
import { fetchMediaJob } from "./jobs/fetch-media.ts";
import { headersOf, onDisk } from "./test/send-media.ts";

// The server fetches the files of courses from addresses elsewhere (EDT-2), as a job.
let app: TestApp;
let author: Client;
let courseId: number;
let server: Server;
let port: number;
let worker: { stop(): Promise<void> } | undefined;
const asked: IncomingMessage[] = [];

const film = Buffer.concat([Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1"), Buffer.alloc(3000, 1)]);
/** Answers that wait until a test lets them go on. */
let held: ServerResponse[] = [];
const give = (response: ServerResponse, type: string, data: Buffer | string) =>
  void response.writeHead(200, { "content-type": type }).end(data);
const answers: Record<string, (response: ServerResponse) => void> = {
  "/Cliff%20walk.mp4": (response) => give(response, "video/mp4", film),
  "/moved": (response) => void response.writeHead(302, { location: "/Cliff%20walk.mp4" }).end(),
  "/sound.mp3": (response) => give(response, "audio/mpeg", Buffer.concat([Buffer.from("ID3"), Buffer.alloc(500, 1)])),
  "/plan.pdf": (response) => give(response, "text/plain", "%PDF-1.7 x"),
  "/lies.mp4": (response) => give(response, "video/mp4", "<html><script>alert(1)</script>"),
  "/page.mp4": (response) => give(response, "text/html; charset=utf-8", film),
  "/empty.mp4": (response) => give(response, "video/mp4", ""),
  "/huge.mp4": (response) => {
    response.writeHead(200, { "content-length": String(500 * 1024 ** 2 + 1) }).write(film);
  },
  "/endless.vtt": (response) => {
    const more = () => response.destroyed || (response.write("x".repeat(100_000)), setTimeout(more, 1));
    more();
  },
  "/private.mp4": (response) => void response.writeHead(403).end(),
  "/broken.mp4": (response) => void response.writeHead(500).end(),
  "/loop.mp4": (response) => void response.writeHead(302, { location: "/loop.mp4" }).end(),
  "/inner.mp4": (response) => void response.writeHead(302, { location: "http://169.254.169.254/film.mp4" }).end(),
  "/cut.mp4": (response) => {
    response.writeHead(200, { "content-length": "5000" }).write(film);
    setTimeout(() => response.destroy(), 50);
  },
  "/stuck.mp4": (response) => void response.write(film),
  "/held.mp4": (response) => {
    response.writeHead(200, { "content-length": String(film.length) }).write(film.subarray(0, 2000));
    held.push(response);
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    (answers[request.url?.replace(/\?.*$/, "") ?? ""] ?? ((other) => other.writeHead(404).end()))(response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
  app = await startTestApp({ ...inner(), JOB_LEASE_SECONDS: "1" });
  author = await app.signIn("author", "a");
});
beforeEach(async () => {
  asked.length = 0;
  held = [];
  const { id } = await app.aCourse("a");
  courseId = id;
  await inSystem((db) => sql`update courses set created_by = ${author.userId} where id = ${id}`.execute(db));
  for (const table of ["rate_limits", "loose_files"] as const) await inSystem((db) => db.deleteFrom(table).execute());
});
afterEach(async () => {
  for (const response of held) response.destroy();
  await worker?.stop();
  worker = undefined;
  await inSystem((db) =>
    sql`update jobs set state = 'cancelled', leased_until = null, ended_at = now() where state in ('queued', 'running')`.execute(db),
  );
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const inner = () => ({ MEDIA_INNER: `127.0.0.1:${port}` });
const inSystem = <T>(run: Parameters<TestApp["databases"]["inSystem"]>[1]) => app.databases.inSystem("prepare a test", run) as Promise<T>;
/** A worker that writes ten times a second how far it is. */
const work = async (idleMilliseconds = 60_000) => {
  const kinds = [fetchMediaJob({ tellMilliseconds: 100, idleMilliseconds })];
  worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }), kinds });
};
const at = (path: string) => `http://127.0.0.1:${port}${path}`;
const ask = (address: string, { use = "video", by = author, course = courseId } = {}) =>
  by.post(`/rest/editor/online/${course}/media/fetch`, { use, address });
const begun = async (path: string, use = "video") => {
  const reply = await ask(at(path), { use });
  expect(reply.statusCode, reply.body).toBe(200);
  return (reply.json() as { jobId: number }).jobId;
};
const job = async (id: number) => (await author.get(`/rest/jobs/${id}`)).json() as Job;
const state = async (id: number) => (await job(id)).state;
const becomes = (id: number, wanted: Job["state"]) => expect.poll(() => state(id), { timeout: 20_000, interval: 50 }).toBe(wanted);
const fetched = (id: number, by = author, course = courseId) => by.get(`/rest/editor/online/${course}/media/fetch/${id}`);
const media = async (id: number) => StoredMedia.parse((await fetched(id)).json());
const files = async () => ((await author.get(`/rest/editor/online/${courseId}/files`)).json() as { files: StoredMedia[] }).files;
const loose = async () =>
  (await inSystem<{ storage_key: string }[]>((db) => db.selectFrom("loose_files").select("storage_key").execute())).length;

test("a file at an address becomes one of the course, as if it had been sent", async () => {
  await work();
  const id = await begun("/Cliff%20walk.mp4#t=5");
  await becomes(id, "done");
  const stored = await media(id);
  expect(stored).toMatchObject({ name: "Cliff walk.mp4", mime: "video/mp4", bytes: film.length });
  expect(await job(id)).toMatchObject({
    title: "Fetch Cliff walk.mp4 from 127.0.0.1",
    unit: "bytes",
    done: film.length,
    total: film.length,
    facts: [{ label: "File", value: "Cliff walk.mp4" }],
    place: { label: "Open the editor", to: `/author/courseEditor/${courseId}` },
  });
  const reply = await author.get(`/rest/files/${stored.fileId}/x`);
  expect([reply.headers["content-type"], reply.rawPayload.equals(film)]).toEqual(["video/mp4", true]);
  expect((await files()).map(({ name }) => name)).toEqual(["Cliff walk.mp4"]);
  expect(asked.map(({ url, headers }) => [url, headers.cookie, headers.referer])).toEqual([["/Cliff%20walk.mp4", undefined, undefined]]);
  expect(await loose()).toBe(0);
  // Who had it a moment later is told by the editor, and not once more in the bell.
  expect(await inSystem((db) => db.selectFrom("notifications").select("event").where("user_id", "=", author.userId).execute())).toEqual([]);
});

test.each([
  ["/moved", "video", { name: "Cliff walk.mp4", mime: "video/mp4" }],
  ["/sound.mp3", "audio", { name: "sound.mp3", mime: "audio/mpeg" }],
  ["/plan.pdf", "document", { name: "plan.pdf", mime: "application/pdf" }],
])("%s is taken as its content says", async (path, use, expected) => {
  await work();
  const id = await begun(path, use);
  await becomes(id, "done");
  expect(await media(id)).toMatchObject(expected);
});

test("the audit log says who had it fetched and from where, without what may be secret in the address", async () => {
  await work();
  const id = await begun("/Cliff%20walk.mp4?key=secret");
  await becomes(id, "done");
  const { fileId } = await media(id);
  const { rows } = await inSystem<{ rows: object[] }>((db) =>
    sql`select actor_id as "actorId", after from audit_events where action = 'course_file_added' and object_id = ${courseId}`.execute(db),
  );
  expect(rows).toEqual([
    {
      actorId: author.userId,
      after: { fileId, name: "Cliff walk.mp4", mime: "video/mp4", bytes: film.length, from: at("/Cliff%20walk.mp4") },
    },
  ]);
});

test.each([
  ["/lies.mp4", "video", /no video that every browser plays/],
  ["/page.mp4", "video", /There is a page at this address, not a file/],
  ["/empty.mp4", "video", /empty/],
  ["/sound.mp3", "video", /no video/],
  ["/huge.mp4", "video", /^Video exceeds max size of 500mb$/],
  ["/endless.vtt", "captions", /larger than 2 MB/],
  ["/none.mp4", "video", /nothing at this address \(404\)/],
  ["/private.mp4", "video", /does not give the file to everybody \(403\)/],
  ["/broken.mp4", "video", /it answers 500/],
  ["/loop.mp4", "video", /leads on to another one too often/],
  ["/inner.mp4", "video", /network that is not public/],
  ["/cut.mp4", "video", /connection broke/],
  ["/stuck.mp4", "video", /took too long/],
])("security.md 77, 79, 85: %s is told in words, and nothing of it is left", async (path, use, words) => {
  await work(path === "/stuck.mp4" ? 500 : undefined);
  const before = onDisk(app);
  const id = await begun(path, use);
  await becomes(id, "failed");
  expect((await job(id)).reason).toMatch(words);
  expect((await fetched(id)).statusCode).toBe(404);
  expect([onDisk(app), await loose(), await files()]).toEqual([before, 0, []]);
});

test("security.md 77: an inner address, another port and a name that nobody has are refused by the job", async () => {
  await work();
  for (const [address, words] of [
    [`http://127.0.0.2:${port}/Cliff%20walk.mp4`, /not public/],
    ["http://localhost/film.mp4", /not public/],
    ["http://127.0.0.1:22/film.mp4", /not public/],
    ["http://192.0.2.1:6379/film.mp4", /not public/],
    ["http://nobody.invalid/film.mp4", /no server of this name|cannot be reached/],
  ] as const) {
    const { jobId } = (await ask(address)).json() as { jobId: number };
    await becomes(jobId, "failed");
    expect((await job(jobId)).reason).toMatch(words);
  }
  expect(asked).toEqual([]);
});

test.each([
  ["film.mp4", /begins with https:/],
  ["ftp://127.0.0.1/film.mp4", /begins with https:/],
  ["file:///etc/passwd", /begins with https:/],
  ["https://ana:word@films.example/film.mp4", /a name or a password/],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", /What YouTube has is not fetched.*"Content of others"/],
  ["http://youtu.be/dQw4w9WgXcQ", /What YouTube has/],
  ["https://vimeo.com/76979871", /What Vimeo has/],
])("%s is refused before anything is asked", async (address, words) => {
  const reply = await ask(address);
  expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(words)]);
  expect(reply.json().errors).toMatchObject([{ field: "address" }]);
});

test("the same address gives the same job while it is under way and while its file waits to be shown", async () => {
  const id = await begun("/Cliff%20walk.mp4");
  expect(await begun("/Cliff%20walk.mp4#again")).toBe(id);
  expect(await begun("/Cliff%20walk.mp4?v=2")).not.toBe(id);
  await work();
  await becomes(id, "done");
  expect(await begun("/Cliff%20walk.mp4")).toBe(id);
  const { fileId } = await media(id);
  const page = { id: "p1", title: "Page", blocks: [{ id: "b1", kind: "video", sources: [{ fileId, mediaType: "video/mp4" }] }] };
  const key = { portal_id: app.portal("a").id, course_id: courseId };
  await inSystem((db) =>
    db
      .insertInto("course_drafts")
      .values({ ...key, completion: "{}" })
      .execute(),
  );
  await inSystem((db) =>
    db
      .insertInto("course_draft_pages")
      .values({ ...key, page_id: "p1", page: JSON.stringify(page) })
      .execute(),
  );
  expect(await begun("/Cliff%20walk.mp4")).not.toBe(id);
});

test("a file that was taken out of the course is fetched again", async () => {
  await work();
  const id = await begun("/Cliff%20walk.mp4");
  await becomes(id, "done");
  const { fileId } = await media(id);
  const { "content-type": _, ...headers } = headersOf(app, author);
  const url = `/rest/editor/online/${courseId}/files/${fileId}`;
  expect((await author.request({ method: "DELETE", url, headers })).statusCode).toBe(200);
  expect((await fetched(id)).statusCode).toBe(404);
  expect(await begun("/Cliff%20walk.mp4")).not.toBe(id);
});

test("while it arrives it says how far it is; cancelled, it leaves nothing, and tried again it goes on to the end", async () => {
  await work();
  const before = onDisk(app);
  const id = await begun("/held.mp4");
  await expect.poll(async () => (await job(id)).done, { timeout: 20_000 }).toBe(2000);
  expect(await job(id)).toMatchObject({ state: "running", total: film.length });
  await author.post(`/rest/jobs/${id}/cancel`);
  const { jobId: other } = (await ask(at("/held.mp4"))).json() as { jobId: number };
  expect(other).not.toBe(id);
  await author.post(`/rest/jobs/${other}/cancel`);
  await becomes(id, "cancelled");
  await expect.poll(() => held[0]?.destroyed).toBe(true);
  expect([onDisk(app), await loose()]).toEqual([before, 0]);
  await author.post(`/rest/jobs/${id}/retry`);
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2);
  held[1]?.end(film.subarray(2000));
  await becomes(id, "done");
  expect(await media(id)).toMatchObject({ bytes: film.length });
});

test("after a worker was killed another one begins anew; what the first one had is gone and the file is there once", async () => {
  const before = onDisk(app);
  const killable = killableWorker(app, { ...inner(), JOB_LEASE_SECONDS: "1" });
  const id = await begun("/held.mp4");
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => onDisk(app).half, { timeout: 20_000 }).toBe(before.half + 1);
  await killable.kill();
  await work();
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2);
  expect(onDisk(app).half).toBe(before.half + 1);
  held[1]?.end(film.subarray(2000));
  await becomes(id, "done");
  expect(onDisk(app)).toEqual({ kept: before.kept + 1, half: before.half });
  expect(await files()).toHaveLength(1);
});

test("a worker that is told to stop hands the job back at once", async () => {
  await work();
  const id = await begun("/held.mp4");
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1);
  await worker?.stop();
  worker = undefined;
  expect(await state(id)).toBe("queued");
  await author.post(`/rest/jobs/${id}/cancel`);
});

test("one file is fetched after the other, so that they never keep all of a worker busy", async () => {
  await work();
  const [first, second] = [await begun("/held.mp4?1"), await begun("/held.mp4?2")];
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1);
  await wait(300);
  expect([await state(first), await state(second), held.length]).toEqual(["running", "queued", 1]);
  held[0]?.end(film.subarray(2000));
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2);
  held[1]?.end(film.subarray(2000));
  await becomes(second, "done");
});

test("three at a time for each person, and twenty a minute for a portal", async () => {
  const ids = [];
  for (const nth of [1, 2, 3]) ids.push(await begun(`/Cliff%20walk.mp4?${nth}`));
  expect((await ask(at("/Cliff%20walk.mp4?4"))).json()).toMatchObject({ code: "too_many_alike" });
  for (const id of ids) await author.post(`/rest/jobs/${id}/cancel`);
  const codes = [];
  for (let nth = 0; nth < 20; nth++) {
    const reply = await ask(at(`/Cliff%20walk.mp4?more${nth}`));
    codes.push(reply.statusCode);
    if (reply.statusCode === 200) await author.post(`/rest/jobs/${(reply.json() as { jobId: number }).jobId}/cancel`);
  }
  expect(codes.at(0)).toBe(200);
  expect(codes.at(-1)).toBe(429);
});

test("security.md 26: only who may edit the course, in this portal; the job stops when its owner may not any more", async () => {
  const others = [await app.signIn("author", "b"), await app.signIn("admin", "b")];
  for (const other of others) expect((await ask(at("/held.mp4"), { by: other })).statusCode).toBe(404);
  for (const role of ["student", "manager"] as const)
    expect((await ask(at("/held.mp4"), { by: await app.signIn(role, "a") })).statusCode).toBe(403);
  expect((await ask(at("/held.mp4"), { by: app.anonymous("a") })).statusCode).toBe(401);
  const { id: foreign } = await app.aCourse("a");
  expect((await ask(at("/held.mp4"), { course: foreign })).statusCode).toBe(404);

  await work();
  const before = onDisk(app);
  const id = await begun("/held.mp4");
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1);
  await inSystem((db) => sql`update courses set created_by = ${app.person("admin", "a").id} where id = ${courseId}`.execute(db));
  held[0]?.end(film.subarray(2000));
  await becomes(id, "failed");
  expect((await job(id)).reason).toBe("This course could not be found.");
  expect([onDisk(app), await loose()]).toEqual([before, 0]);
});

test("what was fetched is told to its owner only, for its own course", async () => {
  await work();
  const id = await begun("/Cliff%20walk.mp4");
  await becomes(id, "done");
  expect((await fetched(id, await app.signIn("admin", "a"))).statusCode).toBe(404);
  expect((await fetched(id, await app.signIn("author", "b"))).statusCode).toBe(404);
  expect((await fetched(id, await app.signIn("student", "a"))).statusCode).toBe(403);
  const { id: other } = await app.aCourse("a");
  await inSystem((db) => sql`update courses set created_by = ${author.userId} where id = ${other}`.execute(db));
  expect((await fetched(id, author, other)).statusCode).toBe(404);
  const learner = await app.aPerson("a");
  await app.anEnrolment("a", { courseId, userId: learner.id });
  expect((await (await app.signInAs(learner, "a")).get(`/rest/files/${(await media(id)).fileId}/x`)).statusCode).toBe(404);
});
