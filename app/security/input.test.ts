import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#platform/contract.ts";
import type { RouteInfo } from "#platform/serve.ts";
import { nameOf } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { buildWorld, type Reply, type Sent, type World } from "./world.ts";

// Mass assignment, wrong types, prototypes and unreadable text at every route (security.md 15, 18, 21, 90, 91).

let world: World;
beforeAll(async () => void (world = await buildWorld({ LOG_LEVEL: "silent" })));
afterAll(() => world.app.close());

const routes = () => world.app.server.routeTable.filter((route) => route.endpoint !== null) as (RouteInfo & { endpoint: Endpoint })[];
/** The author's valid request: the one actor who passes nearly every rule. */
const valid = async (route: RouteInfo): Promise<Sent> => ({
  method: route.method,
  url: route.path,
  ...(await expectations[nameOf(route)]?.request?.(world, "author", "a")),
});
const send = (request: Sent) => world.send("author", "a", request);
/** Signing out, in or changing the password costs a hash each and ends the session; those have tests of their own in features/auth. */
const isSlow = ({ path }: RouteInfo) => /\/rest\/auth\/(?:login|changePassword|setup)/.test(path);

const extras = {
  id: 1,
  userId: 1,
  user_id: 1,
  portalId: 2,
  portal_id: 2,
  isAdmin: true,
  is_admin: true,
  isAuthor: true,
  isManager: true,
  is_manager: true,
  isSystemAdmin: true,
  is_system_admin: true,
  roles: ["Admin"],
  role: "Admin",
  active_role: "Admin",
  email: "taken@over.test",
  kind: "preview_guest",
  password_hash: "x",
  passwordHash: "x",
  must_change_password: true,
  status: "published",
  price: 0,
  score: 100,
  scorePercent: 100,
  passed: true,
  percent: 100,
  credited_seconds: 99_999,
  creditedSeconds: 99_999,
  completedAt: "2020-01-01T00:00:00Z",
  completed_at: "2020-01-01T00:00:00Z",
  startedAt: "2020-01-01T00:00:00Z",
  number: 9,
  version_id: 1,
  created_by: 1,
  createdBy: 1,
  type_id: 1,
  expires_at: "2099-01-01T00:00:00Z",
  enrolmentId: 1,
};

/** What no call of this list may change: rights, identity, ownership, results. */
async function protectedRows(courseIds: readonly number[]) {
  const { rows } = await world.app.databases.inSystem("look under the application", (db) =>
    sql<{ value: unknown }>`
      select jsonb_build_object(
        'users', (select jsonb_agg(to_jsonb(u) - '{given_name,family_name,locale,time_zone,theme,shortcuts}'::text[] order by id) from users u),
        'memberships', (select jsonb_agg(to_jsonb(m) - '{widgets,last_sign_in_at}'::text[] order by portal_id, user_id) from memberships m),
        'portals', (select jsonb_agg(to_jsonb(p) order by id) from portals p),
        'roles', (select jsonb_agg(distinct active_role) from sessions),
        'courses', (select jsonb_agg(jsonb_build_array(portal_id, id, type_id, status, created_by, current_version_id) order by id) from courses
          where id = any (${courseIds}::bigint[])),
        'attempts', (select jsonb_agg(to_jsonb(a) order by id) from attempts a),
        'completions', (select jsonb_agg(to_jsonb(c) order by id) from completions c),
        'credited', (select sum(credited_seconds) from attempt_states where portal_id <> ${world.app.portal("a").id})
      ) as value`.execute(db),
  );
  return rows[0]?.value;
}

/** Courses there were before; creating more is what one call is for. */
const courseIds = () =>
  [world.things.a, world.things.b].flatMap(({ courseId, freeCourseId, drafts, spares }) => [
    courseId,
    freeCourseId,
    ...Object.values(drafts),
    ...Object.values(spares),
  ]);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

test("fields nobody asked for are ignored or refused, and no row moves (security.md 15)", async () => {
  const before = await protectedRows(courseIds());
  const query = Object.entries(extras)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  let written = 0;
  for (const route of routes()) {
    if (route.method === "GET" || isSlow(route) || route.path.endsWith("/discard")) continue;
    const request = await valid(route);
    const url = `${request.url}${request.url.includes("?") ? "&" : "?"}${query}`;
    // What is valid stays valid: the extra fields come first and lose where a field of that name is the call's own.
    const reply = await send({ ...request, url, ...(isObject(request.body) && { body: { ...extras, ...request.body } }) });
    expect([nameOf(route), reply.status < 500]).toEqual([nameOf(route), true]);
    if (reply.status < 300) written++;
  }
  expect(written).toBeGreaterThan(8);
  expect(await protectedRows(courseIds())).toEqual(before);
});

