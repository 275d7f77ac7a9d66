// The checker: compares everything that the ledger records as acknowledged with what the database holds (security.md §5.4).
import type pg from "pg";
import type { CmiFact } from "#features/progress/contract.ts";
import { hashOf, type Acknowledged } from "./ledger.ts";
import { modelOf, type ModelState } from "./model.ts";

export interface Verdict {
  /** How many facts were acknowledged, each counted once. */
  readonly acknowledged: number;
  /** Acknowledged, but missing or stored with other values. */
  readonly lost: number;
  /** Applied more than once. */
  readonly doubled: number;
  /** Merged states, times and results that differ from what the facts add up to. */
  readonly wrong: number;
  readonly attempts: number;
  /** The first few findings, as sentences. */
  readonly findings: readonly string[];
}

interface LogRow {
  attempt_id: number;
  client_id: string;
  seq: number;
  epoch: number;
  outcome: string;
  delta: Omit<CmiFact, "kind"> & { seconds?: number };
}

interface StateRow {
  attempt_id: number;
  sco_key: string;
  cmi: Record<string, string>;
  completed: boolean;
  passed: boolean | null;
  best_percent: string | null;
  first_percent: string | null;
  last_percent: string | null;
  percent_sum: string;
  percent_count: number;
  reported_seconds: string;
  sessions: number;
}

const few = 12;

/**
 * Compares the ledger with the database. Call it once every fact that was sent has been acknowledged: then the database must hold exactly these facts,
 * applied once, and each attempt's merged state, time and result must follow from them. Each fact puts `client:seq` into the call log, so that a second
 * application shows.
 */
export async function checkLedger(client: pg.Client, portalId: number, lines: readonly Acknowledged[]): Promise<Verdict> {
  const findings: string[] = [];
  const counts = { lost: 0, doubled: 0, wrong: 0 };
  const note = (kind: keyof typeof counts, text: string) => {
    counts[kind]++;
    if (findings.length < few) findings.push(`${kind}: ${text}`);
  };

  const ledger = new Map<string, Acknowledged>();
  for (const line of lines) ledger.set(`${line.attempt}/${line.client}/${line.seq}`, line);
  const attempts = [...new Set(lines.map(({ attempt }) => attempt))];

  const log = await client.query<LogRow>(
    "select attempt_id, client_id, seq, epoch, outcome, delta from commit_log where portal_id = $1 and attempt_id = any($2::bigint[]) and kind = 'cmi'",
    [portalId, attempts],
  );
  const stored = new Map<string, LogRow>();
  for (const row of log.rows) {
    const key = `${row.attempt_id}/${row.client_id}/${row.seq}`;
    if (stored.has(key)) note("doubled", `${key} is in the log twice`);
    stored.set(key, row);
    if (!ledger.has(key)) note("wrong", `${key} is stored and was never acknowledged`);
  }
  // A fact counts as lost once, however many of its traces are missing.
  const lost = new Set<string>();
  for (const [key, line] of ledger) {
    const row = stored.get(key);
    if (!row || row.outcome === "refused" || hashOf(row.delta) !== line.hash) lost.add(key);
    if (!row) note("lost", `${key} was acknowledged and is not in the log`);
    else if (row.outcome === "refused") note("lost", `${key} was acknowledged and refused`);
    else if (hashOf(row.delta) !== line.hash) note("lost", `${key} is stored with other values`);
  }

  await compareCalls(client, portalId, attempts, new Map([...ledger].filter(([key]) => !lost.has(key))), note);
  await compareStates(client, portalId, attempts, ledger, note);
  const credited = await client.query<{ attempt_id: number }>(
    `select s.attempt_id from attempt_states s where s.portal_id = $1 and s.attempt_id = any($2::bigint[]) and s.credited_seconds <>
       (select coalesce(sum(l.credited_seconds), 0) from commit_log l where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id)`,
    [portalId, attempts],
  );
  for (const { attempt_id } of credited.rows) note("wrong", `attempt ${attempt_id}: credited seconds are not the sum of the log`);
  return { acknowledged: ledger.size, ...counts, attempts: attempts.length, findings };
}

/** Compares attempts' merged states with their own commit log: for tests in which the browser, not the harness, knows what was sent. */
export async function compareStored(
  client: pg.Client,
  portalId: number,
  attempts: readonly number[],
): Promise<{ wrong: number; findings: string[] }> {
  // One snapshot of the database: a page that is closing may still be sending.
  await client.query("begin isolation level repeatable read read only");
  const { rows } = await client.query<LogRow>(
    `select attempt_id, client_id, seq, epoch, outcome, delta from commit_log
     where portal_id = $1 and attempt_id = any($2::bigint[]) and kind = 'cmi' and outcome <> 'refused' and left(delta->>'scoKey', 1) <> '_'`,
    [portalId, attempts],
  );
  const ledger = new Map<string, Acknowledged>();
  for (const { attempt_id, client_id, seq, epoch, delta } of rows)
    ledger.set(`${attempt_id}/${client_id}/${seq}`, {
      attempt: Number(attempt_id),
      client: client_id,
      seq: Number(seq),
      epoch,
      hash: "",
      fact: { kind: "cmi", ...delta },
    });
  const findings: string[] = [];
  let wrong = 0;
  await compareStates(client, portalId, [...attempts], ledger, (kind, text) => {
    wrong++;
    if (findings.length < few) findings.push(`${kind}: ${text}`);
  });
  await client.query("commit");
  return { wrong, findings };
}

type Note = (kind: "lost" | "doubled" | "wrong", text: string) => void;

