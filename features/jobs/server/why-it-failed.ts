import * as pg from "pg";
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

/** The plain reason of a failed job. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof AppError) return { code: error.code, text: error.text, params: error.params };
  return {
    code: "unexpected",
    text: phrase("Something went wrong on the server. What was done before that stays done; try again, or tell whoever runs it."),
    params: {},
  };
}
