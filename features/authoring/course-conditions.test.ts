import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import type { Condition } from "#features/conditions/condition.ts";
import type { CourseDetails } from "#features/catalog/contract.ts";
import type { StartCondition } from "#features/catalog/start-contract.ts";
import { startRig, type Rig } from "#features/editor/test/editor.ts";
import { settleAll, settlePortal } from "#features/groups/server/recompute.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { createLog } from "#platform/log.ts";
import { savedFields } from "./test/saved-fields.ts";

// What a course asks of whoever begins it besides other courses: a condition (CAT-4).

let rig: Rig;
let portalId: number;
beforeAll(async () => {
  rig = await startRig();
  portalId = rig.app.portal("a").id;
}, 120_000);
afterAll(() => rig?.app.close());

let count = 0;
type Fields = Partial<typeof savedFields>;
async function save(courseId: number, fields: Fields, client: Client = rig.author) {
  const { revision } = await rig.open(courseId);
  return client.put(rig.at(courseId, "/details"), { ...savedFields, ...fields, revision });
}
/** A course that asks for a condition. */
async function conditioned(startCondition: Condition, fields: Fields = {}) {
  const course = await rig.aCourse();
  const saved = await save(course.id, { startCondition, ...fields }, rig.admin);
  expect(saved.statusCode, saved.body).toBe(200);
  return course.id;
}
const pageOf = async (courseId: number, client: Client): Promise<CourseDetails> => {
  const answer = await client.get(`/rest/course/details/${courseId}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const startOf = async (courseId: number, client: Client): Promise<StartCondition | null> => {
  const answer = await client.get(`/rest/course/details/${courseId}/start`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().condition;
};
const actionOf = async (courseId: number, client: Client) => {
  const { kind, reason } = (await pageOf(courseId, client)).action;
  return kind === "locked" ? reason : kind;
};
const newcomer = async (fields: object = {}) => rig.app.signInAs(await rig.app.aPerson("a", fields), "a");
const enrol = (courseId: number, client: Client) => client.post("/rest/enrolment/enrol", { courseId });
const launch = (courseId: number, client: Client) => client.post("/rest/progress/launch", { courseId });
const settle = () => settlePortal({ databases: rig.app.databases, log: createLog({ level: "silent" }) }, portalId);
const aGroup = async (client: Client = rig.admin, fields: object = {}): Promise<{ id: number; name: string }> => {
  const made = await client.post("/rest/groups", { name: `Crew ${++count}`, description: "", condition: null, ...fields });
  expect(made.statusCode, made.body).toBe(200);
  return made.json();
};
const join = (groupId: number, userId: number) =>
  rig.app.databases.inPeople(portalId, "a test", (db) =>
    db.insertInto("group_members").values({ portal_id: portalId, group_id: groupId, user_id: userId, cause: "hand" }).execute(),
  );
const aField = async (more: object = {}, client: Client = rig.admin): Promise<{ id: number }> => {
  const made = await client.post("/rest/fields", aFieldBody("text", `Licence ${++count}`, { ownAccess: "edit", ...more }));
  expect(made.statusCode, made.body).toBe(200);
  return made.json();
};
const isIn = (groupId: number): Condition => ({ kind: "group", groupIds: [groupId] });
const says = (fieldId: number, text: string): Condition => ({ kind: "field", fieldId, is: { by: "text", test: "is", text } });
const fitting = (courseId: number) =>
  rig.app.databases.inSystem("look at a test", async (db) =>
    (await db.selectFrom("course_fitting").select("user_id as id").where("course_id", "=", courseId).execute()).map(({ id }) => id),
  );

test("an author sets it, sees it and takes it away; the details say what it asks, line by line", async () => {
  const group = await aGroup();
  const { id } = await rig.aCourse();
  expect(await rig.open(id)).toMatchObject({ startCondition: null });
  const startCondition: Condition = { kind: "any", of: [isIn(group.id), { kind: "none", of: [{ kind: "role", is: "student" }] }] };
  expect((await save(id, { startCondition })).statusCode).toBe(200);
  expect(await rig.open(id)).toMatchObject({ startCondition, requiredIds: [], requiredCount: null });
  const learner = await newcomer();
  const { requirements, prerequisites, hasCondition } = await pageOf(id, learner);
  const told = await startOf(id, learner);
  expect(hasCondition).toBe(true);
  expect(requirements).toContainEqual({ code: "prerequisites", met: false });
  expect(prerequisites).toBeNull();
  expect(told).toMatchObject({ met: false, isStored: false, choices: { groups: [{ id: group.id, name: group.name }] } });
  expect(told?.lines.map(({ depth, how, met, test: asked }) => [depth, how, met, asked])).toEqual([
    [0, "any", false, null],
    [1, null, false, isIn(group.id)],
    [1, "all", false, null],
    [2, null, false, { kind: "none", of: [{ kind: "role", is: "student" }] }],
  ]);
  expect((await save(id, {})).statusCode).toBe(200);
  expect(await rig.open(id)).toMatchObject({ startCondition: null });
  expect(await actionOf(id, learner)).toBe("enrol");
  expect(await startOf(id, learner)).toBeNull();
  expect(await fitting(id)).toEqual([]);
});

test("security.md 20: whoever does not fit neither enrols nor begins, and does both once it is computed that they fit", async () => {
  const group = await aGroup();
  const id = await conditioned(isIn(group.id));
  const learner = await newcomer();
  expect(await actionOf(id, learner)).toBe("prerequisites");
  const refused = await enrol(id, learner);
  expect([refused.statusCode, refused.json().code]).toEqual([409, "prerequisites"]);
  await rig.app.anEnrolment("a", { courseId: id, userId: learner.userId, kind: "person" });
  const launched = await launch(id, learner);
  expect([launched.statusCode, launched.json().code]).toEqual([403, "not_prepared"]);
  await join(group.id, learner.userId);
  // Not computed yet: the page says so.
  expect(await startOf(id, learner)).toMatchObject({ met: true, isStored: false });
  await settle();
  expect(await fitting(id)).toEqual([learner.userId]);
  expect(await startOf(id, learner)).toMatchObject({ met: true, isStored: true });
  expect((await launch(id, learner)).statusCode).toBe(200);
});

test("a field that people fill in themselves, a dynamic group and a completion are followed; the page leads to what is missing", async () => {
  const field = await aField();
  const group = await aGroup(rig.admin, { condition: says(field.id, "crane") });
  const first = await rig.aCourse({ title: "Knots" });
  const id = await conditioned({
    kind: "all",
    of: [isIn(group.id), says(field.id, "crane"), { kind: "completion", courseIds: [first.id], when: null }],
  });
  const learner = await newcomer();
  const before = await startOf(id, learner);
  expect(before?.lines.map(({ met, courses, isOwnField }) => [met, courses.map((one) => one.id), isOwnField])).toEqual([
    [false, [], false],
    [false, [], false],
    [false, [], true],
    [false, [first.id], false],
  ]);
  expect((await learner.put("/rest/fields/mine", { values: { [field.id]: "crane" } })).statusCode).toBe(200);
  await enrol(first.id, learner);
  const { epoch, state } = (await launch(first.id, learner)).json();
  const commits = ["p1", "p2"].map((pageId, nth) => ({ seq: nth + 1, fact: { kind: "view", pageId } }));
  const stored = await learner.post(`/rest/progress/attempts/${state.attemptId}/commits`, { clientId: "test-client-1", epoch, commits });
  expect(stored.statusCode, stored.body).toBe(200);
  await settle();
  expect(await actionOf(id, learner)).toBe("enrol");
  expect((await enrol(id, learner)).statusCode).toBe(200);
  expect((await launch(id, learner)).statusCode).toBe(200);
  // What is begun goes on, whatever becomes of the person (INV-5).
  expect((await learner.put("/rest/fields/mine", { values: { [field.id]: "ladder" } })).statusCode).toBe(200);
  await settle();
  expect(await fitting(id)).not.toContain(learner.userId);
  expect(await actionOf(id, learner)).toBe("continue");
  expect((await launch(id, learner)).statusCode).toBe(200);
});

test("who had begun before stays (INV-5)", async () => {
  const { id } = await rig.aCourse();
  const learner = await newcomer();
  await enrol(id, learner);
  await launch(id, learner);
  expect((await save(id, { startCondition: isIn((await aGroup()).id) })).statusCode).toBe(200);
  expect(await actionOf(id, learner)).toBe("continue");
  expect((await launch(id, learner)).statusCode).toBe(200);
});

test("asks beside the courses to complete first: both are needed, and saving computes at once who fits", async () => {
  const first = await rig.aCourse();
  const group = await aGroup();
  const [both, member, neither] = [await newcomer(), await newcomer(), await newcomer()];
  for (const { userId } of [both, member]) await join(group.id, userId);
  const id = await conditioned(isIn(group.id), { requiredIds: [first.id] });
  expect((await fitting(id)).toSorted()).toEqual([both.userId, member.userId].toSorted());
  expect(await rig.open(id)).toMatchObject({ requiredIds: [first.id], requiredCount: null });
  for (const person of [both, neither]) {
    await enrol(first.id, person);
    const { epoch, state } = (await launch(first.id, person)).json();
    const commits = ["p1", "p2"].map((pageId, nth) => ({ seq: nth + 1, fact: { kind: "view", pageId } }));
    await person.post(`/rest/progress/attempts/${state.attemptId}/commits`, { clientId: "test-client-1", epoch, commits });
  }
  expect(await Promise.all([both, member, neither].map((one) => actionOf(id, one)))).toEqual(["enrol", "prerequisites", "prerequisites"]);
  expect((await pageOf(id, member)).prerequisites?.courses).toMatchObject([{ id: first.id, done: false }]);
});

describe("is refused", () => {
  const refusal = async (startCondition: unknown, client: Client = rig.author) => {
    const { id } = await rig.aCourse();
    const answer = await save(id, { startCondition } as Fields, client);
    return [answer.statusCode, answer.json().errors?.[0]?.code ?? answer.json().code];
  };

  test("from whoever does not edit the course, and from another portal", async () => {
    const { id } = await rig.aCourse();
    const startCondition: Condition = { kind: "status", is: "active" };
    expect((await save(id, { startCondition }, await newcomer())).statusCode).toBe(403);
    expect((await save(id, { startCondition }, await newcomer({ isAuthor: true }))).statusCode).toBe(404);
    expect((await save(id, { startCondition }, await rig.app.signIn("author", "b"))).statusCode).toBe(404);
    const asked = (client: Client) => client.get(`/rest/course/details/${id}/start`);
    expect((await asked(await rig.app.signIn("student", "b"))).statusCode).toBe(404);
    const hidden = await rig.aCourse({ status: "draft" });
    expect((await (await newcomer()).get(`/rest/course/details/${hidden.id}/start`)).statusCode).toBe(404);
    const choices = (client: Client) => client.get(`/rest/editor/courses/${id}/choices`);
    expect((await choices(await newcomer())).statusCode).toBe(403);
    expect((await choices(await newcomer({ isAuthor: true }))).statusCode).toBe(404);
    expect((await choices(await rig.app.signIn("author", "b"))).statusCode).toBe(404);
  });

  test("about another portal's group or field, a team, the course itself, and what is no condition", async () => {
    const other = await rig.app.signIn("admin", "b");
    const [group, field] = [await aGroup(other), await aField({}, other)];
    expect(await refusal(isIn(group.id))).toEqual([400, "unknown_group"]);
    expect(await refusal(says(field.id, "x"))).toEqual([403, "hidden_field"]);
    expect(await refusal({ kind: "scope", managerIds: [rig.admin.userId] })).toEqual([403, "hidden_team"]);
    expect((await refusal({ kind: "sql", text: "true" }))[0]).toBe(400);
    const { id } = await rig.aCourse();
    const itself = await save(id, { startCondition: { kind: "completion", courseIds: [id], when: null } });
    expect(itself.json().errors).toMatchObject([{ field: "startCondition", code: "needs_itself" }]);
  });
});

test("of itself, by whatever way: refused when it is saved, and told before publishing where a group was changed since", async () => {
  const [first, second] = [await rig.aCourse({ title: "Hen" }), await rig.aCourse({ title: "Egg" })];
  const done = ({ id }: { id: number }): Condition => ({ kind: "completion", courseIds: [id], when: null });
  expect((await save(first.id, { title: "Hen", startCondition: done(second) })).statusCode).toBe(200);
  const refused = { field: "startCondition", code: "circle", message: expect.stringContaining("Hen asks for this course itself") };
  expect((await save(second.id, { startCondition: done(first) })).json().errors).toMatchObject([refused]);
  expect((await save(second.id, { requiredIds: [first.id] })).json().errors).toMatchObject([{ ...refused, field: "requiredIds" }]);
  const wayOut: Condition = { kind: "any", of: [done(first), { kind: "status", is: "active" }] };
  expect((await save(second.id, { startCondition: wayOut })).statusCode).toBe(200);

  // Two authors at once close no circle either.
  const pair = [await rig.aCourse(), await rig.aCourse()] as const;
  const answers = await Promise.all([
    save(pair[0].id, { startCondition: done(pair[1]) }),
    save(pair[1].id, { startCondition: done(pair[0]) }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);

  const group = await aGroup(rig.admin, { condition: { kind: "status", is: "active" } });
  const third = await rig.aCourse({ title: "Chick" });
  const problems = async () => (await rig.author.get(rig.at(third.id, "/publish"))).json().problems;
  expect((await save(third.id, { title: "Chick", startCondition: isIn(group.id) })).statusCode).toBe(200);
  expect(await problems()).toEqual([]);
  // Who changes the group is told before saving it; a way out closes no circle.
  const foreseen = async (condition: Condition) =>
    (await rig.admin.post(`/rest/groups/${group.id}/foresee`, { by: "condition", condition })).json().circles;
  expect(await foreseen(done(third))).toEqual(["Chick"]);
  expect(await foreseen({ kind: "any", of: [done(third), { kind: "status", is: "active" }] })).toEqual([]);
  const { name, revision } = (await rig.admin.get(`/rest/groups/${group.id}`)).json();
  const changed = await rig.admin.put(`/rest/groups/${group.id}`, { name, description: "", condition: done(third), revision });
  expect(changed.statusCode, changed.body).toBe(200);
  expect(await problems()).toMatchObject([{ code: "group_circle", severity: "warning" }]);
  // What is so already is no news.
  expect(await foreseen(done(third))).toEqual([]);
  // Whatever else is saved of the course is not held up by it; the same asked anew is.
  expect((await save(third.id, { title: "Chicken", startCondition: isIn(group.id) })).statusCode).toBe(200);
  expect((await save(second.id, { startCondition: null })).statusCode).toBe(200);
  expect((await save(third.id, { startCondition: { kind: "all", of: [isIn(group.id)] } })).json().errors).toMatchObject([
    { field: "startCondition", code: "group_circle" },
  ]);
});

test("security.md 10: an author sees no field that is hidden from authors, and keeps a condition about it by saving something else", async () => {
  const [hidden, shown] = [await aField({ ownAccess: "hidden" }), await aField({ authorAccess: "read" })];
  const { id } = await rig.aCourse();
  const { fields, groups, managers } = (await rig.author.get(`/rest/editor/courses/${id}/choices`)).json();
  const ids = (fields as { id: number }[]).map((one) => one.id);
  expect([ids.includes(shown.id), ids.includes(hidden.id), Array.isArray(groups), managers]).toEqual([true, false, true, null]);
  expect((await save(id, { startCondition: says(hidden.id, "yes") })).json().code).toBe("hidden_field");
  expect((await save(id, { startCondition: says(shown.id, "yes") })).statusCode).toBe(200);
  const stored: Condition = { kind: "all", of: [says(hidden.id, "yes"), { kind: "status", is: "active" }] };
  expect((await save(id, { startCondition: stored }, rig.admin)).statusCode).toBe(200);
  const opened = await rig.open(id);
  expect(opened.startCondition).toBe("kept");
  expect(JSON.stringify(opened)).not.toContain(`"fieldId":${hidden.id}`);
  expect((await save(id, { title: "Renamed", startCondition: "kept" })).statusCode).toBe(200);
  expect(await rig.open(id, rig.admin)).toMatchObject({ title: "Renamed", startCondition: stored });
  // Nor does the learner, from whom it is hidden too, read more than that there is something.
  const page = await startOf(id, await newcomer());
  expect(page?.lines.map(({ test: asked, met, isOwnField }) => [asked === null, met, isOwnField])).toEqual([
    [true, false, false],
    [true, false, false],
    [false, true, false],
  ]);
  expect(JSON.stringify(page)).not.toContain(`"fieldId":${hidden.id}`);
  expect(page?.choices.fields).toEqual([]);
});

test("a course that a learner is not offered is not named to them", async () => {
  const secret = await rig.aCourse({ title: "Board meeting" });
  const group = await aGroup();
  const made = await rig.admin.post("/rest/catalogues", {
    name: `For few ${++count}`,
    description: "",
    forEverybody: false,
    groupIds: [group.id],
    courseIds: [secret.id],
    categoryIds: [],
  });
  const id = await conditioned({ kind: "completion", courseIds: [secret.id], when: null });
  expect(made.statusCode, made.body).toBe(200);
  const page = await startOf(id, await newcomer());
  expect(JSON.stringify(page)).not.toContain("Board meeting");
  expect(page).toMatchObject({
    lines: [{ met: false, courses: [] }],
    choices: { courses: [{ id: secret.id, name: "A course that is for other people" }] },
  });
});

test("a copy of the course asks for the same, of the same people", async () => {
  const group = await aGroup();
  const learner = await newcomer();
  await join(group.id, learner.userId);
  const id = await conditioned(isIn(group.id));
  const { id: copy } = (await rig.author.post(`/rest/editor/courses/${id}/duplicate`)).json();
  expect(await rig.open(copy)).toMatchObject({ startCondition: isIn(group.id) });
  expect(await fitting(copy)).toEqual([learner.userId]);
});

test("a group that a course asks for names it, and is not deleted; a course goes with what is stored about it", async () => {
  const group = await aGroup();
  await join(group.id, (await newcomer()).userId);
  const id = await conditioned({ kind: "any", of: [isIn(group.id)] }, { title: "Cranes" });
  expect((await rig.admin.get(`/rest/groups/${group.id}/dependents`)).json().rows).toMatchObject([{ kind: "course", id, name: "Cranes" }]);
  const status = (next: string) => rig.admin.post(`/rest/groups/${group.id}/status`, { status: next });
  expect((await status("deleted")).json().code).toBe("group_in_use");
  expect((await rig.author.post(`/rest/editor/courses/${id}/delete`)).json()).toEqual({ removed: true });
  expect((await status("deleted")).statusCode).toBe(200);
});

test("a course whose completion a condition asks for is deleted only once that does not ask any more", async () => {
  const first = await rig.aCourse();
  const id = await conditioned({ kind: "any", of: [{ kind: "completion", courseIds: [first.id], when: null }] });
  const remove = async () => (await rig.author.post(`/rest/editor/courses/${first.id}/delete`)).json();
  expect(await remove()).toMatchObject({ code: "course_required" });
  expect((await save(id, {})).statusCode).toBe(200);
  expect(await remove()).toEqual({ removed: true });
});

test("the schedule has portals computed whose courses alone ask for a condition", async () => {
  const portal = rig.app.portal("b").id;
  const { id } = await rig.app.aCourse("b", {});
  await rig.app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("courses")
      .set({ prerequisites_asked: 0, prerequisite_condition: JSON.stringify({ kind: "status", is: "active" }) })
      .where("id", "=", id)
      .execute(),
  );
  const asked: unknown[] = [];
  const queue = { query: async (_: string, values: unknown[]) => void asked.push(...(values[1] as number[])) };
  await settleAll({ databases: rig.app.databases }, queue as never);
  expect(asked).toContain(portal);
});
