import { Temporal } from "temporal-polyfill";

/** Hours of the day between which only what is mandatory is sent, such as 21 to 7. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** When quiet hours that hold at a moment in somebody's zone end; null outside of them. */
export function quietUntil(now: Date, timeZone: string, quiet: QuietHours | null): Date | null {
  if (!quiet) return null;
  const { from, to } = quiet;
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const isOverNight = from > to;
  const isQuiet = isOverNight ? here.hour >= from || here.hour < to : here.hour >= from && here.hour < to;
  if (!isQuiet) return null;
  const day = isOverNight && here.hour >= from ? here.toPlainDate().add({ days: 1 }) : here.toPlainDate();
  return startOf(day, timeZone, to);
}

/** The hour at which collections are sent, in the zone of whoever gets them; those of a week on Mondays. */
const collectionHour = 8;

/** When the next collection of a day or a week goes out to somebody in a zone. */
export function nextCollection(now: Date, timeZone: string, every: "daily" | "weekly"): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const today = here.toPlainDate();
  const days = every === "daily" ? 0 : (8 - here.dayOfWeek) % 7;
  const next = startOf(today.add({ days }), timeZone, collectionHour);
  return next > now ? next : startOf(today.add({ days: days + (every === "daily" ? 1 : 7) }), timeZone, collectionHour);
}

const startOf = (day: Temporal.PlainDate, timeZone: string, hour: number) =>
  new Date(day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) }).epochMilliseconds);
