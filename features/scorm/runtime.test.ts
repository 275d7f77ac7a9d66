import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { durationSeconds } from "#platform/durations.ts";
import { testPassword, type Client } from "#app/test/app.ts";
import { sweepExpired } from "#features/auth/server/sessions.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { OpenedPackage } from "./contract.ts";
import { packageAccess } from "./server/package-access.ts";
import type { Standing } from "./server/runtime-queries.ts";
import { cutText } from "./cut-call.ts";
import { attemptTokens } from "./server/tokens.ts";
import { factOf, noCourse, startRuns, type Runs, launch } from "./test/runs.ts";
import { files12, scorm12Package, zipOf } from "./test/sample-packages.ts";
import { framesetPackage } from "./test/stage-packages.ts";

// Opening a package, its files on the content host, its log and its tokens: capabilities SCO-1, SCO-4, SCO-9; security.md §3.2.

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

test("opening a package gives its parts, its states and a token; another person's attempt, a wrong epoch and an ended enrolment do not open", async () => {
  const { app, aLearner, endEnrolment } = runs;
  const { client, attemptId, epoch, opened, person, course } = await aLearner({}, { bytes: await scorm12Package() });
  expect(opened).toMatchObject({
    standard: "1.2",
    isTest: false,
    contentOrigin: expect.stringMatching(/^http:\/\/c-[0-9a-f]{32}\.content\.test$/),
    states: {},
    learner: { id: String(person.id), name: "Ruiz, Ana" },
  });
  expect(opened.launcherUrl).toBe(`${opened.contentOrigin}/c/${opened.token}/~launcher`);
  expect(opened.organization.items.map(({ scoKey }) => scoKey)).toEqual(["sco-1", "sco-2"]);
  const stranger = await app.signIn("student", "a");
  expect((await stranger.post("/rest/scorm/open", { attemptId, epoch })).statusCode).toBe(403);
  expect((await client.post("/rest/scorm/open", { attemptId, epoch: epoch + 1 })).json().code).toBe("not_launched");
  expect((await (await app.signIn("student", "b")).post("/rest/scorm/open", { attemptId, epoch })).statusCode).toBe(404);
  await endEnrolment(course.id);
  expect((await client.post("/rest/scorm/open", { attemptId, epoch })).json().code).toBe("not_enrolled");
});

test("a page may frame the packages of the course in its address, by their exact origin, and nothing anywhere else", async () => {
  const { app, aLearner } = runs;
  const { client, course, opened } = await aLearner();
  const framed = async (path: string, as = client) => {
    const { headers, body } = await as.get(path);
    const [, source] = /frame-src ([^;]*)/.exec(String(headers["content-security-policy"])) ?? [];
    // What the page's scripts are told is what its policy says.
    expect(body.match(/<meta name="stoa-stage" content="([^"]*)">/)?.[1] ?? "'none'").toBe(source);
    return source;
  };
  for (const path of [`/v/student/courseViewer/${course.id}`, `/v/Student/courseviewer/${course.id}/?page=x`])
    expect([path, await framed(path)]).toEqual([path, opened.contentOrigin]);
  expect(await framed(`/v/student/courseViewer/${course.id + 1}`)).not.toBe(opened.contentOrigin);
  for (const path of ["/v/student/dashboard", "/v/student/courseViewer/none", "/v/none"])
    expect([path, await framed(path)]).toEqual([path, "'none'"]);
  const author = await app.signIn("author", "a");
  const tested = (await author.post("/rest/scorm/openTest", { courseId: course.id })).json() as OpenedPackage;
  expect(await framed(`/v/author/courseEditor/${course.id}`, author)).toBe(tested.contentOrigin);
  expect(tested.contentOrigin).not.toBe(opened.contentOrigin);
});

