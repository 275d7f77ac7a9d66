import { Temporal } from "temporal-polyfill";

/** When a condition is evaluated, and the IANA time zone in which its days begin: the portal's. */
export interface Moment {
  readonly now: Date;
  readonly zone: string;
}

const dayMs = 86_400_000;

/** The instant at which a day ("2026-05-01") begins in a time zone. An unknown zone counts as UTC. */
function startOf(day: string, zone: string): Date {
  const date = Temporal.PlainDate.from(day);
  const begin = (timeZone: string) => new Date(date.toZonedDateTime({ timeZone }).epochMilliseconds);
  try {
    return begin(zone);
  } catch {
    return begin("UTC");
  }
}

/** The span of a test of an instant: from inclusive, to exclusive; a missing end is open. */
export interface Span {
  readonly from?: Date;
  readonly to?: Date;
}

/** A test of an instant: before a day, from a day on, in the last so many days, or longer ago than that; a day has 24 hours there. */
export type When =
  | { readonly test: "before" | "since"; readonly day: string }
  | { readonly test: "within" | "olderThan"; readonly days: number };

/** The span of instants that pass a test. */
export function spanOf(when: When, { now, zone }: Moment): Span {
  switch (when.test) {
    case "before":
      return { to: startOf(when.day, zone) };
    case "since":
      return { from: startOf(when.day, zone) };
    case "within":
      return { from: new Date(now.getTime() - when.days * dayMs) };
    case "olderThan":
      return { to: new Date(now.getTime() - when.days * dayMs) };
  }
}

export const isIn = (instant: Date, { from, to }: Span): boolean => (!from || instant >= from) && (!to || instant < to);
