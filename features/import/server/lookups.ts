import { sql } from "kysely";
import * as z from "zod/mini";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

const Known = z.object({
  id: z.int(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  language: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  isSystemAdmin: z.boolean(),
  isMember: z.boolean(),
  isReached: z.boolean(),
  status: z.nullable(z.enum(["active", "suspended"])),
  externalId: z.nullable(z.string()),
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  /** They are deactivated because they will be erased. */
  isErasing: z.boolean(),
});
const Found = z.extend(Known, { isGone: z.boolean(), keptId: z.nullable(z.int()) });
/** Somebody whom a row may be about: an identity, and the membership of this portal where there is one. */
export type Known = z.infer<typeof Known>;

export interface Wanted {
  readonly emails: readonly string[];
  readonly externalIds: readonly string[];
  /** Values of a unique field that people are found by. */
  readonly field: { readonly id: number; readonly keys: readonly string[] } | null;
}

/** An account that is nobody's any more but still has an address, an external id or a unique value. keptId: into whom it was merged here. */
export type Gone = Pick<z.infer<typeof Found>, "id" | "email" | "externalId" | "keptId">;

/** Everybody whom these rows may be about; locked where the rows are about to be written. Accounts that were merged away lead to who is kept, who is found too. */
export async function listKnown(
  db: Db,
  scope: PeopleScope,
  wanted: Wanted,
  isLocking: boolean,
): Promise<{ people: Known[]; gone: Gone[] }> {
  const found = await listFound(db, scope, { ...wanted, ids: [] }, isLocking);
  const gone = found.filter(({ isGone }) => isGone);
  const people = found.filter(({ isGone }) => !isGone);
  const missing = gone.flatMap(({ keptId }) => (keptId === null || people.some(({ id }) => id === keptId) ? [] : [keptId]));
  if (missing.length > 0)
    people.push(...(await listFound(db, scope, { emails: [], externalIds: [], field: null, ids: missing }, isLocking)));
  return { people, gone };
}

/** The identities with these keys or ids, in one statement. */
async function listFound(
  db: Db,
  scope: PeopleScope,
  { emails, externalIds, field, ids }: Wanted & { readonly ids: readonly number[] },
  isLocking: boolean,
) {
  const { portalId } = scope;
  // A look by index for each key, whatever the statistics of a table that is being filled say: joined in another way, it would be read whole each time.
  await byKey(db);
  const found = sql`select u.id from unnest(${emails}::text[]) k(email) cross join lateral (select id from users where users.email = k.email limit 1) u
      union select m.user_id from unnest(${externalIds}::text[]) k(id)
        cross join lateral (select user_id from memberships where portal_id = ${portalId} and external_id = k.id limit 1) m
      union select v.user_id from unnest(${field?.keys ?? []}::text[]) k(value)
        cross join lateral (select user_id from field_values
          where portal_id = ${portalId} and field_id = ${field?.id ?? 0} and unique_key = k.value limit 1) v
      union select unnest(${ids}::bigint[])`;
  if (isLocking)
    await sql`select from memberships where portal_id = ${portalId} and user_id = any(array(${found})) order by user_id for no key update`.execute(
      db,
    );
  const { rows } = await typed(Found)`
    with found as (${found})
    select u.id, u.email, u.given_name as "givenName", u.family_name as "familyName", u.locale as language, u.time_zone as "timeZone",
      u.is_system_admin as "isSystemAdmin", m.user_id is not null as "isMember",
      m.user_id is not null and coalesce(${inScope(scope, sql`m.user_id`)}, false) as "isReached", m.status, m.external_id as "externalId",
      coalesce(m.is_author, false) as "isAuthor", coalesce(m.is_manager, false) as "isManager", coalesce(m.is_admin, false) as "isAdmin",
      u.kind = 'departed' as "isGone", case when u.kind = 'departed' then kept_person(${portalId}, u.id) end as "keptId",
      coalesce(m.status = 'suspended' and erasure_waits(m.portal_id, m.user_id), false) as "isErasing"
    from found cross join lateral (select id, email, given_name, family_name, locale, time_zone, is_system_admin, kind from users
      where users.id = found.id and users.kind in ('person', 'departed') limit 1) u
    left join lateral (select * from memberships m where m.portal_id = ${portalId} and m.user_id = u.id limit 1) m on true`.execute(db);
  return rows;
}

/**
 * Has everything in this transaction found by a key, row after row. Statistics of a table that is being filled say that it is nearly empty; joined in another way, it would
 * be read whole for each thousand of its rows.
 */
export const byKey = (db: Db) =>
  sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(db);

const Holder = z.object({ userId: z.int(), fieldKey: z.nullable(z.string()) });

/** Who has which of these values of a unique field. */
export const listHolders = async (db: Db, portalId: number, { id, keys }: NonNullable<Wanted["field"]>) =>
  (
    await typed(Holder)`select user_id as "userId", unique_key as "fieldKey" from field_values
      where portal_id = ${portalId} and field_id = ${id} and unique_key = any(${keys}::text[])`.execute(db)
  ).rows;

const Address = z.object({ id: z.int(), email: z.string() });

/** The addresses of those of these people whom the importer reaches. */
export async function listEmails(db: Db, scope: PeopleScope, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await typed(Address)`select u.id, u.email from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${scope.portalId} and m.user_id = any(${ids}::bigint[]) and ${inScope(scope, sql`m.user_id`)}`.execute(db);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

const GroupRow = z.object({ id: z.int(), name: z.string(), kind: z.enum(["manual", "dynamic", "synced"]) });
export type GroupRow = z.infer<typeof GroupRow>;

/** The active groups with these names, in small letters, or these ids. */
export const listGroups = async (db: Db, portalId: number, names: readonly string[], ids: readonly number[]) =>
  (
    await typed(GroupRow)`select id, name, kind from groups
      where portal_id = ${portalId} and status = 'active' and (lower(name) = any(${names}::text[]) or id = any(${ids}::bigint[]))`.execute(
      db,
    )
  ).rows;

const Member = z.object({ groupId: z.int(), userId: z.int() });

/** Who of these people is in which of these groups already, for a reason of their own. */
export const listMembers = async (db: Db, portalId: number, groupIds: readonly number[], userIds: readonly number[]) =>
  (
    await typed(Member)`select group_id as "groupId", user_id as "userId" from group_members
      where portal_id = ${portalId} and group_id = any(${groupIds}::bigint[]) and user_id = any(${userIds}::bigint[]) and cause is not null`.execute(
      db,
    )
  ).rows;

const Twin = z.object({ number: z.int(), email: z.nullable(z.string()), matchKey: z.nullable(z.string()), personId: z.nullable(z.int()) });

/** Rows of the table that were checked before these and are about the same address, key or person: of each the first. */
export const listTwins = async (
  db: Db,
  portalId: number,
  importId: number,
  before: number,
  { emails, keys, personIds }: { emails: readonly string[]; keys: readonly string[]; personIds: readonly number[] },
) => {
  const first = (column: "email" | "match_key" | "person_id") =>
    // offset 0: rows are found by the value first and put in order then. The other way round each would be a sequential scan. import_id + 0: no index of the import's
    // rows is read instead, which costs as little for one row as long as nothing is known of a table that has just come.
    sql`select * from (select number, email, match_key, person_id from import_rows
      where portal_id = ${portalId} and import_id + 0 = ${importId} and ${sql.ref(column)} = k.one offset 0) same
      where number > 0 and number < ${before} order by number limit 1`;
  return (
    await typed(Twin)`select r.number, r.email, r.match_key as "matchKey", r.person_id as "personId" from (
        select t.* from unnest(${emails}::text[]) k(one) cross join lateral (${first("email")}) t
        union all select t.* from unnest(${keys}::text[]) k(one) cross join lateral (${first("match_key")}) t
        union all select t.* from unnest(${personIds}::bigint[]) k(one) cross join lateral (${first("person_id")}) t) r`.execute(db)
  ).rows;
};
