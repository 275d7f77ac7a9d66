import { Temporal } from "temporal-polyfill";
import * as z from "zod/mini";
import { invalid } from "#platform/errors.ts";
import { words } from "#platform/words.ts";

/** A day, meant in the portal's time zone, or an instant. A day as a deadline ends at 23:59:59 (INV-10). */
export const aDay = z
  .string(words("Choose a date."))
  .check(z.regex(/^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:T[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d))?$/, words("Choose a date.")));

/** The instant that a text of `aDay` means; a day means the clock's time on it. Throws 400 about the field for a date that is none. */
export function momentIn(field: string, text: string, zone: string, clock: string): Date {
  try {
    if (text.length > 10) return new Date(Temporal.Instant.from(text).epochMilliseconds);
    return new Date(Temporal.PlainDateTime.from(`${text}T${clock}`).toZonedDateTime(zone).epochMilliseconds);
  } catch {
    throw invalid(field, "no_such_date", "There is no such date.");
  }
}

/** The end of a day as an instant; null for none. */
export const endOfDay = (field: string, text: string | null | undefined, zone: string): Date | null =>
  text ? momentIn(field, text, zone, "23:59:59") : null;

/** A deadline that is still to come, or null for none. Throws 400 for one in the past. */
export function deadline(field: string, text: string | null | undefined, zone: string): Date | null {
  const at = endOfDay(field, text, zone);
  if (at && at.getTime() <= Date.now()) throw invalid(field, "in_the_past", "Choose a date that is still to come.");
  return at;
}

/** When something was. A day means its noon in the zone, or now where that is still to come. Throws 400 for what is still to come. */
export function past(field: string, text: string | undefined, zone: string): Date {
  const at = text ? momentIn(field, text, zone, "12:00:00") : new Date();
  const isToday = text !== undefined && text.length === 10 && text === Temporal.Now.plainDateISO(zone).toString();
  if (isToday) return new Date(Math.min(at.getTime(), Date.now()));
  if (at.getTime() > Date.now()) throw invalid(field, "in_the_future", "Choose a date that has passed.");
  return at;
}

/** The day of an instant in a zone: "2026-12-01". */
export const dayIn = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
