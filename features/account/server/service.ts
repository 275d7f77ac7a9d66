import type { Actor, Asker } from "#platform/actor.ts";
import type { Parsed } from "#platform/contract.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type { Account, savePreferences, saveProfile, Session, signOutSessions } from "../contract.ts";
import { deleteSessions, findAccount, listUserSessions, updateUser } from "./queries.ts";
import type { UserChange } from "./queries.ts";

type Asking = Pick<Context, "db" | "actor" | "portal">;

async function ownAccount(db: Db, { portalId, userId }: Actor) {
  const row = await findAccount(db, portalId, userId);
  if (!row) throw notFound("account", "This account could not be found.");
  return row;
}

/** The account of the person asking. */
export async function showAccount({ db, actor, portal }: Asking): Promise<Account> {
  const { portalName, portalLocale, portalZone, passwordChangedAt, joinedAt, isWithheld: _, ...account } = await ownAccount(db, actor);
  return {
    ...account,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    joinedAt: joinedAt?.toISOString() ?? null,
    portal: { name: portalName, locale: portalLocale, languages: [...portal.languages], timeZone: portalZone },
  };
}

/**
 * Saves name, language and time zone together. Whoever has chosen a language that this portal does not offer keeps it for others until they choose one here.
 * Throws 400 for a language that the portal does not offer.
 */
export async function keepProfile(asking: Asking, profile: Parsed<typeof saveProfile>["body"]): Promise<Account> {
  const { db, actor, portal } = asking;
  const { givenName, familyName, locale, timeZone } = profile;
  if (locale !== null && !portal.languages.includes(locale))
    throw invalid("locale", "not_offered", "This portal does not offer this language. Choose another one.");
  const staysChosen = locale === null && (await ownAccount(db, actor)).isWithheld;
  await updateUser(db, actor.userId, {
    given_name: givenName,
    family_name: familyName,
    ...(!staysChosen && { locale }),
    time_zone: timeZone,
  });
  await peopleChanged(db, actor.portalId);
  return showAccount(asking);
}

/** Saves theme or shortcuts, whichever is given. Throws 400 when neither is. */
export async function keepPreferences(asking: Asking, { theme, shortcuts }: Parsed<typeof savePreferences>["body"]): Promise<Account> {
  const change: UserChange = { ...(theme !== undefined && { theme }), ...(shortcuts !== undefined && { shortcuts }) };
  if (Object.keys(change).length === 0) throw invalid("theme", "missing", "Give a theme or the shortcuts setting.");
  await updateUser(asking.db, asking.actor.userId, change);
  return showAccount(asking);
}

/** Where somebody is signed in to a portal. */
export async function sessionsOf(db: Db, { portalId, userId }: Asker, idleMinutes: number) {
  const rows = await listUserSessions(db, portalId, userId, idleMinutes);
  return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Ends one session of somebody in a portal, or all, as the system role. Returns how many were ended. */
export const endSessionsOf = (db: Db, { portalId, userId }: Asker, which: { id: number } | "all") =>
  deleteSessions(db, portalId, userId, which);

/** The person's sessions in this portal, this browser's first. Sessions in other portals are listed there. */
export async function showSessions(db: Db, actor: Actor, idleMinutes: number): Promise<{ sessions: Session[] }> {
  const sessions = (await sessionsOf(db, actor, idleMinutes)).map((row) => ({ ...row, isCurrent: row.id === actor.sessionId }));
  return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
}

/** Ends sessions of the person asking. Throws 404 for a session that is not theirs, 400 for the current one. */
export async function endSessions(context: Context, which: Parsed<typeof signOutSessions>["body"]): Promise<{ ended: number }> {
  const { portalId, userId, sessionId } = context.actor;
  const isOne = "sessionId" in which;
  if (isOne && which.sessionId === sessionId)
    throw invalid("sessionId", "own_session", "This is the browser you are using. Sign out from the account menu.");
  const ended = await deleteSessions(context.db, portalId, userId, isOne ? { id: which.sessionId } : { except: sessionId });
  if (isOne && ended === 0) throw notFound("session", "This browser is no longer signed in.");
  if (ended > 0) await note(context, { action: "sessions_ended", object: { kind: "user", id: userId }, after: { count: ended } });
  return { ended };
}
