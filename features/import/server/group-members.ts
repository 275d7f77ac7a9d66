import { sql } from "kysely";
import { settleNested } from "#features/groups/server/service.ts";
import type { Db } from "#platform/db/connect.ts";

interface By {
  readonly portalId: number;
  readonly actorId: number;
}
interface Pair {
  readonly groupId: number;
  readonly userId: number;
}

/** Puts people into groups, with the import as the cause, and writes it into the groups' history, and into the groups above. Who is in one already stays as they are. */
export async function addToGroups(db: Db, { portalId, actorId }: By, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const rows = JSON.stringify(pairs.map(({ groupId, userId }) => ({ group_id: groupId, user_id: userId })));
  await sql`with joined as (
      insert into group_members (portal_id, group_id, user_id, cause, added_by)
      select ${portalId}, r.group_id, r.user_id, 'import', ${actorId} from jsonb_to_recordset(${rows}::jsonb) as r(group_id bigint, user_id bigint)
      on conflict (portal_id, group_id, user_id) do update set cause = 'import', added_by = excluded.added_by where group_members.cause is null
      returning group_id, user_id)
    insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
    select ${portalId}, group_id, user_id, 'joined', 'import', ${actorId} from joined`.execute(db);
  await settleAbove(db, portalId, pairs);
}

/** Takes people out of groups that only an import put them into; what stands above the groups follows. */
export async function takeFromGroups(db: Db, { portalId, actorId }: By, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const rows = JSON.stringify(pairs.map(({ groupId, userId }) => ({ group_id: groupId, user_id: userId })));
  await sql`with those as (select * from jsonb_to_recordset(${rows}::jsonb) as r(group_id bigint, user_id bigint)),
    gone as (
      delete from group_members g using those r
      where g.portal_id = ${portalId} and g.group_id = r.group_id and g.user_id = r.user_id and g.cause = 'import' and g.via_ids = '{}'
      returning g.group_id, g.user_id),
    -- Whoever is in it through another group too stays for that.
    kept as (
      update group_members g set cause = null, added_by = null from those r
      where g.portal_id = ${portalId} and g.group_id = r.group_id and g.user_id = r.user_id and g.cause = 'import' and g.via_ids <> '{}')
    insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
    select ${portalId}, group_id, user_id, 'left', 'undo', ${actorId} from gone`.execute(db);
  await settleAbove(db, portalId, pairs);
}

const settleAbove = (db: Db, portalId: number, pairs: readonly Pair[]) =>
  settleNested(
    { db, portalId },
    { of: [...new Set(pairs.map(({ groupId }) => groupId))], userIds: [...new Set(pairs.map(({ userId }) => userId))] },
  );
