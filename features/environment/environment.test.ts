import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { reachedWord } from "#features/scorm/content-reach.ts";
import type { Result } from "#platform/contract.ts";
import type { showFacts } from "./contract.ts";
import { copiedText } from "./web/copied-text.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ CONTENT_ORIGIN: "http://content.test" });
});
afterAll(() => app.close());

const factsOf = async (client: Client) => {
  const reply = await client.get("/rest/environment/facts");
  return { requestId: reply.headers["x-request-id"], facts: reply.json<Result<typeof showFacts>>() };
};

test("the facts are what the server makes of this request, and nothing else", async () => {
  const { requestId, facts } = await factsOf(await app.signIn("student", "a"));
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as { version: string };
  expect(facts).toEqual({
    version,
    requestId,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    origin: "http://a.test",
    contentCheck: expect.stringMatching(/^http:\/\/c-[0-9a-f]{32}\.content\.test\/c\/~reach$/),
    contentHost: "*.content.test",
  });
  expect((await app.anonymous("a").get("/rest/environment/facts")).statusCode).toBe(401);
});

test("the page of the screen may frame a content host of this person, and no other page may", async () => {
  const [student, other] = [await app.signIn("student", "a"), await app.signIn("manager", "a")];
  const own = new URL((await factsOf(student)).facts.contentCheck).origin;
  expect(new URL((await factsOf(other)).facts.contentCheck).origin).not.toBe(own);
  const framedAt = async (path: string, as = student) => {
    const { headers, body } = await as.get(path);
    return [String(headers["content-security-policy"]).includes(own), body.includes(`<meta name="stoa-stage" content="${own}">`)];
  };
  expect(await framedAt("/v/environment")).toEqual([true, true]);
  expect(await framedAt("/v/environment", other)).toEqual([false, false]);
  for (const path of ["/v/student/dashboard", "/v/users/helpcenter", "/v/environment/more"])
    expect([path, ...(await framedAt(path))]).toEqual([path, false, false]);
});

test("a content host says that it is reached, to any page and without a cookie; a portal's host does not", async () => {
  const at = (host: string, path = "/c/~reach") => app.server.inject({ method: "GET", url: path, headers: { host } });
  for (const host of ["content.test", `c-${"0".repeat(32)}.content.test`]) {
    const reply = await at(host);
    expect([host, reply.statusCode]).toEqual([host, 200]);
    expect(reply.body).toContain(`parent.postMessage("${reachedWord}", "*")`);
    expect(reply.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; frame-ancestors \*$/);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  }
  expect((await at("a.test")).statusCode).toBe(404);
  expect((await at("content.test", "/c/~reach/x")).statusCode).toBe(404);
});

test("what is copied has each fact on a line of its own, and no part without lines", () => {
  const text = copiedText([
    { title: "You", lines: ["Roles: Student, Author", `Terms: one\n two ${"x".repeat(400)}`] },
    { title: "Nothing", lines: [] },
    { title: "Browser", lines: ["Window: 390 × 844"] },
  ]);
  const [you, terms = ""] = [text.split("\n")[1], text.split("\n")[2]];
  expect(you).toBe("- Roles: Student, Author");
  expect(terms).toMatch(/^- Terms: one two x+…$/);
  expect(terms).toHaveLength(302);
  expect(text.split("\n").slice(3)).toEqual(["", "Browser", "- Window: 390 × 844"]);
});