test("signing in and changing a password take no more than they ask for", async () => {
  const person = await world.app.aPerson("a");
  const before = await protectedRows(courseIds());
  const login = await world.sendAs(null, "a", {
    method: "POST",
    url: "/rest/auth/login",
    body: { ...extras, email: person.email, password: "correct-horse-battery" },
  });
  expect(login.status).toBe(200);
  expect(await protectedRows(courseIds())).toEqual(before);
});

/** Every place inside a JSON value, as a list of keys. */
function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => [[...at, index], ...placesIn(item, [...at, index])]);
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => [[...at, key], ...placesIn(item, [...at, key])]);
  return [];
}

function replacedAt(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replacedAt(item, rest, by) : item));
  return isObject(value) ? { ...value, [key]: replacedAt(value[key], rest, by) } : value;
}

const at = (value: unknown, [key, ...rest]: (string | number)[]): unknown =>
  key === undefined ? value : at((value as Record<string | number, unknown>)[key], rest);
const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** Fields that take more than one type, by contract. */
const loose = /^(?:lastViewedChapter|highestViewedChapter)$/;
const hostile = [
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  true,
  false,
  null,
  [],
  {},
  [[]],
  "",
  "0",
  "0e1",
  "1e1",
  "true",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "'",
  "x".repeat(30_000),
];

describe("wrong types and unreadable text are 400, never a failure (security.md 21, 91)", () => {
  test("in every place of every body", async () => {
    const failures: unknown[] = [];
    let tried = 0;
    for (const route of routes()) {
      if (route.method === "GET" || isSlow(route)) continue;
      const request = await valid(route);
      if (!isObject(request.body)) continue;
      const isNullable = (place: (string | number)[]) => at(request.body, place) === null;
      const cases = placesIn(request.body).flatMap((place) => hostile.map((value) => ({ place, value })));
      tried += cases.length;
      const replies: { place: (string | number)[]; value: unknown; reply: Reply }[] = [];
      // A save names the revision it was made from, so each needs the one before it.
      for (const { place, value } of cases) {
        const { body } = "revision" in request.body ? await valid(route) : request;
        replies.push({ place, value, reply: await send({ ...request, body: replacedAt(body, place, value) }) });
      }
      for (const { place, value, reply } of replies) {
        const where = [nameOf(route), place.join("."), String(JSON.stringify(value)).slice(0, 20), reply.status];
        if (reply.status >= 500) failures.push(where);
        const sameKind = kindOf(value) === kindOf(at(request.body, place)) || loose.test(String(place.at(-1))) || isNullable(place);
        if (!sameKind && value !== null && reply.status !== 400) failures.push(where);
      }
    }
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(500);
  }, 60_000);

  test("in what signs in", async () => {
    for (const text of ["\u0000", "a\u0000@a.test", "\ud800@a.test", "\u202e@a.test"])
      for (const body of [
        { email: text, password: "wrong" },
        { email: "student@a.test", password: text },
        { email: "student@a.test", password: "wrong", returnUrl: text },
      ]) {
        const reply = await world.sendAs(null, "a", { method: "POST", url: "/rest/auth/login", body });
        expect([body, [400, 401].includes(reply.status)]).toEqual([body, true]);
      }
  });

  test("as the whole body, or none, or not JSON at all", async () => {
    const bodies = [
      "",
      "null",
      "0",
      "true",
      '"text"',
      "[]",
      "[[]]",
      "{",
      "{}",
      '{"a":1}}',
      "\u0000",
      "\ufeff{}",
      "undefined",
      "NaN",
      `${"[".repeat(20_000)}`,
      `${'{"a":'.repeat(8000)}1${"}".repeat(8000)}`,
    ];
    for (const route of routes()) {
      if (route.method === "GET" || !route.endpoint.body) continue;
      for (const body of bodies) {
        const reply = await send({ ...(await valid(route)), body });
        expect([nameOf(route), body.slice(0, 10), reply.status >= 400 && reply.status < 500]).toEqual([
          nameOf(route),
          body.slice(0, 10),
          true,
        ]);
      }
    }
  });

  test("in every query field and path parameter", async () => {
    const values = [
      "",
      "0",
      "-1",
      "1.5",
      "0e1",
      "1e1",
      "0x1",
      "true",
      "null",
      "undefined",
      "NaN",
      "Infinity",
      "[]",
      "{}",
      "%00",
      "a%00b",
      "%ED%A0%80",
      "%FF",
      "%E2%80%AE",
      "'",
      '"',
      "%25",
      "_",
      "%5C",
      "99999999999999999999",
      "9007199254740993",
      "2147483648",
      "-0",
      "+1",
      "%201",
      "1,2",
      "1,,2",
      ",",
      ";",
      "a".repeat(5000),
    ];
    const failures: unknown[] = [];
    const ask = async (route: RouteInfo, url: string) => {
      const reply = await send({ ...(await valid(route)), url });
      if (reply.status >= 500) failures.push([nameOf(route), url.slice(-60), reply.status]);
    };
    for (const route of world.app.server.routeTable) {
      // Discarding takes its course away; every other call with this parameter goes through the same schema.
      if (isSlow(route) || route.method === "HEAD" || route.path.endsWith("/discard")) continue;
      const base = (await valid(route)).url;
      const schema = route.endpoint?.query as unknown as { _zod: { def: { shape: Record<string, unknown> } } } | undefined;
      const fields = [
        ...Object.keys(schema?._zod.def.shape ?? {}),
        ...(route.path === "/rest/history/export.csv" ? ["q", "outcome", "year", "sort"] : []),
      ];
      const queries = fields.flatMap((field) => [
        ...values.map((value) => `${field}=${value}`),
        `${field}=1&${field}=2`,
        `${field}[]=1`,
        `${field}[x]=1`,
        field,
      ]);
      for (const one of [
        ...queries,
        "__proto__=1",
        "__proto__[x]=1",
        "constructor=1",
        "constructor[prototype][x]=1",
        "toString=1",
        "hasOwnProperty=1",
      ])
        await ask(route, `${base.split("?")[0]}?${one}`);
      const parameter = /:[A-Za-z]+/.exec(route.path)?.[0];
      if (parameter)
        for (const value of values.filter((value) => value !== ""))
          await ask(route, route.path.replace(parameter, value).replace(/:[A-Za-z]+/, "x"));
    }
    expect(failures).toEqual([]);
  }, 60_000);

  test("in headers", async () => {
    const headers: Record<string, string>[] = [
      { "idempotency-key": "x".repeat(5000) },
      { "idempotency-key": "a b" },
      { "user-agent": `\u00ff${"<script>".repeat(500)}` },
      { "if-none-match": "*" },
      { "if-none-match": `"${"x".repeat(5000)}"` },
      { "x-request-id": "chosen-by-the-caller" },
      { "accept-language": "x".repeat(5000) },
      { range: "bytes=-9999999999999999" },
      { range: `bytes=${"0-1,".repeat(500)}0-1` },
      { "content-length": "0" },
      { "x-http-method-override": "DELETE" },
      {
        "x-forwarded-host": "b.test",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "10.0.0.1",
        forwarded: "host=b.test",
        "x-original-url": "/rest/account",
        "x-rewrite-url": "/rest/account",
      },
    ];
    for (const route of routes()) {
      if (isSlow(route) || route.method !== "GET") continue;
      const plain = await send(await valid(route));
      for (const more of headers) {
        const reply = await send({ ...(await valid(route)), headers: more });
        expect([nameOf(route), Object.keys(more)[0], reply.status < 500]).toEqual([nameOf(route), Object.keys(more)[0], true]);
        expect(reply.headers["x-request-id"]).not.toBe("chosen-by-the-caller");
        if ("forwarded" in more && !/session|createdAt|dashboard/i.test(route.path))
          expect([nameOf(route), reply.status]).toEqual([nameOf(route), plain.status]);
      }
    }
  });
});

