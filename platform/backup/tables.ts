import * as pg from "pg";
import * as z from "zod/mini";
import { StartError } from "../lifecycle-error.ts";

/** What a backup says about its database. */
export const DatabasePart = z.object({
  /** The migrations that made its tables. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
export type DatabasePart = z.infer<typeof DatabasePart>;

/** Makes values read as they were written, whatever the server's settings are, and lets no time limit of the server end the work. */
export const exactly = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local client_encoding = 'UTF8'; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local search_path = public`;

export const quoted = (name: string) => `public.${pg.escapeIdentifier(name)}`;
export const columnsOf = (columns: readonly string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(", ");

/** Tables that belong to an extension are made with it and hold nothing of Stoa's. */
const ownTables = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Tables that this program fills by itself. */
const bookkeeping = ["schema_migrations", "schema_functions"];

/**
 * Reads what there is to keep, in the caller's transaction, and from there on works as stoa_system, which sees every portal. `leftOut` are tables whose
 * rows are not kept. Throws a StartError where rows would stay hidden.
 */
export async function openTables(client: pg.Client, leftOut: readonly string[]): Promise<DatabasePart> {
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.schema_migrations order by name collate "C"',
  );
  const sequences = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by 1`,
  );
  const values: DatabasePart["sequences"] = [];
  for (const { name } of sequences.rows) {
    const { rows } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${quoted(name)}`,
    );
    values.push({ name, value: rows[0]?.value ?? "1", isCalled: rows[0]?.is_called ?? false });
  }
  const found = await client.query<{ name: string; columns: string[]; seen: boolean }>(
    `select c.relname as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
              order by a.attnum) as columns,
        has_table_privilege('stoa_system', c.oid, 'select') and (not c.relrowsecurity or exists (
          select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
            and 'stoa_system'::regrole = any (p.polroles) and pg_get_expr(p.polqual, c.oid) = 'true')) as seen
       from pg_class c where ${ownTables} and c.relname <> all ($1) order by c.relname collate "C"`,
    [[...leftOut, ...bookkeeping]],
  );
  const hidden = found.rows.find(({ seen }) => !seen);
  if (hidden) throw new StartError(`The rows of ${hidden.name} cannot all be read by stoa_system, so no backup was made.`);
  await client.query("set local role stoa_system");
  return { migrations: migrations.rows, tables: found.rows.map(({ name, columns }) => ({ name, columns })), sequences: values };
}

/** Throws a StartError unless the database holds nothing yet. */
export async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_class c where ${ownTables}
       or (c.relkind = 'r' and c.relnamespace = (select oid from pg_namespace where nspname = 'graphile_worker'))`,
  );
  if ((rows[0]?.n ?? 0) > 0)
    throw new StartError("The database that DATABASE_URL names is not empty. Restore into an empty one, so that nothing is lost.");
}

/** Takes what would stand in the way of filling tables in any order, in the caller's transaction. Returns the statements that put it back. */
export async function openForFilling(client: pg.Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid where ${ownTables} and k.contype = 'f' order by 1, 2`,
  );
  const { rows: secured } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c where ${ownTables} and c.relrowsecurity order by 1`,
  );
  const { rows: all } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c where ${ownTables} and c.relname <> all ($1) order by 1`,
    [bookkeeping],
  );
  // What comes back was let in once, and is counted by nobody again.
  const { rows: watched } = await client.query<{ table: string }>(
    `select distinct t.tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${ownTables} and not t.tgisinternal`,
  );
  for (const { table } of watched) await client.query(`alter table ${table} disable trigger user`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of secured) await client.query(`alter table ${table} disable row level security`);
  await client.query(`truncate ${all.map(({ table }) => table).join(", ")}`);
  return [
    // Each is checked against every row as it is put back.
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...secured.map(({ table }) => `alter table ${table} enable row level security`),
    ...watched.map(({ table }) => `alter table ${table} enable trigger user`),
  ];
}

/** Sets the counters of ids to where they were. */
export async function setSequences(client: pg.Client, sequences: DatabasePart["sequences"]): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quoted(name), value, isCalled]);
}
