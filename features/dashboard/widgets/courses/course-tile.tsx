import { Trans, useLingui } from "@lingui/react/macro";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { CourseAction } from "#features/enrolment/web/course-action.tsx";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { Link } from "#ui/link.tsx";
import { Progress } from "#ui/progress.tsx";
import { Time } from "#ui/time.tsx";
import type { CourseCard } from "../../contract.ts";

/** A course of the person: progress, remaining time, and the action. */
export function CourseTile({ course }: { course: CourseCard }) {
  const { t } = useLingui();
  const words = useCourseWords();
  const { percent, completedAt } = course;
  return (
    <li className="card dash-tile">
      <CourseCover course={course} />
      <div className="row">
        <CourseTypeTag type={course.type} />
        <DueTag due={course.due} />
      </div>
      <h3>
        <Link to={detailsPath(course)}>
          <bdi>{course.title}</bdi>
        </Link>
      </h3>
      {percent !== null && !completedAt && (
        <Progress label={t`Progress in ${course.title}`} value={percent} text={words.percent(percent)} />
      )}
      <p className="muted small num">
        {completedAt ? (
          <Trans>
            Completed <Time instant={completedAt} kind="date" />
          </Trans>
        ) : (
          <Remaining percent={percent} minutes={course.minutes} />
        )}
      </p>
      <div className="dash-tile-end">
        <CourseAction course={course} action={course.action} />
      </div>
    </li>
  );
}

/** "32% · about 40 min left", or the whole length before the start. The remaining time is proportional to what is not completed. */
function Remaining({ percent, minutes }: { percent: number | null; minutes: number }) {
  const words = useCourseWords();
  if (percent === null) return minutes > 0 ? <bdi>{words.minutes(minutes)}</bdi> : null;
  const left = Math.ceil((minutes * (100 - percent)) / 100);
  return (
    <>
      <bdi>{words.percent(percent)}</bdi>
      {left > 0 && (
        <>
          {" · "}
          <Trans>
            about <bdi>{words.minutes(left)}</bdi> left
          </Trans>
        </>
      )}
    </>
  );
}
