import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerErrors } from "#platform/answer-errors.ts";
import { anonymous } from "#platform/actor.ts";
import { newToken } from "#platform/tokens.ts";
import { issueCsrf } from "./server/csrf.ts";
import { guardWrites } from "./server/guard.ts";

// The guard alone on a bare server; auth.test.ts tests it in front of the real endpoints.
const secret = "a secret of the test that is long enough";
const session = newToken();
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.decorate("routeTable", []);
  answerErrors(app);
  await app.register(cookie);
  app.addHook("onRequest", guardWrites({ secret }));
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
    app.route({ method, url: "/write", config: { rule: anonymous }, handler: async () => "written" });
  app.get("/write", { config: { rule: anonymous } }, async () => "read");
  app.post("/handover", { config: { rule: anonymous, writeGuard: "handover" } }, async () => "handed over");
});
afterAll(() => app.close());

interface Sent {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url?: string;
  origin?: string | undefined;
  site?: string;
  session?: string | null;
  cookie?: string;
  header?: string;
}

const good = issueCsrf(secret, session);

async function send(sent: Sent) {
  const all = { method: "POST" as const, url: "/write", session, cookie: good, header: good, origin: "http://portal.test:3000", ...sent };
  const cookies = [all.session && `stoa_session=${all.session}`, all.cookie && `stoa_csrf=${all.cookie}`].filter(Boolean).join("; ");
  const reply = await app.inject({
    method: all.method,
    url: all.url,
    headers: {
      host: "portal.test:3000",
      cookie: cookies,
      ...(all.origin !== undefined && { origin: all.origin }),
      ...(all.site && { "sec-fetch-site": all.site }),
      ...(all.header && { "x-csrf-token": all.header }),
    },
  });
  return reply.statusCode === 200 ? reply.body : `${reply.statusCode} ${reply.json().code}`;
}

describe("a write passes", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"] as const)("%s from the portal's own page", async (method) =>
    expect(await send({ method })).toBe("written"),
  );
  it("when the browser says same-origin", async () => expect(await send({ site: "same-origin" })).toBe("written"));
  it("without a session, with an anonymous token", async () => {
    const visitor = issueCsrf(secret, null);
    expect(await send({ session: null, cookie: visitor, header: visitor })).toBe("written");
  });
});

describe("a write is refused", () => {
  const other = issueCsrf(secret, newToken());
  const visitor = issueCsrf(secret, null);
  const forged = issueCsrf("another secret", session);
  const [random = "", signature = ""] = good.split(".");
  const cases: [string, Sent, string][] = [
    ["no Origin", { origin: undefined }, "origin"],
    ["foreign Origin", { origin: "http://evil.test" }, "origin"],
    ["opaque Origin", { origin: "null" }, "origin"],
    ["another port of the host", { origin: "http://portal.test:3001" }, "origin"],
    ["no port", { origin: "http://portal.test" }, "origin"],
    ["another scheme", { origin: "https://portal.test:3000" }, "origin"],
    ["a subdomain", { origin: "http://a.portal.test:3000" }, "origin"],
    ["the parent domain", { origin: "http://test:3000" }, "origin"],
    ["a host that begins alike", { origin: "http://portal.test:3000.evil.test" }, "origin"],
    ["credentials in Origin", { origin: "http://portal.test:3000@evil.test" }, "origin"],
    ["a path in Origin", { origin: "http://portal.test:3000/" }, "origin"],
    ["two Origins", { origin: "http://portal.test:3000, http://evil.test" }, "origin"],
    ["Sec-Fetch-Site same-site", { site: "same-site" }, "origin"],
    ["Sec-Fetch-Site cross-site", { site: "cross-site" }, "origin"],
    ["Sec-Fetch-Site none", { site: "none" }, "origin"],
    ["no token at all", { cookie: "", header: "" }, "csrf"],
    ["no header", { header: "" }, "csrf"],
    ["no cookie", { cookie: "" }, "csrf"],
    ["another header than cookie", { header: other }, "csrf"],
    ["another session's token", { cookie: other, header: other }, "csrf"],
    ["a visitor's token", { cookie: visitor, header: visitor }, "csrf"],
    ["a session's token without the session", { session: null }, "csrf"],
    ["a token of another secret", { cookie: forged, header: forged }, "csrf"],
    ["an altered token", { cookie: `${good.slice(0, -2)}AA`, header: `${good.slice(0, -2)}AA` }, "csrf"],
    ["an altered random part", { cookie: `x${random}.${signature}`, header: `x${random}.${signature}` }, "csrf"],
    ["a cut token", { cookie: random, header: random }, "csrf"],
    ["a longer token", { cookie: `${good}.x`, header: `${good}.x` }, "csrf"],
    ["a huge token", { cookie: "a".repeat(5000), header: "a".repeat(5000) }, "csrf"],
  ];
  it.each(cases)("%s", async (_, sent, code) => expect(await send(sent)).toBe(`403 ${code}`));
  it.each(["PUT", "PATCH", "DELETE"] as const)("%s without a token", async (method) =>
    expect(await send({ method, header: "" })).toBe("403 csrf"),
  );
});

it("reading needs no token, a missing address says so, and a hand-over checks by itself", async () => {
  expect(await send({ method: "GET", header: "", cookie: "", origin: undefined })).toBe("read");
  expect(await send({ url: "/nowhere", header: "", origin: undefined })).toBe("404 not_found");
  expect(await send({ url: "/handover", header: "", origin: "http://elsewhere.test" })).toBe("handed over");
});

it("over https only the prefixed cookies count", async () => {
  const secure = Fastify();
  answerErrors(secure);
  await secure.register(cookie);
  secure.addHook("onRequest", guardWrites({ secret, originOf: () => "https://portal.test" }));
  secure.post("/write", { config: { rule: anonymous } }, async () => "written");
  const status = async (prefix: string) =>
    (
      await secure.inject({
        method: "POST",
        url: "/write",
        headers: {
          origin: "https://portal.test",
          "x-csrf-token": good,
          cookie: `${prefix}stoa_session=${session}; ${prefix}stoa_csrf=${good}`,
        },
      })
    ).statusCode;
  expect(await status("__Host-")).toBe(200);
  expect(await status("")).toBe(403);
  await secure.close();
});
