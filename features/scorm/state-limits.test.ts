import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CmiFact } from "#features/progress/contract.ts";
import { apiFacade } from "./launcher/facade.ts";
import { createJournal } from "./launcher/journal.ts";
import { createRoom, type Room } from "./launcher/room.ts";
import type { Runtime } from "./launcher/runtime.ts";
import { factOf, launch, newClient, startRuns, type Runs } from "./test/runs.ts";

// security.md §3.2, §3.8: what packages keep has a limit as a whole, for an attempt and for a person's day. At the limit nothing that was kept is lost,
// and a full attempt opens and can be completed.

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns({ STATE_ATTEMPT_MB: "1", STATE_PERSON_DAY_MB: "4", RATE_COMMIT: "10000", RATE_COMMIT_BURST: "10000" });
});
afterAll(() => runs.app.close());

/** Seven of a package's largest values, about 450 kB, under names that no other commit uses. */
const large = (nth: number) =>
  factOf(Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`cmi.interactions.${nth}.text.${at}`, "x".repeat(64_000)])));
const sizesOf = async (attemptId: number) => {
  const rows = await runs.app.databases.inSystem("read sizes", async (db) => {
    const found = await sql<{ counted: number; exact: number; bound: number }>`
      select sum(p.cmi_bytes)::int as counted, sum(pg_column_size(p.cmi || '{}'))::int as exact, min(s.state_bound)::int as bound
      from scorm_states p join attempt_states s on s.portal_id = p.portal_id and s.attempt_id = p.attempt_id
      where p.attempt_id = ${attemptId} and p.sco_key <> '_open'`.execute(db);
    return found.rows;
  });
  return rows[0];
};

/** The answer to one fact that was stored. */
const wasStored = (seq: number) => ({ stored: [seq], refused: [], epoch: expect.any(Number) });

test("an attempt keeps what fits and refuses the rest for good; what follows goes through, and the attempt can be completed", async () => {
  const { aLearner, send, rowOf, stateOf, logOf } = runs;
  const { client, attemptId, opened, course } = await aLearner();
  const clientId = newClient();
  const answers = [];
  for (let nth = 1; nth <= 5; nth++) answers.push((await send(opened.token, [{ seq: nth, fact: large(nth) }], { clientId })).json());
  expect(answers.map(({ refused }) => refused.map(({ code }: { code: string }) => code))).toEqual([
    [],
    [],
    ["state_full"],
    ["state_full"],
    ["state_full"],
  ]);
  expect(answers[2].refused[0].message).toBe("The course has no more room to store here. What was saved before is kept.");
  expect(answers.map(({ stored }) => stored)).toEqual([[1], [2], [3], [4], [5]]);
  const kept = Object.keys((await rowOf(attemptId))?.cmi ?? {});
  expect(kept).toHaveLength(14);
  // The log holds that they were refused, not what they said.
  const log = await logOf(attemptId);
  expect(log.map(({ outcome }) => outcome)).toEqual(["applied", "applied", "refused", "refused", "refused"]);
  expect(JSON.stringify(log[2]?.delta).length).toBeLessThan(200);
  const sizes = await sizesOf(attemptId);
  expect(sizes?.counted).toBe(sizes?.exact);
  expect(sizes?.bound).toBeGreaterThanOrEqual(sizes?.exact ?? 0);
  // Sent again, each is answered as it was.
  const again = (await send(opened.token, [1, 2, 3].map((seq) => ({ seq, fact: large(seq) })).slice(2), { clientId })).json();
  expect(again).toMatchObject({ stored: [3], refused: [{ seq: 3, code: "state_full" }] });
  expect((await send(opened.token, [{ seq: 1, fact: large(1) }], { clientId })).json()).toEqual(wasStored(1));

  // What does not add is stored: the same elements with other values, fewer of them, and what completes the part.
  const other = factOf({ "cmi.interactions.1.text.0": "y".repeat(64_000) });
  expect((await send(opened.token, [{ seq: 6, fact: other }], { clientId })).json()).toEqual(wasStored(6));
  const done = factOf({ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "90", "cmi.core.session_time": "0000:10:00" });
  expect((await send(opened.token, [{ seq: 7, fact: done }], { clientId })).json()).toEqual(wasStored(7));
  expect((await rowOf(attemptId))?.cmi).toMatchObject({ "cmi.interactions.1.text.0": "y".repeat(64_000), "cmi.core.score.raw": "90" });
  expect(await stateOf(client, attemptId)).toMatchObject({ percent: 100, completion: { scorePercent: 90, passed: true } });

  // It opens with all of it.
  const reopened = await launch(client, course);
  expect(reopened.opened.states["sco-1"]?.cmi).toEqual((await rowOf(attemptId))?.cmi);

  // A part that starts over has room again.
  const over = { ...large(9), session: "session-2", fresh: true };
  expect((await send(opened.token, [{ seq: 8, fact: over }], { clientId })).json()).toEqual(wasStored(8));
  expect(Object.keys((await rowOf(attemptId))?.cmi ?? {})).toHaveLength(7);
  expect((await send(opened.token, [{ seq: 3, fact: large(3) }], { clientId })).json()).toMatchObject({
    refused: [{ code: "state_full" }],
  });
});

