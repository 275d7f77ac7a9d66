import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { myCoursesQuery } from "#features/enrolment/web/hooks.ts";
import { viewerPath } from "#features/enrolment/web/use-enrol.ts";
import type { AttemptState } from "#features/progress/contract.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Time } from "#ui/time.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { Lesson } from "./lessons.ts";
import type { Learning } from "./use-learning.ts";
import type { Opened } from "./use-opened-course.ts";

type DonePageProps = {
  opened: Opened;
  lessons: readonly Lesson[];
  learning: Learning;
  /** The lessons that are left, as links. Given and not imported: the viewer has its code, too. */
  whatsLeft: ReactNode;
};

/** The end of a course (VIEW-8): the result, or what is still missing. Always reachable under ?page=done. */
export default function DonePage({ opened, lessons, learning, whatsLeft }: DonePageProps) {
  const { completion } = learning.state;
  if (!completion) return <NotDone opened={opened} lessons={lessons} whatsLeft={whatsLeft} isSaving={learning.waiting.length > 0} />;
  return <Done opened={opened} learning={learning} completion={completion} />;
}

function Done({
  opened,
  learning,
  completion,
}: {
  opened: Opened;
  learning: Learning;
  completion: NonNullable<AttemptState["completion"]>;
}) {
  const { t } = useLingui();
  const percent = usePercent();
  // The tick is animated once, for a person who has just finished; on a later visit it is simply there.
  const [isNew] = useState(opened.state.completion === null);
  const failed = completion.passed === false;
  const words = useCourseWords();
  const { creditedSeconds, reviewSeconds } = learning.state;
  const minutes = Math.round((creditedSeconds - reviewSeconds) / 60);
  const review = words.minutes(Math.round(reviewSeconds / 60));
  const { course } = opened;
  return (
    <article className="lesson done">
      <span className="done-mark" data-new={isNew} data-tone={failed ? "danger" : "success"}>
        {failed ? <Icon of={CircleX} size="l" /> : <Tick />}
      </span>
      <h1 id="page-title" tabIndex={-1}>
        {failed ? t`Course complete, not passed` : t`Course complete`}
      </h1>
      <p className="done-lead">
        <Trans>
          You completed “<bdi>{course.title}</bdi>”.
        </Trans>
      </p>
      <dl className="done-facts card">
        <div>
          <dt>{t`Result`}</dt>
          <dd className="row">
            <Icon of={failed ? CircleX : CircleCheck} />
            {completion.passed === null ? t`Complete` : failed ? t`Not passed` : t`Passed`}
          </dd>
        </div>
        {completion.scorePercent !== null && (
          <div>
            <dt>{t`Score`}</dt>
            <dd className="num">
              <bdi>{percent(completion.scorePercent)}</bdi>
            </dd>
          </div>
        )}
        <div className="done-line">
          <dt>{t`Completed`}</dt>
          <dd>
            <Time instant={completion.completedAt} />
          </dd>
        </div>
        <div className="done-line">
          <dt>{t`Study time`}</dt>
          <dd className="num">
            <bdi>{minutes < 1 ? t`Less than a minute` : words.minutes(minutes)}</bdi>
            {reviewSeconds >= 30 && (
              <div className="done-review muted">
                <Trans>and {review} after completion</Trans>
              </div>
            )}
          </dd>
        </div>
      </dl>
      <NextLinks course={course} />
    </article>
  );
}

/** Where to go from here: what is to be learned next comes first. Stands once that is known, so that nothing moves under a hand. */
function NextLinks({ course }: { course: Opened["course"] }) {
  const { t } = useLingui();
  const { data, isFetching } = useQuery(myCoursesQuery({}));
  if (!data && isFetching) return <div className="done-links" aria-busy="true" />;
  const next = data?.rows.find(({ courseId, action }) => courseId !== course.id && (action.kind === "continue" || action.kind === "start"));
  return (
    <div className="row done-links">
      {next ? (
        <LinkButton to={viewerPath(next.courseId)} variant="primary">
          <bdi>{t`Next: ${next.title}`}</bdi>
        </LinkButton>
      ) : (
        <LinkButton to="/course/catalog/categories" variant="primary">
          <Trans>Find your next course</Trans>
        </LinkButton>
      )}
      <LinkButton to="/student/dashboard">
        <Trans>Back to dashboard</Trans>
      </LinkButton>
      <LinkButton to="/student/history">
        <Trans>My History</Trans>
      </LinkButton>
      <LinkButton to={detailsPath(course)}>
        <Trans>Course details</Trans>
      </LinkButton>
    </div>
  );
}

/** The tick as a line, so that it can be animated. */
function Tick() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="done-tick">
      <circle cx="24" cy="24" r="22" />
      <path d="M14 25l7 7 14-15" pathLength="1" />
    </svg>
  );
}

function NotDone({ opened, lessons, whatsLeft, isSaving }: Omit<DonePageProps, "learning"> & { isSaving: boolean }) {
  const { t } = useLingui();
  const { outbox } = opened;
  // What has not been sent yet may complete the course.
  useEffect(() => void outbox.flush(), [outbox]);
  const left = lessons.filter((lesson) => lesson.state !== "complete");
  const [first] = left;
  return (
    <article className="lesson done">
      <span className="done-mark">
        <Icon of={CircleDashed} size="l" />
      </span>
      <h1 id="page-title" tabIndex={-1}>
        {t`Not complete yet`}
      </h1>
      {isSaving && (
        <p className="done-lead" role="status">
          <Trans>Your last step is being saved. The result appears here as soon as it is.</Trans>
        </p>
      )}
      {left.length > 0 && whatsLeft}
      {first && (
        <div>
          <LinkButton to={`?page=${first.page.id}`} variant="primary">
            <Trans>Go on with the next lesson left</Trans>
          </LinkButton>
        </div>
      )}
      <section>
        <h2>
          <Trans>To complete the course</Trans>
        </h2>
        <CourseRuleWords className="done-rules" completion={opened.completion} />
      </section>
    </article>
  );
}
