import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOf, scopeOfCall } from "#features/tokens/server/calls.ts";
import { scopes } from "#features/tokens/scopes.ts";
import { aProgram, programOf, type Program } from "#features/tokens/test/a-program.ts";
import type { Client } from "#app/test/app.ts";
import { nameOf } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { buildWorld, type World } from "./world.ts";

// What programs can do with an API token, on every route.

let world: World;
let admin: Client;
let ofAdmin: Program;
beforeAll(async () => {
  world = await buildWorld();
  admin = await world.app.signIn("admin", "a");
  ofAdmin = await aProgram(world.app, "a", admin);
});
afterAll(() => world.app.close());

/** Rules whose calls are never made with a token, all of them, and why. */
const neverByRule: Readonly<Record<string, readonly string[]>> = {
  "open to everybody: nobody needs a token, and signing in is never done with one": ["anonymous"],
  "credentials, rights and what gives them, looking as others, records as a whole, other portals": [
    "set-passwords",
    "reset-factors",
    "grant-roles",
    "name-deputies",
    "look-as",
    "keep-records",
    "make-codes",
    "open-portal",
    "see-identities",
    "change-identities",
    "see-portals",
    "run-portals",
    "oversee-jobs",
    "share-categories",
    "share-fields",
    "limit-seats",
    "define-fields",
    "define-groups",
    "fill-groups",
    "import-people",
    "signed in: own API tokens",
  ],
  "how the portal is set up, and what it tells its people": [
    "announce",
    "answer-questions",
    "arrange-catalog",
    "arrange-categories",
    "arrange-widgets",
    "brand-portal",
    "change-settings",
    "read-mail",
    "set-mail",
    "set-quick-links",
    "set-webhooks",
  ],
  "making courses: work on the screens": [
    "make-courses",
    "publish-courses",
    "publish-with-barriers",
    "approve-courses",
    "change-portal-courses",
    "test-packages",
    "read-package-logs",
    "signed in: courses one makes or reviews",
  ],
  "a person's own doing, in their own name": [
    "signed in: enrols oneself",
    "signed in: own jobs",
    "signed in: own missing fields",
    "signed in: own notifications",
    "signed in: own questions",
    "signed in: what they can open",
    "correct-learning",
    "sign-off",
  ],
};
/** Calls of the other rules that are never made with a token. */
const neverByName: Readonly<Record<string, RegExp>> = {
  "one's own account, sessions, codes, data and preferences":
    /^\w+ \/rest\/(?:account|auth|codes|environment|fields|lifecycle|live|views|dashboard|roles)\b/,
  "signed links, which say who opens them": /^GET \/v\/link\//,
  "taking a course, and what it is made of":
    /^\w+ \/rest\/(?:progress|scorm|courseviewer|files|web-pages|preview)\b|\/fields\/:fieldId\/file$/,
  "the help, which screens show": /^\w+ \/rest\/help\/(?:articles|tour)\b|\/dashboard\/dashboard$/,
  "inviting and letting people in": /^\w+ \/rest\/(?:invitations|registration)\b/,
  "actions on many at once, with their previews": /^\w+ \/rest\/(?:bulk|participants\/pasted|conditions)\b/,
  "what screens ask beside their subject":
    /^GET \/rest\/people\/(?:courses|:userId\/(?:why|timeline|timeline\/export\.csv|consents|signIns|tokens))$|^GET \/rest\/groups\/people$|^GET \/rest\/groups\/:groupId\/(?:courses|dependents|history|members\/:userId\/why)\b|catalog\/(?:follow|unfound)$|^GET \/rest\/seats$/,
  "sessions, tokens and fields of others, which can give rights": /^\w+ \/rest\/people\/:userId\/(?:sessions|tokens|return|fields)\b/,
  "the contents of courses being made": /^GET \/rest\/editor\/(?:online|courses\/:courseId\/(?:team|choices))/,
};
const isNever = (route: { method: string; path: string; rule: string }) =>
  Object.values(neverByRule).flat().includes(route.rule) || Object.values(neverByName).some((names) => names.test(nameOf(route)));

test("every route says which scope it needs, or is in the list of those that are never called with a token; none is in both", () => {
  const wrong = world.app.server.routeTable
    .map((route) => ({
      name: nameOf(route),
      isCallable: scopeOfCall(route.method, route.path) !== undefined,
      isNever: isNever(route) && !Object.values(callsOf).flat().includes(nameOf(route)),
    }))
    .filter(({ isCallable, isNever: never }) => isCallable === never);
  expect(wrong).toEqual([]);
  const routes = new Set(world.app.server.routeTable.map(nameOf));
  expect(
    Object.values(callsOf)
      .flat()
      .filter((call) => !routes.has(call)),
  ).toEqual([]);
});

test("no call under a rule about credentials, rights or other portals has a scope, and scopes to read hold nothing but reads", () => {
  const rules = Object.values(neverByRule).flat();
  for (const { method, path, rule } of world.app.server.routeTable)
    if (scopeOfCall(method, path)) expect([path, rules.includes(rule)]).toEqual([path, false]);
  for (const scope of scopes)
    for (const call of callsOf[scope]) expect([call, call.startsWith("GET ")]).toEqual([call, scope.endsWith(":read")]);
});

