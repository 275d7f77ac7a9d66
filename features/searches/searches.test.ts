import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Catalog } from "#features/catalog/contract.ts";
import type { Synonyms, Unfound } from "./contract.ts";
import { sweepUnfound } from "./server/service.ts";

let app: TestApp;
let admin: Client;
let student: Client;

const search = async (q: string, client = student) => {
  const response = await client.get(`/rest/course/catalog?${new URLSearchParams({ q })}`);
  expect(response.statusCode, response.body).toBe(200);
  const { rows, isNear, all, facets } = response.json<Catalog>();
  return { titles: rows.map(({ title }) => title), isNear, all, facets };
};
const tell = async (q: string, client = student) => (await client.post("/rest/course/catalog/unfound", { q })).statusCode;
const unfound = async (query = "", client = admin) => (await client.get(`/rest/searches/unfound${query}`)).json<{ rows: Unfound[] }>().rows;
const setLines = async (lines: string[][]) => {
  const { revision } = (await admin.get("/rest/searches/synonyms")).json<Synonyms>();
  return admin.put("/rest/searches/synonyms", { lines, revision });
};

beforeAll(async () => {
  app = await startTestApp();
  [admin, student] = [await app.signIn("admin", "a"), await app.signIn("student", "a")];
  await app.aCourse("a", { title: "Übung für den Ernstfall", summary: "Évacuation in every building." });
  await app.aCourse("a", { title: "Resuscitation", tags: ["emergency"] });
  await app.aCourse("a", { title: "Working at heights", summary: "Ladder, ladder, ladder, ladder, ladder." });
  await app.aCourse("a", {
    title: "Stairs",
    content: aContent([{ ...aPage("p1"), title: "Ladders and steps" }]),
  });
  await app.aCourse("a", { title: "Tools", tags: ["ladder"] });
  await app.aCourse("a", { title: "A ladder" });
  await app.aCourse("b", { title: "Resuscitation in b" });
}, 120_000);
afterAll(() => app?.close());

test("accents and capitals do not matter, in titles, summaries and what is typed", async () => {
  for (const q of ["ubung", "ÜBUNG", "übung fur", "evacuation", "évac"])
    expect([q, await search(q)]).toMatchObject([q, { titles: ["Übung für den Ernstfall"], isNear: false }]);
});

test("a title counts more than a tag, a tag more than the outline, and the outline more than any number of words below it", async () => {
  expect((await search("ladder")).titles).toEqual(["A ladder", "Tools", "Stairs", "Working at heights"]);
});

test("words that nobody has find those that are a mistake away, and the reply says so", async () => {
  expect(await search("resucsitation")).toMatchObject({ titles: ["Resuscitation"], isNear: true });
  expect(await search("emregency")).toMatchObject({ titles: ["Resuscitation"], isNear: true });
  expect(await search("evacuatoin")).toMatchObject({ titles: ["Übung für den Ernstfall"], isNear: true });
  expect(await search("laddre hieghts")).toMatchObject({ titles: ["Working at heights"], isNear: true });
  expect(await search("zzzz")).toMatchObject({ titles: [], isNear: false });
  // A course that is made now is in the words at once.
  await app.aCourse("a", { title: "Zymurgy" });
  expect(await search("zymrugy")).toMatchObject({ titles: ["Zymurgy"], isNear: true });
});

test("words that mean the same find each other's courses at once, in their portal only", async () => {
  expect((await search("CPR")).titles).toEqual([]);
  const saved = await setLines([["first aid", "CPR", "Resuscitation"]]);
  expect(saved.statusCode, saved.body).toBe(200);
  for (const q of ["CPR", "first aid", "FIRST  aid"])
    expect([q, await search(q)]).toMatchObject([q, { titles: ["Resuscitation"], isNear: false }]);
  expect((await search("CPR", await app.signIn("student", "b"))).titles).toEqual([]);
  await setLines([]);
  expect((await search("CPR")).titles).toEqual([]);
});

