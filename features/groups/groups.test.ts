import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { RoleScope } from "#features/roles/scope.ts";
import { createLog } from "#platform/log.ts";
import { settlePortal } from "./server/recompute.ts";

let app: TestApp;
let admin: Client;
let portalId: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  portalId = app.portal("a").id;
});
afterAll(() => app.close());

let count = 0;
const byHand = { description: "", condition: null };
const aGroup = async (fields: object = {}, client = admin): Promise<{ id: number; name: string; revision: number }> => {
  const reply = await client.post("/rest/groups", { name: `Group ${++count}`, ...byHand, ...fields });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};
const put = (groupId: number, ...userIds: number[]) =>
  app.databases.inPeople(portalId, "a test", (db) =>
    db
      .insertInto("group_members")
      .values(userIds.map((user_id) => ({ portal_id: portalId, group_id: groupId, user_id, cause: "hand" })))
      .execute(),
  );
const nest = (groupId: number, ...ids: number[]) => admin.put(`/rest/groups/${groupId}/children`, { ids });
const members = async (groupId: number, client = admin) =>
  ((await client.get(`/rest/groups/${groupId}/members`)).json().rows as { id: number; cause: string | null; via: { id: number }[] }[]).map(
    ({ id, cause, via }) => [id, cause, via.map((one) => one.id)] as const,
  );
const people = async (howMany: number, fields: object = {}) => {
  const made = [];
  for (let nth = 0; nth < howMany; nth++) made.push((await app.aPerson("a", fields)).id);
  return made;
};
/** A manager with this scope. */
const managerOf = async (scope: RoleScope) => {
  const person = await app.aPerson("a");
  await app.databases.inPeople(portalId, "a test", async (db) => {
    await db
      .insertInto("role_assignments")
      .values({ portal_id: portalId, user_id: person.id, role: "Manager", scope: JSON.stringify(scope) })
      .execute();
    await sql`select apply_roles(${portalId}, ${person.id})`.execute(db);
  });
  return app.signInAs(person, "a");
};

describe("groups (GRP-1, GRP-2)", () => {
  test("the export has exactly the columns that are chosen, in their order, and all of a group while none are", async () => {
    await aGroup({ name: "=Columns", description: "Chosen" });
    const lines = async (more: string) =>
      (await admin.get(`/rest/groups/export.csv?q=Columns${more}`)).body.replace("\uFEFF", "").trim().split("\r\n");
    expect(await lines("&columns=status,members")).toEqual(["Name,Status,Members", "'=Columns,In use,0"]);
    const [head, row] = await lines("");
    expect(head).toBe("Name,Description,Kind,Members,Status,Created (UTC)");
    expect(row).toMatch(/^'=Columns,Chosen,By hand,0,In use,/);
    const unknown = await admin.get("/rest/groups/export.csv?columns=members,secret");
    expect([unknown.statusCode, unknown.json().errors]).toMatchObject([400, [{ field: "columns", message: "This filter is not known." }]]);
  });

  test("are created, found, renamed and described, each with its entry in the audit log", async () => {
    const { id, revision } = await aGroup({ name: "Nursing ward", description: "Third floor" });
    const found = (await admin.get("/rest/groups?q=nursing")).json();
    expect(found).toMatchObject({
      canDefine: true,
      total: 1,
      rows: [{ id, name: "Nursing ward", kind: "manual", status: "active", members: 0 }],
    });
    const saved = await admin.put(`/rest/groups/${id}`, { name: "Ward 3", description: "", condition: null, revision });
    expect(saved.json()).toMatchObject({ id, name: "Ward 3", revision: revision + 1 });
    expect((await admin.put(`/rest/groups/${id}`, { name: "Ward 4", ...byHand, revision })).json().code).toBe("group_changed");
    const noted = await app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("audit_events").select("action").where("object_kind", "=", "group").where("object_id", "=", id).orderBy("id").execute(),
    );
    expect(noted.map(({ action }) => action)).toEqual(["group_created", "group_changed"]);
  });

  test("have names of their own, in capitals or not, and no name is empty or too long", async () => {
    await aGroup({ name: "Twins" });
    const again = await admin.post("/rest/groups", { name: " tWiNs ", ...byHand });
    expect([again.statusCode, again.json().errors]).toMatchObject([400, [{ field: "name", code: "name_taken" }]]);
    for (const name of ["", "   ", "x".repeat(121)]) expect((await admin.post("/rest/groups", { name, ...byHand })).statusCode).toBe(400);
  });

  test("a group of the other portal, and none, are the same 404", async () => {
    const { id } = await aGroup();
    const other = await app.signIn("admin", "b");
    for (const path of ["", "/members", "/history", "/dependents"]) {
      expect((await other.get(`/rest/groups/${id}${path}`)).statusCode).toBe(404);
      expect((await admin.get(`/rest/groups/999999999${path}`)).statusCode).toBe(404);
    }
    expect((await other.post(`/rest/groups/${id}/status`, { status: "archived" })).statusCode).toBe(404);
  });
});

