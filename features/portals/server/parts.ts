import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";
import { partIds, type PartId } from "../parts.ts";

// What a new portal can take from another one (ENV-10). Every table of portals is either in a part or in the list of what never is (never-copied.ts); a test compares both with
// the schema. Numbers stay the same in the new portal: with the portal they are the key, so what names a field, a category or an image by its number needs no change.

export interface Copying {
  readonly db: Db;
  readonly from: number;
  readonly to: number;
  readonly parts: ReadonlySet<PartId>;
  /** Where the bytes of images were copied to, of each part that has some: by the number of the file. */
  readonly images: Images;
}
export type Images = Readonly<Record<keyof typeof imagesOf, ReadonlyMap<number, string>>>;

interface CopyPart {
  /** The tables from which it copies rows, and the columns of the portal's own row. */
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  copy(copying: Copying): Promise<void>;
}

/** Sets columns of the new portal's row from the template's. t: the template. */
const setFrom = ({ db, from, to }: Copying, columns: RawBuilder<unknown>) =>
  sql`update portals p set ${columns} from portals t where p.id = ${to} and t.id = ${from}`.execute(db);

/** Copies the rows of a part's images, with the keys of their copies. Gives their numbers. */
async function copyImages({ db, from, to, images }: Copying, part: keyof Images): Promise<number[]> {
  const copied = images[part];
  const ids = [...copied.keys()];
  await sql`insert into files (portal_id, id, storage_key, name, media_type, bytes, sha256) overriding system value
    select ${to}::bigint, f.id, k.key, f.name, f.media_type, f.bytes, f.sha256
    from files f join unnest(${ids}::bigint[], ${[...copied.values()]}::text[]) as k (id, key) on k.id = f.id where f.portal_id = ${from}`.execute(
    db,
  );
  return ids;
}

/** There are others by now than those whose bytes were copied. */
const imagesChanged = () => conflict("template_changed", "The pictures of this portal were changed at this moment. Try again.");
const Missing = z.object({ count: z.int() });

