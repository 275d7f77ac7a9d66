import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Revokes all tokens of people: in one portal, or in all of them. As stoa_system, or as stoa_people in its portal. */
export async function revokeAllOf(db: Db, userIds: readonly number[], portalId: number | null = null): Promise<void> {
  if (userIds.length === 0) return;
  await sql`update api_tokens set revoked_at = now() where user_id = any(${[...userIds]}::bigint[]) and revoked_at is null
    and (${portalId}::bigint is null or portal_id = ${portalId})`.execute(db);
}

/** Removes tokens that have been over or revoked for a month. Returns how many. As stoa_system. */
export async function sweepTokens(db: Db): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from api_tokens where least(expires_at, revoked_at) < now() - interval '30 days'`.execute(db);
  return Number(numAffectedRows);
}