test("lines need two words each, and nobody overwrites what they have not seen", async () => {
  const first = (await admin.get("/rest/searches/synonyms")).json<Synonyms>();
  for (const lines of [[["alone"]], [["a", " "]], [["a", "b".repeat(61)]], [Array.from({ length: 13 }, (_, nth) => `w${nth}`)]]) {
    const refused = await admin.put("/rest/searches/synonyms", { lines, revision: first.revision });
    expect([refused.statusCode, refused.json().errors?.length > 0]).toEqual([400, true]);
  }
  expect((await admin.put("/rest/searches/synonyms", { lines: [["car", "vehicle"]], revision: first.revision })).statusCode).toBe(200);
  const late = await admin.put("/rest/searches/synonyms", { lines: [], revision: first.revision });
  expect([late.statusCode, late.json().code]).toEqual([409, "synonyms_changed"]);
  // Hostile words are only words.
  expect(
    (
      await setLines([
        ["a'b | c", "\\':*", "<->"],
        ["&", "!("],
      ])
    ).statusCode,
  ).toBe(200);
  for (const q of ["a'b", "&", "!(", "<->"]) expect((await search(q)).titles).toEqual([]);
  await setLines([]);
});

test("a search that finds nothing is counted by its words; one that finds something, and what could say who somebody is, is not", async () => {
  for (const q of ["Beekeeping  for\tall", "beekeeping for ALL", "resucsitation", "ladder", "jo@a.test", "call 0301234567", " "])
    expect([q, await tell(q)]).toEqual([q, 200]);
  expect(await tell("beekeeping for all", await app.signIn("author", "a"))).toBe(200);
  const rows = await unfound();
  expect(rows).toMatchObject([{ words: "beekeeping for all", times: 3 }]);
  // Nothing else is in the table, so nobody is.
  const stored = await app.databases.inSystem("look at a test", (db) => db.selectFrom("catalog_unfound").selectAll().execute());
  expect(stored.map((row) => Object.keys(row).toSorted())).toEqual([["first_at", "last_at", "portal_id", "times", "words"]]);
  expect(await unfound("", await app.signIn("admin", "b"))).toEqual([]);
  expect(await unfound("?q=BEEK")).toHaveLength(1);
  expect(await unfound("?q=ladder")).toEqual([]);
  const csv = await admin.get("/rest/searches/unfound/export.csv?sort=-last");
  expect([csv.statusCode, csv.body.includes("beekeeping for all")]).toEqual([200, true]);
});

test("words that were dealt with are taken out, and old ones go by themselves", async () => {
  expect((await admin.post("/rest/searches/unfound/forget", { words: "beekeeping for all" })).statusCode).toBe(200);
  expect((await admin.post("/rest/searches/unfound/forget", { words: "beekeeping for all" })).statusCode).toBe(404);
  await tell("one old");
  await tell("one new");
  await app.databases.inSystem("make it old", (db) =>
    sql`update catalog_unfound set last_at = now() - interval '181 days' where words = 'one old'`.execute(db),
  );
  expect(await sweepUnfound(app.databases)).toBe(1);
  expect((await unfound()).map(({ words }) => words)).toEqual(["one new"]);
});

test("a portal keeps the thousand words that were searched last", async () => {
  const { id } = app.portal("a");
  await app.databases.inSystem("many searches", (db) =>
    sql`insert into catalog_unfound (portal_id, words, last_at) select ${id}, 'many ' || n, now() - make_interval(mins => n) from generate_series(1, 1200) n`.execute(
      db,
    ),
  );
  await tell("one more of them");
  const { rows } = await app.databases.inSystem("count", (db) =>
    sql<{
      count: number;
      newest: string;
    }>`select count(*)::int as count, (select words from catalog_unfound order by last_at desc limit 1) as newest from catalog_unfound`.execute(
      db,
    ),
  );
  expect(rows).toEqual([{ count: 1000, newest: "one more of them" }]);
});

test("only admins set words and see what was searched", async () => {
  for (const role of ["student", "author", "manager"] as const)
    for (const portal of ["a", "b"] as const) {
      const client = await app.signIn(role, portal);
      const answers = [
        await client.get("/rest/searches/synonyms"),
        await client.put("/rest/searches/synonyms", { lines: [], revision: 0 }),
        await client.get("/rest/searches/unfound"),
        await client.get("/rest/searches/unfound/export.csv"),
        await client.post("/rest/searches/unfound/forget", { words: "one new" }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    }
  const foreign = await app.signIn("admin", "b");
  expect((await foreign.post("/rest/searches/unfound/forget", { words: "many 3" })).statusCode).toBe(404);
});
