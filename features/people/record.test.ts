import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { historyCauses, ownCauses } from "#features/groups/contract.ts";
import type { FieldSheet } from "#features/fields/sheet-contract.ts";
import type { OpenContext } from "#platform/serve.ts";
import type { PersonAttempt, PersonGroups, PersonSignIns } from "./record-contract.ts";
import { changePerson } from "./server/person-service.ts";

// What is kept of one person beside profile and enrolments: the tabs of User Details (USR-1).

let app: TestApp;
let manager: Client;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  [manager, admin] = [await app.signIn("manager", "a"), await app.signIn("admin", "a")];
});
afterAll(() => app.close());

const newest = (action: string) =>
  app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("audit_events").selectAll().where("action", "=", action).orderBy("id", "desc").executeTakeFirst(),
  );

describe("custom fields of one person (FLD-2; security.md 18)", () => {
  const made = async (name: string, more: object = {}, kind: Parameters<typeof aFieldBody>[0] = "text") =>
    (await admin.post("/rest/fields", aFieldBody(kind, name, more))).json().id as number;
  const names = (sheet: FieldSheet) => sheet.fields.map(({ name, access }) => `${name} ${access}`);
  let mayEdit = 0;
  let secret = 0;
  let ofAdmins = 0;
  let imported = 0;
  beforeAll(async () => {
    mayEdit = await made("Desk", { ownAccess: "edit", managerAccess: "edit" });
    secret = await made("Badge", { ownAccess: "read", managerAccess: "read", isSensitive: true, isUnique: true });
    ofAdmins = await made("Notes", { ownAccess: "hidden", managerAccess: "hidden" });
    imported = await made("Cost", { ownAccess: "edit", managerAccess: "edit", source: "import" });
  });

  test("each role gets the fields that it sees, and saves those that it may edit; the rest is refused at its field", async () => {
    const { id, email } = await app.aPerson("a");
    const own = await app.signInAs({ id, email }, "a");
    const path = `/rest/people/${id}/fields`;
    expect(names((await admin.get(path)).json())).toEqual(["Desk edit", "Badge edit", "Notes edit", "Cost read"]);
    expect(names((await manager.get(path)).json())).toEqual(["Desk edit", "Badge read", "Cost read"]);
    expect(names((await own.get("/rest/fields/mine")).json())).toEqual(["Desk edit", "Badge read", "Cost read"]);

    expect((await admin.put(path, { values: { [secret]: "B-17", [ofAdmins]: "careful" } })).statusCode).toBe(200);
    expect(await newest("field_values_changed")).toMatchObject({
      actor_id: admin.userId,
      object_id: id,
      after: { Badge: "•••", Notes: "careful" },
    });
    const seen = (await manager.get(path)).json() as FieldSheet;
    expect(seen.values).toEqual({ [secret]: "B-17" });
    const saved = await own.put("/rest/fields/mine", { values: { [mayEdit]: "  4 b " } });
    expect(saved.json().values).toMatchObject({ [mayEdit]: "4 b" });
    expect((await newest("field_values_changed"))?.actor_id).toBe(id);

    for (const [client, address, values] of [
      [manager, path, { [secret]: "B-18" }],
      [own, "/rest/fields/mine", { [secret]: "B-18" }],
      [manager, path, { [ofAdmins]: "x" }],
      [own, "/rest/fields/mine", { [ofAdmins]: "x" }],
      [admin, path, { [imported]: "x" }],
      [admin, path, { 999999: "x" }],
    ] as const) {
      const reply = await client.put(address, { values });
      expect([reply.statusCode, reply.json().errors]).toEqual([
        400,
        [expect.objectContaining({ field: `fields.${Object.keys(values)[0]}` })],
      ]);
    }
    const other = await app.aPerson("a");
    const twin = await admin.put(`/rest/people/${other.id}/fields`, { values: { [secret]: "b-17" } });
    expect(twin.json().errors).toEqual([expect.objectContaining({ field: `fields.${secret}`, code: "taken" })]);
  });

  test("security.md 8: nobody reads names and addresses of others by counting through numbers in a field for a person", async () => {
    const field = await made("Mentor", { ownAccess: "edit", managerAccess: "edit" }, "person");
    const [who, stranger] = [await app.aPerson("a"), await app.aPerson("a", { givenName: "Un", familyName: "Known" })];
    const own = await app.signInAs(who, "a");
    for (const [client, address] of [
      [own, "/rest/fields/mine"],
      [manager, `/rest/people/${who.id}/fields`],
    ] as const) {
      for (const id of [stranger.id, 999_999]) {
        const reply = await client.put(address, { values: { [field]: id } });
        expect([reply.statusCode, reply.json().errors]).toEqual([400, [expect.objectContaining({ code: "no_such_person" })]]);
      }
      expect((await client.get(address)).body).not.toContain(stranger.email);
    }
    // What is there already may be sent back as it is.
    expect((await own.put("/rest/fields/mine", { values: { [field]: stranger.email } })).statusCode).toBe(200);
    expect((await own.put("/rest/fields/mine", { values: { [field]: stranger.id } })).statusCode).toBe(200);
  });

  test("a person in a field is named by email, and shown by name; a manager changes no admin's values and not their own here", async () => {
    const field = await made("Supervisor", { managerAccess: "edit" }, "person");
    const [{ id }, boss] = [await app.aPerson("a"), await app.aPerson("a", { givenName: "Bo", familyName: "Ss" })];
    const sheet = (await manager.put(`/rest/people/${id}/fields`, { values: { [field]: boss.email } })).json() as FieldSheet;
    expect(sheet.values[field]).toBe(boss.id);
    expect(sheet.people).toEqual([{ id: boss.id, email: boss.email, name: "Bo Ss" }]);
    for (const userId of [manager.userId, admin.userId])
      expect((await manager.put(`/rest/people/${userId}/fields`, { values: { [field]: boss.email } })).statusCode).toBe(403);
  });
});

