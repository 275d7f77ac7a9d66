import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  app = await startTestApp();
  [admin, manager] = await Promise.all([app.signIn("admin", "a"), app.signIn("manager", "a")]);
});
afterAll(() => app.close());

interface Row {
  id: number;
  title: string;
  status: string;
  author: string | null;
  categories: string[];
  isOpen: boolean;
  enrolled: number;
  inProgress: number;
  completed: number;
  overdue: number;
  asked: { by: string | null; at: string } | null;
}
const list = async (query: Record<string, string>, client = admin) => {
  const reply = await client.get(`/rest/curriculum?${new URLSearchParams(query)}`);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
  return reply.json() as { total: number; page: number; rows: Row[] };
};
const titles = async (query: Record<string, string>) => (await list(query)).rows.map(({ title }) => title);
const one = async (q: string, client = admin) => {
  const [row] = (await list({ q }, client)).rows;
  if (!row) throw new Error(`There is no course ${q}.`);
  return row;
};
const preview = async (kind: string, input: object, of: object, client = admin) => client.post("/rest/bulk", { kind, input, of });
const run = async (runId: number, client = admin) => (await client.post(`/rest/bulk/${runId}/run`)).json();
/** Previews and runs an action on courses. */
const act = async (kind: string, input: object, ids: readonly number[]) => {
  const told = (await preview(kind, input, { ids })).json();
  return { told, done: await run(told.runId) };
};
const undo = async (jobId: number) => expect((await admin.post(`/rest/jobs/${jobId}/undo`)).statusCode).toBe(200);
const yesterday = new Date(Date.now() - 86_400_000);

/** Somebody's attempt in a course, complete or not. */
const attempt = (course: { id: number; versionId: number }, userId: number, isDone: boolean) =>
  app.databases.inSystem("prepare a test", async (db) => {
    const portal_id = app.portal("a").id;
    const enrolment = await db
      .selectFrom("enrolments")
      .select("id")
      .where("course_id", "=", course.id)
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    const values = { portal_id, course_id: course.id, user_id: userId, version_id: course.versionId };
    const { id } = await db
      .insertInto("attempts")
      .values({ ...values, enrolment_id: enrolment.id, number: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (isDone)
      await db
        .insertInto("completions")
        .values({ ...values, attempt_id: id, source: "rule" })
        .execute();
  });

test("the list counts who is enrolled, in progress, done and overdue; a manager's numbers are those of the people they reach (security.md row 8)", async () => {
  const course = await app.aCourse("a", { title: "Scaffolding" });
  const people = [];
  for (let nth = 0; nth < 4; nth++) people.push(await app.aPerson("a"));
  const [begun, done, late, fresh] = people.map(({ id }) => id) as [number, number, number, number];
  for (const userId of [begun, done, fresh]) await app.anEnrolment("a", { courseId: course.id, userId });
  await app.anEnrolment("a", { courseId: course.id, userId: late, dueAt: yesterday });
  await attempt(course, begun, false);
  await attempt(course, done, true);
  expect(await one("Scaffolding")).toMatchObject({ enrolled: 4, inProgress: 1, completed: 1, overdue: 1 });

  const foreman = await app.aPerson("a", { isManager: true });
  await app.databases.inSystem("prepare a test", async (db) => {
    const portal_id = app.portal("a").id;
    const { id } = await db.insertInto("groups").values({ portal_id, name: "Scaffolders" }).returning("id").executeTakeFirstOrThrow();
    for (const user_id of [late, done])
      await db.insertInto("group_members").values({ portal_id, group_id: id, user_id, cause: "hand" }).execute();
    await db.deleteFrom("role_assignments").where("user_id", "=", foreman.id).execute();
    await db
      .insertInto("role_assignments")
      .values({ portal_id, user_id: foreman.id, role: "Manager", scope: JSON.stringify({ kind: "groups", groupIds: [id] }) })
      .execute();
  });
  const client = await app.signInAs(foreman, "a");
  expect(await one("Scaffolding", client)).toMatchObject({ enrolled: 2, inProgress: 0, completed: 1, overdue: 1 });
  const csv = (await client.get("/rest/curriculum/export.csv?q=Scaffolding")).body;
  expect(csv.split("\r\n")[0]).toContain("Course,Type,Status,Owner,Enrolled");
  expect(csv.split("\r\n")[1]).toMatch(/^Scaffolding,Online,Published,,2,0,1,/);
});

test("each filter selects what it names, a category with all below it; orders and pages are the server's", async () => {
  const owner = await app.aPerson("a", { isAuthor: true, givenName: "Olga", familyName: "Owner" });
  const { id: parent } = await app.aCategory("a", { name: "Cranes" });
  const { id: child } = await app.aCategory("a", { name: "Tower cranes", parentId: parent });
  const tower = await app.aCourse("a", { title: "Zeta crane", categoryIds: [child], createdBy: owner.id });
  await app.aCourse("a", { title: "Alpha crane", categoryIds: [parent] });
  const draft = await app.aCourse("a", { title: "Draft crane", status: "draft" });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ language: "fr" }).where("id", "=", draft.id).execute(),
  );
  expect(await titles({ q: "crane", sort: "title" })).toEqual(["Alpha crane", "Draft crane", "Zeta crane"]);
  expect(await titles({ q: "crane", sort: "-title" })).toEqual(["Zeta crane", "Draft crane", "Alpha crane"]);
  expect(await titles({ category: String(parent), sort: "title" })).toEqual(["Alpha crane", "Zeta crane"]);
  expect(await titles({ category: String(child) })).toEqual(["Zeta crane"]);
  expect(await titles({ owner: String(owner.id) })).toEqual(["Zeta crane"]);
  expect(await titles({ language: "fr" })).toEqual(["Draft crane"]);
  expect(await titles({ q: "crane", status: "draft" })).toEqual(["Draft crane"]);
  expect(await titles({ q: "crane", type: "scorm" })).toEqual([]);
  expect(await one("Zeta crane")).toMatchObject({ id: tower.id, author: "Olga Owner", categories: ["Tower cranes"], isOpen: true });
  expect(await list({ q: "crane", page: "9" })).toMatchObject({ page: 1, total: 3 });
  const choices = (await admin.get("/rest/curriculum/choices")).json();
  expect(choices.categories).toContainEqual({ id: child, name: "Tower cranes", depth: 1 });
  expect(choices.owners).toContainEqual({ id: owner.id, name: "Olga Owner" });
  expect(choices.languages).toContain("fr");
});

