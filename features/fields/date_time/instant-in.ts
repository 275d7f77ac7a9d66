import { Temporal } from "temporal-polyfill";

/**
 * The instant at which the clocks of a zone show a time such as 2026-01-31T14:30:00. A time that they skip in spring is taken an hour later, as clocks do;
 * of one that they show twice in autumn it is the first.
 */
export const instantIn = (zone: string, local: string): Date =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds);

/** What the clocks of a zone show at an instant, as 2026-01-31T14:30. */
export const localTimeIn = (zone: string, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "minute" });
