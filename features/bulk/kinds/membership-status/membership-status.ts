import { sql } from "kysely";
import * as z from "zod/mini";
import { may } from "#features/portal/permissions.ts";
import { seatless, seatsLeft } from "#features/seats/server/service.ts";
import { revokeAllOf } from "#features/tokens/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { BulkKind } from "../../server/bulk-kind.ts";
import { hindrance, hindranceWords } from "../../server/hindrance.ts";

type State = { readonly status: "active" | "suspended" };
const Nothing = z.object({});

/**
 * Deactivates memberships, or brings them back: whoever is deactivated cannot enter the portal from the next request on, and keeps enrolments, history and
 * rights for the day of return (USR-1). Other portals are not touched.
 */
const statusKind = (
  name: string,
  to: State["status"],
  words: Pick<BulkKind<z.infer<typeof Nothing>, State, object>, "title"> & { readonly same: (say: Say) => string },
): BulkKind<z.infer<typeof Nothing>, State, object> => ({
  name,
  input: Nothing,
  rule: may("deactivate-people"),
  about: async () => ({}),
  async effects({ actor, db }, _, { isUndo, ids }) {
    const effects = sql`
    select c.user_id, jsonb_build_object('status', m.status) as before, jsonb_build_object('status', ${to}::text) as after,
      coalesce(${hindrance(actor, "m", "u")}, case when erasure_waits(m.portal_id, m.user_id) then 'erasing' end) as left_out
    from chosen c
    join memberships m on m.portal_id = ${actor.portalId} and m.user_id = c.user_id
    join users u on u.id = c.user_id`;
    // Who comes back takes a seat, also where deactivating is undone.
    if ((to === "active") === isUndo) return effects;
    const left = await seatsLeft(db, actor.portalId, { isTaking: ids !== null });
    return seatless(effects, { gains: sql`e.before ->> 'status' = 'suspended'`, left });
  },
  async write({ db, actor }, _, changes) {
    await sql`update memberships m set status = c.status
      from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map((change) => change.to.status)}::text[]) as c (user_id, status)
      where m.portal_id = ${actor.portalId} and m.user_id = c.user_id`.execute(db);
    const leaving = changes.filter((change) => change.to.status === "suspended").map(({ id }) => id);
    await revokeAllOf(db, leaving, actor.portalId);
  },
  audit: (change) => (change.to.status === "active" ? "member_reactivated" : "member_deactivated"),
  title: words.title,
  state: (say, _, { status }) => (status === "active" ? say("Active") : say("Deactivated")),
  leftOut: (say) => ({ same: words.same(say), erasing: say("To be erased"), noSeat: say("No seat is left"), ...hindranceWords(say) }),
});

export const deactivate = statusKind("deactivate", "suspended", {
  title: (say, _, count) => say("{count, plural, one {Deactivate # person} other {Deactivate # people}}", { count }),
  same: (say) => say("Already deactivated"),
});

export const reactivate = statusKind("reactivate", "active", {
  title: (say, _, count) => say("{count, plural, one {Reactivate # person} other {Reactivate # people}}", { count }),
  same: (say) => say("Already active"),
});
