import { timeOptions, zoneName } from "./format-time.ts";
import { useNow } from "./use-now.ts";
import { useUiLocale, useZone } from "./zone.ts";

type TimeRangeProps = { from: string | number | Date; to: string | number | Date; zone?: string; showZone?: boolean };

/** From one time to another in a named time zone; the part that both share (the day) is written once. */
export function TimeRange({ from, to, zone, showZone = true }: TimeRangeProps) {
  const locale = useUiLocale();
  const ownZone = useZone();
  const now = useNow();
  const shownZone = zone ?? ownZone;
  const start = new Date(from);
  const end = new Date(to);
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return null;
  const options = timeOptions("dateTime", start.getTime(), now, shownZone);
  return (
    <bdi className="num" title={shownZone}>
      {new Intl.DateTimeFormat(locale, options).formatRange(start, end)}
      {showZone && ` ${zoneName(shownZone)}`}
    </bdi>
  );
}