test("a content host answers files of the token's package and nothing else; portals never answer them", async () => {
  const { app, aLearner } = runs;
  const { opened } = await aLearner();
  const own = new URL(opened.contentOrigin).host;
  const at = (path: string, host = own, headers: Record<string, string> = {}) =>
    app.server.inject({ method: "GET", url: path, headers: { host, ...headers } });
  const page = await at(`/c/${opened.token}/pitching.html?x=1`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("<h1>Pitching</h1>");
  expect(page.headers).toMatchObject({
    "content-type": "text/html",
    "content-security-policy": `frame-ancestors http://a.test ${opened.contentOrigin}`,
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(page.headers["permissions-policy"]).toContain("unload=*");
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect((await at(`/c/${opened.token}/PITCHING.HTML`)).statusCode).toBe(200);
  const part = await at(`/c/${opened.token}/pitching.html`, own, { range: "bytes=0-8" });
  expect([part.statusCode, part.body]).toEqual([206, "<!doctype"]);
  // Shown as a page it begins with the stage's script, whole and in parts; read as data it is what the author uploaded.
  const shown = await at(`/c/${opened.token}/pitching.html`, own, { "sec-fetch-dest": "iframe" });
  const script = '<script src="/c/~stage.js"></script>';
  expect(shown.body).toBe(page.body.replace(/<meta charset="utf-8">/, (meta) => `${meta}${script}`));
  expect([shown.headers["content-length"], shown.headers["vary"]]).toEqual([String(shown.body.length), "accept, sec-fetch-dest"]);
  expect(shown.headers.etag).not.toBe(page.headers.etag);
  const etag = String(shown.headers.etag);
  expect((await at(`/c/${opened.token}/pitching.html`, own, { accept: "text/html", "if-none-match": etag })).statusCode).toBe(304);
  for (const [from, to] of [
    [0, 8],
    [10, 20],
    [14, 60],
    [40, 70],
    [16, 51],
    [60, 200],
  ] as const) {
    const some = await at(`/c/${opened.token}/pitching.html`, own, { "sec-fetch-dest": "iframe", range: `bytes=${from}-${to}` });
    expect([some.statusCode, some.body]).toEqual([206, shown.body.slice(from, to + 1)]);
  }
  const stage = await at("/c/~stage.js", own, { "accept-encoding": "br" });
  expect([stage.statusCode, stage.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect((await at("/c/~stage.js", "a.test")).statusCode).toBe(404);
  const launcher = await at(`/c/${opened.token}/~launcher`);
  expect(launcher.body).toContain('{"origin":"http://a.test",');
  for (const path of [
    "/c/",
    "/c/x/y",
    "/c/constructor",
    `/c/${opened.token}x/pitching.html`,
    `/c/${opened.token}/../../etc/passwd`,
    `/c/${opened.token}/%2e%2e/%2e%2e/stoa`,
    `/c/${opened.token}/none.html`,
    `/c/${opened.token}/%E0%A4%A`,
  ])
    expect((await at(path)).statusCode, path).toBeGreaterThanOrEqual(400);
  for (const path of ["/", "/v/auth/login", "/rest/environmentNoUser", "/api/openapi.json", "/v/assets/x.js"])
    expect((await at(path)).statusCode, path).toBe(404);
  expect((await at(`/c/${opened.token}/pitching.html`, "a.test")).statusCode).toBe(404);
  // Its own host only: not the one above, not another course's, portal's or person's (security.md §3.2).
  const others = [await aLearner(), await aLearner({}, { key: "b" })].map(({ opened: { contentOrigin } }) => new URL(contentOrigin).host);
  for (const host of ["content.test", new URL(noCourse).host, `x.${own}`, ...others])
    expect([host, (await at(`/c/${opened.token}/pitching.html`, host)).statusCode]).toEqual([host, 404]);
  // However the address is spelled: on a portal's host, a package could read its pages and act as the person who opens it (security.md §3.2, #63).
  for (const spelled of ["/%63", "/%43", "/C", "//c", "/./c", "/v/../c", "/%2fc", "/c%2f", "/\\c", "/c;", "/%63/"]) {
    const onPortal = await at(`${spelled}/${opened.token}/pitching.html`, "a.test");
    expect([spelled, onPortal.body.includes("Pitching")]).toEqual([spelled, false]);
    expect([spelled, (await at(`${spelled}/${opened.token}/~launcher`, "a.test")).body.includes("~launcher.js")]).toEqual([spelled, false]);
  }
  // And nothing of the portal is served on the content host.
  for (const spelled of [
    "/rest/environment/",
    "/%72est/environment/",
    "/c/../rest/environment/",
    "/%63/../v/auth/login",
    "/v/auth/login",
    "/%76/auth/login",
  ])
    expect([spelled, (await at(spelled)).statusCode]).toEqual([spelled, 404]);
  expect((await at(`/c/${opened.token}/pitching.html`, own, { "service-worker": "script" })).statusCode).toBe(404);
});

test("a package stays closed to whom its course is closed to: suspended people, ended enrolments, authors who left (security.md #24)", async () => {
  const { app, aLearner } = runs;
  const status = async ({ token, contentOrigin }: OpenedPackage) =>
    (await app.server.inject({ url: `/c/${token}/pitching.html`, headers: { host: new URL(contentOrigin).host } })).statusCode;
  const become = (userId: number, to: "active" | "suspended") =>
    app.databases.inSystem("a membership rests or goes on", (db) =>
      db.updateTable("memberships").set({ status: to }).where("user_id", "=", userId).execute(),
    );
  const { opened, course, person } = await aLearner();
  const author = app.person("author", "a");
  const tryOut: OpenedPackage = (await (await app.signIn("author", "a")).post("/rest/scorm/openTest", { courseId: course.id })).json();
  expect([await status(opened), await status(tryOut)]).toEqual([200, 200]);
  await become(person.id, "suspended");
  await become(author.id, "suspended");
  expect([await status(opened), await status(tryOut)]).toEqual([404, 404]);
  await become(person.id, "active");
  await become(author.id, "active");
  expect([await status(opened), await status(tryOut)]).toEqual([200, 200]);
  await runs.endEnrolment(course.id);
  expect([await status(opened), await status(tryOut)]).toEqual([404, 200]);
});

test("a token lives until its session is ended; when that only runs out, files and commits wait for the next sign-in (security.md #25)", async () => {
  const { app, aLearner, send, logOf } = runs;
  const file = ({ token, contentOrigin }: OpenedPackage) =>
    app.server.inject({ url: `/c/${token}/pitching.html`, headers: { host: new URL(contentOrigin).host } });
  const fact = factOf({ "cmi.suspend_data": "kept" });
  // It runs out, and is swept away: nothing is refused for good, and it goes on as soon as the person is back.
  const { opened, person, attemptId } = await aLearner();
  await app.databases.inSystem("a session runs out", (db) =>
    db
      .updateTable("sessions")
      .set({ last_seen_at: new Date(Date.now() - 13 * 3_600_000) })
      .where("user_id", "=", person.id)
      .execute(),
  );
  expect((await send(opened.token, [fact])).statusCode).toBe(401);
  await sweepExpired(app.databases, app.config.sessionIdleMinutes);
  const waiting = file(opened);
  await app.signInAs(person, "a");
  expect((await waiting).statusCode).toBe(200);
  expect((await send(opened.token, [fact])).statusCode).toBe(200);
  expect(await logOf(attemptId)).toHaveLength(1);
  // Ended: by signing out, and by a new password.
  const out = await aLearner();
  expect((await file(out.opened)).statusCode).toBe(200);
  await out.client.get("/onlinetraining/auth/logout");
  await app.signInAs(out.person, "a");
  const changed = await aLearner();
  await app.databases.inSystem("a password that is known", async (db) => {
    const { password_hash } = await db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", app.person("student", "a").id)
      .executeTakeFirstOrThrow();
    await db.updateTable("users").set({ password_hash }).where("id", "=", changed.person.id).execute();
  });
  const body = { currentPassword: testPassword, newPassword: "quite-another-one-2026" };
  expect((await changed.client.post("/rest/auth/changePassword", body)).statusCode).toBe(200);
  for (const { opened: over } of [out, changed]) {
    expect((await file(over)).statusCode).toBe(404);
    const refused = await send(over.token, [fact]);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "session_ended"]);
  }
});

test("a token ends with the session that took its session's place: by signing out, and by a new password", async () => {
  const { app, aLearner, send } = runs;
  const standing = async ({ token, contentOrigin }: OpenedPackage) => [
    (await app.server.inject({ url: `/c/${token}/pitching.html`, headers: { host: new URL(contentOrigin).host } })).statusCode,
    (await send(token, [factOf({})])).statusCode,
  ];
  const runOut = (userId: number) =>
    app.databases.inSystem("a session runs out", (db) =>
      db
        .updateTable("sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("user_id", "=", userId)
        .execute(),
    );
  /** Signs in over the page: the browser still sends the cookie of the session before. */
  const signInAgain = async ({ client, person }: Awaited<ReturnType<typeof aLearner>>): Promise<Client> => {
    const answer = await client.post("/rest/auth/login", { email: person.email, password: testPassword });
    expect(answer.statusCode).toBe(200);
    const fresh = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const own = { cookie: `stoa_session=${fresh.stoa_session}; stoa_csrf=${fresh.stoa_csrf}`, "x-csrf-token": fresh.stoa_csrf ?? "" };
    return {
      ...client,
      get: (url, headers = {}) => client.get(url, { ...own, ...headers }),
      post: (url, body, headers = {}) => client.post(url, body, { ...own, ...headers }),
    };
  };
  const ends: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.get("/onlinetraining/auth/logout"),
    (client) => client.post("/rest/auth/changePassword", { currentPassword: testPassword, newPassword: "quite-another-one-2026" }),
  ];
  for (const end of ends) {
    const learner = await aLearner();
    const second = await signInAgain(learner);
    await runOut(learner.person.id);
    await sweepExpired(app.databases, app.config.sessionIdleMinutes);
    const third = await signInAgain({ ...learner, client: second });
    expect(await standing(learner.opened)).toEqual([200, 200]);
    await end(third);
    await app.signInAs(learner.person, "a");
    expect(await standing(learner.opened)).toEqual([404, 403]);
  }
});

test("files of an open package are served without asking the database each time", async () => {
  const { app, aLearner } = runs;
  const { opened } = await aLearner(
    {},
    { bytes: await zipOf({ ...files12([{ title: "Pitching", href: "pitching.html" }]), "a.js": "1" }) },
  );
  const get = (name: string) =>
    app.server.inject({ url: `/c/${opened.token}/${name}`, headers: { host: new URL(opened.contentOrigin).host } });
  expect((await get("pitching.html")).statusCode).toBe(200);
  let asked = 0;
  const count = () => void (asked += 1);
  // What was found holds for 5 s by this clock, however long the test takes.
  vi.useFakeTimers({ toFake: ["performance"] });
  app.databases.pool.on("acquire", count);
  try {
    expect((await get("pitching.html")).statusCode).toBe(200);
    asked = 0;
    for (let index = 0; index < 50; index++) expect((await get("a.js")).statusCode).toBe(200);
    expect(asked).toBeLessThan(10);
    vi.advanceTimersByTime(6_000);
    asked = 0;
    expect((await get("a.js")).statusCode).toBe(200);
    expect(asked).toBeGreaterThan(0);
  } finally {
    app.databases.pool.off("acquire", count);
    vi.useRealTimers();
  }
});

test("pages that are asked for together share one question; the next page asks anew, what it loads does not", async () => {
  const { aLearner } = runs;
  const { opened } = await aLearner();
  const token = attemptTokens(runs.app.config.secret).read(opened.token);
  if (!token) throw new Error("The token is not valid.");
  const questions: PromiseWithResolvers<Standing>[] = [];
  const inPortal = () => {
    const question = Promise.withResolvers<Standing>();
    questions.push(question);
    return question.promise;
  };
  const access = packageAccess({ inPortal } as unknown as Databases, 720, () => 0);
  const pages = Array.from({ length: 18 }, () => access(opened.token, token, { isPage: true }));
  const file = access(opened.token, token, { isPage: false });
  expect(questions).toHaveLength(1);
  questions[0]?.resolve("open");
  expect(new Set(await Promise.all([...pages, file]))).toEqual(new Set(["open"]));
  for (let nth = 0; nth < 50; nth++) expect(await access(opened.token, token, { isPage: false })).toBe("open");
  expect(questions).toHaveLength(1);
  // Meanwhile somebody suspended the person: the very next page is refused, and so is every file after it.
  const next = access(opened.token, token, { isPage: true });
  expect(questions).toHaveLength(2);
  questions[1]?.resolve("ended");
  expect(await next).toBe("ended");
  const after = access(opened.token, token, { isPage: false });
  expect(questions).toHaveLength(3);
  questions[2]?.resolve("ended");
  expect(await after).toBe("ended");
});

test("on one host for all courses a launch clears what another one stored there; everything else is as before", async () => {
  const one = await startRuns({ CONTENT_HOSTS: "one" });
  try {
    const { opened } = await one.aLearner();
    expect(opened.contentOrigin).toBe("http://content.test");
    const at = (path: string) => one.app.server.inject({ url: `/c/${opened.token}/${path}`, headers: { host: "content.test" } });
    expect((await at("~launcher")).headers["clear-site-data"]).toBe('"storage"');
    const page = await at("pitching.html");
    expect([page.statusCode, page.headers["clear-site-data"]]).toEqual([200, undefined]);
    // Frames that steer one another play without a sandbox, which a page there may not offer.
    const frames = { bytes: await framesetPackage() };
    for (const [on, newWindow] of [
      [one, true],
      [runs, false],
    ] as const)
      expect((await on.aLearner({}, frames)).opened).toMatchObject({ needs: { frames: true }, newWindow });
    expect((await one.send(opened.token, [factOf({})])).statusCode).toBe(200);
    expect((await one.send(opened.token, [factOf({})], { headers: { origin: noCourse } })).statusCode).toBe(403);
  } finally {
    await one.app.close();
  }
});

test("on one host for all courses a token alone gets what its window needs, of its own package, until it is overtaken or ends", async () => {
  const one = await startRuns({ CONTENT_HOSTS: "one" });
  try {
    const { client, course, attemptId, epoch, opened, person } = await one.aLearner();
    const alone = (path = "~opened") =>
      one.app.server.inject({ url: `/c/${opened.token}/${path}`, headers: { host: new URL(opened.contentOrigin).host } });
    expect((await one.send(opened.token, [factOf({ "cmi.suspend_data": "page-3" })])).json()).toMatchObject({ stored: [1], epoch });
    const found = await alone();
    expect([found.statusCode, found.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(found.json()).toMatchObject({
      epoch,
      opened: { ...opened, states: { "sco-1": { cmi: { "cmi.suspend_data": "page-3" } } }, room: {} },
    });
    // Its page names a block only for a part of an online course.
    expect((await alone("~opened?block=b1")).statusCode).toBe(404);
    // Opened again elsewhere.
    const again = await launch(client, course);
    expect(again.epoch).toBe(epoch + 1);
    const overtaken = await alone();
    expect([overtaken.statusCode, overtaken.json().code]).toEqual([409, "overtaken"]);
    expect((await one.send(opened.token, [factOf({ "cmi.core.lesson_location": "4" })])).json()).toMatchObject({ epoch: epoch + 1 });
    await one.endEnrolment(course.id);
    expect((await alone()).statusCode).toBe(404);
    expect([attemptId, person.id]).toEqual([again.attemptId, Number(opened.learner.id)]);
    // A test of the author's has it too, and writes nothing.
    const author = await one.app.signIn("author", "a");
    const tested = (await author.post("/rest/scorm/openTest", { courseId: course.id })).json() as OpenedPackage;
    const tried = await one.app.server.inject({ url: `/c/${tested.token}/~opened`, headers: { host: "content.test" } });
    expect(tried.json()).toMatchObject({ opened: { isTest: true, states: {}, token: tested.token } });
  } finally {
    await one.app.close();
  }
  // Where each course has a host of its own, a window has the page behind it.
  const { opened } = await runs.aLearner();
  const refused = await runs.app.server.inject({
    url: `/c/${opened.token}/~opened`,
    headers: { host: new URL(opened.contentOrigin).host },
  });
  expect(refused.statusCode).toBe(404);
});

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

test("an author tries their newest package out; the test's token writes nothing", async () => {
  const { app, aLearner, send } = runs;
  const { course } = await aLearner();
  const author = await app.signIn("author", "a");
  const opened = (await author.post("/rest/scorm/openTest", { courseId: course.id })).json() as OpenedPackage;
  expect(opened).toMatchObject({ isTest: true, states: {} });
  expect((await send(opened.token, [factOf({ "cmi.core.lesson_status": "passed" })])).statusCode).toBe(403);
  expect((await (await app.signIn("student", "a")).post("/rest/scorm/openTest", { courseId: course.id })).statusCode).toBe(403);
  const colleague = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  expect((await colleague.post("/rest/scorm/openTest", { courseId: course.id })).statusCode).toBe(404);
});

test("a token ends after twelve hours and cannot be made without the secret", () => {
  let now = Date.UTC(2026, 10, 21);
  const facts = {
    kind: "learn",
    portalId: 1,
    userId: 5,
    attemptId: 2,
    courseId: 6,
    packageId: 3,
    epoch: 4,
    sessionId: 7,
    origin: "https://a.test",
  } as const;
  const tokens = attemptTokens("secret-one", () => now);
  const token = tokens.issue(facts);
  expect(tokens.read(token)).toMatchObject(facts);
  expect(attemptTokens("secret-two", () => now).read(token)).toBeNull();
  const [payload = "", signature = ""] = token.split(".");
  const forged = Buffer.from(Buffer.from(payload, "base64url").toString().replace('"a":2', '"a":9')).toString("base64url");
  for (const text of [`${forged}.${signature}`, payload, `${payload}.`, "", ".", "x".repeat(5000)]) expect(tokens.read(text)).toBeNull();
  now += 12 * 3_600_000 + 1000;
  expect(tokens.read(token)).toBeNull();
});

test.for([
  ["0001:02:03.5", 3723.5],
  ["00:00:01", 1],
  ["9999:59:59", 366 * 86_400],
  ["PT1H5M", 3900],
  ["P1DT2S", 86_402],
  ["PT0.55S", 0.55],
  ["P", null],
  ["PT", null],
  ["1:00", null],
  ["-PT5S", null],
  ["", null],
] as const)("a duration, %s", ([text, seconds]) => expect(durationSeconds(text)).toBe(seconds));
