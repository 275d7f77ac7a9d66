import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { isBarrier, problemsOfBlocks } from "#features/blocks/block.ts";
import { pagesOf } from "#features/courses/content.ts";
import { untitled } from "#features/courses/policy.ts";
import { CourseFields } from "./fields-contract.ts";
import { startRig, type Rig } from "#features/editor/test/editor.ts";
import { formOf, headersOf, onDisk } from "#features/media/test/send-media.ts";
import { wordDocument } from "#features/media/test/word-document.ts";
import { sayIn } from "#platform/catalogue.ts";
import { documentCoursePath } from "./contract.ts";
import { starterNames } from "./starters/starter-names.ts";
import { starters } from "./starters/starters.ts";

// Courses that begin as a template, or as a document: specification §7 (createCourse), decisions.md (what it answers where it refuses).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const create = (body: object, client: Client = rig.author) => client.post("/rest/course/createCourse", body);
const templates = async (client: Client = rig.author) => (await client.get("/rest/course/templates")).json();
const offer = (courseId: number) =>
  rig.app.databases.inSystem("prepare a test", (db) => sql`update courses set is_template = true where id = ${courseId}`.execute(db));
const everything = () =>
  rig.app.databases.inSystem("look at a test", async (db) => ({
    courses: (await db.selectFrom("courses").select("id").execute()).length,
    pages: (await db.selectFrom("course_draft_pages").select("page_id").execute()).length,
  }));
const noted = (courseId: number) =>
  rig.app.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "actor_id", "after"])
      .where("object_kind", "=", "course")
      .where("object_id", "=", courseId)
      .orderBy("id")
      .execute(),
  );

test.each(starterNames)("the starter %s lacks nothing but a title: named, it is published", async (template) => {
  const { author, open, at } = rig;
  const { CourseID: id } = (await create({ courseTypeId: 1, template })).json();
  const draft = await open(id);
  expect(draft).toMatchObject({ title: untitled, status: "draft", versions: [], language: "en", learners: { enrolled: 0 } });
  const { pages } = (await templates()).starters.find(({ name }: { name: string }) => name === template);
  expect(draft.pages).toHaveLength(pages);
  const publish = async () => author.post(at(id, "/publish"), { revision: (await open(id)).revision, note: "First" });
  expect((await publish()).json()).toMatchObject({ code: "not_ready", data: { problems: [{ code: "title" }] } });
  await author.put(at(id, "/details"), { ...CourseFields.parse(draft), title: `From ${template}`, revision: draft.revision });
  expect((await author.get(at(id, "/publish"))).json()).toMatchObject({ problems: [], isReady: true });
  expect((await publish()).json()).toMatchObject({ number: 1 });
  expect(await noted(id)).toMatchObject([
    { action: "course_created", actor_id: author.userId, after: { type: "online", template } },
    { action: "course_saved" },
    { action: "course_published" },
  ]);
});

test("starters speak the author's language, each text of them, and two courses of one have no id in common", async () => {
  const [english, german] = [sayIn("en"), sayIn("de")];
  for (const name of starterNames) {
    const [one, other] = [starters[name](english), starters[name](german)];
    expect(other.title).not.toBe(one.title);
    const idsOf = ({ content }: typeof one) => JSON.stringify(content).match(/"id":"[^"]+"/g) ?? [];
    expect(new Set([...idsOf(one), ...idsOf(other)]).size).toBe(idsOf(one).length + idsOf(other).length);
    expect(pagesOf(other.content)).toHaveLength(pagesOf(one.content).length);
    // What it leaves to its author may be missing yet, but nothing in it keeps people out.
    for (const { page } of [...pagesOf(one.content), ...pagesOf(other.content)])
      expect(problemsOfBlocks(page.blocks).filter(({ block, problem }) => isBarrier(block, problem.code))).toEqual([]);
  }
  const speaker = await rig.app.signInAs(await rig.app.aPerson("a", { isAuthor: true }), "a");
  await speaker.put("/rest/account/profile", { givenName: "Kim", familyName: "Berg", locale: "de", timeZone: null });
  const made = await create({ courseTypeId: 1, template: "onboarding" }, speaker);
  const draft = await rig.open(made.json().CourseID, speaker);
  expect(draft).toMatchObject({ language: "de", outline: { chapters: [{ title: "Willkommen" }, {}, {}] } });
});

