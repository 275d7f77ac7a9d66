import type { Db } from "#platform/db/connect.ts";
import { tellLive } from "#platform/live/events.ts";
import { findPresent } from "./presence-queries.ts";
import type { Key } from "./queries.ts";

/** Tells those who have the course open, but for the person who acts, that somebody came, went, or saved something. */
export async function tellPresent(db: Db, key: Key & { readonly userId: number }): Promise<void> {
  for (const userId of await findPresent(db, key)) await tellLive(db, { portalId: key.portalId, userId, topic: "editing" });
}
