import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aCodeBody } from "#features/codes/test/code-body.ts";
import { permissionIds } from "#features/portal/permissions.ts";

// Courses as a scope (ROLE-1): a manager reaches whoever is enrolled in them, and does what is about courses in these only.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "100000" });
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const scopeOf = (...courseIds: number[]) => ({ kind: "courses", courseIds });
const terms = (scope: object) => ({ scope, startsAt: null, endsAt: null });
const grant = (userId: number, scope: object, more: object = {}) =>
  admin.post("/rest/roles", { userId, role: "Manager", ...terms(scope), ...more });
/** Somebody new with this scope. */
const aManager = async (scope: object, more: object = {}) => {
  const person = await app.aPerson("a");
  const reply = await grant(person.id, scope, more);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
  return { person, assignmentId: (reply.json() as { id: number }).id, client: await app.signInAs(person, "a") };
};
const enrolledIn = async (userId: number, ...courseIds: number[]) => {
  const ids = [];
  for (const courseId of courseIds) ids.push((await app.anEnrolment("a", { courseId, userId })).id);
  return ids;
};
const idsOf = async (client: Client, path: string) =>
  ((await client.get(path)).json() as { rows: { id: number }[] }).rows.map(({ id }) => id).toSorted((one, other) => one - other);
const codeOf = (reply: { statusCode: number; json(): { code: string; errors?: { code: string }[] } }) => {
  const { code, errors } = reply.json();
  return [reply.statusCode, errors?.[0]?.code ?? code];
};
const because = { reason: "A test" };
const endOwn = (userId: number, enrolmentId: number) => admin.post(`/rest/people/${userId}/enrolments/${enrolmentId}/end`, because);

test("the participants of the courses are listed, counted, searched, exported and offered, and nobody else", async () => {
  const [ladders, forklifts, other] = [
    await app.aCourse("a", { title: "Ladders" }),
    await app.aCourse("a", { title: "Forklifts" }),
    await app.aCourse("a"),
  ];
  const [one, two, out] = [
    await app.aPerson("a", { givenName: "Ada", familyName: "Quill" }),
    await app.aPerson("a", { givenName: "Ben", familyName: "Quill" }),
    await app.aPerson("a", { givenName: "Cem", familyName: "Quill" }),
  ];
  await enrolledIn(one.id, ladders.id, other.id);
  await enrolledIn(two.id, forklifts.id);
  await enrolledIn(out.id, other.id);
  const scope = scopeOf(ladders.id, forklifts.id);
  expect((await admin.get("/rest/roles/courses?q=ladd")).json()).toEqual({ rows: [{ id: ladders.id, title: "Ladders" }] });
  expect((await admin.post("/rest/roles/reach", { scope })).json()).toMatchObject({ count: 2, names: ["Ada Quill", "Ben Quill"] });
  const { person, client } = await aManager(scope);
  expect((await admin.get(`/rest/roles?person=${person.id}&may=enrol-people`)).json().rows).toMatchObject([
    {
      scope,
      courses: [
        { id: forklifts.id, title: "Forklifts" },
        { id: ladders.id, title: "Ladders" },
      ],
    },
  ]);
  expect((await admin.get(`/rest/roles/export.csv?person=${person.id}`)).body).toContain("Whoever is enrolled in Forklifts; Ladders");
  const rights = (await admin.get(`/rest/roles/rights/${person.id}`)).json();
  expect(rights.assignments).toMatchObject([{ scope, courses: [{ title: "Forklifts" }, { title: "Ladders" }] }]);
  expect(await idsOf(client, "/rest/people")).toEqual([one.id, two.id]);
  expect((await client.get("/rest/people?q=quill")).json().total).toBe(2);
  expect(await idsOf(client, "/rest/team")).toEqual([one.id, two.id]);
  expect((await client.get("/rest/palette?q=quill")).json().people).toHaveLength(2);
  const csv = (await client.get("/rest/people/export.csv")).body;
  expect([csv.includes(one.email), csv.includes(two.email), csv.includes(out.email)]).toEqual([true, true, false]);
  expect((await client.get(`/rest/participants?course=${other.id}`)).json()).toMatchObject({ total: 1, rows: [{ email: one.email }] });
  expect((await client.get(`/rest/people/${one.id}`)).statusCode).toBe(200);
  expect((await client.get(`/rest/people/${out.id}`)).statusCode).toBe(404);
  // What one person's page shows of other courses is what it shows to every manager, without a way to change it.
  const { rows } = (await client.get(`/rest/people/${one.id}/enrolments`)).json() as { rows: { courseId: number; canChange: boolean }[] };
  expect(new Map(rows.map(({ courseId, canChange }) => [courseId, canChange]))).toEqual(
    new Map([
      [ladders.id, true],
      [other.id, false],
    ]),
  );
  expect(await idsOf(client, "/rest/people/courses")).toEqual([ladders.id, forklifts.id]);
  // Conditions about the team of the manager find the same people.
  const condition = encodeURIComponent(JSON.stringify({ kind: "scope", managerIds: [person.id] }));
  expect(await idsOf(admin, `/rest/people?condition=${condition}`)).toEqual([one.id, two.id]);
  // A role for courses names no group.
  expect((await client.get("/rest/groups")).json().total).toBe(0);
});

