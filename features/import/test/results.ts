import { expect, test } from "vitest";
import type { ImportWorld } from "./import-world.ts";

interface Finding {
  readonly code: string;
  readonly column: number | null;
}
interface Row {
  readonly number: number;
  readonly verdict: string;
  readonly findings: readonly Finding[];
  readonly changes: readonly { meaning: string; after: string | null }[];
}

/** Tables of results from elsewhere (IMP-6), on the server of import.test.ts. */
export function resultTests({ open, check, run, rowsOf, settled, aGroup }: ImportWorld) {
  const takeResults = async (text: string, client = open.admin) => {
    const answer = await client.post("/rest/imports/paste", { text, subject: "results" });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  /** A published course with this title, by its number. */
  const aCourse = async (title: string, portal: "a" | "b" = "a") => (await open.app.aCourse(portal, { title })).id;
  const transcript = async (userId: number) => (await open.admin.get(`/rest/people/${userId}/transcript`)).json().rows;
  const codesOf = (rows: readonly Row[]) =>
    rows.map(({ number, findings }) => [number, findings.map(({ code, column }) => `${code} ${column}`)]);

  test("results from elsewhere stand in transcripts as brought over, once, and leave them when it is undone (IMP-6)", async () => {
    const courseId = await aCourse("Fire safety (old system)");
    const one = await open.app.aPerson("a", { email: "results-one@example.com" });
    await open.app.aPerson("a", { email: "results-two@example.com" });
    const text = [
      "E-Mail;Kurs;Abgeschlossen am;Begonnen am;Punkte;Ergebnis",
      "results-one@example.com;fire safety (OLD system);31.03.2019;01.02.2019;87,5 %;bestanden",
      `Results-Two@example.com;#${courseId};2020-05-02;;;nicht bestanden`,
    ].join("\n");
    const taken = await takeResults(text);
    expect(taken).toMatchObject({
      subject: "results",
      plan: { columns: ["email", "course", "completed", "started", "score", "result"], key: "email", dateOrder: "dmy" },
    });
    expect((await check(taken)).counts).toMatchObject({ create: 2, error: 0 });
    expect((await rowsOf(taken.id))[0].changes).toEqual([
      { meaning: "course", before: null, after: "Fire safety (old system)" },
      { meaning: "completed", before: null, after: "2019-03-31" },
      { meaning: "started", before: null, after: "2019-02-01" },
      { meaning: "score", before: null, after: "87.5" },
      { meaning: "result", before: null, after: "passed" },
    ]);
    expect(await transcript(one.id)).toEqual([]);

    const done = await run(taken.id);
    expect(done).toMatchObject({ state: "done", counts: { done: 2, refused: 0 } });
    const [shown] = await transcript(one.id);
    expect(shown).toMatchObject({ courseId, outcome: "passed", scorePercent: 87.5, isImported: true, accessEnded: true });
    expect([shown.startedAt.slice(0, 10), shown.completedAt.slice(0, 10)]).toEqual(["2019-02-01", "2019-03-31"]);
    // The person sees it too, is not let into the course by it, and is told why it is there.
    const learner = await open.app.signInAs(one, "a");
    expect((await learner.get("/rest/history")).json().rows).toMatchObject([{ courseId, isImported: true }]);
    const causes = await open.db.query(
      "select k.kind, x.cause_id is not null as ended from enrolments e join enrolment_causes k on k.enrolment_id = e.id left join enrolment_cause_ends x on x.cause_id = k.id where e.user_id = $1",
      [one.id],
    );
    expect(causes.rows).toEqual([{ kind: "import", ended: true }]);
    const story = (await open.admin.get(`/rest/people/${one.id}/timeline`)).json().rows as { what: string }[];
    expect(story.map(({ what }) => what)).toContain("imported_passed");
    const noted = await open.db.query("select after from audit_events where action = 'result_imported' and object_id = $1", [one.id]);
    expect(noted.rows).toMatchObject([{ after: { course: courseId, score: 87.5, passed: true } }]);

    // Once more, nothing happens.
    const again = await takeResults(text);
    expect((await check(again)).counts).toMatchObject({ create: 0, unchanged: 2, error: 0 });
    expect((await open.admin.post(`/rest/imports/${again.id}/run`, { people: null })).json().code).toBe("import_empty");

    const undo = await open.admin.post(`/rest/jobs/${done.runJobId}/undo`, {});
    expect(undo.statusCode, undo.body).toBe(200);
    expect((await settled(taken.id)).counts).toMatchObject({ undone: 2, kept: 0 });
    expect(await transcript(one.id)).toEqual([]);
    expect((await open.admin.get(`/rest/people/${one.id}/attempts`)).json().rows).toEqual([]);
    expect((await learner.get("/rest/history")).json()).toMatchObject({ rows: [], all: 0 });
    // It can be brought in anew.
    expect((await check(await takeResults(text))).counts).toMatchObject({ create: 2 });
  });

  test("what was learnt here is never written over by a table of results", async () => {
    const courseId = await aCourse("Learnt here");
    const one = await open.app.aPerson("a", { email: "learns-here@example.com" });
    const { id: enrolmentId } = await open.app.anEnrolment("a", { courseId, userId: one.id });
    await open.db.query(
      `insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number)
       select portal_id, $1, id, $2, current_version_id, 1 from courses where id = $3`,
      [enrolmentId, one.id, courseId],
    );
    const taken = await takeResults(
      "email,course,completed\nlearns-here@example.com,Learnt here,2018-01-05\nlearns-here@example.com,Learnt here,2017-01-05\n",
    );
    await run((await check(taken)).id as number);
    // Both stand in the transcript; the attempt that is under way stays the one that counts.
    expect((await transcript(one.id)).map((row: { isImported: boolean }) => row.isImported)).toEqual([false, true, true]);
    const learner = await open.app.signInAs(one, "a");
    const mine = (await learner.get("/rest/enrolment/myCourses")).json().rows;
    expect(mine).toMatchObject([{ courseId, attemptNumber: 1, completedAt: null, hasAccess: true }]);
  });

  test("what is wrong with a result is said at its cell, and corrected in the grid", async () => {
    await aCourse("Twice there");
    await aCourse("twice THERE");
    await aCourse("Once there");
    await aCourse("Elsewhere", "b");
    await open.app.aPerson("a", { email: "result-cells@example.com" });
    await open.app.aPerson("b", { email: "result-b@example.com" });
    const lines = [
      "email,course,completed,started,score,result",
      "nobody@example.com,Once there,2020-01-31",
      "result-b@example.com,Once there,2020-01-31",
      ",Once there,2020-01-31",
      "result-cells@example.com,,2020-01-31",
      "result-cells@example.com,No such course,2020-01-31",
      "result-cells@example.com,Elsewhere,2020-01-31",
      "result-cells@example.com,Twice there,2020-01-31",
      "result-cells@example.com,Once there,",
      "result-cells@example.com,Once there,2020-02-30",
      "result-cells@example.com,Once there,2999-01-01",
      "result-cells@example.com,Once there,2020-01-31,2020-02-01",
      "result-cells@example.com,Once there,2020-01-28,,101",
      "result-cells@example.com,Once there,2020-01-29,,many",
      "result-cells@example.com,Once there,2020-01-30,,,in progress",
      "result-cells@example.com,Once there,2020-03-01 14:30",
      "result-cells@example.com,Once there,2020-03-01",
      "admin@a.test,Once there,2020-03-01",
    ];
    const taken = await takeResults(lines.join("\n"));
    expect((await check(taken)).counts).toMatchObject({ create: 1, error: 16 });
    expect(codesOf(await rowsOf(taken.id, "error"))).toEqual([
      [2, ["nobody 0"]],
      [3, ["nobody 0"]],
      [4, ["key_needed 0"]],
      [5, ["course_missing 1"]],
      [6, ["no_course 1"]],
      [7, ["no_course 1"]],
      [8, ["courses_many 1"]],
      [9, ["date_missing 2"]],
      [10, ["no_date 2"]],
      [11, ["in_the_future 2"]],
      [12, ["starts_late 3"]],
      [13, ["no_score 4"]],
      [14, ["no_score 4"]],
      [15, ["no_result 5"]],
      [17, ["twice 2"]],
      [18, ["not_yours 0"]],
    ]);
    const corrected = await open.admin.post(`/rest/imports/${taken.id}/rows/13`, {
      cells: ["result-cells@example.com", "Once there", "2020-01-28", "", "100"],
    });
    expect(corrected.json()).toMatchObject({ verdict: "create", findings: [] });
    expect((await open.admin.get(`/rest/imports/${taken.id}/left-out.csv`)).body).toContain("There is no course No such course.");
  });

  test("security.md 94: whoever may not correct what people learned brings in no results, and a manager none of people out of reach", async () => {
    await aCourse("In reach only");
    const group = await aGroup("Results inside");
    const inside = await open.app.aPerson("a", { email: "result-inside@example.com" });
    await open.app.aPerson("a", { email: "result-outside@example.com" });
    await open.db.query(
      "insert into group_members (portal_id, group_id, user_id, cause) select portal_id, id, $1, 'hand' from groups where id = $2",
      [inside.id, group],
    );
    const scoped = await open.app.aPerson("a", { isManager: true });
    await open.db.query("update role_assignments set scope = $2 where user_id = $1", [scoped.id, { kind: "groups", groupIds: [group] }]);
    const client = await open.app.signInAs(scoped, "a");
    const text =
      "email,course,completed\nresult-inside@example.com,In reach only,2020-01-31\nresult-outside@example.com,In reach only,2020-01-31\n";
    const taken = await takeResults(text, client);
    expect((await check(taken, {}, client)).counts).toMatchObject({ create: 1, error: 1 });
    expect(codesOf(await rowsOf(taken.id, "error", client))).toEqual([[3, ["nobody 0"]]]);
    // A column of people is none of results, and the other way round.
    const wrong = await client.post(`/rest/imports/${taken.id}/check`, { ...taken.plan, columns: ["email", "roles", "completed"] });
    expect(wrong.json().errors).toMatchObject([{ field: "columns.1", code: "column_refused" }]);

    const copy = await open.admin.post("/rest/roles/copies", {
      of: "Manager",
      name: "Imports people",
      permissions: ["see-people", "import-people"],
    });
    const only = await open.app.aPerson("a");
    const terms = { role: "Manager", copyId: copy.json().copyId, scope: { kind: "portal" }, startsAt: null, endsAt: null };
    expect((await open.admin.post("/rest/roles", { userId: only.id, ...terms })).statusCode).toBe(200);
    const importer = await open.app.signInAs(only, "a");
    expect((await importer.post("/rest/imports/paste", { text, subject: "results" })).statusCode).toBe(403);
    for (const kind of ["csv", "xlsx"]) expect((await importer.get(`/rest/imports/template.${kind}?subject=results`)).statusCode).toBe(403);
  });

  test("a manager of courses brings in results of these only, and takes back none of others (ROLE-1)", async () => {
    const [own, other] = [await aCourse("Ours by scope"), await aCourse("Theirs by scope")];
    const learner = await open.app.aPerson("a", { email: "result-of-course@example.com" });
    for (const courseId of [own, other]) await open.app.anEnrolment("a", { courseId, userId: learner.id });
    const scoped = await open.app.aPerson("a", { isManager: true });
    const limitTo = (courseId: number) =>
      open.db.query("update role_assignments set scope = $2 where user_id = $1", [scoped.id, { kind: "courses", courseIds: [courseId] }]);
    await limitTo(own);
    const client = await open.app.signInAs(scoped, "a");
    const text = ["email,course,completed", ...["Ours", "Theirs"].map((whose) => `${learner.email},${whose} by scope,2020-01-31`)].join(
      "\n",
    );
    const taken = await takeResults(text, client);
    expect((await check(taken, {}, client)).counts).toMatchObject({ create: 1, error: 1 });
    expect(codesOf(await rowsOf(taken.id, "error", client))).toEqual([[3, ["other_course 1"]]]);
    const done = await run(taken.id, { people: null }, client);
    expect(done.counts).toMatchObject({ done: 1 });
    await limitTo(other);
    expect((await client.post(`/rest/jobs/${done.runJobId}/undo`, {})).statusCode).toBe(200);
    expect((await settled(taken.id, client)).counts).toMatchObject({ undone: 0, kept: 1 });
    expect(await transcript(learner.id)).toMatchObject([{ courseId: own, isImported: true }]);
  });
}
