import { aheadOf } from "#platform/web/clock-ahead.ts";

// Days that people choose, and the instants that they stand for in a time zone.

/** The instant at which a day (YYYY-MM-DD) begins in a zone, `later` days further on. */
export function startOfDay(day: string, zone: string, later = 0): string {
  const midnight = Date.parse(`${day}T00:00:00Z`) + later * 86_400_000;
  const guess = midnight - aheadOf(zone, midnight);
  // Once more, for a clock that is changed in between.
  return new Date(midnight - aheadOf(zone, guess)).toISOString();
}

/** The day (YYYY-MM-DD) of an instant in a zone. */
export const dayOf = (instant: string | number, zone: string): string => {
  const at = new Date(instant).getTime();
  return new Date(at + aheadOf(zone, at)).toISOString().slice(0, 10);
};