test("a title that a spreadsheet would run is text in the export (security.md row 75)", async () => {
  await app.aCourse("a", { title: "=HYPERLINK(1) formula" });
  const csv = (await admin.get("/rest/curriculum/export.csv?q=formula")).body;
  expect(csv).toContain("'=HYPERLINK(1) formula");
});

test("the export has exactly the columns that are chosen, in their order, and all that the list has while none are", async () => {
  await app.aCourse("a", { title: "Pulleys" });
  const lines = async (more: string) =>
    (await admin.get(`/rest/curriculum/export.csv?q=Pulleys${more}`)).body.replace("\uFEFF", "").trim().split("\r\n");
  expect(await lines("&columns=overdue,asked,status")).toEqual([
    "Course,Overdue,Approval asked for by,Approval asked for (UTC),Status",
    "Pulleys,0,,,Published",
  ]);
  expect((await lines(""))[0]).toBe(
    "Course,Type,Status,Owner,Enrolled,In progress,Completed,Changed (UTC),Overdue,Categories,Language,Who can enrol,Approval asked for by,Approval asked for (UTC)",
  );
  expect((await admin.get("/rest/curriculum/export.csv?columns=secret")).statusCode).toBe(400);
});

test("courses of the other portal are not there, and none of its courses can be changed or copied (security.md row 5)", async () => {
  const foreign = await app.aCourse("b", { title: "Elsewhere" });
  const here = await app.aCourse("a", { title: "Here" });
  expect((await list({ q: "Elsewhere" })).total).toBe(0);
  const refused = await preview("course-archive", {}, { ids: [here.id, foreign.id] });
  expect([refused.statusCode, refused.json().code]).toEqual([404, "not_found"]);
  expect((await admin.post(`/rest/curriculum/${foreign.id}/copy`)).statusCode).toBe(404);
  expect((await admin.get("/rest/curriculum")).json().rows.length).toBeGreaterThan(0);
});

