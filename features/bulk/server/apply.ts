import * as z from "zod/mini";
import type { Happening } from "#platform/audit.ts";
import type { Actor } from "#platform/actor.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { requireActor } from "#platform/serve.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import type { AnyBulkKind } from "./bulk-kind.ts";
import { subjects } from "../subjects/subjects.ts";
import * as queries from "./queries.ts";
import type { Run } from "./queries.ts";

/** People or courses in one transaction of a job. */
const chunkSize = 200;

interface Doing {
  readonly db: Db;
  readonly actor: Actor;
  readonly inSystem: Databases["inSystem"];
  readonly note: (happenings: readonly Happening[]) => Promise<void>;
}

/**
 * Does an action, or undoes it, for its next people or courses, in the transaction of `db`. Whoever is not any more as the preview said, or as the action left them, is
 * reported and not touched. Returns how many rows are dealt with; 0 when none is left.
 */
export async function applyNext(
  { db, actor: asker, inSystem, note }: Doing,
  kind: AnyBulkKind,
  run: Run,
  isUndo: boolean,
): Promise<number> {
  const actor = requireActor(asker, kind.rule);
  const key = { portalId: actor.portalId, runId: run.id };
  const context = { db, actor, scope: await scopeOf(db, actor), inSystem };
  const input = z.parse(kind.input, run.input);
  const rows = await queries.nextRows(context, key, kind, input, { isUndo, limit: chunkSize });
  if (rows.length === 0) return 0;
  const fates = rows.map(({ id, now, leftOut, isAsShown }) => ({
    id,
    fate: now === null ? "outOfReach" : (leftOut ?? (isAsShown ? "done" : "changed")),
  }));
  const changes = rows.flatMap(({ id, before, after }, nth) =>
    fates[nth]?.fate === "done" ? [isUndo ? { id, from: after, to: before } : { id, from: before, to: after }] : [],
  );
  if (changes.length > 0) await kind.write(context, input, changes, { isUndo, runId: run.id });
  await note(
    changes.map((change) => ({
      action: kind.audit(change),
      object: { kind: subjects[kind.on ?? "people"].object, id: change.id },
      before: { ...change.from },
      after: { ...change.to, cause: { kind: isUndo ? "bulk_undo" : "bulk", id: run.id } },
    })),
  );
  await queries.markRows(db, key, kind, fates, isUndo);
  return rows.length;
}
