import { mayChangePerson } from "#features/roles/policy.ts";
import { inScope, reachedCourses, type PeopleScope } from "#features/roles/server/service.ts";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Actor } from "#platform/actor.ts";
import type { Happening } from "#platform/audit.ts";
import { typed } from "#platform/db/typed.ts";
import type { Db } from "#platform/db/connect.ts";
import { phrase } from "#platform/words.ts";
import type { Finding } from "../../finding.ts";
import { error } from "../read-row.ts";
import type { UndoneRow } from "../undo-rows.ts";
import type { JudgedResult } from "./judge-results.ts";
import { insertResults, listStanding, reverseResults } from "./result-queries.ts";

/** What is needed to take a result back. */
export interface ResultUndo {
  readonly userId: number;
  readonly attemptId: number;
  readonly completionId: number;
}

interface Writer {
  readonly db: Db;
  readonly portalId: number;
  readonly owner: Actor;
  /** Why, as people read it beside their results: the name of the table. */
  readonly reason: string;
  readonly note: (happenings: readonly Happening[]) => Promise<void>;
}

/** Writes judged results with a few statements for all of them, and an entry of the audit log for each. */
export async function writeResults(
  { db, portalId, owner, reason, note, importId }: Writer & { readonly importId: number },
  rows: readonly JudgedResult[],
): Promise<{ number: number; undo: ResultUndo | null }[]> {
  const records = rows.flatMap(({ number, record }) => (record ? [{ number, record }] : []));
  if (records.length === 0) return [];
  const written = await insertResults(
    db,
    { portalId, by: owner.userId, importId, reason },
    records.map(({ record }) => record),
  );
  await note(
    records.map(({ record: { userId, courseId, completedAt, score, passed } }) => ({
      action: "result_imported",
      object: { kind: "user", id: userId },
      after: { course: courseId, completed: completedAt, score, passed },
    })),
  );
  return records.map(({ number, record: { userId } }, nth) => {
    const one = written.get(nth);
    return { number, undo: one ? { userId, ...one } : null };
  });
}

const Reached = z.object({ id: z.int(), isAdmin: z.boolean(), isSystemAdmin: z.boolean() });
const note = (code: string, text: string): Finding => ({ ...error(null, code, text), level: "note" });

/** Takes written results back. One that somebody has decided about since stays, and is told. */
export async function undoResults(
  { db, portalId, owner, reason, note: keep, scope }: Writer & { readonly scope: PeopleScope },
  rows: readonly { number: number; undo: ResultUndo }[],
): Promise<UndoneRow[]> {
  const { rows: people } = await typed(Reached)`select m.user_id as id, m.is_admin as "isAdmin", u.is_system_admin as "isSystemAdmin"
    from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.user_id = any(${rows.map(({ undo }) => undo.userId)}::bigint[]) and ${inScope(scope, sql`m.user_id`)}
    for no key update of m`.execute(db);
  const reached = new Set(people.filter((one) => mayChangePerson(owner, one)).map(({ id }) => id));
  const standing = new Map(
    (
      await listStanding(
        db,
        portalId,
        rows.map(({ undo }) => undo.completionId),
      )
    ).map((one) => [one.completionId, one]),
  );
  const mayDo = await reachedCourses(db, scope, [...standing.values()]);
  const back: ResultUndo[] = [];
  const undone = rows.map(({ number, undo }): UndoneRow => {
    const is = standing.get(undo.completionId);
    // Merged since: the result is another person's now, whom the merge's own undo gives it back.
    if (!is || is.userId !== undo.userId || !reached.has(undo.userId) || !mayDo(is))
      return {
        number,
        outcome: "kept",
        findings: [note("not_reached", phrase("This person is not here any more, or not yours to change."))],
      };
    if (is.isReversed || is.isTouched)
      return {
        number,
        outcome: "kept",
        findings: [note("result_changed_since", phrase("This result was changed since then, and so stays."))],
      };
    back.push(undo);
    return { number, outcome: "undone", findings: [] };
  });
  await reverseResults(
    db,
    { portalId, by: owner.userId, reason },
    back.map(({ completionId }) => completionId),
  );
  await keep(
    back.map(({ userId, completionId }) => ({
      action: "result_import_undone",
      object: { kind: "user", id: userId },
      before: { completion: completionId },
    })),
  );
  return undone;
}