test("managers see the courses and change none; learners and authors do not see the list (security.md row 16)", async () => {
  const { id } = await app.aCourse("a");
  expect((await manager.get("/rest/curriculum")).json()).toMatchObject({ mayChange: false });
  expect((await admin.get("/rest/curriculum")).json()).toMatchObject({ mayChange: true });
  expect((await preview("course-archive", {}, { ids: [id] }, manager)).statusCode).toBe(403);
  expect((await manager.post(`/rest/curriculum/${id}/copy`)).statusCode).toBe(403);
  expect((await manager.get("/rest/curriculum/owners")).statusCode).toBe(403);
  for (const who of ["student", "author"] as const)
    expect([who, (await (await app.signIn(who, "a")).get("/rest/curriculum")).statusCode]).toEqual([who, 403]);
});

describe("courses that wait for an approval", () => {
  let author: Client;
  const ask = async (title: string) => {
    const { id } = await app.aCourse("a", { title, status: "draft", createdBy: author.userId });
    expect((await author.post(`/rest/editor/courses/${id}/review`, { step: "asked", comment: "" })).statusCode).toBe(200);
    return id;
  };
  /** Somebody with a copy of Admin with these permissions. */
  const withCopy = async (name: string, permissions: string[]) => {
    const { copyId } = (await admin.post("/rest/roles/copies", { of: "Admin", name, permissions })).json();
    const person = await app.aPerson("a");
    const given = { userId: person.id, role: "Admin", copyId, scope: { kind: "portal" }, startsAt: null, endsAt: null };
    expect((await admin.post("/rest/roles", given)).statusCode).toBe(200);
    return app.signInAs(person, "a");
  };
  const waiting = async (client: Client, query = "") =>
    (await client.get(`/rest/curriculum/waiting${query}`)).json() as { total: number; pageSize: number; rows: Row[] };
  const figureOf = async (client: Client): Promise<{ count: number; to: string } | undefined> =>
    (await client.get("/rest/overview?board=admin")).json().figures.find(({ key }: { key: string }) => key === "approvals");
  beforeAll(async () => {
    author = await app.signInAs(await app.aPerson("a", { isAuthor: true, givenName: "Ada", familyName: "Asks" }), "a");
  });

  test("are listed with who asked and when, for whoever approves, until they are answered or taken back", async () => {
    const [first, second] = [await ask("Waiting winch"), await ask("Waiting wedge")];
    await app.aCourse("a", { title: "Waiting for nobody" });
    const found = await list({ q: "waiting", review: "asked", sort: "updated" });
    expect(found).toMatchObject({ mayApprove: true, total: 2, rows: [{ id: first }, { id: second }] });
    for (const { asked } of found.rows) {
      expect(asked?.by).toBe("Ada Asks");
      expect(Date.now() - Date.parse(asked?.at ?? "")).toBeLessThan(60_000);
    }
    expect((await one("for nobody")).asked).toBeNull();
    expect((await figureOf(admin))?.to).toBe("/portal/courses?review=asked");
    const before = (await figureOf(admin))?.count ?? 0;
    const csv = (await admin.get("/rest/curriculum/export.csv?review=asked&q=winch")).body.split("\r\n");
    expect(csv[0]).toContain("Approval asked for by,Approval asked for (UTC)");
    expect(csv[1]).toContain("Ada Asks");

    const at = `/rest/editor/courses/${first}/review`;
    const { draft } = (await admin.get(at)).json();
    expect((await admin.post(`${at}/answer`, { step: "approved", comment: "", draft })).statusCode).toBe(200);
    expect((await author.post(`/rest/editor/courses/${second}/review`, { step: "withdrawn", comment: "" })).statusCode).toBe(200);
    expect((await list({ q: "waiting", review: "asked" })).total).toBe(0);
    expect((await figureOf(admin))?.count).toBe(before - 2);
    // Asked again, the newest question counts.
    await author.post(at, { step: "asked", comment: "" });
    expect((await list({ q: "waiting", review: "asked" })).rows).toMatchObject([{ id: first }]);
  });

  test("are nobody else's business: not a manager's, an author's or another portal's (security.md rows 5, 16, 26)", async () => {
    await ask("Waiting wheel");
    expect(await list({ q: "wheel", review: "asked" }, manager)).toMatchObject({ mayApprove: false, total: 0 });
    expect((await one("wheel", manager)).asked).toBeNull();
    expect((await manager.get("/rest/curriculum/export.csv?q=wheel")).body).not.toContain("Approval asked for");
    const looker = await withCopy("Sees courses", ["see-people", "see-portal-courses"]);
    expect(await list({ q: "wheel", review: "asked" }, looker)).toMatchObject({ mayApprove: false, total: 0 });
    expect((await one("wheel", looker)).asked).toBeNull();
    expect(await figureOf(looker)).toBeUndefined();
    for (const client of [manager, looker, author, await app.signIn("student", "a")])
      expect((await client.get("/rest/curriculum/waiting")).statusCode).toBe(403);
    const elsewhere = await app.signIn("admin", "b");
    expect(await list({ review: "asked" }, elsewhere)).toMatchObject({ total: 0, rows: [] });
    expect(await waiting(elsewhere)).toMatchObject({ total: 0, rows: [] });
    expect((await figureOf(elsewhere))?.count).toBe(0);
    // An action on all that match reaches none that the list would not show.
    const changer = await withCopy("Changes courses", ["see-people", "see-portal-courses", "change-portal-courses"]);
    const ofAll = { list: "curriculum", query: { q: "wheel", review: "asked" } };
    expect((await preview("course-open", {}, ofAll, changer)).json()).toMatchObject({ total: 0 });
    expect((await preview("course-open", {}, ofAll)).json()).toMatchObject({ total: 1 });
  });

  test("are listed for somebody with a role of their own for it, who sees no other course", async () => {
    const id = await ask("Waiting whistle");
    const approver = await withCopy("Approves", ["see-people", "approve-courses"]);
    expect(await waiting(approver, "?q=whistle")).toMatchObject({ total: 1, rows: [{ id, title: "Waiting whistle", type: "online" }] });
    expect((await waiting(approver)).rows).toEqual((await waiting(admin)).rows);
    expect((await approver.get("/rest/curriculum?review=asked")).statusCode).toBe(403);
    // The figure leads to the list of all courses, which they do not see.
    expect(await figureOf(approver)).toBeUndefined();
    const both = await withCopy("Sees and approves", ["see-people", "see-portal-courses", "approve-courses"]);
    expect((await list({ q: "whistle", review: "asked" }, both)).rows).toMatchObject([{ id }]);
    expect((await figureOf(both))?.count).toBeGreaterThan(0);
  });

  test("are read by the page, in as many statements as one", async () => {
    const statements = async (address: string) => {
      await admin.get(address);
      const asked = vi.spyOn(pg.Client.prototype, "query");
      const { rows } = (await admin.get(address).finally(() => asked.mockRestore())).json();
      const texts = asked.mock.calls.map(([query]) => (typeof query === "string" ? query : ((query as { text?: string }).text ?? "")));
      return { rows: rows.length, count: texts.length };
    };
    await ask("Waiting whale");
    const [page, alone] = [await statements("/rest/curriculum?review=asked&q=whale"), await statements("/rest/curriculum/waiting?q=whale")];
    for (let nth = 0; nth < 24; nth++) await ask(`Waiting whale ${nth}`);
    expect(await statements("/rest/curriculum?review=asked&q=whale")).toEqual({ rows: 20, count: page.count });
    expect(await statements("/rest/curriculum/waiting?q=whale")).toEqual({ rows: 20, count: alone.count });
    expect(await list({ review: "asked", q: "whale", page: "2" })).toMatchObject({ total: 25, page: 2 });
    expect((await waiting(admin, "?q=whale&page=2")).rows).toHaveLength(5);
  });
});

