import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Databases } from "#platform/db/connect.ts";
import type { OpenedPackage } from "./contract.ts";
import { packageAccess } from "./server/package-access.ts";
import type { Standing } from "./server/runtime-queries.ts";
import { attemptTokens } from "./server/tokens.ts";
import { factOf, noCourse, startRuns, type Runs } from "./test/runs.ts";
import { files12, scorm12Package, zipOf } from "./test/sample-packages.ts";

// Opening a package, and its files on the content host: capabilities SCO-1, SCO-4, SCO-9; security.md §3.2.

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

/** Content of others that lessons may show (decision 022). */
const embeds = [
  "https://www.youtube-nocookie.com",
  "https://player.vimeo.com",
  "https://www.openstreetmap.org",
  "https://www.geogebra.org",
];

test("a page may frame the packages of the course in its address, by their exact origin, and besides the hosts of embedded content nothing", async () => {
  const { app, aLearner } = runs;
  const { client, course, opened } = await aLearner();
  const framed = async (path: string, as = client) => {
    const { headers, body } = await as.get(path);
    const [, sources = ""] = /frame-src ([^;]*)/.exec(String(headers["content-security-policy"])) ?? [];
    const [source = "'none'", ...others] = sources.split(" ").toSorted((one, other) => embeds.indexOf(one) - embeds.indexOf(other));
    const isOwn = !embeds.includes(source);
    expect(isOwn ? others : [source, ...others]).toEqual(embeds);
    // What the page's scripts are told is what its policy says.
    expect(body.match(/<meta name="stoa-stage" content="([^"]*)">/)?.[1] ?? "'none'").toBe(isOwn ? source : "'none'");
    return isOwn ? source : "'none'";
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
  const access = packageAccess({ inPortal } as unknown as Databases, {
    idleMinutes: 720,
    stillLooks: () => Promise.resolve(true),
    now: () => 0,
  });
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
