import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let manager: Client;
let admin: Client;
let system: Client;
beforeAll(async () => {
  app = await startTestApp();
  [manager, admin, system] = [await app.signIn("manager", "a"), await app.signIn("admin", "a"), await app.signIn("system", "a")];
});
afterAll(() => app.close());

const absent = 999_999_999;
const plain = (body: string) => body.replace(/"requestId":"[^"]*"/, "");
const newest = async (action: string, key: "a" | "b" = "a") =>
  app.databases.inPortal(app.portal(key).id, (db) =>
    db.selectFrom("audit_events").selectAll().where("action", "=", action).orderBy("id", "desc").executeTakeFirst(),
  );
/** Makes somebody who is a member of one portal a member of the other too. */
const joins = (userId: number, key: "a" | "b", fields: { is_admin?: boolean } = {}) =>
  app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal(key).id, user_id: userId, ...fields })
      .execute(),
  );

/** Somebody deactivated here who has this external id. */
async function aLeaver(externalId: string) {
  const person = await app.aPerson("a", { givenName: "Lea", familyName: "Left" });
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("memberships")
      .set({ external_id: externalId, status: "suspended" })
      .where("portal_id", "=", app.portal("a").id)
      .where("user_id", "=", person.id)
      .execute(),
  );
  return person;
}

describe("one person (USR-1)", () => {
  test("managers and admins see a member; who is none, or a system admin, is 404 as somebody who never was (security.md 1, 11, 13, 26)", async () => {
    const { id } = await app.aPerson("a", { givenName: "Maya", familyName: "Okafor" });
    expect((await manager.get(`/rest/people/${id}`)).json()).toMatchObject({
      userId: id,
      givenName: "Maya",
      status: "active",
      roles: { author: false, manager: false, admin: false },
      locked: null,
    });
    const never = plain((await manager.get(`/rest/people/${absent}`)).body);
    const foreign = await app.aPerson("b");
    const memberAndSystem = await app.databases.inSystem("prepare a test", async (db) => {
      const { id: userId } = app.person("system", "b");
      await db
        .insertInto("memberships")
        .values({ portal_id: app.portal("a").id, user_id: userId })
        .execute();
      return userId;
    });
    for (const path of ["", "/enrolments"])
      for (const userId of [foreign.id, memberAndSystem, 13]) {
        const reply = await admin.get(`/rest/people/${userId}${path}`);
        expect([userId, reply.statusCode, plain(reply.body)]).toEqual([userId, 404, never]);
      }
    expect((await system.get(`/rest/people/${memberAndSystem}`)).statusCode).toBe(200);
  });

  test("names and email change with an entry that says from what to what; columns that nobody may set stay (security.md 15)", async () => {
    const { id, email } = await app.aPerson("a", { givenName: "Ana", familyName: "Ruiz" });
    const reply = await manager.put(`/rest/people/${id}/profile`, {
      givenName: " Anna ",
      familyName: "Ruiz",
      email: email.toUpperCase(),
      isSystemAdmin: true,
      is_system_admin: true,
      isAdmin: true,
      portalId: 1,
      userId: absent,
    });
    expect(reply.json()).toMatchObject({ userId: id, givenName: "Anna", email, roles: { admin: false } });
    expect(await newest("profile_changed")).toMatchObject({
      actor_id: manager.userId,
      object_kind: "user",
      object_id: id,
      before: { given_name: "Ana" },
      after: { given_name: "Anna" },
    });
    const row = await app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("users").select(["is_system_admin", "given_name"]).where("id", "=", id).executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ is_system_admin: false, given_name: "Anna" });
  });

  test("a manager changes neither themselves nor an admin there, and nobody but a system admin a system admin (security.md 14)", async () => {
    const other = await app.aPerson("a", { isAdmin: true });
    const profile = { givenName: "New", familyName: "Name", email: "new-name@a.test" };
    const change = async (client: Client, id: number) => (await client.put(`/rest/people/${id}/profile`, profile)).statusCode;
    expect(await change(manager, manager.userId)).toBe(403);
    expect(await change(manager, other.id)).toBe(403);
    const systemMember = await app.aPerson("a");
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("users").set({ is_system_admin: true }).where("id", "=", systemMember.id).execute(),
    );
    expect(await change(admin, systemMember.id)).toBe(404);
    expect(await change(admin, other.id)).toBe(200);
  });

  test("who belongs to another portal too is changed by a system admin only, and the refusal names no portal (security.md 11, ENV-13)", async () => {
    const { id } = await app.aPerson("a");
    await joins(id, "b");
    const profile = { givenName: "Two", familyName: "Portals", email: "two-portals@a.test" };
    const refused = await admin.put(`/rest/people/${id}/profile`, profile);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "shared_identity"]);
    expect(refused.body).not.toMatch(/Portal B|b\.test/);
    expect((await system.put(`/rest/people/${id}/profile`, profile)).statusCode).toBe(200);
  });

  test("an email that somebody has is refused at its field, wherever that somebody is", async () => {
    const { id } = await app.aPerson("a");
    for (const { email } of [await app.aPerson("a"), await app.aPerson("b")]) {
      const reply = await admin.put(`/rest/people/${id}/profile`, { givenName: "A", familyName: "B", email });
      expect([reply.statusCode, reply.json().errors]).toEqual([400, [expect.objectContaining({ field: "email", code: "email_taken" })]]);
    }
  });
});

