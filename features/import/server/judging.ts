import type { FieldDefinition } from "#features/fields/definition.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { accessTo } from "#features/fields/policy.ts";
import { readFields } from "#features/fields/server/service.ts";
import { may, type PermissionId } from "#features/portal/permissions.ts";
import { offeredLanguages } from "#features/portal/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import { mayChangeRoles } from "#features/roles/policy.ts";
import type { Actor } from "#platform/actor.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { invalid } from "#platform/errors.ts";
import { requireActor } from "#platform/serve.ts";
import type { Target } from "../contract.ts";
import { ownColumns } from "../headings.ts";
import { fieldIdOf, type Plan } from "../plan.ts";
import type { Judging } from "./judge.ts";
import { listElsewhere, type StoredImport } from "./queries.ts";

/** The kinds of fields that a cell of a table can fill. */
export const canFill = (field: FieldDefinition, owner: Actor): boolean =>
  !fieldKinds[field.kind].isUploaded &&
  accessTo(field.source === "import" ? { ...field, source: "local" } : field, owner, Number.NaN) === "edit";

/** What an import changes that has a permission of its own on every other way. */
const neededFor: Partial<Record<(typeof ownColumns)[number], PermissionId>> = { status: "deactivate-people", groups: "fill-groups" };
const fills = (owner: Actor, meaning: (typeof ownColumns)[number]): boolean => {
  const needed = neededFor[meaning];
  if (meaning === "roles") return mayChangeRoles(owner, { id: 0, isSystemAdmin: false });
  return needed === undefined || may(needed).allows(owner);
};

/** Whoever imports by a plan, with the rights of this moment. Throws 403 where the plan changes more than they may (security.md 14). */
export function importerOf(actor: Actor | null, { columns, groupIds, leavers, returns }: Plan): Actor {
  const owner = requireActor(actor, may("import-people"));
  if (columns.includes("status") || leavers || returns) requireActor(actor, may("deactivate-people"));
  if (columns.includes("groups") || groupIds.length > 0) requireActor(actor, may("fill-groups"));
  return owner;
}

/** The columns that somebody's import can fill: people's own as far as they may change them, and the custom fields that they may edit. */
export async function targetsOf(db: Db, owner: Actor): Promise<Target[]> {
  const allowedIn: Partial<Record<(typeof ownColumns)[number], string[]>> = {
    status: ["active", "inactive"],
    language: await offeredLanguages(db, owner.portalId),
    roles: ["Author", "Manager", "Admin"],
  };
  const own = ownColumns
    .filter((meaning) => fills(owner, meaning))
    .map((meaning) => ({
      meaning,
      label: null,
      isKey: meaning === "email" || meaning === "external_id",
      allowed: allowedIn[meaning] ?? [],
    }));
  const fields = (await readFields(db, owner.portalId)).filter((field) => canFill(field, owner));
  return [
    ...own,
    ...fields.map((field) => ({
      meaning: `field:${field.id}`,
      label: field.name,
      isKey: field.isUnique && fieldKinds[field.kind].canBeUnique === true,
      allowed: field.options
        .filter(({ isRetired }) => !isRetired)
        .slice(0, 100)
        .map(({ name }) => name),
    })),
  ];
}

/** Refuses a plan that cannot work: a column twice, one that the importer may not fill, no column to find people by. */
export function checkPlan(owner: Actor, plan: Plan, targets: readonly Target[]) {
  const chosen = plan.columns.filter((meaning) => meaning !== null);
  plan.columns.forEach((meaning, at) => {
    if (meaning === null) return;
    if (!targets.some((one) => one.meaning === meaning))
      throw invalid(`columns.${at}`, "column_refused", "You cannot fill this column by an import.");
    if (chosen.indexOf(meaning) !== chosen.lastIndexOf(meaning) && plan.columns.indexOf(meaning) !== at)
      throw invalid(`columns.${at}`, "column_twice", "Two columns of the table mean the same. Leave one of them out.");
  });
  if (!targets.some(({ meaning, isKey }) => meaning === plan.key && isKey))
    throw invalid("key", "no_key", "People cannot be found by this column.");
  if (!chosen.includes(plan.key as never)) throw invalid("key", "key_not_mapped", "Say which column of the table people are found by.");
  importerOf(owner, plan);
  if (plan.mode !== "update" && !chosen.includes("email"))
    throw invalid(
      "columns",
      "email_not_mapped",
      "New people need an e-mail address. Say which column it stands in, or change only people who are here.",
    );
}

/** Gathers what judging the rows of an import needs, with the rights that its owner has in this moment. */
export async function judgingOf(
  db: Db,
  owner: Actor,
  { id, plan, reading }: Pick<StoredImport, "id" | "reading"> & { plan: Plan },
  { databases, isWriting, zone, seatsLeft }: Pick<Judging, "isWriting" | "zone" | "seatsLeft"> & { databases: Pick<Databases, "inSystem"> },
): Promise<Judging> {
  const mapped = new Set(plan.columns.map(fieldIdOf));
  const fields = (await readFields(db, owner.portalId)).filter((field) => mapped.has(field.id) && canFill(field, owner));
  return {
    db,
    importId: id,
    owner,
    scope: await scopeOf(db, owner),
    plan,
    fields: new Map(fields.map((field) => [field.id, field])),
    zone,
    width: widthOf(reading),
    elsewhere: elsewhereIn(databases, owner.portalId),
    languages: await offeredLanguages(db, owner.portalId),
    isWriting,
    seatsLeft,
  };
}

/** How many cells a row may have: as many as there are headings, unless most rows have more, or there are none. */
function widthOf({ headerRow, headings, samples }: StoredImport["reading"]): number {
  if (headerRow === null) return 200;
  const wide = samples.filter((cells) => cells.length > headings.length);
  return wide.length * 2 > samples.length ? 200 : headings.length;
}

/** Asks which people belong to another portal too. What other portals know is asked as the system role, and only yes or no comes back. */
export const elsewhereIn =
  (databases: Pick<Databases, "inSystem">, portalId: number) =>
  async (userIds: readonly number[]): Promise<ReadonlySet<number>> =>
    userIds.length === 0
      ? new Set()
      : new Set(
          (await databases.inSystem("whether people belong to another portal", (db) => listElsewhere(db, portalId, userIds))).map(
            ({ user_id }) => user_id,
          ),
        );
