import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { settingText } from "#features/portal/contract.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { useNow } from "#ui/use-now.ts";
import { useZone } from "#ui/zone.ts";
import type { Calendar as Part } from "../../contract.ts";
import { addMonths, asDate, dayOf, firstDayIn, firstDays, monthOf, weeksOf, type Day } from "./months.ts";
import "./calendar.css";

/** Due dates by month, in the person's time zone: the days with one are marked, and what is due in the month stands below. */
export default function Calendar({ dates }: Part) {
  const { t, i18n } = useLingui();
  const zone = useZone();
  const today = dayOf(useNow(), zone);
  const begins = settingText(useEnvironment().PortalSettings, "weekStart");
  const firstDay = firstDays[begins] ?? firstDayIn(i18n.locale);
  const [month, setMonth] = useState(monthOf(today));
  const items = dates.flatMap((item) => (item.due ? [{ ...item, day: dayOf(item.due.at, zone) }] : []));
  const ofMonth = items.filter(({ day }) => monthOf(day) === month);
  const weeks = weeksOf(month, firstDay);
  const written = (day: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.locale, { ...options, timeZone: "UTC" }).format(asDate(day));
  const name = written(`${month}-01`, { month: "long", year: "numeric" });
  const weekday = (nth: number, length: "short" | "long") => {
    const day = weeks[1]?.[nth];
    return day ? written(day, { weekday: length }) : "";
  };
  const nths = [0, 1, 2, 3, 4, 5, 6];

  return (
    <div className="card dash-calendar">
      <div className="row-between">
        <IconButton size="s" icon={ChevronLeft} flip label={t`Month before`} onPress={() => setMonth(addMonths(month, -1))} />
        <h3 aria-live="polite">{name}</h3>
        <IconButton size="s" icon={ChevronRight} flip label={t`Month after`} onPress={() => setMonth(addMonths(month, 1))} />
      </div>
      <table aria-label={t`Due dates in ${name}`}>
        <thead>
          <tr>
            {nths.map((nth) => (
              <th key={nth} scope="col" abbr={weekday(nth, "long")} className="muted small">
                {weekday(nth, "short")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={row}>
              {week.map((day, nth) => (
                <td key={nth} className="num">
                  {day && <DayCell day={day} isToday={day === today} due={items.filter((item) => item.day === day).length} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {ofMonth.length === 0 ? (
        <p className="muted">
          <Trans>Nothing is due in this month.</Trans>
        </p>
      ) : (
        <ul className="dash-calendar-list">
          {ofMonth.map((item) => (
            <li key={item.id}>
              <Link to={detailsPath(item)}>
                <bdi>{item.title}</bdi>
              </Link>
              <DueTag due={item.due} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function DayCell({ day, isToday, due }: { day: Day; isToday: boolean; due: number }) {
  const { t } = useLingui();
  return (
    <span className="dash-calendar-day" data-due={due > 0 || undefined} aria-current={isToday ? "date" : undefined}>
      {Number(day.slice(-2))}
      {due > 0 && <span className="visually-hidden"> {t`(${due} due)`}</span>}
    </span>
  );
}