test("with a token of all scopes each call answers as it does in the browser, or is refused as not made with a token", async () => {
  const { app } = world;
  for (const route of app.server.routeTable) {
    const row = expectations[nameOf(route)];
    const scope = scopeOfCall(route.method, route.path);
    if (route.path.startsWith("/healthz") || route.path === "/version" || route.path === "/metrics" || route.path === "/c/*") continue;
    const passes = row?.passes === "everyone" || row?.passes.includes("admin");
    const sent = { method: route.method, url: route.path, ...(scope && passes && (await row?.request?.(world, "admin", "a"))) };
    const { statusCode, body, headers } = await ofAdmin.send(
      sent.method as "GET",
      sent.url,
      sent.body as object | undefined,
      sent.headers as Record<string, string> | undefined,
    );
    if (!scope)
      expect([nameOf(route), statusCode, route.method === "HEAD" || JSON.parse(body).code]).toEqual([
        nameOf(route),
        403,
        route.method === "HEAD" || "not_by_token",
      ]);
    else if (passes) {
      const expected = typeof row?.answers === "function" ? row.answers("admin") : row?.answers;
      expect([nameOf(route), statusCode, statusCode === expected ? "" : body]).toEqual([nameOf(route), expected, ""]);
      expect([nameOf(route), headers["set-cookie"]]).toEqual([nameOf(route), undefined]);
    }
  }
});

test("without the scope each call is refused and names it, before anything else is looked at", async () => {
  const { app } = world;
  for (const scope of scopes) {
    const others = await aProgram(
      app,
      "a",
      admin,
      scopes.filter((one) => one !== scope),
    );
    for (const call of callsOf[scope]) {
      const [method = "", path = ""] = call.split(" ");
      const refused = await others.send(method as "GET", path, method === "GET" ? undefined : {});
      expect([call, refused.statusCode, refused.json()]).toMatchObject([call, 403, { code: "out_of_scope", params: { scope } }]);
      expect(refused.headers["www-authenticate"]).toContain(`scope="${scope}"`);
    }
  }
});

test("every call that changes something is refused to the token of a role that may not, and at the host of the other portal (security.md 30)", async () => {
  const { app } = world;
  const student = await app.signIn("student", "a");
  const ofStudent = await aProgram(app, "a", student);
  // As if the scopes had been given while the person still had the rights.
  await app.databases.inSystem("scopes of earlier", (db) =>
    db
      .updateTable("api_tokens")
      .set({ scopes: [...scopes] })
      .where("id", "=", ofStudent.id)
      .execute(),
  );
  const elsewhere = programOf(app, "b", ofAdmin);
  for (const call of [...callsOf["people:write"], ...callsOf["enrolments:write"]]) {
    const [method = "", path = ""] = call.split(" ");
    const sent = { method, url: path, ...(await expectations[call]?.request?.(world, "admin", "a")) };
    const asStudent = await ofStudent.send(method as "POST", sent.url, sent.body as object);
    expect([call, asStudent.statusCode, asStudent.json().code]).toEqual([call, 403, "forbidden"]);
    const atOther = await elsewhere.send(method as "POST", sent.url, sent.body as object);
    expect([call, atOther.statusCode, atOther.json().code]).toEqual([call, 401, "token_unknown"]);
    expect(atOther.headers["www-authenticate"]).toContain("invalid_token");
  }
  expect((await elsewhere.get("/rest/people")).statusCode).toBe(401);
  // Ids of the other portal are nobody's here.
  const stranger = await app.aPerson("b");
  for (const [, asked = ""] of callsOf["people:read"].map((call) => call.split(" ")))
    if (asked.includes("/:userId"))
      expect([asked, (await ofAdmin.get(asked.replace(":userId", String(stranger.id)))).statusCode]).toEqual([asked, 404]);
});

test("beside a token no cookie counts, and without one a write still needs the proof of its page", async () => {
  const { app } = world;
  const visitor = await aProgram(app, "a", await app.signIn("student", "a"));
  // The cookie is an admin's, the token a student's.
  const both = await visitor.get("/rest/people", { cookie: admin.cookie });
  expect([both.statusCode, both.json().code]).toEqual([403, "out_of_scope"]);
  const madeUp = programOf(app, "a", { id: 0, secret: "stoa_nothing" });
  for (const authorization of ["Bearer stoa_nothing", "bearer x", "Bearer", "Bearer  "])
    expect([authorization, (await madeUp.get("/rest/people", { cookie: admin.cookie, authorization })).statusCode]).toEqual([
      authorization,
      401,
    ]);
  // A made-up token is no way around the proof of a page, whatever cookie comes along.
  const person = await app.aPerson("a");
  const url = `/rest/people/${person.id}/profile`;
  const body = { givenName: "Not", familyName: "Changed", email: person.email };
  expect((await madeUp.send("PUT", url, body, { cookie: admin.cookie })).statusCode).toBe(401);
  const host = app.portal("a").host;
  for (const headers of [
    { host, cookie: admin.cookie },
    { host, cookie: admin.cookie, origin: `http://${host}` },
    { host, cookie: admin.cookie, authorization: "Basic YTpi" },
  ])
    expect((await app.server.inject({ method: "PUT", url, headers, payload: body })).statusCode).toBe(403);
  // With a token, neither Origin nor the header is needed.
  expect((await ofAdmin.send("PUT", url, body)).statusCode).toBe(200);
});

test("a token that is revoked while in use ends with the next call", async () => {
  const { app } = world;
  const program = await aProgram(app, "a", admin);
  expect((await program.get("/rest/people")).statusCode).toBe(200);
  await admin.post(`/rest/tokens/${program.id}/revoke`);
  const answers = await Promise.all([1, 2, 3].map(() => program.get("/rest/people")));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
});

test("with a session, a call takes no more statements than before there were tokens: none of them asks for one", async () => {
  const { app } = world;
  const statements = async (get: () => Promise<{ headers: Record<string, unknown> }>) => {
    await get();
    return (await get()).headers["server-timing"];
  };
  expect(await statements(() => admin.get("/rest/history"))).toBe(await statements(() => ofAdmin.get("/rest/history")));
  expect((await app.anonymous("a").get("/rest/history")).statusCode).toBe(401);
});
