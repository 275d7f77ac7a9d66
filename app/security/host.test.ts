import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

// What a client may write into the request line and the Host header, sent over a raw socket (security.md 31, 60, 63).

let app: TestApp;
let port = 0;
let student: Client;
beforeAll(async () => {
  app = await startTestApp();
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as AddressInfo).port;
  student = await app.signIn("student", "a");
});
afterAll(() => app.close());

/** Sends raw bytes. Resolves with status, head and body of the answer; status 0 when the connection was closed without one. */
const raw = (bytes: string, finish = false) =>
  new Promise<{ status: number; head: string; body: string }>((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    let read = "";
    socket.setTimeout(10_000, () => fail(new Error(`no answer to ${JSON.stringify(bytes.slice(0, 80))}`)));
    socket.setEncoding("utf8").on("data", (chunk: string) => (read += chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      const [head = "", ...body] = read.split("\r\n\r\n");
      socket.setTimeout(0);
      done({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: body.join("\r\n\r\n") });
    });
    // A half-closed connection tells the server that the client sends nothing more; the server then drops the request.
    if (finish) socket.end(bytes, "latin1");
    else socket.write(bytes, "latin1");
  });
const environment = "/rest/environment/environmentNoUser/";
const get = (headers: string[], target = environment) =>
  raw(`GET ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\nConnection: close\r\n\r\n`);
const lives = async () => expect((await get(["Host: a.test"])).status).toBe(200);

describe("a malformed Host is 400 in the shape of every error, and the process lives", () => {
  test.each([
    ["none", []],
    ["two", ["Host: a.test", "Host: b.test"]],
    ["twice the same", ["Host: a.test", "Host: a.test"]],
    ["two in other letters", ["Host: a.test", "HOST: b.test"]],
    ["empty", ["Host: "]],
    ["a list", ["Host: a.test, b.test"]],
    ["two words", ["Host: a.test b.test"]],
    ["@", ["Host: a.test@b.test"]],
    ["user and password", ["Host: me:secret@a.test"]],
    ["#", ["Host: a.test#b.test"]],
    ["?", ["Host: a.test?b.test"]],
    ["/", ["Host: a.test/b"]],
    ["\\", ["Host: a.test\\b.test"]],
    ["%00", ["Host: a.test%00.b.test"]],
    ["%2e", ["Host: a%2etest"]],
    ["%", ["Host: a.test%"]],
    ["a NUL", ["Host: a.test\u0000"]],
    ["a tab inside", ["Host: a\t.test"]],
    ["a folded line", ["Host: a.test\r\n b.test"]],
    ["letters that are no letters of a host", ["Host: \u00e4.test"]],
    ["capitals", ["Host: A.test"]],
    ["all capitals", ["Host: A.TEST"]],
    ["a trailing dot", ["Host: a.test."]],
    ["two dots", ["Host: a..test"]],
    ["a leading dot", ["Host: .a.test"]],
    ["a leading hyphen", ["Host: -a.test"]],
    ["an underscore", ["Host: a_b.test"]],
    ["a wildcard", ["Host: *.test"]],
    ["a quote", ["Host: a.test'"]],
    ["markup", ["Host: <script>"]],
    ["a scheme", ["Host: http://a.test"]],
    ["port 0", ["Host: a.test:0"]],
    ["port 65536", ["Host: a.test:65536"]],
    ["a port of six digits", ["Host: a.test:000080"]],
    ["an empty port", ["Host: a.test:"]],
    ["a negative port", ["Host: a.test:-1"]],
    ["a port in words", ["Host: a.test:http"]],
    ["two ports", ["Host: a.test:80:80"]],
    ["a port with a space", ["Host: a.test: 80"]],
    ["brackets around nothing", ["Host: []"]],
    ["an open bracket", ["Host: [::1"]],
    ["a bracket with a zone", ["Host: [fe80::1%25eth0]"]],
    ["254 letters", [`Host: ${"a.".repeat(127)}a`]],
    ["a label of 64", [`Host: ${"a".repeat(64)}.test`]],
    ["6,000 letters", [`Host: ${"a".repeat(6000)}`]],
  ])("%s", async (_, headers) => {
    const { status, head, body } = await get(headers);
    expect(status).toBe(400);
    expect(head.toLowerCase()).not.toMatch(/location:|set-cookie:|x-powered-by|server:/);
    // Node itself answers a request without a Host header, with an empty body.
    if (body.startsWith("{"))
      expect(Object.keys(JSON.parse(body) as object).toSorted()).toEqual(["code", "message", "params", "requestId"]);
    await lives();
  });
});

describe("the target is a path", () => {
  test.each([
    ["absolute-form of another host", `http://b.test${environment}`, "a.test"],
    ["absolute-form of the same host", `http://a.test${environment}`, "a.test"],
    ["absolute-form with a user", `http://a.test@b.test${environment}`, "a.test"],
    ["authority-form", "b.test:443", "a.test"],
    ["asterisk-form", "*", "a.test"],
    ["without its slash", "rest/environment/environmentNoUser/", "a.test"],
  ])("%s is refused", async (_, target, host) => {
    const { status, body } = await get([`Host: ${host}`], target);
    expect(status).toBe(400);
    expect(body).not.toContain("Portal B");
    await lives();
  });
});