test("prototype keys are refused and poison nothing (security.md 90)", async () => {
  const poison = [
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"theme":"dark","__proto__":{"isAdmin":true}}',
    '{"a":[{"__proto__":{"polluted":1}}]}',
    '{"answers":{"__proto__":["a"]}}',
  ];
  for (const route of routes()) {
    if (route.method === "GET" || !route.endpoint.body) continue;
    for (const body of poison) {
      const reply = await send({ ...(await valid(route)), body });
      expect([nameOf(route), body, reply.status]).toEqual([nameOf(route), body, 400]);
    }
  }
  const fresh: Record<string, unknown> = {};
  expect([fresh["isAdmin"], fresh["polluted"]]).toEqual([undefined, undefined]);
  expect((await send({ method: "GET", url: "/rest/account" })).status).toBe(200);
});

test("names of object members are ordinary ids, and unknown ones", async () => {
  const attempt = world.things.a.attempts["author"] ?? 0;
  const facts = ["__proto__", "constructor", "toString", "hasOwnProperty"].flatMap((name, index) => [
    { seq: 10 + index * 3, fact: { kind: "view", pageId: name } },
    { seq: 11 + index * 3, fact: { kind: "submit", blockId: "z", answers: { [name === "__proto__" ? "proto__" : name]: [name] } } },
    { seq: 12 + index * 3, fact: { kind: "answers", blockId: name, answers: {} } },
  ]);
  const reply = await send({
    method: "POST",
    url: `/rest/progress/attempts/${attempt}/commits`,
    body: { clientId: "names-client", epoch: 1, commits: facts },
  });
  expect([reply.status, reply.status === 200 ? "" : reply.body]).toEqual([200, ""]);
  expect((await send({ method: "GET", url: `/rest/progress/attempts/${attempt}` })).status).toBe(200);
});
