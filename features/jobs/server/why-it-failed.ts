import * as pg from "pg";
import { refusedByDatabase } from "#platform/db/database-errors.ts";
import { AppError } from "#platform/errors.ts";
import { phrase } from "#platform/words.ts";
import type { Reason } from "./queries.ts";

/** What PostgreSQL says when trying again may help: lost connections, shutting down, conflicts between transactions, no room or memory. */
const temporaryCodes = /^(?:08|40|53|55P03|57)/;

/** Whether an error may be gone at the next try: the database's troubles, and refusals that say so. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof AppError) return error.status === 503 || error.status === 507;
  if (error instanceof pg.DatabaseError) return temporaryCodes.test(error.code ?? "");
  const { code, message } = error as { code?: string; message?: string };
  return /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code ?? "") || /connection|Query read timeout/i.test(message ?? "");
}

/** What an error refuses in plain words; null for trouble of the server. */
export const refusalIn = (error: unknown): AppError | null => (error instanceof AppError ? error : refusedByDatabase(error));

/** The plain reason of a failed job. */
export function reasonOf(error: unknown): Reason {
  const refusal = refusalIn(error);
  if (refusal) return { code: refusal.code, text: refusal.text, params: refusal.params };
  return {
    code: "unexpected",
    text: phrase("Something went wrong on the server. What was done before that stays done; try again, or tell whoever runs it."),
    params: {},
  };
}
