import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { Synonyms, unfoundList } from "../contract.ts";

const Stored = z.object({ lines: z.array(z.array(z.string())), revision: z.int() });

/** The lines of a portal; revision 0 before anybody wrote any. */
export const findSynonyms = async (db: Db, portalId: number): Promise<Synonyms> =>
  (await typed(Stored)`select lines, revision from catalog_synonyms where portal_id = ${portalId}`.execute(db)).rows[0] ?? {
    lines: [],
    revision: 0,
  };

const Saved = z.object({ revision: z.int() });
/** Writes the lines over those of a revision; undefined when somebody else did meanwhile. */
export const saveSynonyms = async (db: Db, portalId: number, { lines, revision }: Synonyms) =>
  (
    await typed(Saved)`
    insert into catalog_synonyms as s (portal_id, lines) select ${portalId}, ${JSON.stringify(lines)}::jsonb
    where ${revision} = 0 or exists (select from catalog_synonyms where portal_id = ${portalId})
    on conflict (portal_id) do update set lines = excluded.lines, revision = s.revision + 1, changed_at = now() where s.revision = ${revision}
    returning revision`.execute(db)
  ).rows[0];

export const UnfoundRow = z.object({ words: z.string(), times: z.int(), firstAt: z.string(), lastAt: z.string() });

/** Searches that found nothing. */
export const unfoundOf = (portalId: number, { q, sort }: Omit<ListRequest<typeof unfoundList>, "page">): ListSql => ({
  with: sql`hits as (
    select words, times, first_at, last_at from catalog_unfound
    where portal_id = ${portalId} and (${q} = '' or strpos(folded(words), folded(${q})) > 0)
  )`,
  order: orderBy(sort, { times: sql`times`, last: sql`last_at`, words: sql`lower(words)` }, sql`last_at desc, words`),
  items: sql`select nth, words, times, first_at as "firstAt", last_at as "lastAt" from shown`,
  all: sql`(select count(*) from catalog_unfound where portal_id = ${portalId})`,
});

/** Forgets one; true when it was there. */
export const deleteUnfound = async (db: Db, portalId: number, words: string) =>
  (await db.deleteFrom("catalog_unfound").where("portal_id", "=", portalId).where("words", "=", words).executeTakeFirst()).numDeletedRows >
  0n;
