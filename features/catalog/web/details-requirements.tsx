import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { PassingWords } from "#features/courses/web/passing-words.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Icon } from "#ui/icon.tsx";
import type { CourseDetails, Requirement } from "../contract.ts";

/** Loaded where a course has them: few do, and this page is the first that learners see of a course. */
const RequiredCourses = lazyPart(() => import("./required-courses.tsx"));
const StartConditions = lazyPart(() => import("./start-conditions.tsx"));
const OpenDates = lazyPart(() => import("./open-dates.tsx"));

/** The requirements for starting, each met or not, and the rule for completing. */
export function DetailsRequirements({ course }: { course: CourseDetails }) {
  const { t } = useLingui();
  const words = ({ code, met }: Requirement): string => {
    switch (code) {
      case "member":
        return met ? t`You are a member of this portal` : t`Be a member of this portal`;
      case "selfEnrolment":
        return met ? t`You are enrolled` : t`Enrol yourself; anyone in this portal may`;
      case "price":
        return met ? t`You are enrolled` : t`Be enrolled by a portal admin; this course has a price and cannot be bought here yet`;
      case "window":
        return t`Enrol while it is open to everyone`;
      case "prerequisites":
        return met ? t`You have what it asks for first` : t`Get what it asks for first`;
      case "invitation":
        return met ? t`You are enrolled` : t`Be enrolled by a portal admin`;
      case "published":
        return t`The course is in the catalog again`;
      case "content":
        return t`The course gets its content`;
    }
  };
  return (
    <div className="stack-l">
      <section>
        <h2>
          <Trans>To start</Trans>
        </h2>
        <ul className="details-outcomes">
          {course.requirements.map((requirement) => (
            <li key={requirement.code} data-met={requirement.met || undefined}>
              <Icon of={requirement.met ? CircleCheck : CircleDashed} />
              <div>
                {words(requirement)}
                <span className="visually-hidden"> ({requirement.met ? t`met` : t`not met yet`})</span>
                {requirement.code === "window" && <OpenDates course={course} />}
                {requirement.code === "prerequisites" && course.prerequisites && <RequiredCourses course={course} />}
                {requirement.code === "prerequisites" && course.hasCondition && <StartConditions course={course} />}
              </div>
            </li>
          ))}
        </ul>
      </section>
      {course.completion && (
        <section>
          <h2>
            <Trans>To complete</Trans>
          </h2>
          <CourseRuleWords className="details-rules" completion={course.completion} />
          <PassingWords rule={course.completion.rule} />
        </section>
      )}
    </div>
  );
}