test("courses change their owner, with preview, an entry for each, and undo; what changed meanwhile is left alone", async () => {
  const [old, next] = [
    await app.aPerson("a", { isAuthor: true, givenName: "Old", familyName: "Hand" }),
    await app.aPerson("a", { isAuthor: true, givenName: "New", familyName: "Hand" }),
  ];
  const made = [];
  for (const title of ["Rope one", "Rope two"]) made.push(await app.aCourse("a", { title, createdBy: old.id }));
  const ids = made.map(({ id }) => id);
  const { told, done } = await act("course-owner", { userId: next.id }, ids);
  expect(told).toMatchObject({ on: "courses", title: "Give 2 courses to another owner", total: 2, changes: 2 });
  expect(told.sample.map(({ name, before, after }: { name: string; before: string; after: string }) => [name, before, after])).toEqual([
    ["Rope one", "Old Hand", "New Hand"],
    ["Rope two", "Old Hand", "New Hand"],
  ]);
  expect(done.result).toEqual({ done: 2, notDone: 0 });
  expect(await titles({ owner: String(next.id), sort: "title" })).toEqual(["Rope one", "Rope two"]);
  const client = await app.signInAs(next, "a");
  expect((await client.get("/rest/editor/courses?q=Rope")).json().total).toBe(2);
  const noted = await app.databases.inSystem("look", (db) =>
    db.selectFrom("audit_events").select(["object_id", "before", "after"]).where("action", "=", "course_owner_changed").execute(),
  );
  expect(noted).toHaveLength(2);
  expect(noted[0]).toMatchObject({ before: { ownerId: old.id }, after: { ownerId: next.id, cause: { kind: "bulk" } } });
  await app.databases.inSystem("meanwhile", (db) =>
    db
      .updateTable("courses")
      .set({ created_by: app.person("author", "a").id })
      .where("id", "=", ids[0] ?? 0)
      .execute(),
  );
  await undo(done.jobId);
  expect(await titles({ owner: String(old.id) })).toEqual(["Rope two"]);
  expect(await titles({ owner: String(next.id) })).toEqual([]);
});

