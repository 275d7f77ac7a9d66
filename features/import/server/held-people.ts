import { sql } from "kysely";
import * as z from "zod/mini";
import type { PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

const Id = z.object({ id: z.int() });

/**
 * Of these people, those whom the importer has by a part of their rights that names one of these groups, as `groupId:userId`; null for whoever reaches the whole portal.
 * Anybody else, put into such a group, would stay among the people of that part beyond what it was given for (features/groups/bulk/members says the same).
 */
export async function listHeld(
  db: Db,
  scope: PeopleScope,
  groupIds: readonly number[],
  userIds: readonly number[],
): Promise<ReadonlySet<string> | null> {
  if (scope.parts === null) return null;
  const held = new Set<string>();
  for (const [nth, part] of scope.parts.entries()) {
    const named = part.kind === "groups" ? part.groupIds.filter((id) => groupIds.includes(id)) : [];
    const people = scope.each[nth] ?? [];
    if (named.length === 0 || people.length === 0) continue;
    const isAmong = sql.join(
      people.map((some) => sql`o.id in (${some})`),
      sql` or `,
    );
    const { rows } = await typed(Id)`select o.id from unnest(${userIds}::bigint[]) as o (id) where ${isAmong}`.execute(db);
    for (const { id } of rows) for (const groupId of named) held.add(`${groupId}:${id}`);
  }
  return held;
}
