import { sql } from "kysely";
import { inScope } from "#features/roles/server/service.ts";
import { notFound } from "#platform/errors.ts";
import type { BulkSubject } from "../../server/bulk-subject.ts";

/** People of the portal, as far as the actor reaches them. Whoever is out of reach later is a row without a name. */
export const people: BulkSubject = {
  key: sql.ref("user_id"),
  rows: sql.table("bulk_rows"),
  object: "user",
  reached: ({ actor, scope }) =>
    sql`select m.user_id from memberships m where m.portal_id = ${actor.portalId} and ${inScope(scope, sql`m.user_id`)}`,
  lock: (portalId, ids) =>
    sql`select from memberships where portal_id = ${portalId} and user_id = any (${ids}::bigint[]) order by user_id for no key update`,
  missing: () => notFound("person", "This person could not be found."),
  named: (_, scope) => sql`select s."isReached",
      case when s."isReached" then coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) else '–' end as name,
      case when s."isReached" then u.email else '' end as email
    from users u cross join lateral (select ${inScope(scope, sql`b.user_id`)} as "isReached") s where u.id = b.user_id`,
  who: (say) => [
    [say("Name"), (row) => row.name],
    [say("Email"), (row) => row.email],
  ],
};
