import { Trans } from "@lingui/react/macro";
import type { Courses } from "../../contract.ts";
import { PartOf, Widget } from "../../web/widget.tsx";
import { hasCourses, type Board, type WidgetView } from "../../web/widget-view.ts";
import { CourseTile } from "./course-tile.tsx";

export const courses: WidgetView = {
  hasContent: hasCourses,
  Show: ({ dashboard }) => (
    <Widget
      id="courses"
      name={<Trans>My Courses</Trans>}
      link={{ to: "/course/catalog/myonlinecourses", label: <AllCourses dashboard={dashboard} /> }}
    >
      <PartOf name="courses" dashboard={dashboard} skeleton="cards" of={CourseGrid} />
    </Widget>
  ),
};

function AllCourses({ dashboard }: Pick<Board, "dashboard">) {
  const part = dashboard?.courses;
  if (!part || !("data" in part)) return <Trans>All courses</Trans>;
  const count = <bdi className="num">{part.data.courseCount}</bdi>;
  return <Trans>All courses ({count})</Trans>;
}

/** The person's courses except the next one, in order of priority. */
function CourseGrid({ courses: cards, courseCount }: Courses) {
  if (cards.length === 0)
    return (
      <p className="muted">
        {courseCount === 0 ? <Trans>You have no courses yet.</Trans> : <Trans>The course above is the only one you have.</Trans>}
      </p>
    );
  return (
    <ul className="grid-cards">
      {cards.map((course) => (
        <CourseTile key={course.id} course={course} />
      ))}
    </ul>
  );
}
