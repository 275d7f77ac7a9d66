import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client, PortalKey, TestApp } from "#app/test/app.ts";
import { startTestApp } from "#app/test/app.ts";
import { csvHead, csvLines } from "#platform/list/server/csv.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Row {
  title: string;
  number: number;
  outcome: string;
  accessEnded: boolean;
}
const list = async (client: Client, query = "") => {
  const reply = await client.get(`/rest/history${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json() as { rows: Row[]; page: number; total: number; all: number; years: number[] };
};
const titles = ({ rows }: { rows: Row[] }) => rows.map(({ title }) => title);

interface Past {
  title: string;
  key?: PortalKey;
  startedAt?: string;
  completedAt?: string;
  score?: number;
  passed?: boolean;
  seconds?: number;
  accessEnded?: boolean;
  /** Number of attempts; all but the last are completed. */
  attempts?: number;
}

async function aPast(userId: number, past: Past) {
  const {
    key = "a",
    title,
    startedAt = "2026-05-04T08:00:00Z",
    completedAt,
    score = null,
    passed = null,
    seconds = 0,
    attempts = 1,
  } = past;
  const course = await app.aCourse(key, { title });
  const enrolment = await app.anEnrolment(key, {
    courseId: course.id,
    userId,
    ...(past.accessEnded && { expiresAt: new Date("2026-06-01T00:00:00Z") }),
  });
  await app.databases.inSystem("prepare a test", async (db) => {
    const portal_id = app.portal(key).id;
    for (let number = 1; number <= attempts; number++) {
      const { id: attempt_id } = await db
        .insertInto("attempts")
        .values({
          portal_id,
          enrolment_id: enrolment.id,
          course_id: course.id,
          user_id: userId,
          version_id: course.versionId,
          number,
          started_at: startedAt,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("attempt_states").values({ portal_id, attempt_id, credited_seconds: seconds }).execute();
      const doneAt = number < attempts ? startedAt : completedAt;
      if (doneAt)
        await db
          .insertInto("completions")
          .values({
            portal_id,
            attempt_id,
            course_id: course.id,
            user_id: userId,
            version_id: course.versionId,
            completed_at: doneAt,
            score_percent: score,
            passed,
            source: "rule",
          })
          .execute();
    }
  });
  return course;
}

describe("one person's history", () => {
  let client: Client;
  beforeAll(async () => {
    const person = await app.aPerson("a");
    client = await app.signInAs(person, "a");
    await aPast(person.id, {
      title: "Passed",
      startedAt: "2025-03-01T08:00:00Z",
      completedAt: "2025-03-02T08:00:00Z",
      score: 91,
      passed: true,
      seconds: 5400,
    });
    await aPast(person.id, {
      title: "Failed",
      startedAt: "2026-02-01T08:00:00Z",
      completedAt: "2026-02-02T08:00:00Z",
      score: 40,
      passed: false,
      seconds: 60,
    });
    await aPast(person.id, { title: "Under way", startedAt: "2026-11-01T08:00:00Z", seconds: 600 });
    await aPast(person.id, {
      title: "100% of _it",
      startedAt: "2026-04-01T08:00:00Z",
      completedAt: "2026-04-03T08:00:00Z",
      accessEnded: true,
    });
    await aPast(person.id, { title: "Cut off", startedAt: "2026-03-01T08:00:00Z", accessEnded: true });
    // The new year in Berlin, still the old one in UTC.
    await aPast(person.id, { title: "At midnight", startedAt: "2025-12-31T23:10:00Z", completedAt: "2025-12-31T23:30:00Z" });
    await aPast(person.id, { title: "Again", startedAt: "2026-07-01T08:00:00Z", attempts: 3 });
  });

  test("lists every attempt, also of ended enrolments and every retake, with its result (MYC-3, MYC-4)", async () => {
    const { rows, total, all, years } = await list(client);
    expect(rows.map(({ title, number, outcome, accessEnded }) => [title, number, outcome, accessEnded])).toEqual([
      ["Under way", 1, "inProgress", false],
      ["Again", 3, "inProgress", false],
      ["Again", 2, "completed", false],
      ["Again", 1, "completed", false],
      ["100% of _it", 1, "completed", true],
      ["Cut off", 1, "ended", true],
      ["Failed", 1, "notPassed", false],
      ["At midnight", 1, "completed", false],
      ["Passed", 1, "passed", false],
    ]);
    expect([total, all, years]).toEqual([9, 9, [2026, 2025]]);
    expect(rows.at(-1)).toMatchObject({ version: 1, seconds: 5400, scorePercent: 91, percent: 100, startedAt: "2025-03-01T08:00:00.000Z" });
  });

  test.each([
    ["?year=2025", ["Passed"]],
    ["?outcome=passed", ["Passed"]],
    ["?outcome=ended", ["Cut off"]],
    ["?q=AGA", ["Again", "Again", "Again"]],
    ["?q=%25", ["100% of _it"]],
    ["?q=_", ["100% of _it"]],
    ["?q=nothing", []],
    ["?outcome=completed&year=2026&sort=course", ["100% of _it", "Again", "Again", "At midnight"]],
    ["?sort=-score&outcome=notPassed", ["Failed"]],
  ])("%s selects", async (query, expected) => {
    expect(titles(await list(client, query))).toEqual(expected);
  });

  test.each([
    ["-score", ["Passed", "Failed"]],
    ["score", ["Failed", "Passed"]],
    ["-time", ["Passed", "Under way"]],
    ["completed", ["Passed", "At midnight"]],
    ["course", ["100% of _it", "Again"]],
  ])("sorted by %s, those without a value last", async (sort, expected) => {
    expect(titles(await list(client, `?sort=${sort}`)).slice(0, 2)).toEqual(expected);
  });

  test.each(["?sort=password", "?sort=started;drop", "?outcome=lost", "?page=0", "?page=x", "?year=1", `?q=${"x".repeat(201)}`])(
    "%s is refused",
    async (query) => {
      expect((await client.get(`/rest/history${query}`)).statusCode).toBe(400);
    },
  );

  test("the export holds what the filters select, for spreadsheets", async () => {
    const reply = await client.get("/rest/history/export.csv?year=2025");
    expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="history-\d{4}-\d\d-\d\d\.csv"$/);
    expect(reply.body).toBe(
      "\uFEFFCourse,Attempt,Version,Started (UTC),Completed (UTC),Study time (minutes),Progress (%),Score (%),Result,Brought over,Access,Time after completion (minutes),Unusual time reported\r\n" +
        "Passed,1,1,2025-03-01T08:00:00.000Z,2025-03-02T08:00:00.000Z,90,100,91,Passed,no,Open,0,0\r\n",
    );
    expect((await client.get("/rest/history/export.csv?sort=password")).statusCode).toBe(400);
  });
});

test("pages of 25, and all of them for printing", async () => {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  await aPast(person.id, { title: "Often", attempts: 27 });
  const first = await list(client);
  const second = await list(client, "?page=2");
  expect([first.rows.length, first.total, second.rows.length, second.total]).toEqual([25, 27, 2, 27]);
  expect(new Set([...first.rows, ...second.rows].map(({ number }) => number)).size).toBe(27);
  expect((await list(client, "?rows=all")).rows.length).toBe(27);
  expect([first.page, second.page]).toEqual([1, 2]);
  // A page past the end gives the last one.
  expect(await list(client, "?page=9")).toEqual(second);
});

test("nothing of another person or another portal", async () => {
  const mine = await app.aPerson("a");
  const other = await app.aPerson("a");
  const there = await app.aPerson("b");
  await aPast(other.id, { title: "Theirs" });
  await aPast(there.id, { title: "Elsewhere", key: "b" });
  const client = await app.signInAs(mine, "a");
  const query = `?userId=${other.id}&user_id=${there.id}`;
  expect(await list(client, query)).toEqual({ rows: [], page: 1, pageSize: 25, total: 0, all: 0, years: [] });
  expect((await client.get(`/rest/history/export.csv${query}`)).body.split("\r\n").length).toBe(2);
});

test("an export is written to the audit, with whose list it is and how many rows were taken", async () => {
  const mine = await app.aPerson("a");
  await aPast(mine.id, { title: "Taken" });
  await (await app.signInAs(mine, "a")).get("/rest/history/export.csv?q=Tak");
  const entries = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("audit_events").select(["action", "after"]).where("actor_id", "=", mine.id).where("action", "=", "exported").execute(),
  );
  expect(entries).toEqual([{ action: "exported", after: { list: "/rest/history/export.csv", rows: 1 } }]);
});

test("not without signing in", async () => {
  expect((await app.anonymous("a").get("/rest/history/export.csv?sort=password")).statusCode).toBe(401);
  expect((await app.anonymous("a").get("/rest/history")).statusCode).toBe(401);
  expect((await app.anonymous("a").get("/rest/history/export.csv")).statusCode).toBe(401);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@x", "'@x"],
  ["\uff1d1+1", "'\uff1d1+1"],
  ["\uff0bx", "'\uff0bx"],
  ["\uff0dx", "'\uff0dx"],
  ["\uff20x", "'\uff20x"],
  ["\n=1+1", `"'\n'=1+1"`],
  // Where cells are parted at semicolons, quotes in the middle of a line mean nothing.
  ["a;=1+1", `"a;'=1+1"`],
  ["a\t\uff1d1", `"a\t'\uff1d1"`],
  ["a\r\n@x", `"a\r\n'@x"`],
  ["\tx", `"'\tx"`],
  ["\rx", `"'\rx"`],
  ["=a,b", `"'=a,b"`],
  ['say "a"', '"say ""a"""'],
  ["two\nlines", '"two\nlines"'],
  ["1-1", "1-1"],
  [-1, "-1"],
  [null, ""],
])("a cell %j is written %j (security.md row 75)", (cell, written) => {
  expect(csvHead(["h"]) + csvLines([[cell]])).toBe(`\uFEFFh\r\n${written}\r\n`);
});
