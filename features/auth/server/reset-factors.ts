import { sql } from "kysely";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { tellChanged } from "./factor-service.ts";
import { endEverything } from "./sessions.ts";

interface Reset {
  readonly portalId: number;
  readonly userId: number;
  /** Who does it, as the person is told; null for whoever runs the server. */
  readonly by: string | null;
  readonly reason: string;
  readonly noting: Pick<Parameters<typeof note>[0], "actor" | "http">;
}

/**
 * Removes all second factors of an account for somebody who lost theirs, as the system role: the password is enough until they set one up again. Whatever could act
 * for them ends, the audit log says who did it and why, and the person is told. Returns whether there was anything to remove.
 */
export async function resetFactors(db: Db, { portalId, userId, by, reason, noting }: Reset): Promise<boolean> {
  await db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  const app = await db
    .updateTable("account_security")
    .set({ totp_secret: null, totp_next: null, totp_at: null, totp_step: 0, recovery_hashes: sql`'{}'`, recovery_made_at: null })
    .where("user_id", "=", userId)
    .where((eb) => eb.or([eb("totp_at", "is not", null), eb("recovery_made_at", "is not", null)]))
    .returning("user_id")
    .execute();
  const keys = await db.deleteFrom("passkeys").where("user_id", "=", userId).returning("id").execute();
  if (app.length + keys.length === 0) return false;
  await endEverything(db, [userId]);
  await note(
    { db, portal: { id: portalId }, ...noting },
    { action: "factors_reset", object: { kind: "user", id: userId }, after: { reason, ...(by === null && { by: "server" }) } },
  );
  await tellChanged(db, portalId, userId, "reset", by, reason);
  return true;
}
