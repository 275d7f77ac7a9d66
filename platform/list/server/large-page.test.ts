import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { countRows } from "./large-page.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** What so many who ask at the same moment are told. */
const countTimes = (remembersFrom: number, times: number) =>
  app.databases.inPortal(app.portal("a").id, (db) =>
    Promise.all(
      Array.from({ length: times }, () => countRows(db, { from: sql`categories where name like ${`C${remembersFrom} %`}`, remembersFrom })),
    ),
  );
const count = async (remembersFrom: number) => (await countTimes(remembersFrom, 1))[0];
const add = (remembersFrom: number, from: number, to: number) =>
  app.databases.inSystem("prepare a test", (db) =>
    sql`insert into categories (portal_id, name) select ${app.portal("a").id}, ${`C${remembersFrom} `} || n
      from generate_series(${from}::int, ${to}::int) n`.execute(db),
  );

test("a large number is counted by one of those who ask at the same moment, minutes after it was counted too, and is half a minute old at most for one who asks alone", async () => {
  await add(4, 1, 4);
  expect(await count(4)).toBe(4);
  await add(4, 5, 6);
  pass(20_000);
  expect(await count(4)).toBe(4);
  pass(5 * minute);
  expect(await countTimes(4, 3)).toEqual([6, 4, 4]);
  expect(await count(4)).toBe(6);
  await add(4, 7, 7);
  pass(11 * minute);
  expect(await countTimes(4, 2)).toEqual([7, 7]);
});

test("a number that is not large any more is told at once", async () => {
  await add(3, 1, 3);
  expect(await count(3)).toBe(3);
  await app.databases.inSystem("prepare a test", (db) => sql`delete from categories where name = 'C3 1'`.execute(db));
  pass(minute / 2 + 1);
  expect([await count(3), await count(3)]).toEqual([2, 2]);
});
