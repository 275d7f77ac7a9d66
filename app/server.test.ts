import { afterAll, beforeAll, expect, test } from "vitest";
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
