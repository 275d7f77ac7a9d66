import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import { startLearners, type Learners } from "./test/learners.ts";

// INV-6: what is done in an attempt is an item of its version, whoever writes it. Checked once a statement (decision 036).

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

/** An attempt on a version with the pages p1 and p2, of which p1 is done. */
async function anAttempt() {
  const learner = await learners.aLearner({ content: aContent([aPage("p1"), aPage("p2")]) });
  const { databases } = learners.app;
  const query = (text: ReturnType<typeof sql>) => databases.inSystem("try what the database refuses", (db) => text.execute(db));
  const of = sql`from attempts a where a.id = ${learner.attemptId}`;
  const add = (...keys: string[]) =>
    query(sql`insert into attempt_items (portal_id, attempt_id, version_id, item_key)
      select a.portal_id, a.id, a.version_id, unnest(${keys}::text[]) ${of}`);
  await add("p1");
  return { learner, query, of, add };
}

test("an item that the version does not have is refused with all that the statement writes", async () => {
  const another = await anAttempt();
  const { learner, query, of, add } = await anAttempt();
  await expect(add("p2", "p3")).rejects.toMatchObject({ code: "23503", constraint: "attempt_items_known" });
  await expect(
    query(sql`insert into attempt_items (portal_id, attempt_id, version_id, item_key)
      select a.portal_id, a.id, (select b.version_id from attempts b where b.id = ${another.learner.attemptId}), 'p2' ${of}`),
  ).rejects.toMatchObject({ code: "23503", constraint: "attempt_items_pinned" });
  await expect(
    query(sql`insert into attempt_items (portal_id, attempt_id, version_id, item_key)
      select a.portal_id, 9000000000, a.version_id, 'p2' ${of}`),
  ).rejects.toMatchObject({ code: "23503", constraint: "attempt_items_pinned" });
  await expect(query(sql`update attempt_items set item_key = 'p3' where attempt_id = ${learner.attemptId}`)).rejects.toMatchObject({
    constraint: "attempt_items_known",
  });
  const { rows } = await query(sql`select item_key from attempt_items where attempt_id = ${learner.attemptId}`);
  expect(rows).toEqual([{ item_key: "p1" }]);
  await add("p2");
});

test("an item that somebody has done stays in its version and keeps its name", async () => {
  const { query, of } = await anAttempt();
  const version = sql`version_id = (select a.version_id ${of})`;
  await expect(query(sql`delete from course_version_items where ${version}`)).rejects.toMatchObject({
    code: "23503",
    constraint: "attempt_items_known",
  });
  await expect(query(sql`update course_version_items set item_key = item_key || 'x' where ${version}`)).rejects.toMatchObject({
    constraint: "attempt_items_known",
  });
  await query(sql`update course_version_items set position = position + 100 where ${version}`);
  await query(sql`delete from course_version_items where ${version} and item_key = 'p2'`);
  const { rows } = await query(sql`select item_key from course_version_items where ${version}`);
  expect(rows).toEqual([{ item_key: "p1" }]);
});

test("an attempt in which something is done stays on its version and is not removed", async () => {
  const { learner, query, of } = await anAttempt();
  const before = (await query(sql`select version_id ${of}`)).rows;
  await expect(
    query(sql`with v as (insert into course_versions (portal_id, course_id, number, content, completion_rule, item_count)
        select portal_id, course_id, 2, content, completion_rule, item_count from course_versions where course_id = ${learner.course.id} returning id)
      update attempts set version_id = (select id from v) where id = ${learner.attemptId}`),
  ).rejects.toMatchObject({ code: "23503", constraint: "attempt_items_pinned" });
  await expect(query(sql`delete from attempts where id = ${learner.attemptId}`)).rejects.toMatchObject({ code: "23503" });
  await query(sql`update attempts set started_at = started_at - interval '1 hour' where id = ${learner.attemptId}`);
  expect((await query(sql`select version_id ${of}`)).rows).toEqual(before);
});
