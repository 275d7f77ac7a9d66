import { sql } from "kysely";
import { newBrowser } from "#features/notifications/events/new_browser/new-browser.ts";
import { notify } from "#features/notifications/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { deviceName } from "#platform/device.ts";
import type { Http } from "#platform/serve.ts";

/** Tells somebody, in the transaction of the sign-in, of a browser that is new. */
export function tellNewBrowser(
  db: Db,
  http: Http,
  { portalId, userId, browserId }: { portalId: number; userId: number; browserId: number },
) {
  const variables = { at: new Date().toISOString(), device: deviceName(http.userAgent), ip: http.ip };
  return notify(db, portalId, newBrowser, [{ subject: `browser:${browserId}`, userId, occurrence: String(browserId), variables }]);
}

/** The browsers that need no second factor, most recently used first. */
export const listTrusted = (db: Db, portalId: number, userId: number) =>
  db
    .selectFrom("known_browsers")
    .select([
      "id",
      "user_agent as userAgent",
      "ip",
      "last_seen_at as lastSeenAt",
      "trusted_until as trustedUntil",
      "token_hash as tokenHash",
    ])
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("trusted_until", ">", sql<Date>`now()`)
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();

/** Ends the trust in one browser of somebody, or in all. Returns how many it was. */
export async function distrust(db: Db, portalId: number, userId: number, browserId: number | null): Promise<number> {
  const ended = await db
    .updateTable("known_browsers")
    .set({ trusted_until: null })
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("trusted_until", "is not", null)
    .$if(browserId !== null, (query) => query.where("id", "=", browserId))
    .returning("id")
    .execute();
  return ended.length;
}
