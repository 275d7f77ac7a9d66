import { sql } from "kysely";
import * as z from "zod/mini";
import type { FieldDefinition } from "#features/fields/definition.ts";
import { emailsWereSet } from "#features/auth/server/emails-set.ts";
import { putIntoGroups } from "#features/groups/server/service.ts";
import { writeValues, type PlannedChange } from "#features/fields/server/service.ts";
import { revokeAllOf } from "#features/tokens/server/service.ts";
import type { Happening } from "#platform/audit.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { shortened } from "#platform/shortened.ts";
import type { Change } from "../finding.ts";
import { grantRoles } from "./granted-roles.ts";
import type { JudgedRow } from "./judge.ts";

/** What is needed to take a written row back, besides the changes that the row keeps anyway. */
export interface Undo {
  readonly userId: number;
  /** The person is a member since this row. */
  readonly joined: boolean;
  readonly values: readonly {
    fieldId: number;
    before: PlannedChange["changes"][number]["before"];
    after: PlannedChange["changes"][number]["after"];
  }[];
  readonly groupIds: readonly number[];
  readonly roleIds: readonly number[];
}

export interface WrittenRow {
  readonly number: number;
  /** Null where somebody else added the same person in this moment; nothing was written then. */
  readonly undo: Undo | null;
}

interface Writer {
  readonly db: Db;
  readonly portalId: number;
  readonly ownerId: number;
  readonly databases: Pick<Databases, "inSystem">;
  readonly fields: readonly FieldDefinition[];
  readonly note: (happenings: readonly Happening[]) => Promise<void>;
}

const Added = z.object({ id: z.int(), email: z.string() });

/** Writes judged rows, with a few statements for all of them, and an entry of the audit log for each. Works as stoa_people, in the transaction that judged them. */
export async function writeRows(
  { db, portalId, ownerId, databases, fields, note }: Writer,
  rows: readonly JudgedRow[],
): Promise<WrittenRow[]> {
  const writings = rows.flatMap(({ number, writing, changes, verdict }) => (writing ? [{ number, writing, changes, verdict }] : []));
  const strangers = writings.filter(({ writing }) => writing.userId === null);
  const added =
    strangers.length === 0
      ? []
      : (
          await typed(Added)`insert into users (email, given_name, family_name, locale, time_zone)
            select r.email, coalesce(r.given_name, ''), coalesce(r.family_name, ''), r.locale, r.time_zone
            from jsonb_to_recordset(${JSON.stringify(strangers.map(({ writing: { email, identity } }) => ({ ...identity, email })))}::jsonb)
              as r(email text, given_name text, family_name text, locale text, time_zone text)
            on conflict (email) do nothing returning id, email`.execute(db)
        ).rows;
  const idOf = new Map(added.map(({ id, email }) => [email, id]));
  const known = writings.flatMap((row) => {
    const userId = row.writing.userId ?? idOf.get(row.writing.email);
    return userId === undefined ? [] : [{ ...row, userId }];
  });

  const joining = known.filter(({ writing }) => writing.joins);
  if (joining.length > 0)
    await sql`insert into memberships (portal_id, user_id, status, external_id)
      select ${portalId}, r.user_id, coalesce(r.status, 'active'), r.external_id
      from jsonb_to_recordset(${JSON.stringify(joining.map(({ userId, writing }) => ({ user_id: userId, ...writing.membership })))}::jsonb)
        as r(user_id bigint, status text, external_id text)`.execute(db);
  const staying = known.filter(({ writing: { joins, membership } }) => !joins && Object.keys(membership).length > 0);
  if (staying.length > 0)
    await sql`update memberships m set status = coalesce(r.status, m.status), external_id = case when r.sets_id then r.external_id else m.external_id end
      from jsonb_to_recordset(${JSON.stringify(
        staying.map(({ userId, writing: { membership } }) => ({ user_id: userId, sets_id: "external_id" in membership, ...membership })),
      )}::jsonb) as r(user_id bigint, status text, external_id text, sets_id boolean)
      where m.portal_id = ${portalId} and m.user_id = r.user_id`.execute(db);
  const leaving = staying.filter(({ writing }) => writing.membership.status === "suspended").map(({ userId }) => userId);
  await revokeAllOf(db, leaving, portalId);
  await changeIdentities(
    db,
    { databases, portalId },
    known
      .filter(({ writing: { userId, identity } }) => userId !== null && Object.keys(identity).length > 0)
      .map(({ userId, writing }) => ({ userId, ...writing.identity })),
  );
  await writeValues(
    db,
    portalId,
    fields,
    known.flatMap(({ userId, writing }) => writing.values.map((value) => ({ ...value, userId }))),
    "import",
  );
  const groups = known.flatMap(({ userId, writing }) => writing.groupIds.map((groupId) => ({ groupId, userId })));
  await putIntoGroups(db, { portalId, actorId: ownerId, cause: "import" }, groups);
  const granted = await grantRoles(
    db,
    { portalId, actorId: ownerId },
    known.flatMap(({ userId, writing }) => writing.roles.map((role) => ({ userId, role }))),
  );
  await note(
    known.map(({ userId, writing, changes }) => ({
      action: writing.joins ? "person_imported" : "person_changed_by_import",
      object: { kind: "person", id: userId },
      ...told(changes, fields),
    })),
  );
  const undos = new Map(
    known.map(({ number, userId, writing }) => [
      number,
      {
        userId,
        joined: writing.joins,
        values: writing.values.map(({ fieldId, before, after }) => ({ fieldId, before, after })),
        groupIds: writing.groupIds,
        roleIds: granted.filter((one) => one.userId === userId).map(({ id }) => id),
      },
    ]),
  );
  return writings.map(({ number }) => ({ number, undo: undos.get(number) ?? null }));
}