test("an enrolment is listed with each of its causes, those that ended too (MYC-2)", async () => {
  const { id: userId } = await app.aPerson("a");
  const { id: courseId } = await app.aCourse("a", { title: "Ladders" });
  const student = await app.signInAs({ id: userId, email: "" }, "a");
  await student.post("/rest/enrolment/enrol", { courseId });
  await student.post("/rest/enrolment/leave", { courseId });
  await student.post("/rest/enrolment/enrol", { courseId });
  const { rows } = (await manager.get(`/rest/people/${userId}/enrolments`)).json();
  expect(rows).toMatchObject([
    {
      courseId,
      title: "Ladders",
      active: true,
      attempt: null,
      causes: [
        { kind: "self", endedAt: expect.any(String), endReason: "left" },
        { kind: "self", endedAt: null },
      ],
    },
  ]);
});

describe("enrolling and correcting (USR-5)", () => {
  const day = 86_400_000;
  const iso = (days: number) => new Date(Date.now() + days * day).toISOString();
  const correct = async (userId: number, enrolmentId: number, body: object) =>
    manager.post(`/rest/people/${userId}/enrolments/${enrolmentId}/corrections`, body);
  const reverse = async (userId: number, correctionId: number) =>
    manager.post(`/rest/people/${userId}/corrections/${correctionId}/reverse`, { reason: "Mistaken" });
  const setUp = async () => {
    const { id: userId, email } = await app.aPerson("a");
    const { id: courseId } = await app.aCourse("a", { selfEnrol: false });
    const { row } = (await manager.post(`/rest/people/${userId}/enrolments`, { courseId, dueAt: iso(3) })).json();
    const student = await app.signInAs({ id: userId, email }, "a");
    const mine = async () => (await student.get("/rest/enrolment/myCourses")).json().rows[0];
    return { userId, courseId, enrolmentId: row.enrolmentId as number, student, mine };
  };

  test("a person is enrolled with who did it as the cause, by when it is due, and an entry; twice adds a cause", async () => {
    const { userId, courseId, enrolmentId, mine } = await setUp();
    expect(await mine()).toMatchObject({ courseId, due: { state: "soon" }, causes: [{ kind: "person", by: "Manager A" }] });
    expect(await newest("enrolled")).toMatchObject({ actor_id: manager.userId, object_id: userId, after: { courseId, enrolmentId } });
    const again = (await admin.post(`/rest/people/${userId}/enrolments`, { courseId })).json();
    expect(again.row).toMatchObject({ enrolmentId, causes: [{ by: "Manager A" }, { by: "Admin A" }] });
  });

  test("a draft, a course of the other portal and one that never was are refused alike; so is a due date that has passed (security.md 4, 19, 26)", async () => {
    const { id: userId } = await app.aPerson("a");
    const draft = await app.aCourse("a", { status: "draft" });
    const foreign = await app.aCourse("b");
    const replies = await Promise.all(
      [draft.id, foreign.id, absent].map((courseId) => manager.post(`/rest/people/${userId}/enrolments`, { courseId })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(new Set(replies.map(({ body }) => plain(body))).size).toBe(1);
    const { id: courseId } = await app.aCourse("a");
    expect((await manager.post(`/rest/people/${userId}/enrolments`, { courseId, dueAt: iso(-1) })).statusCode).toBe(400);
  });

  test("unenrolling ends every cause with a reason; attempts and history stay; enrolling again goes on (INV-3)", async () => {
    const { userId, courseId, enrolmentId, student } = await setUp();
    await student.post("/rest/progress/launch", { courseId });
    const { row } = (await manager.post(`/rest/people/${userId}/enrolments/${enrolmentId}/end`, { reason: "Moved away" })).json();
    expect(row).toMatchObject({ active: false, causes: [{ endedBy: "Manager A", endReason: "Moved away" }], attempt: { number: 1 } });
    expect((await student.post("/rest/progress/launch", { courseId })).statusCode).toBe(403);
    expect((await student.get("/rest/history")).json().total).toBe(1);
    expect((await manager.post(`/rest/people/${userId}/enrolments/${enrolmentId}/end`, { reason: "Twice" })).statusCode).toBe(200);
    await manager.post(`/rest/people/${userId}/enrolments`, { courseId });
    expect((await student.post("/rest/progress/launch", { courseId })).json().state.number).toBe(1);
  });

  test("a due date is extended, an exemption takes it away, and taking both back brings the first date again", async () => {
    const { userId, enrolmentId, mine } = await setUp();
    const first = (await mine()).due.at;
    const extended = (await correct(userId, enrolmentId, { kind: "due", at: iso(30), reason: "Was ill" })).json().row;
    expect(extended.due.state).toBe("later");
    expect((await mine()).due.state).toBe("later");
    const exempt = (await correct(userId, enrolmentId, { kind: "exempt", reason: "Knows it" })).json().row;
    expect(exempt).toMatchObject({ exempt: true, due: null });
    expect((await mine()).due).toBeNull();
    for (const { id } of exempt.corrections) expect((await reverse(userId, id)).statusCode).toBe(200);
    expect((await mine()).due.at).toBe(first);
    expect((await reverse(userId, exempt.corrections[0].id)).json().code).toBe("taken_back");
    const { rows } = (await manager.get(`/rest/people/${userId}/enrolments`)).json();
    expect(rows[0].corrections).toMatchObject([
      { kind: "due", reason: "Was ill", by: "Manager A", reverseReason: "Mistaken", reversedBy: "Manager A" },
      { kind: "exempt", reason: "Knows it", reverseReason: "Mistaken" },
    ]);
  });

  test("a reset attempt is kept, the next launch begins another one, and taking the reset back goes on with the first", async () => {
    const { userId, courseId, enrolmentId, student, mine } = await setUp();
    const launch = async () => (await student.post("/rest/progress/launch", { courseId })).json().state;
    expect((await correct(userId, enrolmentId, { kind: "reset", reason: "Early" })).json().code).toBe("no_attempt");
    const first = await launch();
    const { row } = (await correct(userId, enrolmentId, { kind: "reset", reason: "Wrong answers lost" })).json();
    expect(row.attempt).toBeNull();
    expect((await mine()).state).toBe("todo");
    await reverse(userId, row.corrections[0].id);
    expect((await launch()).attemptId).toBe(first.attemptId);
    await correct(userId, enrolmentId, { kind: "reset", reason: "Now" });
    expect(await launch()).toMatchObject({ number: 2 });
    expect((await student.get("/rest/history")).json().rows.map((one: { number: number }) => one.number)).toEqual([2, 1]);
  });

  test("complete by hand counts for the learner, with a date that has passed; taken back, the attempt under way goes on and can be completed", async () => {
    const { userId, courseId, enrolmentId, student, mine } = await setUp();
    const { state, epoch } = (await student.post("/rest/progress/launch", { courseId })).json();
    expect((await correct(userId, enrolmentId, { kind: "complete", at: iso(1), reason: "Soon" })).statusCode).toBe(400);
    const { row } = (await correct(userId, enrolmentId, { kind: "complete", at: iso(-10), reason: "Paper test" })).json();
    expect(row.attempt).toMatchObject({ outcome: "completed", percent: 100 });
    expect(await mine()).toMatchObject({ state: "done", due: null });
    expect((await correct(userId, enrolmentId, { kind: "complete", reason: "Again" })).json().code).toBe("is_complete");
    await reverse(userId, row.corrections[0].id);
    expect(await mine()).toMatchObject({ state: "inProgress", attemptNumber: 1 });
    const done = await student.post(`/rest/progress/attempts/${state.attemptId}/commits`, {
      clientId: "test-client",
      epoch,
      commits: ["p1", "p2"].map((pageId, index) => ({ seq: index + 1, fact: { kind: "view", pageId } })),
    });
    expect(done.json()).toMatchObject({ refused: [], state: { percent: 100 } });
    expect((await mine()).state).toBe("done");
  });

  test("the date of a completion is corrected beside it, and taken back (INV-4)", async () => {
    const { userId, enrolmentId } = await setUp();
    expect((await correct(userId, enrolmentId, { kind: "date", at: iso(-5), reason: "None" })).json().code).toBe("not_complete");
    const at = iso(-20);
    const { row } = (await correct(userId, enrolmentId, { kind: "complete", at: iso(-10), reason: "Paper test" })).json();
    const corrected = (await correct(userId, enrolmentId, { kind: "date", at, reason: "Read the date wrongly" })).json().row;
    expect(corrected.attempt.completedAt).toBe(at);
    const stored = await app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("completions").select("completed_at").where("attempt_id", "=", row.attempt.id).executeTakeFirstOrThrow(),
    );
    expect(stored.completed_at.toISOString()).toBe(row.attempt.completedAt);
    const back = (await reverse(userId, corrected.corrections.at(-1).id)).json().row;
    expect(back.attempt.completedAt).toBe(row.attempt.completedAt);
  });

  test("an enrolment or decision of somebody else, or of the other portal, is 404 as one that never was (security.md 1, 4)", async () => {
    const { userId, enrolmentId } = await setUp();
    const other = await setUp();
    const foreign = await app.anEnrolment("b", { courseId: (await app.aCourse("b")).id, userId: (await app.aPerson("b")).id });
    const [decided] = (await correct(other.userId, other.enrolmentId, { kind: "exempt", reason: "x" })).json().row.corrections;
    for (const act of ["end", "corrections"]) {
      const body = act === "end" ? { reason: "x" } : { kind: "exempt", reason: "x" };
      const at = async (id: number) => plain((await manager.post(`/rest/people/${userId}/enrolments/${id}/${act}`, body)).body);
      const never = await at(absent);
      expect([await at(other.enrolmentId), await at(foreign.id)]).toEqual([never, never]);
    }
    expect((await reverse(userId, decided.id)).statusCode).toBe(404);
    expect((await correct(userId, enrolmentId, { kind: "exempt", reason: " " })).statusCode).toBe(400);
  });

  test("a manager decides nothing about an admin or about themselves (security.md 14)", async () => {
    const { id: courseId } = await app.aCourse("a");
    for (const userId of [admin.userId, manager.userId])
      expect((await manager.post(`/rest/people/${userId}/enrolments`, { courseId })).statusCode).toBe(403);
  });
});

describe("adding, deactivating, returning (USR-6)", () => {
  test("somebody new gets an account without a password and no role; columns that nobody may set stay (security.md 15)", async () => {
    const email = "brand-new@a.test";
    const body = { email: "Brand-New@a.test", givenName: "Noa", familyName: "Levi", isAdmin: true, is_system_admin: true, password: "x" };
    const { userId } = (await manager.post("/rest/people", body)).json();
    expect((await manager.get(`/rest/people/${userId}`)).json()).toMatchObject({
      email,
      givenName: "Noa",
      hasPassword: false,
      roles: { author: false, manager: false, admin: false },
    });
    expect(await newest("person_added")).toMatchObject({ actor_id: manager.userId, object_id: userId });
    const again = await admin.post("/rest/people", { email, givenName: "A", familyName: "B" });
    expect(again.json().errors).toMatchObject([{ field: "email", code: "is_member" }]);
  });

  test("an external id of somebody deactivated here offers to bring them back, with the new email and name (USR-6)", async () => {
    const left = await aLeaver("P-100");
    const typed = { email: "lea.new@a.test", givenName: "Lea", familyName: "Again", externalId: "P-100" };
    const offer = await manager.post("/rest/people", typed);
    expect([offer.statusCode, offer.json()]).toEqual([
      200,
      { leaver: { userId: left.id, name: "Lea Left", email: left.email, keepsIdentity: false } },
    ]);
    expect((await admin.get(`/rest/people/${left.id}`)).json()).toMatchObject({ status: "suspended", familyName: "Left" });
    const back = await manager.post(`/rest/people/${left.id}/return`, typed);
    expect(back.json()).toMatchObject({ userId: left.id, status: "active", email: "lea.new@a.test", familyName: "Again" });
    expect(await newest("person_returned")).toMatchObject({
      actor_id: manager.userId,
      object_id: left.id,
      before: { status: "suspended", email: left.email, family_name: "Left" },
      after: { status: "active", email: "lea.new@a.test", family_name: "Again" },
    });
    const again = await manager.post("/rest/people", { ...typed, email: "another@a.test" });
    expect(again.json().errors).toMatchObject([{ field: "externalId", code: "id_taken" }]);
  });

  test("an email of somebody deactivated here offers it too; who belongs elsewhere keeps name and email (USR-6, ENV-13)", async () => {
    const left = await aLeaver("P-101");
    await joins(left.id, "b");
    const typed = { email: left.email, givenName: "Other", familyName: "Typed", externalId: "P-102" };
    expect((await admin.post("/rest/people", typed)).json()).toMatchObject({ leaver: { userId: left.id, keepsIdentity: true } });
    const back = await admin.post(`/rest/people/${left.id}/return`, { ...typed, email: "typed@a.test" });
    expect(back.json()).toMatchObject({ status: "active", email: left.email, givenName: "Lea", familyName: "Left" });
    const away = await admin.post(`/rest/people/${left.id}/status`, { status: "suspended", reason: "By mistake" });
    expect(away.json()).toMatchObject({ status: "suspended" });
  });

  test("the external id and email of an account that was merged away lead to whom it was merged into (USR-6)", async () => {
    const [kept, gone] = [await aLeaver("P-103"), await aLeaver("P-104")];
    await app.databases.inSystem("prepare a test", async (db) => {
      await db.updateTable("users").set({ kind: "departed" }).where("id", "=", gone.id).execute();
      await db
        .insertInto("merges")
        .values({
          portal_id: app.portal("a").id,
          kept_id: kept.id,
          gone_id: gone.id,
          choices: JSON.stringify({}),
          asked_by: admin.userId,
          status_before: "active",
          done_at: new Date(),
        })
        .execute();
    });
    const typed = { email: gone.email, givenName: "Lea", familyName: "Kept", externalId: "P-104" };
    expect((await manager.post("/rest/people", typed)).json()).toMatchObject({ leaver: { userId: kept.id, keepsIdentity: false } });
    const back = await manager.post(`/rest/people/${kept.id}/return`, typed);
    expect([back.statusCode, back.json()]).toEqual([
      200,
      expect.objectContaining({ status: "active", email: kept.email, familyName: "Kept" }),
    ]);
    const again = await manager.post("/rest/people", typed);
    expect(again.json().errors).toMatchObject([{ field: "externalId", code: "id_taken" }]);
  });

  test("nobody is brought back by whoever may not change them, nor from the other portal (security.md 1, 14)", async () => {
    const left = await aLeaver("P-105");
    const typed = { email: left.email, givenName: "Lea", familyName: "Left" };
    const inB = await app.signIn("admin", "b");
    expect((await inB.post(`/rest/people/${left.id}/return`, typed)).statusCode).toBe(404);
    const student = await app.signIn("student", "a");
    expect((await student.post(`/rest/people/${left.id}/return`, typed)).statusCode).toBe(403);
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("memberships").set({ is_admin: true }).where("user_id", "=", left.id).execute(),
    );
    expect((await manager.post("/rest/people", typed)).json().errors).toMatchObject([{ field: "email", code: "is_member" }]);
    expect((await manager.post(`/rest/people/${left.id}/return`, typed)).statusCode).toBe(403);
  });

  test("somebody of another portal joins as they are: their name stays, and nothing says that there is another portal (security.md 11, ENV-13)", async () => {
    const known = await app.aPerson("b", { givenName: "Own", familyName: "Name" });
    const reply = await admin.post("/rest/people", { email: known.email, givenName: "Other", familyName: "Typed" });
    expect(reply.json()).toEqual({ userId: known.id });
    expect((await admin.get(`/rest/people/${known.id}`)).json()).toMatchObject({ givenName: "Own", familyName: "Name" });
    const inB = await app.signIn("admin", "b");
    expect((await inB.get(`/rest/people/${known.id}`)).json()).toMatchObject({ roles: { admin: false }, status: "active" });
  });

  test("a system admin's email is refused like one that is taken, by anybody but a system admin (security.md 14)", async () => {
    const { email } = app.person("system", "b");
    const { email: own } = await app.aPerson("a");
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("users").set({ is_system_admin: true }).where("email", "=", own).execute(),
    );
    const reply = await admin.post("/rest/people", { email: `x${email}`, givenName: "A", familyName: "B" });
    expect(reply.statusCode).toBe(200);
    const refused = await admin.post("/rest/people", { email: app.person("system", "a").email, givenName: "A", familyName: "B" });
    expect(refused.json().errors).toMatchObject([{ field: "email", code: "email_taken" }]);
  });

  test("who is deactivated is out with the next request and back as before, without the old session (security.md 24)", async () => {
    const someone = await app.aPerson("a");
    const { id: courseId } = await app.aCourse("a");
    const student = await app.signInAs(someone, "a");
    await student.post("/rest/enrolment/enrol", { courseId });
    const set = (status: string) => manager.post(`/rest/people/${someone.id}/status`, { status, reason: "Left the company" });
    expect((await set("suspended")).json()).toMatchObject({ status: "suspended" });
    expect((await student.get("/rest/account")).statusCode).toBe(401);
    expect(await newest("person_deactivated")).toMatchObject({ object_id: someone.id, after: { reason: "Left the company" } });
    expect((await set("active")).json()).toMatchObject({ status: "active" });
    expect((await student.get("/rest/account")).statusCode).toBe(401);
    const back = await app.signInAs(someone, "a");
    expect((await back.get("/rest/enrolment/myCourses")).json().total).toBe(1);
  });

  test("nobody deactivates themselves, nor a manager an admin (security.md 14)", async () => {
    const body = { status: "suspended", reason: "x" };
    expect((await admin.post(`/rest/people/${admin.userId}/status`, body)).statusCode).toBe(403);
    expect((await manager.post(`/rest/people/${admin.userId}/status`, body)).statusCode).toBe(403);
  });
});

