import { type AppError, forbidden, notFound, signedOut } from "#platform/errors.ts";
import { gateRefusals } from "#platform/serve.ts";
import type { NotStored } from "./package-commits.ts";

const refusals: Record<Extract<NotStored, { error: string }>["error"], () => AppError> = {
  attempt: () => notFound("attempt", "This attempt could not be found."),
  owner: () => forbidden("not_owner", "This attempt belongs to another person."),
  person: () => notEnrolled(),
  enrolment: () => notEnrolled(),
  session: () => signedOut(),
  ended: () => forbidden("session_ended", "This course was opened before you signed out. Open it again to go on."),
  looking: () => forbidden("looking_as", "You are looking at this portal as somebody else, so this was not changed."),
  ...gateRefusals,
};
const notEnrolled = () => forbidden("no_longer_enrolled", "You are no longer enrolled in this course, so nothing more is recorded.");

/** The result of a stored commit; for one that was not stored, throws the refusal for its sender. */
export function storedOrThrown<S extends object>(outcome: S | NotStored): S {
  if ("error" in outcome) throw refusals[outcome.error]();
  if ("failed" in outcome) throw Object.assign(new Error(`Storing package facts failed: ${outcome.message}`), { code: outcome.failed });
  return outcome;
}
