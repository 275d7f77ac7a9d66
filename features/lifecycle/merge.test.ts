import * as pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { createLog } from "#platform/log.ts";

let app: TestApp;
let sql: pg.Client;
let worker: { stop(): Promise<void> };
let admin: Client;
let portalId: number;
beforeAll(async () => {
  app = await startTestApp({ JOB_LEASE_SECONDS: "2" });
  sql = new pg.Client(app.databaseUrl);
  await sql.connect();
  worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) });
  admin = await app.signIn("admin", "a");
  portalId = app.portal("a").id;
});
afterAll(async () => {
  await worker.stop();
  await sql.end();
  await app.close();
});

const rows = async (text: string, values: unknown[] = []) => (await sql.query(text, values)).rows as Record<string, unknown>[];
const one = async (text: string, values: unknown[]) => Number((await rows(`${text} returning id`, values))[0]?.["id"]);
async function ended(jobId: number) {
  await expect
    .poll(async () => (await admin.get(`/rest/jobs/${jobId}`)).json().state as string, { timeout: 20_000 })
    .not.toMatch(/^(queued|running)$/);
  return (await admin.get(`/rest/jobs/${jobId}`)).json() as {
    state: string;
    reason: string | null;
    facts: { value: string }[];
    undoUntil: string | null;
  };
}
const path = (kept: number, gone: number) => `/rest/lifecycle/people/${kept}/merge/${gone}`;
const nothing = { fields: [], externalId: false, courses: [] };
async function merged(kept: number, gone: number, choices: object = nothing) {
  const reply = await admin.post(path(kept, gone), choices);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  const { jobId } = reply.json() as { jobId: number };
  expect(await ended(jobId)).toMatchObject({ state: "done", reason: null });
  return jobId;
}
/** Undoes a merge; gives what was left as it is. */
async function undone(jobId: number) {
  const job = (await admin.post(`/rest/jobs/${jobId}/undo`)).json() as { id: number };
  const done = await ended(job.id);
  expect(done).toMatchObject({ state: "done", reason: null });
  return done.facts[0]?.value;
}

/** Somebody with a completed course, and with an attempt in a course that may be shared. */
async function aLearner(courseId: number, versionId: number, fields: { email: string }, score: number | null) {
  const person = await app.aPerson("a", { givenName: "Ida", familyName: "Double", ...fields });
  const { id: enrolmentId, causeId } = await app.anEnrolment("a", { courseId, userId: person.id });
  const attemptId = await one(
    "insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number) values ($1, $2, $3, $4, $5, 1)",
    [portalId, enrolmentId, courseId, person.id, versionId],
  );
  if (score !== null)
    await sql.query(
      "insert into completions (portal_id, attempt_id, course_id, user_id, version_id, score_percent, source) values ($1, $2, $3, $4, $5, $6, 'rule')",
      [portalId, attemptId, courseId, person.id, versionId, score],
    );
  await sql.query("insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind) values ($1, $2, 'device', 1, 1, 'place')", [
    portalId,
    attemptId,
  ]);
  return { ...person, enrolmentId, causeId, attemptId };
}

/** All facts of learning, without whose they are and where an attempt stands in its enrolment. */
const facts = () =>
  rows(
    `select 'completion' as of, id, to_jsonb(c) - 'user_id' as it from completions c where portal_id = $1
    union all select 'log', seq, to_jsonb(l) from commit_log l where portal_id = $1
    union all select 'attempt', id, to_jsonb(a) - '{user_id,enrolment_id,number}'::text[] from attempts a where portal_id = $1 order by 1, 2, 3`,
    [portalId],
  );
/** All that a merge moves, as it stands. */
const standing = (...ids: number[]) =>
  rows(
    `select 'e' as of, to_jsonb(e) as it from enrolments e where user_id = any ($1::bigint[])
     union all select 'a', to_jsonb(a) from attempts a where user_id = any ($1::bigint[])
     union all select 'c', to_jsonb(c) from completions c where user_id = any ($1::bigint[])
     union all select 'k', to_jsonb(k) from enrolment_causes k join enrolments e on e.portal_id = k.portal_id and e.id = k.enrolment_id where e.user_id = any ($1::bigint[])
     union all select 'f', to_jsonb(f) from field_values f where user_id = any ($1::bigint[])
     union all select 'g', to_jsonb(g) from group_members g where user_id = any ($1::bigint[])
     union all select 'r', to_jsonb(r) from role_assignments r where user_id = any ($1::bigint[])
     union all select 'm', to_jsonb(m) - 'last_sign_in_at' from memberships m where user_id = any ($1::bigint[])
     union all select 'u', to_jsonb(u) from users u where id = any ($1::bigint[]) order by 1, 2`,
    [ids],
  );