/** Compares the call log, which is append-only: a fact applied twice appears in it twice. */
async function compareCalls(
  client: pg.Client,
  portalId: number,
  attempts: number[],
  ledger: ReadonlyMap<string, Acknowledged>,
  note: Note,
) {
  const { rows } = await client.query<{ attempt_id: number; mark: string; times: number }>(
    `select attempt_id, c->>'value' as mark, count(*)::int as times from scorm_calls, jsonb_array_elements(calls) c
     where portal_id = $1 and attempt_id = any($2::bigint[]) group by 1, 2`,
    [portalId, attempts],
  );
  const times = new Map(rows.map(({ attempt_id, mark, times: found }) => [`${attempt_id}/${mark}`, found]));
  for (const { attempt, client: clientId, seq, fact } of ledger.values()) {
    if (!fact.calls?.length) continue;
    const found = times.get(`${attempt}/${clientId}:${seq}`) ?? 0;
    if (found === 0) note("lost", `the calls of ${attempt}/${clientId}/${seq} are not in the log of calls`);
    if (found > 1) note("doubled", `${attempt}/${clientId}/${seq} was applied ${found} times`);
  }
}

async function compareStates(
  client: pg.Client,
  portalId: number,
  attempts: number[],
  ledger: ReadonlyMap<string, Acknowledged>,
  note: Note,
) {
  const { rows } = await client.query<StateRow>(
    "select * from scorm_states where portal_id = $1 and attempt_id = any($2::bigint[]) and left(sco_key, 1) <> '_'",
    [portalId, attempts],
  );
  const states = new Map(rows.map((row) => [`${row.attempt_id}/${row.sco_key}`, row]));
  const results = await client.query<{ attempt_id: number; done: boolean; passed: boolean | null; score: string | null; items: number }>(
    `select attempt_id, completion_id is not null as done, passed, score_percent as score, items_done as items from attempt_progress
     where portal_id = $1 and attempt_id = any($2::bigint[])`,
    [portalId, attempts],
  );
  const resultOf = new Map(results.rows.map((row) => [Number(row.attempt_id), row]));
  const itemsOf = new Map<number, number>();
  const itemRows = await client.query<{ id: number; items: number }>(
    "select a.id, v.item_count as items from attempts a join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id where a.portal_id = $1 and a.id = any($2::bigint[])",
    [portalId, attempts],
  );
  for (const { id, items } of itemRows.rows) itemsOf.set(Number(id), items);

  for (const [attempt, facts] of Map.groupBy(ledger.values(), (line) => line.attempt)) {
    const model = modelOf(facts);
    for (const [scoKey, want] of model) {
      const row = states.get(`${attempt}/${scoKey}`);
      if (!row) {
        note("wrong", `attempt ${attempt} has no state of ${scoKey}`);
        continue;
      }
      for (const text of differences(want, row)) note("wrong", `attempt ${attempt} ${scoKey}: ${text}`);
    }
    // The default policy: complete once every part reports it; success and score as reported.
    const all = [...model.values()];
    const result = resultOf.get(attempt);
    const done = all.filter(({ completed }) => completed).length;
    if (result?.items !== done) note("wrong", `attempt ${attempt}: ${result?.items} parts done instead of ${done}`);
    const complete = done >= (itemsOf.get(attempt) ?? 1);
    if (result?.done !== complete) note("wrong", `attempt ${attempt}: complete is ${result?.done} instead of ${complete}`);
    if (!complete || !result) continue;
    const best = all.flatMap((state) => state.best ?? []);
    const score = best.length > 0 ? best.reduce((sum, one) => sum + one, 0) / best.length : null;
    if (!near(score, result.score, 0.011)) note("wrong", `attempt ${attempt}: result ${result.score} instead of ${score}`);
    const told = all.filter(({ passed }) => passed !== null);
    // A pass is never taken back; otherwise every part that reports success or failure has to be passed.
    if (told.length > 0 && told.every(({ passed }) => passed) && result.passed !== true) note("wrong", `attempt ${attempt}: not passed`);
    if (told.length === 1 && all.length === 1 && result.passed !== told[0]?.passed)
      note("wrong", `attempt ${attempt}: passed is ${result.passed}`);
  }
}

/** Whether a number and a numeric column are equal within `by`, or both are missing. */
const near = (want: number | null, found: string | number | null, by = 0.0002) =>
  want === null ? found === null : found !== null && Math.abs(want - Number(found)) <= by;

function* differences(want: ModelState, row: StateRow) {
  const keys = new Set([...Object.keys(want.cmi), ...Object.keys(row.cmi)]);
  for (const key of keys)
    if (want.cmi[key] !== row.cmi[key]) yield `${key} is ${row.cmi[key]?.slice(0, 40)} instead of ${want.cmi[key]?.slice(0, 40)}`;
  if (want.completed !== row.completed) yield `completed is ${row.completed}`;
  if (want.passed !== row.passed) yield `passed is ${row.passed} instead of ${want.passed}`;
  if (!near(want.best, row.best_percent)) yield `best score ${row.best_percent} instead of ${want.best}`;
  if (!near(want.first, row.first_percent)) yield `first score ${row.first_percent} instead of ${want.first}`;
  if (!near(want.last, row.last_percent)) yield `last score ${row.last_percent} instead of ${want.last}`;
  if (want.scored !== row.percent_count) yield `${row.percent_count} scored sessions instead of ${want.scored}`;
  if (!near(want.sum, row.percent_sum)) yield `sum of scores ${row.percent_sum} instead of ${want.sum}`;
  if (!near(want.seconds, row.reported_seconds, 0.001)) yield `${row.reported_seconds} seconds instead of ${want.seconds}`;
  if (want.sessions !== row.sessions) yield `${row.sessions} sessions instead of ${want.sessions}`;
}
