import { instant } from "#platform/instant.ts";
import type { Due } from "./contract.ts";

/** In the last seven days (in milliseconds) before its due date a course is "due soon". `server/due-sql.ts` uses it for SQL. */
export const soonMs = 7 * 86_400_000;

/**
 * When something is due and how pressing that is; null once it is done or was never due. From the instant it is due on it is overdue, and up to
 * seven days before that, soon.
 */
export function dueOf(dueAt: string | Date | null, isDone: boolean, now = Date.now()): Due {
  if (dueAt === null || isDone) return null;
  const left = new Date(dueAt).getTime() - now;
  return { at: instant(dueAt), state: left <= 0 ? "overdue" : left <= soonMs ? "soon" : "later" };
}
