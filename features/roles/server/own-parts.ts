import type { RawBuilder } from "kysely";
import * as z from "zod/mini";
import { holdersOf, permissionIds } from "#features/portal/permissions.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { RoleScope } from "../scope.ts";
import { readLiveGroups } from "./live-groups.ts";
import { peopleOf } from "./scope-sql.ts";

/** A part of somebody's rights that reaches people, whatever it lets them do. */
export interface OwnPart {
  readonly scope: RoleScope;
  /** Whom it reaches at this moment, as subselects of user_id. */
  readonly people: readonly RawBuilder<unknown>[];
  /** The other parts that give all that this one gives, for as long or longer. */
  readonly within: readonly OwnPart[];
}

const Held = z.object({
  role: z.enum(["Manager", "Admin"]),
  permissions: z.nullable(jsonOf<readonly string[]>()),
  scope: RoleScope,
  holderId: z.int(),
  startsAt: z.date(),
  endsAt: z.nullable(z.date()),
  zone: z.string(),
  now: z.date(),
});
type Held = z.infer<typeof Held>;

const gives = ({ role, permissions }: Held): readonly string[] => permissions ?? permissionIds.filter((id) => holdersOf(id).includes(role));

/** Whether a part gives all that another one gives, and stands whenever that one stands from now on. */
function includes(one: Held, other: Held): boolean {
  const has = new Set(gives(one));
  const begins = one.startsAt <= one.now || one.startsAt <= other.startsAt;
  const lasts = one.endsAt === null || (other.endsAt !== null && one.endsAt >= other.endsAt);
  return begins && lasts && gives(other).every((id) => has.has(id));
}

/**
 * The parts of somebody's rights that reach people, now or later, each for itself and of every permission. What lets them fill or define a group may reach
 * everybody, and another part only that group: scopeOf, which knows the permission of the call, cannot tell what a change of the group gives them.
 */
export async function partsHeld(db: Db, { portalId, userId }: { readonly portalId: number; readonly userId: number }): Promise<OwnPart[]> {
  const { rows } = await typed(Held)`
    select a.role, a.holder_id as "holderId", to_jsonb(c.permissions) as permissions, a.scope, a.starts_at as "startsAt", a.ends_at as "endsAt",
      (select time_zone from portals where id = ${portalId}) as zone, now() as now
    from held_roles a
    left join role_copies c on c.portal_id = a.portal_id and c.id = a.copy_id
    where a.portal_id = ${portalId} and a.user_id = ${userId} and not a.is_void and (a.ends_at is null or a.ends_at > now())
      and (a.role = 'Manager' or (a.role = 'Admin' and a.copy_id is not null))
    order by a.id`.execute(db);
  const isNarrow = rows.some(({ scope }) => scope.kind !== "portal");
  const live: Awaited<ReturnType<typeof readLiveGroups>> = isNarrow ? await readLiveGroups(db, portalId) : new Map();
  const parts = rows.map((row) => ({
    scope: row.scope,
    people: peopleOf(row.scope, { portalId, now: row.now, zone: row.zone, teams: new Map(), holderId: row.holderId }, live),
    within: [] as OwnPart[],
  }));
  for (const [nth, part] of parts.entries())
    for (const [at, other] of parts.entries()) if (at !== nth && includes(rows[at] as Held, rows[nth] as Held)) part.within.push(other);
  return parts;
}
