import { sql } from "kysely";
import * as z from "zod/mini";
import { planValues, readFields, writeValues } from "#features/fields/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { typed } from "#platform/db/typed.ts";
import { recordAcceptance } from "./terms.ts";
import { findAccount, type Registration } from "./queries.ts";

const Made = z.object({ id: z.int() });

interface By {
  readonly portalId: number;
  /** Who lets them in; null where they come by themselves. */
  readonly by: { readonly userId: number } | null;
  readonly http: { readonly ip: string; readonly requestId: string };
}

/**
 * Makes a registration an account of the portal, in a transaction of the system role, because no other may set a password. Who has an account already joins with it:
 * name and password stay. Gives who it is; null for somebody who belongs to the portal already, by whatever came first.
 */
export async function join(db: Db, registration: Registration, { portalId, by, http }: By): Promise<number | null> {
  const { id, email, givenName, familyName, locale, values, passwordHash, termsVersion, askedAt, ip, device } = registration;
  // Whoever makes the same account at this moment is waited for.
  const { rows: made } = await typed(Made)`insert into users (email, given_name, family_name, locale, password_hash, password_changed_at)
      values (${email}, ${givenName}, ${familyName}, ${locale}, ${passwordHash}, ${passwordHash === null ? sql`null` : sql`now()`})
      on conflict do nothing returning id`.execute(db);
  const known = await findAccount(db, portalId, email);
  const userId = made[0]?.id ?? known?.userId;
  if (userId === undefined || known?.isHidden) return null;
  const joined = await db
    .insertInto("memberships")
    .values({ portal_id: portalId, user_id: userId })
    .onConflict((one) => one.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (!joined) return null;
  const fields = await readFields(db, portalId);
  // A field that changed since keeps what fits it.
  const { changes } = await planValues(db, portalId, fields, [{ userId, values }]);
  await writeValues(db, portalId, fields, changes);
  await sql`update registrations set state = 'joined', user_id = ${userId}, password_hash = null, token_hash = null, field_values = '{}',
      confirmed_at = coalesce(confirmed_at, case when ${by === null} then now() end), decided_at = now(), decided_by = ${by?.userId ?? null}
    where portal_id = ${portalId} and id = ${id}`.execute(db);
  // They agreed when they asked, on the device they asked from; whoever approves agrees to nothing.
  if (termsVersion > 0)
    await recordAcceptance(db, { portalId, userId, version: termsVersion, via: "registration", at: askedAt, ip, device });
  await peopleChanged(db, portalId);
  await note(
    { db, portal: { id: portalId }, actor: by ?? { userId }, http },
    {
      action: by ? "registration_approved" : "registered",
      object: { kind: "user", id: userId },
      after: { email, ...(termsVersion > 0 && { terms_version: termsVersion }) },
    },
  );
  return userId;
}
