import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CmiFact } from "#features/progress/contract.ts";
import {
  decideCommits,
  stateLimits,
  storeEach,
  storePlain,
  type CommitOutcome,
  type SentCommit,
} from "#features/progress/server/package-commits.ts";
import { versionCache } from "#features/progress/server/version-cache.ts";
import { hashToken } from "#platform/tokens.ts";
import { factOf, startRuns, type Runs } from "./test/runs.ts";

// db/functions/commit_plain.sql stores most commits of a batch in one statement; for these it has to do exactly what scorm_commit does one by one (security.md §5.3).

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

const versions = versionCache();
const storing = () => ({ prepared: true, limits: stateLimits(runs.app.config) });
const plainly = (commits: readonly SentCommit[]) => storePlain(runs.app.databases, commits, storing());

/** Stores commits one by one, and those that need a decision with it. */
async function oneByOne(commits: readonly SentCommit[]): Promise<CommitOutcome[]> {
  const each = await storeEach(runs.app.databases, commits, storing());
  const rest = commits.filter((_, at) => !each[at]);
  const decided = rest.length > 0 ? await decideCommits(runs.app.databases, rest, versions, storing().limits) : [];
  return each.map((outcome) => outcome ?? (decided.shift() as CommitOutcome));
}

/** As the queue does: all at once what can be, the others one by one. */
async function asTheQueue(commits: readonly SentCommit[]) {
  const stored = await plainly(commits);
  const others = await oneByOne(commits.filter((_, at) => !stored[at]));
  return { outcomes: stored.map((outcome) => outcome ?? others.shift()), plain: stored.filter(Boolean).length };
}

/** Everything of an attempt that commits write, without what tells attempts and moments apart. */
const allOf = (attemptId: number) =>
  runs.app.databases.inSystem("compare attempts", async (db) => {
    const { rows } = await sql<{ all: unknown }>`
      select jsonb_build_object(
        'states', (select jsonb_agg(to_jsonb(s) - '{attempt_id,updated_at}'::text[] order by s.sco_key) from scorm_states s where s.attempt_id = a.id),
        'log', (select jsonb_agg(to_jsonb(l) - '{attempt_id,received_at}'::text[] order by l.client_id, l.seq) from commit_log l where l.attempt_id = a.id),
        'calls', (select jsonb_agg(to_jsonb(c) - '{attempt_id,id,received_at}'::text[] order by c.id) from scorm_calls c where c.attempt_id = a.id),
        'attempt', (select to_jsonb(s) - '{attempt_id,last_activity_at,opened_at}'::text[] from attempt_states s where s.attempt_id = a.id),
        'completion', (select to_jsonb(c) - '{attempt_id,id,completed_at,course_id,user_id,version_id}'::text[] from completions c where c.attempt_id = a.id)
      ) as all from attempts a where a.id = ${attemptId}`.execute(db);
    return rows[0]?.all;
  });

/** Numbers from 0 to below `below`, the same ones for the same seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a page may send, in the order it may send it in: repeats, gaps, old numbers and several facts at once among what is usual. */
function history(seed: number, length: number): Pick<SentCommit, "epoch" | "clientId" | "commits">[] {
  const random = numbers(seed);
  const next = [1, 1];
  const values = (): Record<string, string> => ({
    "cmi.suspend_data": `page=${random(1000)}`,
    ...(random(3) > 0 && { "cmi.core.score.raw": String(random(4) > 0 ? random(101) : ["", " 7.5 ", "-3", "1e2", "250"][random(5)]) }),
    ...(random(4) === 0 && { "cmi.core.score.max": String(random(3) * 50) }),
    ...(random(3) === 0 && {
      "cmi.core.lesson_status": ["incomplete", "failed", "completed", "passed", "browsed"][random(40) < 38 ? 0 : 1 + random(4)] as string,
    }),
    ...(random(2) === 0 && { "cmi.core.session_time": `0000:0${random(9)}:00` }),
  });
  const fact = (): CmiFact =>
    factOf(values(), {
      scoKey: random(12) === 0 ? "sco-9" : "sco-1",
      session: `session-${random(8) === 0 ? 2 : 1}`,
      ...(random(20) === 0 && { fresh: true }),
      ...(random(4) === 0 && { calls: [{ at: 1, call: "LMSCommit", result: "true", error: "0" }] }),
    });
  return Array.from({ length }, () => {
    const client = random(10) === 0 ? 1 : 0;
    const seqs = Array.from({ length: random(12) === 0 ? 2 : 1 }, () => {
      if (random(15) === 0) return 1 + random(next[client] as number);
      next[client] = (next[client] as number) + (random(15) === 0 ? 2 : 1);
      return (next[client] as number) - 1;
    });
    return {
      epoch: random(15) === 0 ? random(4) : 1,
      clientId: `client-${client}`,
      commits: [...new Set(seqs)].toSorted((a, b) => a - b).map((seq) => ({ seq, fact: fact() })),
    };
  });
}