test("a course of the portal that is offered begins another author's: pages with ids of their own, nobody in it, no version, no title", async () => {
  const { app, aCourse, aPage, aContent, author, admin, open } = rig;
  const owner = await app.aPerson("a", { isAuthor: true, givenName: "Otto", familyName: "Offer" });
  const { id } = await aCourse({ title: "Safety walk", content: aContent([aPage("p1"), aPage("p2")]), createdBy: owner.id });
  await app.anEnrolment("a", { courseId: id, userId: (await app.aPerson("a")).id });
  const colleague = await app.aPerson("a", { isAuthor: true });
  await rig.admin.put(`/rest/editor/courses/${id}/coauthors`, { userIds: [colleague.id] });
  expect((await create({ courseTypeId: 1, template: id })).json()).toEqual({ message: expect.stringContaining("no longer offered") });
  await offer(id);
  expect((await templates()).courses).toEqual([{ id, type: "online", title: "Safety walk", pages: 2, author: "Otto Offer" }]);
  const { CourseID } = (await create({ courseTypeId: 1, template: id })).json();
  const copy = await open(CourseID);
  expect(copy).toMatchObject({ title: untitled, status: "draft", versions: [], isTemplate: false, learners: { enrolled: 0 } });
  expect(copy.pages.map(({ title }) => title).toSorted()).toEqual(["Page p1", "Page p2"]);
  expect(copy.outline.chapters.flatMap(({ pageIds }) => pageIds)).not.toContain("p1");
  expect(await noted(CourseID)).toMatchObject([
    { action: "course_created", actor_id: author.userId, after: { type: "online", copyOf: id } },
  ]);
  // The template itself is not the author's to edit by that, and the copy is neither its owner's nor its co-authors'.
  expect((await author.get(rig.at(id))).statusCode).toBe(404);
  for (const other of [owner, colleague]) {
    const client = await app.signInAs(other, "a");
    expect((await client.get(rig.at(id))).statusCode).toBe(200);
    expect((await client.get(rig.at(CourseID))).statusCode).toBe(404);
  }
  expect((await create({ courseTypeId: 1, template: id }, admin)).json()).toEqual({ CourseID: expect.any(Number) });
});

