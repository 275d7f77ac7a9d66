import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { PassingWords } from "#features/courses/web/passing-words.tsx";
import { Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import type { CourseDetails } from "../contract.ts";

/** Loaded where a course has any of it. */
const DetailsOffer = lazyPart(() => import("./details-offer.tsx"));
const DetailsAnnouncements = lazyPart(() => import("./details-announcements.tsx"));

/** The course's description, outcomes and categories. */
export function DetailsOverview({ course }: { course: CourseDetails }) {
  return (
    <div className="stack-l">
      {course.announcements.length > 0 && <DetailsAnnouncements announcements={course.announcements} />}
      {course.summary && (
        <p className="prose">
          <bdi>{course.summary}</bdi>
        </p>
      )}
      {course.outcomes.length > 0 && (
        <section>
          <h2>
            <Trans>What you will be able to do</Trans>
          </h2>
          <ul className="details-outcomes">
            {course.outcomes.map((outcome) => (
              <li key={outcome}>
                <Icon of={Check} />
                <bdi>{outcome}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {course.facts.length > 0 && (
        <dl className="details-fields">
          {course.facts.map(({ label, value, href }) => (
            <div key={label}>
              <dt>
                <bdi>{label}</bdi>
              </dt>
              <dd>
                {href ? (
                  <a href={href} target="_blank" rel="noreferrer">
                    <bdi>{value}</bdi>
                  </a>
                ) : (
                  <bdi>{value}</bdi>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(course.credits.length > 0 || course.price || course.tags.length > 0) && <DetailsOffer course={course} />}
      {course.completion && (
        <section>
          <h2>
            <Trans>How you complete it</Trans>
          </h2>
          <CourseRuleWords className="details-rules" completion={course.completion} />
          <PassingWords rule={course.completion.rule} />
        </section>
      )}
      {course.categories.length > 0 && (
        <section>
          <h2>
            <Trans>Categories</Trans>
          </h2>
          <ul className="row">
            {course.categories.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/course/catalog/categories/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
