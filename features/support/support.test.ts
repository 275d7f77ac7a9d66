import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client, TestApp } from "#app/test/app.ts";
import { textInCall } from "#features/scorm/cut-call.ts";
import { factOf, startRuns, type Runs } from "#features/scorm/test/runs.ts";
import { mostAnHour, mostCalls, type SentCalls } from "./contract.ts";
import { aQuestion, aQuestionBody } from "./test/a-question.ts";

// Asking for help and answering (HELP-3), through the API.

let runs: Runs;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  runs = await startRuns();
  app = runs.app;
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const portalId = () => app.portal("a").id;
const own = "/rest/help/questions";
const staff = "/rest/support/questions";
const someone = async (fields: Parameters<TestApp["aPerson"]>[1] = {}) => {
  const person = await app.aPerson("a", fields);
  return { ...person, client: await app.signInAs(person, "a") };
};
const ask = async (client: Client, given: Parameters<typeof aQuestionBody>[0] = {}) => {
  const reply = await client.post(own, aQuestionBody(given));
  expect([reply.statusCode, reply.statusCode === 200 ? "" : reply.body]).toEqual([200, ""]);
  return reply.json() as { id: number; state: string; page: string | null; browser: string | null; jobIds: number[] };
};
const wordsOf = (reply: { json(): unknown }) => (reply.json() as { messages: { words: string }[] }).messages.map(({ words }) => words);
const tellings = async (client: Client, event: string) =>
  ((await client.get("/rest/notifications")).json().rows as { event: string; to: string; subject: string }[]).filter(
    (one) => one.event === event,
  );
const lettersTo = (address: string) =>
  app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("messages").select(["event", "told"]).where("portal_id", "=", portalId()).where("recipient", "=", address).execute(),
  );
const setContact = (email: string) =>
  app.databases.inSystem("prepare a test", (db) =>
    sql`update portals set contact = jsonb_build_object('email', ${email}::text) where id = ${portalId()}`.execute(db),
  );
const actionsAbout = (id: number) =>
  app.databases.inSystem("look at a test", async (db) =>
    (
      await db
        .selectFrom("audit_events")
        .select("action")
        .where("object_kind", "=", "help_question")
        .where("object_id", "=", id)
        .orderBy("id")
        .execute()
    ).map(({ action }) => action),
  );

test("a question is asked, answered, asked again, closed and opened again; each side is told, and every step is in the audit log", async () => {
  const asker = await someone({ givenName: "Lena", familyName: "Vogt" });
  const { id } = await ask(asker.client, { words: "  Where is my certificate?\nI finished on Monday.  " });
  expect(await tellings(admin, "help_asked")).toMatchObject([{ subject: "Lena Vogt asks for help", to: `/portal/questions/${id}` }]);

  expect((await admin.get(`${staff}?state=open&topic=course&q=vogt+certificate`)).json()).toMatchObject({
    total: 1,
    rows: [{ id, name: "Lena Vogt", begins: "Where is my certificate?\nI finished on Monday.", state: "open" }],
  });
  expect((await admin.get(`${staff}?q=vogt&topic=account`)).json().rows).toEqual([]);
  const answered = await admin.post(`${staff}/${id}/answer`, { words: "In your history." });
  expect(answered.json()).toMatchObject({ state: "answered", name: "Lena Vogt", email: asker.email });
  expect(await tellings(asker.client, "help_answered")).toMatchObject([{ to: `/users/helpcenter?question=${id}` }]);
  const seen = await asker.client.get(`${own}/${id}`);
  expect(wordsOf(seen)).toEqual(["Where is my certificate?\nI finished on Monday.", "In your history."]);
  expect(seen.json()).not.toHaveProperty("email");

  expect((await asker.client.post(`${own}/${id}/close`)).json().state).toBe("closed");
  expect((await asker.client.post(`${own}/${id}/close`)).json().state).toBe("closed");
  expect((await asker.client.post(`${own}/${id}/messages`, { words: "It is not there." })).json().state).toBe("open");
  expect(await tellings(admin, "help_asked")).toHaveLength(2);
  expect((await admin.post(`${staff}/${id}/state`, { state: "closed" })).json().state).toBe("closed");
  expect((await admin.post(`${staff}/${id}/state`, { state: "open" })).json().state).toBe("open");
  expect((await asker.client.get(`${own}?state=open`)).json()).toMatchObject({ total: 1, rows: [{ id }] });
  expect(await actionsAbout(id)).toEqual([
    "help_asked",
    "help_answered",
    "help_closed",
    "help_written_again",
    "help_closed",
    "help_reopened",
  ]);
  // The log says that there was a question, not what it said.
  const said = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("audit_events").select(["before", "after"]).where("object_kind", "=", "help_question").execute(),
  );
  expect(JSON.stringify(said)).not.toContain("certificate");
});

