import cookie from "@fastify/cookie";
import { serializerCompiler, validatorCompiler } from "@fastify/type-provider-zod";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { readSessionToken } from "#features/auth/server/cookies.ts";
import { guardWrites } from "#features/auth/server/guard.ts";
import { hashToken } from "#platform/tokens.ts";
import { portalDirectory } from "#features/portal/server/directory.ts";
import { answerErrors } from "#platform/answer-errors.ts";
import { anonymous, rule, signedIn } from "#platform/actor.ts";
import { endpoint } from "#platform/contract.ts";
import { httpReader } from "#platform/http.ts";
import { requestLanguages } from "#platform/request-language.ts";
import { serveOn, type Serve } from "#platform/serve.ts";
import { checkMatrix } from "./check-matrix.ts";
import type { Expectation } from "./expectations.ts";
import { buildWorld, insiders, type World } from "./world.ts";

// Tests the matrix itself: for a server with a few routes, each way of removing one rule must make the matrix fail (security.md §7).

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

const adminOnly = rule("admin", (actor) => actor.isAdmin);
const call = (method: "GET" | "POST", path: `/${string}`) =>
  endpoint({ method, path, summary: "For this test.", response: z.object({ ok: z.boolean() }) });
const notes = call("GET", "/rest/notes");
const settings = call("GET", "/rest/settings");
const change = call("POST", "/rest/settings");
const welcome = call("GET", "/rest/welcome");
const ok = async () => ({ ok: true });

const rows: Record<string, Expectation> = {
  "GET /rest/notes": { rule: "signed in", passes: insiders, answers: 200 },
  "GET /rest/settings": { rule: "admin", passes: ["admin"], answers: 200 },
  "POST /rest/settings": { rule: "admin", passes: ["admin"], answers: 200 },
  "GET /rest/welcome": { rule: "anonymous", passes: "everyone", answers: 200 },
  "GET /bytes": { rule: "signed in", passes: insiders, answers: 200 },
};

/** A raw route with the given handler. */
const bytes = (handler: Parameters<Serve["raw"]>[0]["handler"]) => (serve: Serve) =>
  serve.raw({ method: "GET", path: "/bytes", rule: signedIn, summary: "For this test.", handler });

/** The parts that a mutation may break, each mounted correctly by default. */
const right = {
  notes: (serve: Serve) => serve(notes, signedIn, ok),
  settings: (serve: Serve) => serve(settings, adminOnly, ok),
  change: (serve: Serve) => serve(change, adminOnly, ok),
  welcome: (serve: Serve) => serve.open(welcome, ok),
  bytes: bytes(async (_, reply, { open }) => {
    await open(async () => undefined);
    return reply.send("bytes");
  }),
};

async function matrixOf(mutation: Partial<typeof right> & { more?: (serve: Serve) => void }, expected = rows): Promise<string[]> {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  const { databases, config } = world.app;
  const http = httpReader({
    publicUrl: config.publicUrl,
    behindProxy: false,
    contentOrigin: config.contentOrigin,
    contentHosts: config.contentHosts,
    findPortal: portalDirectory(databases.shared, config).find,
    readSessionToken,
    readApiToken: () => null,
  });
  await app.register(cookie);
  app.addHook("onRequest", http.resolve);
  app.addHook("onRequest", guardWrites({ secret: config.secret, originOf: (request) => http.of(request).origin }));
  const serve = serveOn(app, {
    databases,
    idleMinutes: 60,
    httpOf: http.of,
    hashToken,
    countStranger: async () => undefined,
    gateOf: () => null,
    mayWriteAs: () => false,
    requireRoom: async () => undefined,
    languages: requestLanguages(),
  });
  const { more, ...parts } = { ...right, ...mutation };
  for (const mount of Object.values(parts)) mount(serve);
  more?.(serve);
  await app.ready();
  try {
    return await checkMatrix(app.routeTable, expected, { ...world, send: world.sendTo(app) });
  } finally {
    await app.close();
  }
}

test("green when every rule is in place", async () => expect(await matrixOf({})).toEqual([]));

const everybody = (name: string) => rule(name, () => true);
test.each([
  [
    "a role's rule lets every signed-in person in",
    { settings: (serve: Serve) => serve(settings, everybody("admin"), ok) },
    "GET /rest/settings as student on a: 200, expected the refusal 403",
  ],
  [
    "a write's rule lets every signed-in person in",
    { change: (serve: Serve) => serve(change, everybody("admin"), ok) },
    "POST /rest/settings as manager on b: 200, expected the refusal 403",
  ],
  [
    "a rule forgets system admins' limits",
    {
      settings: (serve: Serve) =>
        serve(
          settings,
          rule("admin", (actor) => actor.isAdmin || actor.isSystemAdmin),
          ok,
        ),
    },
    "GET /rest/settings as system on a: 200, expected the refusal 403",
  ],
  [
    "a rule is too tight",
    {
      notes: (serve: Serve) =>
        serve(
          notes,
          rule("signed in", (actor) => !actor.isAuthor),
          ok,
        ),
    },
    "GET /rest/notes as author on a: 403, expected 200",
  ],
  [
    "an endpoint becomes public",
    { notes: (serve: Serve) => serve.open(notes, ok) },
    'GET /rest/notes: the rule is "anonymous", expected "signed in"',
  ],
  [
    "an open endpoint never opens the request that would check its rule",
    { notes: (serve: Serve) => serve.open(notes, ok, { rule: signedIn }) },
    "GET /rest/notes as suspended on b: 200, expected the refusal 401",
  ],
  [
    "a raw route does the same",
    { bytes: bytes(async (_, reply) => reply.send("bytes")) },
    "GET /bytes as foreign on a: 200, expected the refusal 401",
  ],
  [
    "a handler fails",
    { welcome: (serve: Serve) => serve.open(welcome, async () => Promise.reject(new Error("broken"))) },
    "GET /rest/welcome as anonymous on a: 500, a failure of the server.",
  ],
  [
    "a route has no row",
    { more: (serve: Serve) => serve(call("GET", "/rest/more"), adminOnly, ok) },
    "GET /rest/more: a route without a row",
  ],
])("red when %s", async (_, mutation, problem) => {
  expect((await matrixOf(mutation)).some((line) => line.startsWith(problem))).toBe(true);
});

test("red when a row names no route", async () => {
  const gone: Expectation = { rule: "admin", passes: ["admin"], answers: 200 };
  expect(await matrixOf({}, { ...rows, "GET /rest/gone": gone })).toEqual(["GET /rest/gone: a row without a route"]);
});

test("a route without a rule, or beside the route table, cannot be made", () => {
  const app = Fastify();
  const { databases } = world.app;
  serveOn(app, {
    databases,
    idleMinutes: 60,
    httpOf: () => {
      throw new Error("unused");
    },
    hashToken,
    countStranger: async () => undefined,
    gateOf: () => null,
    mayWriteAs: () => false,
    requireRoom: async () => undefined,
    languages: requestLanguages(),
  });
  expect(() => app.get("/one", async () => "one")).toThrow("GET /one has no permission rule.");
  expect(() => app.get("/two", { config: { rule: anonymous } }, async () => "two")).toThrow("GET /two is not in the route table.");
});