/** An attempt as commits name it. */
const attemptOf = ({ attemptId }: { attemptId: number }) => ({ portalId: runs.app.portal("a").id, attemptId });

test(
  "what is stored all at once is what one by one would store: states, log, calls, sizes, completions and replies",
  { timeout: 120_000 },
  async () => {
    let plain = 0;
    let all = 0;
    for (const [nth, policy] of ([{}, { complete: "passed" }, { score: "last" }] as const).entries()) {
      const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => runs.aLearner(policy)));
      if (!first || !second || !third || !fourth) throw new Error("There are four.");
      const [one, other] = [history(nth * 2 + 1, 70), history(nth * 2 + 2, 70)];
      for (const [at, commit] of one.entries()) {
        const beside = other[at] as (typeof other)[number];
        // Twice the same attempt in one batch, now and then.
        const twice = at % 10 === 9 ? [{ ...commit, commits: [{ seq: 10_000 + at, fact: factOf({ "cmi.core.exit": "suspend" }) }] }] : [];
        const batch = (a: { attemptId: number }, b: { attemptId: number }) => [
          { ...attemptOf(a), ...commit },
          ...twice.map((more) => ({ ...attemptOf(a), ...more })),
          { ...attemptOf(b), ...beside },
        ];
        const expected = await oneByOne(batch(first, second));
        const got = await asTheQueue(batch(third, fourth));
        expect([nth, at, got.outcomes]).toEqual([nth, at, expected]);
        plain += got.plain;
        all += expected.length;
      }
      expect(await allOf(third.attemptId)).toEqual(await allOf(first.attemptId));
      expect(await allOf(fourth.attemptId)).toEqual(await allOf(second.attemptId));
    }
    // Most of what is usual goes this way; otherwise this compares nothing.
    expect([plain > all / 4, plain < all]).toEqual([true, true]);
  },
);

