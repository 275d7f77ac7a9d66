import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { updateCategories, updateCourse } from "#features/authoring/server/queries.ts";
import { courseTypes } from "#features/courses/course-type-names.ts";
import type { Catalogue, listCatalogues } from "#features/catalogues/contract.ts";
import type { getSynonyms } from "#features/searches/contract.ts";
import type { listCategories } from "#features/categories/contract.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { seed } from "#platform/test/seed.ts";
import { catalogList } from "./catalog-list.ts";
import { catalog, type Catalog } from "./contract.ts";
import { durationBands, eligibleWhen, myStates, priceKinds } from "./facet-values.ts";
import { plainCatalog } from "./test/plain-catalog.ts";

// Search, facets, counts and order come from memory: they are what plain counting of the tables gives, after every change and for every person.

let app: TestApp;
const people: { client: Client; portal: "a" | "b" }[] = [];
const categories: { a: number[]; b: number[] } = { a: [], b: [] };
const groups = { a: 0, b: 0 };
const courses: { a: number[]; b: number[] } = { a: [], b: [] };
const words = ["safety", "fire", "office", "ladder", "work", "Übung"];

beforeAll(async () => {
  app = await startTestApp();
  for (const portal of ["a", "b"] as const) {
    const roots = [await app.aCategory(portal, { name: "Roots" }), await app.aCategory(portal, { name: "Fire" })];
    const below = await app.aCategory(portal, { name: "Below", parentId: roots[0]?.id ?? 0 });
    const deepest = await app.aCategory(portal, { name: "Deepest", parentId: below.id });
    categories[portal] = [...roots, below, deepest].map(({ id }) => id);
    const group = await app.databases.inSystem("a group", (db) =>
      db
        .insertInto("groups")
        .values({ portal_id: app.portal(portal).id, name: "Night shift" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    groups[portal] = group.id;
    for (const _ of [1, 2]) people.push({ client: await app.signInAs(await app.aPerson(portal), portal), portal });
  }
}, 120_000);
afterAll(() => app?.close());

type Request = Parsed<typeof catalog>["query"];

/** What the server answers, and what plain counting does. */
async function both({ client, portal }: (typeof people)[number], request: Request) {
  const query = Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)]));
  const response = await client.get(`/rest/course/catalog?${new URLSearchParams(query)}`);
  expect(response.statusCode, response.body).toBe(200);
  const answered = response.json<Catalog>();
  const { id: portalId } = app.portal(portal);
  const plain = await app.databases.inPortal(portalId, (db) => plainCatalog(db, { portalId, userId: client.userId }, request));
  return {
    answered: { ...answered, rows: answered.rows.map(({ id, categories: its, enrolled }) => ({ id, categories: its, enrolled })) },
    plain: { ...plain, rows: plain.rows.map(({ id, categories: its, active }) => ({ id, categories: its, enrolled: Boolean(active) })) },
  };
}

const pick = <Value>(values: readonly Value[], nth: number): Value => values[nth % values.length] as Value;
const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { maxLength: Math.min(2, values.length) });
const aWord = fc.constantFrom("", ...words, "fi", "la saf", "nothing like it", "'", "fier", "ofice lader", "übung", "ubung", "blaze");

const change = fc.record({
  kind: fc.constantFrom(
    "make",
    "make",
    "make",
    "enrol",
    "status",
    "title",
    "categories",
    "hide",
    "nest",
    "synonyms",
    "terms",
    "terms",
    "fits",
    "complete",
    "asks",
    "asks",
    "begins",
    "catalogue",
    "catalogue",
    "group",
  ),
  portal: fc.constantFrom("a" as const, "b" as const),
  nth: fc.nat(50),
  word: fc.constantFrom(...words),
  type: fc.constantFrom(...courseTypes),
  minutes: fc.constantFrom(0, 15, 16, 60, 61),
  language: fc.constantFrom("en", "de", "en-GB"),
  status: fc.constantFrom("published" as const, "published" as const, "draft" as const, "archived" as const),
  places: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
});
const request = fc.record({
  person: fc.nat(3),
  q: aWord,
  places: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
  type: some(courseTypes),
  duration: some(durationBands),
  language: some(["en", "de", "en-GB", "fr"]),
  state: some(myStates),
  price: some(priceKinds),
  eligible: some(eligibleWhen),
  sort: fc.constantFrom(...catalogList.sorts),
  page: fc.constantFrom(1, 1, 2, 99),
});

