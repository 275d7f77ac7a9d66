import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";

const Left = z.object({ count: z.int() });

/**
 * Refuses (409) a change after which no active member would hold the Admin role now and without an end. Called in the transaction of stoa_people that takes the role or
 * the membership away, after the change; of two such changes at once the second waits here for the first.
 */
export async function keepAnAdmin(db: Db, portalId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins of a portal', ${portalId}))`.execute(db);
  const { count } = oneRow(
    await typed(Left)`
      select count(*)::int as count from role_assignments a
      join memberships m on m.portal_id = a.portal_id and m.user_id = a.user_id
      where a.portal_id = ${portalId} and a.role = 'Admin' and a.copy_id is null and a.starts_at <= now() and a.ends_at is null and m.status = 'active'`.execute(
      db,
    ),
  );
  if (count === 0)
    throw conflict("last_admin", "This portal would be left without an admin. Make somebody else an admin first, without an end date.");
}
