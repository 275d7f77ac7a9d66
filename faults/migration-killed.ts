// F24: the data folder of the baseline, multiplied to more than a million rows, is migrated and killed at points in between. Nothing learned may be lost.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as pg from "pg";
import { childrenOf } from "#app/test/server.ts";
import { fillKept, kept } from "#db/fixtures/kept-folder.ts";
import { createLog } from "#platform/log.ts";
import { openEmbedded, type Embedded } from "#platform/postgres/embedded.ts";
import type { Fault } from "./report.ts";

const points = 8;
/** Each person of the demo and all that they learned, this many times more; and entries in the log of commits for each attempt. */
const copies = 40;
const entries = 60;

const tables = [
  "users",
  "memberships",
  "enrolments",
  "enrolment_causes",
  "enrolment_cause_ends",
  "attempts",
  "attempt_states",
  "attempt_items",
  "attempt_blocks",
  "quiz_submissions",
  "completions",
  "commit_log",
] as const;
/** Columns that name a person or what belongs to one: another number in each copy. */
const numbered = new Set(["id", "user_id", "enrolment_id", "attempt_id", "cause_id"]);
/** What a migration changes on purpose, as far as it must stay. */
const stays: Record<string, string> = { "commit_log.delta": "case when outcome = 'refused' then delta - 'refused' else delta end" };

const columnsOf = async (client: pg.Client, table: string) =>
  (
    await client.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum",
      [table],
    )
  ).rows.map(({ name }) => name);

/** Multiplies what people learned, and keeps a copy of every row in the schema `kept`. Returns the number of rows. */
async function multiply(client: pg.Client): Promise<number> {
  await client.query("create schema kept");
  let sum = 0;
  for (const table of tables) {
    const columns = await columnsOf(client, `public.${table}`);
    if (table === "commit_log")
      await client.query(
        `insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, claimed_seconds, credited_seconds, delta, outcome, gapless_to)
         select a.portal_id, a.id, 'multiplied', n, 1, case when n % 4 = 0 then 'submit' else 'time' end, 7, case when n % 4 = 0 then 0 else 7 end,
           case when n % 4 = 0 then '{"kind": "submit", "refused": "You have already passed this quiz."}' else jsonb_build_object('seconds', n) end,
           case when n % 4 = 0 then 'refused' else 'applied' end, n
         from attempts a cross join generate_series(1, ${entries}) n`,
      );
    else {
      const values = columns.map((name) =>
        numbered.has(name) ? `${name} + k * 1000000` : table === "users" && name === "email" ? "k || '.' || email" : name,
      );
      await client.query(
        `insert into ${table} (${columns.join(", ")}) overriding system value
         select ${values.join(", ")} from ${table} cross join generate_series(1, ${copies}) k ${table === "users" ? "where kind = 'person'" : ""}`,
      );
    }
    await client.query(`create table kept.${table} as table public.${table}`);
    sum += Number((await client.query<{ n: string }>(`select count(*) as n from kept.${table}`)).rows[0]?.n);
  }
  return sum;
}

interface Found {
  /** Rows that are missing or have other values, rows that nobody wrote, and refusals in words beside refusals as codes. */
  lost: number;
  added: number;
  halves: number;
  migrations: number;
}

/** Compares each row with its copy, in the columns that both have. */
async function compare(url: string): Promise<Found> {
  return withClient(url, async (client) => {
    const number = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n);
    let [lost, added] = [0, 0];
    for (const table of tables) {
      const now = new Set(await columnsOf(client, `public.${table}`));
      const shared = (await columnsOf(client, `kept.${table}`)).filter((name) => now.has(name));
      const list = shared.map((name) => stays[`${table}.${name}`] ?? name).join(", ");
      const rest = (from: string, without: string) =>
        number(`select count(*) as n from (select ${list} from ${from}.${table} except all select ${list} from ${without}.${table}) rest`);
      lost += await rest("kept", "public");
      added += await rest("public", "kept");
    }
    const refused = "select count(*) as n from public.commit_log where outcome = 'refused' and delta->>'refused'";
    const halves = Math.min(await number(`${refused} like '% %'`), await number(`${refused} not like '% %'`));
    return { lost, added, halves, migrations: await number("select count(*) as n from public.schema_migrations") };
  });
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  // A kill of the database ends the connection; the statement under way says so.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const inDatabase = (url: string, name: string) => url.replace(/\/(?:postgres|stoa)\?/, `/${name}?`);

/** Waits until the database answers: after its kill it is started again. */
async function answers(url: string) {
  for (const limit = performance.now() + 120_000; ; await wait(100)) {
    const isThere = await withClient(url, (client) => client.query("select 1")).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (performance.now() > limit) throw new Error("The database does not answer two minutes after its kill.");
  }
}

