import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { lettersTo } from "#features/mail/test/letters-to.ts";
import type { StoryRow } from "./person-contract.ts";

let app: TestApp;
let manager: Client;
let admin: Client;
let system: Client;
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.signIn("manager", "a");
  admin = await app.signIn("admin", "a");
  system = await app.signIn("system", "a");
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

  test("an email that somebody else sets ends every session and link of the person, and the old address is told (security.md rows 25 and 58)", async () => {
    const who = await app.aPerson("a");
    const own = await app.signInAs(who, "a");
    expect((await app.anonymous("a").post("/rest/auth/forgot", { email: who.email })).statusCode).toBe(200);
    const save = (more: object) => manager.put(`/rest/people/${who.id}/profile`, { givenName: "Mia", familyName: "Moor", ...more });
    expect((await save({ email: who.email })).statusCode).toBe(200);
    expect((await own.get("/rest/account")).statusCode).toBe(200);
    expect((await save({ email: "mia.moor@moved.test" })).statusCode).toBe(200);
    expect((await own.get("/rest/account")).statusCode).toBe(401);
    expect(await lettersTo(app, who.email)).toEqual(["email_changed"]);
    const links = await app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("password_links").select("user_id").where("user_id", "=", who.id).execute(),
    );
    expect(links).toEqual([]);
    // Back again: now the other one is the old one.
    const again = await app.signInAs({ id: who.id, email: "mia.moor@moved.test" }, "a");
    await save({ email: who.email });
    expect((await again.get("/rest/account")).statusCode).toBe(401);
    expect(await lettersTo(app, "mia.moor@moved.test")).toEqual(["email_changed"]);
  });

  test("nobody changes their own email here, where no password is asked for (security.md row 58)", async () => {
    for (const [client, path] of [
      [admin, `/rest/people/${admin.userId}/profile`],
      [system, `/rest/identities/${system.userId}/profile`],
    ] as const) {
      const reply = await client.put(path, { givenName: "New", familyName: "Name", email: "mine@elsewhere.test" });
      expect([reply.statusCode, reply.json().errors]).toEqual([400, [expect.objectContaining({ field: "email", code: "own_email" })]]);
      expect((await client.get("/rest/account")).json()).toMatchObject({ email: client.email });
    }
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

describe("what else the timeline tells, for why something is due (USR-2)", () => {
  const storyOf = async (userId: number, query = "", client = manager) =>
    (await client.get(`/rest/people/${userId}/timeline${query}`)).json() as { rows: StoryRow[]; total: number };
  const aGroup = async (name: string): Promise<number> =>
    (await admin.post("/rest/groups", { name, description: "", condition: null })).json().id;
  const act = async (kind: string, input: object, userId: number) => {
    const told = (await admin.post("/rest/bulk", { kind, input, of: { ids: [userId] } })).json();
    expect((await admin.post(`/rest/bulk/${told.runId}/run`)).statusCode).toBe(200);
  };
  const nameOf = async (client: Client) =>
    app.databases.inSystem("look at a test", async (db) => {
      const { given_name, family_name } = await db
        .selectFrom("users")
        .select(["given_name", "family_name"])
        .where("id", "=", client.userId)
        .executeTakeFirstOrThrow();
      return `${given_name} ${family_name}`;
    });

  test("groups joined and left, with cause and by whom; the name of one out of a manager's reach is told to nobody and not found (security.md 9)", async () => {
    const { id: userId } = await app.aPerson("a");
    const [near, far] = [await aGroup("Nearby crew"), await aGroup("Faraway crew")];
    for (const groupId of [near, far]) await act("add-to-group", { groupId }, userId);
    await act("remove-from-group", { groupId: far }, userId);
    const by = await nameOf(admin);
    expect((await storyOf(userId, "?kind=group", admin)).rows).toMatchObject([
      { what: "left_hand", detail: "Faraway crew", by },
      { what: "joined_hand", detail: "Faraway crew", by },
      { what: "joined_hand", detail: "Nearby crew", by },
    ]);

    const person = await app.aPerson("a");
    const terms = { copyId: null, scope: { kind: "groups", groupIds: [near] }, startsAt: null, endsAt: null };
    expect((await admin.post("/rest/roles", { userId: person.id, role: "Manager", ...terms })).statusCode).toBe(200);
    const ofNear = await app.signInAs(person, "a");
    expect((await storyOf(userId, "?kind=group", ofNear)).rows.map(({ what, detail }) => [what, detail])).toEqual([
      ["left_hand", ""],
      ["joined_hand", ""],
      ["joined_hand", "Nearby crew"],
    ]);
    expect((await storyOf(userId, "?q=faraway", ofNear)).total).toBe(0);
    expect((await storyOf(userId, "?q=faraway", admin)).total).toBe(2);
    const path = `/rest/people/${userId}/timeline`;
    for (const address of [path, `${path}/export.csv`]) {
      const { statusCode, body } = await ofNear.get(address);
      expect([statusCode, body.includes("Nearby"), body.includes("Faraway")]).toEqual([200, true, false]);
    }
  });

  test("reminders and messages are told with when they went out by mail, without their text", async () => {
    const { id: userId } = await app.aPerson("a");
    const { id: courseId } = await app.aCourse("a", { title: "Winches" });
    await app.anEnrolment("a", { courseId, userId, kind: "rule", dueAt: new Date(Date.now() - 86_400_000) });
    await act("nudge", {}, userId);
    await act("message", { subject: "Heads up", body: "See the harbour master." }, userId);
    const sentAt = new Date(Date.now() - 3_600_000);
    await app.databases.inSystem("prepare a test", async (db) => {
      const portal_id = app.portal("a").id;
      const { id } = await db
        .insertInto("messages")
        .values({ portal_id, user_id: userId, event: "overdue", mandatory: false, state: "sent", ended_at: sentAt, plain: "A long text" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("notifications")
        .values([
          {
            portal_id,
            user_id: userId,
            event: "overdue",
            subject: `course:${courseId}`,
            occurrence: "1",
            variables: JSON.stringify({ courseId, courseType: "online", course: "Winches", dueAt: sentAt }),
            created_at: sentAt,
            message_id: id,
            handled_at: sentAt,
          },
          { portal_id, user_id: userId, event: "new_browser", subject: "browser:1", occurrence: "1" },
        ])
        .execute();
    });
    const by = await nameOf(admin);
    const { rows } = await storyOf(userId, "?kind=letter");
    expect(rows).toMatchObject([
      { what: "told_staff_message", by, detail: "", course: null, valueAt: null },
      { what: "told_nudged", by, detail: "Winches", valueAt: null },
      { what: "told_overdue", by: null, course: "Winches", at: sentAt.toISOString(), valueAt: sentAt.toISOString() },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/harbour|Heads up|long text/);
  });

  test("a role that was taken away is told with who did it; what another portal keeps is not", async () => {
    const { id: userId } = await app.aPerson("a");
    await joins(userId, "b");
    const terms = { copyId: null, scope: { kind: "portal" }, startsAt: null, endsAt: null };
    const { id } = (await admin.post("/rest/roles", { userId, role: "Manager", ...terms })).json();
    expect((await admin.post(`/rest/roles/${id}/remove`)).statusCode).toBe(200);
    await app.databases.inSystem("prepare a test", async (db) => {
      const portal_id = app.portal("b").id;
      const group = await db.insertInto("groups").values({ portal_id, name: "Elsewhere" }).returning("id").executeTakeFirstOrThrow();
      await db
        .insertInto("group_history")
        .values({ portal_id, group_id: group.id, user_id: userId, change: "joined", cause: "hand" })
        .execute();
      await db
        .insertInto("notifications")
        .values({ portal_id, user_id: userId, event: "enrolled", subject: "course:1", occurrence: "1" })
        .execute();
    });
    const { rows } = await storyOf(userId);
    expect(rows.filter(({ kind }) => kind === "role")).toMatchObject([
      { what: "removed_Manager", by: await nameOf(admin) },
      { what: "Manager", valueAt: expect.any(String) },
    ]);
    expect(rows.filter(({ kind }) => kind === "group" || kind === "letter")).toEqual([]);
  });
});
