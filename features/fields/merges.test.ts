import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { killableWorker } from "#features/jobs/test/killable-worker.ts";
import { createLog } from "#platform/log.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import type { listFields, ListedField, mergeOptions, undoMerge } from "./contract.ts";
import type { Job } from "#features/jobs/contract.ts";
import type { Result } from "#platform/contract.ts";
import type { FieldDefinition, KindName } from "./definition.ts";
import { sweepFieldMerges } from "./server/merges.ts";
import { aFieldBody } from "./test/field-body.ts";

// FLD-3, INV-9: a merge of two values of a list can be undone for seven days.

const settings = { JOB_LEASE_SECONDS: "1" };
let app: TestApp;
let admin: Client;
let system: Client;
beforeAll(async () => {
  app = await startTestApp(settings);
  [admin, system] = [await app.signIn("admin", "a"), await app.signIn("system", "a")];
});
afterAll(() => app.close());

async function fine<T>(asked: ReturnType<Client["get"]>): Promise<T> {
  const reply = await asked;
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as T;
}
const refused = async (asked: ReturnType<Client["get"]>) => {
  const reply = await asked;
  return [reply.statusCode, (reply.json() as { code: string }).code];
};
let count = 0;
const made = async (kind: KindName, options: string[], more: object = {}, client = admin) => {
  const field = await fine<FieldDefinition>(client.post("/rest/fields", aFieldBody(kind, `Merged ${++count}`, { options, ...more })));
  return { ...field, ids: field.options.map(({ id }) => id) };
};
const listed = async (fieldId: number, client = admin, subject = "person") =>
  (await fine<Result<typeof listFields>>(client.get(`/rest/fields?subject=${subject}`))).fields.find(
    ({ id }) => id === fieldId,
  ) as ListedField;
const merge = async (fieldId: number, from = 0, into = 0, client = admin) =>
  (await fine<Result<typeof mergeOptions>>(client.post(`/rest/fields/${fieldId}/options/${from}/merge`, { into }))).mergeId ?? 0;
const undo = (fieldId: number, mergeId: number, client = admin) => client.post(`/rest/fields/${fieldId}/merges/${mergeId}/undo`, {});
const undone = (fieldId: number, mergeId: number, client = admin) => fine<Result<typeof undoMerge>>(undo(fieldId, mergeId, client));
const tables = { person: "field_values", course: "course_field_values" } as const;
type Subject = keyof typeof tables;
const ownerOf = (subject: Subject) => sql.ref(subject === "person" ? "user_id" : "course_id");
/** All that is kept of a field's values and list, as text. */
const stateOf = (fieldId: number, subject: Subject = "person") =>
  app.databases.inSystem("a test", async (db) => ({
    values: (
      await sql`select to_jsonb(v)::text as row from ${sql.table(tables[subject])} v where v.field_id = ${fieldId} order by v.${ownerOf(subject)}, v.nth`.execute(
        db,
      )
    ).rows,
    options: (await sql`select to_jsonb(o)::text as row from field_options o where o.field_id = ${fieldId} order by o.id`.execute(db)).rows,
  }));
/** Writes values as a sheet or an import does: in the order of their ids. */
const give = (fieldId: number, ownerId: number, optionIds: readonly number[], key: PortalKey = "a", subject: Subject = "person") =>
  app.databases.inSystem("a test", async (db) => {
    await sql`delete from ${sql.table(tables[subject])} where field_id = ${fieldId} and ${ownerOf(subject)} = ${ownerId}`.execute(db);
    await sql`insert into ${sql.table(tables[subject])} (portal_id, field_id, ${ownerOf(subject)}, nth, option_id)
      select ${app.portal(key).id}, ${fieldId}, ${ownerId}, nth - 1, id from unnest(${[...optionIds].toSorted((a, b) => a - b)}::bigint[]) with ordinality as u (id, nth)`.execute(
      db,
    );
  });