describe("what else is kept of a person (USR-1)", () => {
  test("every attempt is listed with its state; one that was reset is there, set aside; the transcript is the person's own history", async () => {
    const who = await app.aPerson("a");
    const { id: courseId } = await app.aCourse("a", { title: "Ladders" });
    const own = await app.signInAs(who, "a");
    await own.post("/rest/enrolment/enrol", { courseId });
    await own.post("/rest/progress/launch", { courseId });
    const path = `/rest/people/${who.id}`;
    const [enrolment] = (await manager.get(`${path}/enrolments`)).json().rows;
    const rowsOf = async () => (await manager.get(`${path}/attempts`)).json().rows as PersonAttempt[];
    expect(await rowsOf()).toMatchObject([{ title: "Ladders", number: 1, outcome: "inProgress", isSetAside: false, hasLog: false }]);
    const reset = { kind: "reset", reason: "A test" };
    expect((await manager.post(`${path}/enrolments/${enrolment.enrolmentId}/corrections`, reset)).statusCode).toBe(200);
    expect(await rowsOf()).toMatchObject([{ number: 1, isSetAside: true }]);
    const mine = (await own.get("/rest/history")).json();
    expect((await manager.get(`${path}/transcript`)).json()).toEqual(mine);
    expect((await manager.get(`${path}/transcript/export.csv`)).body).toEqual((await own.get("/rest/history/export.csv")).body);
  });

  test("groups stand with their causes: by hand, and through a group in the group", async () => {
    const { id } = await app.aPerson("a");
    const portal_id = app.portal("a").id;
    await app.databases.inSystem("prepare a test", async (db) => {
      const made = async (name: string) =>
        (await db.insertInto("groups").values({ portal_id, name }).returning("id").executeTakeFirstOrThrow()).id;
      const [crew, all] = [await made("Night crew"), await made("Everybody at night")];
      await db
        .insertInto("group_members")
        .values([
          { portal_id, group_id: crew, user_id: id, cause: "hand", added_by: admin.userId },
          { portal_id, group_id: all, user_id: id, cause: null, via_ids: [crew] },
        ])
        .execute();
      await db
        .insertInto("group_history")
        .values({ portal_id, group_id: crew, user_id: id, change: "joined", cause: "hand", actor_id: admin.userId })
        .execute();
    });
    expect((await manager.get(`/rest/people/${id}/groups`)).json()).toMatchObject({
      groups: [
        { name: "Everybody at night", cause: null, via: ["Night crew"], addedBy: null },
        { name: "Night crew", cause: "hand", via: [], addedBy: expect.any(String) },
      ],
      history: [{ group: "Night crew", change: "joined", cause: "hand" }],
    });
  });

  test("every cause for which somebody can be in a group or have left one is told", async () => {
    const { id: user_id } = await app.aPerson("a");
    const portal_id = app.portal("a").id;
    const [own, past] = [ownCauses, historyCauses];
    await app.databases.inSystem("prepare a test", async (db) => {
      for (const cause of own) {
        const { id: group_id } = await db
          .insertInto("groups")
          .values({ portal_id, name: `Cause ${cause}` })
          .returning("id")
          .executeTakeFirstOrThrow();
        await db.insertInto("group_members").values({ portal_id, group_id, user_id, cause }).execute();
        if (cause !== "hand") continue;
        for (const why of past)
          await db.insertInto("group_history").values({ portal_id, group_id, user_id, change: "left", cause: why }).execute();
      }
    });
    const answer = await manager.get(`/rest/people/${user_id}/groups`);
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
    const { groups, history } = answer.json() as PersonGroups;
    expect(groups.map(({ cause }) => cause).toSorted()).toEqual(own.toSorted());
    expect(history.map(({ cause }) => cause).toSorted()).toEqual([...past].toSorted());
  });

  test("who may put somebody into a group and take them out is told, for each group: never where a condition decides", async () => {
    const { id } = await app.aPerson("a");
    const [byHand, byCondition, other] = await app.databases.inPeople(app.portal("a").id, "prepare a test", async (db) => {
      const portal_id = app.portal("a").id;
      const made = await db
        .insertInto("groups")
        .values([
          { portal_id, name: "By hand of one" },
          { portal_id, name: "By condition of one", kind: "dynamic", condition: JSON.stringify({ kind: "status", is: "active" }) },
          { portal_id, name: "Of others" },
        ])
        .returning("id")
        .execute();
      const [hand, condition, others] = made.map((one) => one.id);
      for (const [group_id = 0, cause] of [
        [hand, "hand"],
        [condition, "condition"],
        [others, "hand"],
      ] as const)
        await db.insertInto("group_members").values({ portal_id, group_id, user_id: id, cause }).execute();
      return [hand, condition, others];
    });
    const told = async (client: Client) => {
      const { groups, canFill } = (await client.get(`/rest/people/${id}/groups`)).json() as PersonGroups;
      return { canFill, groups: groups.map((one) => [one.id, one.isReached, one.canLeave]) };
    };
    expect(await told(admin)).toEqual({
      canFill: true,
      groups: [
        [byCondition, true, false],
        [byHand, true, true],
        [other, true, true],
      ],
    });
    const looksAfter = await app.aPerson("a");
    await admin.post("/rest/roles", {
      userId: looksAfter.id,
      role: "Manager",
      copyId: null,
      scope: { kind: "groups", groupIds: [byHand] },
      startsAt: null,
      endsAt: null,
    });
    expect(await told(await app.signInAs(looksAfter, "a"))).toEqual({
      canFill: true,
      groups: [
        [byCondition, false, false],
        [byHand, true, true],
        [other, false, false],
      ],
    });
  });

  test("sign-ins stand with device and address; signing out ends one browser or all of this portal, at once (security.md 24)", async () => {
    const { id, email } = await app.aPerson("a");
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const signed = await app.anonymous("a").post("/rest/auth/login", { email, password: testPassword }, { "user-agent": agent });
    expect(signed.statusCode).toBe(200);
    const [one, two] = [await app.signInAs({ id, email }, "a"), await app.signInAs({ id, email }, "a")];
    const path = `/rest/people/${id}`;
    const seen = (await manager.get(`${path}/signIns`)).json() as PersonSignIns;
    expect(seen.rows).toContainEqual(expect.objectContaining({ kind: "signed_in", device: "Firefox, Linux", ip: "127.0.0.1" }));
    expect(seen.sessions).toHaveLength(3);
    expect((await admin.post(`${path}/sessions/end`, { sessionId: 999_999_999 })).statusCode).toBe(404);
    expect((await one.get("/rest/account")).statusCode).toBe(200);
    expect((await manager.post(`${path}/sessions/end`, { sessionId: seen.sessions[0]?.id })).json()).toEqual({ ended: 1 });
    expect((await manager.post(`${path}/sessions/end`, { all: true })).json()).toEqual({ ended: 2 });
    for (const client of [one, two]) expect((await client.get("/rest/account")).statusCode).toBe(401);
    expect(await newest("sessions_ended")).toMatchObject({ actor_id: manager.userId, object_id: id, after: { count: 2 } });
    for (const userId of [manager.userId, admin.userId])
      expect((await manager.post(`/rest/people/${userId}/sessions/end`, { all: true })).statusCode).toBe(403);
    expect((await admin.post(`/rest/people/${admin.userId}/sessions/end`, { all: true })).statusCode).toBe(403);
  });
});

