import { Trans } from "@lingui/react/macro";
import { CalendarCheck, CalendarClock } from "lucide-react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import type { DueList as Due } from "../../contract.ts";
import { listWidget } from "../../web/list-widget.tsx";

export const due = listWidget("due", <Trans>Due next</Trans>, DueList);

/** What is due, overdue first. */
function DueList({ due: items, dueCount }: Due) {
  const more = dueCount - items.length;
  if (items.length === 0)
    return (
      <p className="card dash-pad dash-note muted">
        <Icon of={CalendarCheck} />
        <Trans>Nothing is due.</Trans>
      </p>
    );
  return (
    <div className="card">
      <ul className="dash-list">
        {items.map((item) => (
          <li key={item.id}>
            <Icon of={CalendarClock} />
            <div>
              <Link to={detailsPath(item)}>
                <bdi>{item.title}</bdi>
              </Link>
              <DueTag due={item.due} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="dash-more">
          <Link to="/course/catalog/myonlinecourses?sort=due">
            <Trans>
              <bdi>{more}</bdi> more with a due date
            </Trans>
          </Link>
        </p>
      )}
    </div>
  );
}
