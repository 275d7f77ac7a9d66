import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

/**
 * Whether a field `f` may say who reports to whom, as SQL: its values are people, it is in use, and nobody but admins, imports that admins make and, of themselves, the
 * people decides them. Where managers or authors edit it for others, they could widen their own rights by it (security.md 14), so that a scope then reaches nobody.
 */
export const saysWhoReports = sql<boolean>`(f.subject = 'person' and f.kind = 'person' and f.retired_at is null and f.manager_access <> 'edit' and f.author_access <> 'edit')`;

const Named = z.object({ id: z.int(), name: z.string() });
/** The fields of a portal that may say who reports to whom, in their order. */
export const listReportsFields = async (db: Db, portalId: number) =>
  (
    await typed(
      Named,
    )`select f.id, f.name from fields f where f.portal_id = ${portalId} and ${saysWhoReports} order by f.position, f.id`.execute(db)
  ).rows;
