import { Trans } from "@lingui/react/macro";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { CourseFacts, CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { Link } from "#ui/link.tsx";
import type { Catalog } from "../../contract.ts";
import { PartOf, Widget } from "../../web/widget.tsx";
import type { WidgetView } from "../../web/widget-view.ts";

export const catalog: WidgetView = {
  Show: ({ dashboard }) => (
    <Widget
      id="catalog"
      name={<Trans>New in the catalog</Trans>}
      link={{ to: "/course/catalog/categories", label: <Trans>Course Catalog</Trans> }}
    >
      <PartOf name="catalog" dashboard={dashboard} skeleton="cards" of={NewCourses} />
    </Widget>
  ),
};

/** The newest courses that the person could enrol in. */
function NewCourses({ courses, offersAny }: Catalog) {
  if (courses.length === 0)
    return (
      <p className="muted">
        {offersAny ? <Trans>You have every course the catalog offers.</Trans> : <Trans>The catalog has no courses yet.</Trans>}
      </p>
    );
  return (
    <ul className="grid-cards">
      {courses.map((course) => (
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
