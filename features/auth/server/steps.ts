import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import type { ProvenBy } from "../sign-in-settings.ts";

// Sign-ins under way. A step is no session: it opens nothing but the calls of this feature that finish it (security.md 54).

/** For how long a sign-in may be under way. */
export const stepSeconds = 10 * 60;
/** After so many wrong answers everything begins anew. */
export const mostTries = 5;

export interface NewStep {
  readonly portalId: number;
  readonly userId: number;
  /** elsewhere: of somebody who does not belong to the portal. */
  readonly kind: "factor" | "enrol" | "elsewhere";
  readonly method: ProvenBy;
  readonly returnUrl: string | null;
  /** Set where a second factor was proven. */
  readonly hasSecondFactor?: boolean;
}

/** Begins a step. Returns its token, of which only the hash is kept. */
export async function insertStep(db: Db, { portalId, userId, kind, method, returnUrl, hasSecondFactor = false }: NewStep): Promise<string> {
  const token = newToken();
  await db
    .insertInto("sign_in_steps")
    .values({
      portal_id: portalId,
      token_hash: hashToken(token),
      user_id: userId,
      kind,
      method,
      return_url: returnUrl,
      factor_at: hasSecondFactor ? sql<Date>`now()` : null,
      expires_at: sql<Date>`now() + make_interval(secs => ${stepSeconds})`,
    })
    .execute();
  return token;
}

const stepOf = (portalId: number, token: string) => ({ portal_id: portalId, token_hash: hashToken(token) });

/** The step of a token; undefined for one that is unknown, over, or was answered wrongly too often. */
export const findStep = (db: Db, portalId: number, token: string) =>
  db
    .selectFrom("sign_in_steps")
    .select(["user_id as userId", "kind", "method", "return_url as returnUrl", "tries", "factor_at as factorAt"])
    .where((eb) => eb.and(stepOf(portalId, token)))
    .where("expires_at", ">", sql<Date>`now()`)
    .where("tries", "<", mostTries)
    .executeTakeFirst();

/** Ends a step. Returns whether it was there: of two answers at once, one ends it. */
export async function takeStep(db: Db, portalId: number, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sign_in_steps")
    .where((eb) => eb.and(stepOf(portalId, token)))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Counts a wrong answer. Returns how many there were. */
export async function countTry(db: Db, portalId: number, token: string): Promise<number> {
  const row = await db
    .updateTable("sign_in_steps")
    .set({ tries: sql`tries + 1` })
    .where((eb) => eb.and(stepOf(portalId, token)))
    .returning("tries")
    .executeTakeFirst();
  return row?.tries ?? mostTries;
}
