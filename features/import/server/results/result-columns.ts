import { may } from "#features/portal/permissions.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { readFields } from "#features/fields/server/service.ts";
import { requireActor } from "#platform/serve.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { invalid } from "#platform/errors.ts";
import type { Target } from "../../contract.ts";
import { resultColumns } from "../../headings.ts";
import type { Plan } from "../../plan.ts";
import { canFill } from "../judging.ts";

/** Whoever brings in results by a plan, with the rights of this moment. Throws 403 for somebody who may not correct what people learned. */
export function resultImporterOf(actor: Actor | null): Actor {
  requireActor(actor, may("import-people"));
  return requireActor(actor, may("correct-learning"));
}

/** The columns of a table of results: those that people are found by, and what is said of each result. */
export async function resultTargetsOf(db: Db, owner: Actor): Promise<Target[]> {
  const fields = (await readFields(db, owner.portalId)).filter(
    (field) => field.isUnique && fieldKinds[field.kind].canBeUnique && canFill(field, owner),
  );
  return [
    ...(["email", "external_id"] as const).map((meaning) => ({ meaning, label: null, isKey: true, allowed: [] })),
    ...fields.map(({ id, name }) => ({ meaning: `field:${id}`, label: name, isKey: true, allowed: [] })),
    ...resultColumns.map((meaning) => ({
      meaning,
      label: null,
      isKey: false,
      allowed: meaning === "result" ? ["passed", "completed", "not passed"] : [],
    })),
  ];
}

/** Refuses a plan of results that lacks what every row needs. */
export function checkResultPlan({ columns }: Plan) {
  if (!columns.includes("course")) throw invalid("columns", "course_not_mapped", "Say which column names the course.");
  if (!columns.includes("completed")) throw invalid("columns", "completed_not_mapped", "Say which column has the date of completion.");
}
