import { join } from "node:path";
import { expect, test } from "vitest";
import { sealAudit } from "#features/audit/server/service.ts";
import { openFileStore } from "#platform/files/store.ts";
import { createLog } from "#platform/log.ts";
import { eraseDue } from "./server/service.ts";
import { ended, useRecords } from "./test/records.ts";

const { app, admin, rowsOf } = useRecords();

/** Where a text stands in the database. */
async function found(text: string): Promise<string[]> {
  const tables = await rowsOf("select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'");
  const hits: string[] = [];
  for (const { name } of tables)
    if ((await admin.query(`select from ${name} t where strpos(lower(t::text), lower($1)) > 0`, [text])).rowCount) hits.push(String(name));
  return hits.toSorted();
}

const canaryOf = (elsewhere: boolean) => (elsewhere ? "kanari-4711" : "zeisig-4712");
/** A person of a portal who is named everywhere, and has learned something. */
async function somebodyEverywhere(elsewhere: boolean) {
  const portalId = app.portal("a").id;
  const canary = canaryOf(elsewhere);
  const email = `${canary}@example.test`;
  const person = await app.aPerson("a", { email, givenName: canary, familyName: canary });
  if (elsewhere) await admin.query("insert into memberships (portal_id, user_id) values ($1, $2)", [app.portal("b").id, person.id]);
  const staff = app.person("manager", "a").id;
  const { id: courseId, versionId } = await app.aCourse("a", { title: `Course ${elsewhere}` });
  const { id: enrolmentId, causeId } = await app.anEnrolment("a", { courseId, userId: person.id });
  const one = async (text: string, values: unknown[]) => Number((await rowsOf(`${text} returning id`, values))[0]?.["id"]);
  const attemptId = await one(
    "insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number) values ($1, $2, $3, $4, $5, 1)",
    [portalId, enrolmentId, courseId, person.id, versionId],
  );
  const completionId = await one(
    "insert into completions (portal_id, attempt_id, course_id, user_id, version_id, score_percent, passed, source) values ($1, $2, $3, $4, $5, 80, true, 'rule')",
    [portalId, attemptId, courseId, person.id, versionId],
  );
  const correctionId = await one(
    "insert into corrections (portal_id, enrolment_id, kind, reason, made_by) values ($1, $2, 'exempt', $3, $4)",
    [portalId, enrolmentId, canary, staff],
  );
  const groupId = await one("insert into groups (portal_id, name) values ($1, $2)", [portalId, `Group ${elsewhere}`]);
  const fieldId = await one("insert into fields (portal_id, kind, name, position) values ($1, 'text', $2, 9)", [
    portalId,
    `Field ${elsewhere}`,
  ]);
  const importId = await one(
    "insert into imports (portal_id, owner_id, file_name, file_bytes, reading, state) values ($1, $2, 'people.csv', 1, $3, 'done')",
    [portalId, staff, JSON.stringify({ headings: [], samples: [[canary]] })],
  );
  const facts: [string, ...unknown[]][] = [
    ["update enrolment_causes set reference = $2 where portal_id = $1 and id = $3", canary, causeId],
    [
      "insert into correction_reversals (portal_id, correction_id, reversed_by, reason) values ($1, $3, $4, $2)",
      canary,
      correctionId,
      staff,
    ],
    [
      "insert into completion_reversals (portal_id, completion_id, reversed_by, reason) values ($1, $3, $4, $2)",
      canary,
      completionId,
      staff,
    ],
    [
      "insert into quiz_submissions (portal_id, attempt_id, block_id, number, answers, points, max_points, passed) values ($1, $3, 'z', 1, jsonb_build_object('q', $2::text), 8, 10, true)",
      canary,
      attemptId,
    ],
    [
      "insert into attempt_blocks (portal_id, attempt_id, block_id, state, epoch, seq) values ($1, $3, 'z', jsonb_build_object('q', $2::text), 1, 1)",
      canary,
      attemptId,
    ],
    [
      "insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, delta) select $1, $3, $2 || d, n, 1, 'place', jsonb_build_object('q', $2::text) from generate_series(1, 2) d, generate_series(1, 3) n",
      canary,
      attemptId,
    ],
    [
      "insert into scorm_states (portal_id, attempt_id, sco_key, cmi) values ($1, $3, 's', jsonb_build_object('q', $2::text))",
      canary,
      attemptId,
    ],
    [
      "insert into scorm_calls (portal_id, attempt_id, sco_key, session, calls) values ($1, $3, 's', 'x', jsonb_build_array($2::text))",
      canary,
      attemptId,
    ],
    ["insert into group_members (portal_id, group_id, user_id, cause) values ($1, $2, $3, 'hand')", groupId, person.id],
    [
      "with view as (insert into list_views (portal_id, owner_id, list, name, query) values ($1, $3, 'people', $2, '') returning portal_id, owner_id, id) insert into list_view_pins (portal_id, user_id, view_id) select portal_id, owner_id, id from view",
      canary,
      person.id,
    ],
    [
      "with kept as (insert into field_files (portal_id, user_id, storage_key, name, media_type) values ($1::bigint, $4::bigint, $5, $2::text, 'text/plain') returning id) insert into field_values (portal_id, field_id, user_id, words, file_id) select $1::bigint, $3::bigint, $4::bigint, $2::text, id from kept",
      canary,
      fieldId,
      person.id,
      elsewhere ? "a".repeat(64) : "b".repeat(64),
    ],
    [
      "with o as (insert into field_options (portal_id, field_id, name, position) values ($1, $2, 'One', 1), ($1, $2, 'Two', 2) returning id), m as (insert into field_merges (portal_id, field_id, from_id, into_id) select $1, $2, min(id), max(id) from o returning id) insert into field_merge_rows (portal_id, merge_id, user_id, nth, source, changed_at) select $1, id, $3, 0, 'local', now() from m",
      fieldId,
      person.id,
    ],
    ["update memberships set external_id = $2 || $4 where portal_id = $1 and user_id = $3", canary, person.id, String(elsewhere)],
    [
      "insert into account_views (portal_id, user_id, viewer_id, session_id, writes, reason, ended_at) values ($1, $3, $4, 1, true, $2, now())",
      canary,
      person.id,
      staff,
    ],
    [
      "insert into import_rows (portal_id, import_id, number, cells, email, person_id) values ($1, $3, 1, array[$2], $5, $4)",
      canary,
      importId,
      person.id,
      email,
    ],
    [
      "insert into audit_events (portal_id, actor_id, action, object_kind, object_id, before, ip) values ($1, $4, 'profile_changed', 'user', $3, jsonb_build_object('given_name', $2::text), '::1')",
      canary,
      person.id,
      staff,
    ],
    [
      "insert into audit_events (portal_id, actor_id, action, after, ip) values ($1, $3, 'exported', jsonb_build_object('q', $4::text), $2)",
      `${canary}-ip`,
      person.id,
      email,
    ],
    [
      "insert into jobs (portal_id, owner_id, kind, input, state, ended_at, ip) values ($1, $3, 'bulk', jsonb_build_object('q', $2::text), 'done', now(), $2)",
      canary,
      person.id,
    ],
  ];
  for (const [text, ...values] of facts) await admin.query(text, [portalId, ...values]);
  return { person, attemptId, completionId, portalId, courseId };
}
const chainHolds = async (portalId: number) => {
  await sealAudit(app.databases, createLog({ level: "silent" }));
  return rowsOf("select * from check_audit($1, 20)", [portalId]);
};
const path = (id: number, rest = "") => `/rest/lifecycle/people/${id}/erasure${rest}`;

