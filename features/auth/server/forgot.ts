import * as z from "zod/mini";
import { passwordReset } from "#features/notifications/events/password_reset/password-reset.ts";
import { letterSecret, sendsMail, writeLetter } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Config } from "#platform/config.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { notFound } from "#platform/errors.ts";
import type { Http } from "#platform/serve.ts";
import { safeReturnUrl } from "../return-url.ts";
import type { Limiter } from "./limiter.ts";
import { insertLink, ownsMailbox } from "./password-links.ts";

/** Minutes for which a link works that somebody asked for. */
export const resetMinutes = 30;

interface Deps {
  readonly databases: Databases;
  readonly limiter: Limiter;
  readonly config: Pick<Config, "secret">;
}

/** Sends a link to a new password to the person of this email, if they may enter. Who has an account is told by nothing: neither by the answer nor by its time (security.md 59). */
export async function askForLink(
  { databases, limiter, config }: Deps,
  http: Http,
  input: { email: string; returnUrl?: string | null | undefined },
): Promise<void> {
  const portalId = http.portal?.id;
  if (portalId === undefined) throw notFound("portal", "This portal could not be found.");
  const email = input.email.toLowerCase();
  await limiter.mailing(email, http.ip);
  const secret = letterSecret(config.secret);
  await databases.inSystem("a link to a new password is asked for", async (db) => {
    const userId = await findWhoMayEnter(db, portalId, email);
    await note(
      { db, portal: { id: portalId }, actor: userId === undefined ? null : { userId }, http },
      { action: "password_link_asked", ...(userId !== undefined && { object: { kind: "user", id: userId } }) },
    );
    if (userId === undefined) return;
    const { expiresAt } = await insertLink(db, { portalId, userId, madeBy: null, minutes: resetMinutes, tokenHash: secret.tokenHash });
    await writeLetter(
      db,
      portalId,
      passwordReset,
      { userId },
      { key: secret.key, until: expiresAt.toISOString(), returnUrl: safeReturnUrl(input.returnUrl, http.origin) },
    );
  });
}

const Found = z.object({ userId: z.int() });

/**
 * The active member with this email; system admins who visit without a membership have the command on the server (README). Nobody whose mailbox
 * is not known to be theirs: an admin hands them a link.
 */
export const findWhoMayEnter = async (db: Db, portalId: number, email: string): Promise<number | undefined> => {
  const { rows } = await typed(
    Found,
  )`select u.id as "userId" from users u join memberships m on m.portal_id = ${portalId} and m.user_id = u.id
    where u.email = ${email} and u.kind = 'person' and m.status = 'active' and ${ownsMailbox}`.execute(db);
  return rows[0]?.userId;
};

/** Whether mail leaves the portal that is asked in. */
export const isMailed = async (
  { databases, config }: Pick<Deps, "databases"> & { readonly config: Pick<Config, "smtpUrl"> },
  { portal }: Http,
): Promise<boolean> => portal !== null && (await databases.inPortal(portal.id, (db) => sendsMail(db, portal.id, config.smtpUrl)));
