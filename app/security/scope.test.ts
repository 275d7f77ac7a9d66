import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { seededRandom } from "#db/demo/random.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { holdersOf, permissionIds } from "#features/portal/permissions.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { aTokenOf } from "#features/tokens/test/a-token.ts";
import type { RoleScope } from "#features/roles/scope.ts";
import type { Db } from "#platform/db/connect.ts";

// A manager reaches whom their scope holds, and nobody else, by every endpoint about people (FIND-3; security.md 8, 9, 13, 24). Random scopes, groups and people;
// who is expected is computed here by plain rules.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** How an endpoint that managers may use is about people. A new one is entered here, or the test below fails. */
type Reach =
  /** Lists people: the ids (or e-mail addresses) that it gives. */
  | { readonly lists: (client: Client) => Promise<(number | string)[]> }
  /** Opens or changes one person: answers 404 for everybody out of reach, as for nobody. */
  | { readonly opens: (client: Client, userId: number) => Promise<{ statusCode: number; body: string }>; readonly changes?: true }
  /** Is about no person; why. */
  | { readonly nobody: string };

/** Whether managers may make the calls of a rule, and it is about people: what they read of packages has tests of its own. */
const isManagers = (rule: string) =>
  permissionIds.some((id) => id === rule && id !== "read-package-logs" && holdersOf(id).includes("Manager"));
const pagesOf = async (client: Client, path: string) => {
  const found: { id: number }[] = [];
  for (let page = 1; ; page++) {
    const reply = await client.get(`${path}?page=${page}`);
    expect([reply.statusCode, reply.statusCode === 200 ? "" : reply.body]).toEqual([200, ""]);
    const { rows, total } = reply.json() as { rows: { id: number }[]; total: number };
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) {
      // What is counted is what is seen.
      expect(found).toHaveLength(total);
      return found.map(({ id }) => id);
    }
  }
};
const addressesIn = (csv: string) => [...csv.matchAll(/[\w.-]+@scope\.test/g)].map(([address]) => address);
const reason = { reason: "A test" };
const settings = { nobody: "definitions of the portal" };
const own = { nobody: "only one's own actions, whose people were checked by the preview" };

const tables = { nobody: "only one's own tables; features/import asks the scope for each row's person" };

const ofGroups = { nobody: "one of the groups in reach, with its people in scope (features/groups/groups.test.ts)" };

