import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshDatabase } from "../test/database.ts";
import { writeTypes } from "./write-types.ts";

// INV-1, security.md #33: the test reads PostgreSQL's system catalogue, so a new table without a portal fails here.

/** Tables that belong to no portal (architecture.md). A new entry needs a reason. account_security belongs to an account, as users does; portals share definitions of fields (decision 021), and no values. */
const portalless = [
  "account_security",
  "portal_hosts",
  "portals",
  "rate_limits",
  "schema_functions",
  "schema_migrations",
  "shared_categories",
  "shared_field_options",
  "shared_fields",
  "system_settings",
  "users",
];

let client: pg.Client;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase(inject("superUrl"));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const list = async (sql: string): Promise<string[]> => (await client.query<{ name: string }>(sql)).rows.map((row) => row.name);
const portalTables = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ('{${portalless.join(",")}}')`;

test("there are portal-owned tables to check, and the listed others exist", async () => {
  expect((await list(`select relname as name from pg_class c where ${portalTables}`)).length).toBeGreaterThan(15);
  expect(
    await list(`select relname as name from pg_class c where c.relname = any ('{${portalless.join(",")}}') and relkind = 'r' order by 1`),
  ).toEqual(portalless);
});

test("every portal-owned table has portal_id, not null, first in its primary key", async () => {
  expect(
    await list(`select c.relname as name from pg_class c where ${portalTables} and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary and a.attname = 'portal_id' and a.attnotnull)`),
  ).toEqual([]);
});

test("every other unique index of a portal-owned table holds portal_id", async () => {
  expect(
    await list(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      where ${portalTables} and i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'portal_id' and a.attnum = any (i.indkey))`),
  ).toEqual([]);
});

test("every foreign key between portal-owned tables carries portal_id on both sides", async () => {
  expect(
    await list(`select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and ${portalTables} and t.relname <> all ('{${portalless.join(",")}}') and not exists (
        select from unnest(k.conkey, k.confkey) as pair(own, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own and a.attname = 'portal_id'
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other and b.attname = 'portal_id')`),
  ).toEqual([]);
});

/** Tables whose way to their portal a trigger asks for, once a statement (decision 036): own table and the one it leads to. */
const ledByTriggers = "values ('attempt_items'::regclass::oid, 'attempts'::regclass::oid)";

test("every portal-owned table leads to its portal by keys that are never null, and asks portals itself only where no other key does", async () => {
  const keys = `select * from (${ledByTriggers}) t (own, other) union all select k.conrelid as own, k.confrelid as other from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and ${portalTables} and k.conrelid <> k.confrelid and not exists (
      select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.attnotnull)
    and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname = 'portal_id')`;
  expect(
    await list(`with recursive keys as (${keys}),
      led as (select 'portals'::regclass::oid as oid union select own from keys join led l on l.oid = keys.other)
      select c.relname as name from pg_class c where ${portalTables} and c.oid not in (select oid from led)`),
  ).toEqual([]);
  expect(
    await list(`with keys as (${keys}) select distinct own::regclass::text as name from keys where other = 'portals'::regclass
      and own in (select own from keys where other <> 'portals'::regclass)`),
  ).toEqual([]);
});

test("row-level security is on and forced everywhere, with a policy of stoa_app and of stoa_people that binds them to the portal", async () => {
  expect(
    await list(`select relname as name from pg_class c where ${portalTables} and not (relrowsecurity and relforcerowsecurity)`),
  ).toEqual([]);
  for (const role of ["stoa_app", "stoa_people"])
    expect(
      await list(`select c.relname as name from pg_class c where ${portalTables} and (
        select count(*) from pg_policy p where p.polrelid = c.oid and p.polroles = array['${role}'::regrole::oid]
          and pg_get_expr(p.polqual, c.oid) = '(portal_id = (current_setting(''app.portal_id''::text))::bigint)'
          and pg_get_expr(p.polwithcheck, c.oid) = pg_get_expr(p.polqual, c.oid)) <> 1`),
    ).toEqual([]);
  expect(
    await list(`select c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
      where not (p.polroles <@ array['stoa_app'::regrole::oid, 'stoa_people'::regrole::oid, 'stoa_system'::regrole::oid])`),
  ).toEqual([]);
});

/** Triggers that look at all rows of a statement at once, where keys would check each or nothing could (decisions 035, 036). Only those of seats write: whom to tell. */
const checks = [
  "attempt_items items_known",
  "attempt_items items_known_still",
  "attempts without_items_when_changed",
  "attempts without_items_when_gone",
  "course_version_items unused_when_changed",
  "course_version_items unused_when_gone",
  "memberships seats_after_insert",
  "memberships seats_after_update",
];

