// How times are written: in a named time zone, absolute, with the weekday when within two weeks (experience "Copy").

export type TimeKind = "date" | "time" | "dateTime";

const TWO_WEEKS = 14 * 24 * 60 * 60 * 1000;

/** The Intl options for a time; `now` and `at` in milliseconds since 1970. A `now` of Infinity always gives the year, and no weekday. */
export function timeOptions(kind: TimeKind, at: number, now: number, zone: string): Intl.DateTimeFormatOptions {
  const clock: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  if (kind === "time") return { ...clock, timeZone: zone };
  const isNear = Math.abs(at - now) <= TWO_WEEKS;
  return {
    day: "numeric",
    month: "short",
    ...(isNear ? { weekday: "short" } : { year: "numeric" }),
    ...(kind === "dateTime" ? clock : {}),
    timeZone: zone,
  };
}

/** A time zone's short name: the city of its IANA name ("Europe/Berlin" gives "Berlin"), or the whole name ("UTC"). */
export function zoneName(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