describe("groups in groups", () => {
  test("the members of each are members of all above, through whichever; and leave with the last reason", async () => {
    const [ann, ben, cem] = (await people(3)) as [number, number, number];
    const [top, middle, low, other] = [await aGroup(), await aGroup(), await aGroup(), await aGroup()];
    await put(low.id, ann);
    await put(other.id, ann, ben);
    await put(top.id, cem);
    await nest(middle.id, low.id);
    expect((await nest(top.id, middle.id, other.id)).json()).toMatchObject({ kind: "nested", members: 3 });
    expect((await members(top.id)).toSorted()).toEqual(
      [
        [ann, null, [middle.id, other.id]],
        [ben, null, [other.id]],
        [cem, "hand", []],
      ].toSorted(),
    );
    await nest(top.id, middle.id);
    expect((await members(top.id)).map(([id]) => id).toSorted()).toEqual([ann, cem].toSorted());
    // What is put further down arrives above.
    await nest(low.id, other.id);
    expect((await members(top.id)).map(([id]) => id).toSorted()).toEqual([ann, ben, cem].toSorted());
    const history = (await admin.get(`/rest/groups/${top.id}/history`)).json().rows as { userId: number; change: string; cause: string }[];
    expect(history.filter(({ userId }) => userId === ben).map(({ change, cause }) => `${change} ${cause}`)).toEqual([
      "joined nested",
      "left nested",
      "joined nested",
    ]);
  });

  test("never form a circle, nor by a condition, nor by two people at once", async () => {
    const [one, two, three] = [await aGroup(), await aGroup(), await aGroup()];
    await nest(one.id, two.id);
    await nest(two.id, three.id);
    expect((await nest(three.id, one.id)).json().errors).toMatchObject([{ field: "ids", code: "circle" }]);
    expect((await nest(one.id, one.id)).json().errors).toMatchObject([{ code: "circle" }]);
    const dynamic = await aGroup({ condition: { kind: "group", groupIds: [one.id] } });
    expect((await nest(three.id, dynamic.id)).json().errors).toMatchObject([{ code: "circle" }]);

    const [left, right] = [await aGroup(), await aGroup()];
    const both = await Promise.all([nest(left.id, right.id), nest(right.id, left.id)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  test("a group that is not there cannot be put into one, and nothing into a dynamic one", async () => {
    const group = await aGroup();
    const foreign = await aGroup({}, await app.signIn("admin", "b"));
    for (const id of [foreign.id, 999_999_999]) expect((await nest(group.id, id)).json().errors).toMatchObject([{ code: "unknown_group" }]);
    const dynamic = await aGroup({ condition: { kind: "status", is: "active" } });
    expect((await nest(dynamic.id, group.id)).json().code).toBe("dynamic");
  });
});

describe("dynamic groups", () => {
  const compute = () => settlePortal({ databases: app.databases, log: createLog({ level: "silent" }) }, portalId);
  const named = (text: string) => ({ kind: "profile", of: "familyName", test: "is", text });

  test("hold whoever fits their condition, with history, and groups above follow", async () => {
    const [ann, ben] = (await people(2, { familyName: "Dynamo" })) as [number, number];
    const [cem] = (await people(1, { familyName: "Static" })) as [number];
    const group = await aGroup({ condition: named("Dynamo") });
    const above = await aGroup();
    await nest(above.id, group.id);
    const before = (await admin.get(`/rest/groups/${group.id}`)).json();
    expect([before.computedAt, before.members]).toEqual([null, 0]);
    await compute();
    const after = (await admin.get(`/rest/groups/${group.id}`)).json();
    expect([typeof after.computedAt, after.members]).toEqual(["string", 2]);
    expect((await members(above.id)).map(([id]) => id).toSorted()).toEqual([ann, ben].toSorted());
    // One gets another name, another gets this one.
    for (const [id, familyName] of [
      [ann, "Static"],
      [cem, "Dynamo"],
    ] as const) {
      const { email } = (await admin.get(`/rest/people/${id}`)).json();
      expect((await admin.put(`/rest/people/${id}/profile`, { givenName: "A", familyName, email })).statusCode).toBe(200);
    }
    await compute();
    expect((await members(group.id)).toSorted()).toEqual([[ben, "condition", []] as const, [cem, "condition", []] as const].toSorted());
    expect((await members(above.id)).map(([id]) => id).toSorted()).toEqual([ben, cem].toSorted());
    const history = (await admin.get(`/rest/groups/${group.id}/history`)).json().rows as {
      userId: number;
      change: string;
      cause: string;
    }[];
    expect(history.filter(({ userId }) => userId === ann).map(({ change, cause }) => `${change} ${cause}`)).toEqual([
      "left condition",
      "joined condition",
    ]);
  });

  test("are computed after those that their conditions name", async () => {
    const [ann] = (await people(1, { familyName: "Chained" })) as [number];
    const last = await aGroup({ condition: { kind: "status", is: "active" } });
    const first = await aGroup({ condition: named("Chained") });
    const saved = await admin.put(`/rest/groups/${last.id}`, {
      name: last.name,
      description: "",
      condition: { kind: "group", groupIds: [first.id] },
      revision: last.revision,
    });
    expect(saved.json()).toMatchObject({ computedAt: null });
    await compute();
    expect(await members(last.id)).toEqual([[ann, "condition", []]]);
    expect(
      (
        await admin.put(`/rest/groups/${first.id}`, {
          name: first.name,
          description: "",
          condition: { kind: "group", groupIds: [last.id] },
          revision: 1,
        })
      ).json().errors,
    ).toMatchObject([{ field: "condition", code: "circle" }]);
  });

  test("are computed when a change was noted: by staff, by an enrolment; a killed computation is begun again", async () => {
    const noted = () =>
      app.databases.inSystem(
        "look at a test",
        async (db) => (await db.selectFrom("people_changes").selectAll().where("portal_id", "=", portalId).execute()).length,
      );
    await compute();
    expect(await noted()).toBe(0);
    const student = await app.signIn("student", "a");
    const { id: courseId } = await app.aCourse("a");
    expect(await noted()).toBe(0);
    expect((await student.post("/rest/enrolment/enrol", { courseId })).statusCode).toBe(200);
    expect(await noted()).toBe(1);
    await aGroup();
    expect(await noted()).toBe(2);
    await compute();
    expect(await noted()).toBe(0);
  });

  test("are computed when somebody's external id, language or time zone changed", async () => {
    const noted = () =>
      app.databases.inSystem(
        "look at a test",
        async (db) => (await db.selectFrom("people_changes").selectAll().where("portal_id", "=", portalId).execute()).length,
      );
    const numbered = await aGroup({ condition: { kind: "externalId", is: { test: "begins", text: "settled-" } } });
    const german = await aGroup({ condition: { kind: "language", languages: ["de"] } });
    const inBerlin = await aGroup({ condition: { kind: "timeZone", zones: ["Europe/Berlin"] } });
    const who = await app.aPerson("a");
    const own = await app.signInAs(who, "a");
    const { id } = who;
    await compute();
    const groups = async () => {
      const found: number[] = [];
      for (const group of [numbered, german, inBerlin])
        if ((await members(group.id)).some(([userId]) => userId === id)) found.push(group.id);
      return found;
    };
    expect([await groups(), await noted()]).toEqual([[], 0]);
    const saved = await own.put("/rest/account/profile", { givenName: "A", familyName: "B", locale: "de", timeZone: "Europe/Berlin" });
    expect([saved.statusCode, await noted()]).toEqual([200, 1]);
    await compute();
    expect(await groups()).toEqual([german.id, inBerlin.id]);
    const change = (external_id: string | null) =>
      app.databases.inPeople(portalId, "a test", (db) =>
        db.updateTable("memberships").set({ external_id }).where("portal_id", "=", portalId).where("user_id", "=", id).execute(),
      );
    await change("SETTLED-1");
    expect(await noted()).toBe(1);
    await compute();
    expect(await groups()).toEqual([numbered.id, german.id, inBerlin.id]);
    await change(null);
    await own.put("/rest/account/profile", { givenName: "A", familyName: "B", locale: null, timeZone: null });
    await compute();
    expect(await groups()).toEqual([]);
  });

  test("tell why somebody is in by the condition, with the value used, to whoever reaches both and sees what it is about", async () => {
    const [ann, ben, cem] = [
      ...(await people(1, { familyName: "Reasoned" })),
      ...(await people(1, { familyName: "Unasked" })),
      ...(await people(1, { familyName: "Sheltered" })),
    ] as [number, number, number];
    const hidden = await app.databases.inSystem("prepare a test", async (db) => {
      const of = { portal_id: portalId, kind: "text", position: 9 };
      const made = await db
        .insertInto("fields")
        .values([
          { ...of, name: "Ward notes", manager_access: "hidden" },
          { ...of, name: "Ward tax", manager_access: "edit", is_sensitive: true },
        ])
        .returning("id")
        .execute();
      const values = made.map(({ id }) => ({ portal_id: portalId, field_id: id, user_id: cem, words: "Kept", folded: "kept" }));
      await db.insertInto("field_values").values(values).execute();
      return made.map(({ id }) => ({ kind: "field", fieldId: id, is: { by: "text", test: "is", text: "kept" } }));
    });
    const [group, other, notes, tax] = [
      await aGroup({ condition: { kind: "all", of: [named("Reasoned")] } }),
      await aGroup({ condition: named("Unasked") }),
      await aGroup({ condition: hidden[0] }),
      await aGroup({ condition: hidden[1] }),
    ];
    const manual = await aGroup();
    await put(manual.id, ann);
    await compute();
    const why = async (client: Client, { id }: { id: number }, userId: number) => {
      const reply = await client.get(`/rest/groups/${id}/members/${userId}/why`);
      return [reply.statusCode, reply.json()] as const;
    };
    const status = async (...of: Parameters<typeof why>) => (await why(...of))[0];
    const manager = await managerOf({ kind: "groups", groupIds: [group.id, notes.id, tax.id, manual.id] });
    for (const client of [admin, manager])
      expect(await why(client, group, ann)).toMatchObject([
        200,
        {
          fits: true,
          lines: [
            { depth: 0, kind: "all", fits: true, test: null },
            { depth: 1, kind: "test", fits: true, seen: { texts: [expect.stringMatching(/reasoned/i)] }, isMasked: false },
          ],
        },
      ]);
    expect(await status(admin, other, ben)).toBe(200);
    // Out of reach of the group; of the person; in it, but not by a condition; of no such group or person.
    expect(await status(manager, other, ben)).toBe(404);
    expect(await status(manager, group, ben)).toBe(404);
    expect(await status(admin, group, ben)).toBe(404);
    expect(await status(manager, manual, ann)).toBe(404);
    expect(await status(admin, { id: 999_999_999 }, ann)).toBe(404);
    expect(await status(admin, group, 999_999_999)).toBe(404);
    expect(await status(await app.signIn("admin", "b"), group, ann)).toBe(404);
    expect(await status(await app.signIn("student", "a"), group, ann)).toBe(403);
    // About a field that is hidden from managers; about a sensitive one.
    const isOffered = async (client: Client, { id }: { id: number }) => (await client.get(`/rest/groups/${id}`)).json().canExplain;
    expect([await status(admin, notes, cem), await isOffered(admin, notes)]).toEqual([200, true]);
    expect([(await why(manager, notes, cem))[1].code, await isOffered(manager, notes)]).toEqual(["hidden_field", false]);
    expect(await why(manager, tax, cem)).toMatchObject([200, { fits: true, lines: [{ seen: {}, isMasked: true }] }]);
    expect([await isOffered(manager, tax), await isOffered(manager, manual)]).toEqual([true, false]);
  });

  test("name no field that the person does not see, and no group of another portal", async () => {
    const foreign = await aGroup({}, await app.signIn("admin", "b"));
    for (const id of [foreign.id, 999_999_999]) {
      const reply = await admin.post("/rest/groups", { name: "X", description: "", condition: { kind: "group", groupIds: [id] } });
      expect(reply.json().errors).toMatchObject([{ code: "unknown_group" }]);
    }
    const hidden = await admin.post("/rest/groups", {
      name: "X",
      description: "",
      condition: { kind: "field", fieldId: 999_999, is: { by: "none" } },
    });
    expect(hidden.json().code).toBe("hidden_field");
  });
});

describe("deleting (GRP-3)", () => {
  const status = (id: number, to: string, client = admin) => client.post(`/rest/groups/${id}/status`, { status: to });

  test("is refused while something depends on the group, and what does is shown; archiving keeps the members", async () => {
    const [ann] = (await people(1)) as [number];
    const [group, above] = [await aGroup(), await aGroup()];
    await put(group.id, ann);
    await nest(above.id, group.id);
    const dynamic = await aGroup({ condition: { kind: "none", of: [{ kind: "group", groupIds: [group.id] }] } });
    const manager = await managerOf({ kind: "groups", groupIds: [group.id] });
    const narrow = await managerOf({ kind: "condition", condition: { kind: "any", of: [{ kind: "group", groupIds: [group.id] }] } });
    const condition = JSON.stringify({ kind: "all", of: [{ kind: "group", groupIds: [group.id, above.id] }] });
    const aView = async (client: Client, name: string, query: object, isShared = false): Promise<number> =>
      (await client.post("/rest/views", { list: "people", name, query: String(new URLSearchParams({ ...query })), isShared })).json().id;
    const shared = await aView(admin, "On the ward & more", { q: "ö +", condition }, true);
    const deleted = await aView(admin, "Not any more", { condition });
    await aView(admin, "Other", { q: `"kind":"group" ${group.id}` });
    await admin.post(`/rest/views/${deleted}/delete`);
    await aView(manager, "For me", { condition });
    const { rows } = (await admin.get(`/rest/groups/${group.id}/dependents`)).json();
    expect(rows.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`).toSorted()).toEqual(
      [
        `condition ${dynamic.id}`,
        `group ${above.id}`,
        `scope ${manager.userId}`,
        `scope ${narrow.userId}`,
        `view ${shared}`,
        `own-view ${manager.userId}`,
      ].toSorted(),
    );
    expect((await status(group.id, "deleted")).json().code).toBe("group_in_use");
    expect((await status(group.id, "archived")).json()).toMatchObject({ status: "archived", members: 1 });
    expect(await members(above.id)).toEqual([[ann, null, [group.id]]]);
    // Those who look after a part are told nothing of what depends on it, nor those who see people and define no groups (security.md 10).
    expect((await manager.get(`/rest/groups/${group.id}/dependents`)).json().rows).toEqual([]);
    const seeing = await app.aPerson("a");
    const copy = await admin.post("/rest/roles/copies", { of: "Manager", name: "Sees people", permissions: ["see-people"] });
    const terms = { role: "Manager", copyId: copy.json().copyId, scope: { kind: "portal" }, startsAt: null, endsAt: null };
    expect((await admin.post("/rest/roles", { userId: seeing.id, ...terms })).statusCode).toBe(200);
    const looking = await app.signInAs(seeing, "a");
    expect((await looking.get(`/rest/groups/${group.id}/dependents`)).json()).toEqual({ rows: [] });
  });

  test("a view that somebody keeps for themselves is named, and keeps no group from being deleted", async () => {
    const group = await aGroup();
    const condition = JSON.stringify({ kind: "all", of: [{ kind: "group", groupIds: [group.id] }] });
    const view = { list: "people", name: "Mine alone", query: String(new URLSearchParams({ condition })), isShared: false };
    expect((await (await app.signIn("manager", "a")).post("/rest/views", view)).statusCode).toBe(200);
    expect((await admin.get(`/rest/groups/${group.id}/dependents`)).json().rows).toMatchObject([{ kind: "own-view" }]);
    expect((await status(group.id, "deleted")).json()).toMatchObject({ status: "deleted" });
  });

  test("empties it, and bringing it back within seven days brings its members back, with history", async () => {
    const [ann, ben] = (await people(2)) as [number, number];
    const group = await aGroup({ name: "Short-lived" });
    await put(group.id, ann, ben);
    expect((await status(group.id, "deleted")).json()).toMatchObject({ status: "deleted", members: 0 });
    expect((await admin.get("/rest/groups?q=short-lived")).json().total).toBe(0);
    expect((await admin.get("/rest/groups?q=short-lived&status=deleted")).json().total).toBe(1);
    // Its name is free meanwhile; while it is taken, the group does not come back.
    const { id: namesake } = await aGroup({ name: "short-lived" });
    expect((await status(group.id, "active")).json().errors).toMatchObject([{ code: "name_taken" }]);
    await status(namesake, "deleted");
    expect((await status(group.id, "active")).json()).toMatchObject({ status: "active", members: 2 });
    const history = (await admin.get(`/rest/groups/${group.id}/history`)).json().rows as { change: string; cause: string }[];
    expect(history.map(({ change, cause }) => `${change} ${cause}`)).toEqual([
      "joined undo",
      "joined undo",
      "left deleted",
      "left deleted",
    ]);
    await status(group.id, "deleted");
    await app.databases.inPeople(portalId, "a test", (db) =>
      db
        .updateTable("groups")
        .set({ deleted_at: new Date(Date.now() - 8 * 86_400_000) })
        .where("id", "=", group.id)
        .execute(),
    );
    expect((await status(group.id, "active")).statusCode).toBe(404);
  });
});

describe("whoever looks after a part of the portal", () => {
  test("sees the groups of their scope with those inside, and their people; and defines none (FIND-3)", async () => {
    const [ann, ben, cem] = (await people(3)) as [number, number, number];
    const [top, inside, other] = [
      await aGroup({ name: "My top" }),
      await aGroup({ name: "My inside" }),
      await aGroup({ name: "Not mine" }),
    ];
    await put(inside.id, ann);
    await put(top.id, ben);
    await put(other.id, ann, cem);
    await nest(top.id, inside.id);
    const manager = await managerOf({ kind: "groups", groupIds: [top.id] });
    const list = (await manager.get("/rest/groups")).json();
    expect(list.canDefine).toBe(false);
    expect(list.rows.map(({ id, members: inIt }: { id: number; members: number }) => [id, inIt])).toEqual([
      [inside.id, 1],
      [top.id, 2],
    ]);
    expect((await manager.get("/rest/groups/export.csv")).body).not.toContain("Not mine");
    for (const path of ["", "/members", "/members/export.csv", "/history", "/history/export.csv", "/dependents"])
      expect((await manager.get(`/rest/groups/${other.id}${path}`)).statusCode).toBe(404);
    expect((await manager.get(`/rest/groups/${top.id}`)).json()).toMatchObject({ canDefine: false, canFill: true, members: 2 });
    expect((await members(top.id, manager)).map(([id]) => id).toSorted()).toEqual([ann, ben].toSorted());
    const tried = (await manager.post("/rest/groups/try", { condition: { kind: "status", is: "active" } })).json();
    expect([tried.total, tried.sample.map(({ id }: { id: number }) => id).toSorted()]).toEqual([2, [ann, ben].toSorted()]);
    const found = async (q: string) =>
      (await manager.get(`/rest/groups/people?q=${q}`)).json().rows.map(({ id }: { id: number }) => id) as number[];
    expect((await found("")).toSorted()).toEqual([ann, ben].toSorted());
    expect(await found("nobody-has-this")).toEqual([]);
    for (const asked of [
      manager.post("/rest/groups", { name: "Mine", ...byHand }),
      manager.put(`/rest/groups/${top.id}`, { name: "Mine", ...byHand, revision: 1 }),
      manager.put(`/rest/groups/${top.id}/children`, { ids: [other.id] }),
      manager.post(`/rest/groups/${top.id}/status`, { status: "deleted" }),
    ])
      expect((await asked).json().code).toBe("groups_of_all");
  });

  test("by a condition sees no group; a manager of the whole portal defines groups", async () => {
    await aGroup();
    const narrow = await managerOf({ kind: "condition", condition: { kind: "status", is: "active" } });
    expect((await narrow.get("/rest/groups")).json()).toMatchObject({ total: 0, rows: [] });
    const whole = await managerOf({ kind: "portal" });
    const { id } = await aGroup({}, whole);
    expect((await whole.get(`/rest/groups/${id}`)).json()).toMatchObject({ canDefine: true });
  });
});

test("what a change of a group would do to its members is said before it is saved, and is what saving does", async () => {
  const [ann = 0, ben = 0, cem = 0, dan = 0] = await people(4, { familyName: "Foreseen" });
  const foresee = async (groupId: number, body: object, client = admin) => {
    const reply = await client.post(`/rest/groups/${groupId}/foresee`, body);
    return reply.statusCode === 200 ? reply.json() : reply.statusCode;
  };
  // Groups in it: ann is in it by hand and through one of them, so she stays.
  const [top, one, other] = [await aGroup(), await aGroup(), await aGroup()];
  await put(top.id, ann);
  await put(one.id, ann, ben);
  await put(other.id, cem, dan);
  await nest(top.id, one.id);
  expect(await foresee(top.id, { by: "groups", ids: [one.id] })).toEqual({ come: 0, gone: 0, circles: [] });
  expect(await foresee(top.id, { by: "groups", ids: [one.id, other.id] })).toEqual({ come: 2, gone: 0, circles: [] });
  expect(await foresee(top.id, { by: "groups", ids: [other.id] })).toEqual({ come: 2, gone: 1, circles: [] });
  expect(await foresee(top.id, { by: "groups", ids: [] })).toEqual({ come: 0, gone: 1, circles: [] });
  expect((await members(top.id)).map(([id]) => id).toSorted()).toEqual([ann, ben].toSorted());
  await nest(top.id, other.id);
  expect((await members(top.id)).map(([id]) => id).toSorted()).toEqual([ann, cem, dan].toSorted());

  // A condition.
  const inGroup = (id: number) => ({ kind: "group", groupIds: [id] });
  const dynamic = await aGroup({ condition: inGroup(one.id) });
  await settlePortal({ databases: app.databases, log: createLog({ level: "silent" }) }, portalId);
  const by = (id: number) => ({ by: "condition", condition: inGroup(id) });
  expect(await foresee(dynamic.id, by(one.id))).toEqual({ come: 0, gone: 0, circles: [] });
  expect(await foresee(dynamic.id, by(top.id))).toEqual({ come: 2, gone: 1, circles: [] });
  expect((await members(dynamic.id)).map(([id]) => id).toSorted()).toEqual([ann, ben].toSorted());

  // Only for those who could save it.
  const manager = await managerOf({ kind: "groups", groupIds: [top.id] });
  expect(await foresee(top.id, { by: "groups", ids: [] }, manager)).toBe(403);
  expect(await foresee(top.id, { by: "groups", ids: [] }, await app.signIn("admin", "b"))).toBe(404);
  expect(await foresee(top.id, { by: "groups", ids: [] }, await app.signIn("student", "a"))).toBe(403);
});
