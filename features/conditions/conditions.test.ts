import * as fc from "fast-check";
import { sql } from "kysely";
import * as z from "zod/mini";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { folded } from "#platform/folded.ts";
import { seed } from "#platform/test/seed.ts";
import { Condition, deepest, explain, fits, largest, readCondition, sizeOf } from "./condition.ts";
import type { Facts } from "./facts.ts";
import { tests } from "./kinds.ts";
import { aCondition, type Known } from "./test/a-condition.ts";
import { people, type Person } from "./test/people.ts";
import { factsOf } from "./server/facts.ts";
import { compile, explainPerson, peopleWhoFit, personFits, type Place } from "./server/service.ts";

let app: TestApp;
let place: Place;
let known: Known;
let made: Person[];
beforeAll(async () => {
  app = await startTestApp();
  place = { portalId: app.portal("a").id, now: new Date("2026-11-20T09:00:00Z"), zone: "Europe/Berlin", teams: new Map() };
  ({ known, made } = await people(app, place));
  // Three managers: one of a condition, one of groups and reports, one of nobody any more.
  const [one = 0, other = 0] = known.managerIds;
  const reports: Condition = { kind: "field", fieldId: known.fieldIds["person"] ?? 0, is: { by: "person", personIds: [other] } };
  const teams = new Map<number, Condition>([
    [one, { kind: "any", of: [{ kind: "none", of: [{ kind: "role", is: "student" }] }] }],
    [other, { kind: "any", of: [{ kind: "group", groupIds: known.groupIds.slice(0, 1) }, reports] }],
  ]);
  place = { ...place, teams };
});
afterAll(() => app.close());

const inPortal = <T>(work: (db: Db) => Promise<T>) => app.databases.inPortal(place.portalId, work);
const Results = z.object({ id: z.int(), results: z.array(z.boolean()) });
const Id = z.object({ id: z.int() });

/** Whether each of the people fits each of the conditions, by their statements. */
const byStatement = (conditions: readonly Condition[]) =>
  inPortal(async (db) => {
    const { rows } = await typed(Results)`
      select m.user_id as id, array[${sql.join(conditions.map((one) => compile(one, place)))}] as results
      from memberships m join users u on u.id = m.user_id
      where m.portal_id = ${place.portalId} and m.user_id = any (${made.map(({ id }) => id)}::bigint[])`.execute(db);
    return new Map(rows.map(({ id, results }) => [id, results]));
  });
const factsOfAll = () =>
  inPortal((db) =>
    factsOf(
      db,
      place,
      made.map(({ id }) => id),
    ),
  );