test("USR-4: two people become one, facts are the same and no key of a commit is lost; undone, everything stands as before", async () => {
  const shared = await app.aCourse("a", { title: "Shared" });
  const alone = await app.aCourse("a", { title: "Alone" });
  const kept = await aLearner(shared.id, shared.versionId, { email: "ida@double.test" }, null);
  const gone = await aLearner(shared.id, shared.versionId, { email: "ida.old@double.test" }, 90);
  const { id: aloneId } = await app.anEnrolment("a", { courseId: alone.id, userId: gone.id });
  const aloneAttempt = await one(
    "insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number) values ($1, $2, $3, $4, $5, 1)",
    [portalId, aloneId, alone.id, gone.id, alone.versionId],
  );
  await sql.query(
    "insert into completions (portal_id, attempt_id, course_id, user_id, version_id, score_percent, source) values ($1, $2, $3, $4, $5, 70, 'rule')",
    [portalId, aloneAttempt, alone.id, gone.id, alone.versionId],
  );
  const shirt = await one("insert into fields (portal_id, kind, name, position) values ($1, 'text', 'Shirt', 1)", [portalId]);
  const city = await one("insert into fields (portal_id, kind, name, position) values ($1, 'text', 'City', 2)", [portalId]);
  await sql.query(
    "insert into field_values (portal_id, field_id, user_id, words) values ($1, $2, $4, 'M'), ($1, $2, $5, 'XL'), ($1, $3, $5, 'Kiel')",
    [portalId, shirt, city, kept.id, gone.id],
  );
  const group = await one("insert into groups (portal_id, name) values ($1, 'Night shift')", [portalId]);
  await sql.query("insert into group_members (portal_id, group_id, user_id, cause) values ($1, $2, $3, 'hand')", [
    portalId,
    group,
    gone.id,
  ]);
  await sql.query("insert into role_assignments (portal_id, user_id, role) values ($1, $2, 'Author')", [portalId, gone.id]);
  await sql.query("select apply_roles($1, $2)", [portalId, gone.id]);
  await sql.query("update memberships set external_id = 'old-7' where portal_id = $1 and user_id = $2", [portalId, gone.id]);
  const before = [await facts(), await standing(kept.id, gone.id)];

  expect((await admin.get(path(kept.id, gone.id))).json()).toMatchObject({
    hindrance: null,
    fields: [
      { id: null, kept: null, gone: "old-7" },
      { id: shirt, kept: "M", gone: "XL" },
      { id: city, kept: null, gone: "Kiel" },
    ],
    courses: [{ courseId: shared.id, kept: { percent: 0, isComplete: false }, gone: { percent: 100, isComplete: true } }],
  });
  expect([await facts(), await standing(kept.id, gone.id)]).toEqual(before);
  const theirs = await app.signInAs(gone, "a");
  const jobId = await merged(kept.id, gone.id, { fields: [shirt], externalId: false, courses: [shared.id] });

  expect(await facts()).toEqual(before[0]);
  const enrolments = (await admin.get(`/rest/people/${kept.id}/enrolments`)).json().rows as {
    courseId: number;
    attempt: { id: number };
    causes: unknown[];
  }[];
  expect(enrolments.map(({ courseId, attempt, causes }) => [courseId, attempt.id, causes.length]).toSorted()).toEqual(
    [
      [shared.id, gone.attemptId, 2],
      [alone.id, aloneAttempt, 1],
    ].toSorted(),
  );
  expect(await rows("select field_id::int as field, words from field_values where user_id = $1 order by 1", [kept.id])).toEqual([
    { field: shirt, words: "XL" },
    { field: city, words: "Kiel" },
  ]);
  expect(await rows("select cause from group_members where user_id = $1 and group_id = $2", [kept.id, group])).toEqual([{ cause: "hand" }]);
  expect(await rows("select is_author, external_id from memberships where user_id = $1", [kept.id])).toEqual([
    { is_author: true, external_id: "old-7" },
  ]);
  // The history of the one who is kept has all of it.
  const student = await app.signInAs(kept, "a");
  expect((await student.get("/rest/history")).json()).toMatchObject({ total: 3 });

  // The other one is gone from everywhere; the old address leads to the one who is kept, and the old password says so to nobody else.
  expect((await theirs.get("/rest/account")).statusCode).toBe(401);
  expect((await admin.get(`/rest/people/${gone.id}`)).statusCode).toBe(404);
  expect((await admin.get(`/rest/lifecycle/people/${gone.id}/merged`)).json()).toEqual({ userId: kept.id });
  expect((await (await app.signIn("admin", "b")).get(`/rest/lifecycle/people/${gone.id}/merged`)).statusCode).toBe(404);
  const signIn = (password: string) => app.anonymous("a").post("/rest/auth/login", { email: gone.email, password });
  expect((await signIn("wrong-password-here")).json().code).not.toBe("account_merged");
  expect((await signIn(testPassword)).json()).toMatchObject({ code: "account_merged", params: { email: "i…@double.test" } });

  expect(await undone(jobId)).toBe("Nothing");
  expect(await facts()).toEqual(before[0]);
  expect(await standing(kept.id, gone.id)).toEqual(before[1]);
  expect((await admin.get(`/rest/people/${gone.id}`)).statusCode).toBe(200);
  expect((await signIn(testPassword)).statusCode).toBe(200);
  expect(
    await rows("select action from audit_events where object_kind = 'user' and object_id = $1 and action ~ 'merge' order by id", [kept.id]),
  ).toEqual(["merge_asked", "people_merged", "merge_undone"].map((action) => ({ action })));
});

