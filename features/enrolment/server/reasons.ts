import * as z from "zod/mini";
import { Cause } from "../contract.ts";

/** A cause of an enrolment that nobody ended, as enrolment_standing.reasons lists them, oldest first. holds: in force, so not expired either. */
export const Reason = z.extend(Cause, { holds: z.boolean() });
export type Reason = z.infer<typeof Reason>;

/** The causes in force of these; where none is, those that have expired (MYC-2). null: nothing was ever a cause. */
export function standingReasons(reasons: readonly Reason[] | null): Reason[] {
  const all = reasons ?? [];
  const inForce = all.filter(({ holds }) => holds);
  return inForce.length > 0 ? inForce : [...all];
}

/** The kinds of the causes in force. */
export const kindsInForce = (reasons: readonly Reason[] | null): Reason["kind"][] =>
  (reasons ?? []).flatMap(({ kind, holds }) => (holds ? [kind] : []));
