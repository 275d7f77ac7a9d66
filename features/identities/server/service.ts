import { portalLogoPath, type switchablePortals } from "#features/auth/contract.ts";
import { emailsWereSet } from "#features/auth/server/emails-set.ts";
import { findLogoFile } from "#features/branding/server/service.ts";
import { revokeAllOf } from "#features/tokens/server/service.ts";
import { signedIn, type Actor } from "#platform/actor.ts";
import { note, type Doer } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import type { SentFile } from "#platform/files/send-file.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { requireActor, type OpenContext } from "#platform/serve.ts";
import { changesIdentities, seesIdentities } from "../policy.ts";
import type * as api from "../contract.ts";
import * as queries from "./queries.ts";
import { standingsOf } from "./standings.ts";

const noPerson = () => notFound("person", "This person could not be found.");
const itself = () => forbidden("own_record", "You change your own data in My account.");

async function found(db: Db, actor: Actor, userId: number, idleMinutes: number): Promise<api.Identity> {
  const row = await queries.findIdentity(db, userId);
  if (!row) throw noPerson();
  const { createdAt, passwordSetAt, ...identity } = row;
  const memberships = await queries.listMemberships(db, userId, idleMinutes);
  const signIns = await queries.listSignIns(db, userId);
  return {
    ...identity,
    isSelf: userId === actor.userId,
    createdAt: instant(createdAt),
    passwordSetAt: instantOrNull(passwordSetAt),
    memberships: memberships.map(({ joinedAt, lastSignInAt, ...one }) => ({
      ...one,
      isHere: one.portalId === actor.portalId,
      joinedAt: instant(joinedAt),
      lastSignInAt: instantOrNull(lastSignInAt),
    })),
    others: await queries.listOtherPortals(db, userId),
    signIns: signIns.map(({ at, ...one }) => ({ ...one, at: instant(at) })),
  };
}

/** A person's account with what they are in every portal. 404 for nobody, and for an account that was merged away or erased. */
export async function showIdentity({ open, databases }: OpenContext, userId: number, idleMinutes: number): Promise<api.Identity> {
  const actor = await open(async ({ actor: asker }) => requireActor(asker, seesIdentities));
  return databases.inSystem("a system admin reads a person's account", (db) => found(db, actor, userId, idleMinutes));
}

/** How the person who asks stands in each portal that they may switch to: in none while they look at the portal as somebody else or as a role. */
export async function showStandings({ open, databases }: OpenContext): Promise<Result<typeof switchablePortals>> {
  const actor = await open(async ({ actor: asker }) => requireActor(asker, signedIn), { withPortals: true, ahead: [] });
  const ids = (actor.portals ?? []).map(({ id }) => id);
  const logoPath = (id: number, file: string) => (id === actor.portalId ? null : portalLogoPath(id, file));
  return { portals: await databases.readSystem("how somebody stands in their portals", (db) => standingsOf(db, actor, ids, logoPath)) };
}

/** The logo of one of the portals that the person who asks may switch to; 404 for every other portal, in the same words as for none. */
export async function findLogo({ open, databases }: OpenContext, portalId: string, name: string): Promise<SentFile> {
  const actor = await open(async ({ actor: asker }) => requireActor(asker, signedIn), { withPortals: true, ahead: [] });
  const portal = actor.portals?.find(({ id }) => String(id) === portalId);
  const file = portal && (await databases.readSystem("the logo of one of somebody's portals", (db) => findLogoFile(db, portal.id, name)));
  if (!file) throw notFound("file", "This file could not be found.");
  return file;
}

interface Change {
  readonly db: Db;
  readonly actor: Actor;
  /** Writes an entry into the log of a portal that the change concerns. */
  noteIn(portalId: number, happening: Parameters<typeof note>[1]): Promise<void>;
}

/** Opens the request, and makes a change across portals for whoever is a system admin at that moment too. */
async function changing<T>({ open, databases, http }: OpenContext, why: string, work: (change: Change) => Promise<T>): Promise<T> {
  const actor = await open(async ({ actor: asker }) => requireActor(asker, changesIdentities));
  return databases.inSystem(why, async (db) => {
    if (!(await queries.holdSystemAdmin(db, actor.userId))) throw forbidden("forbidden", "You do not have access to this.");
    const noteIn = (portalId: number, happening: Parameters<typeof note>[1]) =>
      note({ db, portal: { id: portalId }, actor, http } satisfies Doer, happening);
    return work({ db, actor, noteIn });
  });
}

