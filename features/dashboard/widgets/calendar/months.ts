/** A day as "2026-11-23". */
export type Day = string;
/** A month as "2026-11". */
export type Month = string;

/** The day of an instant in a time zone. */
export const dayOf = (instant: string | number, timeZone: string): Day =>
  // Sweden writes days as ISO 8601 does.
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(instant));

export const monthOf = (day: Day): Month => day.slice(0, 7);

/** A day in the middle of UTC, for formatting in UTC. */
export const asDate = (day: Day): Date => new Date(`${day}T12:00:00Z`);

/** The month so many months later, or before with a negative number. */
export function addMonths(month: Month, count: number): Month {
  const date = asDate(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(date.toISOString());
}

/** The weeks of a month, each seven days of it or null, from a weekday on (1 Monday to 7 Sunday). */
export function weeksOf(month: Month, firstDay: number): (Day | null)[][] {
  const first = asDate(`${month}-01`);
  const lead = (first.getUTCDay() + 7 - (firstDay % 7)) % 7;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const days: (Day | null)[] = [
    ...Array<null>(lead).fill(null),
    ...Array.from({ length: count }, (_, nth) => `${month}-${String(nth + 1).padStart(2, "0")}`),
  ];
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, nth) => days.slice(nth * 7, nth * 7 + 7));
}

/** The weekdays that a portal lets weeks begin with (its setting weekStart): 1 Monday to 7 Sunday. */
export const firstDays: Readonly<Record<string, number>> = { monday: 1, saturday: 6, sunday: 7 };

/** The weekday with which weeks begin where a language is spoken: 1 Monday to 7 Sunday; Monday where the browser does not know. */
export function firstDayIn(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}