const valuesOf = (fieldId: number, subject: Subject = "person") =>
  app.databases.inSystem("a test", async (db) => {
    const { rows } = await sql<{ owner: number; ids: number[]; first: number }>`
      select ${ownerOf(subject)} as owner, json_agg(option_id order by option_id) as ids, min(nth)::int as first
      from ${sql.table(tables[subject])} where field_id = ${fieldId} group by 1`.execute(db);
    // By the row of nth 0, people are counted.
    for (const { owner, first } of rows) expect([owner, first]).toEqual([owner, 0]);
    return new Map(rows.map(({ owner, ids }) => [owner, ids]));
  });
const age = (mergeId: number, days: number) =>
  app.databases.inSystem("a test", (db) =>
    sql`update field_merges set made_at = made_at - make_interval(days => ${days}) where id = ${mergeId}`.execute(db),
  );
const somebody = async (key: PortalKey = "a") => (await app.aPerson(key)).id;

test("merged and undone, everything is as before: people with one value, several, both, in any place; once, and written down", async () => {
  const field = await made("multi", ["One", "Two", "Three"]);
  const [one = 0, two = 0, three = 0] = field.ids;
  const people: number[] = [];
  for (const ids of [[one], [two], [three], [one, two], [one, three], [two, three], [one, two, three], []]) {
    people.push(await somebody());
    await give(field.id, people.at(-1) ?? 0, ids);
  }
  for (const [from, into] of [
    [one, two],
    [two, one],
    [three, one],
    [one, three],
  ]) {
    const before = await stateOf(field.id);
    const id = await merge(field.id, from, into);
    expect(await stateOf(field.id)).not.toEqual(before);
    expect((await listed(field.id)).merges).toMatchObject([{ id, optionId: from }]);
    expect(await undone(field.id, id)).toMatchObject({ back: 4, left: 0 });
    expect(await stateOf(field.id)).toEqual(before);
    expect((await listed(field.id)).merges).toEqual([]);
    expect(await refused(undo(field.id, id))).toEqual([409, "merge_undone"]);
    const rows = await app.databases.inSystem("a test", (db) =>
      db.selectFrom("field_merge_rows").selectAll().where("merge_id", "=", id).execute(),
    );
    expect(rows).toEqual([]);
  }
  const [entry] = await app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("audit_events").select(["action", "object_id", "after"]).orderBy("id", "desc").limit(1).execute(),
  );
  expect(entry).toMatchObject({ action: "field_merge_undone", object_id: field.id, after: { id: one, name: "One", back: 4, left: 0 } });
});

test("a value of a single or hierarchical list, and of courses, comes back the same way", async () => {
  for (const kind of ["single", "tree"] as const) {
    const field = await made(kind, ["One", "Two"]);
    const [one, two] = field.ids;
    await give(field.id, await somebody(), [one ?? 0]);
    await give(field.id, await somebody(), [two ?? 0]);
    const before = await stateOf(field.id);
    expect(await undone(field.id, await merge(field.id, one, two))).toMatchObject({ back: 1, left: 0 });
    expect(await stateOf(field.id)).toEqual(before);
  }
  const field = await made("multi", ["One", "Two"], { subject: "course", ownAccess: "read", managerAccess: "read" });
  const [one = 0, two = 0] = field.ids;
  for (const ids of [[one], [one, two], [two]]) await give(field.id, (await app.aCourse("a")).id, ids, "a", "course");
  const before = await stateOf(field.id, "course");
  const id = await merge(field.id, one, two);
  expect((await listed(field.id, admin, "course")).merges).toMatchObject([{ id, optionId: one }]);
  expect(await undone(field.id, id)).toMatchObject({ back: 2, left: 0 });
  expect(await stateOf(field.id, "course")).toEqual(before);
});