test("where the kept person's attempt stays the newest, the other's are kept aside, and stand again after the undo", async () => {
  const course = await app.aCourse("a", { title: "Both" });
  const kept = await aLearner(course.id, course.versionId, { email: "uno@double.test" }, null);
  const gone = await aLearner(course.id, course.versionId, { email: "due@double.test" }, 60);
  const before = await facts();
  const jobId = await merged(kept.id, gone.id);
  const newest = async (id: number) =>
    ((await admin.get(`/rest/people/${id}/enrolments`)).json().rows as { attempt: { id: number } }[]).map(({ attempt }) => attempt.id);
  expect(await newest(kept.id)).toEqual([kept.attemptId]);
  expect(await facts()).toEqual(before);
  expect(await undone(jobId)).toBe("Nothing");
  expect(await newest(kept.id)).toEqual([kept.attemptId]);
  expect(await newest(gone.id)).toEqual([gone.attemptId]);
  expect(await facts()).toEqual(before);
});

test("an undo leaves what changed since then, and tells it", async () => {
  const first = await app.aCourse("a", { title: "Changed since" });
  const second = await app.aCourse("a", { title: "Untouched" });
  const kept = await app.aPerson("a", { email: "tre@double.test" });
  const gone = await aLearner(first.id, first.versionId, { email: "quattro@double.test" }, 50);
  const { id: secondId } = await app.anEnrolment("a", { courseId: second.id, userId: gone.id });
  const field = await one("insert into fields (portal_id, kind, name, position) values ($1, 'text', 'Desk', 3)", [portalId]);
  await sql.query("insert into field_values (portal_id, field_id, user_id, words) values ($1, $2, $3, '7a')", [portalId, field, gone.id]);
  const jobId = await merged(kept.id, gone.id);
  await sql.query("insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind) values ($1, $2, 'device', 2, 1, 'place')", [
    portalId,
    gone.attemptId,
  ]);
  await sql.query("update field_values set words = '9b' where field_id = $1", [field]);
  expect(await undone(jobId)).toBe("Changed since, Desk");
  expect(
    await rows("select user_id::int as who from enrolments where id = any ($1::bigint[]) order by id", [[gone.enrolmentId, secondId]]),
  ).toEqual([{ who: kept.id }, { who: gone.id }]);
  expect(await rows("select user_id::int as who, words from field_values where field_id = $1", [field])).toEqual([
    { who: kept.id, words: "9b" },
  ]);
});

