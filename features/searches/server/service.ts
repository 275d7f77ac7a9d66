import { sql } from "kysely";
import { noteCatalogChange } from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { conflict, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { keptDays, unfoundList, type Synonyms, type Unfound } from "../contract.ts";
import type * as api from "../contract.ts";
import * as queries from "./queries.ts";

/** The words that mean the same in this portal. */
export const showSynonyms = ({ db, portal }: Context): Promise<Synonyms> => queries.findSynonyms(db, portal.id);

/** Sets the words that mean the same. Throws 409 when somebody else set them since the revision named. */
export async function saveSynonyms(
  { db, actor, portal, http }: Context,
  { lines, revision }: Parsed<typeof api.saveSynonyms>["body"],
): Promise<Synonyms> {
  const before = await queries.findSynonyms(db, portal.id);
  const saved = await queries.saveSynonyms(db, portal.id, { lines, revision });
  if (!saved) throw conflict("synonyms_changed", "Somebody else changed these words meanwhile. Load them again.");
  await noteCatalogChange(db, portal.id, null);
  await note(
    { db, actor, portal, http },
    { action: "synonyms_saved", object: { kind: "portal", id: portal.id }, before: { lines: before.lines }, after: { lines } },
  );
  return { lines, revision: saved.revision };
}

type Query = Parsed<typeof api.listUnfound>["query"];

/** One page of the searches that found nothing. */
export async function showUnfound({ db, portal }: Context, query: Query): Promise<Result<typeof api.listUnfound>> {
  const sizes = { page: query.page, pageSize: unfoundList.pageSize };
  const found = await readPage(db, queries.UnfoundRow, sizes, queries.unfoundOf(portal.id, query));
  return { ...found, rows: found.rows.map((row) => ({ ...row, firstAt: instant(row.firstAt), lastAt: instant(row.lastAt) })) };
}

/** All of them, for the export. */
export const allUnfound = (db: Db, portalId: number, query: Query) => readAll(db, queries.UnfoundRow, queries.unfoundOf(portalId, query));

/** The columns of the export. */
export const unfoundColumns = (say: Say): readonly CsvColumn<Unfound>[] => [
  [say("Words"), ({ words }) => words],
  [say("Times"), ({ times }) => times],
  [say("First searched"), ({ firstAt }) => instant(firstAt)],
  [say("Last searched"), ({ lastAt }) => instant(lastAt)],
];

/** Takes words out of the list. Throws 404 where they are not in it. */
export async function forgetUnfound({ db, actor, portal, http }: Context, words: string): Promise<Result<typeof api.forgetUnfound>> {
  if (!(await queries.deleteUnfound(db, portal.id, words))) throw notFound("search", "These words are not in the list any more.");
  await note({ db, actor, portal, http }, { action: "search_forgotten", object: { kind: "portal", id: portal.id }, before: { words } });
  return { words };
}

/** Forgets what nobody has searched for long (docs/retention.md). For the worker; gives how many went. */
export const sweepUnfound = (databases: Databases): Promise<number> =>
  databases.inSystem("forget old searches", async (db) => {
    const old = sql<boolean>`last_at < now() - make_interval(days => ${keptDays})`;
    return Number((await db.deleteFrom("catalog_unfound").where(old).executeTakeFirst()).numDeletedRows);
  });