test("left out, and then as before: first reports, several facts, decisions, held attempts, other people, ended sessions", async () => {
  const { app, aLearner } = runs;
  const [learner, free] = [await aLearner(), await aLearner()];
  const commit = (of: typeof learner, seq: number, values: Record<string, string> = { "cmi.suspend_data": `${seq}` }): SentCommit => ({
    ...attemptOf(of),
    epoch: 1,
    clientId: "client-plain",
    commits: [{ seq, fact: factOf(values) }],
  });
  const asSession = (of: typeof learner) => ({
    tokenHash: hashToken(/stoa_session=([^;]+)/.exec(of.client.cookie)?.[1] ?? ""),
    idleMinutes: 60,
  });
  const isPlain = async (...commits: SentCommit[]) => (await plainly(commits)).map((outcome) => outcome !== undefined);
  expect(await isPlain(commit(learner, 1))).toEqual([false]);
  await oneByOne([commit(learner, 1), commit(free, 1)]);
  expect(await isPlain(commit(learner, 2), commit(learner, 3), commit(free, 2))).toEqual([true, false, true]);
  expect(await isPlain({ ...commit(learner, 3), commits: [...commit(learner, 3).commits, ...commit(learner, 4).commits] })).toEqual([
    false,
  ]);
  expect(await isPlain(commit(learner, 2), commit(learner, 1))).toEqual([false, false]);
  expect(await isPlain(commit(learner, 3, { "cmi.core.lesson_status": "completed" }))).toEqual([false]);
  expect(await isPlain({ ...commit(learner, 3), epoch: 2 })).toEqual([false]);
  expect(await isPlain({ ...commit(learner, 3), attemptId: 999_999 })).toEqual([false]);
  // One that cannot even be read costs the others nothing but the short way.
  expect(await isPlain({ ...commit(learner, 3), epoch: 2 ** 40 }, commit(free, 3))).toEqual([false, false]);

  // By session: their own, not another's.
  expect(await isPlain({ ...commit(learner, 3), session: asSession(free) })).toEqual([false]);
  const factorDue = (at: Date | null) =>
    app.databases.inSystem("a second factor that is due", (db) =>
      db
        .updateTable("sessions")
        .set({ factor_due_at: at, factor_days: at && 0 })
        .where("user_id", "=", learner.person.id)
        .execute(),
    );
  await factorDue(new Date(0));
  expect(await isPlain({ ...commit(learner, 3), session: asSession(learner) })).toEqual([false]);
  await factorDue(null);
  for (const due of [{ terms_due: 1 }, { fields_due: true }]) {
    const gate = (set: object) =>
      app.databases.inSystem("what is due before anything else", (db) =>
        db.updateTable("sessions").set(set).where("user_id", "=", learner.person.id).execute(),
      );
    await gate(due);
    expect([due, await isPlain({ ...commit(learner, 3), session: asSession(learner) })]).toEqual([due, [false]]);
    await gate({ terms_due: null, fields_due: false });
  }
  const looksAsRole = (role: "Author" | null) =>
    app.databases.inSystem("a look at the portal as a role", (db) =>
      db.updateTable("sessions").set({ as_role: role }).where("user_id", "=", learner.person.id).execute(),
    );
  await looksAsRole("Author");
  expect(await isPlain({ ...commit(learner, 3), session: asSession(learner) })).toEqual([false]);
  await looksAsRole(null);
  expect(await isPlain({ ...commit(learner, 3), session: asSession(learner) })).toEqual([true]);
  // By token: of a session that is open, until somebody ends it.
  const { sessionId } = await app.databases.inSystem("a session", async (db) => {
    const { rows } = await sql<{ sessionId: number }>`
      select max(id)::int as "sessionId" from sessions where user_id = ${learner.person.id}`.execute(db);
    return rows[0] as { sessionId: number };
  });
  const given = { userId: learner.person.id, sessionId, idleMinutes: 60 };
  expect(await isPlain({ ...commit(learner, 4), given })).toEqual([true]);
  await app.databases.inSystem("an ended session", (db) =>
    sql`insert into ended_sessions (portal_id, session_id) values (${app.portal("a").id}, ${sessionId})`.execute(db),
  );
  expect(await isPlain({ ...commit(learner, 5), given })).toEqual([false]);
  await app.databases.inSystem("a held attempt", async (db) => {
    await db.selectFrom("attempt_states").select("epoch").where("attempt_id", "=", learner.attemptId).forUpdate().execute();
    expect(await isPlain(commit(learner, 5), commit(free, 3))).toEqual([false, true]);
  });
  await app.databases.inSystem("a suspended person", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", learner.person.id).execute(),
  );
  expect(await isPlain(commit(learner, 5))).toEqual([false]);
  const seqs = (await runs.logOf(learner.attemptId)).map(({ seq }) => seq);
  expect(seqs).toEqual([1, 2, 3, 4]);
});

test("who looks at the portal as a learner reports nothing in their name (security.md row 17)", async () => {
  const { app, aLearner } = runs;
  const { person, attemptId, epoch } = await aLearner();
  const admin = await app.signInAs(await app.aPerson("a", { isAdmin: true }), "a");
  const report = async (seq: number) => {
    const body = { clientId: "client-look", epoch, commits: [{ seq, fact: factOf({ "cmi.core.lesson_status": "completed" }) }] };
    const { statusCode, json } = await admin.post(`/rest/progress/attempts/${attemptId}/commits`, body);
    return [statusCode, (json() as { code: string }).code];
  };
  for (const writes of [false, true]) {
    await admin.post("/rest/roles/looks", { userId: person.id, writes, reason: "To see what they see" });
    expect(await report(1)).toEqual([403, "looking_as"]);
    await admin.get("/rest/roles/looks/end");
  }
  expect(await report(1)).toEqual([403, "not_owner"]);
  expect(await runs.logOf(attemptId)).toEqual([]);
});
