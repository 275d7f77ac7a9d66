import { afterAll, beforeAll, expect, test } from "vitest";
import { cutText } from "./cut-call.ts";
import { factOf, startRuns, type Runs } from "./test/runs.ts";

// The log of what a package called: who reads it, and that its values are whole.

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

test("the log of calls is for those who answer for the course", async () => {
  const { app, aLearner, send, logOf } = runs;
  const { client, attemptId, opened } = await aLearner();
  const calls = [{ at: 5, call: "LMSSetValue", element: "cmi.core.lesson_status", value: "done", result: "false", error: "405" }];
  await send(opened.token, [factOf({}, { calls })]);
  const admin = await app.signIn("admin", "a");
  const log = (await admin.get(`/rest/scorm/attempts/${attemptId}/calls`)).json();
  expect(log).toMatchObject({ batches: [{ scoKey: "sco-1", title: "Pitching", session: "session-1", calls }], next: null });
  expect((await client.get(`/rest/scorm/attempts/${attemptId}/calls`)).statusCode).toBe(403);
  expect((await (await app.signIn("admin", "b")).get(`/rest/scorm/attempts/${attemptId}/calls`)).statusCode).toBe(404);
  expect((await logOf(attemptId))[0]?.delta).not.toHaveProperty("calls");

  // A manager of a group reads the logs of its members, and an attempt of anybody else is none (security.md 8).
  const manager = await app.signIn("manager", "a");
  const asManager = async () => (await manager.get(`/rest/scorm/attempts/${attemptId}/calls`)).statusCode;
  expect(await asManager()).toBe(200);
  const { id: portalId } = app.portal("a");
  const groupId = await app.databases.inPeople(portalId, "a manager of a group", async (db) => {
    const group = await db.insertInto("groups").values({ portal_id: portalId, name: "Pitchers" }).returning("id").executeTakeFirstOrThrow();
    const scope = JSON.stringify({ kind: "groups", groupIds: [group.id] });
    await db.updateTable("role_assignments").set({ scope }).where("user_id", "=", manager.userId).execute();
    return group.id;
  });
  expect(await asManager()).toBe(404);
  await app.databases.inPeople(portalId, "a member", (db) =>
    db.insertInto("group_members").values({ portal_id: portalId, group_id: groupId, user_id: client.userId, cause: "hand" }).execute(),
  );
  expect(await asManager()).toBe(200);
});

test("the log shows the whole of a long value that was set, and of one that was read where the log knows it", async () => {
  const { app, aLearner, send } = runs;
  const { attemptId, opened } = await aLearner();
  const long = (end: string) => "x".repeat(40_000) + end;
  const [element, call] = ["cmi.suspend_data", "LMSSetValue"];
  const set = (value: string) => ({ at: 5, call, element, value: cutText(value), result: "true", error: "0" });
  const got = { at: 9, call: "LMSGetValue", element, result: cutText(long("one")), error: "0" };
  await send(opened.token, [factOf({ [element]: long("one") }, { calls: [set(long("one"))] })]);
  await send(opened.token, [factOf({ [element]: long("two") }, { session: "session-2", calls: [got, set(long("two"))] })]);
  const admin = await app.signIn("admin", "a");
  const { batches } = (await admin.get(`/rest/scorm/attempts/${attemptId}/calls`)).json();
  expect(batches.map(({ calls }: { calls: { value?: string }[] }) => calls.at(-1)?.value)).toEqual([long("two"), long("one")]);
  expect(batches[0].calls[0].result).toBe(long("one"));
});