test("somebody erased at once is found in no table; facts count as before, and the chain of the log holds", async () => {
  const { person, attemptId, completionId, portalId } = await somebodyEverywhere(false);
  expect(await chainHolds(portalId)).toEqual([]);
  const client = await app.signIn("admin", "a");
  const theirs = await app.signInAs(person, "a");
  expect((await client.get(path(person.id))).json()).toMatchObject({ accountStays: false, hindrance: null, pending: null, waitingDays: 7 });
  const ask = (email: string) => client.post(path(person.id), { when: "now", reason: "Asked by letter", email });
  expect((await ask("somebody@else.test")).json()).toMatchObject({ errors: [{ field: "email", code: "not_the_email" }] });
  const { jobId } = (await ask(person.email.toUpperCase())).json() as { jobId: number };
  expect(await ended(client, jobId)).toMatchObject({ state: "done", reason: null });

  expect(await found(canaryOf(false))).toEqual([]);
  // Who had a value that was merged into another is kept for undoing it.
  expect(await rowsOf("select id from field_merge_rows where user_id = $1", [person.id])).toEqual([]);
  expect(await chainHolds(portalId)).toEqual([]);
  expect((await theirs.get("/rest/account")).statusCode).toBe(401);
  expect((await client.get(`/rest/people/${person.id}`)).statusCode).toBe(404);
  expect(
    await rowsOf("select user_id::int as who, score_percent::int as score, passed from completions where id = $1", [completionId]),
  ).toEqual([{ who: person.id, score: 80, passed: true }]);
  expect(
    await rowsOf("select count(*)::int as facts, count(distinct client_id)::int as devices from commit_log where attempt_id = $1", [
      attemptId,
    ]),
  ).toEqual([{ facts: 6, devices: 2 }]);
  expect(await rowsOf("select points::int from quiz_submissions where attempt_id = $1", [attemptId])).toEqual([{ points: 8 }]);
  expect(await rowsOf("select files from erasures where user_id = $1", [person.id])).toEqual([{ files: [] }]);
  // The address is free for somebody new.
  expect((await client.post("/rest/people", { email: person.email, givenName: "New", familyName: "One" })).statusCode).toBe(200);
  expect((await client.get(path(person.id))).statusCode).toBe(404);
});