/** Somebody has begun a course, and completed it where that is given. */
const begin = (portalId: number, userId: number, courseId: number, completion: { passed: boolean | null } | null) =>
  app.databases.inSystem("an attempt", (db) =>
    sql`with enrolled as (
        insert into enrolments (portal_id, course_id, user_id) values (${portalId}, ${courseId}, ${userId})
        on conflict (portal_id, user_id, course_id) do update set user_id = excluded.user_id returning id),
      attempted as (
        insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number)
        select ${portalId}::bigint, e.id, ${courseId}::bigint, ${userId}::bigint, c.current_version_id,
          1 + (select count(*) from attempts a where a.portal_id = ${portalId} and a.enrolment_id = e.id)
        from enrolled e join courses c on c.portal_id = ${portalId} and c.id = ${courseId} returning id, version_id)
      insert into completions (portal_id, attempt_id, course_id, user_id, version_id, completed_at, source, passed)
      select ${portalId}::bigint, id, ${courseId}::bigint, ${userId}::bigint, version_id, now(), 'rule', ${completion?.passed ?? null}::boolean
      from attempted where ${completion !== null}`.execute(db),
  );

/** Somebody else has enrolled them. */
async function enrolFor(portal: "a" | "b", userId: number, courseId: number) {
  const isIn = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("enrolments").select("id").where("user_id", "=", userId).where("course_id", "=", courseId).executeTakeFirst(),
  );
  if (!isIn) await app.anEnrolment(portal, { courseId, userId, kind: "person" });
}

async function apply({
  kind,
  portal,
  nth,
  word,
  type,
  minutes,
  language,
  status,
  places,
}: typeof change extends fc.Arbitrary<infer C> ? C : never) {
  const { id: portalId } = app.portal(portal);
  const categoryIds = places.map((place) => pick(categories[portal], place));
  const courseId = pick(courses[portal], nth);
  if (kind === "make" || courseId === undefined) {
    const made = await app.aCourse(portal, {
      title: `${word} ${nth % 7}`,
      summary: pick(words, nth),
      tags: nth % 3 ? [] : [pick(words, nth + 1)],
      type,
      minutes,
      language,
      status,
      categoryIds,
      ...(nth % 3 === 0 && { priceCents: 900 }),
      ...(nth % 4 === 1 && { selfEnrol: false }),
      ...(nth % 5 === 0 && { requires: courses[portal].slice(0, 1), requiredCount: nth % 2 }),
    });
    courses[portal].push(made.id);
  } else if (kind === "hide" || kind === "nest") {
    const admin = await app.signIn("admin", portal);
    const { rows } = (await admin.get("/rest/categories")).json<Result<typeof listCategories>>();
    const row = pick(rows, nth);
    if (kind === "hide") await admin.put(`/rest/categories/${row.id}`, { ...row, isHidden: !row.isHidden });
    // Into itself or below it is refused, which changes nothing.
    else await admin.post(`/rest/categories/${row.id}/move`, { parentId: categoryIds[0] ?? null, beforeId: null });
  } else if (kind === "synonyms") {
    const admin = await app.signIn("admin", portal);
    const { revision } = (await admin.get("/rest/searches/synonyms")).json<Result<typeof getSynonyms>>();
    await admin.put("/rest/searches/synonyms", { lines: nth % 2 ? [["blaze", word, "la saf"]] : [], revision });
  } else if (kind === "catalogue") {
    const admin = await app.signIn("admin", portal);
    const { rows } = (await admin.get("/rest/catalogues")).json<Result<typeof listCatalogues>>();
    const body = {
      name: `${word} ${nth}`,
      description: "",
      forEverybody: nth % 5 === 0,
      groupIds: nth % 3 ? [groups[portal]] : [],
      categoryIds,
      courseIds: courses[portal].slice(nth % 4, (nth % 4) + (nth % 3)),
    };
    const [row] = rows;
    if (!row || rows.length < 2) await admin.post("/rest/catalogues", body);
    else if (nth % 2) await admin.post(`/rest/catalogues/${row.id}/delete`, {});
    else {
      const { revision } = (await admin.get(`/rest/catalogues/${row.id}`)).json<Catalogue>();
      await admin.put(`/rest/catalogues/${row.id}`, { ...body, revision });
    }
  } else if (kind === "terms") {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const [from, until] = [
      [null, null],
      [at(-1), null],
      [at(1), null],
      [at(-2), at(-1)],
      [at(-1), at(1)],
    ][nth % 5] as [Date | null, Date | null];
    const condition = nth % 2 ? JSON.stringify({ kind: "status", is: "active" }) : null;
    const settings = {
      price_cents: nth % 3 ? null : 500,
      price_currency: nth % 3 ? null : "EUR",
      prerequisites_asked: condition && 0,
      prerequisite_condition: condition,
      enrol_from: from,
      enrol_until: until,
      enrol_zone: from || until ? "UTC" : null,
    };
    await app.databases.inPortal(portalId, (db) => updateCourse(db, portalId, courseId, { fields: { settings } as never }));
  } else if (kind === "complete") {
    const { client } = pick(
      people.filter((one) => one.portal === portal),
      nth,
    );
    await begin(
      portalId,
      client.userId,
      nth % 2 ? (courses[portal][0] ?? 0) : courseId,
      nth % 3 ? { passed: nth % 4 ? null : false } : null,
    );
  } else if (kind === "fits") {
    // Who fits changes without the catalog.
    const { client } = pick(
      people.filter((one) => one.portal === portal),
      nth,
    );
    await app.databases.inSystem("who fits a condition", (db) =>
      nth % 3
        ? sql`insert into course_fitting (portal_id, course_id, user_id) select ${portalId}, id, ${client.userId} from courses
            where portal_id = ${portalId} and prerequisite_condition is not null on conflict do nothing`.execute(db)
        : sql`delete from course_fitting where portal_id = ${portalId} and user_id = ${client.userId}`.execute(db),
    );
  } else if (kind === "group") {
    const { client } = pick(
      people.filter((one) => one.portal === portal),
      nth,
    );
    const key = { portal_id: portalId, group_id: groups[portal], user_id: client.userId };
    await app.databases.inSystem("a member of a group", async (db) => {
      await db.deleteFrom("group_members").where("user_id", "=", client.userId).where("group_id", "=", groups[portal]).execute();
      if (nth % 2)
        await db
          .insertInto("group_members")
          .values({ ...key, cause: "hand" })
          .execute();
    });
  } else if (kind === "enrol") {
    const { client } = pick(
      people.filter((one) => one.portal === portal),
      nth,
    );
    // By themselves, or by somebody else whatever it costs.
    if (nth % 3) await client.post("/rest/enrolment/enrol", { courseId });
    else await enrolFor(portal, client.userId, courseId);
  } else
    await app.databases.inPortal(portalId, async (db) => {
      if (kind === "categories") await updateCategories(db, portalId, courseId, categoryIds);
      await updateCourse(
        db,
        portalId,
        courseId,
        kind === "status" ? { status } : { fields: kind === "title" ? { title: `${word} ${nth}`, minutes, language } : {} },
      );
    });
}

