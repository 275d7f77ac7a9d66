import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import { call, CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { listPublicCourses, type PublicCourse } from "../public-contract.ts";
import { PublicFrame, publicPath } from "./public-frame.tsx";
import { PublicFacts, PublicFailure, PublicNothing, PublicPicture } from "./public-parts.tsx";
import { usePublicAnswer } from "./use-public-answer.ts";

const longest = 200;

/** What the address asks for. */
function asked() {
  const search = new URLSearchParams(window.location.search);
  const page = Number(search.get("page"));
  return { q: (search.get("q") ?? "").trim().slice(0, longest), page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1 };
}

/** `/v/public/courses`: what the portal shows to visitors of its courses (ENV-7). Search and pages are addresses of their own, so Back works without the application. */
export default function PublicCoursesPage({ portal }: { portal: EnvironmentNoUser }) {
  const { t } = useLingui();
  const [{ q, page }] = useState(asked);
  const answer = usePublicAnswer((signal) => call(listPublicCourses, { query: { q, page } }, { signal }));
  const list = answer instanceof CallError ? null : answer;
  const name = portal.PortalName;
  const to = (nth: number) => `${publicPath}?${new URLSearchParams({ ...(q && { q }), page: String(nth) })}`;
  const pages = list ? Math.ceil(list.total / list.pageSize) : 0;
  return (
    <PublicFrame portal={portal}>
      <header>
        <h1 id="page-title" tabIndex={-1}>
          <Trans>Courses</Trans>
        </h1>
        <p className="muted">
          <Trans>
            What <bdi>{name}</bdi> shows to everybody. Sign in to take a course.
          </Trans>
        </p>
      </header>
      <form className="public-search" role="search" method="get" action={publicPath}>
        <div className="ui-field">
          <label htmlFor="public-q" className="ui-label">
            <Trans>Words of the title</Trans>
          </label>
          <input id="public-q" name="q" type="search" autoComplete="off" maxLength={longest} defaultValue={q} className="ui-input" />
        </div>
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
      </form>
      {answer instanceof CallError && <PublicFailure error={answer} />}
      <div aria-busy={answer === null}>
        {answer === null && <p className="muted">{t`Loading courses`}</p>}
        {list?.total === 0 && (
          <PublicNothing
            title={q ? t`No course has these words in its title` : t`No courses are shown here`}
            message={q ? t`Try other words, or fewer.` : t`Sign in to see what is offered to you.`}
            action={q && <a href={publicPath}>{t`All courses`}</a>}
          />
        )}
        {list && list.total > 0 && (
          <div className="stack-l">
            <p className="muted">
              <Plural value={list.total} one="# course" other="# courses" />
            </p>
            <ul className="grid-cards public-courses">
              {list.rows.map((course) => (
                <li key={course.id}>
                  <Card course={course} />
                </li>
              ))}
            </ul>
            {pages > 1 && (
              <nav className="row" aria-label={t`Pages`}>
                {list.page > 1 && (
                  <a className="ui-button" rel="prev" href={to(list.page - 1)}>
                    <Trans>Previous page</Trans>
                  </a>
                )}
                <span className="muted">
                  <Trans>
                    Page {list.page} of {pages}
                  </Trans>
                </span>
                {list.page < pages && (
                  <a className="ui-button" rel="next" href={to(list.page + 1)}>
                    <Trans>Next page</Trans>
                  </a>
                )}
              </nav>
            )}
          </div>
        )}
      </div>
    </PublicFrame>
  );
}

function Card({ course }: { course: PublicCourse }) {
  return (
    <article className="card course-card">
      <PublicPicture course={course} width={480} />
      <div className="course-card-text">
        <h2>
          <a href={`${publicPath}/${course.id}`}>
            <bdi>{course.title}</bdi>
          </a>
        </h2>
        <PublicFacts course={course} />
        {course.summary && (
          <p className="muted course-card-summary">
            <bdi>{course.summary}</bdi>
          </p>
        )}
      </div>
    </article>
  );
}
