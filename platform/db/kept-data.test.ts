import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillKept, kept } from "#db/fixtures/kept-folder.ts";
import { createLog } from "../log.ts";
import { openEmbedded, type Embedded } from "../postgres/embedded.ts";
import { migrate, readMigrations } from "./migrate.ts";

// F24: the data folder of every landed commit migrates. db/fixtures/baseline.json.br holds the rows of demo portals made on the baseline; every
// later migration is applied to them, and no learning record may differ afterwards.

const sqlFiles = join(import.meta.dirname, "../../db");
const log = createLog({ level: "silent" });
const base = mkdtempSync(join(tmpdir(), "stoa-kept-"));
let server: Embedded;
let client: pg.Client;

beforeAll(async () => {
  server = await openEmbedded({ dataDir: join(base, "data"), log });
  client = await fillKept(server, join(base, "sql"));
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

test("every landed migration is the file that data folders out there were made with", () => {
  const lines = readFileSync(join(sqlFiles, "fixtures/migrations.sha256"), "utf8").trim().split("\n");
  const landed = lines.map((line) => line.split("  ") as [sha256: string, file: string]);
  const now = new Map(readMigrations(join(sqlFiles, "migrations")).map(({ name, sha256 }) => [`${name}.sql`, sha256]));
  for (const [sha256, file] of landed)
    expect([file, now.get(file)], "A landed migration is never changed. Put it back and write a new one.").toEqual([file, sha256]);
  // Those that come after the last line have not been listed yet: whoever lists one lists all before it.
  const last = landed.at(-1)?.[1] ?? "";
  const listed = new Set(landed.map(([, file]) => file));
  expect([...now].filter(([file]) => file < last && !listed.has(file)).map(([file, sha256]) => `${sha256}  ${file}`)).toEqual([]);
});

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
