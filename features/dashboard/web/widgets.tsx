import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarCheck, CalendarClock } from "lucide-react";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { CourseFacts, CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import type { Catalog, Courses, DueList as Due, Transcript } from "../contract.ts";
import { CourseTile } from "./course-tile.tsx";

/** The person's courses except the next one, in order of priority. */
export function CourseGrid({ courses, courseCount }: Courses) {
  if (courses.length === 0)
    return (
      <p className="muted">
        {courseCount === 0 ? <Trans>You have no courses yet.</Trans> : <Trans>The course above is the only one you have.</Trans>}
      </p>
    );
  return (
    <ul className="grid-cards">
      {courses.map((course) => (
        <CourseTile key={course.id} course={course} />
      ))}
    </ul>
  );
}

/** What is due, overdue first. */
export function DueList({ due, dueCount }: Due) {
  const more = dueCount - due.length;
  if (due.length === 0)
    return (
      <p className="card dash-pad dash-note muted">
        <Icon of={CalendarCheck} />
        <Trans>Nothing is due.</Trans>
      </p>
    );
  return (
    <div className="card">
      <ul className="dash-list">
        {due.map((item) => (
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

/** The newest courses that the person could enrol in. */
export function NewCourses({ catalog }: { catalog: Catalog }) {
  if (catalog.courses.length === 0)
    return (
      <p className="muted">
        {catalog.offersAny ? <Trans>You have every course the catalog offers.</Trans> : <Trans>The catalog has no courses yet.</Trans>}
      </p>
    );
  return (
    <ul className="grid-cards">
      {catalog.courses.map((course) => (
        <li key={course.id} className="card dash-tile">
          <CourseCover course={course} />
          <div className="row">
            <CourseTypeTag type={course.type} />
            <CourseFacts course={course} />
          </div>
          <h3>
            <Link to={detailsPath(course)}>
              <bdi>{course.title}</bdi>
            </Link>
          </h3>
        </li>
      ))}
    </ul>
  );
}

/** The completions as numbers with units. */
export function TranscriptSnapshot({ transcript }: { transcript: Transcript }) {
  const { i18n } = useLingui();
  const words = useCourseWords();
  const year = String(transcript.year);
  const facts = [
    { label: <Trans>Completed in {year}</Trans>, value: i18n.number(transcript.completedThisYear) },
    { label: <Trans>Study time on these</Trans>, value: words.minutes(Math.round(transcript.secondsThisYear / 60)) },
    { label: <Trans>Completed in total</Trans>, value: i18n.number(transcript.completedEver) },
  ];
  return (
    <dl className="card dash-facts">
      {facts.map(({ label, value }, index) => (
        <div key={index}>
          <dt className="muted">{label}</dt>
          <dd className="num">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
