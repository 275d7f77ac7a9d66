import { sql, type KyselyPlugin } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { countLists, countRows } from "./large-page.ts";

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

test("a large number is half a minute old at most, also for those who ask while somebody counts it anew", async () => {
  await add(4, 1, 4);
  expect(await count(4)).toBe(4);
  await add(4, 5, 6);
  pass(20_000);
  expect(await count(4)).toBe(4);
  for (const [wait, more] of [
    [minute / 2, 6],
    [5 * minute, 7],
    [11 * minute, 8],
  ] as const) {
    await add(4, more + 1, more + 1);
    pass(wait);
    expect(await countTimes(4, 3)).toEqual([more + 1, more + 1, more + 1]);
    expect(await count(4)).toBe(more + 1);
  }
});

test("those who ask for a large number at the same moment count it once, also where each asks for several", async () => {
  const lists = [5, 6].map((remembersFrom) => ({ from: sql`categories where name like ${`C${remembersFrom} %`}`, remembersFrom }));
  for (const { remembersFrom } of lists) await add(remembersFrom, 1, remembersFrom);
  let statements = 0;
  const ask = (asked: typeof lists) =>
    app.databases.inPortal(app.portal("a").id, (db) =>
      countLists(
        db.withPlugin({ transformQuery: ({ node }) => ((statements += 1), node), transformResult: async ({ result }) => result }),
        asked,
      ),
    );
  expect(await ask(lists)).toEqual([5, 6]);
  pass(minute);
  statements = 0;
  expect(await Promise.all([ask(lists), ask(lists.toReversed()), ask(lists)])).toEqual([
    [5, 6],
    [6, 5],
    [5, 6],
  ]);
  expect(statements).toBe(1);
});

test("whoever waits for a count that fails counts", async () => {
  await add(7, 1, 7);
  expect(await count(7)).toBe(7);
  pass(minute);
  const list = { from: sql`categories where name like ${"C7 %"}`, remembersFrom: 7 };
  const failing: KyselyPlugin = { transformQuery: () => expect.fail("refused"), transformResult: async ({ result }) => result };
  const told = await app.databases.inPortal(app.portal("a").id, (db) =>
    Promise.allSettled([countRows(db.withPlugin(failing), list), countRows(db, list)]),
  );
  expect(told.map((one) => (one.status === "fulfilled" ? one.value : one.status))).toEqual(["rejected", 7]);
});

test("a number that is not large any more is told at once", async () => {
  await add(3, 1, 3);
  expect(await count(3)).toBe(3);
  await app.databases.inSystem("prepare a test", (db) => sql`delete from categories where name = 'C3 1'`.execute(db));
  pass(minute / 2 + 1);
  expect([await count(3), await count(3)]).toEqual([2, 2]);
});
