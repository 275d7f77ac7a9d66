import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { savedFields } from "#features/authoring/test/saved-fields.ts";
import type { Catalog } from "#features/catalog/contract.ts";
import type { Result } from "#platform/contract.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { mostLevels, type listCategories } from "./contract.ts";
import { lockCategories } from "./server/queries.ts";
import { slugOf } from "./server/slug.ts";
import { moved } from "./tree.ts";

let app: TestApp;
let admin: Client;
let student: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("manager", "a");
  student = await app.signIn("student", "a");
});
afterAll(() => app.close());
beforeEach(() =>
  app.databases.inSystem("empty", async (db) => {
    const { id } = app.portal("a");
    for (const table of ["course_categories", "category_removals", "category_slugs", "categories"] as const)
      await db.deleteFrom(table).where("portal_id", "=", id).execute();
  }),
);

type View = Result<typeof listCategories>;
const view = async () => (await admin.get("/rest/categories")).json<View>();
const rowOf = async (id: number) => {
  const row = (await view()).rows.find((one) => one.id === id);
  if (!row) throw new Error(`Category ${id} is not there.`);
  return row;
};
const add = (name: string, parentId: number | null = null) => admin.post("/rest/categories", { name, description: "", parentId });
const made = async (name: string, parentId: number | null = null): Promise<number> => {
  const answer = await add(name, parentId);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number }>().id;
};
const save = async (id: number, change: object) => admin.put(`/rest/categories/${id}`, { ...(await rowOf(id)), ...change });
const move = (id: number, parentId: number | null, beforeId: number | null = null, client = admin) =>
  client.post(`/rest/categories/${id}/move`, { parentId, beforeId });
const preview = async (id: number, into: number | null) =>
  (await admin.get(`/rest/categories/${id}/removal${into === null ? "" : `?into=${into}`}`)).json<{
    courses: number;
    added: number;
    children: number;
  }>();
const remove = async (id: number, into: number | null) =>
  admin.post(`/rest/categories/${id}/remove`, { into, seen: await preview(id, into) });
const restore = (id: number) => admin.post(`/rest/categories/${id}/restore`);
/** The tree as text: "A", "- B" below it. */
const tree = async () => (await view()).rows.map(({ name, depth }) => `${"- ".repeat(depth)}${name}`);
const catalogOf = async (query = "") => (await student.get(`/rest/course/catalog${query}`)).json<Catalog>();
const facet = async () => Object.fromEntries((await catalogOf()).facets.categories.map(({ name, count }) => [name, count] as const));
const follow = async (...names: (string | number)[]) =>
  (await student.get(`/rest/course/catalog/follow?names=${encodeURIComponent(names.join(","))}`)).json<{ ids: number[] }>().ids;
const coursesIn = async (id: number) => (await admin.get(`/rest/curriculum?category=${id}`)).json<{ total: number }>().total;

test("each count is that of the rows behind it: courses in a category and below it, once each and of any state (CAT-7)", async () => {
  const safety = await made("Safety");
  const fire = await made("Fire", safety);
  const office = await made("Office");
  await app.aCourse("a", { categoryIds: [safety, fire] });
  await app.aCourse("a", { categoryIds: [fire, office], status: "draft" });
  await app.aCourse("a", { categoryIds: [office], status: "archived" });
  await app.aCourse("a", { categoryIds: [] });
  const { rows } = await view();
  expect(rows.map(({ name, courses }) => [name, courses])).toEqual([
    ["Safety", 2],
    ["Fire", 2],
    ["Office", 2],
  ]);
  for (const { id, courses } of rows) expect([id, await coursesIn(id)]).toEqual([id, courses]);
  expect(await facet()).toEqual({ Safety: 1, Fire: 1, Office: 0 });
});

test("a category is added, renamed, described and nested; a name is at its place once, and levels end (CAT-7)", async () => {
  const top = await made("Safety");
  await made("Fire", top);
  expect((await add("fire", top)).json()).toMatchObject({ errors: [{ field: "name", code: "name_taken" }] });
  expect((await add(" ")).json()).toMatchObject({ errors: [{ field: "name" }] });
  const saved = await save(top, { name: "Safety at work", description: "For everybody" });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await rowOf(top)).toMatchObject({ name: "Safety at work", description: "For everybody", revision: 1 });
  const late = await save(top, { name: "Late", revision: 0 });
  expect([late.statusCode, late.json().code]).toEqual([409, "category_changed"]);
  let parent: number | null = top;
  for (let level = 2; level <= mostLevels; level++) parent = await made(`Level ${level}`, parent);
  expect((await add("Too deep", parent)).json()).toMatchObject({ code: "too_deep" });
  const other = await made("Other");
  await made("In other", other);
  expect((await move(other, (await rowOf(parent ?? 0)).parentId)).json()).toMatchObject({ code: "too_deep" });
});

