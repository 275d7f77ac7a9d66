import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { adminsOf, notify } from "#features/notifications/server/service.ts";
import { seatsLow } from "#features/notifications/events/seats_low/seats-low.ts";
import { holdSystemAdmin, scopeOf } from "#features/roles/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { isSeatless, noSeatLeft } from "#platform/db/database-errors.ts";
import { conflict, notFound } from "#platform/errors.ts";
import { LargeNumbers } from "#platform/list/server/large-numbers.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { levelOf } from "../levels.ts";
import { limitsSeats } from "../policy.ts";
import * as queries from "./queries.ts";

/** The seats of these portals, by the number of the portal: the limit, if there is one, and how many are taken. As the system role for more than one's own portal. */
export const seatsOf = async (db: Db, portalIds: readonly number[]): Promise<ReadonlyMap<number, api.Seats>> =>
  seatsIn(await queries.listSeats(db, portalIds));

type Counted = Awaited<ReturnType<typeof queries.listSeats>>;
const seatsIn = (rows: Counted, known?: ReadonlyMap<number, number>): ReadonlyMap<number, api.Seats> =>
  new Map(rows.map((row) => [row.portalId, { ...row, used: row.used ?? known?.get(row.portalId) ?? 0 }]));

/** How many seats are taken in large portals. */
const taken = new LargeNumbers<number>((count) => count >= 2_000);
/** The seats of these portals for a list that somebody sees, where a large number may be half a minute old. As the system role. */
export async function seatsForList(
  db: Db,
  { userId }: Pick<Context["actor"], "userId">,
  portalIds: readonly number[],
): Promise<ReadonlyMap<number, api.Seats>> {
  const known = new Map(portalIds.flatMap((id) => [...taken.known({ portalId: id, userId })]));
  const rows = await queries.listSeats(db, portalIds, [...known.keys()]);
  for (const { portalId, used } of rows) if (used !== null) taken.keep(portalId, portalId, used);
  return seatsIn(rows, known);
}

/** The seats of the portal of a transaction. */
export const seatsHere = async (db: Db, portalId: number): Promise<api.Seats> =>
  (await seatsOf(db, [portalId])).get(portalId) ?? { portalId, cap: null, used: 0 };

/** Whether somebody looks after all of a portal whose seats are limited. */
export const seesLimit = async ({ db, actor }: Pick<Context, "db" | "actor">): Promise<boolean> =>
  (await queries.isLimited(db, actor.portalId)) && (await scopeOf(db, actor)).parts === null;

/** The seats of this portal, for whoever looks after all of it. */
export async function showSeats({ db, actor }: Pick<Context, "db" | "actor">): Promise<Result<typeof api.getSeats>> {
  const isWhole = (await scopeOf(db, actor)).parts === null;
  return { seats: isWhole ? await seatsHere(db, actor.portalId) : null, canChange: limitsSeats.allows(actor) };
}

/**
 * How many seats are left for people whom this transaction is about to bring in, which nobody else takes until it ends; null where there is no limit, below zero where more
 * people are active than there are seats. isTaking: false for a preview, which only looks.
 */
export async function seatsLeft(db: Db, portalId: number, { isTaking }: { readonly isTaking: boolean }): Promise<number | null> {
  // Without a limit nobody is counted.
  if (!(isTaking ? await queries.takeTurn(db, portalId) : await queries.isLimited(db, portalId))) return null;
  const { used, cap } = await seatsHere(db, portalId);
  return cap === null ? null : cap - used;
}

/** Refuses, before anything is done, more people than there are seats for: 409 for whoever looks after people. */
export async function requireSeats(db: Db, portalId: number, people: number): Promise<void> {
  if (people === 0 || !(await queries.takeTurn(db, portalId))) return;
  const { used, cap } = await seatsHere(db, portalId);
  if (cap !== null && used + people > cap) throw noSeatLeft({ used, cap });
}

/** 409 for somebody who wants to come in: no numbers, and whom to ask. */
const portalFull = () => conflict("portal_full", "This portal has no place left at the moment. Ask its contact, and try again later.");

/** Does what brings somebody in who comes by themselves; where no seat is left, the refusal is theirs. What the work did is undone with its transaction. */
export async function forNewcomer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSeatless(error) ? portalFull() : error;
  }
}

/** Refuses somebody who comes by themselves before they are asked for anything more. */
export async function requirePlace(db: Db, portalId: number): Promise<void> {
  const left = await seatsLeft(db, portalId, { isTaking: false });
  if (left !== null && left <= 0) throw portalFull();
}

/**
 * The effects of a bulk action (`user_id, before, after, left_out`) in which whoever would take a seat that is not there is left out with `code`. gains: which of the
 * effects `e` take one; left: how many there are, null without a limit.
 */
export const seatless = (
  effects: RawBuilder<unknown>,
  { gains, left, code = "noSeat" }: { readonly gains: RawBuilder<unknown>; readonly left: number | null; readonly code?: string },
): RawBuilder<unknown> =>
  left === null
    ? effects
    : sql`select s.user_id, s.before, s.after, case when s.gains and s.place > ${left}::int then ${code}::text else s.left_out end as left_out
        from (select g.*, row_number() over (partition by g.gains order by g.user_id) as place
          from (select e.*, e.left_out is null and (${gains}) as gains from (${effects}) e) g) s`;

/** Sets the limit of a portal. Fewer seats than are taken is fine: nobody loses anything, and nobody new comes in. */
export async function saveSeats(
  { open, databases, http }: OpenContext,
  portalId: number,
  { cap }: Parsed<typeof api.saveSeats>["body"],
): Promise<Result<typeof api.saveSeats>> {
  const actor = await open(async ({ actor: asker }) => requireActor(asker, limitsSeats));
  return databases.inSystem("a system admin sets the seats of a portal", async (db) => {
    await holdSystemAdmin(db, actor.userId);
    if (!(await queries.isPortal(db, portalId))) throw notFound("portal", "This portal could not be found.");
    const before = await queries.lockLimit(db, portalId);
    const { used } = await seatsHere(db, portalId);
    const after = { portalId, cap, used };
    if (!before || before.cap === cap) return after;
    await queries.updateLimit(db, portalId, cap);
    await note(
      { db, portal: { id: portalId }, actor, http },
      { action: "seats_set", object: { kind: "portal", id: portalId }, before: { seats: before.cap }, after: { seats: cap, used } },
    );
    const level = levelOf(after);
    if (cap !== null && level > levelOf({ used, cap: before.cap }))
      await notify(
        db,
        portalId,
        seatsLow,
        (await adminsOf(db, portalId)).map(({ userId }) => ({
          subject: `portal:${portalId}`,
          userId,
          occurrence: String(before.turn),
          variables: { level, used, cap },
        })),
      );
    return after;
  });
}