test("who chose anything else since keeps it, and is counted", async () => {
  const single = await made("single", ["One", "Two", "Three"]);
  const [one = 0, two = 0, three = 0] = single.ids;
  const [same, moved, returned, emptied] = [await somebody(), await somebody(), await somebody(), await somebody()];
  for (const id of [same, moved, returned, emptied]) await give(single.id, id, [one]);
  const id = await merge(single.id, one, two);
  const set = (userId: number, value: number | null) =>
    fine(admin.put(`/rest/people/${userId}/fields`, { values: { [single.id]: value } }));
  await set(moved, three);
  // Whoever went away from the value and chose it again has chosen it.
  await set(returned, three);
  await set(returned, two);
  await set(emptied, null);
  const late = await somebody();
  await set(late, two);
  expect(await undone(single.id, id)).toMatchObject({ back: 1, left: 3 });
  expect(await valuesOf(single.id)).toEqual(
    new Map([
      [same, [one]],
      [moved, [three]],
      [returned, [two]],
      [late, [two]],
    ]),
  );
});

/** Numbers that look random and are the same each time. */
function numbersFrom(seed: number) {
  let now = seed;
  return () => {
    now = (now * 48_271) % 2_147_483_647;
    return now / 2_147_483_647;
  };
}

test("of any people who changed in between, exactly those who still have the value get the former back, and nothing else of theirs moves", async () => {
  const field = await made("multi", ["A", "B", "C", "D"]);
  const [from = 0, into = 0, ...others] = field.ids;
  const people = await Promise.all(Array.from({ length: 24 }, () => somebody()));
  for (let seed = 1; seed <= 12; seed++) {
    const next = numbersFrom(seed * 7919);
    const some = (of: readonly number[]) => of.filter(() => next() < 0.5);
    const before = new Map<number, number[]>();
    for (const id of people) {
      before.set(id, some(field.ids));
      await give(field.id, id, before.get(id) ?? []);
    }
    const mergeId = await merge(field.id, from, into);
    const changed = new Map<number, number[]>();
    for (const id of people)
      if (next() < 0.5) {
        changed.set(id, some([into, ...others]));
        await give(field.id, id, changed.get(id) ?? []);
      }
    let [back, left] = [0, 0];
    const wanted = new Map<number, number[]>();
    for (const id of people) {
      const had = before.get(id) ?? [];
      const now = changed.get(id);
      const still = now?.includes(into) ?? true;
      if (had.includes(from) && still) back++;
      else if (had.includes(from)) left++;
      const after =
        now === undefined ? had : had.includes(from) && still ? [from, ...now.filter((one) => one !== into || had.includes(into))] : now;
      if (after.length > 0)
        wanted.set(
          id,
          after.toSorted((a, b) => a - b),
        );
    }
    expect(await undone(field.id, mergeId)).toMatchObject({ back, left });
    const is = new Map([...(await valuesOf(field.id))].map(([id, ids]) => [id, ids.toSorted((a, b) => a - b)]));
    expect([seed, is]).toEqual([seed, new Map(people.flatMap((id) => (wanted.has(id) ? [[id, wanted.get(id) ?? []]] : [])))]);
  }
});

test("several values merged into one are undone in any order; one that went on into another is undone after that", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const field = await made("multi", ["One", "Two", "Three"]);
    const [one = 0, two = 0, three = 0] = field.ids;
    for (const ids of [[one, two], [one, two, three], [one], [two, three], [one, three]]) await give(field.id, await somebody(), ids);
    const before = await stateOf(field.id);
    const ids = [await merge(field.id, one, three), await merge(field.id, two, three)];
    expect((await listed(field.id)).merges.map(({ optionId }) => optionId)).toEqual([one, two]);
    for (const nth of order) expect(await undone(field.id, ids[nth] ?? 0)).toMatchObject({ left: 0 });
    expect((await valuesOf(field.id)).size).toBe(5);
    const plain = ({ values, options }: typeof before) => ({
      options,
      values: values.map((row) => {
        const { changed_at: _, ...rest } = JSON.parse((row as { row: string }).row) as { changed_at: string };
        return rest;
      }),
    });
    expect(plain(await stateOf(field.id))).toEqual(plain(before));
  }
  const field = await made("single", ["One", "Two", "Three"]);
  const [one, two, three] = field.ids;
  await give(field.id, await somebody(), [one ?? 0]);
  const before = await stateOf(field.id);
  const first = await merge(field.id, one, two);
  const second = await merge(field.id, two, three);
  expect((await listed(field.id)).merges.map(({ id }) => id)).toEqual([second]);
  expect(await refused(undo(field.id, first))).toEqual([409, "merged_since"]);
  await undone(field.id, second);
  expect((await listed(field.id)).merges.map(({ id }) => id)).toEqual([first]);
  await undone(field.id, first);
  expect(await stateOf(field.id)).toEqual(before);
});