test("what goes with a question is what was sent, own addresses and own jobs only; nothing else is kept (security.md row 35)", async () => {
  const asker = await someone();
  const jobs = await app.databases.inSystem("prepare a test", async (db) => {
    const job = async (owner_id: number) =>
      (
        await db
          .insertInto("jobs")
          .values({ portal_id: portalId(), owner_id, kind: "export-own-data", input: "{}" })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    return { own: await job(asker.id), foreign: await job(admin.userId) };
  });
  const findings = "Cookies: In order\nStorage: In order";
  const along = { page: "/student/courseViewer/3?page=p2", browser: "Browser 1", findings };
  const full = await ask(asker.client, { ...along, jobIds: [jobs.own, jobs.foreign] });
  expect(full).toMatchObject({ ...along, jobIds: [jobs.own] });
  expect(await ask(asker.client)).toMatchObject({ page: null, browser: null, findings: null, jobIds: [] });
  for (const page of [
    "https://evil.test/",
    "//evil.test/",
    "/\\evil.test",
    "/a/..//evil.test",
    "javascript:alert(1)",
    "mailto:a@b.test",
    "student/history",
    "",
    `/${"a".repeat(500)}`,
  ])
    expect([page, (await asker.client.post(own, aQuestionBody({ page }))).statusCode]).toEqual([page, 400]);
});

type Log = SentCalls & { attemptId: number; upTo: number };
const logIn = async (client: Client, courseId: number) =>
  (await client.get(`/rest/help/calls?courseId=${courseId}`)).json() as { log: Log | null };
const shownIn = async (client: Client, courseId: number): Promise<Log> => {
  const { log } = await logIn(client, courseId);
  if (!log) throw new Error("No calls are offered.");
  return log;
};
const aCall = (value: string) => ({ at: 5, call: "LMSSetValue", element: "cmi.comments", value, result: "true", error: "0" });
const valuesIn = ({ batches }: SentCalls) => batches.flatMap(({ calls }) => calls.toReversed().map(({ value }) => value));

test("the last calls of one's own attempt at a SCORM course go with a question as they were shown; without consent none are kept", async () => {
  const { client, course, attemptId, opened, person } = await runs.aLearner();
  expect(await logIn(client, course.id)).toEqual({ log: null });
  await runs.send(opened.token, [factOf({}, { calls: [aCall("one"), aCall("x".repeat(1000))] })]);
  const log = await shownIn(client, course.id);
  expect(log).toMatchObject({ attemptId, batches: [{ scoKey: "sco-1", title: "Pitching", session: "session-1" }] });
  expect(valuesIn(log)).toEqual([`${"x".repeat(textInCall - 1)}…`, "one"]);
  // What comes after it was shown does not go along.
  await runs.send(opened.token, [factOf({}, { calls: [aCall("later")] })]);
  expect(valuesIn(await shownIn(client, course.id))[0]).toBe("later");
  const { courseTitle, batches, upTo } = log;
  const asked = await ask(client, { calls: { attemptId, upTo } });
  expect(asked).toMatchObject({ calls: { courseTitle, batches } });
  expect((await client.get(`${own}/${asked.id}`)).json().calls).toEqual({ courseTitle, batches });
  expect((await admin.get(`${staff}/${asked.id}`)).json().calls).toEqual({ courseTitle, batches });
  // A client cannot send any itself.
  const forged = await client.post(own, { ...aQuestionBody(), calls: { attemptId: 0, upTo: 0, courseTitle, batches } });
  expect(forged.json()).toMatchObject({ calls: null });

  expect(await ask(client)).toMatchObject({ calls: null });
  const kept = await app.databases.inPortal(portalId(), (db) =>
    db
      .selectFrom("help_questions")
      .select(sql<boolean>`calls is not null`.as("has"))
      .where("user_id", "=", person.id)
      .orderBy("id")
      .execute(),
  );
  expect(kept.map(({ has }) => has)).toEqual([true, false, false]);
});

test("the calls of somebody else, of another portal and of a course that is no SCORM course go with no question", async () => {
  const calls = [aCall("private")];
  const [mine, other, foreign, online] = [
    await runs.aLearner(),
    await runs.aLearner(),
    await runs.aLearner({}, { key: "b" }),
    await runs.aLearner(),
  ];
  for (const { opened } of [mine, other, online]) await runs.send(opened.token, [factOf({}, { calls })]);
  await runs.send(foreign.opened.token, [factOf({}, { calls })], { host: "b.test" });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ type: "online" }).where("id", "=", online.course.id).execute(),
  );
  const upTo = Number.MAX_SAFE_INTEGER - 1;
  const kept = async (client: Client, attemptId: number) => (await ask(client, { calls: { attemptId, upTo } })) as { calls?: unknown };
  expect(await kept(mine.client, mine.attemptId)).toMatchObject({ calls: { batches: [{ calls }] } });
  // Who belongs to both portals has each one's calls there.
  await app.databases.inSystem("prepare a test", (db) =>
    db.insertInto("memberships").values({ portal_id: portalId(), user_id: foreign.person.id }).execute(),
  );
  expect(await shownIn(foreign.client, foreign.course.id)).toMatchObject({ attemptId: foreign.attemptId });
  for (const { client, attemptId, course } of [
    { ...other, client: mine.client },
    { ...foreign, client: await app.signInAs(foreign.person, "a") },
    { ...mine, client: admin },
    online,
  ]) {
    expect(await kept(client, attemptId)).toMatchObject({ calls: null });
    expect(await logIn(client, course.id)).toEqual({ log: null });
  }
});