test("a category is moved between others and into one, never into itself, and back (CAT-7)", async () => {
  const [a, b, c] = [await made("A"), await made("B"), await made("C")];
  const within = await made("A1", a);
  const answer = await move(c, null, a);
  expect(answer.json()).toEqual({ id: c, was: { parentId: null, beforeId: null } });
  expect(await tree()).toEqual(["C", "A", "- A1", "B"]);
  const nested = await move(a, b);
  expect(nested.json()).toEqual({ id: a, was: { parentId: null, beforeId: b } });
  expect(await tree()).toEqual(["C", "B", "- A", "- - A1"]);
  for (const into of [b, a, within]) expect((await move(b, into)).json()).toMatchObject({ code: "circle" });
  await move(a, null, b);
  expect(await tree()).toEqual(["C", "A", "- A1", "B"]);
  const { rows } = await view();
  expect(moved(rows, a, { parentId: b, beforeId: null }).map(({ name, depth }) => [name, depth])).toEqual([
    ["C", 0],
    ["B", 0],
    ["A", 1],
    ["A1", 2],
  ]);
  expect(moved(rows, a, { parentId: within, beforeId: null })).toEqual(rows);
});

test("two people move at the same time: both wait for each other, no circle comes of it and nothing is lost (CAT-7)", async () => {
  const [a, b] = [await made("A"), await made("B")];
  const other = await app.signIn("admin", "a");
  const { id: portalId } = app.portal("a");
  const { answers } = await app.databases.inPortal(portalId, async (db) => {
    await lockCategories(db, portalId);
    // Each reads the tree as it was, unless it waits for whoever changes it.
    const both = Promise.all([move(a, b), move(b, a, null, other)]);
    await expect.poll(async () => (await sql.raw(waitsForMe).execute(db)).rows.length, { timeout: 20_000 }).toBe(2);
    return { answers: both };
  });
  const codes = (await answers).map(({ statusCode }) => statusCode);
  expect(codes.toSorted()).toEqual([200, 409]);
  expect([
    ["A", "- B"],
    ["B", "- A"],
  ]).toContainEqual(await tree());
  const names = ["C", "D", "E", "F"];
  await Promise.all(
    names.map((name, nth) => add(name).then(async (one) => move(one.json<{ id: number }>().id, null, null, nth % 2 ? admin : other))),
  );
  expect((await view()).rows.map(({ name }) => name).toSorted()).toEqual(["A", "B", ...names]);
});

test("merging moves courses and categories to the other one as the preview said, and is undone exactly (CAT-7, INV-9)", async () => {
  const [from, into] = [await made("From"), await made("Into")];
  await made("Child", from);
  const both = await app.aCourse("a", { categoryIds: [from, into] });
  const only = await app.aCourse("a", { categoryIds: [from] });
  const other = await app.aCourse("a", { categoryIds: [into] });
  expect(await preview(from, into)).toEqual({ courses: 2, added: 1, children: 1 });
  const before = await view();
  const answer = await remove(from, into);
  expect(answer.json()).toEqual({ id: from, removal: { courses: 2, added: 1, children: 1 } });
  expect(await tree()).toEqual(["Into", "- Child"]);
  expect(await coursesIn(into)).toBe(3);
  expect((await catalogOf(`?categories=${into}`)).total).toBe(3);
  expect((await view()).removed).toMatchObject([{ id: from, name: "From", into: "Into" }]);
  expect(await follow(from, "from")).toEqual([into]);

  expect((await restore(from)).statusCode).toBe(200);
  const after = await view();
  expect(after).toEqual({ ...before, rows: after.rows.map((row) => ({ ...row, revision: 0 })) });
  const placed = await app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("course_categories").select(["course_id", "category_id"]).orderBy("course_id").orderBy("category_id").execute(),
  );
  expect(placed).toEqual([
    { course_id: both.id, category_id: from },
    { course_id: both.id, category_id: into },
    { course_id: only.id, category_id: from },
    { course_id: other.id, category_id: into },
  ]);
  expect(await follow("from")).toEqual([from]);
  // What is back already stays.
  expect((await restore(from)).statusCode).toBe(200);
});