test("what became of the value in the meantime: brought back by hand, its name in use, what it stood below retired", async () => {
  const field = await made("tree", ["Europe", "\tBonn", "\tBON", "Asia"]);
  const named = (name: string) => field.options.find((one) => one.name === name)?.id ?? 0;
  const person = await somebody();
  await give(field.id, person, [named("BON")]);
  const save = (id: number, name: string, isRetired: boolean) =>
    fine(admin.put(`/rest/fields/${field.id}/options/${id}`, { name, isRetired }));
  const first = await merge(field.id, named("BON"), named("Bonn"));
  await save(named("BON"), "BON", false);
  expect(await undone(field.id, first)).toMatchObject({ back: 1 });
  const second = await merge(field.id, named("BON"), named("Bonn"));
  await save(named("Bonn"), "BON", false);
  expect(await refused(undo(field.id, second))).toEqual([409, "name_in_use"]);
  await save(named("Bonn"), "Bonn", true);
  await save(named("Europe"), "Europe", true);
  expect(await refused(undo(field.id, second))).toEqual([409, "retired_above"]);
  await save(named("Europe"), "Europe", false);
  expect(await undone(field.id, second)).toMatchObject({ back: 1, left: 0 });
  expect([...(await valuesOf(field.id))]).toEqual([[person, [named("BON")]]]);
});

test("after seven days it is over, and what was kept for it goes", async () => {
  const field = await made("single", ["One", "Two"]);
  const [one, two] = field.ids;
  const person = await somebody();
  await give(field.id, person, [one ?? 0]);
  const id = await merge(field.id, one, two);
  await age(id, 7);
  expect((await listed(field.id)).merges).toEqual([]);
  expect(await refused(undo(field.id, id))).toEqual([409, "undo_over"]);
  expect([...(await valuesOf(field.id))]).toEqual([[person, [two]]]);
  expect(await sweepFieldMerges(app)).toBe(1);
  expect(await refused(undo(field.id, id))).toEqual([404, "not_found"]);
  const rows = await app.databases.inSystem("a test", (db) =>
    db.selectFrom("field_merge_rows").selectAll().where("user_id", "=", person).execute(),
  );
  expect(rows).toEqual([]);
});

test("two who undo it at once: one does, and the other is told", async () => {
  const field = await made("multi", ["One", "Two"]);
  const [one = 0, two = 0] = field.ids;
  await give(field.id, await somebody(), [one, two]);
  const before = await stateOf(field.id);
  const id = await merge(field.id, one, two);
  const replies = await Promise.all([undo(field.id, id), undo(field.id, id, await app.signIn("manager", "a"))]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await stateOf(field.id)).toEqual(before);
});

test("students, authors, people of another portal and other fields' numbers undo nothing", async () => {
  const [field, other] = [await made("single", ["One", "Two"]), await made("single", ["One", "Two"])];
  const id = await merge(field.id, field.ids[0], field.ids[1]);
  for (const role of ["student", "author"] as const)
    expect(await refused(undo(field.id, id, await app.signIn(role, "a")))).toEqual([403, "forbidden"]);
  expect((await undo(field.id, id, await app.signIn("admin", "b"))).statusCode).toBe(404);
  expect(await refused(undo(other.id, id))).toEqual([404, "not_found"]);
  expect((await listed(field.id)).merges).toHaveLength(1);
});

