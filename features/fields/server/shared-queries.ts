import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { OfferedField } from "../shared-contract.ts";
import { Subject } from "../definition.ts";
import { holders } from "./holders.ts";
import { mergeValues } from "./merges.ts";
import { lockField, updateUniqueKeys } from "./queries.ts";

// Definitions that portals share (docs/decisions/021-shared-fields.md). Writing them, and reaching other portals, works as stoa_system only.

/** The definitions that are offered and that the portal does not follow. */
export const listOffered = async (db: Db, portalId: number, subject: Subject) =>
  (
    await typed(OfferedField)`
      select s.id, s.subject, s.kind, s.name, s.help,
        array(select o.name from shared_field_options o where o.shared_id = s.id and o.retired_at is null order by o.position limit 20) as options
      from shared_fields s
      where s.is_offered and s.subject = ${subject} and not exists (select from fields f where f.portal_id = ${portalId} and f.shared_id = s.id and f.follows and f.retired_at is null)
      order by lower(s.name), s.id`.execute(db)
  ).rows;

const Following = z.object({ fieldId: z.int(), portals: z.int(), isOffered: z.boolean(), optionPeople: jsonOf<Record<string, number>>() });

/** The value of a list `k` of a field `f` in every portal that follows the definition, as `o`, and who has it, as `v`. */
const everywhere = (subject: Subject) => sql`fields g
  join field_options o on o.portal_id = g.portal_id and o.field_id = g.id
  join ${holders[subject].values} v on v.portal_id = o.portal_id and v.field_id = o.field_id and v.option_id = o.id`;

/** In how many portals each field of this portal that follows a definition is used, and how many have each value of its list there. As stoa_system. */
export const countPortals = async (db: Db, portalId: number, subject: Subject) =>
  (
    await typed(Following)`
      select f.id as "fieldId", (select count(*)::int from fields o where o.shared_id = f.shared_id and o.follows) as portals, s.is_offered as "isOffered",
        (select coalesce(json_object_agg(c.id, c.people), '{}') from (select k.id, count(*)::int as people from field_options k cross join ${everywhere(subject)}
          where k.portal_id = f.portal_id and k.field_id = f.id and g.shared_id = f.shared_id and g.follows and o.key = k.key group by k.id) c) as "optionPeople"
      from fields f join shared_fields s on s.id = f.shared_id where f.portal_id = ${portalId} and f.subject = ${subject} and f.follows`.execute(
      db,
    )
  ).rows;

const Count = z.object({ people: z.int() });

/** How many have a value of the list of a portal's field, in all portals that follow the definition. As stoa_system. */
export const countHoldersEverywhere = async (
  db: Db,
  { portalId, subject, optionId }: { readonly portalId: number; readonly subject: Subject; readonly optionId: number },
): Promise<number> =>
  oneRow(
    await typed(Count)`
      select count(*)::int as people from field_options k join fields f on f.portal_id = k.portal_id and f.id = k.field_id cross join ${everywhere(subject)}
      where k.portal_id = ${portalId} and k.id = ${optionId} and g.shared_id = f.shared_id and g.follows and o.key = k.key`.execute(db),
  ).people;

const Definition = z.object({
  id: z.int(),
  subject: Subject,
  kind: z.string(),
  name: z.string(),
  isOffered: z.boolean(),
  isUnique: z.boolean(),
});

/** A shared definition; undefined where there is none. */
export const findShared = async (db: Db, sharedId: number) =>
  (
    await typed(Definition)`
      select id, subject, kind, name, is_offered as "isOffered", is_unique as "isUnique" from shared_fields where id = ${sharedId}`.execute(
      db,
    )
  ).rows[0];

const Own = z.object({ id: z.int(), follows: z.boolean(), isRetired: z.boolean() });

/** The portal's own row of a definition, whether it follows or not. */
export const findOwnOf = async (db: Db, portalId: number, sharedId: number) =>
  (
    await typed(
      Own,
    )`select id, follows, retired_at is not null as "isRetired" from fields where portal_id = ${portalId} and shared_id = ${sharedId}
      for update`.execute(db)
  ).rows[0];

const Id = z.object({ id: z.int() });

/** Makes a definition of a portal's field, which follows it from now on. Returns its id. */
export async function insertShared(db: Db, portalId: number, fieldId: number): Promise<number> {
  const { id } = oneRow(
    await typed(Id)`
      insert into shared_fields (subject, kind, name, help, is_unique, is_sensitive, pattern, pattern_sample, settings)
      select subject, kind, name, help, is_unique, is_sensitive, pattern, pattern_sample, settings from fields where portal_id = ${portalId} and id = ${fieldId}
      returning id`.execute(db),
  );
  await sql`update fields set shared_id = ${id}, follows = true, revision = revision + 1 where portal_id = ${portalId} and id = ${fieldId}`.execute(
    db,
  );
  await updateShared(db, portalId, fieldId);
  return id;
}