describe("a well-formed Host", () => {
  test.each([
    "elsewhere.test",
    "a.test.elsewhere.test",
    "xn--80ak6aa92e.com",
    "xn--a",
    "127.0.0.1",
    "[::1]",
    "localhost",
    "0",
    "b.test.a.test",
    "aatest",
  ])("%s that no portal has is no portal", async (host) => {
    const { status, body } = await get([`Host: ${host}`]);
    expect([status, body]).toEqual([200, '{"validPortal":false}']);
    expect((await get([`Host: ${host}`, `Cookie: ${student.cookie}`], "/rest/account")).status).toBe(404);
  });

  test.each(["a.test", "a.test:80", "a.test:4220", "a.test:65535"])("%s is the portal of that name, whatever the port", async (host) => {
    const { body } = await get([`Host: ${host}`]);
    expect(JSON.parse(body)).toMatchObject({ validPortal: true, PortalName: "Portal A" });
  });

  test("decides alone: forwarded headers of strangers count for nothing (security.md 60)", async () => {
    const { body } = await get([
      "Host: a.test",
      "X-Forwarded-Host: b.test",
      "X-Forwarded-Proto: https",
      "Forwarded: host=b.test",
      "X-Host: b.test",
      "X-Original-Host: b.test",
    ]);
    expect(JSON.parse(body)).toMatchObject({ PortalName: "Portal A" });
  });
});

describe("no way of writing a protected path goes past its rule (security.md 63)", () => {
  const protectedPaths = [
    "/rest/account",
    "/rest/history",
    "/rest/course/catalog",
    "/rest/files/1/x",
    "/rest/progress/attempts/1",
    "/rest/history/export.csv",
  ];
  const twist: [string, (path: string) => string][] = [
    ["as it is", (path) => path],
    ["a trailing slash", (path) => `${path}/`],
    ["two trailing slashes", (path) => `${path}//`],
    ["a leading double slash", (path) => `/${path}`],
    ["a double slash inside", (path) => path.replace("/rest/", "/rest//")],
    ["a matrix parameter", (path) => `${path};a=b`],
    ["a matrix parameter inside", (path) => path.replace("/rest/", "/rest;a=b/")],
    ["capitals", (path) => path.toUpperCase()],
    ["mixed letters", (path) => path.replace("rest", "ReSt")],
    ["a dot segment", (path) => path.replace("/rest/", "/rest/./")],
    ["an encoded dot segment", (path) => path.replace("/rest/", "/rest/%2e/")],
    ["up and down", (path) => `/v/assets/..${path}`],
    ["up and down, encoded", (path) => `/v/assets/%2e%2e${path}`],
    ["up and down, slash encoded", (path) => `/v/assets/..%2f..${path}`],
    ["through login", (path) => `/v/auth/login/../..${path}`],
    ["through health", (path) => `/healthz/../${path}`],
    ["an encoded slash", (path) => path.replace("/rest/", "/rest%2f")],
    ["an encoded letter", (path) => path.replace("rest", "%72est")],
    ["a twice encoded letter", (path) => path.replace("rest", "%2572est")],
    ["a backslash", (path) => path.replace("/rest/", "/rest\\")],
    ["a NUL", (path) => `${path}%00`],
    ["an extension", (path) => `${path}.json`],
    ["a question", (path) => `${path}?a=/v/auth/login`],
    ["a fragment", (path) => `${path}#/v/auth/login`],
    ["a tab", (path) => `${path}%09`],
    ["half an escape", (path) => `${path}%`],
    ["a wrong escape", (path) => `${path}%zz`],
    ["overlong UTF-8", (path) => path.replace("/rest", "/%c0%afrest")],
  ];
  test.each(twist)("%s", async (_, write) => {
    for (const path of protectedPaths)
      for (const method of ["GET", "HEAD"]) {
        const { status, head, body } = await raw(`${method} ${write(path)} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`);
        // Any path below the login page answers with the login page, which holds no data.
        const isPage = status === 200 && /content-type: text\/html/i.test(head);
        expect([path, status, isPage || [302, 400, 401, 403, 404, 405].includes(status)]).toEqual([path, status, true]);
        expect(body).not.toMatch(/student@|"items"|"rows"/);
        if (body.startsWith("{"))
          expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), message: expect.any(String), requestId: expect.any(String) });
      }
    await lives();
  });

  test("other methods find nothing", async () => {
    for (const method of ["OPTIONS", "TRACE", "DELETE", "PATCH", "PROPFIND", "PURGE", "SEARCH"]) {
      const { status, head, body } = await raw(
        `${method} /rest/account HTTP/1.1\r\nHost: a.test\r\nCookie: ${student.cookie}\r\nX-Secret: echo\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      expect([method, [400, 404, 405, 501].includes(status)]).toEqual([method, true]);
      expect(head + body).not.toMatch(/echo|student@|access-control/i);
    }
    await lives();
  });

  test("what is no HTTP, and smuggled lengths, end the connection quietly", async () => {
    const session = `Cookie: ${student.cookie}`;
    for (const bytes of [
      "\r\n\r\n\r\n",
      "GET\r\n\r\n",
      "nonsense\r\n\r\n",
      "GET / HTTP/9.9\r\nHost: a.test\r\n\r\n",
      `GET ${"/a".repeat(20_000)} HTTP/1.1\r\nHost: a.test\r\n\r\n`,
      `GET /rest/account HTTP/1.1\r\nHost: a.test\r\n${session}\r\nX: ${"y".repeat(20_000)}\r\n\r\n`,
      "POST /rest/auth/logout HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /rest/auth/logout HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      "POST /rest/auth/logout HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: xchunked\r\n\r\n",
      "GET /rest/account HTTP/1.1\r\nHost : a.test\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
    ]) {
      const { status, head, body } = await raw(bytes, true);
      expect([bytes.slice(0, 40), status === 0 || (status >= 400 && status < 500)]).toEqual([bytes.slice(0, 40), true]);
      expect(head + body).not.toMatch(/node_modules|at .*:\d+:\d+|HPE_|fastify/i);
    }
    await lives();
  });
});
