import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RouteInfo } from "#platform/serve.ts";
import { nameOf } from "./check-matrix.ts";
import { contractRoutes, isObject, isSlow, validRequest } from "./valid-request.ts";
import { buildWorld, type Sent, type World } from "./world.ts";

// Unexpected fields at every route: columns that a request must not set, and prototype pollution (security.md 15, 18, 90).

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

const routes = () => contractRoutes(world);
const valid = (route: RouteInfo) => validRequest(world, route);
const send = (request: Sent) => world.send("author", "a", request);

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
  type: "online",
  expires_at: "2099-01-01T00:00:00Z",
  enrolmentId: 1,
};

/** The last person who was there before; valid requests about people make more. */
let lastId = 0;
beforeAll(async () => {
  lastId = (await world.app.aPerson("a")).id;
});

/** Rows that no call here may change: rights, identity, ownership, results. */
async function protectedRows(courseIds: readonly number[]) {
  const { rows } = await world.app.databases.inSystem("look under the application", (db) =>
    sql<{ value: unknown }>`
      select jsonb_build_object(
        'users', (select jsonb_agg(to_jsonb(u) - '{given_name,family_name,name_key,search,locale,time_zone,theme,shortcuts,tours}'::text[] order by id) from users u where id <= ${lastId}),
        'memberships', (select jsonb_agg(to_jsonb(m) - '{widgets,last_sign_in_at}'::text[] order by portal_id, user_id) from memberships m
          where user_id <= ${lastId}),
        'portals', (select jsonb_agg(to_jsonb(p) order by id) from portals p where id in (${world.app.portal("a").id}, ${world.app.portal("b").id})),
        'roles', (select jsonb_agg(distinct active_role) from sessions),
        'courses', (select jsonb_agg(jsonb_build_array(portal_id, id, type, status, created_by, current_version_id) order by id) from courses
          where id = any (${courseIds}::bigint[])),
        'attempts', (select jsonb_agg(to_jsonb(a) order by id) from attempts a),
        'completions', (select jsonb_agg(to_jsonb(c) order by id) from completions c),
        'credited', (select sum(credited_seconds) from attempt_states where portal_id <> ${world.app.portal("a").id})
      ) as value`.execute(db),
  );
  return rows[0]?.value;
}

/** Courses that existed before; one of the calls creates more. */
const courseIds = () =>
  [world.things.a, world.things.b].flatMap(({ courseId, freeCourseId, drafts, spares }) => [
    courseId,
    freeCourseId,
    ...Object.values(drafts),
    ...Object.values(spares),
  ]);

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
    // A valid request stays valid: the extra fields come first, so a field of the request with the same name wins.
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
    {
      seq: 11 + index * 3,
      fact: { kind: "submit", blockId: "z", answers: { [name === "__proto__" ? "proto__" : name]: { kind: "single", option: name } } },
    },
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