test("one is deleted only empty or with a place for what is in it, and not by numbers that are no longer so (CAT-7)", async () => {
  const [full, empty, place] = [await made("Full"), await made("Empty"), await made("Place")];
  const child = await made("Child", full);
  await app.aCourse("a", { categoryIds: [full] });
  expect((await remove(full, null)).json()).toMatchObject({ code: "category_not_empty" });
  for (const into of [full, child])
    expect((await remove(full, into)).json()).toMatchObject({ errors: [{ field: "into", code: "circle" }] });
  expect((await remove(empty, null)).statusCode).toBe(200);
  const seen = await preview(full, place);
  await app.aCourse("a", { categoryIds: [full] });
  expect((await admin.post(`/rest/categories/${full}/remove`, { into: place, seen })).json()).toMatchObject({ code: "removal_changed" });
  expect((await remove(full, place)).statusCode).toBe(200);
  expect(await tree()).toEqual(["Place", "- Child"]);
  expect((await restore(empty)).statusCode).toBe(200);
  expect(await tree()).toEqual(["Empty", "Place", "- Child"]);
});

test("the catalog shows no hidden category and none below it; their courses stay, and count above (CAT-7)", async () => {
  const top = await made("Safety");
  const fire = await made("Fire", top);
  const deep = await made("Fire at sea", fire);
  const course = await app.aCourse("a", { categoryIds: [deep] });
  expect(await facet()).toEqual({ Safety: 1, Fire: 1, "Fire at sea": 1 });
  await save(fire, { isHidden: true });
  expect(await facet()).toEqual({ Safety: 1 });
  const { rows } = await catalogOf(`?categories=${top}`);
  expect(rows).toMatchObject([{ id: course.id, categories: [] }]);
  expect((await student.get(`/rest/course/details/${course.id}`)).json()).toMatchObject({ categories: [] });
  expect((await catalogOf(`?categories=${deep}`)).total).toBe(0);
  expect(await follow(deep)).toEqual([top]);
  expect((await view()).rows.map(({ isHidden, isShown }) => [isHidden, isShown])).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ]);
  // Out of the hidden one it is shown again.
  await move(deep, top);
  expect(await facet()).toEqual({ Safety: 1, "Fire at sea": 1 });
});

test("links by an older name lead to the category, and no other one takes that word (CAT-7)", async () => {
  const id = await made("Sécurité & feu");
  expect((await rowOf(id)).slug).toBe("securite-feu");
  await save(id, { name: "Brandschutz" });
  expect((await rowOf(id)).slug).toBe("brandschutz");
  expect(await follow("securite-feu")).toEqual([id]);
  const other = await made("Securite feu");
  expect((await rowOf(other)).slug).toBe("securite-feu-2");
  expect(await follow("securite-feu", "securite-feu-2", "nowhere", id)).toEqual([id, other]);
  await save(id, { name: "Sécurité & feu" });
  expect((await rowOf(id)).slug).toBe("securite-feu");
  expect([slugOf("2024"), slugOf("!!"), slugOf("Über uns, 3/4")]).toEqual(["category-2024", "category", "uber-uns-3-4"]);
  // A letter of two units that does not fit whole goes.
  expect(slugOf(`${"a".repeat(89)}𠮷`)).toBe("a".repeat(89));
});

test("a course is put into no category that is being removed meanwhile", async () => {
  const [from, into] = [await made("From"), await made("Into")];
  const author = await app.signIn("author", "a");
  const { CourseID } = (await author.post("/rest/course/createCourse", { courseTypeId: 3 })).json<{ CourseID: number }>();
  const course = (await author.get(`/rest/editor/online/${CourseID}`)).json<Record<string, unknown>>();
  expect((await remove(from, into)).statusCode).toBe(200);
  const answer = await author.put(`/rest/editor/online/${CourseID}/details`, {
    ...savedFields,
    categoryIds: [from],
    revision: course["revision"],
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { errors: [{ field: "categoryIds" }] }]);
});

