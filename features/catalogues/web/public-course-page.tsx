import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { withReturnUrl } from "#features/auth/web/own-page.ts";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import { letsRegister } from "#features/portal/web/lets-register.ts";
import { call, CallError } from "#platform/call.ts";
import { getPublicCourse, type PublicDetails } from "../public-contract.ts";
import { PublicFrame, publicPath } from "./public-frame.tsx";
import { PublicFacts, PublicFailure, PublicNothing, PublicPicture } from "./public-parts.tsx";
import { usePublicAnswer } from "./use-public-answer.ts";

/** The course that the address names; 0, which no course has, for anything else. */
const askedCourse = () => Number(/\/([1-9]\d{0,14})\/*$/.exec(window.location.pathname)?.[1] ?? 0);

/** `/v/public/courses/:courseId`: a course as visitors see it, with the way in. */
export default function PublicCoursePage({ portal }: { portal: EnvironmentNoUser }) {
  const { t } = useLingui();
  const [courseId] = useState(askedCourse);
  const answer = usePublicAnswer((signal) => call(getPublicCourse, { params: { courseId } }, { signal }));
  const failure = answer instanceof CallError ? answer : null;
  const isNone = failure !== null && !failure.temporary;
  return (
    <PublicFrame portal={portal}>
      <a href={publicPath} className="public-back">
        <Trans>All courses</Trans>
      </a>
      {isNone && (
        <>
          <h1 id="page-title" tabIndex={-1}>
            <Trans>Course</Trans>
          </h1>
          <PublicNothing
            title={t`This course is not shown here`}
            message={t`It may be for people of the portal only. Sign in and look for it in the catalog.`}
            action={
              <a className="ui-button" data-variant="primary" href="/v/auth/login">
                <Trans>Sign in</Trans>
              </a>
            }
          />
        </>
      )}
      {failure && !isNone && <PublicFailure error={failure} />}
      <div aria-busy={answer === null}>
        {answer === null && <p className="muted">{t`Loading the course`}</p>}
        {answer && !failure && <Course course={answer as PublicDetails} portal={portal} />}
      </div>
    </PublicFrame>
  );
}

function Course({ course, portal }: { course: PublicDetails; portal: EnvironmentNoUser }) {
  // Whoever is signed in already goes straight there; everybody else is led there by signing in.
  const to = `/v/course/details/${course.type}/${course.id}`;
  return (
    <div className="stack-l">
      <header className="stack-s">
        <h1 id="page-title" tabIndex={-1}>
          <bdi>{course.title}</bdi>
        </h1>
        <PublicFacts course={course} />
      </header>
      <div className="public-course">
        <div className="public-course-picture">
          <PublicPicture course={course} width={960} />
        </div>
        <div className="stack-l">
          {course.summary && (
            <p className="prose">
              <bdi>{course.summary}</bdi>
            </p>
          )}
          {course.outcomes.length > 0 && (
            <section className="stack-s">
              <h2>
                <Trans>What you will be able to do</Trans>
              </h2>
              <ul className="public-outcomes">
                {course.outcomes.map((outcome) => (
                  <li key={outcome}>
                    <bdi>{outcome}</bdi>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <div className="row">
            <a className="ui-button" data-variant="primary" href={to}>
              <Trans>Sign in to start</Trans>
            </a>
            {letsRegister(portal) && (
              <a className="ui-button" href={withReturnUrl("/v/auth/register", to)}>
                <Trans>Register</Trans>
              </a>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