/** Starts to migrate a database in a process of its own; settles when its connection is there. */
async function begin(server: Embedded, name: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "migrate-now.ts"), inDatabase(server.ownerUrl, name)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  await withClient(server.superUrl, async (client) => {
    const isThere = async () =>
      (await client.query("select from pg_stat_activity where datname = $1 and application_name = 'stoa migrate'", [name])).rowCount !== 0;
    while (child.exitCode === null && !(await isThere())) await wait(5);
  });
  return child;
}

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
};

/** Kills the migrating process, every second time with all of PostgreSQL at one stroke. */
function kill(child: ChildProcess, dataDir: string, withDatabase: boolean) {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10);
  const all = withDatabase ? [postmaster, ...childrenOf(postmaster)] : [];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  child.kill("SIGKILL");
  for (const pid of all) process.kill(pid, "SIGKILL");
}

/** Reads a table of every request again and again until told to stop; gives the longest that one waited, in milliseconds. */
async function readers(url: string, signal: AbortSignal): Promise<number> {
  let longest = 0;
  await Promise.all(
    ["users", "attempts", "commit_log"].map((table) =>
      withClient(url, async (client) => {
        while (!signal.aborted) {
          const began = performance.now();
          await client.query(`select from public.${table} limit 1`);
          longest = Math.max(longest, performance.now() - began);
          await wait(10);
        }
      }),
    ),
  );
  return longest;
}

async function run() {
  const base = mkdtempSync(join(tmpdir(), "stoa-migration-"));
  const dataDir = join(base, "data");
  const server = await openEmbedded({ dataDir, log: createLog({ level: "silent" }) });
  try {
    const client = await fillKept(server, join(base, "sql"));
    const rows = await multiply(client);
    await client.end();
    const fresh = async (name: string) => {
      await withClient(server.superUrl, async (superuser) => {
        await superuser.query(`drop database if exists ${name} with (force)`);
        await superuser.query(`create database ${name} owner stoa_owner template stoa`);
      });
      return inDatabase(server.superUrl, name);
    };

    // Undisturbed, to know how long it takes.
    const whole = await fresh("whole");
    const child = await begin(server, "whole");
    const [began, stop] = [performance.now(), new AbortController()];
    const reading = readers(whole, stop.signal);
    const code = await ended(child);
    const took = performance.now() - began;
    stop.abort();
    const waited = await reading;
    const after = await compare(whole);
    const all = readdirSync(join(import.meta.dirname, "../db/migrations")).filter((file) => file.endsWith(".sql")).length;
    // The comparison must see a row that is missing, or it proves nothing.
    await withClient(whole, (superuser) =>
      superuser.query("set session_replication_role = replica; delete from completions where id = (select max(id) from completions)"),
    );
    const seen = (await compare(whole)).lost;

    let [lost, doubled, wrong, inBetween] = [after.lost, after.added, after.halves + (code === 0 && seen === 1 ? 0 : 1), 0];
    const reached: string[] = [];
    const worse = (found: Found) => {
      lost += found.lost;
      doubled += found.added;
      wrong += found.halves;
    };
    for (let nth = 0; nth < points; nth++) {
      const url = await fresh("killed");
      const migrating = await begin(server, "killed");
      await wait(((nth + 0.5) / points) * took);
      kill(migrating, dataDir, nth % 2 === 1);
      await ended(migrating);
      await answers(url);
      const found = await compare(url);
      worse(found);
      if (found.migrations < all) inBetween++;
      reached.push(`${found.migrations - kept.migrations.length}`);
      // Once more, to the end.
      if ((await ended(await begin(server, "killed"))) !== 0) wrong++;
      const finished = await compare(url);
      worse(finished);
      if (finished.migrations !== all) wrong++;
    }
    return {
      ok: rows >= 1_000_000 && lost + doubled + wrong === 0 && inBetween >= points / 2,
      acknowledged: rows,
      lost,
      doubled,
      wrong,
      faults: points,
      notes: [
        `${rows} rows; ${all - kept.migrations.length} migrations undisturbed: ${(took / 1000).toFixed(1)} s; a reader waited ${(waited / 1000).toFixed(1)} s at most`,
        `killed after so many of them: ${reached.join(", ")}; one row deleted on purpose: ${seen} found missing`,
      ],
    };
  } finally {
    await server.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const migrationKilled: Fault = {
  id: "F24",
  title: "SIGKILL at points of a migration of the baseline's data folder with a million rows",
  run,
};