export const updateOffered = (db: Db, sharedId: number, isOffered: boolean) =>
  sql`update shared_fields set is_offered = ${isOffered} where id = ${sharedId}`.execute(db);

/** Writes a portal's field and its list into the definition that it follows. */
export async function updateShared(db: Db, portalId: number, fieldId: number): Promise<void> {
  await sql`update shared_fields s set name = f.name, help = f.help, is_unique = f.is_unique, is_sensitive = f.is_sensitive, pattern = f.pattern,
      pattern_sample = f.pattern_sample, settings = f.settings
    from fields f where f.portal_id = ${portalId} and f.id = ${fieldId} and s.id = f.shared_id`.execute(db);
  await sql`insert into shared_field_options (shared_id, key, parent_key, name, former_names, position, retired_at, merged_key)
    select f.shared_id, o.key, p.key, o.name, o.former_names, o.position, o.retired_at, m.key
    from fields f join field_options o on o.portal_id = f.portal_id and o.field_id = f.id
    left join field_options p on p.portal_id = o.portal_id and p.id = o.parent_id
    left join field_options m on m.portal_id = o.portal_id and m.id = o.merged_into
    where f.portal_id = ${portalId} and f.id = ${fieldId}
    on conflict (shared_id, key) do update set parent_key = excluded.parent_key, name = excluded.name, former_names = excluded.former_names,
      position = excluded.position, retired_at = excluded.retired_at, merged_key = excluded.merged_key`.execute(db);
}

const Clash = z.object({ portal: z.string() });

/** A portal in which another field has the name that a definition gets; its own field aside. */
export const findClash = async (db: Db, sharedId: number) =>
  (
    await typed(Clash)`
      select p.name as portal from shared_fields s
      join fields f on f.shared_id = s.id and f.follows and f.retired_at is null
      join fields o on o.portal_id = f.portal_id and o.subject = f.subject and o.id <> f.id and o.retired_at is null and lower(o.name) = lower(s.name)
      join portals p on p.id = f.portal_id where s.id = ${sharedId} order by p.name limit 1`.execute(db)
  ).rows[0];

const Twins = z.object({ portal: z.string() });

/** A portal in which several people have the same value of a field whose values are to be there once only. */
export const findTwins = async (db: Db, { id: sharedId, subject }: { readonly id: number; readonly subject: Subject }) =>
  (
    await typed(Twins)`
      select p.name as portal from fields f
      join ${holders[subject].values} v on v.portal_id = f.portal_id and v.field_id = f.id and v.folded is not null
      join portals p on p.id = f.portal_id
      where f.shared_id = ${sharedId} and f.follows group by p.id, p.name, v.folded having count(*) > 1 limit 1`.execute(db)
  ).rows[0];

/** Takes a definition on with a row of the portal's own, which the portal's people and managers only see until somebody decides otherwise. */
export const insertFollower = async (db: Db, portalId: number, sharedId: number): Promise<number> =>
  oneRow(
    await typed(Id)`
      insert into fields (portal_id, subject, kind, name, help, position, own_access, manager_access, is_unique, is_sensitive, pattern, pattern_sample, settings, shared_id, follows)
      select ${portalId}, subject, kind, name, help, (select coalesce(max(position), 0) + 1 from fields where portal_id = ${portalId}), 'read', case when subject = 'person' then 'edit' else 'read' end,
        is_unique, is_sensitive, pattern, pattern_sample, settings, id, true
      from shared_fields where id = ${sharedId} returning id`.execute(db),
  ).id;

/** Lets a portal's field follow its definition, or not any more. Values of its list that the portal added meanwhile are retired when it follows again. */
export async function updateFollows(db: Db, portalId: number, fieldId: number, follows: boolean): Promise<void> {
  await sql`update fields set follows = ${follows}, retired_at = case when not ${follows} then retired_at end, revision = revision + 1
    where portal_id = ${portalId} and id = ${fieldId}`.execute(db);
  if (follows)
    await sql`update field_options set retired_at = now() where portal_id = ${portalId} and field_id = ${fieldId} and retired_at is null`.execute(
      db,
    );
}

const Follower = z.object({ portalId: z.int(), fieldId: z.int(), subject: Subject, isUnique: z.boolean() });