test("an enrolment that ends or begins, and a course that is taken out of the assignment, count on the next request", async () => {
  const [first, second] = [await app.aCourse("a"), await app.aCourse("a")];
  const [one, two] = [await app.aPerson("a"), await app.aPerson("a")];
  const [enrolmentId] = await enrolledIn(one.id, first.id);
  await enrolledIn(two.id, second.id);
  const { client, assignmentId } = await aManager(scopeOf(first.id, second.id));
  expect(await idsOf(client, "/rest/people")).toEqual([one.id, two.id]);
  await endOwn(one.id, enrolmentId ?? 0);
  expect(await idsOf(client, "/rest/people")).toEqual([two.id]);
  expect((await client.get(`/rest/people/${one.id}`)).statusCode).toBe(404);
  expect((await client.post(`/rest/people/${one.id}/enrolments`, { courseId: first.id })).statusCode).toBe(404);
  await admin.post(`/rest/people/${one.id}/enrolments`, { courseId: first.id });
  expect((await client.get(`/rest/people/${one.id}`)).statusCode).toBe(200);
  expect((await admin.put(`/rest/roles/${assignmentId}`, terms(scopeOf(first.id)))).statusCode).toBe(200);
  expect(await idsOf(client, "/rest/people")).toEqual([one.id]);
  const [noted] = await app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("audit_events").selectAll().where("action", "=", "role_changed").orderBy("id", "desc").limit(1).execute(),
  );
  expect(noted).toMatchObject({ before: { scope: scopeOf(first.id, second.id) }, after: { scope: scopeOf(first.id) } });
  // An enrolment whose time is over holds no more.
  await app.databases.inSystem("prepare a test", (db) =>
    sql`update enrolment_causes set expires_at = now() from enrolments e
      where e.id = enrolment_causes.enrolment_id and e.user_id = ${one.id}`.execute(db),
  );
  expect(await idsOf(client, "/rest/people")).toEqual([]);
});

test("what is about another course of somebody in reach is refused with a sentence, one by one and for many", async () => {
  const [own, second, other] = [await app.aCourse("a"), await app.aCourse("a"), await app.aCourse("a")];
  const person = await app.aPerson("a");
  const [inOwn, inOther] = await enrolledIn(person.id, own.id, other.id);
  const { client } = await aManager(scopeOf(own.id, second.id));
  const at = `/rest/people/${person.id}`;
  const correct = (enrolmentId: number | undefined, by = client) =>
    by.post(`${at}/enrolments/${enrolmentId}/corrections`, { kind: "exempt", ...because });
  const foreign = await correct(inOther);
  expect([foreign.statusCode, foreign.json().code, foreign.json().message]).toEqual([
    403,
    "other_course",
    "Your role is for other courses. Somebody who looks after this person in all courses can do this.",
  ]);
  expect(codeOf(await client.post(`${at}/enrolments/${inOther}/end`, because))).toEqual([403, "other_course"]);
  const third = await app.aCourse("a");
  expect(codeOf(await client.post(`${at}/enrolments`, { courseId: third.id }))).toEqual([403, "other_course"]);
  const { row } = (await correct(inOther, admin)).json() as { row: { corrections: { id: number }[] } };
  const [decided] = row.corrections;
  expect(codeOf(await client.post(`${at}/corrections/${decided?.id}/reverse`, because))).toEqual([403, "other_course"]);
  expect((await correct(inOwn)).statusCode).toBe(200);
  expect((await client.post(`${at}/enrolments`, { courseId: second.id })).statusCode).toBe(200);

  const kinds: [string, object][] = [
    ["enrol", { courseIds: [own.id, third.id] }],
    ["unenrol", { courseId: other.id, ...because }],
    ["extend-due", { courseId: other.id, dueAt: "2099-01-01", ...because }],
    ["exempt", { courseId: other.id, ...because }],
    ["mark-complete", { courseId: other.id, at: new Date().toISOString(), ...because }],
  ];
  for (const [kind, input] of kinds) {
    const told = (await client.post("/rest/bulk", { kind, input, of: { ids: [person.id] } })).json();
    expect([kind, told.changes, told.leftOut]).toEqual([kind, 0, [{ reason: "Your role is for other courses", count: 1 }]]);
  }
  const marked = (
    await client.post("/rest/bulk", {
      kind: "mark-complete",
      input: { courseId: own.id, at: new Date().toISOString(), ...because },
      of: { list: "people", query: {} },
    })
  ).json();
  expect(marked).toMatchObject({ changes: 1 });
  expect((await client.post(`/rest/bulk/${marked.runId}/run`)).json().result).toEqual({ done: 1, notDone: 0 });
});