/** Changes names and email for all portals; the log of each portal of the person says so. Noted where one asks too when the person has no portal. */
export const saveIdentity = (
  context: OpenContext,
  userId: number,
  { givenName, familyName, email }: Parsed<typeof api.saveIdentity>["body"],
  idleMinutes: number,
): Promise<api.Identity> =>
  changing(context, "a system admin changes an account", async ({ db, actor, noteIn }) => {
    const person = await queries.findIdentity(db, userId, { lock: true });
    if (!person) throw noPerson();
    const before = { given_name: person.givenName, family_name: person.familyName, email: person.email };
    const after = { given_name: givenName, family_name: familyName, email };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
    if (changed.length > 0) {
      if (changed.includes("email") && (await queries.findByEmail(db, email)))
        throw invalid("email", "email_taken", "This email cannot be used here. Choose another one.");
      if (changed.includes("email") && userId === actor.userId)
        throw invalid("email", "own_email", "You change your own email in My account, with your password.");
      await queries.updateIdentity(db, userId, after);
      const only = (values: typeof after) => Object.fromEntries(changed.map((field) => [field, values[field]]));
      const own = await queries.listPortalIds(db, userId);
      const portalIds = own.length > 0 ? own : [actor.portalId];
      await emailsWereSet(db, null, portalIds[0] ?? actor.portalId, [{ userId, before: before.email, after: after.email }]);
      for (const portalId of portalIds) {
        await noteIn(portalId, {
          action: "profile_changed",
          object: { kind: "user", id: userId },
          before: only(before),
          after: only(after),
        });
        await peopleChanged(db, portalId);
      }
    }
    return found(db, actor, userId, idleMinutes);
  });

/** Makes somebody a member of one more portal. */
export const joinPortal = (context: OpenContext, userId: number, portalId: number, idleMinutes: number): Promise<api.Identity> =>
  changing(context, "a system admin adds a membership", async ({ db, actor, noteIn }) => {
    const person = await queries.findIdentity(db, userId, { lock: true });
    if (!person) throw noPerson();
    if (person.isSystemAdmin) throw conflict("system_admin", "System admins enter every portal without a membership.");
    if (!(await queries.isActivePortal(db, portalId)))
      throw invalid("portalId", "no_portal", "This portal is not in use. Choose another one.");
    if (!(await queries.insertMember(db, portalId, userId)))
      throw invalid("portalId", "is_member", "This person belongs to this portal already.");
    await noteIn(portalId, { action: "person_added", object: { kind: "user", id: userId }, after: { email: person.email } });
    await peopleChanged(db, portalId);
    return found(db, actor, userId, idleMinutes);
  });

/** Deactivates somebody in one portal, where their sessions end, or brings them back. */
export const setMembershipStatus = (
  context: OpenContext,
  { userId, portalId }: { userId: number; portalId: number },
  { status, reason }: Parsed<typeof api.setMembershipStatus>["body"],
  idleMinutes: number,
): Promise<api.Identity> =>
  changing(context, "a system admin changes a membership", async ({ db, actor, noteIn }) => {
    if (userId === actor.userId) throw itself();
    const before = await queries.lockStatus(db, portalId, userId);
    if (!before || !(await queries.findIdentity(db, userId))) throw noPerson();
    if (before !== status) {
      if (status === "active" && (await queries.waitsForErasure(db, portalId, userId)))
        throw conflict("erasure_waits_there", "This person is to be erased there. Cancel that first.");
      await queries.updateStatus(db, portalId, userId, status);
      if (status === "suspended") {
        await queries.endSessions(db, userId, portalId);
        await revokeAllOf(db, [userId], portalId);
      }
      await noteIn(portalId, {
        action: status === "active" ? "person_returned" : "person_deactivated",
        object: { kind: "user", id: userId },
        before: { status: before },
        after: { status, reason },
      });
      await peopleChanged(db, portalId);
    }
    return found(db, actor, userId, idleMinutes);
  });

/** Signs somebody out of every portal. */
export const endAllSessions = (context: OpenContext, userId: number): Promise<Result<typeof api.endAllSessions>> =>
  changing(context, "a system admin ends sessions", async ({ db, actor, noteIn }) => {
    if (userId === actor.userId) throw itself();
    if (!(await queries.findIdentity(db, userId))) throw noPerson();
    const ended = await queries.endSessions(db, userId, null);
    for (const { portalId, count } of ended)
      await noteIn(portalId, { action: "sessions_ended", object: { kind: "user", id: userId }, after: { count } });
    return { ended: ended.reduce((sum, { count }) => sum + count, 0) };
  });
