import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { dueOf } from "./due.ts";
import { entries, primaryAction } from "./primary-action.ts";
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
  const dates = { upcoming: ["1 day", "2 days"], open: ["-1 day", "1 day"], closed: ["-2 days", "-1 day"] } as const;
  const situations = (["draft", "published", "archived"] as const).flatMap((status) =>
    [true, false].flatMap((selfEnrol) =>
      [true, false].flatMap((hasContent) =>
        entries.flatMap((entry) =>
          [true, false].flatMap((isPriced) =>
            [true, false].map((isPrepared) => ({ course: { status, selfEnrol, hasContent, entry, isPriced }, isPrepared })),
          ),
        ),
      ),
    ),
  );
  const found = await app.databases.inSystem("ask the database", async (db) => {
    const answers = [];
    for (const { course, isPrepared } of situations) {
      const [from, until] = dates[course.entry];
      const { rows } = await sql<{ isOpen: boolean }>`select ${isOpenToEnrol(sql`0`)} as "isOpen"
        from (values (${course.status}::text, ${course.selfEnrol}::boolean, ${course.hasContent ? 1 : null}::bigint, now() + ${from}::interval,
          now() + ${until}::interval, ${course.isPriced ? 100 : null}::int, ${isPrepared ? null : 1}::int, 0::bigint, 0::bigint))
          as c (status, self_enrol, current_version_id, enrol_from, enrol_until, price_cents, prerequisites_asked, portal_id, id)`.execute(
        db,
      );
      answers.push(rows[0]?.isOpen);
    }
    return answers;
  });
  for (const [nth, situation] of situations.entries())
    expect(found[nth], JSON.stringify(situation)).toBe(
      primaryAction({ ...situation, isMember: true, enrolment: null, attempt: null }).kind === "enrol",
    );
});