/**
 * Brings a definition to those who follow it: to one portal, or as stoa_system to all but the one in which it was changed. Returns their fields. Values of the
 * list come retired first, because two of a hierarchical one may have the same name until each stands below its own.
 */
export async function updateFollowers(db: Db, sharedId: number, where: { readonly only: number } | { readonly except: number }) {
  const inPortals = "only" in where ? sql`f.portal_id = ${where.only}` : sql`f.portal_id <> ${where.except}`;
  const followers = sql`fields f join shared_field_options s on s.shared_id = f.shared_id where f.shared_id = ${sharedId} and f.follows and ${inPortals}`;
  const { rows } = await typed(Follower)`
    update fields f set name = s.name, help = s.help, is_unique = s.is_unique, is_sensitive = s.is_sensitive, pattern = s.pattern,
      pattern_sample = s.pattern_sample, settings = s.settings, revision = f.revision + 1
    from shared_fields s where s.id = ${sharedId} and f.shared_id = s.id and f.follows and ${inPortals}
    returning f.portal_id as "portalId", f.id as "fieldId", f.subject, f.is_unique as "isUnique"`.execute(db);
  await sql`insert into field_options (portal_id, field_id, key, name, former_names, position, retired_at)
    select f.portal_id, f.id, s.key, s.name, s.former_names, s.position, now() from ${followers}
    on conflict (portal_id, field_id, key) do nothing`.execute(db);
  await sql`update field_options o set name = n.name, former_names = n.former_names, position = n.position, retired_at = n.retired_at,
      parent_id = n.parent_id, merged_into = n.merged_into
    from (select f.portal_id, f.id as field_id, s.key, s.name, s.former_names, s.position, s.retired_at,
        (select p.id from field_options p where p.portal_id = f.portal_id and p.field_id = f.id and p.key = s.parent_key) as parent_id,
        (select m.id from field_options m where m.portal_id = f.portal_id and m.field_id = f.id and m.key = s.merged_key) as merged_into
      from ${followers}) n
    where o.portal_id = n.portal_id and o.field_id = n.field_id and o.key = n.key`.execute(db);
  await moveMerged(db, rows, { isUndoable: !("only" in where) });
  for (const { isUnique, ...field } of rows) await updateUniqueKeys(db, field, isUnique);
  return rows;
}

const Merged = z.object({ id: z.int(), into: z.int() });

/** Gives everybody who has a value that was merged the one that took its place. isUndoable: whether that merge is made now; what comes with taking a definition on was merged before. */
async function moveMerged(db: Db, followers: readonly z.infer<typeof Follower>[], { isUndoable }: { isUndoable: boolean }): Promise<void> {
  for (const field of followers) {
    const { portalId, fieldId, subject } = field;
    const { rows } = await typed(Merged)`
      select o.id, o.merged_into as "into" from field_options o where o.portal_id = ${portalId} and o.field_id = ${fieldId} and o.merged_into is not null
        and exists (select from ${holders[subject].values} v where v.portal_id = o.portal_id and v.field_id = o.field_id and v.option_id = o.id)`.execute(
      db,
    );
    if (rows.length > 0) await lockField(db, portalId, fieldId);
    for (const { id, into } of rows) {
      const merge = await mergeValues(db, field, id, into);
      if (!isUndoable) await db.deleteFrom("field_merges").where("portal_id", "=", portalId).where("id", "=", merge.id).execute();
    }
  }
}

const MergedElsewhere = z.object({ portalId: z.int(), fieldId: z.int(), id: z.int() });

/** The merges that came from one portal's merge to the others that follow the definition still: made at the same moment. As stoa_system. */
export const listMergesElsewhere = async (db: Db, { portalId, id }: { readonly portalId: number; readonly id: number }) =>
  (
    await typed(MergedElsewhere)`
      select o.portal_id as "portalId", o.field_id as "fieldId", o.id from field_merges m
      join fields f on f.portal_id = m.portal_id and f.id = m.field_id
      join field_options k on k.portal_id = m.portal_id and k.id = m.from_id
      join fields g on g.shared_id = f.shared_id and g.follows and g.portal_id <> m.portal_id
      join field_options ok on ok.portal_id = g.portal_id and ok.field_id = g.id and ok.key = k.key
      join field_merges o on o.portal_id = g.portal_id and o.field_id = g.id and o.from_id = ok.id and o.made_at = m.made_at and o.undone_at is null
      where m.portal_id = ${portalId} and m.id = ${id} order by o.portal_id`.execute(db)
  ).rows;
