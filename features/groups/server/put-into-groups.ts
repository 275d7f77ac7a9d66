import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { settleNested } from "./settle.ts";

/** By what people come into groups, other than by hand or condition, and who caused it. */
interface By {
  readonly portalId: number;
  readonly actorId: number;
  readonly cause: "import" | "code";
}
interface Pair {
  readonly groupId: number;
  readonly userId: number;
}
const Pair = z.object({ groupId: z.int(), userId: z.int() });

/**
 * Puts people into groups for a cause, and writes it into the groups' history, and into the groups above. Who was put into one already stays as they are. Gives those who came in
 * by this.
 */
export async function putIntoGroups(db: Db, { portalId, actorId, cause }: By, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const rows = JSON.stringify(pairs.map(({ groupId, userId }) => ({ group_id: groupId, user_id: userId })));
  const { rows: came } = await typed(Pair)`with joined as (
      insert into group_members (portal_id, group_id, user_id, cause, added_by)
      select ${portalId}, r.group_id, r.user_id, ${cause}, ${actorId} from jsonb_to_recordset(${rows}::jsonb) as r(group_id bigint, user_id bigint)
      on conflict (portal_id, group_id, user_id) do update set cause = excluded.cause, added_by = excluded.added_by where group_members.cause is null
      returning group_id, user_id),
    kept as (insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
      select ${portalId}, group_id, user_id, 'joined', ${cause}, ${actorId} from joined)
    select group_id as "groupId", user_id as "userId" from joined`.execute(db);
  await settleAbove(db, portalId, pairs);
  return came;
}

/** Takes people out of groups that only this cause put them into; what stands above the groups follows. Gives those who are out by this. */
export async function takeOutOfGroups(db: Db, { portalId, actorId, cause }: By, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const rows = JSON.stringify(pairs.map(({ groupId, userId }) => ({ group_id: groupId, user_id: userId })));
  const { rows: out } = await typed(
    Pair,
  )`with those as (select * from jsonb_to_recordset(${rows}::jsonb) as r(group_id bigint, user_id bigint)),
    gone as (
      delete from group_members g using those r
      where g.portal_id = ${portalId} and g.group_id = r.group_id and g.user_id = r.user_id and g.cause = ${cause} and g.via_ids = '{}'
      returning g.group_id, g.user_id),
    -- Whoever is in it through another group too stays for that.
    kept as (
      update group_members g set cause = null, added_by = null from those r
      where g.portal_id = ${portalId} and g.group_id = r.group_id and g.user_id = r.user_id and g.cause = ${cause} and g.via_ids <> '{}'
      returning g.group_id, g.user_id),
    told as (insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
      select ${portalId}, group_id, user_id, 'left', 'undo', ${actorId} from gone)
    select group_id as "groupId", user_id as "userId" from gone union all select group_id, user_id from kept`.execute(db);
  await settleAbove(db, portalId, pairs);
  return out;
}

const settleAbove = (db: Db, portalId: number, pairs: readonly Pair[]) =>
  settleNested(
    { db, portalId },
    { of: [...new Set(pairs.map(({ groupId }) => groupId))], userIds: [...new Set(pairs.map(({ userId }) => userId))] },
  );
