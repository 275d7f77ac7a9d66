import { sql } from "kysely";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { hashToken } from "#platform/tokens.ts";
import { mayChangePerson, mayChangeRoles } from "./policy.ts";
import { applyDueRoles, inScope, reachPerson, scopeOf } from "./server/service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const portalId = () => app.portal("a").id;
const system = <T>(work: (db: Db) => Promise<T>) => app.databases.inSystem("look in a test", work);
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

/** Gives somebody a role as the product does: an assignment, and the flags from it. */
const grant = (userId: number, role: string, dates: { starts_at?: Date; ends_at?: Date } = {}) =>
  app.databases.inPeople(portalId(), "a test", async (db) => {
    await db
      .insertInto("role_assignments")
      .values({ portal_id: portalId(), user_id: userId, role, ...dates })
      .execute();
    await sql`select apply_roles(${portalId()}, ${userId})`.execute(db);
  });
/** Moves the dates of somebody's assignments, and the moment that follows from them, back: as if that time had passed. */
const timePasses = (userId: number, by: string) =>
  system(async (db) => {
    await sql`update role_assignments set starts_at = starts_at - ${by}::interval, ends_at = ends_at - ${by}::interval where user_id = ${userId}`.execute(
      db,
    );
    await sql`update memberships set roles_change_at = roles_change_at - ${by}::interval where user_id = ${userId}`.execute(db);
  });
const flagsOf = (userId: number) =>
  system((db) =>
    db
      .selectFrom("memberships")
      .select(["is_author", "is_manager", "is_admin", "roles_change_at"])
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow(),
  );
const mayAuthor = async (person: { id: number; email: string }) =>
  (await (await app.signInAs(person, "a")).get("/rest/editor/courses")).statusCode;

test("the flags a person had before are assignments for the whole portal", async () => {
  const rows = await system((db) =>
    db.selectFrom("role_assignments").selectAll().where("user_id", "=", app.person("manager", "a").id).execute(),
  );
  expect(rows).toMatchObject([{ role: "Manager", scope: { kind: "portal" }, ends_at: null, granted_by: null }]);
});

test("a role begins and ends at its dates, on the next request, before any job has run (security.md 24)", async () => {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  const ask = async () => (await client.get("/rest/editor/courses")).statusCode;
  await grant(person.id, "Author", { starts_at: hours(1), ends_at: hours(3) });
  expect(await ask()).toBe(403);
  await timePasses(person.id, "2 hours");
  expect((await flagsOf(person.id)).is_author).toBe(false);
  expect(await ask()).toBe(200);
  expect(await applyDueRoles(app.databases)).toBe(1);
  const { roles_change_at, ...flags } = await flagsOf(person.id);
  expect(flags).toEqual({ is_author: true, is_manager: false, is_admin: false });
  expect(roles_change_at?.getTime()).toBeGreaterThan(Date.now());
  expect(await ask()).toBe(200);
  await timePasses(person.id, "2 hours");
  expect((await flagsOf(person.id)).is_author).toBe(true);
  expect(await ask()).toBe(403);
  expect(await applyDueRoles(app.databases)).toBe(1);
  expect(await flagsOf(person.id)).toMatchObject({ is_author: false, roles_change_at: null });
  expect(await applyDueRoles(app.databases)).toBe(0);
});

test("opening a request looks at assignments only for somebody whose roles changed by a date", async () => {
  const person = await app.aPerson("a");
  const token = await app.openSession(portalId(), person.id);
  const Scans = z.object({ scans: z.int() });
  const looked = () =>
    app.databases.inPortal(portalId(), async (db) => {
      // The statistics of this connection, which other transactions before may have been in.
      const scans = async () =>
        oneRow(
          await typed(Scans)`
            select (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_xact_user_tables where relname = 'role_assignments'`.execute(
            db,
          ),
        ).scans;
      const before = await scans();
      const { rows } = await sql`select user_id from open_request(${portalId()}, ${hashToken(token)}, '1 hour', false)`.execute(db);
      expect(rows).toEqual([{ user_id: person.id }]);
      return (await scans()) - before;
    });
  expect(await looked()).toBe(0);
  await grant(person.id, "Author", { starts_at: hours(1) });
  expect(await looked()).toBe(0);
  await timePasses(person.id, "2 hours");
  expect(await looked()).toBeGreaterThan(0);
  await applyDueRoles(app.databases);
  expect(await looked()).toBe(0);
});

test("two grants at once both count", async () => {
  const person = await app.aPerson("a");
  await Promise.all([grant(person.id, "Author"), grant(person.id, "Manager")]);
  expect(await flagsOf(person.id)).toMatchObject({ is_author: true, is_manager: true });
  expect(await mayAuthor(person)).toBe(200);
});

