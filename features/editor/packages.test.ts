import { afterAll, beforeAll, expect, test } from "vitest";
import { UploadReply } from "#features/scorm/contract.ts";
import { files12, files2004, zipOf } from "#features/scorm/test/sample-packages.ts";
import type { CoursePackage } from "./contract.ts";
import { startRig, type Rig } from "./test/editor.ts";
import { sendPackage } from "./test/send-package.ts";

// SCORM packages in the blocks of an online course (specification §4): sending, choosing, and whose they are.

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const send = (...how: Parameters<typeof sendPackage> extends [Rig, ...infer Rest] ? Rest : never) => sendPackage(rig, ...how);
const sent = async (courseId: number, zip: Buffer, name?: string) =>
  UploadReply.parse((await send(rig.author, courseId, zip, name === undefined ? {} : { name })).json());
const packagesOf = async (courseId: number, client = rig.author) =>
  ((await client.get(rig.at(courseId, "/packages"))).json() as { packages: CoursePackage[] }).packages;
const partOf = (packageId: number | null, scoKey: string) => ({ id: "part", kind: "scorm", packageId, scoKey });
const pageWith = (...blocks: object[]) => ({ id: "play", title: "Play", minutes: 0, rule: { viewed: true }, blocks });

test("an author sends packages for an online course, finds them newest first with their parts, and the course keeps its name", async () => {
  const { aCourse, open } = rig;
  const { id } = await aCourse({ title: "Camping", status: "draft" });
  expect(await packagesOf(id)).toEqual([]);
  const first = await sent(id, await zipOf(files12()));
  expect(first).toMatchObject({ isSuccessful: true, data: expect.stringContaining("The package was imported") });
  const second = await sent(id, await zipOf(files2004()), "Newer.zip");
  const found = await packagesOf(id);
  expect(found.map(({ packageId, fileName }) => ({ packageId, fileName }))).toEqual([
    { packageId: second.packageId, fileName: "Newer.zip" },
    { packageId: first.packageId, fileName: "Tents.zip" },
  ]);
  for (const { parts } of found) expect(parts[0]).toMatchObject({ scoKey: expect.any(String), title: expect.any(String) });
  expect(await open(id)).toMatchObject({ title: "Camping" });
  const refusedReply = await sent(id, await zipOf({ "index.html": "x" }));
  expect(refusedReply).toMatchObject({ isSuccessful: false, data: expect.stringContaining("The package has no imsmanifest.xml") });
  expect(await packagesOf(id)).toHaveLength(2);
  const entries = await rig.app.databases.inSystem("read the audit log", (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "after"])
      .where("object_id", "=", id)
      .where("action", "=", "course_package_added")
      .orderBy("id")
      .execute(),
  );
  expect(entries.map(({ after }) => after)).toEqual([
    { packageId: first.packageId, name: "Tents.zip" },
    { packageId: second.packageId, name: "Newer.zip" },
  ]);
});

test("a page plays parts of its own course's packages only", async () => {
  const { aCourse, save, read } = rig;
  const [own, other] = [await aCourse({ status: "draft" }), await aCourse({ status: "draft" })];
  await sent(own.id, await zipOf(files12()));
  await sent(other.id, await zipOf(files12()));
  const [[mine], [foreign]] = [await packagesOf(own.id), await packagesOf(other.id)];
  const key = mine?.parts[0]?.scoKey ?? "";
  for (const part of [partOf(foreign?.packageId ?? 0, key), partOf(mine?.packageId ?? 0, "no-such-part"), partOf(999_999_999, key)]) {
    const answer = await save(own.id, pageWith(part), 0);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { errors: [{ field: "page.blocks", code: "foreign_package" }] }]);
  }
  expect((await save(own.id, pageWith(partOf(null, "none")), 0)).json()).toEqual({ revision: 1 });
  expect((await save(own.id, pageWith(partOf(mine?.packageId ?? 0, key)), 1)).json()).toEqual({ revision: 2 });
  expect((await read(own.id, "play")).page.blocks).toEqual([partOf(mine?.packageId ?? 0, key)]);
});

test("others neither see nor send packages of a course; a classroom course takes none", async () => {
  const { app, aCourse, admin, at } = rig;
  const { id } = await aCourse({ status: "draft" });
  const zip = await zipOf(files12());
  const stranger = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  expect((await stranger.get(at(id, "/packages"))).statusCode).toBe(404);
  expect((await send(stranger, id, zip)).statusCode).toBe(404);
  for (const role of ["student", "manager"] as const) {
    const client = await app.signIn(role, "a");
    expect((await client.get(at(id, "/packages"))).statusCode).toBe(403);
    expect((await send(client, id, zip)).statusCode).toBe(403);
  }
  const outside = await app.signIn("author", "b");
  expect((await outside.get(at(id, "/packages"))).statusCode).toBe(404);
  expect((await send(outside, id, zip, { portal: "b" })).statusCode).toBe(404);
  expect((await app.anonymous("a").get(at(id, "/packages"))).statusCode).toBe(401);
  expect(await packagesOf(id, admin)).toEqual([]);
  const classroom = await aCourse({ type: "classroom", status: "draft" });
  expect((await send(rig.author, classroom.id, zip)).statusCode).toBe(400);
});

test("a copy of the course plays packages of its own", async () => {
  const { author, aCourse, save, open, read, at } = rig;
  const { id } = await aCourse({ status: "draft" });
  await open(id);
  await sent(id, await zipOf(files12()));
  const [mine] = await packagesOf(id);
  const key = mine?.parts[0]?.scoKey ?? "";
  expect((await save(id, pageWith(partOf(mine?.packageId ?? 0, key)), 0)).statusCode).toBe(200);
  const draft = await open(id);
  const put = await author.put(at(id, "/outline"), {
    outline: { chapters: [{ id: "c1", title: "One", pageIds: ["play"] }] },
    completion: draft.completion,
    revision: draft.outlineRevision,
  });
  expect(put.statusCode).toBe(200);
  const made = (await author.post(`/rest/editor/courses/${id}/duplicate`)).json() as { id: number };
  const [copied] = await packagesOf(made.id);
  expect(copied?.packageId).not.toBe(mine?.packageId);
  const pageId = (await open(made.id)).outline.chapters[0]?.pageIds[0] ?? "";
  const { page, revision } = await read(made.id, pageId);
  expect(page.blocks).toMatchObject([{ kind: "scorm", packageId: copied?.packageId, scoKey: key }]);
  expect((await save(made.id, { ...page, id: pageId }, revision)).statusCode).toBe(200);
});
