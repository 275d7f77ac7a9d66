import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import type { NotificationEvent } from "../event.ts";
import { queueForWebhooks } from "./webhook-outbox.ts";

/** Whom to tell, of what, and which time this is. */
interface Notice<Variables> {
  /** What it is about: a kind and a number, such as course:12. */
  readonly subject: string;
  readonly userId: number;
  /** Tells this time from others: the same event, subject, person and occurrence are told once. */
  readonly occurrence: string;
  readonly variables: Variables;
}

/**
 * Tells people of an event, in the transaction that causes it: told if that commits, and not otherwise. What was told already is not told again, whoever
 * repeats it. Workers see to the mail (features/mail) and to webhooks (features/webhooks). isBellOnly: no mail tells of it, whatever they chose, because a letter does.
 */
export async function notify<Variables>(
  db: Db,
  portalId: number,
  event: NotificationEvent<Variables>,
  notices: readonly Notice<Variables>[],
  { isBellOnly = false } = {},
): Promise<void> {
  if (notices.length === 0) return;
  const told = await db
    .insertInto("notifications")
    .values(
      notices.map(({ subject, userId, occurrence, variables }) => ({
        portal_id: portalId,
        event: event.name,
        subject,
        user_id: userId,
        occurrence,
        variables: JSON.stringify(z.encode(event.variables, variables)),
        ...(isBellOnly && { handled_at: sql`now()` }),
      })),
    )
    .onConflict((conflict) => conflict.constraint("notifications_once").doNothing())
    .returning("id")
    .execute();
  // Of all others, workers decide how they go out.
  if (isBellOnly && told.length > 0)
    await queueForWebhooks(
      db,
      told.map(({ id }) => id),
    );
}
