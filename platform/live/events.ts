import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import { liveTopics, type LiveTopic } from "./topics.ts";

/** The channel of PostgreSQL that carries the events of all portals to every web process. */
export const liveChannel = "stoa_live";

export interface LiveEvent {
  readonly portalId: number;
  readonly userId: number;
  readonly topic: LiveTopic;
}

/**
 * Tells the open pages of a person that something of theirs changed, once the transaction commits. Not for what happens thousands of times a minute:
 * transactions that notify commit one after another.
 */
export async function tellLive(db: Db, { portalId, userId, topic }: LiveEvent): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${`${portalId}:${userId}:${topic}`})`.execute(db);
}

/** The event of a notification's text; null for a text of another version of this program. */
export function readEvent(text: string): LiveEvent | null {
  const [portalId, userId, name] = text.split(":");
  const topic = liveTopics.find((one) => one === name);
  return topic ? { portalId: Number(portalId), userId: Number(userId), topic } : null;
}
