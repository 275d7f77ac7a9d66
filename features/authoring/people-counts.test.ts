import { sql } from "kysely";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { typed } from "#platform/db/typed.ts";
import { enrolledIn, peopleCounts } from "./server/people-sql.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const Counts = z.object({ enrolled: z.int(), notStarted: z.int(), inProgress: z.int(), completed: z.int() });
const Learner = z.object({ active: z.boolean(), attempts: z.array(z.boolean()) });

test("the numbers of a course's people are those of everybody's standing, one by one", async () => {
  const { id: portalId } = app.portal("a");
  const course = await app.aCourse("a");
  const other = await app.aCourse("a");
  const author = app.person("author", "a");
  const yesterday = new Date(Date.now() - 86_400_000);
  // Every combination of: in force, expired, ended, expired but enrolled again; no attempt, under way, completed, taken back, completed and begun again, the other way round.
  for (let nth = 0; nth < 48; nth++) {
    const person = await app.aPerson("a");
    const of = nth % 7 === 6 ? other : course;
    const { id: enrolmentId, causeId } = await app.anEnrolment("a", {
      courseId: of.id,
      userId: person.id,
      ...(nth % 4 === 1 || nth % 4 === 3 ? { expiresAt: yesterday } : {}),
    });
    await app.databases.inSystem("prepare a test", async (db) => {
      if (nth % 4 === 2)
        await sql`insert into enrolment_cause_ends (portal_id, cause_id, ended_by) values (${portalId}, ${causeId}, ${author.id})`.execute(
          db,
        );
      if (nth % 4 === 3)
        await sql`insert into enrolment_causes (portal_id, enrolment_id, kind, created_by) values (${portalId}, ${enrolmentId}, 'person', ${author.id})`.execute(
          db,
        );
      const attempts =
        [[], ["under way"], ["done"], ["taken back"], ["done", "under way"], ["taken back", "done"]][Math.floor(nth / 4) % 6] ?? [];
      for (const [index, fate] of attempts.entries()) {
        const { id } = await db
          .insertInto("attempts")
          .values({
            portal_id: portalId,
            enrolment_id: enrolmentId,
            course_id: of.id,
            user_id: person.id,
            version_id: of.versionId,
            number: index + 1,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        if (fate === "under way") continue;
        const completion = await db
          .insertInto("completions")
          .values({
            portal_id: portalId,
            attempt_id: id,
            course_id: of.id,
            user_id: person.id,
            version_id: of.versionId,
            completed_at: yesterday,
            source: "rule",
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        if (fate === "taken back")
          await sql`insert into completion_reversals (portal_id, completion_id, reversed_by, reason) values (${portalId}, ${completion.id}, ${author.id}, 'test')`.execute(
            db,
          );
      }
    });
  }
  await app.databases.inPortal(portalId, async (db) => {
    const { rows: learners } = await typed(Learner)`select s.active,
        array(select a.completion_id is not null from attempt_progress a where a.portal_id = s.portal_id and a.enrolment_id = s.enrolment_id order by a.number) as attempts
      from enrolment_standing s where s.portal_id = ${portalId} and s.course_id = ${course.id}`.execute(db);
    const many = (which: (learner: (typeof learners)[number]) => boolean | undefined) => learners.filter(which).length;
    const plain = {
      enrolled: many(({ active }) => active),
      notStarted: many(({ active, attempts }) => active && attempts.length === 0),
      inProgress: many(({ attempts }) => attempts.at(-1) === false),
      completed: many(({ attempts }) => attempts.includes(true)),
    };
    expect(Object.values(plain).every((count) => count > 0 && count < learners.length)).toBe(true);
    const { rows } = await typed(Counts)`${peopleCounts(sql`${portalId}::bigint`, sql`${course.id}::bigint`)}`.execute(db);
    expect(rows).toEqual([plain]);
    const Learners = z.object({ learners: z.int() });
    const { rows: sorted } = await typed(
      Learners,
    )`select ${enrolledIn(sql`${portalId}::bigint`, sql`${course.id}::bigint`)} as learners`.execute(db);
    expect(sorted).toEqual([{ learners: plain.enrolled }]);
  });
});