test("no more calls go along than the last 200, and no more bytes than 64 kB", async () => {
  const { client, course, opened } = await runs.aLearner();
  const many = Array.from({ length: 150 }, (_, nth) => aCall(String(nth)));
  await runs.send(opened.token, [factOf({}, { calls: many })]);
  await runs.send(opened.token, [factOf({}, { session: "session-2", calls: many })]);
  const few = await shownIn(client, course.id);
  expect(valuesIn(few)).toHaveLength(mostCalls.calls);
  expect(valuesIn(few).at(-1)).toBe("100");
  // Of long values fewer.
  await runs.send(opened.token, [factOf({}, { session: "session-3", calls: many.map(() => aCall("ö".repeat(299))) })]);
  const { attemptId, upTo } = await shownIn(client, course.id);
  const { calls } = (await ask(client, { calls: { attemptId, upTo } })) as unknown as { calls: SentCalls };
  const bytes = Buffer.byteLength(JSON.stringify(calls));
  expect(bytes).toBeLessThanOrEqual(mostCalls.bytes);
  expect(bytes).toBeGreaterThan(mostCalls.bytes - 1000);
});

test("hostile text stays text, as it was sent; too much, nothing, and a NUL are refused (security.md rows 35, 37)", async () => {
  const asker = await someone();
  const hostile = `<img src=x onerror=alert(1)><script>1</script> \u202Egpj.exe {count} %s ' or 1=1 --`;
  const { id } = await ask(asker.client, { words: hostile, browser: hostile, findings: hostile });
  expect(wordsOf(await admin.get(`${staff}/${id}`))).toEqual([hostile]);
  expect((await admin.get(`${staff}/${id}`)).headers["content-type"]).toContain("application/json");
  const status = async (words: unknown) => [
    (await asker.client.post(own, { ...aQuestionBody(), words })).statusCode,
    (await asker.client.post(`${own}/${id}/messages`, { words })).statusCode,
    (await admin.post(`${staff}/${id}/answer`, { words })).statusCode,
  ];
  for (const words of ["a".repeat(4001), "   ", "a\0b", "\uD800", 4, null, ["a"]])
    expect([words, await status(words)]).toEqual([words, [400, 400, 400]]);
  expect(await status("a".repeat(4000))).toEqual([200, 200, 200]);
  expect((await asker.client.post(own, { ...aQuestionBody(), topic: "prices" })).statusCode).toBe(400);
  // No search breaks out of its statement, and no sign of it means more than itself.
  for (const q of ["%", "_", "'", "\\", "onerror="]) expect((await admin.get(`${staff}?q=${encodeURIComponent(q)}`)).statusCode).toBe(200);
});

