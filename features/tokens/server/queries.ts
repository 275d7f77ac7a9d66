import { sql } from "kysely";
import * as z from "zod/mini";
import { typed } from "#platform/db/typed.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { scopes } from "../scopes.ts";

const Row = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.date(),
  expiresAt: z.date(),
  isExpired: z.boolean(),
  lastUsedAt: z.nullable(z.date()),
  lastIp: z.nullable(z.string()),
});
export type TokenRow = z.infer<typeof Row>;
const columns = sql`id, name, prefix, scopes, created_at as "createdAt", expires_at as "expiresAt", expires_at <= now() as "isExpired",
  last_used_at as "lastUsedAt", last_ip as "lastIp"`;

/** Somebody's tokens in a portal that were not revoked, newest first. */
export const listTokens = async (db: Db, { portalId, userId }: Asker): Promise<TokenRow[]> =>
  (
    await typed(Row)`select ${columns} from api_tokens where portal_id = ${portalId} and user_id = ${userId} and revoked_at is null
      order by id desc`.execute(db)
  ).rows;

const Standing = z.object({ isMember: z.boolean(), count: z.int() });

/** Whether somebody is an active member, whose row is locked then, and how many tokens they have. As stoa_system. */
export async function lockOwner(db: Db, { portalId, userId }: Asker): Promise<z.infer<typeof Standing>> {
  const { rows } = await typed(Standing)`
    select m.status = 'active' as "isMember",
      (select count(*)::int from api_tokens t where t.portal_id = m.portal_id and t.user_id = m.user_id and t.revoked_at is null) as count
    from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId} for update of m`.execute(db);
  return rows[0] ?? { isMember: false, count: 0 };
}

interface NewToken {
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly days: number;
}

/** Keeps a new token. As stoa_system. */
export async function insertToken(db: Db, { portalId, userId }: Asker, token: NewToken): Promise<TokenRow> {
  const { rows } = await typed(Row)`
    insert into api_tokens (portal_id, user_id, name, prefix, token_hash, scopes, expires_at)
    values (${portalId}, ${userId}, ${token.name}, ${token.prefix}, ${token.hash}, ${[...token.scopes]}::text[], now() + make_interval(days => ${token.days}))
    returning ${columns}`.execute(db);
  if (!rows[0]) throw new Error("A new token has a row.");
  return rows[0];
}

/** Revokes a token of somebody. Returns its name; undefined where they have none of this id. As stoa_system. */
export const revokeToken = async (db: Db, { portalId, userId }: Asker, id: number): Promise<string | undefined> =>
  (
    await db
      .updateTable("api_tokens")
      .set({ revoked_at: sql`now()` })
      .where("portal_id", "=", portalId)
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returning("name")
      .executeTakeFirst()
  )?.name;

const Shown = z.object({ id: z.int(), scopes: z.array(z.string()), standing: z.enum(["open", "expired", "revoked"]) });

/**
 * The token that a program shows, and how it stands; null for one that the portal does not know. Of one in use it remembers when and from where, once a minute. As stoa_system,
 * in one statement.
 */
export async function findShown(db: Db, portalId: number, hash: Buffer, ip: string): Promise<z.infer<typeof Shown> | null> {
  const { rows } = await typed(Shown)`
    with shown as (select t.id, t.scopes, t.last_used_at, case
        when t.revoked_at is not null or m.status <> 'active' or u.kind <> 'person' then 'revoked'
        when t.expires_at <= now() then 'expired' else 'open' end as standing
      from api_tokens t
      join memberships m on m.portal_id = t.portal_id and m.user_id = t.user_id
      join users u on u.id = t.user_id
      where t.portal_id = ${portalId} and t.token_hash = ${hash}),
    used as (update api_tokens t set last_used_at = now(), last_ip = ${ip} from shown s
      where t.portal_id = ${portalId} and t.id = s.id and s.standing = 'open' and (s.last_used_at is null or s.last_used_at < now() - interval '1 minute'))
    select id, scopes, standing from shown`.execute(db);
  return rows[0] ?? null;
}
