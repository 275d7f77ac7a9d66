import { AppError, forbidden, notFound, unauthorized } from "#platform/errors.ts";
import type { CommitOutcome, Stored } from "./runtime-queries.ts";

const refusals: Record<Extract<CommitOutcome, { error: string }>["error"], () => AppError> = {
  attempt: () => notFound("This attempt"),
  owner: () => forbidden("This attempt belongs to another person.", "not_owner"),
  person: () => notEnrolled(),
  enrolment: () => notEnrolled(),
  session: () => unauthorized(),
  password: () => forbidden("Choose a new password first.", "must_change_password"),
};
const notEnrolled = () => forbidden("You are no longer enrolled in this course, so nothing more is recorded.", "not_enrolled");

/** What a commit stored; throws what its sender is to be told when it stored nothing. */
export function storedOrThrown(outcome: CommitOutcome): Stored {
  if ("error" in outcome) throw refusals[outcome.error]();
  if ("failed" in outcome) throw Object.assign(new Error(`Storing package facts failed: ${outcome.message}`), { code: outcome.failed });
  return outcome;
}