test("an account that another portal uses lives on there untouched; here its facts are nobody's", async () => {
  const { person, completionId, portalId, courseId } = await somebodyEverywhere(true);
  const before = await rowsOf("select to_jsonb(u) as all from users u where id = $1", [person.id]);
  const client = await app.signIn("admin", "a");
  expect((await client.get(path(person.id))).json()).toMatchObject({ accountStays: true });
  const { jobId } = (await client.post(path(person.id), { when: "now", reason: "Asked", email: person.email })).json() as { jobId: number };
  expect(await ended(client, jobId)).toMatchObject({ state: "done", reason: null });
  expect(await found(canaryOf(true))).toEqual(["users"]);
  expect(await rowsOf("select to_jsonb(u) as all from users u where id = $1", [person.id])).toEqual(before);
  expect((await (await app.signInAs(person, "b")).get("/rest/account")).statusCode).toBe(200);
  expect(await rowsOf("select portal_id::int from memberships where user_id = $1", [person.id])).toEqual([
    { portal_id: app.portal("b").id },
  ]);
  const [fact] = await rowsOf("select c.user_id::int as who, u.kind from completions c join users u on u.id = c.user_id where c.id = $1", [
    completionId,
  ]);
  expect(fact).toMatchObject({ kind: "departed" });
  expect(fact?.["who"]).not.toBe(person.id);
  expect(await rowsOf("select user_id::int as who from enrolments where portal_id = $1 and course_id = $2", [portalId, courseId])).toEqual([
    { who: fact?.["who"] },
  ]);
  expect(await chainHolds(portalId)).toEqual([]);
  const log = (await client.get(`/rest/audit?person=${person.id}&span=all`)).body;
  expect(log).not.toContain(canaryOf(true));
});