describe("a link to set a password (AUTH-5; security.md 14, 50, 56, 57, 59)", () => {
  const password = "violet-harbour-lantern-41";
  const made = async (userId: number, life = "day", client = admin) => client.post(`/rest/people/${userId}/passwordLink`, { life });
  const tokenOf = (reply: { json(): { url: string } }) => reply.json().url.split("#")[1] ?? "";
  /** Each try comes from an address of its own, so that they do not share a limit. */
  let address = 0;
  const use = (token: string, newPassword = password, ip = `10.9.${++address}.1`) => {
    const { cookie, csrf } = app.anonymous("a");
    return app.server.inject({
      method: "POST",
      url: "/rest/auth/reset",
      remoteAddress: ip,
      headers: { host: "a.test", origin: "http://a.test", cookie, "x-csrf-token": csrf },
      payload: { token, newPassword },
    });
  };
  const login = async (email: string, word: string) =>
    (await app.anonymous("a").post("/rest/auth/login", { email, password: word })).statusCode;

  test("it sets the password once, signs the person out everywhere, and both its making and its use are noted (security.md row 25)", async () => {
    const who = await app.aPerson("a");
    const own = await app.signInAs(who, "a");
    const reply = await made(who.id, "minutes");
    const token = tokenOf(reply);
    expect(reply.json().url).toBe(`http://a.test/v/auth/reset#${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(reply.json().expiresAt) - Date.now()).toBeLessThan(30 * 60_000 + 1000);
    expect(await newest("password_link_made")).toMatchObject({ actor_id: admin.userId, object_id: who.id });
    const kept = await app.databases.inSystem("look at a test", async (db) =>
      JSON.stringify(await db.selectFrom("password_links").selectAll().execute()),
    );
    expect(kept).not.toContain(token);
    expect((await use(token, "short")).json().errors).toMatchObject([{ field: "newPassword" }]);
    expect((await use(token, "passwordpassword")).json().errors).toMatchObject([{ field: "newPassword" }]);
    expect((await use(token)).json()).toEqual({ redirect: "/v/auth/login" });
    expect(await newest("password_set")).toMatchObject({ actor_id: who.id, object_id: who.id });
    const told = await app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("notifications").select("event").where("user_id", "=", who.id).execute(),
    );
    expect(told).toContainEqual({ event: "password_changed" });
    expect((await own.get("/rest/account")).statusCode).toBe(401);
    expect([await login(who.email, testPassword), await login(who.email, password)]).toEqual([401, 200]);
    expect((await use(token)).statusCode).toBe(404);
  });

  test("of many uses at once one sets the password; a new link makes the old one void", async () => {
    const { id } = await app.aPerson("a");
    const [old, fresh] = [tokenOf(await made(id)), tokenOf(await made(id))];
    expect((await use(old)).statusCode).toBe(404);
    const replies = await Promise.all(Array.from({ length: 5 }, () => use(fresh)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  test("unknown, used, expired, of the other portal and of somebody deactivated: one answer", async () => {
    const [gone, out, late, foreign] = [await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("b")];
    const used = tokenOf(await made(gone.id));
    await use(used);
    const suspended = tokenOf(await made(out.id));
    await admin.post(`/rest/people/${out.id}/status`, { status: "suspended", reason: "x" });
    const expired = tokenOf(await made(late.id));
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("password_links")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("user_id", "=", late.id)
        .execute(),
    );
    const elsewhere = tokenOf(await made(foreign.id, "day", await app.signIn("admin", "b")));
    const answers = await Promise.all(["none", used, suspended, expired, elsewhere].map((token) => use(token)));
    const plain = answers.map(({ statusCode, body }) => [statusCode, body.replace(/"requestId":"[^"]*"/, "")]);
    for (const answer of plain) expect(answer).toEqual(plain[0]);
    expect(plain[0]?.[0]).toBe(404);
  });

  test("none is made for an admin, for oneself, for who belongs elsewhere too or is deactivated; a manager makes none", async () => {
    const [other, twice, out, plain] = [
      await app.aPerson("a", { isAdmin: true }),
      await app.aPerson("a"),
      await app.aPerson("a", { status: "suspended" }),
      await app.aPerson("a"),
    ];
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("memberships")
        .values({ portal_id: app.portal("b").id, user_id: twice.id })
        .execute(),
    );
    const system = await app.signIn("system", "a");
    for (const [client, id, status] of [
      [admin, other.id, 403],
      [system, other.id, 403],
      [admin, admin.userId, 403],
      [admin, app.person("system", "a").id, 404],
      [admin, twice.id, 409],
      [admin, out.id, 409],
      [manager, plain.id, 403],
      [admin, (await app.aPerson("b")).id, 404],
    ] as const)
      expect([id, (await made(id, "day", client)).statusCode]).toEqual([id, status]);
    expect((await admin.get(`/rest/people/${twice.id}`)).json()).toMatchObject({ isShared: true });
    expect((await system.get(`/rest/people/${twice.id}`)).json()).toMatchObject({ isShared: false });
  });

  test("somebody who became an admin, or joined another portal, after the link was made keeps their password", async () => {
    const [riser, mover] = [await app.aPerson("a"), await app.aPerson("a")];
    const tokens = [tokenOf(await made(riser.id)), tokenOf(await made(mover.id))];
    await admin.post("/rest/roles", { userId: riser.id, role: "Admin", scope: { kind: "portal" }, startsAt: null, endsAt: null });
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("memberships")
        .values({ portal_id: app.portal("b").id, user_id: mover.id })
        .execute(),
    );
    for (const token of tokens) expect((await use(token)).statusCode).toBe(404);
    for (const { email } of [riser, mover]) expect(await login(email, password)).toBe(401);
  });

  test("guesses from one place are slowed down (security.md 55)", async () => {
    const statuses = await Promise.all(Array.from({ length: 25 }, () => use("none", password, "10.8.0.1")));
    expect(statuses.filter(({ statusCode }) => statusCode === 429).length).toBe(25 - app.config.rateLoginPerIp);
  });
});

test("whoever lost the right after the request was opened changes nothing", async () => {
  const [{ id }, leaver] = [await app.aPerson("a"), await app.aPerson("a", { isManager: true })];
  const portal = app.portal("a");
  const changes = (loses: boolean) => {
    const actor = {
      userId: leaver.id,
      portalId: portal.id,
      isManager: true,
      isAuthor: false,
      isAdmin: false,
      isSystemAdmin: false,
      by: null,
    };
    const context = {
      databases: app.databases,
      http: { ip: "", requestId: "" },
      async open(work: (scope: object) => Promise<unknown>) {
        const found = await app.databases.inPortal(portal.id, (db) => work({ db, actor, portal }));
        if (loses)
          await app.databases.inSystem("prepare a test", async (db) => {
            await db.deleteFrom("role_assignments").where("user_id", "=", leaver.id).execute();
            await db.updateTable("memberships").set({ is_manager: false }).where("user_id", "=", leaver.id).execute();
          });
        return found;
      },
    };
    return changePerson(context as unknown as OpenContext, id, "a test", async () => "changed").catch(
      (error: { code: string }) => error.code,
    );
  };
  expect(await changes(false)).toBe("changed");
  expect(await changes(true)).toBe("forbidden");
});
