import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isContentOrigin } from "#platform/content-hosts.ts";
import { nameOf } from "./check-matrix.ts";
import { areaOf, areas, expectations } from "./expectations.ts";
import { actors, buildWorld, type Reply, type Sent, type World } from "./world.ts";

// Headers of every answer and the shape of every error (security.md 61, 93; decisions.md, Wire compatibility).

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

const header = (reply: Reply, name: string) => String(reply.headers[name] ?? "");

/** What every answer must fulfil and this one does not, a line each. keeps: how browsers may keep it, where they may: what visitors see of courses, asked about each time. */
function faultsOf(reply: Reply, keeps = "no-store"): string[] {
  const faults: string[] = [];
  const type = header(reply, "content-type");
  if (header(reply, "x-content-type-options") !== "nosniff") faults.push("no nosniff");
  if (!header(reply, "referrer-policy")) faults.push("no referrer policy");
  if (!/^[0-9a-f-]{36}$/.test(header(reply, "x-request-id"))) faults.push("no request id");
  for (const name of ["server", "x-powered-by"]) if (reply.headers[name] !== undefined) faults.push(`has ${name}`);
  // Only the launcher on the content origin may be read cross-origin.
  const readers = header(reply, "access-control-allow-origin");
  if (readers !== "" && !isContentOrigin(world.app.config, readers)) faults.push(`readable from ${readers}`);
  if (reply.headers["access-control-allow-credentials"] !== undefined) faults.push("readable with credentials");
  if (/^(?:application\/json|text\/html)/.test(type) && !["no-store", keeps].includes(header(reply, "cache-control")))
    faults.push(`${type} may be stored: ${header(reply, "cache-control")}`);
  if (
    /node_modules|file:\/\/|\.ts:\d|\bat \w+ \(|postgres|kysely|fastify|select \*/i.test(
      type.startsWith("application/json") && reply.status >= 400 ? reply.body : "",
    )
  )
    faults.push("tells how it is made");
  // Where nothing is, people get a page.
  const isMissingPage = reply.status === 404 && type.startsWith("text/html") && reply.body.includes("<html");
  if (reply.status >= 400 && reply.body !== "" && !isMissingPage) {
    const { code, params, message, errors, requestId, ...more } = JSON.parse(reply.body) as Record<string, unknown>;
    if (typeof code !== "string" || !/^[a-z_]+$/.test(code)) faults.push(`code ${String(code)}`);
    if (typeof params !== "object" || params === null) faults.push(`params ${String(params)}`);
    if (typeof message !== "string" || !message.endsWith(".")) faults.push(`message ${String(message)}`);
    if (requestId !== header(reply, "x-request-id")) faults.push("another request id than the header's");
    if (Object.keys(more).length > 0) faults.push(`more fields: ${Object.keys(more).join(", ")}`);
    if (
      errors !== undefined &&
      !(
        Array.isArray(errors) &&
        errors.every(
          (one: Record<string, unknown>) =>
            typeof one.params === "object" && ["field", "code", "message"].every((name) => typeof one[name] === "string"),
        )
      )
    )
      faults.push("errors of another shape");
  }
  return faults;
}

test.each(areas)("every answer of every route of %s, to everyone, has the headers, and every error the shape", async (area) => {
  const found: unknown[] = [];
  for (const route of world.app.server.routeTable.filter(({ path }) => areaOf(path) === area)) {
    const row = expectations[nameOf(route)];
    const replies = actors.map(async (actor) => {
      const reply = await world.send(actor, "a", { method: route.method, url: route.path, ...(await row?.request?.(world, actor, "a")) });
      const keeps = route.path.startsWith("/rest/public/") && actor === "anonymous" ? "private, no-cache" : "no-store";
      const faults = faultsOf(reply, keeps);
      if (faults.length > 0) found.push([nameOf(route), actor, reply.status, ...faults]);
    });
    await Promise.all(replies);
  }
  expect(found).toEqual([]);
});

describe("refusals before a handler runs", () => {
  const account = "/rest/account/preferences";
  const json = { "content-type": "application/json" };
  const refusals: [string, number, Sent][] = [
    ["no such address", 404, { method: "GET", url: "/rest/none" }],
    ["no such method", 405, { method: "DELETE", url: account }],
    ["no such address to write to", 404, { method: "POST", url: "/rest/none", body: {} }],
    ["malformed JSON", 400, { method: "PUT", url: account, headers: json, body: "{" }],
    ["empty JSON", 400, { method: "PUT", url: account, headers: json, body: "" }],
    ["text", 400, { method: "PUT", url: account, headers: { "content-type": "text/plain" }, body: "x" }],
    ["XML", 415, { method: "PUT", url: account, headers: { "content-type": "application/xml" }, body: "<a/>" }],
    ["a form", 400, { method: "PUT", url: account, headers: { "content-type": "application/x-www-form-urlencoded" }, body: "theme=dark" }],
    ["a content type that is none", 415, { method: "PUT", url: account, headers: { "content-type": "x" }, body: "x" }],
    ["a body over the limit", 413, { method: "PUT", url: account, headers: json, body: JSON.stringify({ theme: "x".repeat(70_000) }) }],
    [
      "a form over its limit",
      413,
      {
        method: "POST",
        url: "/rest/auth/handover",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `token=${"x".repeat(5000)}`,
      },
    ],
    ["a wrong field", 400, { method: "PUT", url: account, body: { theme: "pink" } }],
    ["a broken escape", 400, { method: "GET", url: "/rest/%zz" }],
    ["a broken host", 400, { method: "GET", url: "/rest/account", headers: { host: "a b" } }],
    ["a foreign origin", 403, { method: "PUT", url: account, body: { theme: "dark" }, headers: { origin: "http://b.test" } }],
    ["no token", 403, { method: "PUT", url: account, body: { theme: "dark" }, headers: { "x-csrf-token": "" } }],
  ];
  test.each(refusals)("%s: %i", async (_, status, request) => {
    const reply = await world.send("student", "a", request);
    expect([reply.status, faultsOf(reply)]).toEqual([status, []]);
  });

  test("a failure of the server says nothing about itself", async () => {
    const { app } = world;
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query("alter table categories rename to categories_gone");
    try {
      const reply = await world.send("student", "a", { method: "GET", url: "/rest/enrolment/myCourses" });
      expect([reply.status, faultsOf(reply)]).toEqual([500, []]);
      expect(reply.body).not.toContain("categories");
    } finally {
      await client.query("alter table categories_gone rename to categories");
      await client.end();
    }
  });
});

test("a page is shown by nobody else, runs only its own scripts, and is never kept", async () => {
  for (const [actor, url] of [
    ["student", "/v/student/dashboard"],
    ["anonymous", "/v/auth/login"],
    ["anonymous", "/v/about/privacy"],
    ["student", "/v/none"],
  ] as const) {
    const reply = await world.send(actor, "a", { method: "GET", url });
    const policy = Object.fromEntries(
      header(reply, "content-security-policy")
        .split("; ")
        .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1).join(" ")]),
    );
    expect(policy).toMatchObject({
      "default-src": "'none'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
      "require-trusted-types-for": "'script'",
    });
    expect(policy["script-src"]).toMatch(/^'nonce-[\w-]{22}' 'strict-dynamic'$/);
    expect(policy["form-action"]).toMatch(/^'self'/);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-eval|script-src[^"]*unsafe-inline|\*/);
    expect(header(reply, "cross-origin-opener-policy")).toMatch(/^same-origin(?:-allow-popups)?$/);
    expect(header(reply, "permissions-policy")).toContain("camera=()");
    expect([url, faultsOf(reply)]).toEqual([url, []]);
    const again = await world.send(actor, "a", { method: "GET", url });
    expect(header(again, "content-security-policy")).not.toBe(header(reply, "content-security-policy"));
  }
});

