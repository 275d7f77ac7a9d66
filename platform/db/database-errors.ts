import { type AppError, conflict } from "../errors.ts";

/** What PostgreSQL says for "cached plan must not change result type". */
const featureNotSupported = "0A000";
/** A statement was called by a name that this connection does not know. */
export const noSuchStatement = "26000";
/** What PostgreSQL says when it ends a statement after its time. */
export const tookTooLong = "57014";

const uniqueViolation = "23505";

/** The code that PostgreSQL gave an error; undefined for an error of anything else. */
export const codeOf = (error: unknown) => (error as { code?: string } | null)?.code;
/** Whether a statement failed only because the connection's prepared statements are of no use any more. */
export const isStale = (error: unknown) => [featureNotSupported, noSuchStatement].includes(codeOf(error) ?? "");

/** Whether a statement failed because another row has what only one may have. */
export const isDuplicate = (error: unknown) => codeOf(error) === uniqueViolation;

/** Whether pg gave up waiting for an answer. */
export const isSilence = (error: unknown) => error instanceof Error && error.message === "Query read timeout";

/**
 * Whether an error makes its connection useless: its last statement is still unanswered, so the next one would wait behind it; or a table changed under a
 * statement prepared on it, which a new connection prepares again.
 */
export const isBreaking = (error: unknown): error is Error => isSilence(error) || isStale(error);

/** The code with which the database refuses more people than a portal has seats (db/functions/for-tables/seats.sql). */
const noSeat = "ST001";

/** Whether the database refused somebody because no seat is left in the portal. */
export const isSeatless = (error: unknown) => codeOf(error) === noSeat;

/** 409 for whoever looks after people: how many seats are taken, and what to do. */
export const noSeatLeft = ({ used, cap }: { readonly used: number; readonly cap: number }): AppError =>
  conflict(
    "no_seat_left",
    "{used} of {cap} seats of this portal are taken, so this does not fit. Deactivate people who have left, or ask whoever runs this installation for more seats.",
    { used, cap },
  );

/** The refusal that an error of the database stands for, whatever was being written; null for any other error. */
export function refusedByDatabase(error: unknown): AppError | null {
  if (!isSeatless(error)) return null;
  const { used, cap } = JSON.parse((error as { detail?: string }).detail ?? "{}") as { used: number; cap: number };
  return noSeatLeft({ used, cap });
}
