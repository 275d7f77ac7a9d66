import { instantIn, localTimeIn } from "#features/fields/date_time/instant-in.ts";
import { invalid } from "#platform/errors.ts";
import type { Period } from "../period.ts";

/** The instants of a period, as columns. Throws 400 where it ends before it begins. */
export function instantsOf({ startsAt, endsAt, timeZone }: Period) {
  const at = (time: string | null) => (time === null ? null : instantIn(timeZone, time));
  const [starts, ends] = [at(startsAt), at(endsAt)];
  if (ends && ends <= (starts ?? new Date(0))) throw invalid("endsAt", "ends_too_early", "The end is before the beginning.");
  return { starts_at: starts, ends_at: ends, time_zone: timeZone };
}

/** A stored period as the clocks of its zone show it. */
export function localPeriod({ startsAt, endsAt, timeZone }: { startsAt: Date | null; endsAt: Date | null; timeZone: string }): Period {
  const local = (at: Date | null) => at && localTimeIn(timeZone, at.toISOString());
  return { startsAt: local(startsAt), endsAt: local(endsAt), timeZone };
}