test("an attempt at the limit of very many small values opens: its state is not put together anew", { timeout: 30_000 }, async () => {
  const { app, aLearner } = runs;
  const { client, attemptId, epoch } = await aLearner();
  await app.databases.inSystem("many values", (db) =>
    sql`insert into scorm_states (portal_id, attempt_id, sco_key, cmi)
      select ${app.portal("a").id}, ${attemptId}, 'sco-1', jsonb_object_agg('cmi.interactions.' || n || '.learner_response', 'answer-' || n)
      from generate_series(1, 70000) n`.execute(db),
  );
  const answer = await client.post("/rest/scorm/open", { attemptId, epoch });
  expect(answer.statusCode).toBe(200);
  expect(Object.keys(answer.json().states["sco-1"].cmi)).toHaveLength(70_000);
});

test("the limit holds for both ways, for facts that come late or several together, and for all parts and the sequencing state together", async () => {
  const { aLearner, send, rowOf } = runs;
  const { client, attemptId, epoch, opened } = await aLearner();
  const clientId = newClient();
  const commit = async (facts: { seq: number; fact: object }[]) =>
    (await client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId, epoch, commits: facts })).json();
  expect(await commit([{ seq: 2, fact: large(2) }])).toMatchObject({ stored: [2], refused: [] });
  // Older than what is there, with facts of another kind: folded on the long way.
  expect(
    await commit([
      { seq: 1, fact: large(1) },
      { seq: 3, fact: { kind: "time", seconds: 1 } },
    ]),
  ).toMatchObject({ stored: [1, 3], refused: [] });
  expect(await commit([{ seq: 4, fact: large(4) }])).toMatchObject({ refused: [{ seq: 4, code: "state_full" }] });
  const sequencing = { ...large(5), scoKey: "_sequencing" };
  expect(await commit([{ seq: 5, fact: sequencing }])).toMatchObject({ refused: [{ seq: 5, code: "state_full" }] });
  const several = [6, 7, 8].map((seq) => ({ seq, fact: factOf({ [`cmi.interactions.${seq}.id`]: "x".repeat(60_000) }) }));
  expect(await commit(several)).toMatchObject({ stored: [6, 7, 8], refused: [{ seq: 8, code: "state_full" }] });
  expect(Object.keys((await rowOf(attemptId))?.cmi ?? {})).toHaveLength(16);
  // A sequencing state belongs to a part that there is: made-up keys take no room.
  expect((await send(opened.token, [{ ...factOf({ "stoa.state": "x" }), scoKey: "_sequencing-made-up" }])).json()).toMatchObject({
    refused: [{ code: "unknown_part" }],
  });
});

test("a person's packages report so much a day, over all their attempts; the next day goes on", async () => {
  const { app, aLearner, send, rowOf, logOf } = runs;
  const first = await aLearner();
  const second = await aLearner();
  const rewrite = (nth: number) =>
    factOf(Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`cmi.interactions.1.text.${at}`, String(nth % 10).repeat(64_000)])));
  const clientId = newClient();
  const codes = [];
  for (let nth = 1; nth <= 11; nth++)
    codes.push((await send(first.opened.token, [{ seq: nth, fact: rewrite(nth) }], { clientId })).json().refused[0]?.code ?? "stored");
  expect(codes).toEqual([...Array.from({ length: 9 }, () => "stored"), "day_full", "day_full"]);
  expect((await rowOf(first.attemptId))?.cmi).toMatchObject({ "cmi.interactions.1.text.0": "9".repeat(64_000) });
  expect(JSON.stringify((await logOf(first.attemptId)).at(-1)?.delta).length).toBeLessThan(200);
  // Another person has their own day.
  expect((await send(second.opened.token, [rewrite(1)])).json()).toMatchObject({ refused: [] });
  const done = factOf({ "cmi.core.lesson_status": "completed" });
  expect((await send(first.opened.token, [{ seq: 12, fact: done }], { clientId })).json()).toEqual(wasStored(12));
  // The same person's next attempt shares their day.
  const next = await launch(first.client, first.course, { retake: true });
  const told = (
    await send(
      next.opened.token,
      [
        { seq: 1, fact: rewrite(1) },
        { seq: 2, fact: done },
      ],
      { clientId },
    )
  ).json();
  expect(told).toMatchObject({ stored: [1, 2], refused: [{ seq: 1, code: "day_full" }] });
  expect(await runs.stateOf(first.client, next.attemptId)).toMatchObject({ percent: 100 });
  await app.databases.inSystem("the next day", (db) =>
    sql`update attempt_states set reported_on = reported_on - 1 where attempt_id in (${first.attemptId}, ${next.attemptId})`.execute(db),
  );
  expect((await send(next.opened.token, [{ seq: 3, fact: rewrite(3) }], { clientId })).json()).toEqual(wasStored(3));
});

