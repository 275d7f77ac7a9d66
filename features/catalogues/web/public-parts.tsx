import { Trans } from "@lingui/react/macro";
import { CourseFacts, CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import type { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Plate } from "#ui/plate.tsx";
import type { PublicCourse } from "../public-contract.ts";
import "#features/courses/web/course-card.css";

/** A course's picture, or its generated plate. Decorative: the title is beside it. */
export function PublicPicture({ course, width }: { course: PublicCourse; width: number }) {
  if (course.picture === null) return <Plate seed={String(course.id)} />;
  return <img className="course-cover" src={`${course.picture}&w=${width}`} alt="" loading="lazy" decoding="async" />;
}

/** Type, length, language and categories of a course. */
export function PublicFacts({ course }: { course: PublicCourse }) {
  return (
    <>
      <div className="row">
        <CourseTypeTag type={course.type} />
        <CourseFacts course={course} showLanguage />
      </div>
      {course.categories.length > 0 && (
        <p className="muted small">
          {course.categories.map((name, nth) => (
            <span key={name}>
              {nth > 0 && ", "}
              <bdi>{name}</bdi>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** Why a page of visitors has nothing to show. */
export function PublicFailure({ error }: { error: CallError }) {
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        <Button onPress={() => window.location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {error.message}
    </Banner>
  );
}
