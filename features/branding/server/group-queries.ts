import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { colorsOf, plainBrand, sameBrand, type Brand, type LookOfPortal } from "../brand.ts";

/** A group of a portal. */
export interface OfGroup {
  readonly portalId: number;
  readonly groupId: number;
}

const Path = z.nullable(z.string());
const Found = z.object({
  name: z.string(),
  isArchived: z.boolean(),
  revision: z.int(),
  draft: z.unknown(),
  colors: z.record(z.string(), z.unknown()),
  logo: Path,
  mobileLogo: Path,
  favicon: Path,
});

export interface GroupLooks {
  readonly name: string;
  readonly isArchived: boolean;
  /** 0 before anything was ever worked on. */
  readonly revision: number;
  readonly draft: Brand | null;
  readonly published: LookOfPortal;
}

/** What a group that is not deleted shows its people, and what is being worked on. */
export async function findGroupLooks(db: Db, { portalId, groupId }: OfGroup): Promise<GroupLooks | undefined> {
  const { rows } = await typed(Found)`
    select g.name, g.status = 'archived' as "isArchived", coalesce(b.revision, 0) as revision, b.draft, coalesce(b.colors, '{}') as colors,
      b.logo_file as logo, b.mobile_logo_file as "mobileLogo", b.favicon_file as favicon
    from groups g left join group_brands b on b.portal_id = g.portal_id and b.group_id = g.id
    where g.portal_id = ${portalId} and g.id = ${groupId} and g.status <> 'deleted'`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { name, isArchived, revision, draft, colors, ...images } = found;
  return {
    name,
    isArchived,
    revision,
    draft: draft as Brand | null,
    published: { colors, images: { ...images, mailLogo: null, certificateLogo: null } },
  };
}