/** The API that a package finds, over a run-time that takes everything, and what it hands over. */
function anApi(given: Room | null) {
  const facts: CmiFact[] = [];
  const kept: Record<string, string> = {};
  const room = createRoom(given);
  let error = "0";
  const methods = { initialize: "Initialize", terminate: "Terminate", get: "GetValue", set: "SetValue", commit: "Commit", others: [] };
  const runtime: Partial<Runtime> = {
    methods,
    isLive: () => true,
    reopens: () => false,
    effective: () => ({}),
    lastError: () => error,
    call(method, [element]) {
      error = "0";
      return method === "GetValue" ? (kept[String(element)] ?? "") : "true";
    },
    refuse: (method) => void (error = method === "Commit" ? "391" : "351"),
  };
  const journal = createJournal({
    firstSeq: 1,
    send: null,
    post({ fact }) {
      facts.push(fact);
      room.reported(fact);
    },
  });
  journal.begin("sco-1", "session-1", {}, false);
  const api = apiFacade({
    runtime: runtime as Runtime,
    journal,
    isStopped: () => false,
    mayKeep: (name, value) => room.takes(name, value, kept[name]),
    onCall: () => undefined,
    onChange(name, value) {
      room.stored(name, value, kept[name]);
      kept[name] = value;
    },
    onTerminated: () => undefined,
    onReopened: () => undefined,
  });
  const call = (method: string, ...args: string[]) => [api[method]?.(...args), error];
  return { call, room, facts };
}

test("a package is told before it relies on what would not be stored: SetValue and the next Commit answer false, with the standard's errors", () => {
  const { call } = anApi({ state: 1000, day: 100_000 });
  expect(call("SetValue", "cmi.suspend_data", "x".repeat(900))).toEqual(["true", "0"]);
  expect(call("SetValue", "cmi.interactions.0.id", "x".repeat(200))).toEqual(["false", "351"]);
  expect(call("GetValue", "cmi.interactions.0.id")).toEqual(["", "0"]);
  expect(call("Commit", "")).toEqual(["false", "391"]);
  expect(call("Commit", "")).toEqual(["true", "0"]);
  // The same element with as much or less is stored, and what completes the part always is.
  expect(call("SetValue", "cmi.suspend_data", "y".repeat(900))).toEqual(["true", "0"]);
  expect(call("SetValue", "cmi.suspend_data", "y".repeat(960))).toEqual(["true", "0"]);
  expect(call("SetValue", "cmi.suspend_data", "y".repeat(990))).toEqual(["false", "351"]);
  for (const [name, value] of [
    ["cmi.completion_status", "completed"],
    ["cmi.score.scaled", "0.9"],
    ["cmi.session_time", "PT10M"],
    ["cmi.location", "page-9"],
  ] as const)
    expect([name, call("SetValue", name, value)]).toEqual([name, ["true", "0"]]);
});

test("what is reported counts for the day, changed or not; in a test, which records nothing, nothing is full", () => {
  const { call, room } = anApi({ state: 1_000_000, day: 10_000 });
  let taken = 0;
  while (taken < 100 && call("SetValue", "cmi.suspend_data", String(taken % 10).repeat(1000))[0] === "true") {
    taken++;
    call("Commit", "");
  }
  expect(taken).toBeGreaterThan(4);
  expect(taken).toBeLessThan(10);
  expect(call("SetValue", "cmi.success_status", "passed")).toEqual(["true", "0"]);
  room.freed({ "cmi.suspend_data": "x".repeat(5000) });
  expect(room.takes("cmi.suspend_data", "x".repeat(5000), undefined)).toBe(false);
  const free = anApi(null);
  for (let nth = 0; nth < 100; nth++)
    expect(free.call("SetValue", `cmi.interactions.${nth}.id`, "x".repeat(60_000))).toEqual(["true", "0"]);
  // The server has the last word.
  const told = anApi({ state: 1_000_000, day: 1_000_000 });
  told.room.isFull();
  expect(told.call("SetValue", "cmi.suspend_data", "x")).toEqual(["false", "351"]);
});

test("a package is never promised more than the server takes, nor much less", { timeout: 60_000 }, async () => {
  const { aLearner, send } = runs;
  const { opened } = await aLearner();
  const { call, facts } = anApi(opened.room);
  expect(opened.room).toEqual({ state: 1024 ** 2, day: 4 * 1024 ** 2 });
  let stored = 0;
  for (let nth = 0; nth < 400; nth++)
    if (call("SetValue", `cmi.interactions.${nth}.learner_response`, `\u00fc\u4e2d${"x".repeat(3_000)}`)[0] === "true") stored++;
  call("Commit", "");
  const clientId = newClient();
  for (const [at, fact] of facts.entries()) {
    const { refused } = (await send(opened.token, [{ seq: at + 1, fact }], { clientId })).json();
    expect(refused).toEqual([]);
  }
  expect(stored * 3_040).toBeGreaterThan(0.98 * 1024 ** 2);
});
