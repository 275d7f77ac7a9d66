import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { note } from "#platform/audit.ts";
import type { Databases } from "#platform/db/connect.ts";
import { conflict } from "#platform/errors.ts";
import type { Http } from "#platform/serve.ts";

export interface FirstPortal {
  readonly portalName: string;
  /** Host name without scheme and port, lower case. */
  readonly host: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly passwordHash: string;
  readonly ip?: string;
  readonly requestId?: string;
}

/** Whether no portal exists yet, so that /v/setup or STOA_ADMIN_EMAIL may create the first one (decisions.md, Small things). */
export async function setupNeeded(databases: Databases): Promise<boolean> {
  return !(await databases.shared.selectFrom("portals").select("id").limit(1).executeTakeFirst());
}

/** The token of the one-time set-up: STOA_SETUP_TOKEN, or one that all processes derive from the secret, which is printed at start. */
export const setupToken = (config: { secret: string; setupToken?: string | undefined }): string =>
  config.setupToken || createHmac("sha256", config.secret).update("setup").digest("base64url").slice(0, 32);

/**
 * Whether a request may do the set-up without the token: sent from this machine, to a name of this machine, through no proxy.
 * The name is checked because a hostile page can make its own name resolve to 127.0.0.1.
 */
export function fromThisMachine(http: Http): boolean {
  const forwarded = ["x-forwarded-for", "x-forwarded-host", "forwarded", "via", "x-real-ip"].some(
    (name) => http.header(name) !== undefined,
  );
  const { hostname } = new URL(http.origin);
  const local = hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]";
  return local && !forwarded && /^(127\.|::1$|::ffff:127\.)/.test(http.ip);
}

/** Compares a set-up token in constant time. */
export function setupTokenFits(expected: string, given: string | null | undefined): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from((given ?? "").trim())];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Creates the first portal, its host and its system admin in one transaction. Throws 409 when a portal exists; of two calls at once, one wins. */
export function createFirstPortal(databases: Databases, first: FirstPortal): Promise<{ portalId: number; userId: number }> {
  return databases.inSystemUntimed("first set-up", async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('stoa first set-up'))`.execute(db);
    if (await db.selectFrom("portals").select("id").limit(1).executeTakeFirst())
      throw conflict("already_set_up", "Stoa is already set up. Sign in instead.");
    const slug =
      first.portalName
        .toLowerCase()
        .normalize("NFKD")
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "")
        .slice(0, 40) || "portal";
    const { id: portalId } = await db
      .insertInto("portals")
      .values({ slug, name: first.portalName })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("portal_hosts").values({ host: first.host, portal_id: portalId, is_primary: true }).execute();
    const person = {
      given_name: first.givenName,
      family_name: first.familyName,
      password_hash: first.passwordHash,
      password_changed_at: sql<Date>`now()`,
      is_system_admin: true,
    };
    const { id: userId } = await db
      .insertInto("users")
      .values({ email: first.email, ...person })
      .onConflict((at) => at.column("email").doUpdateSet(person))
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("memberships")
      .values({ portal_id: portalId, user_id: userId, is_author: true, is_manager: true, is_admin: true })
      .execute();
    await db
      .insertInto("role_assignments")
      .values((["Author", "Manager", "Admin"] as const).map((role) => ({ portal_id: portalId, user_id: userId, role })))
      .execute();
    await note(
      { db, portal: { id: portalId }, actor: { userId }, http: { ip: first.ip ?? "", requestId: first.requestId ?? "" } },
      { action: "set_up", object: { kind: "portal", id: portalId } },
    );
    return { portalId, userId };
  });
}
