import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentOrigins } from "#features/scorm/server/content-origins.ts";
import { attemptTokens } from "#features/scorm/server/tokens.ts";
import { createLog } from "#platform/log.ts";
import { buildServer } from "./server.ts";
import { startTestApp, testPassword, type TestApp } from "./test/app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test("a signed-in person's environment has the specification's fields and is answered with 304 when unchanged", async () => {
  const student = await app.signIn("student", "a");
  const first = await student.get("/rest/environment/");
  expect(first.statusCode).toBe(200);
  expect(first.headers["cache-control"]).toBe("no-store");
  expect(first.json()).toMatchObject({
    validPortal: true,
    User: { Authenticated: true, Email: "student@a.test", IsAuthor: false, IsSystemAdmin: false, CurrentRole: { Name: "Student" } },
    Portal: { Name: "Portal A", HostUrl: "http://a.test" },
    Portals: [{ Name: "Portal A" }],
  });
  const again = await student.get("/rest/environment", { "if-none-match": String(first.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("the environment call costs one query", async () => {
  const student = await app.signIn("student", "a");
  const reply = await student.get("/REST/Environment/");
  expect(reply.headers["server-timing"]).toBe('db;desc="1 queries"');
});

test("without a session the environment call answers 401", async () => {
  expect((await app.anonymous("a").get("/rest/environment/")).statusCode).toBe(401);
});

test("an unknown host learns only that it is no portal", async () => {
  const reply = await app.server.inject({ url: "/rest/environment/environmentNoUser/", headers: { host: "elsewhere.test" } });
  expect(reply.json()).toEqual({ validPortal: false });
});

test("sign-in through the form's call opens the portal", async () => {
  const reply = await app.anonymous("a").post("/rest/auth/login", { email: "student@a.test", password: testPassword });
  expect(reply.statusCode).toBe(200);
  expect(reply.json().redirect).toBe("/v/student/dashboard");
});

test("someone who must choose a new password reaches nothing else before", async () => {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ must_change_password: true }).where("id", "=", person.id).execute(),
  );
  const refused = await client.get("/rest/account");
  expect([refused.statusCode, refused.json().code]).toEqual([403, "must_change_password"]);
  // Endpoints that open the request themselves do not bypass the check.
  for (const reply of [
    await client.get("/rest/history/export.csv"),
    await client.get("/rest/files/1/cover.png"),
    await client.post("/rest/environment/switchPortal", { portalId: app.portal("a").id }),
    await client.post("/educate/scorm/upload"),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([403, "must_change_password"]);
  expect((await client.get("/v/student/history")).headers.location).toBe("/v/auth/passwordChange?ReturnUrl=%2Fv%2Fstudent%2Fhistory");
  expect((await client.get("/v/auth/passwordChange")).statusCode).toBe(200);
  const changed = await client.post("/rest/auth/changePassword", { currentPassword: testPassword, newPassword: "a-better-one-by-far" });
  expect(changed.statusCode).toBe(200);
});

test("/ and /v/ lead to login or to the dashboard, and an unknown page keeps its address for after signing in", async () => {
  const location = async (client: { get(url: string): Promise<{ headers: Record<string, unknown> }> }, url: string) =>
    (await client.get(url)).headers.location;
  const visitor = app.anonymous("a");
  expect(await location(visitor, "/")).toBe("/v/");
  for (const path of ["/v", "/v/", "/V", "/V/"]) expect(await location(visitor, path)).toBe("/v/auth/login");
  expect(await location(visitor, "/v/course/catalog/search?q=a")).toBe("/v/auth/login?ReturnUrl=%2Fv%2Fcourse%2Fcatalog%2Fsearch%3Fq%3Da");
  const student = await app.signIn("student", "a");
  for (const path of ["/v/", "/V/"]) expect(await location(student, path)).toBe("/v/student/dashboard");
});

test("HEAD of a page answers as GET does, without the page", async () => {
  const student = await app.signIn("student", "a");
  for (const url of ["/", "/v", "/v/", "/v/student/history", "/About/Contact.aspx"]) {
    const [get, head] = [
      await student.get(url),
      await student.request({ method: "HEAD", url, headers: { host: "a.test", cookie: student.cookie } }),
    ];
    expect([url, head.statusCode, head.headers.location, head.body]).toEqual([url, get.statusCode, get.headers.location, ""]);
  }
});

test("a call without a session is refused without asking the database", async () => {
  const visitor = app.anonymous("a");
  expect((await visitor.get("/rest/environment/environmentNoUser/")).statusCode).toBe(200);
  let asked = 0;
  const count = () => void asked++;
  app.databases.pool.on("acquire", count);
  for (const reply of [
    await visitor.get("/rest/account"),
    await visitor.get("/rest/history/export.csv"),
    await visitor.post("/rest/environment/switchPortal", { portalId: 1 }),
  ])
    expect(reply.statusCode).toBe(401);
  app.databases.pool.off("acquire", count);
  expect(asked).toBe(0);
});

test("the token in a content address does not reach the log", async () => {
  const { config, databases } = app;
  const file = join(config.dataDir, "requests.log");
  const page = { html: async () => "", development: false };
  const server = await buildServer({ config, databases, log: createLog({ level: "info", file }), page });
  const says = { portalId: app.portal("a").id, userId: 1, attemptId: 1, courseId: 1, packageId: 1, epoch: 1, sessionId: 0 };
  const token = attemptTokens(config.secret).issue({ kind: "learn", ...says, origin: "http://a.test" });
  const { host } = new URL(contentOrigins(config)(says));
  for (const path of ["/c/", "/C/", "//c/", "/%63/", "/c//"])
    await server.inject({ url: `${path}${token}/shared/page.html?x=1`, headers: { host } });
  await server.close();
  const log = readFileSync(file, "utf8");
  expect(log).toContain("/shared/page.html");
  expect(log).not.toContain(token.slice(-20));
});

test("the OpenAPI document lists every call, bytes and forms too", async () => {
  const { paths } = (await app.anonymous("a").get("/api/openapi.json")).json() as { paths: Record<string, Record<string, unknown>> };
  // Wildcard paths serve pages and files, not calls.
  const calls = app.server.routeTable.filter(({ path, method }) => !path.endsWith("*") && method !== "HEAD");
  const missing = calls.filter(({ method, path }) => {
    const listed = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] as { summary?: string } | undefined;
    return !listed?.summary;
  });
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/educate/scorm/upload", "/onlinetraining/auth/logout"]));
  expect(Object.keys(paths).filter((path) => path.includes("*"))).toEqual([]);
});

test("a folder of files that is gone is not told as a database out of reach", async () => {
  const author = await app.signIn("author", "a");
  rmSync(join(app.config.dataDir, "packages"), { recursive: true });
  const { statusCode, body } = await author.request({
    method: "POST",
    url: "/educate/scorm/upload",
    headers: {
      host: "a.test",
      origin: "http://a.test",
      cookie: author.cookie,
      "x-csrf-token": author.csrf,
      "content-type": "multipart/form-data; boundary=line",
    },
    payload: '--line\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nbytes\r\n--line--\r\n',
  });
  expect([statusCode, body]).toEqual([500, expect.stringContaining("Something went wrong on our side")]);
});
