import { sql } from "kysely";
import * as z from "zod/mini";
import type { FieldDefinition, FieldValue } from "#features/fields/definition.ts";
import { planValues, readValues, writeValues } from "#features/fields/server/service.ts";
import { takeOutOfGroups } from "#features/groups/server/service.ts";
import { mayChangePerson } from "#features/roles/policy.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import { seatsLeft } from "#features/seats/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Happening } from "#platform/audit.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { phrase } from "#platform/words.ts";
import { noSeatCode, type Change, type Finding } from "../finding.ts";
import { applyRoles } from "./granted-roles.ts";
import { error } from "./read-row.ts";
import { changeIdentities, type NewIdentity, type Undo } from "./write-rows.ts";

interface Undoing {
  readonly db: Db;
  readonly portalId: number;
  readonly databases: Pick<Databases, "inSystem">;
  readonly owner: Actor;
  readonly scope: PeopleScope;
  /** All fields of the portal, retired ones too. */
  readonly fields: readonly FieldDefinition[];
  readonly elsewhere: (userIds: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly note: (happenings: readonly Happening[]) => Promise<void>;
}

export interface UndoneRow {
  readonly number: number;
  /** partly: some of it had changed since and stays; kept: all of it stays. */
  readonly outcome: "undone" | "partly" | "kept";
  readonly findings: readonly Finding[];
}

const Now = z.object({
  id: z.int(),
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  language: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  external_id: z.nullable(z.string()),
  status: z.string(),
  isAdmin: z.boolean(),
  isSystemAdmin: z.boolean(),
  isReached: z.boolean(),
  isUsed: z.boolean(),
  isErasing: z.boolean(),
});
type Now = z.infer<typeof Now>;

/** The people as they are now, held until the transaction ends. isUsed: they have signed in, enrolled or learned here, or lead somebody. */
async function listNow(db: Db, scope: PeopleScope, ids: readonly number[]): Promise<Map<number, Now>> {
  const { portalId } = scope;
  const { rows } = await typed(Now)`
    select u.id, u.email, u.given_name, u.family_name, u.locale as language, u.time_zone, m.external_id, m.status, m.is_admin as "isAdmin",
      u.is_system_admin as "isSystemAdmin", ${inScope(scope, sql`m.user_id`)} as "isReached",
      m.last_sign_in_at is not null
        or exists (select from enrolments e where e.portal_id = m.portal_id and e.user_id = m.user_id)
        or exists (select from attempts a where a.portal_id = m.portal_id and a.user_id = m.user_id) as "isUsed",
      erasure_waits(m.portal_id, m.user_id) as "isErasing"
    from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.user_id = any(${ids}::bigint[]) for no key update of m`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const identityNames = {
  email: "email",
  given_name: "given_name",
  family_name: "family_name",
  language: "locale",
  time_zone: "time_zone",
} as const;
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const note = (code: string, text: string, params = {}): Finding => ({ ...error(null, code, text, params), level: "note" });

/**
 * Takes written rows back. What somebody changed since then stays as it is and is told. A person whom the import added is taken out of the portal again
 * unless they have used it since.
 */
export async function undoRows(
  undoing: Undoing,
  rows: readonly { number: number; undo: Undo; changes: readonly Change[] }[],
): Promise<UndoneRow[]> {
  const { db, portalId, owner, scope, fields } = undoing;
  const ids = rows.map(({ undo }) => undo.userId);
  const people = await listNow(db, scope, ids);
  const values = await readValues(db, portalId, ids, fields);
  const elsewhere = await undoing.elsewhere(ids);
  const identities: NewIdentity[] = [];
  const members: { user_id: number; status?: string; external_id?: string | null; sets_id: boolean }[] = [];
  const fieldChanges: { userId: number; fieldId: number; before: FieldValue | null; after: FieldValue | null }[] = [];
  const leaving: number[] = [];
  const memberships: { groupId: number; userId: number }[] = [];
  const roleIds: number[] = [];
  const told: Happening[] = [];
  let seats = (await seatsLeft(db, portalId, { isTaking: true })) ?? Infinity;

  // Who leaves makes room for who comes back.
  const inTurn = rows.toSorted((one, other) => Number(other.undo.joined) - Number(one.undo.joined));
  const undone = inTurn.map(({ number, undo, changes }): UndoneRow => {
    const ownChanges = changes.filter(({ meaning }) => !meaning.startsWith("field:") && meaning !== "groups" && meaning !== "roles");
    const { userId } = undo;
    const person = people.get(userId);
    if (
      !person ||
      !person.isReached ||
      !mayChangePerson(owner, { id: userId, isAdmin: person.isAdmin, isSystemAdmin: person.isSystemAdmin })
    )
      return {
        number,
        outcome: "kept",
        findings: [note("not_reached", phrase("This person is not here any more, or not yours to change."))],
      };
    const ownNow = values.get(userId) ?? {};
    const changedFields = undo.values.filter(({ fieldId, after }) => !same(ownNow[fieldId], after));
    const nowOf = (meaning: string) => (person as unknown as Record<string, string | null>)[meaning] || null;
    if (undo.joined) {
      const isChanged =
        changedFields.length > 0 ||
        ownChanges.some(({ meaning, after }) => meaning !== "email" && !isName(meaning) && nowOf(meaning) !== after);
      if (person.isUsed || isChanged)
        return {
          number,
          outcome: "kept",
          findings: [
            person.isUsed
              ? note("used", phrase("This person has signed in or has courses since then, and so stays."))
              : note("changed_since", phrase("This person was changed since then, and so stays.")),
          ],
        };
      leaving.push(userId);
      if (person.status === "active") seats += 1;
      told.push({ action: "import_undone", object: { kind: "person", id: userId }, before: { member: true }, after: { member: false } });
      return { number, outcome: "undone", findings: [] };
    }
    const findings: Finding[] = [];
    const identity: Record<string, string | null> = {};
    const member: { status?: string; external_id?: string | null } = {};
    const before: Record<string, unknown> = {};
    for (const { meaning, before: was, after } of ownChanges) {
      const column = identityNames[meaning as keyof typeof identityNames];
      if (nowOf(meaning) !== after || (column && elsewhere.has(userId))) {
        findings.push(note("value_changed_since", phrase("{column} was changed since then, and so stays."), { column: meaning }));
        continue;
      }
      if (meaning === "status" && was === "active" && person.isErasing) {
        findings.push(note("to_be_erased", phrase("This person is to be erased. They come back once an admin has cancelled that.")));
        continue;
      }
      if (meaning === "status") {
        if (was === "active" && seats <= 0) {
          findings.push(note(noSeatCode, phrase("No seat is left in this portal, so this person stays deactivated.")));
          continue;
        }
        seats += was === "active" ? -1 : 1;
      }
      before[meaning] = was;
      if (column) identity[column] = column === "given_name" || column === "family_name" ? (was ?? "") : was;
      else if (meaning === "status" && was) member.status = was;
      else if (meaning === "external_id") member.external_id = was;
    }
    for (const { fieldId } of changedFields)
      findings.push(
        note("value_changed_since", phrase("{column} was changed since then, and so stays."), {
          column: fields.find(({ id }) => id === fieldId)?.name ?? `field:${fieldId}`,
        }),
      );
    const back = undo.values.filter(({ fieldId, after }) => same(ownNow[fieldId], after));
    for (const { fieldId, before: was, after } of back) fieldChanges.push({ userId, fieldId, before: after, after: was });
    if (Object.keys(identity).length > 0) identities.push({ userId, ...identity });
    if (Object.keys(member).length > 0) members.push({ user_id: userId, sets_id: "external_id" in member, ...member });
    for (const groupId of undo.groupIds) memberships.push({ groupId, userId });
    roleIds.push(...undo.roleIds);
    const did = Object.keys(before).length + back.length + undo.groupIds.length + undo.roleIds.length;
    if (did > 0)
      told.push({
        action: "import_undone",
        object: { kind: "person", id: userId },
        after: { ...before, ...(back.length > 0 && { fields: back.map(({ fieldId }) => fieldId) }) },
      });
    return { number, outcome: findings.length === 0 ? "undone" : did > 0 ? "partly" : "kept", findings };
  });

  await sql`delete from memberships where portal_id = ${portalId} and user_id = any(${leaving}::bigint[])`.execute(db);
  await changeIdentities(db, undoing, identities);
  if (members.length > 0)
    await sql`update memberships m set status = coalesce(r.status, m.status), external_id = case when r.sets_id then r.external_id else m.external_id end
      from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as r(user_id bigint, status text, external_id text, sets_id boolean)
      where m.portal_id = ${portalId} and m.user_id = r.user_id`.execute(db);
  // What a person is in a unique field may belong to somebody else by now.
  const plan = await planValues(
    db,
    portalId,
    fields,
    groupByPerson(fieldChanges).map(([userId, own]) => ({ userId, values: own })),
  );
  await writeValues(db, portalId, fields, plan.changes, "import");
  await takeOutOfGroups(db, { portalId, actorId: owner.userId, cause: "import" }, memberships);
  await sql`delete from role_assignments where portal_id = ${portalId} and id = any(${roleIds}::bigint[])`.execute(db);
  await applyRoles(
    db,
    portalId,
    rows.filter(({ undo }) => undo.roleIds.length > 0 && !undo.joined).map(({ undo }) => undo.userId),
  );
  await undoing.note(told);
  return undone;
}

const isName = (meaning: string) =>
  meaning === "given_name" || meaning === "family_name" || meaning === "language" || meaning === "time_zone";

function groupByPerson(changes: readonly { userId: number; fieldId: number; after: FieldValue | null }[]) {
  const people = new Map<number, Record<string, FieldValue | null>>();
  for (const { userId, fieldId, after } of changes) people.set(userId, { ...people.get(userId), [fieldId]: after });
  return [...people];
}