export const parts: Readonly<Record<PartId, CopyPart>> = {
  /** Colours, logos and pictures as they are published; no drafts, no earlier looks, none of groups. */
  brand: {
    tables: ["files", "brand_images"],
    columns: ["colors", "logo_file", "mobile_logo_file", "favicon_file", "mail_logo_file", "certificate_logo_file"],
    async copy(copying) {
      const { db, from, to, images } = copying;
      await setFrom(
        copying,
        sql`colors = t.colors, logo_file = t.logo_file, mobile_logo_file = t.mobile_logo_file, favicon_file = t.favicon_file,
          mail_logo_file = t.mail_logo_file, certificate_logo_file = t.certificate_logo_file`,
      );
      if ((await imagesOf.brand(db, to, from)).some(({ fileId }) => !images.brand.has(fileId))) throw imagesChanged();
      const ids = await copyImages(copying, "brand");
      await sql`insert into brand_images (portal_id, file_id, slot, width, height, tone)
        select ${to}::bigint, file_id, slot, width, height, tone from brand_images
        where portal_id = ${from} and file_id = any(${ids}::bigint[])`.execute(db);
    },
  },

  /** The settings, and what registering asks for: domains, terms, and fields where those come along. */
  settings: {
    tables: ["registration_settings", "registration_terms"],
    columns: ["settings"],
    async copy(copying) {
      const { db, from, to, parts: ticked } = copying;
      await setFrom(copying, sql`settings = t.settings`);
      await sql`insert into registration_settings (portal_id, domains, field_ids, terms, terms_version)
        select ${to}::bigint, domains, case when ${ticked.has("fields")}::boolean then array(select f.id from unnest(field_ids) with ordinality as u (id, nth)
            join fields f on f.portal_id = ${from} and f.id = u.id and f.retired_at is null order by u.nth) else '{}' end, terms, terms_version
        from registration_settings where portal_id = ${from}`.execute(db);
      await sql`insert into registration_terms (portal_id, version, terms, made_at)
        select ${to}::bigint, version, terms, made_at from registration_terms where portal_id = ${from}
          and version = (select terms_version from registration_settings where portal_id = ${from})`.execute(db);
    },
  },

  /** Custom fields of people and courses that are in use, with their lists. */
  fields: {
    tables: ["fields", "field_options"],
    columns: [],
    async copy({ db, from, to }) {
      await sql`insert into fields (portal_id, id, kind, name, help, position, own_access, author_access, manager_access, is_required, is_unique, is_sensitive,
          pattern, pattern_sample, source, settings, asked_at_sign_in, shared_id, follows, subject) overriding system value
        select ${to}::bigint, id, kind, name, help, position, own_access, author_access, manager_access, is_required, is_unique, is_sensitive,
          pattern, pattern_sample, source, settings, asked_at_sign_in, shared_id, follows, subject
        from fields where portal_id = ${from} and retired_at is null`.execute(db);
      await sql`insert into field_options (portal_id, id, field_id, parent_id, name, former_names, position, retired_at, merged_into, key) overriding system value
        select ${to}::bigint, o.id, o.field_id, o.parent_id, o.name, o.former_names, o.position, o.retired_at, o.merged_into, o.key
        from field_options o join fields f on f.portal_id = o.portal_id and f.id = o.field_id and f.retired_at is null
        where o.portal_id = ${from}`.execute(db);
    },
  },

  /** How letters are sent and what they say, for the whole portal; nothing that is about single courses or groups. */
  mail: {
    tables: ["mail_settings", "mail_texts", "event_timings"],
    columns: [],
    async copy({ db, from, to }) {
      await sql`insert into mail_settings (portal_id, is_on, hourly_cap, quiet_from, quiet_to, sender_name, reply_to, sender_address, events_off)
        select ${to}::bigint, is_on, hourly_cap, quiet_from, quiet_to, sender_name, reply_to, sender_address, events_off
        from mail_settings where portal_id = ${from}`.execute(db);
      await sql`insert into mail_texts (portal_id, event, language, revision, subject, body, button)
        select ${to}::bigint, event, language, 1, subject, body, button
        from (select distinct on (event, language) * from mail_texts where portal_id = ${from} order by event, language, revision desc) t
        where subject is not null`.execute(db);
      await sql`insert into event_timings (portal_id, event, days)
        select ${to}::bigint, event, days from event_timings where portal_id = ${from} and course_id is null and days is not null`.execute(
        db,
      );
    },
  },

  /** The tree of categories with their addresses and pictures, and the words that mean the same in searches. */
  categories: {
    tables: ["files", "categories", "category_slugs", "catalog_synonyms"],
    columns: [],
    async copy(copying) {
      const { db, from, to } = copying;
      const ids = await copyImages(copying, "categories");
      const missing = await typed(Missing)`with template as materialized (
          select id, parent_id, name, position, description, is_hidden, is_shown, picture_file_id, shared_id,
            picture_file_id is null or picture_file_id = any(${ids}::bigint[]) as is_copied from categories where portal_id = ${from}),
        made as (insert into categories (portal_id, id, parent_id, name, position, description, is_hidden, is_shown, picture_file_id, shared_id) overriding system value
          select ${to}::bigint, id, parent_id, name, position, description, is_hidden, is_shown, case when is_copied then picture_file_id end, shared_id from template)
        select count(*)::int as count from template where not is_copied`.execute(db);
      if (missing.rows[0]?.count !== 0) throw imagesChanged();
      await sql`insert into category_slugs (portal_id, slug, category_id)
        select distinct on (s.category_id) ${to}::bigint, s.slug, s.category_id
        from category_slugs s join categories c on c.portal_id = s.portal_id and c.id = s.category_id
        where s.portal_id = ${from} order by s.category_id, s.nth desc`.execute(db);
      await sql`insert into catalog_synonyms (portal_id, lines) select ${to}::bigint, lines from catalog_synonyms where portal_id = ${from}`.execute(
        db,
      );
    },
  },

  /** Quick links for everybody. Those for some name groups or people; signed ones need a secret, which is never copied. */
  links: {
    tables: ["quick_links"],
    columns: ["quick_links"],
    async copy({ db, from, to }) {
      await sql`insert into quick_links (portal_id, id, titles, address, icon, opens_new_tab, position, starts_at, ends_at, time_zone, language) overriding system value
        select ${to}::bigint, id, titles, address, icon, opens_new_tab, position, starts_at, ends_at, time_zone, language
        from quick_links where portal_id = ${from} and deleted_at is null and audience is null and not is_signed`.execute(db);
      await sql`update portals p set quick_links = (
          select coalesce(jsonb_agg(l.one order by l.nth), '[]') from portals t, jsonb_array_elements(t.quick_links) with ordinality as l (one, nth)
          where t.id = ${from} and (l.one ->> 'id')::bigint in (select id from quick_links where portal_id = ${to}))
        where p.id = ${to}`.execute(db);
    },
  },

  /** How the dashboard is arranged for everybody. Layouts for some name groups or people. */
  widgets: {
    tables: [],
    columns: ["widgets"],
    async copy(copying) {
      await setFrom(copying, sql`widgets = case when t.widgets ? 'everybody' then t.widgets || '{"layouts": []}' else '{}' end`);
    },
  },

  /** Contact, Copyright, Privacy and the words of the sign-in page as they are published, and how the portal is reached. */
  pages: {
    tables: ["portal_page_versions"],
    columns: ["contact", "login_texts"],
    async copy(copying) {
      const { db, from, to } = copying;
      await setFrom(copying, sql`contact = t.contact, login_texts = t.login_texts`);
      await sql`insert into portal_page_versions (portal_id, page, number, content)
        select distinct on (page) ${to}::bigint, page, 1, content from portal_page_versions where portal_id = ${from} order by page, number desc`.execute(
        db,
      );
    },
  },

  /** Articles of the help that are hidden or in the portal's words, and its own. */
  help: {
    tables: ["help_overrides", "help_articles", "help_versions"],
    columns: [],
    async copy({ db, from, to }) {
      await sql`insert into help_overrides (portal_id, article, is_hidden, texts, built_in)
        select ${to}::bigint, article, is_hidden, texts, built_in from help_overrides where portal_id = ${from}`.execute(db);
      await sql`insert into help_articles (portal_id, id, texts, roles, status, position) overriding system value
        select ${to}::bigint, id, texts, roles, status, position from help_articles where portal_id = ${from} and deleted_at is null`.execute(
        db,
      );
      // What comes along is the first version there.
      await sql`insert into help_versions (portal_id, article, texts, built_in)
        select ${to}::bigint, 'own-' || id, texts, null from help_articles where portal_id = ${to}
        union all select ${to}::bigint, article, texts, built_in from help_overrides where portal_id = ${to} and built_in is not null`.execute(
        db,
      );
    },
  },

  /** Copies of roles with fewer permissions; who holds them is not copied. */
  roles: {
    tables: ["role_copies"],
    columns: [],
    async copy({ db, from, to }) {
      await sql`insert into role_copies (portal_id, id, name, of_role, permissions) overriding system value
        select ${to}::bigint, id, name, of_role, permissions from role_copies where portal_id = ${from} and deleted_at is null`.execute(db);
    },
  },
};