export interface NewIdentity {
  readonly userId: number;
  readonly email?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly locale?: string | null;
  readonly time_zone?: string | null;
}

/** Changes names, addresses, languages and zones of people who belong to no other portal; what is missing stays. Whose address changes is signed out, and the old one told. */
export async function changeIdentities(
  db: Db,
  { databases, portalId }: { readonly databases: Pick<Databases, "inSystem">; readonly portalId: number },
  people: readonly NewIdentity[],
): Promise<void> {
  if (people.length === 0) return;
  const moving = new Map(people.flatMap(({ userId, email }) => (email === undefined ? [] : [[userId, email] as const])));
  const before =
    moving.size === 0
      ? []
      : await db
          .selectFrom("users")
          .select(["id", "email"])
          .where("id", "in", [...moving.keys()])
          .orderBy("id")
          .forUpdate()
          .execute();
  const rows = people.map(({ userId, ...set }) => ({
    user_id: userId,
    sets_locale: "locale" in set,
    sets_zone: "time_zone" in set,
    ...set,
  }));
  await sql`update users u set email = coalesce(r.email, u.email), email_set_at = case when r.email <> u.email then now() else u.email_set_at end, given_name = coalesce(r.given_name, u.given_name),
      family_name = coalesce(r.family_name, u.family_name), locale = case when r.sets_locale then r.locale else u.locale end,
      time_zone = case when r.sets_zone then r.time_zone else u.time_zone end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(user_id bigint, email text, given_name text, family_name text, locale text,
      time_zone text, sets_locale boolean, sets_zone boolean)
    where u.id = r.user_id`.execute(db);
  await emailsWereSet(
    db,
    databases,
    portalId,
    before.map(({ id, email }) => ({ userId: id, before: email, after: moving.get(id) ?? email })),
  );
}

/** Changes by what they are called in the audit log; of sensitive fields only that they changed. */
function told(changes: readonly Change[], fields: readonly FieldDefinition[]): Pick<Happening, "before" | "after"> {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const change of changes) {
    const field = fields.find(({ id }) => change.meaning === `field:${id}`);
    const name = field?.name ?? change.meaning;
    const value = field?.isSensitive && change.after !== null ? "•••" : change.after === null ? null : shortened(change.after, 200);
    if (change.before !== null) before[name] = shortened(change.before, 200);
    // Groups and roles are added one by one under the same name.
    after[name] = name in after ? `${String(after[name])}; ${value}` : value;
  }
  return { before, after };
}