test("an erasure waits for seven days, in which the person is deactivated and it can be cancelled; then a worker does it", async () => {
  const person = await app.aPerson("a");
  const client = await app.signIn("admin", "a");
  const status = async () => (await client.get(`/rest/people/${person.id}`)).json().status as string;
  const later = { when: "later", reason: "Asked by letter" };
  expect((await client.post(path(person.id), later)).json()).toMatchObject({ jobId: null });
  expect((await client.post(path(person.id), later)).json()).toMatchObject({ code: "erasure_waits" });
  expect(await status()).toBe("suspended");
  expect((await client.get(path(person.id))).json().pending).toMatchObject({ reason: "Asked by letter" });
  expect((await client.post(path(person.id, "/cancel"))).json()).toMatchObject({ pending: null });
  expect(await status()).toBe("active");
  expect((await client.post(path(person.id, "/cancel"))).json()).toMatchObject({ code: "no_erasure" });

  await client.post(path(person.id), later);
  const files = openFileStore(join(app.config.dataDir, "files"));
  await eraseDue(app.databases, files);
  expect((await client.get(`/rest/people/${person.id}`)).statusCode).toBe(200);
  await admin.query("update erasures set due_at = now() where user_id = $1 and cancelled_at is null", [person.id]);
  await eraseDue(app.databases, files);
  await eraseDue(app.databases, files);
  expect((await client.get(`/rest/people/${person.id}`)).statusCode).toBe(404);
  expect(
    await rowsOf("select count(*)::int as times from audit_events where action = 'person_erased' and object_id = $1", [person.id]),
  ).toEqual([{ times: 1 }]);
});

test("nobody who is to be erased is brought back by any door but the one that cancels it", async () => {
  const client = await app.signIn("admin", "a");
  const person = await app.aPerson("a", { givenName: "Never", familyName: "Again" });
  // Deactivated before it was asked for, which can be undone for seven days. Imports: features/import/import.test.ts.
  const bulk = async (kind: string) => (await client.post("/rest/bulk", { kind, input: {}, of: { ids: [person.id] } })).json();
  const { runId } = await bulk("deactivate");
  const { jobId } = (await client.post(`/rest/bulk/${runId}/run`)).json() as { jobId: number };
  expect((await client.post(path(person.id), { when: "later", reason: "Asked by letter" })).statusCode).toBe(200);
  const asked = { givenName: "Back", familyName: "Again", email: person.email, externalId: "" };
  const returned = await client.post(`/rest/people/${person.id}/return`, asked);
  expect([returned.statusCode, returned.json().code]).toEqual([409, "to_be_erased"]);
  const set = await client.post(`/rest/people/${person.id}/status`, { status: "active", reason: "Came back" });
  expect([set.statusCode, set.json().code]).toEqual([409, "to_be_erased"]);
  expect(await bulk("reactivate")).toMatchObject({ changes: 0, leftOut: [{ reason: "To be erased", count: 1 }] });
  await client.post(`/rest/jobs/${jobId}/undo`);
  expect((await client.get(`/rest/people/${person.id}`)).json()).toMatchObject({ status: "suspended", givenName: "Never" });
  // Cancelled, it is as it was when it was asked for.
  await client.post(path(person.id, "/cancel"));
  expect((await client.post(`/rest/people/${person.id}/status`, { status: "active", reason: "Came back" })).json()).toMatchObject({
    status: "active",
  });
});

test("nobody erases themselves, an admin, a system admin, or people of another portal; managers erase nobody", async () => {
  const client = await app.signIn("admin", "a");
  const other = await app.aPerson("a", { isAdmin: true });
  const body = { when: "later", reason: "No" };
  expect((await client.post(path(client.userId), body)).json()).toMatchObject({ code: "own_records" });
  expect((await client.post(path(other.id), body)).json()).toMatchObject({ code: "admin_records" });
  for (const foreign of [app.person("system", "a").id, app.person("student", "b").id])
    expect((await client.post(path(foreign), body)).statusCode).toBe(404);
  expect((await (await app.signIn("manager", "a")).post(path(app.person("student", "a").id), body)).statusCode).toBe(403);
});
