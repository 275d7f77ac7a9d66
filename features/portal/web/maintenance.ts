const MINUTE = 60_000;

/** When an installation is not to be used, in milliseconds. */
export interface Maintenance {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Where and how somebody reads times. */
interface Reader {
  readonly locale: string;
  readonly zone: string;
}

/** What to say of a maintenance: when it begins and how long that takes, or until when it lasts. isToday: the time names no day. */
export type MaintenanceWords =
  | { readonly state: "ahead"; readonly time: string; readonly isToday: boolean; readonly left: string }
  | { readonly state: "now"; readonly until: string };

/** What to say of a maintenance at a moment, in the reader's time; null once it is over. */
export function maintenanceWords({ startsAt, endsAt }: Maintenance, now: number, { locale, zone }: Reader): MaintenanceWords | null {
  if (now >= endsAt) return null;
  const day = new Intl.DateTimeFormat("en", { dateStyle: "short", timeZone: zone });
  const isToday = (at: number) => day.format(at) === day.format(now);
  const clock = { hour: "numeric", minute: "2-digit", timeZone: zone, timeZoneName: "short" } as const;
  const dated = { weekday: "short", day: "numeric", month: "short", ...clock } as const;
  const time = (at: number) => new Intl.DateTimeFormat(locale, isToday(at) ? clock : dated).format(at);
  if (now >= startsAt) return { state: "now", until: time(endsAt) };
  return { state: "ahead", time: time(startsAt), isToday: isToday(startsAt), left: timeLeft(Math.ceil((startsAt - now) / MINUTE), locale) };
}

/** "in 2 hours 10 minutes": the two largest units that are left, and no others. A minute that has begun counts. */
function timeLeft(minutes: number, locale: string): string {
  const units = [
    ["day", Math.floor(minutes / 1440)],
    ["hour", Math.floor(minutes / 60) % 24],
    ["minute", minutes % 60],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  return units
    .slice(first, first + 2)
    .flatMap(([unit, count], nth) => {
      if (nth === 0) return [new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(count, unit)];
      return count === 0 ? [] : [new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count)];
    })
    .join(" ");
}