test("only managers and admins arrange categories, each in their own portal", async () => {
  const id = await made("Safety");
  const body = { name: "Mine", description: "", isHidden: false, revision: 0 };
  for (const role of ["student", "author"] as const) {
    const client = await app.signIn(role, "a");
    const answers = [
      await client.get("/rest/categories"),
      await client.post("/rest/categories", { name: "Mine", description: "", parentId: null }),
      await client.put(`/rest/categories/${id}`, body),
      await move(id, null, null, client),
      await client.get(`/rest/categories/${id}/removal`),
      await client.post(`/rest/categories/${id}/remove`, { into: null, seen: { courses: 0, children: 0 } }),
      await client.post(`/rest/categories/${id}/restore`),
    ];
    expect([role, answers.map(({ statusCode }) => statusCode)]).toEqual([role, answers.map(() => 403)]);
  }
  const foreign = await app.signIn("admin", "b");
  expect((await foreign.put(`/rest/categories/${id}`, body)).statusCode).toBe(404);
  expect(await tree()).toEqual(["Safety"]);
});

test("a category has a picture, drawn anew, which the catalog shows and whoever sees it there loads; a removed category keeps it (CAT-7)", async () => {
  const id = await made("Sea");
  const other = await made("Land");
  await app.aCourse("a", { categoryIds: [id] });
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#08f" } })
      .png()
      .toBuffer();
  const take = (data: Buffer | string, client = admin) => client.upload(`/rest/categories/${id}/picture`, data);
  const shownIn = async () => (await catalogOf()).facets.categories.find(({ name }) => name === "Sea")?.pictureFileId;
  const loads = async (client: Client, fileId = 0) => (await client.get(`/rest/files/${fileId}/cover`)).statusCode;
  expect([(await rowOf(id)).pictureFileId, await shownIn()]).toEqual([null, undefined]);
  for (const [data, code] of [
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", "no_image"],
    ["no picture", "no_image"],
  ] as const)
    expect((await take(data)).json()).toMatchObject({ errors: [{ field: "file", code }] });
  expect((await take(Buffer.alloc(5 * 1024 ** 2 + 1))).statusCode).toBe(413);
  const taken = await take(await png(1600, 1600));
  expect([taken.statusCode, taken.json()]).toEqual([200, { id }]);
  const fileId = (await rowOf(id)).pictureFileId ?? 0;
  expect(await shownIn()).toBe(fileId);
  const sent = await student.get(`/rest/files/${fileId}/cover`);
  expect([sent.statusCode, await sharp(sent.rawPayload).metadata()]).toMatchObject([200, { format: "webp", width: 960, height: 600 }]);
  // Of another portal nobody.
  expect(await loads(await app.signIn("admin", "b"), fileId)).toBe(404);
  // Hidden, only those who arrange categories load it.
  await save(id, { isHidden: true });
  expect([await loads(student, fileId), await loads(admin, fileId), await shownIn()]).toEqual([404, 200, undefined]);
  await save(id, { isHidden: false });

  await remove(id, other);
  expect(await loads(student, fileId)).toBe(404);
  await restore(id);
  expect([await shownIn(), await loads(student, fileId)]).toEqual([fileId, 200]);
  expect((await take(await png(20, 10))).statusCode).toBe(200);
  expect(await shownIn()).not.toBe(fileId);
  expect((await admin.post(`/rest/categories/${id}/picture/remove`)).json()).toEqual({ id });
  expect(await shownIn()).toBe(undefined);
  const { rows } = (await (await app.signIn("admin", "a")).get("/rest/audit?q=category_picture")).json<{ rows: { action: string }[] }>();
  expect(rows.map(({ action }) => action)).toEqual(["category_picture_removed", "category_picture_set", "category_picture_set"]);
});

test("who may not arrange categories sets no picture, and nobody one of another portal", async () => {
  const id = await made("Sea");
  const strangers = [
    [student, 403],
    [await app.signIn("author", "a"), 403],
    [await app.signIn("admin", "b"), 404],
  ] as const;
  for (const [client, status] of strangers) {
    expect((await client.upload(`/rest/categories/${id}/picture`, "x")).statusCode).toBe(status);
    expect((await client.post(`/rest/categories/${id}/picture/remove`)).statusCode).toBe(status);
  }
});