test("requests read assignments and write none (security.md 14, 15)", async () => {
  const person = await app.aPerson("a");
  const tries = [
    sql`insert into role_assignments (portal_id, user_id, role) values (${portalId()}, ${person.id}, 'Admin')`,
    sql`update role_assignments set user_id = ${person.id}`,
    sql`delete from role_assignments`,
    sql`select apply_roles(${portalId()}, ${person.id})`,
  ];
  for (const one of tries) {
    const refused = await app.databases.inPortal(portalId(), (db) => one.execute(db)).catch((error: { code?: string }) => error.code);
    expect(refused).toBe("42501");
  }
});

test("the scope of a role that is not a manager's is the portal", async () => {
  const person = await app.aPerson("a");
  const refused = await app.databases
    .inPeople(portalId(), "a test", (db) =>
      db
        .insertInto("role_assignments")
        .values({ portal_id: portalId(), user_id: person.id, role: "Admin", scope: JSON.stringify({ kind: "groups", groupIds: [1] }) })
        .execute(),
    )
    .catch((error: { constraint?: string }) => error.constraint);
  expect(refused).toBe("role_assignments_scope");
});

const actorOf = (userId: number, rights: Partial<Actor> = {}) =>
  ({ portalId: portalId(), userId, isAuthor: false, isManager: false, isAdmin: false, isSystemAdmin: false, ...rights }) as Actor;
const Id = z.object({ id: z.int() });
const peopleOf = async (actor: Actor) =>
  app.databases.inPortal(portalId(), async (db) => {
    const scope = await scopeOf(db, actor);
    const { rows } = await typed(Id)`
      select m.user_id as id from memberships m where m.portal_id = ${portalId()} and ${inScope(scope, sql`m.user_id`)} order by 1`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  });

test("admins reach the portal, a manager what their assignments say, everybody else nobody; system admins are hidden from all but one another", async () => {
  const everybody = await system((db) =>
    db.selectFrom("memberships").select("user_id").where("portal_id", "=", portalId()).orderBy("user_id").execute(),
  );
  const hidden = await app.aPerson("a");
  await system((db) => db.updateTable("users").set({ is_system_admin: true }).where("id", "=", hidden.id).execute());
  const all = everybody.map(({ user_id }) => user_id);
  expect(await peopleOf(actorOf(0, { isAdmin: true }))).toEqual(all);
  expect(await peopleOf(actorOf(0, { isSystemAdmin: true }))).toEqual([...all, hidden.id].toSorted((one, other) => one - other));
  const manager = app.person("manager", "a").id;
  expect(await peopleOf(actorOf(manager, { isManager: true }))).toEqual(all);
  // The flag alone reaches nobody.
  expect(await peopleOf(actorOf(app.person("student", "a").id, { isManager: true }))).toEqual([]);
  expect(await peopleOf(actorOf(app.person("author", "a").id, { isAuthor: true }))).toEqual([]);
  const reach = (actor: Actor, id: number) => app.databases.inPortal(portalId(), (db) => reachPerson(db, actor, id));
  expect(await reach(actorOf(manager, { isManager: true }), app.person("author", "a").id)).toMatchObject({
    isAuthor: true,
    isAdmin: false,
  });
  const absent = await reach(actorOf(manager, { isManager: true }), 999_999_999).catch((error: Error) => ({ ...error }));
  for (const [actor, id] of [
    [actorOf(manager, { isManager: true }), hidden.id],
    [actorOf(manager, { isManager: true }), app.person("author", "b").id],
    [actorOf(0), manager],
  ] as const)
    expect(await reach(actor, id).catch((error: Error) => ({ ...error }))).toEqual(absent);
});

test("nobody changes a higher account or their own rights (security.md 14)", () => {
  const person = (id: number, rights: Partial<Actor> = {}) => ({ id, isAdmin: false, isSystemAdmin: false, ...rights });
  const manager = actorOf(1, { isManager: true });
  const admin = actorOf(1, { isAdmin: true });
  const visitor = actorOf(1, { isSystemAdmin: true });
  const may = (actor: Actor, subject: ReturnType<typeof person>) => [mayChangePerson(actor, subject), mayChangeRoles(actor, subject)];
  expect(may(manager, person(2))).toEqual([true, false]);
  expect(may(manager, person(1))).toEqual([false, false]);
  expect(may(manager, person(2, { isAdmin: true }))).toEqual([false, false]);
  expect(may(admin, person(2, { isAdmin: true }))).toEqual([true, true]);
  expect(may(admin, person(1, { isAdmin: true }))).toEqual([true, false]);
  expect(may(admin, person(2, { isSystemAdmin: true }))).toEqual([false, false]);
  expect(may(visitor, person(2, { isSystemAdmin: true }))).toEqual([true, true]);
  expect(may(visitor, person(1, { isSystemAdmin: true }))).toEqual([true, false]);
  expect(may(actorOf(1, { isAuthor: true }), person(2))).toEqual([false, false]);
});
