import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { RouteInfo } from "#platform/serve.ts";
import { nameOf } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { isObject } from "./valid-request.ts";
import { buildWorld, insiders, type ActorName, type World } from "./world.ts";

// What every list and page answers when records are odd (security.md 101), asked for without a filter (6), and to somebody whom nobody knows (12).

let world: World;
let portalId = 0;
beforeAll(async () => {
  world = await buildWorld();
  portalId = world.app.portal("a").id;
});
afterAll(() => world.app.close());

const readings = () => world.app.server.routeTable.filter(({ method, path }) => method === "GET" && path.startsWith("/rest/"));
const ask = async (route: RouteInfo, actor: ActorName, query = "") => {
  const { url = route.path } = (await expectations[nameOf(route)]?.request?.(world, actor, "a")) ?? {};
  return world.send(actor, "a", { method: "GET", url: (query && `${url}${url.includes("?") ? "&" : "?"}${query}`) || url });
};
const queryFields = (route: RouteInfo) => {
  const listPath = route.path.replace("/export.csv", "");
  const schema = world.app.server.routeTable.find(({ path, endpoint }) => path === listPath && endpoint?.query)?.endpoint?.query;
  return Object.keys(schema instanceof z.ZodMiniObject ? schema.shape : {});
};

test("security.md 12: what a visitor is answered names nobody and holds no number of a person", async () => {
  const people = await world.app.databases.inSystem("look in a test", async (db) =>
    db.selectFrom("users").select(["id", "email"]).execute(),
  );
  const numbers = (value: unknown, at = ""): string[] =>
    Array.isArray(value)
      ? value.flatMap((one) => numbers(one, at))
      : isObject(value)
        ? Object.entries(value).flatMap(([key, one]) => numbers(one, `${at}.${key}`))
        : /(^|[a-z_.])ids?$/i.test(at) && value !== null && value !== ""
          ? [`${at}: ${JSON.stringify(value)}`]
          : [];
  let answered = 0;
  for (const route of readings()) {
    const reply = await ask(route, "anonymous");
    if (reply.status !== 200) continue;
    answered++;
    for (const { email } of people) expect([nameOf(route), reply.body.includes(email)]).toEqual([nameOf(route), false]);
    if (String(reply.headers["content-type"]).includes("json"))
      expect([nameOf(route), numbers(JSON.parse(reply.body))]).toEqual([nameOf(route), []]);
  }
  expect(answered).toBeGreaterThan(2);
  const page = await world.send("anonymous", "a", { method: "GET", url: "/v/auth/login" });
  for (const { email } of people) expect(page.body).not.toContain(email);
});

test("security.md 6: no filter that is empty, zero, doubled or a list shows a manager anybody beyond their people", async () => {
  const { app } = world;
  const stranger = await app.aPerson("a", { givenName: "Unreached", familyName: "Stranger", email: "unreached.stranger@a.test" });
  const mine = await app.aPerson("a");
  const boss = await app.aPerson("a", { isManager: true });
  await app.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db.insertInto("groups").values({ portal_id: portalId, name: "Reached" }).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("group_members").values({ portal_id: portalId, group_id: id, user_id: mine.id, cause: "hand" }).execute();
    await sql`update role_assignments set scope = ${JSON.stringify({ kind: "groups", groupIds: [id] })}::jsonb where user_id = ${boss.id}`.execute(
      db,
    );
  });
  const client = await app.signInAs(boss, "a");
  const values = ["", "0", "-1", "[]", "null", "%25", "_", "*", "all"];
  const wider: string[] = [];
  let tried = 0;
  for (const route of readings()) {
    if (!queryFields(route).length || /:|live|environment/.test(route.path)) continue;
    const every = queryFields(route);
    const queries = [
      "",
      ...every.flatMap((field) => [...values.map((value) => `${field}=${value}`), `${field}=&${field}=`, `${field}[]=1`]),
      every.map((field) => `${field}=`).join("&"),
    ];
    for (const query of queries) {
      const reply = await client.get(`${route.path}?${query}`);
      tried++;
      if (reply.statusCode >= 500) wider.push(`${route.path}?${query}: ${reply.statusCode}`);
      if (reply.body.includes(stranger.email) || reply.body.includes("Unreached")) wider.push(`${route.path}?${query}`);
    }
  }
  expect(wider).toEqual([]);
  expect(tried).toBeGreaterThan(300);
}, 60_000);

