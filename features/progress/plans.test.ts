import * as pg from "pg";
import { expect, test } from "vitest";
import { startTestApp } from "#app/test/app.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";

test("no commit, launch or reading makes a sequential scan of a table whose statistics are from when it was small", async () => {
  // One connection, so that PostgreSQL keeps its statements' plans.
  const app = await startTestApp({ DATABASE_POOL_SIZE: "1" });
  const looker = new pg.Client(app.databaseUrl);
  await looker.connect();
  const person = await app.aPerson("a");
  const learner = await app.signInAs(person, "a");
  const course = await app.aCourse("a");
  await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  const scorm = await aScormCourse(
    { databases: app.databases, dataDir: app.config.dataDir },
    {
      portalId: app.portal("a").id,
      userId: app.person("author", "a").id,
      zip: await zipOf(files12([{ title: "Pitching", href: "pitching.html" }])),
      learners: [person.id],
    },
  );
  const launch = async (courseId: number) => (await learner.post("/rest/progress/launch", { courseId })).json();
  const [lesson, packaged] = [await launch(course.id), await launch(scorm.id)];
  await learner.post("/rest/scorm/open", { attemptId: packaged.state.attemptId, epoch: packaged.epoch });
  let seq = 0;
  const deliver = async ({ epoch, state }: typeof lesson, fact: object) => {
    const reply = await learner.post(`/rest/progress/attempts/${state.attemptId}/commits`, {
      clientId: "plans-client",
      epoch,
      commits: [{ seq: ++seq, fact }],
    });
    expect(reply.statusCode).toBe(200);
  };
  const work = async () => {
    for (let nth = 0; nth < 12; nth++) {
      await deliver(lesson, { kind: "place", pageId: "p1", second: nth });
      await deliver(packaged, { kind: "cmi", scoKey: "sco-1", session: "session-1", values: { "cmi.core.lesson_location": `p${nth}` } });
      await learner.get(`/rest/progress/attempts/${lesson.state.attemptId}`);
      await launch(course.id);
    }
  };
  await work();
  // With statistics of a few rows, a sequential scan now looks cheaper than the index.
  await looker.query("vacuum analyze");
  await work();
  // A backend reports its statistics when its connection ends.
  await app.server.close();
  await app.databases.close();
  const growing = [
    "commit_log",
    "attempt_blocks",
    "attempt_items",
    "attempt_states",
    "attempts",
    "quiz_submissions",
    "completions",
    "scorm_states",
  ];
  await expect
    .poll(
      async () =>
        (await looker.query("select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")).rowCount,
    )
    .toBe(0);
  const { rows } = await looker.query<{ name: string; walked: number; found: number }>(
    `select relname as name, seq_scan::int as walked, coalesce(idx_scan, 0)::int as found from pg_stat_user_tables where relname = any($1)`,
    [growing],
  );
  await looker.end();
  await app.close();
  expect(rows).toHaveLength(growing.length);
  expect(rows.filter(({ walked }) => walked > 0)).toEqual([]);
  expect(rows.find(({ name }) => name === "commit_log")?.found).toBeGreaterThan(50);
});
