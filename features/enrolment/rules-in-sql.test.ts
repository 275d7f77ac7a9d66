import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { dueOf } from "./due.ts";
import { primaryAction } from "./primary-action.ts";
import { dueState } from "./server/due-sql.ts";
import { isOpenToEnrol } from "./server/standing-sql.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const now = new Date("2026-03-25T12:00:00Z");
const day = 86_400_000;

// This week contains the change to daylight saving time: seven days are 168 hours, whatever the connection's time zone.
test.each([
  ["long ago", -400 * day, "overdue"],
  ["a millisecond ago", -1, "overdue"],
  ["this instant", 0, "overdue"],
  ["in a millisecond", 1, "soon"],
  ["in exactly seven days", 7 * day, "soon"],
  ["a millisecond later than that", 7 * day + 1, "later"],
  ["next year", 400 * day, "later"],
])("due %s is the same in TypeScript and in SQL", async (_, ms, state) => {
  const at = new Date(now.getTime() + ms);
  expect(dueOf(at, false, now.getTime())).toEqual({ at: at.toISOString(), state });
  expect(dueOf(at.toISOString(), false, now.getTime())?.state).toBe(state);
  for (const zone of ["UTC", "Europe/Berlin"])
    expect(
      await app.databases.inSystem("ask the database", async (db) => {
        await sql`select set_config('TimeZone', ${zone}, true)`.execute(db);
        const found = sql<{ state: string }>`select ${dueState(sql`${at}::timestamptz`, sql`${now}::timestamptz`)} as state`;
        return (await found.execute(db)).rows[0]?.state;
      }),
      zone,
    ).toBe(state);
});

test("nothing is due where there is no date or the work is done", async () => {
  expect(dueOf(null, false)).toBeNull();
  expect(dueOf(now, true)).toBeNull();
  const found = await app.databases.inSystem("ask the database", (db) =>
    sql<{ state: string | null }>`select ${dueState(sql`null::timestamptz`)} as state`.execute(db),
  );
  expect(found.rows).toEqual([{ state: null }]);
});

test("SQL lists as open to enrol what a member who never had the course is offered to enrol in", async () => {
  for (const status of ["draft", "published", "archived"] as const)
    for (const selfEnrol of [true, false])
      for (const hasContent of [true, false]) {
        const course = { status, selfEnrol, hasContent };
        const { rows } = await app.databases.inSystem("ask the database", (db) =>
          sql<{ isOpen: boolean }>`select ${isOpenToEnrol} as "isOpen"
            from (values (${status}::text, ${selfEnrol}::boolean, ${hasContent ? 1 : null}::bigint)) as c (status, self_enrol, current_version_id)`.execute(
            db,
          ),
        );
        const offered = primaryAction({ course, isMember: true, enrolment: null, attempt: null }).kind === "enrol";
        expect(rows[0]?.isOpen, JSON.stringify(course)).toBe(offered);
      }
});