test("the statements find whom the plain rules find, for 5,000 conditions and every person", { timeout: 60_000 }, async () => {
  const facts = await factsOfAll();
  expect(facts.size).toBe(made.length);
  const conditions = fc.sample(aCondition(known), { numRuns: 5000, ...seed });
  const wrong: unknown[] = [];
  let fitting = 0;
  for (let at = 0; at < conditions.length; at += 250) {
    const some = conditions.slice(at, at + 250);
    const found = await byStatement(some);
    for (const [id, one] of facts)
      for (const [nth, condition] of some.entries()) {
        const plain = fits(condition, one, place);
        if (plain) fitting++;
        if (found.get(id)?.[nth] !== plain) wrong.push({ condition, plain, facts: one });
      }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  // Neither nearly everybody nor nearly nobody: the comparison says something.
  const share = fitting / (conditions.length * made.length);
  expect(share > 0.15 && share < 0.85).toBe(true);
});

test("letters are folded in the database as in TypeScript, whatever its locale", async () => {
  const words = [
    "Đặng Thị Ø",
    "WEISS Weiß ẞ",
    "ŁÓDŹ",
    "İstanbul ıI",
    "Ærø œuvre Þór",
    "Ёлка ЙОД",
    "ΆΣς Ωμέγα",
    "ﬁ Ⅳ ½",
    "e\u0301",
    "😀 O'Brien-9",
    "",
  ];
  const texts = [...words, ...fc.sample(fc.string({ unit: "grapheme", maxLength: 12 }), { numRuns: 300, ...seed })].filter(
    (text) => !text.includes("\u0000") && text.isWellFormed(),
  );
  const { rows } = await inPortal((db) =>
    typed(z.object({ text: z.string(), parts: z.string() }))`
      select folded(t) as text, normalize(t, nfkd) as parts from unnest(${texts}::text[]) with ordinality as x(t, n) order by n`.execute(
      db,
    ),
  );
  // Letters that are younger than the database (PostgreSQL 15 knows Unicode 14) have no parts there.
  const both = rows
    .map(({ text, parts }, at) => ({ text, parts, from: texts[at] ?? "" }))
    .filter(({ parts, from }) => parts === from.normalize("NFKD"));
  expect(both.length).toBeGreaterThan(texts.length * 0.9);
  expect(both.map(({ from }) => from)).toEqual(expect.arrayContaining(words));
  expect(both.map(({ text }) => text)).toEqual(both.map(({ from }) => folded(from)));
  expect(folded("Đặng Weiß")).toBe("dang weiss");
});

test("as a set and for one person the statements say the same; a system admin and the other portal's people fit nothing", async () => {
  const anyone: Condition = { kind: "all", of: [] };
  const everyone = await inPortal(
    async (db) => (await typed(Id)`select user_id as id from (${peopleWhoFit(anyone, place)}) f`.execute(db)).rows,
  );
  const foreign = app.person("student", "b").id;
  const ids = everyone.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect(ids).not.toContain(foreign);
  for (const [id, expected] of [
    [made[0]?.id ?? 0, true],
    [foreign, false],
    [app.person("system", "a").id, false],
  ] as const) {
    const { rows } = await inPortal((db) =>
      typed(z.object({ fits: z.boolean() }))`select ${personFits(anyone, place, sql`${id}::bigint`)} as fits`.execute(db),
    );
    expect([id, rows]).toEqual([id, [{ fits: expected }]]);
  }
});

describe("a document", () => {
  const leaf: Condition = { kind: "status", is: "active" };
  const nested = (depth: number): Condition => (depth === 0 ? leaf : { kind: "all", of: [nested(depth - 1)] });

  test("is as deep and as large as it may be, and not more", () => {
    expect(readCondition(JSON.stringify(nested(deepest)))).toEqual(nested(deepest));
    expect(readCondition(JSON.stringify(nested(deepest + 1)))).toBeUndefined();
    expect(readCondition(`${'{"kind":"all","of":['.repeat(2000)}${"]}".repeat(2000)}`)).toBeUndefined();
    const wide = (count: number): Condition => ({ kind: "any", of: Array.from({ length: count }, () => leaf) });
    expect(sizeOf(wide(largest - 1))).toBe(largest);
    expect(readCondition(JSON.stringify(wide(largest - 1)))).toBeDefined();
    expect(readCondition(JSON.stringify(wide(largest)))).toBeUndefined();
  });

  test.each([
    ["no document", "nonsense"],
    ["no condition", "7"],
    ["an unknown kind", '{"kind":"sql","text":"true"}'],
    ["an unknown column", '{"kind":"profile","of":"password_hash","test":"begins","text":"$"}'],
    ["an unknown comparison", '{"kind":"profile","of":"name","test":"; drop table users","text":"x"}'],
    ["a day that is none", '{"kind":"date","of":"joined","when":{"test":"before","day":"2026-02-30"}}'],
    ["a number as text", '{"kind":"field","fieldId":"1 or 1=1","is":{"by":"none"}}'],
    ["a group that is no number", '{"kind":"group","groupIds":["1"]}'],
    ["no language", '{"kind":"language","languages":[]}'],
    ["no time zone", '{"kind":"timeZone","zones":[]}'],
    ["no text", '{"kind":"profile","of":"name","test":"contains","text":"  "}'],
  ])("with %s is refused (security.md 73)", (_, text) => {
    expect(readCondition(text)).toBeUndefined();
  });

  test("puts nothing it holds into the text of a statement (security.md 73, 74)", async () => {
    const hostile = ["'; drop table users; --", "\\'; select 1", "%_\\", "$1", "${x}", "O'Brien", "x' or 'a'='a"];
    for (const text of hostile) {
      const condition: Condition = {
        kind: "any",
        of: (["is", "contains", "begins", "ends"] as const).map((how) => ({ kind: "profile", of: "name", test: how, text })),
      };
      const found = await byStatement([condition]);
      expect([...found.values()].flat()).not.toContain(true);
    }
    // Each text is found by itself where it is somebody's name, and by nothing else.
    const named = await app.aPerson("a", { givenName: hostile[0] ?? "", familyName: "x" });
    const { rows } = await inPortal(async (db) =>
      typed(
        Id,
      )`select user_id as id from (${peopleWhoFit({ kind: "profile", of: "givenName", test: "is", text: hostile[0] ?? "" }, place)}) f`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ id: named.id }]);
    const compiled = compile({ kind: "profile", of: "name", test: "is", text: "needle" }, place).toOperationNode();
    expect(JSON.stringify(compiled)).toContain("needle");
    expect(JSON.stringify((compiled as { sqlFragments?: unknown }).sqlFragments)).not.toContain("needle");
  });

  test("has every kind of test in the comparison", () => {
    const kinds = new Set(
      fc.sample(aCondition(known), { numRuns: 500, ...seed }).flatMap((one) => JSON.stringify(one).match(/"kind":"\w+"/g) ?? []),
    );
    const expected = tests.map(({ shape }) => `"kind":"${[...shape.kind.def.values][0]}"`);
    expect([...kinds].toSorted()).toEqual([...expected, ...["all", "any", "none"].map((kind) => `"kind":"${kind}"`)].toSorted());
  });
});