test("security.md 93: files of the browser application: nothing sniffed, nothing outside, no lists, no maps, no dot-files", async () => {
  const assets = join(import.meta.dirname, "../../dist/assets");
  const script = readdirSync(assets).find((name) => name.endsWith(".js"));
  const good = await world.send("anonymous", "a", { method: "GET", url: `/v/assets/${script}` });
  expect([good.status, header(good, "x-content-type-options"), header(good, "content-type")]).toEqual([
    200,
    "nosniff",
    expect.stringMatching(/javascript/),
  ]);
  expect(header(good, "cache-control")).toContain("immutable");
  expect(readdirSync(assets).filter((name) => name.endsWith(".map"))).toEqual([]);
  for (const path of [
    "",
    ".",
    "..",
    "../index.html",
    "%2e%2e/index.html",
    "..%2findex.html",
    "..%2f.sources",
    "..%2f.vite/manifest.json",
    "%2e%2e%2f%2e%2e%2fpackage.json",
    "..%5c..%5cpackage.json",
    "....//package.json",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    ".env",
    ".sources",
    "none.js.map",
    "%00.js",
    `${script}%00.css`,
    `${script}.map`,
    `${script}/x`,
  ]) {
    const reply = await world.send("anonymous", "a", { method: "GET", url: `/v/assets/${path}` });
    expect([path, [302, 400, 403, 404].includes(reply.status) || header(reply, "content-type").startsWith("text/html")]).toEqual([
      path,
      true,
    ]);
    expect(reply.body).not.toMatch(/"dependencies"|root:x:|"isEntry"/);
  }
});