test("nobody without the role becomes an owner, nobody of another portal, and found are only those who can", async () => {
  const { id } = await app.aCourse("a");
  const student = await app.aPerson("a", { givenName: "Stu", familyName: "Zzq" });
  const author = await app.aPerson("a", { isAuthor: true, givenName: "Au", familyName: "Zzq" });
  const refusal = async (userId: number) => {
    const reply = await preview("course-owner", { userId }, { ids: [id] });
    return [reply.statusCode, reply.json().code];
  };
  expect(await refusal(student.id)).toEqual([409, "no_author"]);
  expect(await refusal((await app.aPerson("b", { isAuthor: true })).id)).toEqual([404, "not_found"]);
  expect((await admin.get("/rest/curriculum/owners?q=zzq")).json().rows).toMatchObject([{ id: author.id, name: "Au Zzq" }]);
});

test("who is no author any more when the action runs gets no course; undoing takes it from them nevertheless", async () => {
  const [first, second] = [await app.aCourse("a", { title: "Anchor one" }), await app.aCourse("a", { title: "Anchor two" })];
  const next = await app.aPerson("a", { isAuthor: true });
  const told = (await preview("course-owner", { userId: next.id }, { ids: [first.id] })).json();
  const given = await act("course-owner", { userId: next.id }, [second.id]);
  await app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
    db.updateTable("memberships").set({ is_author: false }).where("user_id", "=", next.id).execute(),
  );
  expect((await run(told.runId)).result).toEqual({ done: 0, notDone: 1 });
  expect((await admin.get(`/rest/bulk/${told.runId}/rows`)).json().rows).toMatchObject([
    { reason: "The new owner is no active author or admin any more", outcome: "notDone" },
  ]);
  expect(await titles({ owner: String(next.id) })).toEqual(["Anchor two"]);
  await undo(given.done.jobId);
  expect(await titles({ owner: String(next.id) })).toEqual([]);
});

test("undoing makes no draft of a course in which people have enrolled since: they keep it", async () => {
  const [taken, empty] = [await app.aCourse("a", { title: "Taken sling" }), await app.aCourse("a", { title: "Empty sling" })];
  await act("course-archive", {}, [taken.id, empty.id]);
  const back = await act("course-return", {}, [taken.id, empty.id]);
  const person = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: taken.id, userId: person.id });
  await undo(back.done.jobId);
  expect([(await one("Taken sling")).status, (await one("Empty sling")).status]).toEqual(["published", "draft"]);
  const mine = await (await app.signInAs(person, "a")).get("/rest/enrolment/myCourses");
  expect(mine.body).toContain("Taken sling");
  expect((await admin.get(`/rest/bulk/${back.told.runId}/rows?q=taken`)).json().rows).toMatchObject([
    { reason: "People have enrolled since: take it out of the catalog instead", outcome: "notUndone" },
  ]);
});

