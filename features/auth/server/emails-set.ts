import { emailChanged } from "#features/notifications/events/email_changed/email-changed.ts";
import { writeLetters } from "#features/notifications/server/service.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { maskedEmail } from "../masked-email.ts";
import { endEverything } from "./sessions.ts";

export interface SetEmail {
  readonly userId: number;
  readonly before: string;
  readonly after: string;
}

/**
 * What follows when somebody else has changed emails: the former addresses are told, and whatever could act for these people ends on every portal (security.md 25 and 58).
 * Called after the change, in its transaction, as stoa_people; that change holds the people, so that nobody signs in before it is done. databases: null where the
 * transaction is one of the system role, which ends sessions by itself.
 */
export async function emailsWereSet(
  db: Db,
  databases: Pick<Databases, "inSystem"> | null,
  portalId: number,
  changes: readonly SetEmail[],
): Promise<void> {
  const moved = changes.filter(({ before, after }) => before !== after);
  if (moved.length === 0) return;
  const at = new Date().toISOString();
  await writeLetters(
    db,
    portalId,
    emailChanged,
    moved.map(({ userId, before, after }) => ({ to: { userId, address: before }, variables: { at, email: maskedEmail(after) } })),
  );
  const userIds = moved.map(({ userId }) => userId);
  if (databases) await databases.inSystem("the emails of people were changed", (system) => endEverything(system, userIds));
  else await endEverything(db, userIds);
}
