import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";

/**
 * Why the actor may not change a person, as SQL: the rule of mayChangePerson (features/roles/policy.ts) for a statement that reads memberships and users under
 * these names; null where they may. Also for oneself: nobody changes themselves with many others by accident.
 */
export function hindrance(
  actor: Pick<Actor, "userId" | "isAdmin" | "isSystemAdmin">,
  membership: string,
  user: string,
): RawBuilder<string | null> {
  const [m, u] = [sql.ref(`${membership}.is_admin`), sql.ref(`${user}.is_system_admin`)];
  return sql`case
    when ${sql.ref(`${user}.id`)} = ${actor.userId}::bigint then 'self'
    when ${u} and not ${actor.isSystemAdmin}::boolean then 'systemAdmin'
    when ${m} and not ${actor.isAdmin || actor.isSystemAdmin}::boolean then 'admin' end`;
}

/** Words for the codes of `hindrance`. */
export const hindranceWords = (say: Say) => ({
  self: say("You yourself"),
  systemAdmin: say("A system administrator"),
  admin: say("An administrator, whom managers do not change"),
});