test("why somebody is in: every part of the condition with the value it saw", async () => {
  const ana = made.find(({ familyName }) => familyName === "Müller");
  const condition: Condition = {
    kind: "all",
    of: [
      { kind: "profile", of: "familyName", test: "begins", text: "mull" },
      { kind: "none", of: [{ kind: "status", is: "suspended" }] },
    ],
  };
  const explained = await inPortal((db) => explainPerson(db, condition, place, ana?.id ?? 0));
  expect(explained).toEqual({
    kind: "all",
    fits: true,
    of: [
      { kind: "test", fits: true, test: condition.of[0], seen: { texts: ["Müller"] } },
      {
        kind: "none",
        fits: true,
        of: [{ kind: "test", fits: false, test: { kind: "status", is: "suspended" }, seen: { status: "active" } }],
      },
    ],
  });
  expect(await inPortal((db) => explainPerson(db, condition, place, app.person("student", "b").id))).toBeNull();
});

test("why somebody is in by external id, language and time zone: what they have chosen, and that they have chosen none", async () => {
  const condition: Condition = {
    kind: "all",
    of: [
      { kind: "externalId", is: { test: "begins", text: "e-" } },
      { kind: "language", languages: ["de"] },
      { kind: "timeZone", zones: ["Asia/Kolkata"] },
    ],
  };
  const none: Condition = {
    kind: "all",
    of: [
      { kind: "externalId", is: { test: "none" } },
      { kind: "language", languages: null },
      { kind: "timeZone", zones: null },
    ],
  };
  const [has, lacks] = [await app.aPerson("a"), await app.aPerson("a")];
  await app.databases.inSystem("prepare a test", async (db) => {
    await db.updateTable("memberships").set({ external_id: "É-042" }).where("user_id", "=", has.id).execute();
    await db.updateTable("users").set({ locale: "de", time_zone: "Asia/Calcutta" }).where("id", "=", has.id).execute();
    await db.updateTable("users").set({ locale: null, time_zone: null }).where("id", "=", lacks.id).execute();
  });
  const seenOf = async (id: number, one: Condition) => {
    const explained = await inPortal((db) => explainPerson(db, one, place, id));
    return [explained?.fits, explained && "of" in explained ? explained.of.map((part) => "seen" in part && part.seen) : null];
  };
  const chosen = [{ texts: ["É-042"] }, { language: "de" }, { timeZone: "Asia/Calcutta" }];
  expect(await seenOf(has.id, condition)).toEqual([true, chosen]);
  expect(await seenOf(has.id, none)).toEqual([false, chosen]);
  // The portal's language and time zone count as nobody's choice.
  const nothing = [{ texts: [] }, { language: null }, { timeZone: null }];
  expect(await seenOf(lacks.id, condition)).toEqual([false, nothing]);
  expect(await seenOf(lacks.id, none)).toEqual([true, nothing]);
});

test("days begin in the portal's time zone, on the days on which clocks change too", () => {
  const joined = (iso: string) => ({ joinedAt: new Date(iso) }) as Facts;
  const before: Condition = { kind: "date", of: "joined", when: { test: "before", day: "2026-03-30" } };
  expect(fits(before, joined("2026-03-29T21:59:59Z"), place)).toBe(true);
  expect(fits(before, joined("2026-03-29T22:00:00Z"), place)).toBe(false);
  expect(fits(before, joined("2026-03-29T22:00:00Z"), { ...place, zone: "No/Where" })).toBe(true);
  expect(explain(before, joined("2026-03-01T00:00:00Z"), place).fits).toBe(true);
});
