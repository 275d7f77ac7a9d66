import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import * as pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { openEmbedded, type Embedded } from "../postgres/embedded.ts";
import { migrate } from "./migrate.ts";

// F24: the data folder of every landed commit migrates. db/fixtures/baseline.json.br holds the rows of demo portals made on the baseline; every
// later migration is applied to them, and no learning record may differ afterwards.

const sqlFiles = join(import.meta.dirname, "../../db");
const kept = JSON.parse(brotliDecompressSync(readFileSync(join(sqlFiles, "fixtures/baseline.json.br"))).toString()) as {
  migrations: string[];
  data: Record<string, object[]>;
};
// A fact refused with a sentence, in the form the baseline stored; the demo has none.
const [{ portal_id, id: attempt_id } = { portal_id: 0, id: 0 }] = (kept.data.attempts ?? []) as { portal_id: number; id: number }[];
kept.data.commit_log = [
  {
    portal_id,
    attempt_id,
    client_id: "kept-client",
    seq: 1,
    epoch: 1,
    kind: "submit",
    claimed_seconds: 0,
    credited_seconds: 0,
    delta: { kind: "submit", refused: "You have already passed this quiz." },
    outcome: "refused",
    received_at: "2026-11-22T10:00:00Z",
  },
];
const log = createLog({ level: "silent" });
const base = mkdtempSync(join(tmpdir(), "stoa-kept-"));
let server: Embedded;
let client: pg.Client;

beforeAll(async () => {
  server = await openEmbedded({ dataDir: join(base, "data"), log });
  const then = join(base, "sql");
  mkdirSync(join(then, "migrations"), { recursive: true });
  for (const file of kept.migrations) cpSync(join(sqlFiles, "migrations", file), join(then, "migrations", file));
  // The baseline's tables need these functions; all others are created again anyway.
  cpSync(join(sqlFiles, "functions/for-tables"), join(then, "functions/for-tables"), { recursive: true });
  await migrate(server.ownerUrl, { dir: then, log });
  client = new pg.Client({ connectionString: server.superUrl.replace("/postgres?", "/stoa?") });
  await client.connect();
  await client.query("set session_replication_role = replica");
  for (const [table, rows] of Object.entries(kept.data)) {
    const { rows: columns } = await client.query<{ name: string }>(
      "select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [`public.${table}`],
    );
    const names = columns.map(({ name }) => name).join(", ");
    await client.query(`delete from public.${table}`);
    await client.query(
      `insert into public.${table} (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
}, 60_000);
afterAll(async () => {
  await client.end();
  await server.stop();
  rmSync(base, { recursive: true });
});

const count = async (table: string) => Number((await client.query<{ n: string }>(`select count(*) as n from public.${table}`)).rows[0]?.n);

/** The learning records that no migration may change. */
const facts = async () =>
  (
    await client.query<{ facts: string }>(`select md5(string_agg(line, ',' order by line)) as facts from (
      select concat_ws(':', 'completion', portal_id, id, attempt_id, completed_at at time zone 'UTC', score_percent, passed) as line from completions
      union all select concat_ws(':', 'item', portal_id, attempt_id, item_key) from attempt_items
      union all select concat_ws(':', 'time', portal_id, attempt_id, credited_seconds) from attempt_states
      union all select concat_ws(':', 'quiz', portal_id, attempt_id, block_id, number, points, max_points, passed) from quiz_submissions) lines`)
  ).rows[0]?.facts;

test("a data folder of the baseline migrates, and nothing learned is another one", async () => {
  const before = await facts();
  await migrate(server.ownerUrl, { dir: sqlFiles, log });
  expect(await facts()).toBe(before);
  for (const table of [
    "portals",
    "users",
    "memberships",
    "courses",
    "course_versions",
    "enrolments",
    "attempts",
    "completions",
    "commit_log",
  ])
    expect([table, await count(table)]).toEqual([table, kept.data[table]?.length]);
  expect(await count("attempts")).toBeGreaterThan(100);
  // This version's functions work on the migrated data: progress is derived for each attempt.
  expect(await count("attempt_progress")).toBe(await count("attempts"));
  expect(await count("enrolment_standing")).toBe(await count("enrolments"));
  expect((await client.query("select delta->>'refused' as reason from commit_log")).rows).toEqual([{ reason: "already_passed" }]);
  const { rows } = await client.query("select title from courses where search @@ to_tsquery('simple', 'fire') limit 1");
  expect(rows).toHaveLength(1);
  expect(await migrate(server.ownerUrl, { dir: sqlFiles, log })).toEqual({ applied: [] });
});
