import { useLingui } from "@lingui/react/macro";
import { CourseAction } from "#features/enrolment/web/course-action.tsx";
import { Link } from "#ui/link.tsx";
import { Progress } from "#ui/progress.tsx";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { CourseFacts, CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { CatalogItem } from "../contract.ts";
import "#features/courses/web/course-card.css";

/** A course in the catalog: type, length, and exactly one action (CAT-2). With the layout "list", all on one line. */
export function CourseCard({
  course,
  layout = "grid",
  showLanguage,
}: {
  course: CatalogItem;
  layout?: "grid" | "list";
  showLanguage?: boolean;
}) {
  const { t } = useLingui();
  const words = useCourseWords();
  const { percent } = course.action;
  return (
    <article className="card course-card" data-layout={layout}>
      <CourseCover course={course} />
      <div className="course-card-text">
        <div className="row">
          <CourseTypeTag type={course.type} />
          <CourseFacts course={course} showLanguage={showLanguage ?? false} />
        </div>
        <h3>
          <Link to={detailsPath(course)}>
            <bdi>{course.title}</bdi>
          </Link>
        </h3>
        {course.summary && (
          <p className="muted course-card-summary">
            <bdi>{course.summary}</bdi>
          </p>
        )}
      </div>
      <div className="course-card-end">
        {percent !== null && <Progress label={t`Progress in ${course.title}`} value={percent} text={words.percent(percent)} />}
        <CourseAction course={course} action={course.action} />
      </div>
    </article>
  );
}
