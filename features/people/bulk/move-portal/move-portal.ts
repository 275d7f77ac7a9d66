import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkContext, BulkKind, Change } from "#features/bulk/server/bulk-kind.ts";
import { hindrance, hindranceWords } from "#features/bulk/server/hindrance.ts";
import { may } from "#features/portal/permissions.ts";
import { seatless, seatsLeft } from "#features/seats/server/service.ts";
import { revokeAllOf } from "#features/tokens/server/service.ts";
import { noteAll } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { inOtherPortal } from "#platform/db/in-other-portal.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { typed } from "#platform/db/typed.ts";
import { forbidden, invalid } from "#platform/errors.ts";
import { words } from "#platform/words.ts";

const Input = z.object({ portalId: z.int(words("Choose a portal.")).check(z.gte(1, words("Choose a portal."))) });
type Input = z.infer<typeof Input>;
const statuses = ["active", "suspended"] as const;
type Status = (typeof statuses)[number];
/** What the person is in this portal, and in the other one; null for nobody there. */
interface State {
  readonly here: Status;
  readonly there: Status | null;
}
interface About {
  readonly portal: string;
}

const Target = z.object({ name: z.string(), isMember: z.boolean(), isAdmin: z.boolean() });
const There = z.object({ userId: z.int(), status: z.enum(statuses), isUsed: z.boolean(), isErasing: z.boolean() });

/** Does work in the other portal, if the actor is an admin there now, in full. Throws 400 for a portal that they do not know, 403 for one that others look after. */
async function there<T>(
  { db, actor }: Pick<BulkContext, "db" | "actor">,
  { portalId: to }: Input,
  work: (name: string) => Promise<T>,
): Promise<T> {
  const from = actor.portalId;
  if (to === from) throw invalid("portalId", "same_portal", "Choose another portal than this one.");
  return inOtherPortal(db, { from, to }, async () => {
    const { rows } = await typed(Target)`
      select p.name, m.user_id is not null as "isMember", coalesce(r.is_admin, m.is_admin, false) and not coalesce(l.limits ? 'Admin', false) as "isAdmin"
      from portals p
      left join memberships m on m.portal_id = p.id and m.user_id = ${actor.userId} and m.status = 'active'
      left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
      left join lateral (select case when m.roles_change_at <= now() then r.limits else m.role_limits end as limits) l on true
      where p.id = ${to} and p.status = 'active'`.execute(db);
    const [target] = rows;
    if (!target || !(target.isMember || actor.isSystemAdmin))
      throw invalid("portalId", "no_such_portal", "This portal could not be found.");
    if (!target.isAdmin && !actor.isSystemAdmin)
      throw forbidden("not_admin_there", "Only an admin of {portal} brings people there.", { portal: target.name });
    return work(target.name);
  });
}

/** What people are in the other portal. isUsed: they have signed in there, or have something there that leaving would take from them. */
const listThere = async (db: Db, portalId: number, userIds: readonly number[] | null) =>
  (
    await typed(There)`select m.user_id as "userId", m.status, erasure_waits(m.portal_id, m.user_id) as "isErasing",
        m.last_sign_in_at is not null
          or exists (select from enrolments e where e.portal_id = m.portal_id and e.user_id = m.user_id)
          or exists (select from role_assignments a where a.portal_id = m.portal_id and a.user_id = m.user_id)
          or exists (select from field_values v where v.portal_id = m.portal_id and v.user_id = m.user_id)
          or exists (select from group_members g where g.portal_id = m.portal_id and g.user_id = m.user_id and g.cause <> 'condition') as "isUsed"
      from memberships m where m.portal_id = ${portalId} ${userIds === null ? sql`` : sql`and m.user_id = any (${userIds}::bigint[]) for no key update of m`}`.execute(
      db,
    )
  ).rows;

const isHere = ({ from, to }: Change<State>) => from.here !== to.here;
const isThere = ({ from, to }: Change<State>) => from.there !== to.there;

/**
 * Moves people to another portal that the actor is an admin of too (FIND-2): they become active there, as students, and are deactivated here, where their records stay.
 * Undoing brings both back, for whoever has not used the other portal since.
 */