test("security.md 101: references to what is deleted, renamed or unknown fail no list and no page", async () => {
  const { app, things } = world;
  const gone = 987_654_321;
  const admin = app.person("admin", "a").id;
  await app.databases.inSystem("make odd records", async (db) => {
    const condition = {
      kind: "all",
      of: [
        { kind: "group", groupIds: [gone] },
        { kind: "field", fieldId: gone, is: { by: "none" } },
        { kind: "any", of: [] },
      ],
    };
    const scopes = [
      { kind: "groups", groupIds: [gone, gone + 1] },
      { kind: "condition", condition },
    ];
    for (const scope of scopes)
      await sql`insert into role_assignments (portal_id, user_id, role, scope, granted_by) values (${portalId}, ${app.person("manager", "a").id}, 'Manager', ${JSON.stringify(scope)}::jsonb, null)`.execute(
        db,
      );
    await sql`insert into groups (portal_id, name, kind, condition, created_by) values (${portalId}, 'Odd', 'dynamic', ${JSON.stringify(condition)}::jsonb, null)`.execute(
      db,
    );
    for (const query of [`condition=${encodeURIComponent(JSON.stringify(condition))}`, "condition=%7B", "sort=never", "%%%"])
      await sql`insert into list_views (portal_id, owner_id, list, name, query, is_shared) values (${portalId}, ${admin}, 'people', 'Odd', ${query}, true)`.execute(
        db,
      );
    for (const [kind, id] of [
      ["user", gone],
      ["group", gone],
      ["unheard_of", 1],
      [null, null],
    ] as const)
      await sql`insert into audit_events (portal_id, actor_id, action, object_kind, object_id, before, after)
        values (${portalId}, ${admin}, 'unheard_of', ${kind}, ${id}, '{"odd": [1, null]}', '{"cause": {"kind": "unheard_of"}}')`.execute(
        db,
      );
    for (const who of [admin, app.person("student", "a").id]) {
      for (const [nth, variables] of ["{}", '{"course": null}', "[]"].entries())
        for (const event of ["unheard_of", "enrolled", "job_ended", "due_soon"])
          await sql`insert into notifications (portal_id, user_id, event, subject, occurrence, variables)
            values (${portalId}, ${who}, ${event}, 'course:987654321', ${`odd ${nth}`}, ${variables}::jsonb)`.execute(db);
      await sql`insert into messages (portal_id, user_id, event, mandatory, state, ended_at, reason) values (${portalId}, ${who}, 'unheard_of', false, 'withheld', now(), 'left')`.execute(
        db,
      );
    }
    for (const kind of ["unheard-of", "bulk", "export-person", "erase-person", "merge-people", "import", "check-import"])
      for (const state of ["done", "failed"])
        await sql`insert into jobs (portal_id, owner_id, kind, input, state, ended_at, result, reason)
          values (${portalId}, ${admin}, ${kind}, '{}', ${state}, now(), '{}', ${state === "failed" ? '{"code": "unheard_of", "text": "Never said {before}", "params": {}}' : null}::jsonb)`.execute(
          db,
        );
    // A person without names, one who left, and a course without a title, of which the author is gone.
    await sql`update users set given_name = '', family_name = '' where id = ${app.person("student", "a").id}`.execute(db);
    await sql`update courses set title = 'Renamed', summary = '', status = 'archived', cover_file_id = null where portal_id = ${portalId} and id = ${things.a.courseId}`.execute(
      db,
    );
    await sql`delete from course_categories where portal_id = ${portalId}`.execute(db);
    await sql`update fields set retired_at = now(), name = 'Renamed' where portal_id = ${portalId}`.execute(db);
    await sql`update field_options set retired_at = now() where portal_id = ${portalId}`.execute(db);
    await sql`update imports set plan = jsonb_build_object('columns', jsonb_build_array('field:987654321', 'unheard_of'), 'key', 'field:987654321', 'mode', 'both', 'dateOrder', 'dmy', 'groupIds', jsonb_build_array(987654321), 'leavers', false, 'returns', false)
      where portal_id = ${portalId}`.execute(db);
  });
  const failures: unknown[] = [];
  for (const route of readings())
    for (const actor of insiders) {
      const reply = await ask(route, actor);
      if (reply.status >= 500) failures.push([nameOf(route), actor, reply.status, reply.body.slice(0, 200)]);
    }
  expect(failures).toEqual([]);
  const list = await world.send("admin", "a", { method: "GET", url: "/rest/people" });
  expect((JSON.parse(list.body) as { total: number }).total).toBeGreaterThan(4);
}, 60_000);
