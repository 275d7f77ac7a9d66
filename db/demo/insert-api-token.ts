import type { Db } from "#platform/db/connect.ts";
import { momentsBefore } from "./moments.ts";
import { hashToken, newToken } from "#platform/tokens.ts";

/** An API token of the admin of a demo portal, so that the list is not empty. Its secret is known to nobody. */
export async function insertApiToken(db: Db, { portalId, userId, now }: { portalId: number; userId: number; now: Date }) {
  const before = momentsBefore(now);
  await db
    .insertInto("api_tokens")
    .values({
      portal_id: portalId,
      user_id: userId,
      name: "Nightly sync with the HR system",
      prefix: "stoa_demo00",
      token_hash: hashToken(newToken()),
      scopes: ["people:read", "people:write", "enrolments:write"],
      created_at: before(20),
      expires_at: before(-70),
      last_used_at: before(1),
      last_ip: "192.0.2.17",
    })
    .execute();
}
