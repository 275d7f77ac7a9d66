import { sql } from "kysely";
import { invitation } from "#features/notifications/events/invitation/invitation.ts";
import { letterSecret, withdrawLetters, writeLetter } from "#features/notifications/server/service.ts";
import type { GrantedRole } from "#features/roles/contract.ts";
import type { Actor } from "#platform/actor.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Language } from "#platform/languages.ts";
import * as queries from "./queries.ts";

/** What a role and groups that somebody chose give, as invitations keep it. */
export const effectsOf = ({ role, groupIds }: { role: GrantedRole | null; groupIds: number[] }): queries.Effects => ({
  ...(groupIds.length > 0 && { groups: { groupIds } }),
  ...(role !== null && { role: { role, copyId: null, scope: { kind: "portal" }, days: null } }),
});

interface Letters {
  readonly db: Db;
  readonly portalId: number;
  readonly portal: string;
  readonly language: Language;
  readonly days: number;
  readonly secret: string;
}

/** What the letters of some invitations have in common. days: for how long their links work. */
export async function lettersOf(
  { db, portal: { id: portalId }, language }: { readonly db: Db; readonly portal: { readonly id: number }; readonly language: Language },
  { secret }: Pick<Config, "secret">,
  days: number,
): Promise<Letters> {
  const { name: portal } = await db.selectFrom("portals").select("name").where("id", "=", portalId).executeTakeFirstOrThrow();
  return { db, portalId, portal, language, days, secret };
}

/**
 * Invites an address, or anew, by a letter with a new secret; an older letter that was not sent yet is taken back, because its link works no longer. What it gives was
 * asked before (aboutEffects). Gives the invitation and its letter.
 */
export async function sendInvitation(
  { db, portalId, portal, language, days, secret }: Letters,
  { userId: givenBy }: Pick<Actor, "userId">,
  { email, effects }: { readonly email: string; readonly effects: queries.Effects },
): Promise<{ id: number; messageId: number }> {
  const { key, tokenHash } = letterSecret(secret);
  const until = new Date(Date.now() + days * 86_400_000).toISOString();
  const messageId = await writeLetter(db, portalId, invitation, { address: email, locale: language }, { key, until, portal });
  const { id, replacedMessageId } = await queries.keepInvitation(db, portalId, { email, effects, givenBy, days, tokenHash, messageId });
  if (replacedMessageId !== null) await withdrawLetters(db, portalId, [replacedMessageId]);
  return { id, messageId };
}

/** Ends the links of locked invitations, and letters of them that were not sent yet. */
export async function withdrawAll(db: Db, portalId: number, found: readonly { readonly id: number; readonly messageId: number | null }[]) {
  if (found.length === 0) return;
  await sql`update invitations set withdrawn_at = now(), token_hash = null
    where portal_id = ${portalId} and id = any (${found.map(({ id }) => id)}::bigint[])`.execute(db);
  const letters = found.flatMap(({ messageId }) => messageId ?? []);
  if (letters.length > 0) await withdrawLetters(db, portalId, letters);
}
