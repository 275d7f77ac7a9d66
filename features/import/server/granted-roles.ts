import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { GrantedRole } from "./cell-words.ts";

const Granted = z.object({ id: z.int(), userId: z.int() });

/** Grants roles for the whole portal, from now on, and stores what follows from them. Whether the importer may was decided before. */
export async function grantRoles(
  db: Db,
  { portalId, actorId }: { readonly portalId: number; readonly actorId: number },
  grants: readonly { readonly userId: number; readonly role: GrantedRole }[],
): Promise<{ id: number; userId: number }[]> {
  if (grants.length === 0) return [];
  const { rows } = await typed(Granted)`insert into role_assignments (portal_id, user_id, role, granted_by)
    select ${portalId}, r.user_id, r.role, ${actorId}
    from jsonb_to_recordset(${JSON.stringify(grants.map(({ userId, role }) => ({ user_id: userId, role })))}::jsonb) as r(user_id bigint, role text)
    returning id, user_id as "userId"`.execute(db);
  await applyRoles(
    db,
    portalId,
    grants.map(({ userId }) => userId),
  );
  return rows;
}

/** Stores the roles that follow from people's assignments. */
export async function applyRoles(db: Db, portalId: number, userIds: readonly number[]): Promise<void> {
  await sql`select apply_roles(${portalId}, one) from unnest(${[...new Set(userIds)]}::bigint[]) one`.execute(db);
}
