import { instant } from "#platform/instant.ts";
import type { Due } from "./contract.ts";

/** A course is "due soon" in the last seven days before its due date; in milliseconds. `server/due-sql.ts` uses it for SQL. */
export const soonMs = 7 * 86_400_000;

/**
 * When something is due, and its urgency; null once it is complete, or when it has no due date. It is overdue from the due instant on, and due soon in
 * the seven days before that.
 */
export function dueOf(dueAt: string | Date | null, isDone: boolean, now = Date.now()): Due {
  if (dueAt === null || isDone) return null;
  const left = new Date(dueAt).getTime() - now;
  return { at: instant(dueAt), state: left <= 0 ? "overdue" : left <= soonMs ? "soon" : "later" };
}