test("somebody's question is nobody else's: other learners, the other portal, and those without the permission", async () => {
  const asker = await someone();
  const { id } = await ask(asker.client);
  const other = await someone();
  const author = await app.signIn("author", "a");
  const foreign = await app.signIn("admin", "b");
  for (const client of [other.client, author, admin, await app.signIn("student", "b")]) {
    expect((await client.get(`${own}/${id}`)).statusCode).toBe(404);
    expect((await client.post(`${own}/${id}/messages`, { words: "Mine" })).statusCode).toBe(404);
    expect((await client.post(`${own}/${id}/close`)).statusCode).toBe(404);
  }
  for (const [client, status] of [
    [asker.client, 403],
    [author, 403],
    [foreign, 404],
    [app.anonymous("a"), 401],
  ] as const) {
    expect((await client.get(`${staff}/${id}`)).statusCode).toBe(status);
    expect((await client.post(`${staff}/${id}/answer`, { words: "Mine" })).statusCode).toBe(status);
    expect((await client.post(`${staff}/${id}/state`, { state: "closed" })).statusCode).toBe(status);
  }
  expect((await other.client.get(own)).json()).toMatchObject({ total: 0, rows: [] });
  expect((await foreign.get(staff)).json().rows).toEqual([]);
  expect((await asker.client.get(`${own}/${id}`)).json()).toMatchObject({ state: "open", messages: [{ isAnswer: false }] });
  // A system admin who only visits the portal has nobody here who would answer them.
  expect((await (await app.signIn("system", "a")).post(own, aQuestionBody())).statusCode).toBe(403);
});

test("a manager reads and answers the questions of whom they look after, and finds no other one", async () => {
  const boss = await app.aPerson("a", { isManager: true });
  const [inside, outside] = [await someone(), await someone()];
  await app.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db.insertInto("groups").values({ portal_id: portalId(), name: "Watch" }).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("group_members").values({ portal_id: portalId(), group_id: id, user_id: inside.id, cause: "hand" }).execute();
    await db.deleteFrom("role_assignments").where("user_id", "=", boss.id).execute();
    await db
      .insertInto("role_assignments")
      .values({ portal_id: portalId(), user_id: boss.id, role: "Manager", scope: JSON.stringify({ kind: "groups", groupIds: [id] }) })
      .execute();
  });
  const client = await app.signInAs(boss, "a");
  const [theirs, others] = [await aQuestion(app, "a", inside.id), await aQuestion(app, "a", outside.id)];
  expect((await client.get(staff)).json()).toMatchObject({ total: 1, all: 1, rows: [{ id: theirs.id, userId: inside.id }] });
  expect((await client.post(`${staff}/${theirs.id}/answer`, { words: "Here." })).json().state).toBe("answered");
  expect((await client.get(`${staff}/${others.id}`)).statusCode).toBe(404);
  expect((await client.post(`${staff}/${others.id}/answer`, { words: "Here." })).statusCode).toBe(404);
  expect((await client.post(`${staff}/${others.id}/state`, { state: "closed" })).statusCode).toBe(404);
});

test("a contact address gets the letter instead of the admins' mail, and neither name nor question stands in it", async () => {
  const asker = await someone({ givenName: "Ulla", familyName: "Stern" });
  const address = "help-desk@a.test";
  const mailed = () =>
    app.databases.inSystem("look at a test", (db) =>
      db
        .selectFrom("notifications")
        .select("handled_at")
        .where("event", "=", "help_asked")
        .where("user_id", "=", admin.userId)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst(),
    );
  await ask(asker.client);
  expect((await mailed())?.handled_at).toBeNull();
  await setContact(" Help-Desk@a.test ");
  const { id } = await ask(asker.client, { words: "A private matter" });
  expect((await mailed())?.handled_at).not.toBeNull();
  const letters = await lettersTo(address);
  expect(letters).toMatchObject([{ event: "help_contact", told: [{ event: "help_contact", variables: { questionId: id } }] }]);
  expect(JSON.stringify(letters)).not.toMatch(/Ulla|Stern|private/);
  // What is no address of one mailbox gets nothing.
  await setContact("one@a.test, two@a.test");
  await ask(asker.client);
  expect((await mailed())?.handled_at).toBeNull();
});

test("whoever writes too often is told so in words, and what they wrote then is not kept", async () => {
  const asker = await someone();
  const { id } = await ask(asker.client);
  // Two at once count as two.
  const replies = await Promise.all(
    Array.from({ length: mostAnHour + 1 }, (_, nth) =>
      nth % 2 ? asker.client.post(own, aQuestionBody()) : asker.client.post(`${own}/${id}/messages`, { words: "Again" }),
    ),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(mostAnHour - 1).fill(200), 429, 429]);
  const refused = await asker.client.post(own, aQuestionBody());
  expect([refused.statusCode, refused.json().code]).toEqual([429, "too_many_questions"]);
  expect(refused.json().message).toContain(`${mostAnHour} times within an hour`);
  // Answers have no such limit, and somebody else has their own.
  expect((await admin.post(`${staff}/${id}/answer`, { words: "Yes." })).statusCode).toBe(200);
  expect((await (await someone()).client.post(own, aQuestionBody())).statusCode).toBe(200);
});
