import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import type { CourseDetails } from "../contract.ts";

/** The courses to complete first: how many of them, each with how the person stands in it and the way there (CAT-4). */
export default function RequiredCourses({ course }: { course: CourseDetails }) {
  const { t } = useLingui();
  const words = useCourseWords();
  const { prerequisites } = course;
  if (!prerequisites) return null;
  const { asked, courses } = prerequisites;
  const standing = ({ done, percent }: (typeof courses)[number]) => {
    if (done) return t`Completed`;
    if (percent === null) return t`Not started`;
    // A course that was completed without passing it.
    return percent === 100 ? t`Not passed` : t`In progress, ${words.percent(percent)}`;
  };
  return (
    <div className="details-required">
      {courses.length > 1 && asked < courses.length && (
        <p className="muted">{t`${plural(asked, { one: "# of these is enough", other: "# of these are enough" })}`}</p>
      )}
      <ul className="details-outcomes">
        {courses.map((one) => (
          <li key={one.id}>
            <Icon of={one.done ? CircleCheck : CircleDashed} />
            <span>
              {one.isThere ? (
                <Link to={detailsPath(one)}>
                  <bdi>{one.title}</bdi>
                </Link>
              ) : one.title === null ? (
                <Trans>A course that is for other people</Trans>
              ) : (
                <bdi>{one.title}</bdi>
              )}
              <span className="muted small">{` · ${standing(one)}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
