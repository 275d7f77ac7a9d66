import { sql } from "kysely";
import * as z from "zod/mini";
import type { AnyJobKind, JobKind } from "../server/job-kind.ts";
import { conflict } from "#platform/errors.ts";

// Kinds of jobs that only tests have. What they do is written into a table that the tests make.

/** The advisory lock at which a counting job waits while a test holds it. */
export const gate = 471_100;
export const effects = `create table if not exists test_effects (job_id bigint not null, nth integer not null);
  grant select, insert on test_effects to stoa_people`;

/** Writes the numbers from 0 on, ten in a chunk. stopsAt: in this chunk, written but not committed, it waits at the gate. */
export const counting: JobKind<{ rows: number; stopsAt?: number | undefined }, { next: number }, { rows: number }> = {
  name: "counting",
  input: z.object({ rows: z.int(), stopsAt: z.optional(z.int()) }),
  title: () => "Counts",
  facts: (_, { result }) => [{ label: "rows", value: String(result?.rows ?? 0) }],
  async run(job) {
    const { rows, stopsAt } = job.input;
    for (let from = job.checkpoint()?.next ?? 0; from < rows; from = job.checkpoint()?.next ?? 0)
      await job.chunk(async ({ db, note }) => {
        const next = Math.min(rows, from + 10);
        await sql`insert into test_effects select ${job.id}, nth from generate_series(${from}::int, ${next - 1}::int) as nth`.execute(db);
        await note([{ action: "counted", after: { from } }]);
        if (from / 10 === stopsAt) await sql`select pg_advisory_xact_lock(${gate})`.execute(db);
        return { checkpoint: { next }, done: next, total: rows };
      });
    await job.keepFile({ name: "rows.csv", type: "text/csv", data: Buffer.from(`rows\r\n${rows}\r\n`) });
    return { result: { rows }, undoUntil: new Date(Date.now() + 86_400_000) };
  },
  undo: async () => Promise.reject(conflict("not_undoable", "This cannot be undone.")),
};

/** Fails, with a plain reason or without. */
export const failing: JobKind<{ plainly: boolean }, null, null> = {
  name: "failing",
  input: z.object({ plainly: z.boolean() }),
  title: () => "Fails",
  run: async ({ input }) => Promise.reject(input.plainly ? conflict("not_undoable", "This cannot be undone.") : new Error("inside")),
};

export const testKinds: readonly AnyJobKind[] = [counting, failing];