/** Copies the parts that are wanted, in the order of the table. */
export async function copyParts(copying: Copying): Promise<void> {
  for (const id of partIds) if (copying.parts.has(id)) await parts[id].copy(copying);
}

const Image = z.object({ fileId: z.int(), key: z.string() });

/** The uploaded images of a portal that a part copies, for each part that has some. */
export const imagesOf = {
  /** Those that the look of the portal names, as far as they are files of `owner`. */
  brand: async (db: Db, portalId: number, owner = portalId) =>
    (
      await typed(Image)`select f.id as "fileId", f.storage_key as key
        from portals p
        join brand_images i on i.portal_id = ${owner}
        join files f on f.portal_id = i.portal_id and f.id = i.file_id
        where p.id = ${portalId} and position('/rest/branding/images/' || f.id || '/' in concat_ws(' ', p.colors::text, p.logo_file, p.mobile_logo_file, p.favicon_file,
          p.mail_logo_file, p.certificate_logo_file)) > 0`.execute(db)
    ).rows,
  /** The pictures of its categories. */
  categories: async (db: Db, portalId: number) =>
    (
      await typed(Image)`select f.id as "fileId", f.storage_key as key
        from categories c join files f on f.portal_id = c.portal_id and f.id = c.picture_file_id where c.portal_id = ${portalId}`.execute(
        db,
      )
    ).rows,
};
