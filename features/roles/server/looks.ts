import { sql } from "kysely";
import * as z from "zod/mini";
import { note } from "#platform/audit.ts";
import type { Actor, Asker } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict, forbidden, notFound, signedOut } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { looksAs, mayLookAs } from "../policy.ts";
import { actorNow, reachPerson } from "./service.ts";

/** How long a look lasts at most, in minutes. */
const minutes = 60;

/** Lets the session of the person asking look as a member, from the next request on. Throws 404 for nobody, 403 for somebody with more rights and for oneself. */
export async function start({ open, databases, http }: OpenContext, { userId, writes, reason }: Parsed<typeof api.startLook>["body"]) {
  const asker = await open(async ({ actor }) => actor);
  if (!asker) throw signedOut();
  const portal = { id: asker.portalId };
  await databases.inPeople(portal.id, "look as somebody", async (db) => {
    const actor = await actorNow(db, asker);
    if (!actor || asker.by || !looksAs.allows(actor as Actor)) throw forbidden("forbidden", "You do not have access to this.");
    const person = await reachPerson(db, actor, userId);
    if (person.status !== "active") throw conflict("deactivated", "This person is deactivated and sees nothing of the portal.");
    if (!mayLookAs(actor, person)) throw forbidden("not_as_this_person", "You cannot look at the portal as this person.");
    const until = sql<Date>`now() + make_interval(mins => ${minutes})`;
    const { numUpdatedRows } = await db
      .updateTable("sessions")
      .set({ as_user_id: userId, as_role: null, as_copy_id: null, as_writes: writes, as_until: until })
      .where("portal_id", "=", portal.id)
      .where("id", "=", asker.sessionId)
      .where("user_id", "=", asker.userId)
      .executeTakeFirstOrThrow();
    // Signed out meanwhile.
    if (numUpdatedRows !== 1n) throw signedOut();
    await db
      .insertInto("account_views")
      .values({
        portal_id: portal.id,
        user_id: userId,
        viewer_id: asker.userId,
        session_id: asker.sessionId,
        writes,
        reason,
        ended_at: until,
      })
      .execute();
    await note(
      { db, portal, actor: asker, http },
      { action: "look_began", object: { kind: "user", id: userId }, after: { writes, reason } },
    );
  });
  return { redirect: "/v/" };
}

/** Ends looking as somebody, if the session does. Answers where to go on. Throws 403 for a link on another site. */
export async function end({ open, databases, http }: OpenContext, site: string | string[] | undefined): Promise<string> {
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw forbidden(
      "origin",
      "This request did not come from a page of this portal, so nothing was changed. Open the portal and try again from there.",
    );
  const actor = await open(async ({ actor: asker }) => asker);
  if (!actor?.by) return "/v/";
  const { portalId, sessionId, userId, by } = actor;
  await databases.inPeople(portalId, "stop looking as somebody", async (db) => {
    await db
      .updateTable("sessions")
      .set({ as_user_id: null, as_role: null, as_copy_id: null, as_writes: false, as_until: null })
      .where("portal_id", "=", portalId)
      .where("id", "=", sessionId)
      .execute();
    await db
      .updateTable("account_views")
      .set({ ended_at: sql<Date>`now()` })
      .where("portal_id", "=", portalId)
      .where("session_id", "=", sessionId)
      .where("viewer_id", "=", by.userId)
      .where("ended_at", ">", sql<Date>`now()`)
      .execute();
    await note(
      { db, portal: { id: portalId }, actor, http },
      by.role === null
        ? { action: "look_ended", object: { kind: "user", id: userId } }
        : { action: "role_look_ended", before: { role: by.role } },
    );
  });
  return by.role === null ? `/v/users/details/${userId}` : "/v/users/roles";
}

/**
 * Lets the session of the person asking see the portal as somebody does who has one role, or a copy of it, and no other, from the next request on; nothing can be changed
 * (ROLE-5). Throws 404 for a copy that is not there.
 */
export async function startRole({ open, databases, http }: OpenContext, { role, ...body }: Parsed<typeof api.startRoleLook>["body"]) {
  const copyId = body.copyId ?? null;
  const asker = await open(async ({ actor }) => actor);
  if (!asker) throw signedOut();
  const portal = { id: asker.portalId };
  await databases.inPeople(portal.id, "look as a role", async (db) => {
    const actor = await actorNow(db, asker);
    if (!actor || asker.by || !looksAs.allows(actor as Actor)) throw forbidden("forbidden", "You do not have access to this.");
    if (copyId !== null) {
      const copy = await db
        .selectFrom("role_copies")
        .select("id")
        .where("portal_id", "=", portal.id)
        .where("id", "=", copyId)
        .where("of_role", "=", role)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (!copy) throw notFound("role_copy", "This role could not be found.");
    }
    const { numUpdatedRows } = await db
      .updateTable("sessions")
      .set({
        as_role: role,
        as_copy_id: copyId,
        as_user_id: null,
        as_writes: false,
        as_until: sql<Date>`now() + make_interval(mins => ${minutes})`,
      })
      .where("portal_id", "=", portal.id)
      .where("id", "=", asker.sessionId)
      .where("user_id", "=", asker.userId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw signedOut();
    await note({ db, portal, actor: asker, http }, { action: "role_look_began", after: { role, copyId } });
  });
  return { redirect: "/v/" };
}

const Row = z.object({ id: z.int(), by: z.string(), writes: z.boolean(), reason: z.string(), beganAt: z.date(), endedAt: z.date() });

/** Who looked as the person asking, newest first. */
export async function listOwn(db: Db, { portalId, userId }: Asker): Promise<Result<typeof api.listLooks>> {
  const { rows } = await typed(Row)`
    select v.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as by, v.writes, v.reason, v.began_at as "beganAt",
      v.ended_at as "endedAt"
    from account_views v join users u on u.id = v.viewer_id
    where v.portal_id = ${portalId} and v.user_id = ${userId}
    order by v.id desc limit 100`.execute(db);
  return { rows: rows.map(({ beganAt, endedAt, ...row }) => ({ ...row, beganAt: instant(beganAt), endedAt: instant(endedAt) })) };
}
