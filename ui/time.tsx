import { timeOptions, zoneName } from "./format-time.ts";
import type { TimeKind } from "./format-time.ts";
import { useNow } from "./use-now.ts";
import { useUiLocale, useZone } from "./zone.ts";

type TimeProps = {
  /** An ISO instant, milliseconds since 1970, or a Date. */
  instant: string | number | Date;
  kind?: TimeKind;
  /** IANA name; the person's own zone by default. */
  zone?: string;
  /** Writes the zone after a clock time. On by default; switch it off where the zone is named nearby. */
  showZone?: boolean;
};

/** A point in time, absolute and in a named zone. Renders nothing for an invalid one. */
export function Time({ instant, kind = "dateTime", zone, showZone = true }: TimeProps) {
  const locale = useUiLocale();
  const ownZone = useZone();
  const now = useNow();
  const shownZone = zone ?? ownZone;
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  const options = timeOptions(kind, date.getTime(), now, shownZone);
  return (
    <bdi className="num">
      <time dateTime={date.toISOString()} title={shownZone}>
        {new Intl.DateTimeFormat(locale, options).format(date)}
        {showZone && kind !== "date" && ` ${zoneName(shownZone)}`}
      </time>
    </bdi>
  );
}
