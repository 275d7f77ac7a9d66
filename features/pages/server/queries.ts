import { sql } from "kysely";
import * as z from "zod/mini";
import { PageContent, publicPages, Ways, type PublicPage } from "#features/portal/about-contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";

/** Published texts that are listed; all of them are kept. */
const versionsShown = 50;

const personName = (id: string) =>
  sql`(select coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) from users u where u.id = ${sql.ref(id)})`;

const Stored = z.object({
  page: z.enum(publicPages),
  revision: z.int(),
  draft: z.nullable(PageContent),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.date()),
  published: z.nullable(PageContent),
  /** Of the portal's row, which every request knows. */
  ways: Ways,
  portalName: z.string(),
  versions: z.array(z.object({ number: z.int(), publishedAt: z.string(), by: z.nullable(z.string()) })),
});
export type StoredPage = z.infer<typeof Stored>;

/** The pages of a portal, or some of them, in their order. */
export const listPages = async (db: Db, portalId: number, pages: readonly PublicPage[] = publicPages): Promise<StoredPage[]> =>
  (
    await typed(Stored)`
      select k.page, coalesce(p.revision, 0) as revision, p.draft, ${personName("p.changed_by")} as "changedBy", p.changed_at as "changedAt",
        (select v.content from portal_page_versions v where v.portal_id = ${portalId} and v.page = k.page order by v.number desc limit 1) as published,
        jsonb_build_object('email', coalesce(o.contact ->> 'email', ''), 'phone', coalesce(o.contact ->> 'phone', ''),
          'address', coalesce(o.contact ->> 'address', '')) as ways, o.name as "portalName",
        coalesce((select jsonb_agg(jsonb_build_object('number', v.number, 'by', v.by,
            'publishedAt', to_char(v.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by v.number desc)
          from (select w.number, w.published_at, ${personName("w.published_by")} as by from portal_page_versions w
            where w.portal_id = ${portalId} and w.page = k.page order by w.number desc limit ${versionsShown}) v), '[]') as versions
      from unnest(${[...pages]}::text[]) with ordinality k (page, nth)
      join portals o on o.id = ${portalId}
      left join portal_pages p on p.portal_id = ${portalId} and p.page = k.page
      order by k.nth`.execute(db)
  ).rows;

export const findPage = async (db: Db, portalId: number, page: PublicPage): Promise<StoredPage> =>
  oneRow({ rows: await listPages(db, portalId, [page]) });

const Version = z.object({ content: PageContent });
/** What was published under a number. */
export const findVersion = async (db: Db, portalId: number, page: PublicPage, number: number): Promise<PageContent | undefined> =>
  (
    await typed(
      Version,
    )`select content from portal_page_versions where portal_id = ${portalId} and page = ${page} and number = ${number}`.execute(db)
  ).rows[0]?.content;

interface Draft {
  readonly portalId: number;
  readonly userId: number;
  readonly page: PublicPage;
  readonly revision: number;
  readonly draft: PageContent | null;
}

/** Keeps a draft, and counts the revision on; false when it was changed since the revision named. */
export async function updateDraft(db: Db, { portalId, userId, page, revision, draft }: Draft): Promise<boolean> {
  const { rows } = await sql`
    insert into portal_pages as p (portal_id, page, draft, revision, changed_by)
    select ${portalId}, ${page}, ${draft && JSON.stringify(draft)}::jsonb, 1, ${userId}
      where ${revision} = 0 or exists (select from portal_pages where portal_id = ${portalId} and page = ${page})
    on conflict (portal_id, page) do update set draft = excluded.draft, revision = p.revision + 1, changed_at = now(), changed_by = excluded.changed_by
      where p.revision = ${revision}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Publishes a content as the newest version; how the portal is reached, and what its sign-in page says, also stand in its row. */
export const insertVersion = (
  db: Db,
  {
    portalId,
    userId,
    page,
    content,
  }: { readonly portalId: number; readonly userId: number; readonly page: PublicPage; readonly content: PageContent },
) =>
  sql`with made as (
      insert into portal_page_versions (portal_id, page, number, content, published_by)
      select ${portalId}, ${page}, coalesce(max(number), 0) + 1, ${JSON.stringify(content)}::jsonb, ${userId} from portal_page_versions
        where portal_id = ${portalId} and page = ${page})
    update portals set contact = case when ${content.ways !== null} then ${JSON.stringify(content.ways)}::jsonb else contact end,
      login_texts = case when ${page === "login"} then ${JSON.stringify(content.texts)}::jsonb else login_texts end
    where id = ${portalId} and ${content.ways !== null || page === "login"}`.execute(db);
