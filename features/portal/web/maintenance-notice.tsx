import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { maintenanceWords, type Maintenance } from "./maintenance.ts";

const MINUTE = 60_000;

interface NoticeProps extends Maintenance {
  /** The reader's; else the browser's. */
  readonly zone?: string | undefined;
  readonly onOver?: (() => void) | undefined;
}

// The sign-in page has it too, so it uses nothing of the application's frame.
/** When a maintenance is in the reader's time, and how long that takes; counts each minute, which no screen reader hears. onOver: called when it is over. */
export default function MaintenanceNotice({ startsAt, endsAt, zone: own, onOver }: NoticeProps) {
  const { t } = useLingui();
  // The page's, which the sign-in page has too.
  const locale = document.documentElement.lang || "en";
  const zone = own ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [now, setNow] = useState(Date.now);
  const words = maintenanceWords({ startsAt, endsAt }, now, { locale, zone });
  const isOver = words === null;
  const over = useEffectEvent(() => onOver?.());
  useEffect(() => {
    if (isOver) return over();
    // With the minutes that are left, so that the last one ends when it begins.
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - ((((now - startsAt) % MINUTE) + MINUTE) % MINUTE) + 20);
    return () => clearTimeout(timer);
  }, [now, isOver, startsAt]);
  if (!words) return null;
  const said = () => {
    if (words.state === "now") {
      const { until } = words;
      return t`Maintenance until ${until}`;
    }
    const { time, left } = words;
    return words.isToday ? t`Maintenance at ${time}, ${left}` : t`Maintenance on ${time}, ${left}`;
  };
  return (
    <p aria-live="off">
      <strong>
        <bdi className="num">{said()}</bdi>
      </strong>
    </p>
  );
}
