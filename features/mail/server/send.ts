import { sql } from "kysely";
import * as z from "zod/mini";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { Claimed } from "./claim.ts";
import { smtpLane, type Dial, type Handed } from "./smtp.ts";

/** Connections to the mail server at a time. */
const lanes = 8;
/** How long a message waits for its next try, by how many tries it has had; three days in all, then it has failed. */
const waits = ["1 minute", "5 minutes", "15 minutes", "1 hour", "3 hours", "6 hours", "12 hours", "1 day", "1 day"];

export interface SendDeps {
  readonly databases: Databases;
  readonly dial: Dial;
  readonly now: () => Date;
  /** How long messages are begun; what is left then has its turn later. */
  readonly turnMilliseconds?: number;
}

/** Why a mail server cannot be used, and what it said. */
export type Trouble = Pick<Extract<Handed, { kind: "down" }>, "problem" | "response">;

interface Outcome {
  readonly message: Claimed;
  readonly handed: Exclude<Handed, { kind: "lost" }>;
}

/** Collects changes while one transaction is under way, and writes them together in the next; each waits until its own is committed. */
function ledger<Change>(write: (changes: readonly Change[]) => Promise<ReadonlySet<Change>>) {
  let waiting: { change: Change; done: (kept: boolean) => void; failed: (error: unknown) => void }[] = [];
  let working: Promise<void> | undefined;
  const work = async () => {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      try {
        const kept = await write(now.map(({ change }) => change));
        for (const { change, done } of now) done(kept.has(change));
      } catch (error) {
        for (const { failed } of now) failed(error);
      }
    }
    working = undefined;
  };
  return (change: Change) =>
    new Promise<boolean>((done, failed) => {
      waiting.push({ change, done, failed });
      working ??= Promise.resolve().then(work);
    });
}

/** Sends claimed messages over a few connections. Gives the trouble that kept it from going on; null where there was none. */
export async function sendAll(
  { databases, dial, now, turnMilliseconds = Infinity }: SendDeps,
  claimed: readonly Claimed[],
): Promise<Trouble | null> {
  const ends = performance.now() + turnMilliseconds;
  const handOver = ledger<Claimed>((those) => databases.inSystem("hand messages over", (db) => markHandedOver(db, those)));
  const record = ledger<Outcome>((those) => databases.inSystem("record sent messages", (db) => writeOutcomes(db, those, now())));
  const left = [...claimed];
  const met: { trouble: Trouble | null } = { trouble: null };
  const run = async () => {
    const lane = smtpLane(dial);
    try {
      for (let message = left.shift(); message; message = left.shift()) {
        const one = message;
        const handed: Handed = met.trouble
          ? { kind: "down", ...met.trouble }
          : performance.now() > ends
            ? { kind: "later", response: null }
            : await lane.send(one, () => handOver(one));
        if (handed.kind === "down") met.trouble ??= { problem: handed.problem, response: handed.response };
        if (handed.kind !== "lost") await untilKept(() => record({ message: one, handed }));
      }
    } finally {
      lane.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, claimed.length) }, run));
  return met.trouble;
}

/** Writes what became of a message, which the mail server has in its hands already, also when the database is away for a moment. */
async function untilKept(write: () => Promise<boolean>) {
  for (let tries = 0; ; tries++)
    try {
      await write();
      return;
    } catch (error) {
      // Until the lease is over: then another worker decides about it.
      if (tries >= 60) throw error;
      await new Promise((done) => setTimeout(done, 1000));
    }
}

const keyed = (those: readonly Claimed[]) => JSON.stringify(those.map(({ portalId, id, lease }) => ({ portal_id: portalId, id, lease })));

const Lease = z.object({ lease: z.nullable(z.string()) });

/** Records that the text of these messages goes to the mail server now; gives those that are still this worker's. */
async function markHandedOver(db: Db, those: readonly Claimed[]): Promise<ReadonlySet<Claimed>> {
  const { rows } = await typed(Lease)`update messages m set is_handed_over = true
    from jsonb_to_recordset(${keyed(those)}::jsonb) as k(portal_id bigint, id bigint, lease uuid)
    where m.portal_id = k.portal_id and m.id = k.id and m.lease = k.lease and m.state = 'sending' returning m.lease`.execute(db);
  const ours = new Set(rows.map(({ lease }) => lease));
  return new Set(those.filter(({ lease }) => ours.has(lease)));
}

/** Writes what became of messages that are still this worker's. */
async function writeOutcomes(db: Db, those: readonly Outcome[], now: Date): Promise<ReadonlySet<Outcome>> {
  const rows = those.map(({ message, handed }) => {
    const { portalId: portal_id, id, lease, tries, mandatory } = message;
    const wait = waits[tries] ?? null;
    const base = { portal_id, id, lease, response: handed.response, wait: null as string | null, tried: 1 };
    switch (handed.kind) {
      case "sent":
        return { ...base, state: "sent", reason: null };
      case "refused":
        return { ...base, state: "failed", reason: "refused" };
      case "unclear":
        return mandatory
          ? { ...base, state: "waiting", reason: "again", wait: wait ?? "1 day" }
          : { ...base, state: "unclear", reason: "lost" };
      case "again":
        return wait === null ? { ...base, state: "failed", reason: "gaveup" } : { ...base, state: "waiting", reason: "again", wait };
      case "later":
        return { ...base, state: "waiting", reason: null, wait: "0 seconds", tried: 0 };
      case "down":
        // Nothing was tried with this message, so it loses no try.
        return { ...base, state: "waiting", reason: "down", wait: "0 seconds", tried: 0 };
    }
  });
  await sql`update messages m set state = k.state, reason = k.reason, response = k.response, tries = m.tries - 1 + k.tried,
      due_at = case when k.wait is null then m.due_at else ${now}::timestamptz + k.wait::interval end,
      ended_at = case when k.state = 'waiting' then null else ${now}::timestamptz end,
      lease = null, leased_until = null, is_handed_over = false
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as k(portal_id bigint, id bigint, lease uuid, state text, reason text, response text, wait text, tried int)
    where m.portal_id = k.portal_id and m.id = k.id and m.lease = k.lease and m.state = 'sending'`.execute(db);
  const refused = those.flatMap(({ message: { portalId, address }, handed }) =>
    handed.kind === "refused" && handed.isAddress ? [{ portal_id: portalId, address, response: handed.response }] : [],
  );
  if (refused.length > 0)
    await sql`insert into suppressed_addresses (portal_id, address, reason, response)
      select distinct on (portal_id, address) portal_id, lower(address), 'refused', response
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as k(portal_id bigint, address text, response text)
      on conflict do nothing`.execute(db);
  return new Set(those);
}

/** Keeps since when the mail server cannot be used, for the admins; null when it can. Repeating it changes nothing but the problem. */
export const noteTrouble = (databases: Databases, problem: string | null, now: Date) =>
  databases.inSystem("note trouble with the mail server", async (db) => {
    if (problem === null) await sql`delete from system_settings where key = 'mail_trouble'`.execute(db);
    else
      await sql`insert into system_settings (key, value)
        values ('mail_trouble', jsonb_build_object('since', ${now.toISOString()}::text, 'problem', ${problem}::text))
        on conflict (key) do update set value = system_settings.value || jsonb_build_object('problem', ${problem}::text)`.execute(db);
  });