test("search, facets, counts and order are those of plain counting, after every change and for every person", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, request), { minLength: 4, maxLength: 8 }), async (steps) => {
      for (const [made, { person, places, ...asked }] of steps) {
        await apply(made);
        const by = pick(people, person);
        const query: Request = { ...asked, categories: places.map((place) => categories[by.portal][place] ?? 999_999) };
        for (const one of [
          query,
          { ...query, page: 1, q: "", categories: [], type: [], duration: [], language: [], price: [], eligible: [] },
        ]) {
          const { answered, plain } = await both(by, one as Request);
          expect(answered).toEqual(plain);
        }
      }
    }),
    { numRuns: 12, ...seed },
  );
});

test("free and paid courses are counted, and those for which somebody is eligible once they ask for them (CAT-3)", async () => {
  const { client } = people[3] as (typeof people)[number];
  const other = await app.signInAs(await app.aPerson("b"), "b");
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const tags = ["eligibly"];
  const { id: first } = await app.aCourse("b", { title: "A", tags });
  await app.aCourse("b", { title: "B", tags, requires: [first], priceCents: 100 });
  await app.aCourse("b", { title: "C", tags, enrolFrom: hour(1), enrolUntil: hour(2), language: "de" });
  const { id: fitting } = await app.aCourse("b", { title: "D", tags, enrolUntil: hour(1), requiredCount: 0, language: "de" });
  const { id: portalId } = app.portal("b");
  await app.databases.inSystem("a condition", async (db) => {
    await sql`update courses set prerequisite_condition = '{"kind": "status", "is": "active"}' where portal_id = ${portalId} and id = ${fitting}`.execute(
      db,
    );
    await sql`insert into course_fitting (portal_id, course_id, user_id) values (${portalId}, ${fitting}, ${client.userId})`.execute(db);
  });
  const asked = async (query: string, by = client) => {
    const { rows, total, facets } = (await by.get(`/rest/course/catalog?q=eligibly&sort=title${query}`)).json<Catalog>();
    return { titles: rows.map(({ title }) => title).join(""), ids: rows.map(({ id }) => id), total, ...facets };
  };
  expect(await asked("")).toMatchObject({
    titles: "ABCD",
    price: [
      { id: "free", count: 3 },
      { id: "costs", count: 1 },
    ],
    eligible: [{ id: "now", count: null }],
  });
  expect((await asked("&price=costs")).titles).toBe("B");
  expect(await asked("&eligible=now")).toMatchObject({
    titles: "AD",
    total: 2,
    eligible: [{ id: "now", count: 2 }],
    // What there is stays a choice.
    price: [
      { id: "free", count: 2 },
      { id: "costs", count: 0 },
    ],
    language: [
      { id: "de", count: 1 },
      { id: "en", count: 1 },
    ],
  });
  expect(await asked("&eligible=now&language=de")).toMatchObject({ titles: "D", eligible: [{ id: "now", count: 1 }] });
  expect(await asked("&eligible=now", other)).toMatchObject({ titles: "A", eligible: [{ id: "now", count: 1 }] });
  // Whoever is enrolled in it and fits no more is not.
  expect((await client.post("/rest/enrolment/enrol", { courseId: fitting })).statusCode).toBe(200);
  const state = (enrolled: number) => [
    { id: "notEnrolled", count: 1 },
    { id: "enrolled", count: enrolled },
  ];
  expect(await asked("&eligible=now")).toMatchObject({ titles: "AD", state: state(1) });
  await app.databases.inSystem("fits no more", (db) => sql`delete from course_fitting where course_id = ${fitting}`.execute(db));
  expect(await asked("&eligible=now")).toMatchObject({ titles: "A", state: state(0) });
  // Not passed is not completed.
  await begin(portalId, client.userId, first, { passed: false });
  expect((await asked("&eligible=now")).titles).toBe("A");
  await begin(portalId, client.userId, first, { passed: true });
  // What has a price is for whoever was enrolled by somebody else, like what has no enrolling by oneself; an empty one is for nobody.
  expect((await asked("&eligible=now")).titles).toBe("A");
  const ofB = (await asked("&price=costs")).ids[0] ?? 0;
  const { id: invited } = await app.aCourse("b", { title: "E", tags, selfEnrol: false });
  const { id: empty } = await app.aCourse("b", { title: "F", tags });
  await app.databases.inSystem("an empty course", (db) =>
    sql`update courses set current_version_id = null where id = ${empty}`.execute(db),
  );
  expect((await asked("&eligible=now")).titles).toBe("A");
  for (const courseId of [ofB, invited, empty]) await app.anEnrolment("b", { courseId, userId: client.userId, kind: "person" });
  expect((await asked("&eligible=now")).titles).toBe("ABE");
  // Whoever is in it keeps it when the time to enrol is over.
  await app.databases.inSystem("later", (db) =>
    sql`update courses set enrol_until = now() - interval '1 minute', enrol_zone = 'UTC' where id = ${invited}`.execute(db),
  );
  expect((await asked("&eligible=now")).titles).toBe("ABE");
  expect((await asked("&eligible=now", other)).titles).toBe("A");
  expect((await client.get("/rest/course/catalog?eligible=later")).statusCode).toBe(400);
});

test("a change is seen by everybody at once, and a transaction that has not ended by nobody", async () => {
  const [first, second] = people as [(typeof people)[number], (typeof people)[number]];
  const total = async ({ client }: (typeof people)[number]) =>
    (await client.get("/rest/course/catalog?q=unmistakable")).json<Catalog>().total;
  const { id: courseId } = await app.aCourse("a", { title: "Unmistakable" });
  const { id: other } = await app.aCourse("a", { title: "Other" });
  const { id: portalId } = app.portal("a");
  expect([await total(first), await total(second)]).toEqual([1, 1]);
  await app.databases.inPortal(portalId, async (db) => {
    await updateCourse(db, portalId, courseId, { status: "archived" });
    // Somebody else changes another course meanwhile, and does not wait.
    await app.databases.inPortal(portalId, (beside) => updateCourse(beside, portalId, other, { fields: { title: "Unmistakable too" } }));
    expect([await total(first), await total(second)]).toEqual([2, 2]);
  });
  expect([await total(first), await total(second)]).toEqual([1, 1]);
});
