import { sql } from "kysely";
import * as z from "zod/mini";
import { linkHindrances, type LinkHindrance } from "#features/auth/server/password-links.ts";
import { endLinks, orderLinks, orderState } from "#features/auth/server/password-link-orders.ts";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { hindrance, hindranceWords } from "#features/bulk/server/hindrance.ts";
import { suppressedBy } from "#features/mail/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { words } from "#platform/words.ts";
import { linkLives } from "../../record-contract.ts";

/** onlyNew: nobody who has a password already. */
const Input = z.object({
  life: z.enum(["minutes", "day", "week"], words("Choose how long the link works.")),
  onlyNew: z.boolean(),
});
type Input = z.infer<typeof Input>;
/** Whether the action has sent them a link that stands, used or not. */
interface State {
  readonly isSent: boolean;
}

/** The words for those for whom no link is made. */
const reasons = {
  admin: "linkAdmin",
  elsewhere: "elsewhere",
  suspended: "inactive",
  unproven: "unproven",
} as const satisfies Record<LinkHindrance, string>;

/**
 * Mails people a link with which they choose a password (AUTH-5, FIND-2), to their own address: whoever sends learns none of them. A worker makes the links, in the next
 * minute. Undoing makes the links void that nobody has used.
 */
export const sendPasswordLinks: BulkKind<Input, State, object> = {
  name: "send-password-links",
  input: Input,
  rule: may("set-passwords"),
  about: async () => ({}),
  async effects({ actor, inSystem }, { onlyNew }, { isUndo, runId, ids }) {
    const { portalId } = actor;
    const state = orderState(portalId, runId, sql`c.user_id`);
    if (isUndo)
      return sql`select c.user_id, jsonb_build_object('isSent', s.state is not null) as before, jsonb_build_object('isSent', false) as after,
        case when s.state = 'used' then 'used' end as left_out from chosen c cross join lateral (select ${state} as state) s`;
    // Which people other portals know, and whether a mailbox is somebody's own, is the system's to say.
    const staff = actor.isAdmin || actor.isSystemAdmin;
    const without = [
      ...(await inSystem("who may have a password link", (db) => linkHindrances(db, { portalId, staff, isMailed: true, userIds: ids }))),
    ];
    return sql`
      select c.user_id, jsonb_build_object('isSent', false) as before, jsonb_build_object('isSent', true) as after,
        coalesce(${hindrance(actor, "m", "u")}, w.why,
          case when ${suppressedBy(sql`m.portal_id`, sql`lower(u.email)`)} is not null then 'blocked'
            when ${onlyNew}::boolean and (u.password_changed_at is not null or m.last_sign_in_at is not null) then 'hasPassword' end) as left_out
      from chosen c
      join memberships m on m.portal_id = ${portalId} and m.user_id = c.user_id
      join users u on u.id = c.user_id
      left join unnest(${without.map(([userId]) => userId)}::bigint[], ${without.map(([, why]) => reasons[why])}::text[]) as w (user_id, why)
        on w.user_id = c.user_id`;
  },
  async write({ db, actor }, { life }, changes, { isUndo, runId }) {
    const orders = { portalId: actor.portalId, runId, userIds: changes.map(({ id }) => id) };
    if (isUndo) await endLinks(db, orders);
    else await orderLinks(db, orders, { minutes: linkLives[life], staff: actor.isAdmin || actor.isSystemAdmin });
  },
  audit: ({ to }) => (to.isSent ? "password_link_sent" : "password_link_voided"),
  title: (say, _, count) =>
    say("{count, plural, one {Send # person a link to choose a password} other {Send # people a link to choose a password}}", { count }),
  state: (say, _, { isSent }) => (isSent ? say("A link by email") : say("No link")),
  leftOut: (say) => ({
    same: say("Nothing to do"),
    ...hindranceWords(say),
    linkAdmin: say("An administrator: they set their password themselves"),
    elsewhere: say("Uses the same account in another portal: only they change its password"),
    inactive: say("Deactivated"),
    unproven: say("Somebody else changed their email, and they have not signed in with it: hand them a link"),
    blocked: say("Their address is on the email blacklist"),
    hasPassword: say("Has a password already"),
    used: say("The link was used in the meantime"),
  }),
};
