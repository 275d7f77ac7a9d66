import { may } from "#features/portal/permissions.ts";
import { readFields } from "#features/fields/server/service.ts";
import { seatsLeft } from "#features/seats/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Happening } from "#platform/audit.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { requireActor } from "#platform/serve.ts";
import type { Target } from "../contract.ts";
import type { Change } from "../finding.ts";
import type { Plan } from "../plan.ts";
import { foreseeRows } from "./foresee-rows.ts";
import { judgeRows, type Decided, type StagedRow } from "./judge.ts";
import { checkPlan, elsewhereIn, importerOf, judgingOf, targetsOf } from "./judging.ts";
import { countPromised, type StoredImport } from "./queries.ts";
import { judgeResults } from "./results/judge-results.ts";
import { checkResultPlan, resultImporterOf, resultTargetsOf } from "./results/result-columns.ts";
import { undoResults, writeResults, type ResultUndo } from "./results/write-results.ts";
import { undoRows, type UndoneRow } from "./undo-rows.ts";
import { writeRows, type Undo } from "./write-rows.ts";

// What an import does by what its table is about: people, or their results from elsewhere. Reading, checking, correcting, running and undoing are the same.

export type AnyUndo = Undo | ResultUndo;
export interface WrittenAny {
  readonly number: number;
  /** Null where nothing was written after all. */
  readonly undo: AnyUndo | null;
}

type About = Pick<StoredImport, "id" | "subject" | "fileName" | "reading"> & { readonly plan: Plan };
type Noting = (happenings: readonly Happening[]) => Promise<void>;

/** Whoever imports, with the rights of this moment. Throws 403 where the plan does more than they may. */
export const ownerOf = (actor: Actor | null, { subject, plan }: Pick<About, "subject" | "plan">): Actor =>
  subject === "results" ? resultImporterOf(actor) : importerOf(actor, plan);

/** The columns that an import can fill. */
export const targetsFor = (db: Db, owner: Actor, { subject }: Pick<About, "subject">): Promise<Target[]> =>
  subject === "results" ? resultTargetsOf(db, owner) : targetsOf(db, owner);

/** Refuses a plan that cannot work. Gives it without what this kind of table has not. */
export function checkedPlan(owner: Actor, one: Pick<About, "subject">, plan: Plan, targets: readonly Target[]): Plan {
  if (one.subject === "people") {
    checkPlan(owner, plan, targets);
    return plan;
  }
  // Nobody is added by a table of results.
  const own: Plan = { ...plan, mode: "update", groupIds: [], leavers: false, returns: false };
  checkPlan(owner, own, targets);
  checkResultPlan(own);
  return own;
}

/** What was decided about rows, and how those that are to be written are written. */
export interface Decision {
  readonly rows: readonly Decided[];
  readonly write: (note: Noting, isMeant: (row: Decided) => boolean) => Promise<WrittenAny[]>;
}

/** Decides what rows would do, or why they cannot, against what is there now. Writes nothing by itself. */
export async function decide(
  db: Db,
  owner: Actor,
  one: About,
  given: {
    readonly databases: Pick<Databases, "inSystem">;
    readonly isWriting: boolean;
    readonly zone: string;
    /** One row of a table that is checked already is judged again. */
    readonly isCorrection?: true;
  },
  staged: readonly StagedRow[],
): Promise<Decision> {
  const { portalId } = owner;
  const judging = await judgingOf(db, owner, one, {
    ...given,
    async seatsLeft() {
      const left = await seatsLeft(db, portalId, { isTaking: given.isWriting });
      if (left === null || given.isWriting) return left;
      // The check promises no seat to two rows; when they are written, those before have taken theirs.
      const numbers = staged.map(({ number }) => number);
      return left - (await countPromised(db, { portalId, id: one.id }, numbers, { onlyBefore: !given.isCorrection }));
    },
  });
  if (one.subject === "results") {
    const rows = await judgeResults(judging, staged);
    return {
      rows,
      write: (note, isMeant) => writeResults({ db, portalId, owner, reason: reasonOf(one), importId: one.id, note }, rows.filter(isMeant)),
    };
  }
  const rows = await judgeRows(judging, staged);
  const foreseen = given.isWriting ? null : await foreseeRows(db, portalId, [...judging.fields.values()], rows);
  return {
    rows: foreseen ? rows.map((row) => ({ ...row, foreseen: foreseen.get(row.number) })) : rows,
    write: (note, isMeant) =>
      writeRows(
        { db, portalId, ownerId: owner.userId, databases: given.databases, fields: [...judging.fields.values()], note },
        rows.filter(isMeant),
      ),
  };
}

/** What stands as the reason beside results: the table that they came from. */
const reasonOf = ({ fileName }: Pick<About, "fileName">) => `Import: ${fileName}`;

/** Takes written rows back, with the rights that the owner has now. */
export async function takeBack(
  db: Db,
  actor: Actor,
  one: About,
  { databases, note }: { readonly databases: Pick<Databases, "inSystem">; readonly note: Noting },
  rows: readonly { number: number; undo: AnyUndo; changes: readonly Change[] }[],
): Promise<UndoneRow[]> {
  const { portalId } = actor;
  if (one.subject === "results") {
    const owner = resultImporterOf(actor);
    return undoResults(
      { db, portalId, owner, reason: reasonOf(one), note, scope: await scopeOf(db, owner) },
      rows.flatMap(({ number, undo }) => ("completionId" in undo ? [{ number, undo }] : [])),
    );
  }
  const owner = requireActor(actor, may("import-people"));
  const fields = await readFields(db, portalId, { withRetired: true });
  return undoRows(
    { db, portalId, databases, owner, scope: await scopeOf(db, owner), fields, elsewhere: elsewhereIn(databases, portalId), note },
    rows.flatMap(({ number, undo, changes }) => ("joined" in undo ? [{ number, undo, changes }] : [])),
  );
}
