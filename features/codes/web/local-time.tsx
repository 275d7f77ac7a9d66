import { timeOptions, zoneName } from "#ui/format-time.ts";
import { useUiLocale } from "#ui/zone.ts";

/** What the clocks of a zone show (2026-12-01T08:00), in words, with the zone. Always with the year, because it is also printed. */
export function LocalTime({ local, zone }: { local: string; zone: string }) {
  const locale = useUiLocale();
  // The clock's own time, not an instant: written as if it were UTC.
  const text = new Intl.DateTimeFormat(locale, timeOptions("dateTime", 0, Infinity, "UTC")).format(new Date(`${local}Z`));
  return (
    <bdi className="num" title={zone}>
      {text} {zoneName(zone)}
    </bdi>
  );
}