test("a bulk action asks again when it runs and when it is undone", async () => {
  const [own, second] = [await app.aCourse("a"), await app.aCourse("a")];
  const person = await app.aPerson("a");
  await enrolledIn(person.id, own.id);
  const { client, assignmentId } = await aManager(scopeOf(own.id, second.id));
  const preview = async () =>
    (await client.post("/rest/bulk", { kind: "enrol", input: { courseIds: [second.id] }, of: { ids: [person.id] } })).json();
  const limit = (...ids: number[]) => admin.put(`/rest/roles/${assignmentId}`, terms(scopeOf(...ids)));
  const early = await preview();
  expect(early.changes).toBe(1);
  await limit(own.id);
  expect((await client.post(`/rest/bulk/${early.runId}/run`)).json().result).toEqual({ done: 0, notDone: 1 });
  await limit(own.id, second.id);
  const { runId } = await preview();
  const { jobId, result } = (await client.post(`/rest/bulk/${runId}/run`)).json();
  expect(result).toEqual({ done: 1, notDone: 0 });
  await limit(own.id);
  await client.post(`/rest/jobs/${jobId}/undo`);
  const { rows } = (await admin.get(`/rest/people/${person.id}/enrolments`)).json() as { rows: { courseId: number; active: boolean }[] };
  expect(rows.find(({ courseId }) => courseId === second.id)).toMatchObject({ active: true });
});

test("with a part for other people, each is about what its part gives: all courses, or these", async () => {
  const [own, other] = [await app.aCourse("a"), await app.aCourse("a")];
  const [named, participant] = [await app.aPerson("a", { familyName: "Ziegel" }), await app.aPerson("a")];
  const [, namedOther] = await enrolledIn(named.id, own.id, other.id);
  const [, participantOther] = await enrolledIn(participant.id, own.id, other.id);
  const { person, client } = await aManager(scopeOf(own.id));
  await grant(person.id, { kind: "condition", condition: { kind: "profile", of: "familyName", test: "is", text: "ziegel" } });
  const exempt = (userId: number, enrolmentId: number | undefined) =>
    client.post(`/rest/people/${userId}/enrolments/${enrolmentId}/corrections`, { kind: "exempt", ...because });
  expect((await exempt(named.id, namedOther)).statusCode).toBe(200);
  expect(codeOf(await exempt(participant.id, participantOther))).toEqual([403, "other_course"]);
  expect((await client.get("/rest/people/courses")).json().rows.length).toBeGreaterThan(1);
});

test("nobody widens their own rights by enrolling with a part that gives less (security.md 14)", async () => {
  const course = await app.aCourse("a");
  const other = await app.aCourse("a");
  const [participant, outside] = [await app.aPerson("a"), await app.aPerson("a", { familyName: "Quarz" })];
  await enrolledIn(participant.id, course.id);
  const { copyId } = (
    await admin.post("/rest/roles/copies", { of: "Manager", name: "Enrols", permissions: ["see-people", "enrol-people", "make-codes"] })
  ).json();
  const { person, client } = await aManager(scopeOf(course.id));
  const quarz = { kind: "condition", condition: { kind: "profile", of: "familyName", test: "is", text: "quarz" } };
  expect((await grant(person.id, quarz, { copyId })).statusCode).toBe(200);
  const enrol = (courseId: number) => client.post(`/rest/people/${outside.id}/enrolments`, { courseId });
  expect(codeOf(await enrol(course.id))).toEqual([403, "own_reach"]);
  expect((await enrol(other.id)).statusCode).toBe(200);
  const told = (
    await client.post("/rest/bulk", { kind: "enrol", input: { courseIds: [course.id] }, of: { ids: [outside.id, participant.id] } })
  ).json();
  expect(told.leftOut).toEqual(
    expect.arrayContaining([
      { reason: "Your role would reach them by this course", count: 1 },
      { reason: "Enrolled already", count: 1 },
    ]),
  );
  const { id: codeId } = (
    await client.post("/rest/codes", aCodeBody({ effects: { courses: { courseIds: [course.id], dueDays: null } }, admitsNew: false }))
  ).json() as { id: number };
  const { word } = (await client.get(`/rest/codes/${codeId}`)).json() as { word: { code: string } };
  const redeemed = await (await app.signInAs(outside, "a")).post("/rest/codes/redeem", { code: word.code });
  expect(codeOf(redeemed)).toEqual([403, "not_for_you"]);
  // Whoever reaches the person with all rights already widens nothing.
  await grant(person.id, quarz);
  expect((await enrol(course.id)).statusCode).toBe(200);
});