test("the timeline says in one place why something is overdue, in order, filtered and exported alike (USR-2, security.md 9)", async () => {
  const { id: userId } = await app.aPerson("a");
  const { id: courseId } = await app.aCourse("a", { title: "Ladders" });
  const dueAt = new Date(Date.now() - 86_400_000);
  await app.anEnrolment("a", { courseId, userId, kind: "rule", dueAt });
  const story = async (query = "") => (await manager.get(`/rest/people/${userId}/timeline${query}`)).json();
  const { rows, total } = await story();
  expect(total).toBe(rows.length);
  expect(rows.map(({ at }: { at: string }) => at)).toEqual(
    rows
      .map(({ at }: { at: string }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(rows.find(({ kind }: { kind: string }) => kind === "due")).toMatchObject({
    what: "overdue",
    course: "Ladders",
    at: dueAt.toISOString(),
  });
  expect(rows.find(({ kind }: { kind: string }) => kind === "enrolled")).toMatchObject({ what: "rule", valueAt: dueAt.toISOString() });
  expect((await story("?kind=due")).total).toBe(1);
  expect((await story("?q=ladd")).total).toBe(2);
  const { body } = await manager.get(`/rest/people/${userId}/timeline/export.csv?kind=due`);
  expect(body.trim().split(/\r?\n/)).toHaveLength(2);
  expect(body).toContain("Ladders");
});