test("a shared field's merge is undone in every portal that follows, by a system admin in any of them", async () => {
  const inB = { admin: await app.signIn("admin", "b"), system: await app.signIn("system", "b") };
  const offered = await made("multi", ["One", "Two", "Three"]);
  const field = await fine<FieldDefinition>(system.post(`/rest/fields/${offered.id}/offer`, { isOffered: true }));
  const taken = await fine<FieldDefinition>(inB.admin.post(`/rest/fields/shared/${field.sharedId}/take`, {}));
  const of = ({ options }: FieldDefinition, ...names: string[]) =>
    names.map((name) => options.find((one) => one.name === name)?.id ?? 0).toSorted((x, y) => x - y);
  const [a, b] = [await somebody("a"), await somebody("b")];
  const [changed] = [await somebody("b")];
  await give(field.id, a, of(field, "One", "Two"));
  await give(taken.id, b, of(taken, "One", "Three"), "b");
  const before = [await stateOf(field.id), await stateOf(taken.id)];
  const [one, two] = of(field, "One", "Two");
  const first = await merge(field.id, one, two, system);
  expect([...(await valuesOf(taken.id))]).toEqual([[b, of(taken, "Two", "Three")]]);
  expect(await refused(undo(field.id, first))).toEqual([403, "shared_field"]);
  const there = (await listed(taken.id, inB.admin)).merges[0]?.id ?? 0;
  expect(await refused(undo(taken.id, there, inB.admin))).toEqual([403, "shared_field"]);
  expect(await undone(taken.id, there, inB.system)).toMatchObject({ back: 2, left: 0 });
  expect([await stateOf(field.id), await stateOf(taken.id)]).toEqual(before);
  expect(await refused(undo(field.id, first, system))).toEqual([409, "merge_undone"]);

  // Once more, from where it was made, with somebody elsewhere who changed meanwhile.
  await give(taken.id, changed, of(taken, "One"), "b");
  const second = await merge(field.id, one, two, system);
  await give(taken.id, changed, of(taken, "Three"), "b");
  expect(await undone(field.id, second, system)).toMatchObject({ back: 2, left: 1 });
  expect((await valuesOf(taken.id)).get(changed)).toEqual(of(taken, "Three"));
  const notes = await app.databases.inPortal(app.portal("b").id, (db) =>
    db.selectFrom("audit_events").select(["action", "object_id"]).orderBy("id", "desc").limit(2).execute(),
  );
  expect(notes).toContainEqual({ action: "field_merge_undone", object_id: taken.id });

  // A portal that left in between undoes its part itself.
  const third = await merge(field.id, one, two, system);
  await fine(inB.admin.post(`/rest/fields/${taken.id}/leave`, {}));
  expect(await undone(field.id, third, system)).toMatchObject({ back: 1 });
  expect((await valuesOf(taken.id)).get(b)).toEqual(of(taken, "Two", "Three"));
  const own = (await listed(taken.id, inB.admin)).merges[0]?.id ?? 0;
  expect(await undone(taken.id, own, inB.admin)).toMatchObject({ back: 1, left: 0 });
  expect((await valuesOf(taken.id)).get(b)).toEqual(of(taken, "One", "Three"));

  // What a portal gets merged by taking a definition on again was merged before: it is nobody's to undo there, and stands in the portals that followed.
  const fourth = await merge(field.id, one, two, system);
  await fine(inB.admin.post(`/rest/fields/shared/${field.sharedId}/take`, {}));
  expect((await listed(taken.id, inB.admin)).merges).toEqual([]);
  expect((await valuesOf(taken.id)).get(b)).toEqual(of(taken, "Two", "Three"));
  expect(await undone(field.id, fourth, system)).toMatchObject({ back: 1 });
});