test("codes give these courses only, and to participants only", async () => {
  const [own, second, other] = [await app.aCourse("a"), await app.aCourse("a"), await app.aCourse("a")];
  const [member, outside] = [await app.aPerson("a"), await app.aPerson("a")];
  await enrolledIn(member.id, own.id);
  const { client } = await aManager(scopeOf(own.id, second.id));
  const code = (courseIds: number[]) =>
    client.post("/rest/codes", aCodeBody({ effects: { courses: { courseIds, dueDays: null } }, admitsNew: false }));
  expect(codeOf(await code([own.id, other.id]))).toEqual([400, "other_course"]);
  const made = (await code([second.id])).json() as { id: number };
  const { word } = (await client.get(`/rest/codes/${made.id}`)).json() as { word: { code: string } };
  const redeem = async (person: { id: number; email: string }) =>
    (await app.signInAs(person, "a")).post("/rest/codes/redeem", { code: word.code });
  expect(codeOf(await redeem(outside))).toEqual([403, "not_for_you"]);
  expect((await redeem(member)).statusCode).toBe(200);
});

test("a copy of a role is granted for courses too, and does there what it has", async () => {
  const course = await app.aCourse("a");
  const person = await app.aPerson("a");
  const [enrolmentId] = await enrolledIn(person.id, course.id);
  const permissions = permissionIds.filter((id) => id === "see-people" || id === "enrol-people");
  const { copyId } = (await admin.post("/rest/roles/copies", { of: "Manager", name: "Course desk", permissions })).json();
  const { client } = await aManager(scopeOf(course.id), { copyId });
  const at = `/rest/people/${person.id}/enrolments`;
  expect((await client.post(`${at}/${enrolmentId}/corrections`, { kind: "exempt", ...because })).statusCode).toBe(403);
  expect((await client.post(`${at}/${enrolmentId}/end`, because)).statusCode).toBe(200);
  expect((await client.get(`/rest/people/${person.id}`)).statusCode).toBe(404);
});

test("only a manager's role is for courses, and only for courses of this portal", async () => {
  const { id } = await app.aPerson("a");
  const course = await app.aCourse("a");
  const foreign = await app.aCourse("b");
  for (const wrong of [[foreign.id], [course.id, foreign.id], [999_999_999]])
    expect(codeOf(await grant(id, scopeOf(...wrong)))).toEqual([400, "unknown_course"]);
  expect((await grant(id, scopeOf())).statusCode).toBe(400);
  for (const role of ["Author", "Admin"]) expect(codeOf(await grant(id, scopeOf(course.id), { role }))).toEqual([400, "managers_only"]);
  const manager = await app.signIn("manager", "a");
  expect((await manager.post("/rest/roles", { userId: id, role: "Manager", ...terms(scopeOf(course.id)) })).statusCode).toBe(403);
  expect((await manager.get("/rest/roles/courses")).statusCode).toBe(403);
  const there = await app.signIn("admin", "b");
  expect((await there.get("/rest/roles/courses")).json().rows).toEqual([{ id: foreign.id, title: expect.anything() }]);
});

test("an archived course keeps its people in reach; one that was deleted reaches nobody, and the list says so", async () => {
  const [archived, deleted] = [await app.aCourse("a"), await app.aCourse("a", { title: "Soon gone" })];
  const person = await app.aPerson("a");
  await enrolledIn(person.id, archived.id);
  const { person: lonely } = await aManager(scopeOf(deleted.id));
  const { person: boss, client, assignmentId } = await aManager(scopeOf(archived.id, deleted.id));
  const mark = (id: number, verb: string) => admin.post(`/rest/editor/courses/${id}/${verb}`, {});
  expect((await mark(archived.id, "archive")).statusCode).toBe(200);
  expect(await idsOf(client, "/rest/people")).toEqual([person.id]);
  expect((await mark(deleted.id, "archive")).statusCode).toBe(200);
  expect((await mark(deleted.id, "delete")).statusCode).toBe(200);
  expect((await admin.get(`/rest/roles?person=${boss.id}`)).json().rows).toMatchObject([{ courses: [{ id: archived.id }] }]);
  expect((await admin.get(`/rest/roles?person=${lonely.id}`)).json().rows).toMatchObject([{ courses: [] }]);
  expect((await admin.get(`/rest/roles/export.csv?person=${lonely.id}`)).body).toContain("Nobody: the courses are gone");
  expect(await idsOf(client, "/rest/people")).toEqual([person.id]);
  expect((await admin.put(`/rest/roles/${assignmentId}`, terms(scopeOf(archived.id)))).statusCode).toBe(200);
});