export const movePortal: BulkKind<Input, State, About> = {
  name: "move-portal",
  input: Input,
  rule: may("move-people"),
  about: (context, input) => there(context, input, async (portal) => ({ portal })),
  async effects(context, input, { isUndo, runId, ids }) {
    const { actor, db } = context;
    const isTaking = ids !== null;
    const { known, leftThere } = await there(context, input, async () => ({
      known: await listThere(db, input.portalId, ids),
      leftThere: isUndo ? null : await seatsLeft(db, input.portalId, { isTaking }),
    }));
    const leftHere = isUndo ? await seatsLeft(db, actor.portalId, { isTaking }) : null;
    const column = <T>(of: (one: (typeof known)[number]) => T) => known.map(of);
    const effects = sql`
      select c.user_id, jsonb_build_object('here', m.status, 'there', t.status) as before,
        '{"here": "suspended", "there": "active"}'::jsonb as after,
        coalesce(${hindrance(actor, "m", "u")}, case
          when erasure_waits(m.portal_id, m.user_id) or t.is_erasing then 'erasing'
          when ${isUndo}::boolean and t.is_used and (select b.before ->> 'there' is null from bulk_rows b
            where b.portal_id = m.portal_id and b.user_id = m.user_id and b.run_id = ${runId}) then 'used' end) as left_out
      from chosen c
      join memberships m on m.portal_id = ${actor.portalId} and m.user_id = c.user_id
      join users u on u.id = c.user_id
      left join unnest(${column(({ userId }) => userId)}::bigint[], ${column(({ status }) => status)}::text[], ${column(({ isUsed }) => isUsed)}::boolean[],
        ${column(({ isErasing }) => isErasing)}::boolean[]) as t (user_id, status, is_used, is_erasing) on t.user_id = c.user_id`;
    // Who was deactivated here before the move takes no seat here when it is undone.
    const comesBack = sql`e.before ->> 'here' = 'suspended' and exists (select from bulk_rows b
      where b.portal_id = ${actor.portalId} and b.run_id = ${runId} and b.user_id = e.user_id and b.before ->> 'here' = 'active')`;
    return isUndo
      ? seatless(effects, { gains: comesBack, left: leftHere, code: "noSeatHere" })
      : seatless(effects, { gains: sql`e.before ->> 'there' is distinct from 'active'`, left: leftThere });
  },
  async write(context, input, changes, { isUndo, runId }) {
    const { actor, db } = context;
    const ofHere = changes.filter(isHere);
    await sql`update memberships m set status = c.status
      from unnest(${ofHere.map(({ id }) => id)}::bigint[], ${ofHere.map(({ to }) => to.here)}::text[]) as c (user_id, status)
      where m.portal_id = ${actor.portalId} and m.user_id = c.user_id`.execute(db);
    const leaving = ofHere.filter(({ to }) => to.here === "suspended").map(({ id }) => id);
    await revokeAllOf(db, leaving, actor.portalId);
    const ofThere = changes.filter(isThere);
    await there(context, input, async () => {
      const { portalId } = input;
      const ids = (which: (change: Change<State>) => boolean) => ofThere.filter(which).map(({ id }) => id);
      await sql`insert into memberships (portal_id, user_id) select ${portalId}, w.id from unnest(${ids(({ from }) => from.there === null)}::bigint[]) as w (id)`.execute(
        db,
      );
      await sql`delete from memberships where portal_id = ${portalId} and user_id = any (${ids(({ to }) => to.there === null)}::bigint[])`.execute(
        db,
      );
      const kept = ofThere.filter(({ from, to }) => from.there !== null && to.there !== null);
      await sql`update memberships m set status = c.status
        from unnest(${kept.map(({ id }) => id)}::bigint[], ${kept.map(({ to }) => to.there)}::text[]) as c (user_id, status)
        where m.portal_id = ${portalId} and m.user_id = c.user_id`.execute(db);
      await noteAll(
        { db, portal: { id: portalId }, actor, http: { ip: "", requestId: "" } },
        ofThere.map(({ id, from, to }) => ({
          action: isUndo ? "move_undone" : "moved_here",
          object: { kind: "user", id },
          before: { status: from.there },
          after: { status: to.there, from: { portal: actor.portalId, run: runId } },
        })),
      );
      await peopleChanged(db, portalId);
    });
  },
  audit: ({ to }) => (to.here === "active" ? "moved_back" : "moved_away"),
  title: (say, { portal }, count) =>
    say("{count, plural, one {Move # person to {portal}} other {Move # people to {portal}}}", { count, portal }),
  state(say, { portal }, state) {
    const here = state.here === "active" ? say("Active here") : say("Deactivated here");
    const where = { active: say("active in {portal}", { portal }), suspended: say("deactivated in {portal}", { portal }) };
    return `${here}, ${state.there === null ? say("not in {portal}", { portal }) : where[state.there]}`;
  },
  leftOut: (say, { portal }) => ({
    same: say("Moved already"),
    ...hindranceWords(say),
    erasing: say("To be erased"),
    noSeat: say("No seat is left in {portal}", { portal }),
    noSeatHere: say("No seat is left"),
    used: say("Has used {portal} since, or has something there", { portal }),
  }),
};