describe("a value that more than fifty have", () => {
  /** Fifty-one in A; some tests give them a value, others a few of them. */
  const crowd: number[] = [];
  let worker: { stop(): Promise<void> } | undefined;
  beforeAll(async () => {
    while (crowd.length < 51) crowd.push(await somebody());
  });
  const work = async () => {
    worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) });
  };
  const stop = async () => {
    await worker?.stop();
    worker = undefined;
  };
  afterAll(stop);
  const job = (id: number, client = admin) => fine<Job>(client.get(`/rest/jobs/${id}`));
  const ends = async (id: number, client = admin, state = "done") => {
    await expect.poll(async () => (await job(id, client)).state, { timeout: 30_000 }).toBe(state);
    return job(id, client);
  };
  const begin = async (field: { id: number; ids: number[] }, client = admin) => {
    const [one = 0, two = 0] = field.ids;
    const told = await fine<Result<typeof mergeOptions>>(client.post(`/rest/fields/${field.id}/options/${one}/merge`, { into: two }));
    expect(told.mergeId).toBeNull();
    return told.jobId ?? 0;
  };
  const crowded = async (...more: Parameters<typeof made>) => {
    const field = await made(...more);
    for (const id of crowd) await give(field.id, id, [field.ids[0] ?? 0]);
    return field;
  };
  const lastEntries = (key: PortalKey, fieldId: number) =>
    app.databases.inPortal(app.portal(key).id, (db) =>
      db
        .selectFrom("audit_events")
        .select(["action", "actor_id", "after"])
        .where("object_kind", "=", "field")
        .where("object_id", "=", fieldId)
        .where("action", "like", "field%merge%")
        .orderBy("id")
        .execute(),
    );

  test("is merged by a job, and undone by one, at the job or in the list, each once; nobody else can", async () => {
    const field = await crowded("multi", ["One", "Two"]);
    const both = crowd[0] ?? 0;
    await give(field.id, both, field.ids);
    const before = await stateOf(field.id);
    for (const role of ["student", "author"] as const)
      expect((await (await app.signIn(role, "a")).post(`/rest/fields/${field.id}/options/${field.ids[0]}/merge`, {})).statusCode).toBe(403);
    const stranger = await app.signIn("admin", "b");
    expect((await stranger.post(`/rest/fields/${field.id}/options/${field.ids[0]}/merge`, { into: field.ids[1] })).statusCode).toBe(404);
    const id = await begin(field);
    // Nothing is changed yet, and nobody starts it twice.
    expect(await stateOf(field.id)).toEqual(before);
    expect(await job(id)).toMatchObject({ title: "Merge One into Two", state: "queued", total: 51 });
    const manager = await app.signIn("manager", "a");
    expect(await refused(manager.post(`/rest/fields/${field.id}/options/${field.ids[0]}/merge`, { into: field.ids[1] }))).toEqual([
      409,
      "values_merge_waits",
    ]);
    await work();
    const done = await ends(id);
    expect(done).toMatchObject({ done: 51, facts: [{ label: "Changed", value: "51" }], place: { to: "/portal/customUserFields" } });
    expect(new Date(done.undoUntil ?? "").getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(new Set([...(await valuesOf(field.id)).values()].flat())).toEqual(new Set([field.ids[1]]));
    expect(await lastEntries("a", field.id)).toMatchObject([
      { action: "field_values_merged", actor_id: admin.userId, after: { people: 51 } },
    ]);
    for (const other of [manager, stranger]) expect((await other.post(`/rest/jobs/${id}/undo`)).statusCode).toBe(404);

    const undoing = await fine<Job>(admin.post(`/rest/jobs/${id}/undo`));
    expect(undoing.title).toBe("Undo: Merge One into Two");
    expect(await ends(undoing.id)).toMatchObject({ facts: [{ label: "Undone", value: "51" }] });
    expect(await stateOf(field.id)).toEqual(before);

    // Once more, undone in the list by somebody else, after one of them moved on.
    const again = await begin(field);
    await ends(again);
    const mergeId = (await listed(field.id)).merges[0]?.id ?? 0;
    await give(field.id, both, []);
    const told = await undone(field.id, mergeId, manager);
    expect(told).toMatchObject({ back: 0, left: 0 });
    const byManager = await ends(told.jobId ?? 0, manager);
    expect(byManager.facts).toEqual([
      { label: "Undone", value: "50" },
      { label: "Changed since and left alone", value: "1" },
    ]);
    expect(await job(again)).toMatchObject({ undoUntil: null, undoneBy: told.jobId });
    expect(await refused(undo(field.id, mergeId))).toEqual([409, "merge_undone"]);
    expect((await lastEntries("a", field.id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["field_values_merged", admin.userId],
      ["field_merge_undone", admin.userId],
      ["field_values_merged", admin.userId],
      ["field_merge_undone", manager.userId],
    ]);
    await stop();
  });

  test("of fifty it is merged in the request, and so is its undo", async () => {
    const field = await crowded("single", ["One", "Two"]);
    await give(field.id, crowd[50] ?? 0, []);
    const told = await undone(field.id, await merge(field.id, field.ids[0], field.ids[1]));
    expect(told).toMatchObject({ back: 50, jobId: null });
  });

  test("a killed worker has merged nothing, and the next one merges it once", async () => {
    const field = await crowded("single", ["One", "Two"]);
    const before = await stateOf(field.id);
    // The merge writes down everybody, and waits at the value of the last.
    const holder = new pg.Client(app.databaseUrl);
    await holder.connect();
    try {
      await holder.query("begin");
      await holder.query("select from field_values where field_id = $1 and user_id = $2 for update", [field.id, crowd[50]]);
      const killable = killableWorker(app, settings);
      const id = await begin(field);
      await expect.poll(async () => (await holder.query(waitsForMe)).rowCount, { timeout: 20_000 }).toBe(1);
      await killable.kill();
      await holder.query("rollback");
      expect(await stateOf(field.id)).toEqual(before);
      await work();
      await ends(id);
      expect((await listed(field.id)).merges).toHaveLength(1);
      expect(await lastEntries("a", field.id)).toHaveLength(1);
      const undoing = await fine<Job>(admin.post(`/rest/jobs/${id}/undo`));
      expect(await ends(undoing.id)).toMatchObject({ facts: [{ label: "Undone", value: "51" }] });
      expect(await stateOf(field.id)).toEqual(before);
    } finally {
      await holder.end();
    }
    await stop();
  });

  test("who may not any more when it runs merges nothing, nor does it merge a value that went on meanwhile; tried again, it does", async () => {
    const boss = await app.aPerson("a", { isAdmin: true });
    const client = await app.signInAs(boss, "a");
    const [field, other] = [await crowded("single", ["One", "Two"]), await crowded("single", ["One", "Two", "Three"])];
    const before = await stateOf(field.id);
    const [id, gone] = [await begin(field, client), await begin(other)];
    const isAdmin = (is: boolean) =>
      app.databases.inSystem("a test", (db) =>
        db.updateTable("memberships").set({ is_admin: is }).where("user_id", "=", boss.id).execute(),
      );
    await isAdmin(false);
    for (const userId of crowd.slice(1)) await give(other.id, userId, []);
    await merge(other.id, other.ids[0], other.ids[2]);
    await work();
    await expect
      .poll(
        async () =>
          (await app.databases.inSystem("a test", (db) => sql`select from jobs where id = ${id} and state = 'failed'`.execute(db))).rows
            .length,
      )
      .toBe(1);
    expect(await stateOf(field.id)).toEqual(before);
    expect((await ends(gone, admin, "failed")).reason).toBe(
      "One of the two values was merged into another meanwhile. Look at the list again.",
    );
    expect([...(await valuesOf(other.id)).values()]).toEqual([[other.ids[2]]]);
    await isAdmin(true);
    await fine(client.post(`/rest/jobs/${id}/retry`));
    expect(await ends(id, client)).toMatchObject({ facts: [{ label: "Changed", value: "51" }] });
    await stop();
  });

  test("in all portals that share the list together: one job of a system admin merges it everywhere at once, and undoes it", async () => {
    const inB = { admin: await app.signIn("admin", "b"), system: await app.signIn("system", "b") };
    const offered = await made("single", ["One", "Two"]);
    const field = { ...offered, ...(await fine<FieldDefinition>(system.post(`/rest/fields/${offered.id}/offer`, { isOffered: true }))) };
    const taken = await fine<FieldDefinition>(inB.admin.post(`/rest/fields/shared/${field.sharedId}/take`, {}));
    const named = (name: string) => taken.options.find((one) => one.name === name)?.id ?? 0;
    for (const id of crowd.slice(0, 50)) await give(field.id, id, [field.ids[0] ?? 0]);
    const there = await somebody("b");
    await give(taken.id, there, [named("One")], "b");
    const before = [await stateOf(field.id), await stateOf(taken.id)];
    expect((await listed(field.id, system)).sharing).toMatchObject({ portals: 2, optionPeople: { [field.ids[0] ?? 0]: 51 } });
    expect(await refused(admin.post(`/rest/fields/${field.id}/options/${field.ids[0]}/merge`, { into: field.ids[1] }))).toEqual([
      403,
      "shared_field",
    ]);
    const fromB = { id: taken.id, ids: [named("One"), named("Two")] };
    const id = await begin(fromB, inB.system);
    expect([await stateOf(field.id), await stateOf(taken.id)]).toEqual(before);
    expect((await system.get(`/rest/jobs/${id}`)).statusCode).toBe(404);
    await work();
    expect(await ends(id, inB.system)).toMatchObject({ facts: [{ label: "Changed", value: "51" }] });
    expect([...(await valuesOf(taken.id))]).toEqual([[there, [named("Two")]]]);
    expect(new Set([...(await valuesOf(field.id)).values()].flat())).toEqual(new Set([field.ids[1]]));
    expect((await listed(field.id)).options.find((one) => one.id === field.ids[0])).toMatchObject({
      isRetired: true,
      mergedInto: field.ids[1],
    });
    // Whoever is no system admin any more changes nothing in other portals by what they once began.
    const rights = (isSystemAdmin: boolean) =>
      app.databases.inSystem("rights of a test", async (db) => {
        await db.updateTable("users").set({ is_system_admin: isSystemAdmin }).where("id", "=", inB.system.userId).execute();
        await sql`insert into memberships (portal_id, user_id, is_admin) values (${app.portal("b").id}, ${inB.system.userId}, true)
          on conflict (portal_id, user_id) do update set is_admin = true`.execute(db);
        await sql`insert into role_assignments (portal_id, user_id, role, scope) select ${app.portal("b").id}, ${inB.system.userId}, 'Admin', '{"kind": "portal"}'
          where not exists (select from role_assignments where portal_id = ${app.portal("b").id} and user_id = ${inB.system.userId})`.execute(
          db,
        );
      });
    await rights(false);
    expect((await inB.system.post(`/rest/jobs/${id}/undo`)).statusCode).toBe(403);
    await rights(true);
    const told = await undone(taken.id, (await listed(taken.id, inB.admin)).merges[0]?.id ?? 0, inB.system);
    expect(await ends(told.jobId ?? 0, inB.system)).toMatchObject({ facts: [{ label: "Undone", value: "51" }] });
    expect([await stateOf(field.id), await stateOf(taken.id)]).toEqual(before);
    expect((await lastEntries("a", field.id)).map(({ action }) => action)).toContain("field_merge_undone");
    await stop();
  });
});