test("views see with the asking role's eyes, and nothing is done behind a trigger but what checks a statement", async () => {
  expect(
    await list(`select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'v'
      and coalesce(reloptions, '{}') <> '{security_invoker=true}'`),
  ).toEqual([]);
  expect(await list(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'm'`)).toEqual([]);
  expect(await list(`select tgrelid::regclass || ' ' || tgname as name from pg_trigger where not tgisinternal order by 1`)).toEqual(checks);
});

test("the application's roles own nothing and bypass nothing; security definer stays with the one named function", async () => {
  expect(
    await list(
      `select rolname as name from pg_roles where rolname in ('stoa_app', 'stoa_people', 'stoa_system') and (rolsuper or rolbypassrls or rolcanlogin or rolcreatedb or rolcreaterole)`,
    ),
  ).toEqual([]);
  expect(
    await list(
      `select relname as name from pg_class where relowner in ('stoa_app'::regrole, 'stoa_people'::regrole, 'stoa_system'::regrole)`,
    ),
  ).toEqual([]);
  expect(await list(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`)).toEqual([
    "portals_of",
  ]);
});

test("facts are append-only for the application (INV-4)", async () => {
  const facts = [
    "enrolments",
    "enrolment_causes",
    "enrolment_cause_ends",
    "attempts",
    "attempt_items",
    "quiz_submissions",
    "commit_log",
    "completions",
    "completion_results",
    "completion_reversals",
    "audit_events",
    "group_history",
  ];
  expect(
    await list(`select table_name || ':' || privilege_type as name from information_schema.table_privileges
      where grantee in ('stoa_app', 'stoa_people') and table_name = any ('{${facts.join(",")}}') and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')`),
  ).toEqual([]);
});

test("of a membership a request changes nothing but the order of widgets", async () => {
  expect(
    await list(`select column_name as name from information_schema.column_privileges
      where grantee = 'stoa_app' and table_name = 'memberships' and privilege_type = 'UPDATE'`),
  ).toEqual(["widgets"]);
});

test("stoa_people changes members of its portal, and gives nobody a password, a system's right or another portal", async () => {
  await client.query(`begin;
    insert into portals (slug, name) values ('r1', 'R1'), ('r2', 'R2');
    insert into users (email) values ('mine@stoa.example'), ('theirs@stoa.example');
    insert into users (email, is_system_admin) values ('system@stoa.example', true);
    insert into memberships (portal_id, user_id) select p.id, u.id from portals p join users u
      on (p.slug, u.email) in (('r1', 'mine@stoa.example'), ('r1', 'system@stoa.example'), ('r2', 'theirs@stoa.example'));
    select set_config('app.portal_id', (select id from portals where slug = 'r1')::text, true);
    set local role stoa_people`);
  const changed = await client.query("update users set given_name = 'Changed' where email like '%@stoa.example' returning email");
  expect(changed.rows).toEqual([{ email: "mine@stoa.example" }]);
  expect((await client.query("update memberships set is_author = true")).rowCount).toBe(2);
  for (const refused of [
    "update users set password_hash = 'x'",
    "update users set is_system_admin = true",
    "insert into users (email, is_system_admin) values ('new@stoa.example', true)",
    "insert into memberships (portal_id, user_id) select id, 1 from portals where slug = 'r2'",
  ]) {
    await client.query("savepoint before");
    await expect(client.query(refused)).rejects.toThrow(/permission denied|row-level security/);
    await client.query("rollback to before");
  }
  await client.query("rollback");
});

test("outside a portal the application reads nothing at all", async () => {
  await client.query("begin; set local role stoa_app");
  await expect(client.query("select * from courses")).rejects.toThrow(/app\.portal_id|invalid input syntax/);
  await client.query("rollback");
});

test("a parent of another portal is refused by the keys themselves", async () => {
  await client.query("insert into portals (slug, name) values ('k1', 'K1'), ('k2', 'K2')");
  const { rows } = await client.query<{ id: number }>("select id from portals where slug in ('k1', 'k2') order by slug");
  const [one, two] = rows.map((row) => row.id);
  const category = await client.query<{ id: number }>("insert into categories (portal_id, name) values ($1, 'Mine') returning id", [one]);
  await expect(
    client.query("insert into categories (portal_id, name, parent_id) values ($1, 'Theirs', $2)", [two, category.rows[0]?.id]),
  ).rejects.toThrow(/foreign key/);
});

test("the generated types are those of the migrated schema", () => {
  const folder = mkdtempSync(join(tmpdir(), "stoa-types-"));
  try {
    const file = join(folder, "schema.d.ts");
    writeTypes(database.url, file);
    expect(readFileSync(join(import.meta.dirname, "schema.d.ts"), "utf8")).toBe(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