test("admins, oneself, accounts of other portals and whoever is to be erased are not merged; managers merge nobody", async () => {
  const [kept, gone, boss, shared] = [
    await app.aPerson("a"),
    await app.aPerson("a"),
    await app.aPerson("a", { isAdmin: true }),
    await app.aPerson("a"),
  ];
  await sql.query("insert into memberships (portal_id, user_id) values ($1, $2)", [app.portal("b").id, shared.id]);
  const code = async (keep: number, other: number) => (await admin.post(path(keep, other), nothing)).json().code as string;
  expect(await code(kept.id, boss.id)).toBe("admin_records");
  expect(await code(boss.id, kept.id)).toBe("admin_records");
  expect(await code(kept.id, admin.userId)).toBe("own_records");
  expect((await admin.post(path(kept.id, kept.id), nothing)).statusCode).toBe(400);
  expect(await code(kept.id, shared.id)).toBe("account_elsewhere");
  expect((await admin.get(path(kept.id, shared.id))).json()).toMatchObject({ hindrance: "elsewhere" });
  for (const foreign of [app.person("student", "b").id, app.person("system", "a").id, 999_999_999])
    expect([(await admin.post(path(kept.id, foreign), nothing)).statusCode, (await admin.get(path(foreign, kept.id))).statusCode]).toEqual([
      404, 404,
    ]);
  const manager = await app.signIn("manager", "a");
  expect((await manager.post(path(kept.id, gone.id), nothing)).statusCode).toBe(403);
  await admin.post(`/rest/lifecycle/people/${gone.id}/erasure`, { when: "later", reason: "Asked" });
  expect(await code(kept.id, gone.id)).toBe("erasure_waits_merge");
  // An account that another portal uses can be the one that is kept.
  const third = await app.aPerson("a");
  await merged(shared.id, third.id);
});

test("erasing somebody erases whoever was merged into them, and the merge can be undone no more", async () => {
  const course = await app.aCourse("a", { title: "Erased" });
  const kept = await app.aPerson("a", { email: "keep@double.test" });
  const gone = await aLearner(course.id, course.versionId, { email: "spechtmeise@double.test" }, 80);
  const field = await one("insert into fields (portal_id, kind, name, position) values ($1, 'text', 'Bird', 4)", [portalId]);
  await sql.query("insert into field_values (portal_id, field_id, user_id, words) values ($1, $2, $3, 'spechtmeise')", [
    portalId,
    field,
    gone.id,
  ]);
  const mergeJob = await merged(kept.id, gone.id);
  const { jobId } = (
    await admin.post(`/rest/lifecycle/people/${kept.id}/erasure`, { when: "now", reason: "Asked", email: kept.email })
  ).json() as { jobId: number };
  expect(await ended(jobId)).toMatchObject({ state: "done", reason: null });
  for (const { name } of await rows("select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"))
    expect([name, (await rows(`select from ${String(name)} t where strpos(lower(t::text), 'spechtmeise') > 0`)).length]).toEqual([name, 0]);
  expect((await admin.post(`/rest/jobs/${mergeJob}/undo`)).json().code).toBe("not_undoable");
  // Nor does an undo that failed before, tried again, bring anybody back.
  const undoJob = await one(
    `insert into jobs (portal_id, owner_id, kind, input, state, started_at, ended_at, reason)
     select portal_id, asked_by, 'unmerge-people', jsonb_build_object('mergeId', id), 'failed', now(), now(), '{"text": "Failed"}' from merges where gone_id = $1`,
    [gone.id],
  );
  expect((await admin.post(`/rest/jobs/${undoJob}/retry`)).statusCode).toBe(200);
  expect((await ended(undoJob)).state).toBe("failed");
  expect(await rows("select kind from users where id = $1", [gone.id])).toEqual([{ kind: "departed" }]);
});

test("likely duplicates are told with what they have in common, of this portal only", async () => {
  const born = await one("insert into fields (portal_id, kind, name, position) values ($1, 'date', 'Born', 5)", [portalId]);
  const twin = async (key: "a" | "b", email: string) => app.aPerson(key, { givenName: "Greta", familyName: "Zwilling", email });
  const [first, second, third] = [await twin("a", "greta@one.test"), await twin("a", "greta@two.test"), await twin("a", "gz@two.test")];
  await twin("b", "greta@three.test");
  await sql.query(
    "insert into field_values (portal_id, field_id, user_id, day) values ($1, $2, $3, '1990-02-03'), ($1, $2, $4, '1990-02-03')",
    [portalId, born, first.id, second.id],
  );
  const like = (await admin.get(`/rest/lifecycle/people/${first.id}/like`)).json().rows as { userId: number; like: string[] }[];
  expect(like.map(({ userId, like: of }) => [userId, of])).toEqual([
    [second.id, ["name", "email", "field"]],
    [third.id, ["name"]],
  ]);
  expect((await admin.get(`/rest/lifecycle/people/${first.id}/like?q=gz@`)).json().rows).toMatchObject([{ userId: third.id }]);
  const pairs = (await admin.get("/rest/lifecycle/duplicates")).json().rows as { one: { userId: number }; other: { userId: number } }[];
  expect(pairs.filter(({ one: of }) => of.userId === first.id).map(({ other }) => other.userId)).toEqual([second.id]);
});
