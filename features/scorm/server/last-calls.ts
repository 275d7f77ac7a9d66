import * as z from "zod/mini";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { LoggedCalls } from "../contract.ts";
import { cutText } from "../cut-call.ts";
import { listCalls } from "./runtime-queries.ts";

/** The last calls of an attempt, the newest first. */
export interface LastCalls {
  readonly attemptId: number;
  readonly courseTitle: string;
  readonly batches: LoggedCalls[];
  /** The newest batch of all; null for an empty log. */
  readonly upTo: number | null;
}

/** Which calls: of the newest attempt at a course, or of an attempt up to a batch, as they were then. */
export type WhichCalls = { readonly courseId: number } | { readonly attemptId: number; readonly upTo: number };

interface Most {
  readonly calls: number;
  /** As JSON, all of it. */
  readonly bytes: number;
}

const OwnAttempt = z.object({ attemptId: z.int(), courseTitle: z.string() });

/** The last calls of an own attempt at a SCORM course, with values as the log has them; null where somebody has no such attempt. */
export async function lastCalls(db: Db, { portalId, userId }: Asker, which: WhichCalls, most: Most): Promise<LastCalls | null> {
  const [courseId, attemptId, upTo] = "courseId" in which ? [which.courseId, null, null] : [null, which.attemptId, which.upTo];
  const { rows } = await typed(OwnAttempt)`
    select a.id as "attemptId", c.title as "courseTitle" from attempts a join courses c on c.portal_id = a.portal_id and c.id = a.course_id
    where a.portal_id = ${portalId} and a.user_id = ${userId} and c.type = 'scorm'
      and (a.course_id = ${courseId}::bigint or a.id = ${attemptId}::bigint)
    order by a.id desc limit 1`.execute(db);
  const [attempt] = rows;
  if (!attempt) return null;
  const { courseTitle } = attempt;
  const batches: LoggedCalls[] = [];
  let newest: number | null = null;
  let last: number | null = null;
  let count = 0;
  let bytes = bytesOf({ courseTitle, batches });
  for await (const { id, batch, call } of newestFirst(db, portalId, attempt.attemptId, upTo)) {
    newest ??= id;
    const isNext = id !== last;
    count += 1;
    bytes += bytesOf(call) + 1 + (isNext ? bytesOf(batch) + 1 : 0);
    if (count > most.calls || bytes > most.bytes) break;
    if (isNext) batches.push(batch);
    batches.at(-1)?.calls.unshift(call);
    last = id;
  }
  return { ...attempt, batches, upTo: newest };
}

/** The calls of an attempt, the newest first, each with its batch as it is without calls. */
async function* newestFirst(db: Db, portalId: number, attemptId: number, upTo: number | null) {
  const pageSize = 50;
  let before = upTo === null ? undefined : upTo + 1;
  for (;;) {
    const page = await listCalls(db, portalId, attemptId, before, pageSize);
    for (const { id, receivedAt, calls, ...rest } of page) {
      const batch: LoggedCalls = { ...rest, receivedAt: receivedAt.toISOString(), calls: [] };
      for (const { value, result, ...call } of calls.toReversed())
        yield { id, batch, call: { ...call, ...(value !== undefined && { value: cutText(value) }), result: cutText(result) } };
    }
    if (page.length < pageSize) return;
    before = page.at(-1)?.id;
  }
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