test("courses leave the catalog and come back; one without people is a draft again, one never published stays out", async () => {
  const held = await app.aCourse("a", { title: "Held pulley" });
  const empty = await app.aCourse("a", { title: "Empty pulley" });
  const bare = await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("courses")
      .values({ portal_id: app.portal("a").id, type: "scorm", title: "Bare pulley" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await app.anEnrolment("a", { courseId: held.id, userId: (await app.aPerson("a")).id });
  const out = await act("course-archive", {}, [held.id, empty.id, bare.id]);
  expect(out.told).toMatchObject({ changes: 2, leftOut: [{ reason: "Not in the catalog", count: 1 }] });
  expect([(await one("Held pulley")).status, (await one("Empty pulley")).status]).toEqual(["archived", "draft"]);
  const student = await app.signIn("student", "a");
  expect((await student.get("/rest/catalog?q=pulley")).json().total ?? 0).toBe(0);
  const back = await act("course-return", {}, [held.id, empty.id, bare.id]);
  expect(back.told).toMatchObject({ changes: 2, leftOut: [{ reason: "Never published: its author publishes it first", count: 1 }] });
  expect([(await one("Held pulley")).status, (await one("Empty pulley")).status]).toEqual(["published", "published"]);
  await undo(back.done.jobId);
  expect([(await one("Held pulley")).status, (await one("Empty pulley")).status]).toEqual(["archived", "draft"]);
});

test("all that match a search go into a category and out again; who can enrol changes, and undoing brings it back", async () => {
  const { id: categoryId } = await app.aCategory("a", { name: "Hoists" });
  const ids = [];
  for (const title of ["Hoist a", "Hoist b", "Hoist c"]) ids.push((await app.aCourse("a", { title })).id);
  const told = (await preview("course-category-add", { categoryId }, { list: "curriculum", query: { q: "hoist" } })).json();
  expect(told).toMatchObject({ title: "Put 3 courses into “Hoists”", changes: 3 });
  await run(told.runId);
  expect((await list({ category: String(categoryId) })).total).toBe(3);
  await act("course-category-remove", { categoryId }, ids.slice(0, 2));
  expect((await list({ category: String(categoryId) })).total).toBe(1);
  const closed = await act("course-assigned-only", {}, ids);
  expect(closed.told.sample[0]).toMatchObject({ before: "Everyone in this portal", after: "Only people it is assigned to" });
  expect((await one("Hoist a")).isOpen).toBe(false);
  const file = await admin.get(`/rest/bulk/${closed.told.runId}/rows/export.csv`);
  expect(file.headers["content-disposition"]).toContain('filename="bulk-action-');
  expect(file.body.split("\r\n").slice(0, 2)).toEqual([
    expect.stringMatching(/Course,Before,After,Outcome,Reason$/),
    "Hoist a,Everyone in this portal,Only people it is assigned to,Changed,",
  ]);
  await undo(closed.done.jobId);
  expect((await one("Hoist a")).isOpen).toBe(true);
  // A list of courses selects no people, and a list of people no courses.
  expect((await preview("deactivate", {}, { list: "curriculum", query: {} })).statusCode).toBe(400);
  expect((await preview("course-archive", {}, { list: "people", query: {} })).statusCode).toBe(400);
});

test("a copy is a draft of the person asking with details, categories and pages, and has no people", async () => {
  const { id: categoryId } = await app.aCategory("a", { name: "Winches" });
  const original = await app.aCourse("a", { title: "Winch", categoryIds: [categoryId], createdBy: app.person("author", "a").id });
  await app.anEnrolment("a", { courseId: original.id, userId: (await app.aPerson("a")).id });
  const made = (await admin.post(`/rest/curriculum/${original.id}/copy`)).json();
  expect(made).toMatchObject({ type: "online", title: "Copy of Winch" });
  expect(await one("Copy of Winch")).toMatchObject({ id: made.id, status: "draft", categories: ["Winches"], enrolled: 0 });
  const found = await app.databases.inSystem("look", async (db) => ({
    course: await db.selectFrom("courses").select("created_by").where("id", "=", made.id).executeTakeFirstOrThrow(),
    pages: await db.selectFrom("course_draft_pages").select("page_id").where("course_id", "=", made.id).execute(),
    draft: await db.selectFrom("course_drafts").select("outline").where("course_id", "=", made.id).executeTakeFirstOrThrow(),
  }));
  expect(found.course.created_by).toBe(admin.userId);
  expect(found.pages.length).toBe(original.content.chapters.flatMap(({ pages }) => pages).length);
  expect(found.pages.length).toBeGreaterThan(0);
});

test("the title of a copy ends before a sign that does not fit whole", async () => {
  const original = await app.aCourse("a", { title: `${"w".repeat(191)}🛟` });
  const made = await admin.post(`/rest/curriculum/${original.id}/copy`);
  expect(made.json().title).toBe(`Copy of ${"w".repeat(191)}`);
});

test("a copy of a SCORM course has its newest package and plays the same files", async () => {
  const { id } = await app.aCourse("a", { title: "Package to copy", type: "scorm" });
  const portal_id = app.portal("a").id;
  await app.databases.inSystem("prepare a test", async (db) => {
    const file = await db
      .insertInto("files")
      .values({ portal_id, storage_key: "copied", name: "a.zip", media_type: "application/zip", bytes: 3, sha256: "x" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`insert into scorm_packages (portal_id, course_id, standard, edition, title, storage_key, entry_count, bytes, source_file_id, manifest, report, uploaded_by)
      values (${portal_id}, ${id}, '2004', '4th', 'P', 'copied-folder', 1, 3, ${file.id}, '{}', '{}', ${admin.userId})`.execute(db);
  });
  const made = (await admin.post(`/rest/curriculum/${id}/copy`)).json();
  const packages = await app.databases.inSystem("look", (db) =>
    db.selectFrom("scorm_packages").select(["course_id", "storage_key"]).where("storage_key", "=", "copied-folder").orderBy("id").execute(),
  );
  expect(packages).toEqual([
    { course_id: id, storage_key: "copied-folder" },
    { course_id: made.id, storage_key: "copied-folder" },
  ]);
});

test("a view of the list is kept, and only of queries that the list knows", async () => {
  const kept = await manager.post("/rest/views", { list: "curriculum", name: "Drafts", query: "status=draft", isShared: false });
  expect(kept.statusCode).toBe(200);
  expect((await manager.get("/rest/views?list=curriculum")).json().rows).toMatchObject([{ name: "Drafts", query: "status=draft" }]);
  expect((await manager.post("/rest/views", { list: "curriculum", name: "X", query: "status=odd", isShared: false })).statusCode).toBe(400);
});

test("the specification's address leads to the list", async () => {
  const reply = await admin.get("/PremiumServices/Portal/admin/Courses.aspx");
  expect([reply.statusCode, reply.headers.location]).toEqual([302, "/v/portal/courses"]);
});

test("courses whose owner has left are a queue of their own, which giving them to somebody empties (EDT-17)", async () => {
  const portalId = app.portal("a").id;
  const owners = [];
  for (const familyName of ["Stays", "Leaves", "Learns", "Erased"]) owners.push(await app.aPerson("a", { isAuthor: true, familyName }));
  const [stays, leaves, learns, erased] = owners.map(({ id }) => id) as [number, number, number, number];
  const made = [];
  for (const createdBy of [stays, leaves, learns, erased])
    made.push(await app.aCourse("a", { title: `Orphan test ${made.length}`, createdBy }));
  const queue = () => titles({ q: "Orphan test", owner: "gone", sort: "title" });
  expect(await queue()).toEqual([]);
  await app.databases.inSystem("prepare a test", async (db) => {
    const of = (id: number) => db.updateTable("memberships").where("portal_id", "=", portalId).where("user_id", "=", id);
    await of(leaves).set({ status: "suspended" }).execute();
    await of(learns).set({ is_author: false }).execute();
    await db.deleteFrom("role_assignments").where("portal_id", "=", portalId).where("user_id", "=", erased).execute();
    await db.deleteFrom("memberships").where("portal_id", "=", portalId).where("user_id", "=", erased).execute();
  });
  expect(await queue()).toEqual(["Orphan test 1", "Orphan test 2", "Orphan test 3"]);
  expect(await titles({ q: "Orphan test", owner: String(leaves) })).toEqual(["Orphan test 1"]);
  // Chosen by the filter itself, as "all that match".
  const told = (
    await preview("course-owner", { userId: stays }, { list: "curriculum", query: { q: "Orphan test", owner: "gone" } })
  ).json() as { runId: number };
  await run(told.runId);
  expect(await queue()).toEqual([]);
});