test("a SCORM course begins as a template of its own type, and has its package", async () => {
  const { app, author } = rig;
  const editor = (courseId: number) => author.get(`/rest/editor/courses/${courseId}/package`);
  const { CourseID: id } = (await create({ courseTypeId: 3 })).json();
  const portal_id = app.portal("a").id;
  await app.databases.inSystem("prepare a test", async (db) => {
    const file = await db
      .insertInto("files")
      .values({ portal_id, storage_key: "zip-of-template", name: "tents.zip", media_type: "application/zip", bytes: 9, sha256: "0" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const manifest = { standard: "1.2", edition: "1.2", title: "Tents", organization: { identifier: "o", title: "Tents", items: [] } };
    const report = { findings: [], entryCount: 1, bytes: 9, standard: "1.2", edition: "1.2", scoCount: 0 };
    await db
      .insertInto("scorm_packages")
      .values({
        portal_id,
        course_id: id,
        standard: "1.2",
        edition: "1.2",
        title: "Tents",
        storage_key: "folder-of-template",
        entry_count: 1,
        bytes: 9,
        source_file_id: file.id,
        manifest: JSON.stringify(manifest),
        report: JSON.stringify(report),
        uploaded_by: author.userId,
      })
      .execute();
  });
  await offer(id);
  expect((await templates()).courses).toContainEqual(expect.objectContaining({ id, type: "scorm" }));
  const { CourseID } = (await create({ courseTypeId: 3, template: id })).json();
  expect((await editor(CourseID)).json()).toMatchObject({ title: untitled, package: { title: "Tents", fileName: "tents.zip" } });
  expect(await rig.open(CourseID)).toMatchObject({ isTemplate: false });
  expect((await create({ courseTypeId: 1, template: id })).json()).toEqual({ message: expect.stringContaining("no longer offered") });
});

test("what is no template here, or of another type, is refused in words and leaves nothing; nor do others create or look", async () => {
  const { app, aCourse } = rig;
  const { id } = await aCourse({ title: "Offered" });
  await offer(id);
  const foreign = await app.aCourse("b", { title: "Foreign" });
  await offer(foreign.id);
  const before = await everything();
  for (const template of [foreign.id, (await app.aCourse("b")).id, 2 ** 40, -1])
    expect((await create({ courseTypeId: 1, template })).json()).toEqual({ message: expect.stringContaining("no longer offered") });
  expect((await create({ courseTypeId: 3, template: id })).json()).toEqual({ message: expect.stringContaining("no longer offered") });
  expect((await create({ courseTypeId: 3, template: "product" })).json()).toEqual({ message: "This template is for online courses." });
  expect((await create({ courseTypeId: 2, template: id })).json()).toEqual({ message: expect.stringContaining("Classroom courses") });
  for (const template of ["none", "", 1.5, null, {}]) expect((await create({ courseTypeId: 1, template })).statusCode).toBe(400);
  for (const role of ["student", "manager"] as const) {
    const client = await app.signIn(role, "a");
    expect((await create({ courseTypeId: 1, template: id }, client)).statusCode).toBe(403);
    expect((await client.get("/rest/course/templates")).statusCode).toBe(403);
  }
  const abroad = await app.signIn("author", "b");
  expect((await create({ courseTypeId: 1, template: id }, abroad)).json()).toEqual({ message: expect.any(String) });
  expect((await templates(abroad)).courses).toMatchObject([{ id: foreign.id }]);
  expect(await everything()).toEqual({ ...before, courses: before.courses + 1 });
});

const send = (step: string, name: string, data: Buffer | string, fields: Record<string, string> = {}, client: Client = rig.author) =>
  client.request({
    method: "POST",
    url: `${documentCoursePath}?do=${step}`,
    headers: headersOf(rig.app, client),
    payload: formOf({ name, data, fields }),
  });

test("a Word document is looked at first, then becomes a course of its title with its pages and pictures", async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const document = await wordDocument({ picture });
  const before = [await everything(), onDisk(rig.app)];
  const looked = (await send("look", "Climbing.docx", document)).json();
  expect(looked).toMatchObject({
    title: "Ropes",
    chapters: [{ title: "Climbing" }, { title: "Ropes" }, { title: "Walls" }],
    isAdded: false,
  });
  expect(looked).not.toHaveProperty("CourseID");
  expect([await everything(), onDisk(rig.app)]).toEqual(before);
  const { CourseID } = (await send("add", "Climbing.docx", document, { title: "  Climbing\tfor all " })).json();
  const draft = await rig.open(CourseID);
  expect(draft).toMatchObject({ title: "Climbing for all", status: "draft", versions: [] });
  expect(draft.outline.chapters.map(({ title, pageIds }) => [title, pageIds.length])).toEqual([
    ["Climbing", 1],
    ["Ropes", 2],
    ["Walls", 1],
  ]);
  expect(await noted(CourseID)).toMatchObject([
    { action: "course_created", actor_id: rig.author.userId, after: { type: "online" } },
    { action: "document_imported", after: { chapters: 3, pages: 4, pictures: 1 } },
  ]);
  const { revision } = draft;
  const publish = async () => (await rig.author.post(rig.at(CourseID, "/publish"), { revision, note: "First" })).json();
  // The document had a table without headers and a link called “More”.
  const { problems } = (await publish()).data;
  expect(problems).toMatchObject([
    { code: "link_vague", isBarrier: true },
    { code: "header_missing", isBarrier: true },
  ]);
  for (const { pageId } of problems as { pageId: string }[]) {
    const { page, revision: of } = await rig.read(CourseID, pageId);
    const mended = JSON.stringify(page).replace('"headerRow":false', '"headerRow":true').replace('"text":"More"', '"text":"How to climb"');
    await rig.save(CourseID, JSON.parse(mended), of);
  }
  expect(await publish()).toMatchObject({ number: 1 });
});

test("a title alone begins no chapter, and without a heading the file names the course", async () => {
  expect((await send("look", "x.md", "# Ladders\n\n# Before\n\nLook.\n\n# After\n\nPut it back.")).json()).toMatchObject({
    title: "Ladders",
    chapters: [{ title: "Before" }, { title: "After" }],
  });
  expect((await send("look", "safe_on__ladders.txt", "Hold on.")).json()).toMatchObject({ title: "safe on ladders" });
  const { CourseID } = (await send("add", "safe_on_ladders.txt", "Hold on.")).json();
  expect(await rig.open(CourseID)).toMatchObject({ title: "safe on ladders" });
});

test("a document that cannot be read makes no course, nor does one from somebody who makes none", async () => {
  const before = [await everything(), onDisk(rig.app)];
  for (const [name, data] of [
    ["a.docx", "no zip"],
    ["a.md", "   "],
    ["a.exe", "MZ"],
    ["a.docx", Buffer.from("d0cf11e0a1b11ae1", "hex")],
  ] as const) {
    const answer = await send("add", name, data);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toEqual(expect.any(String));
  }
  expect((await send("make", "a.md", "# A")).json()).toMatchObject({ errors: [{ code: "no_such_step" }] });
  expect((await send("add", "a.md", "# A", { path: "x" })).json()).toMatchObject({ errors: [{ code: "unknown_field" }] });
  for (const role of ["student", "manager"] as const)
    expect((await send("add", "a.md", "# A", {}, await rig.app.signIn(role, "a"))).statusCode).toBe(403);
  // A session of one portal is none in another.
  const abroad = await rig.app.signIn("author", "b");
  expect((await send("add", "a.md", "# A", {}, abroad)).statusCode).toBe(401);
  expect([await everything(), onDisk(rig.app)]).toEqual(before);
});