/** Keeps the look of a group being worked on, null for none, when its revision is still the one named; false otherwise. */
export async function updateGroupDraft(
  db: Db,
  { portalId, groupId, userId, revision, brand }: OfGroup & { userId: number; revision: number; brand: Brand | null },
): Promise<boolean> {
  const kept = brand === null ? null : JSON.stringify(brand);
  const { numAffectedRows } = await (
    revision === 0
      ? sql`insert into group_brands (portal_id, group_id, draft, changed_by) values (${portalId}, ${groupId}, ${kept}, ${userId}) on conflict do nothing`
      : sql`update group_brands set draft = ${kept}, revision = revision + 1, changed_by = ${userId}, changed_at = now()
        where portal_id = ${portalId} and group_id = ${groupId} and revision = ${revision}`
  ).execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Makes others wait who change what a portal shows. As stoa_people. */
const lockPortal = (db: Db, portalId: number) => sql`select from portals where id = ${portalId} for update`.execute(db);

/** Keeps the published look of a group; one that inherits everything is none. As stoa_people. */
export async function publishGroupLook(db: Db, { portalId, groupId }: OfGroup, brand: Brand): Promise<void> {
  const { logo, mobileLogo, favicon } = brand.images;
  await db
    .updateTable("group_brands")
    .set({
      colors: sameBrand(brand, plainBrand) ? null : JSON.stringify(colorsOf(brand)),
      logo_file: logo,
      mobile_logo_file: mobileLogo,
      favicon_file: favicon,
    })
    .where("portal_id", "=", portalId)
    .where("group_id", "=", groupId)
    .executeTakeFirstOrThrow();
  await showGroupLooks(db, portalId);
}

/** Writes the published looks of groups in use into the row of the portal, which every request knows. As stoa_people. */
export async function showGroupLooks(db: Db, portalId: number): Promise<void> {
  await lockPortal(db, portalId);
  await sql`update portals set group_looks = coalesce((
      select jsonb_agg(jsonb_build_object('audience', jsonb_build_object('kind', 'group', 'groupIds', jsonb_build_array(b.group_id)),
        'colors', b.colors, 'logo', b.logo_file, 'mobileLogo', b.mobile_logo_file, 'favicon', b.favicon_file) order by b.group_id)
      from group_brands b join groups g on g.portal_id = b.portal_id and g.id = b.group_id and g.status = 'active'
      where b.portal_id = ${portalId} and b.colors is not null), '[]')
    where id = ${portalId}`.execute(db);
}

/** The published looks of groups in use, as a table of group and look. */
const published = (portalId: number) => sql`(
  select b.group_id, g.name, jsonb_build_array(b.colors, b.logo_file, b.mobile_logo_file, b.favicon_file) as look
  from group_brands b join groups g on g.portal_id = b.portal_id and g.id = b.group_id and g.status = 'active'
  where b.portal_id = ${portalId} and b.colors is not null)`;
/** Of rows of group_members `m`, those of people who can come to the portal. */
const canCome = sql`join memberships p on p.portal_id = m.portal_id and p.user_id = m.user_id and p.status = 'active'`;

const Elsewhere = z.object({ people: z.int(), groups: z.array(z.object({ id: z.int(), name: z.string(), people: z.int() })) });

/** The people of a group with a look who are also in groups with another one: how many, and in which groups. */
export async function findElsewhere(db: Db, { portalId, groupId }: OfGroup, brand: Brand) {
  const { logo, mobileLogo, favicon } = brand.images;
  const look = sql`jsonb_build_array(${JSON.stringify(colorsOf(brand))}::jsonb, ${logo}::text, ${mobileLogo}::text, ${favicon}::text)`;
  const { rows } = await typed(Elsewhere)`
    with shared as (
      select m.user_id, o.group_id, o.name from group_members m ${canCome}
      join group_members other on other.portal_id = m.portal_id and other.user_id = m.user_id
      join ${published(portalId)} o on o.group_id = other.group_id and o.group_id <> m.group_id and o.look <> ${look}
      where m.portal_id = ${portalId} and m.group_id = ${groupId})
    select (select count(distinct user_id)::int from shared) as people,
      coalesce((select jsonb_agg(jsonb_build_object('id', group_id, 'name', name, 'people', people) order by lower(name), group_id)
        from (select group_id, name, count(*)::int as people from shared group by 1, 2) one), '[]') as groups`.execute(db);
  return rows[0] as z.infer<typeof Elsewhere>;
}

const Count = z.object({ count: z.int() });
/** How many people are in groups with different looks. */
export const countBetween = async (db: Db, portalId: number): Promise<number> =>
  (
    await typed(Count)`select count(*)::int as count from (
      select m.user_id from group_members m ${canCome} join ${published(portalId)} b on b.group_id = m.group_id
      where m.portal_id = ${portalId} group by 1 having count(distinct b.look) > 1) one`.execute(db)
  ).rows[0]?.count ?? 0;

const Row = z.object({ id: z.int(), name: z.string(), isArchived: z.boolean(), isPublished: z.boolean(), isDrafted: z.boolean() });
/** The groups with a look or a draft of one, by name. */
export const listBranded = async (db: Db, portalId: number) =>
  (
    await typed(
      Row,
    )`select g.id, g.name, g.status = 'archived' as "isArchived", b.colors is not null as "isPublished", b.draft is not null as "isDrafted"
      from group_brands b join groups g on g.portal_id = b.portal_id and g.id = b.group_id and g.status <> 'deleted'
      where b.portal_id = ${portalId} and (b.colors is not null or b.draft is not null) order by lower(g.name), g.id limit 500`.execute(db)
  ).rows;

const Named = z.object({ id: z.int(), name: z.string() });
/** Groups in use with words in their name, 20 at most. */
export const findGroups = async (db: Db, portalId: number, q: string) =>
  (
    await typed(
      Named,
    )`select id, name from groups where portal_id = ${portalId} and status = 'active' and position(lower(${q}) in lower(name)) > 0
      order by lower(name), id limit 20`.execute(db)
  ).rows;

/** That a group has a published look, as something that depends on it (features/groups). */
export const brandOfGroup = ({ portalId, groupId }: OfGroup): RawBuilder<unknown> => sql`
  select 'brand' as kind, g.id, g.name, '/portal/logo?group=' || g.id as "to" from group_brands b
  join groups g on g.portal_id = b.portal_id and g.id = b.group_id
  where b.portal_id = ${portalId} and b.group_id = ${groupId} and b.colors is not null`;