const reaches: Record<string, Reach> = {
  "POST /rest/roles/deputies": {
    nobody:
      "names somebody by their address, who gets what the manager has; whom that reaches is asked then (features/roles/deputies.test.ts)",
  },
  "GET /rest/people": { lists: (client) => pagesOf(client, "/rest/people") },
  "GET /rest/people/export.csv": { lists: async (client) => addressesIn((await client.get("/rest/people/export.csv")).body) },
  "GET /rest/people/:userId": { opens: (client, id) => client.get(`/rest/people/${id}`) },
  "PUT /rest/people/:userId/profile": {
    opens: (client, id) => client.put(`/rest/people/${id}/profile`, { givenName: "A", familyName: "B", email: `p${id}@scope.test` }),
    changes: true,
  },
  "GET /rest/people/:userId/fields": { opens: (client, id) => client.get(`/rest/people/${id}/fields`) },
  "PUT /rest/people/:userId/fields": { opens: (client, id) => client.put(`/rest/people/${id}/fields`, { values: {} }), changes: true },
  "GET /rest/people/:userId/fields/:fieldId/file": { opens: (client, id) => client.get(`/rest/people/${id}/fields/${fileFieldId}/file`) },
  "POST /rest/people/:userId/fields/:fieldId/file": {
    opens: (client, id) => client.upload(`/rest/people/${id}/fields/${fileFieldId}/file?name=a.txt`, "a file"),
    changes: true,
  },
  "GET /rest/people/:userId/attempts": { opens: (client, id) => client.get(`/rest/people/${id}/attempts`) },
  "GET /rest/people/:userId/consents": { opens: (client, id) => client.get(`/rest/people/${id}/consents`) },
  "GET /rest/people/:userId/transcript": { opens: (client, id) => client.get(`/rest/people/${id}/transcript`) },
  "GET /rest/people/:userId/transcript/export.csv": { opens: (client, id) => client.get(`/rest/people/${id}/transcript/export.csv`) },
  "GET /rest/people/:userId/groups": { opens: (client, id) => client.get(`/rest/people/${id}/groups`) },
  "GET /rest/people/:userId/signIns": { opens: (client, id) => client.get(`/rest/people/${id}/signIns`) },
  "POST /rest/people/:userId/sessions/end": {
    opens: (client, id) => client.post(`/rest/people/${id}/sessions/end`, { all: true }),
    changes: true,
  },
  "GET /rest/people/:userId/tokens": { opens: (client, id) => client.get(`/rest/people/${id}/tokens`) },
  "POST /rest/people/:userId/tokens/:tokenId/revoke": {
    opens: async (client, id) => client.post(`/rest/people/${id}/tokens/${await aTokenOf(app, "a", id).catch(() => 1)}/revoke`),
    changes: true,
  },
  "GET /rest/people/:userId/signOffs": { opens: (client, id) => client.get(`/rest/people/${id}/signOffs`) },
  "POST /rest/people/:userId/signOffs": {
    opens: (client, id) => client.post(`/rest/people/${id}/signOffs`, { attemptId: 1, blockId: "none", isMet: true, met: [], note: "" }),
    changes: true,
  },
  "GET /rest/people/:userId/enrolments": { opens: (client, id) => client.get(`/rest/people/${id}/enrolments`) },
  "POST /rest/people/:userId/enrolments": {
    opens: (client, id) => client.post(`/rest/people/${id}/enrolments`, { courseId }),
    changes: true,
  },
  "POST /rest/people/:userId/enrolments/:enrolmentId/end": {
    opens: (client, id) => client.post(`/rest/people/${id}/enrolments/${enrolmentOf(id)}/end`, reason),
    changes: true,
  },
  "POST /rest/people/:userId/enrolments/:enrolmentId/corrections": {
    opens: (client, id) => client.post(`/rest/people/${id}/enrolments/${enrolmentOf(id)}/corrections`, { kind: "exempt", ...reason }),
    changes: true,
  },
  "POST /rest/people/:userId/corrections/:correctionId/reverse": {
    opens: (client, id) => client.post(`/rest/people/${id}/corrections/1/reverse`, reason),
    changes: true,
  },
  ...Object.fromEntries(
    [
      "GET /rest/invitations",
      "GET /rest/invitations/choices",
      "POST /rest/invitations",
      "POST /rest/invitations/resend",
      "POST /rest/invitations/withdraw",
      "POST /rest/invitations/lists",
    ].map((call) => [call, { nobody: "those who are in no group yet; only a manager of the whole portal may (features/invitations)" }]),
  ),
  ...Object.fromEntries(
    [
      "GET /rest/support/questions",
      "GET /rest/support/questions/:questionId",
      "POST /rest/support/questions/:questionId/answer",
      "POST /rest/support/questions/:questionId/state",
    ].map((call) => [call, { nobody: "questions, of people in scope (features/support/support.test.ts)" }]),
  ),
  "GET /rest/registration/requests": {
    nobody: "those who are in no group yet; only a manager of the whole portal may (features/registration)",
  },
  "POST /rest/registration/requests/decide": {
    nobody: "those who are in no group yet; only a manager of the whole portal may (features/registration)",
  },
  ...Object.fromEntries(
    [
      "GET /rest/codes",
      "GET /rest/codes/export.csv",
      "GET /rest/codes/choices",
      "POST /rest/codes/preview",
      "POST /rest/codes",
      "GET /rest/codes/:codeId",
      "PUT /rest/codes/:codeId",
      "POST /rest/codes/:codeId/state",
      "POST /rest/codes/:codeId/revoke",
      "GET /rest/codes/:codeId/words",
      "GET /rest/codes/:codeId/words/export.csv",
      "GET /rest/codes/:codeId/words.xlsx",
      "GET /rest/codes/:codeId/uses",
      "GET /rest/codes/:codeId/uses/export.csv",
    ].map((route) => [route, { nobody: "their own codes, and of whom used them those in scope (features/codes/codes.test.ts)" }]),
  ),
  "POST /rest/people": { nobody: "somebody new; only a manager of the whole portal may (features/people/joining.test.ts)" },
  "POST /rest/people/:userId/return": {
    opens: (client, id) => client.post(`/rest/people/${id}/return`, { email: "back@a.test", givenName: "Back", familyName: "Again" }),
    changes: true,
  },
  "POST /rest/people/:userId/status": {
    opens: (client, id) => client.post(`/rest/people/${id}/status`, { status: "active", ...reason }),
    changes: true,
  },
  "GET /rest/people/:userId/timeline": { opens: (client, id) => client.get(`/rest/people/${id}/timeline`) },
  "GET /rest/people/:userId/timeline/export.csv": { opens: (client, id) => client.get(`/rest/people/${id}/timeline/export.csv`) },
  "GET /rest/conditions/choices": { nobody: "what tests of a condition can name" },
  "GET /rest/people/courses": { nobody: "courses of the portal" },
  "GET /rest/people/:userId/why": {
    opens: (client, id) => client.get(`/rest/people/${id}/why?condition=${encodeURIComponent('{"kind":"status","is":"active"}')}`),
  },
  "GET /rest/team": { lists: (client) => pagesOf(client, "/rest/team") },
  "GET /rest/team/export.csv": { lists: async (client) => addressesIn((await client.get("/rest/team/export.csv")).body) },
  "GET /rest/overview": { nobody: "numbers of rows, which the lists behind them show in scope (features/overview/overview.test.ts)" },
  "GET /rest/participants": {
    lists: async (client) => {
      const found: string[] = [];
      for (let page = 1; ; page++) {
        const reply = await client.get(`/rest/participants?course=${courseId}&page=${page}`);
        expect(reply.statusCode).toBe(200);
        const { rows, total } = reply.json() as { rows: { email: string }[]; total: number };
        found.push(...rows.map(({ email }) => email));
        if (rows.length === 0 || found.length >= total) return found;
      }
    },
  },
  "GET /rest/participants/export.csv": {
    lists: async (client) => addressesIn((await client.get(`/rest/participants/export.csv?course=${courseId}`)).body),
  },
  "POST /rest/participants/pasted": {
    lists: async (client) => {
      const text = [...addressOf.values()].join("\n");
      const { ids } = (await client.post("/rest/participants/pasted", { text })).json() as { ids: number[] };
      return ids.map((id) => addressOf.get(id) ?? String(id));
    },
  },
  "GET /rest/curriculum": { nobody: "courses, with numbers of people in scope (features/curriculum/curriculum.test.ts)" },
  "GET /rest/curriculum/export.csv": { nobody: "the same" },
  "GET /rest/curriculum/choices": { nobody: "categories, languages and owners of courses" },
  "GET /rest/categories": { nobody: "categories of the portal, with numbers of courses" },
  "GET /rest/categories/:categoryId/removal": { nobody: "numbers of courses" },
  "GET /rest/seats": { nobody: "how many seats the portal has, for whoever looks after all of it (features/seats/seats.test.ts)" },
  "GET /rest/people/columns": { nobody: "fields of the portal" },
  "POST /rest/bulk": {
    opens: (client, id) => client.post("/rest/bulk", { kind: "deactivate", input: {}, of: { ids: [id] } }),
  },
  "GET /rest/bulk/:runId/rows": own,
  "GET /rest/bulk/:runId/rows/export.csv": own,
  "POST /rest/bulk/:runId/run": own,
  "POST /rest/invitations/lists/:listId/run": own,
  "GET /rest/imports": tables,
  "GET /rest/imports/:importId": tables,
  "GET /rest/imports/:importId/rows": tables,
  "GET /rest/imports/:importId/left-out.csv": tables,
  "GET /rest/imports/template.csv": tables,
  "GET /rest/imports/template.xlsx": tables,
  "POST /rest/imports/paste": tables,
  "POST /rest/imports/file": tables,
  "POST /rest/imports/:importId/read": tables,
  "POST /rest/imports/:importId/check": tables,
  "POST /rest/imports/:importId/run": tables,
  "POST /rest/imports/:importId/rows/:number": tables,
  "GET /rest/groups": ofGroups,
  "GET /rest/groups/export.csv": ofGroups,
  "POST /rest/groups": ofGroups,
  "GET /rest/groups/:groupId": ofGroups,
  "PUT /rest/groups/:groupId": ofGroups,
  "PUT /rest/groups/:groupId/children": ofGroups,
  "POST /rest/groups/:groupId/foresee": ofGroups,
  "POST /rest/groups/:groupId/status": ofGroups,
  "GET /rest/groups/:groupId/members": ofGroups,
  "GET /rest/groups/:groupId/members/export.csv": ofGroups,
  "GET /rest/groups/:groupId/members/:userId/why": ofGroups,
  "GET /rest/groups/:groupId/courses": ofGroups,
  "GET /rest/groups/:groupId/courses/export.csv": ofGroups,
  "GET /rest/groups/:groupId/history": ofGroups,
  "GET /rest/groups/:groupId/history/export.csv": ofGroups,
  "GET /rest/groups/:groupId/candidates": ofGroups,
  "GET /rest/groups/:groupId/dependents": ofGroups,
  "POST /rest/bulk/lists": { nobody: "counts lines of those in reach; others are unknown (features/groups/members.test.ts)" },
  "GET /rest/groups/people": { nobody: "searches people in reach only (features/groups/groups.test.ts)" },
  "POST /rest/groups/try": { nobody: "a count and a sample of people in scope (features/groups/groups.test.ts)" },
  "GET /rest/lifecycle/people/:userId/merged": { nobody: "leads only to somebody in reach (features/lifecycle/merge.test.ts)" },
  "POST /rest/categories": settings,
  "PUT /rest/categories/:categoryId": settings,
  "POST /rest/categories/:categoryId/move": settings,
  "POST /rest/categories/:categoryId/remove": settings,
  "POST /rest/categories/:categoryId/restore": settings,
  "POST /rest/categories/:categoryId/picture": settings,
  "POST /rest/categories/:categoryId/picture/remove": settings,
  "POST /rest/categories/:categoryId/leave": settings,
  "POST /rest/categories/shared/:sharedId/take": settings,
  "GET /rest/fields": settings,
  "POST /rest/fields": settings,
  "PUT /rest/fields/:fieldId": settings,
  "POST /rest/fields/:fieldId/options": settings,
  "PUT /rest/fields/:fieldId/options/:optionId": settings,
  "POST /rest/fields/:fieldId/options/:optionId/merge": settings,
  "POST /rest/fields/:fieldId/merges/:mergeId/undo": settings,
  "POST /rest/fields/:fieldId/options/order": settings,
  "POST /rest/fields/:fieldId/retire": settings,
  "POST /rest/fields/order": settings,
  "POST /rest/fields/shared/:sharedId/take": settings,
  "POST /rest/fields/:fieldId/leave": settings,
};

let courseId = 0;
/** A field of files, in which everybody has one. */
let fileFieldId = 0;
const enrolments = new Map<number, number>();
/** Whom pastes name: everybody made here. */
const addressOf = new Map<number, string>();
const enrolmentOf = (userId: number) => enrolments.get(userId) ?? 1;

test("every endpoint that managers may use says how it is about people", () => {
  const managed = app.server.routeTable.filter(({ rule }) => isManagers(rule)).map(({ method, path }) => `${method} ${path}`);
  expect(
    managed.filter((name) => !(name in reaches)),
    "Enter the endpoint in reaches, with how it is about people.",
  ).toEqual([]);
  expect(Object.keys(reaches).filter((name) => !managed.includes(name))).toEqual([]);
});

interface Person {
  readonly id: number;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
}
interface Group {
  readonly id: number;
  readonly hand: Set<number>;
  readonly condition: Test | null;
  readonly childIds: number[];
}
type Test =
  | Extract<Condition, { kind: "profile" }>
  | { readonly kind: "group"; readonly groupIds: number[] }
  | { readonly kind: "any" | "all" | "none"; readonly of: Test[] };

const names = ["Ada", "Bea", "Cem", "Dov"];
const families = ["North", "South", "West"];

test("security.md 8, 9: for random managers, scopes and people, what is listed and opened is exactly what is in scope, on the next request", async () => {
  const random = seededRandom(24);
  const pick = <T>(from: readonly T[]): T => from[random.between(0, from.length - 1)] as T;
  const some = <T>(from: readonly T[], most: number) => Array.from({ length: random.between(1, most) }, () => pick(from));
  const portalId = app.portal("a").id;
  const inPeople = <T>(work: (db: Db) => Promise<T>) => app.databases.inPeople(portalId, "a test", work);

  ({ id: courseId } = await app.aCourse("a"));
  const admin = await app.signIn("admin", "a");
  ({ id: fileFieldId } = (await admin.post("/rest/fields", aFieldBody("file", "Papers"))).json());
  const people: Person[] = [];
  for (let nth = 0; nth < 14; nth++) {
    const fields = { givenName: pick(names), familyName: pick(families), email: `${pick(names).toLowerCase()}${nth}@scope.test` };
    const person = { ...fields, ...(await app.aPerson("a", fields)) };
    people.push(person);
    await admin.upload(`/rest/people/${person.id}/fields/${fileFieldId}/file?name=a.txt`, "a file");
    enrolments.set(person.id, (await app.anEnrolment("a", { courseId, userId: person.id })).id);
    addressOf.set(person.id, person.email);
  }
  const others = await app.databases.inPortal(portalId, (db) =>
    db
      .selectFrom("memberships as m")
      .innerJoin("users as u", "u.id", "m.user_id")
      .select(["u.id", "u.email", "u.given_name as givenName", "u.family_name as familyName"])
      .where("m.portal_id", "=", portalId)
      .execute(),
  );
  const everybody: Person[] = [...others];

  const profile = (): Test =>
    random.between(0, 1) === 0
      ? { kind: "profile", of: "givenName", test: "is", text: pick(names) }
      : { kind: "profile", of: "familyName", test: "begins", text: pick(families).slice(0, 2) };
  const groups: Group[] = [];
  const aTest = (depth: number): Test => {
    const kind = random.between(0, 5);
    if (depth > 0 && kind === 0) return { kind: pick(["any", "all", "none"] as const), of: [aTest(depth - 1), aTest(depth - 1)] };
    if (kind === 1 && groups.length > 0) return { kind: "group", groupIds: [pick(groups).id] };
    return profile();
  };
  for (let nth = 0; nth < 7; nth++) {
    const isDynamic = nth % 2 === 1;
    const condition = isDynamic ? aTest(2) : null;
    // Only groups that were there before are named, so there is no circle.
    const childIds = !isDynamic && groups.length > 0 && nth > 3 ? [pick(groups).id] : [];
    const id = await inPeople(async (db) => {
      const made = await db
        .insertInto("groups")
        .values({
          portal_id: portalId,
          name: `Group ${nth}`,
          kind: isDynamic ? "dynamic" : "manual",
          condition: condition && JSON.stringify(condition),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const child_id of childIds)
        await db.insertInto("group_children").values({ portal_id: portalId, group_id: made.id, child_id }).execute();
      return made.id;
    });
    groups.push({ id, hand: new Set(), condition, childIds });
  }

  const fits = (one: Test, person: Person): boolean => {
    switch (one.kind) {
      case "all":
        return one.of.every((part) => fits(part, person));
      case "any":
        return one.of.some((part) => fits(part, person));
      case "none":
        return !one.of.some((part) => fits(part, person));
      case "group":
        return one.groupIds.some((id) => isIn(id, person));
      default: {
        const value = { name: "", givenName: person.givenName, familyName: person.familyName, email: person.email }[one.of].toLowerCase();
        return one.test === "is" ? value === one.text.toLowerCase() : value.startsWith(one.text.toLowerCase());
      }
    }
  };
  const isIn = (groupId: number, person: Person): boolean => {
    const group = groups.find(({ id }) => id === groupId);
    if (!group) return false;
    return (
      group.hand.has(person.id) ||
      (group.condition !== null && fits(group.condition, person)) ||
      group.childIds.some((id) => isIn(id, person))
    );
  };
  const holds = (scope: RoleScope, person: Person) =>
    scope.kind === "portal" ||
    (scope.kind === "groups" && scope.groupIds.some((id) => isIn(id, person))) ||
    (scope.kind === "condition" && fits(scope.condition as Test, person)) ||
    (scope.kind === "reports" && scope.fieldId === supervisorId && reports.has(person.id)) ||
    (scope.kind === "courses" && scope.courseIds.some((id) => participants.get(id)?.has(person.id)));
  const aScope = (): RoleScope => {
    const kind = random.between(0, 13);
    if (kind === 0) return { kind: "portal" };
    if (kind === 10) return { kind: "reports", fieldId: supervisorId };
    if (kind > 10) return { kind: "courses", courseIds: [...new Set(some([...participants.keys()], 2))] };
    return kind < 6
      ? { kind: "groups", groupIds: [...new Set(some(groups, 2).map(({ id }) => id))] }
      : { kind: "condition", condition: aTest(2) as Condition };
  };

  const manager = await app.aPerson("a", { givenName: "Mia", familyName: "Boss", email: "boss@scope.test" });
  // Two fields of people say the same: one that managers only read, and one that they edit, by which they reach nobody.
  const fieldOf = async (name: string, managerAccess: string) =>
    ((await admin.post("/rest/fields", aFieldBody("person", name, { managerAccess }))).json() as { id: number }).id;
  const supervisorId = await fieldOf("Supervisor", "read");
  const openFieldId = await fieldOf("Mentor", "edit");
  // Courses with some people each; whoever comes has a cause that is over beside one that holds.
  const participants = new Map<number, Set<number>>();
  for (let nth = 0; nth < 3; nth++) participants.set((await app.aCourse("a")).id, new Set());
  const toggleParticipant = async (db: Db, id: number, { id: userId }: Person) => {
    const isThere = participants.get(id)?.has(userId);
    const key = { portal_id: portalId, course_id: id, user_id: userId };
    await db
      .insertInto("enrolments")
      .values(key)
      .onConflict((on) => on.columns(["portal_id", "user_id", "course_id"]).doNothing())
      .execute();
    if (isThere)
      await sql`insert into enrolment_cause_ends (portal_id, cause_id) select k.portal_id, k.id from enrolment_causes k
        join enrolments e on e.portal_id = k.portal_id and e.id = k.enrolment_id
        where e.portal_id = ${portalId} and e.course_id = ${id} and e.user_id = ${userId} on conflict do nothing`.execute(db);
    else
      await sql`insert into enrolment_causes (portal_id, enrolment_id, kind, created_at, expires_at)
        select portal_id, id, 'rule', now() - interval '2 days', t.ends from enrolments, (values (null::timestamptz), (now() - interval '1 day')) as t (ends)
        where portal_id = ${portalId} and course_id = ${id} and user_id = ${userId}`.execute(db);
    if (isThere) participants.get(id)?.delete(userId);
    else participants.get(id)?.add(userId);
  };
  const reports = new Set<number>();
  const toggleReport = async (db: Db, { id }: Person) => {
    const isReport = !reports.delete(id);
    for (const field_id of [supervisorId, openFieldId]) {
      await db.deleteFrom("field_values").where("field_id", "=", field_id).where("user_id", "=", id).execute();
      await db
        .insertInto("field_values")
        .values({ portal_id: portalId, field_id, user_id: id, person_id: isReport ? manager.id : (people[0]?.id ?? 0) })
        .execute();
    }
    if (isReport) reports.add(id);
  };
  enrolments.set(manager.id, (await app.anEnrolment("a", { courseId, userId: manager.id })).id);
  addressOf.set(manager.id, manager.email);
  everybody.push({ id: manager.id, email: manager.email, givenName: "Mia", familyName: "Boss" });
  const client = await app.signInAs(manager, "a");
  const absent = new Map<string, string>();
  const plain = (body: string) => body.replace(/"requestId":"[^"]*"/, "");
  for (const [name, reach] of Object.entries(reaches))
    if ("opens" in reach) {
      await app.databases.inPeople(portalId, "a test", (db) => assign(db, [{ kind: "portal" }]));
      absent.set(name, plain((await reach.opens(client, 999_999_999)).body));
    }

  async function assign(db: Db, scopes: readonly RoleScope[]) {
    await db.deleteFrom("role_assignments").where("user_id", "=", manager.id).execute();
    await db
      .insertInto("role_assignments")
      .values(scopes.map((scope) => ({ portal_id: portalId, user_id: manager.id, role: "Manager", scope: JSON.stringify(scope) })))
      .execute();
    await sql`select apply_roles(${portalId}, ${manager.id})`.execute(db);
  }

  await inPeople(async (db) => {
    for (const person of people.slice(0, 5)) await toggleReport(db, person);
    for (const id of participants.keys()) for (const person of some(people, 6)) await toggleParticipant(db, id, person);
  });
  const first: RoleScope[] = [
    { kind: "reports", fieldId: supervisorId },
    { kind: "reports", fieldId: openFieldId },
    { kind: "courses", courseIds: [...participants.keys()].slice(0, 2) },
  ];
  for (let turn = 0; turn < 10; turn++) {
    const scopes = [first[turn] ?? aScope(), ...(random.between(0, 2) === 0 ? [aScope()] : [])];
    const group = pick(groups.filter(({ condition }) => condition === null));
    const moved = pick(people);
    await inPeople(async (db) => {
      await assign(db, scopes);
      await toggleReport(db, pick(people));
      await toggleParticipant(db, pick([...participants.keys()]), pick(people));
      const key = { portal_id: portalId, group_id: group.id, user_id: moved.id };
      // Only the row of the hand is written: a scope must not wait for what nested and dynamic groups store of it later.
      if (group.hand.delete(moved.id))
        await db.deleteFrom("group_members").where("group_id", "=", group.id).where("user_id", "=", moved.id).execute();
      else {
        await db
          .insertInto("group_members")
          .values({ ...key, cause: "hand" })
          .execute();
        group.hand.add(moved.id);
      }
    });
    const expected = everybody.filter((person) => scopes.some((scope) => holds(scope, person)));
    const told = JSON.stringify(scopes);
    for (const [name, reach] of Object.entries(reaches)) {
      if ("lists" in reach) {
        const found = new Set(await reach.lists(client));
        const by = [...found].every((one) => typeof one === "number") ? "id" : "email";
        const wanted = (by === "id" ? expected : expected.filter(({ email }) => email.endsWith("@scope.test"))).map((person) => person[by]);
        expect([name, told, [...found].toSorted()]).toEqual([name, told, wanted.toSorted()]);
      }
      if ("opens" in reach)
        for (const person of people.slice(turn, turn + 4)) {
          const isHeld = expected.some(({ id }) => id === person.id);
          if (isHeld && "changes" in reach) continue;
          const reply = await reach.opens(client, person.id);
          const where = [name, told, person.email];
          if (isHeld) expect([...where, reply.statusCode]).toEqual([...where, 200]);
          else expect([...where, reply.statusCode, plain(reply.body)]).toEqual([...where, 404, absent.get(name)]);
        }
    }
    // Of those in reach, what is about a course is for whoever reaches them by a part for all courses, or for this one.
    for (const person of people) {
      const by = scopes.filter((scope) => holds(scope, person));
      const expects = by.length === 0 ? 404 : by.some(({ kind }) => kind !== "courses") ? 200 : 403;
      const exempted = await client.post(`/rest/people/${person.id}/enrolments/${enrolmentOf(person.id)}/corrections`, {
        kind: "exempt",
        ...reason,
      });
      expect([told, person.email, exempted.statusCode]).toEqual([told, person.email, expects]);
    }
  }
}, 180_000);
