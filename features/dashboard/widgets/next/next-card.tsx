import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { BookOpen, CirclePlay, Play } from "lucide-react";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { useCauseWords } from "#features/enrolment/web/use-cause-words.ts";
import { loadsItsPage, viewerPath } from "#features/enrolment/web/use-enrol.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Progress } from "#ui/progress.tsx";
import { Time } from "#ui/time.tsx";
import type { Next as NextPart, NextThing } from "../../contract.ts";

/** The one thing to do now, with the reason, and a link to the exact place (DASH-5). */
export function NextCard({ next, courseCount }: NextPart) {
  const { t } = useLingui();
  if (next) return <Next next={next} />;
  return (
    <div className="card dash-pad">
      {courseCount === 0 ? (
        <EmptyState
          icon={BookOpen}
          title={t`Nothing assigned yet`}
          message={t`Courses you enrol in, or that are assigned to you, appear here.`}
          action={
            <LinkButton variant="primary" to="/course/catalog/categories">
              <Trans>Browse the catalog</Trans>
            </LinkButton>
          }
        />
      ) : (
        <EmptyState
          icon={CirclePlay}
          title={t`Nothing left to do`}
          message={t`You have completed every course you can start. Your results are in your history.`}
          action={
            <LinkButton variant="primary" to="/course/catalog/categories">
              <Trans>Browse the catalog</Trans>
            </LinkButton>
          }
        />
      )}
    </div>
  );
}

function Next({ next }: { next: NextThing }) {
  const { t } = useLingui();
  const words = useCourseWords();
  const isStarted = next.percent !== null;
  const { place } = next;
  return (
    <article className="card dash-next">
      <CourseCover course={next} shape="box" />
      <div className="dash-next-text">
        <p className="eyebrow">{isStarted ? <Trans>Pick up where you left off</Trans> : <Trans>Start this next</Trans>}</p>
        <h2>
          <bdi>{next.title}</bdi>
        </h2>
        {place && (
          <p className="muted">
            <PlaceWords place={place} />
          </p>
        )}
        <ReasonLine next={next} />
        {next.percent !== null && <Progress label={t`Progress in ${next.title}`} value={next.percent} text={words.percent(next.percent)} />}
        {next.overdue && <OverdueLine overdue={next.overdue} />}
      </div>
      <LinkButton variant="primary" icon={Play} to={placePath(next)} reload={loadsItsPage(next.type)}>
        {isStarted ? <Trans>Continue</Trans> : <Trans>Start</Trans>}
      </LinkButton>
    </article>
  );
}

/** The lesson itself. A package says by itself which of its parts comes next. */
const placePath = ({ id, type, place }: NextThing) =>
  viewerPath(id) + (place && type === "online" ? `?page=${encodeURIComponent(place.pageId)}` : "");

/** What is overdue while something else was used last. */
function OverdueLine({ overdue }: { overdue: NonNullable<NextThing["overdue"]> }) {
  const { more } = overdue;
  return (
    <p className="row small dash-overdue">
      <Link to={detailsPath(overdue)}>
        <bdi>{overdue.title}</bdi>
      </Link>
      <DueTag due={overdue.due} />
      {more > 0 && (
        <Link to="/course/catalog/myonlinecourses?sort=due">
          <Plural value={more} one="# more is overdue" other="# more are overdue" />
        </Link>
      )}
    </p>
  );
}

function PlaceWords({ place }: { place: NonNullable<NextThing["place"]> }) {
  const words = useCourseWords();
  const page = <bdi>{place.page}</bdi>;
  const number = <bdi className="num">{words.number(place.number)}</bdi>;
  const pages = <bdi className="num">{words.number(place.pages)}</bdi>;
  const left = <bdi className="num">{words.minutes(place.minutesLeft)}</bdi>;
  return (
    <>
      <Trans>
        Lesson {number} of {pages}: {page}.
      </Trans>{" "}
      {place.minutesLeft > 0 && <Trans>About {left} left.</Trans>}
    </>
  );
}

/** Why this is next: the due date, or when it was last worked on, and who or what assigned it. */
function ReasonLine({ next: { reason, due, causes } }: { next: NextThing }) {
  const causeWords = useCauseWords();
  const wanted = causes.filter(({ kind }) => kind !== "self");
  const shown = (wanted.length > 0 ? wanted : reason.kind === "enrolled" ? causes : []).map(causeWords);
  return (
    <p className="row small muted">
      <DueTag due={due} />
      {reason.kind === "started" && (
        <span>
          <Trans>
            Last opened <Time instant={reason.lastActivityAt} kind="date" />
          </Trans>
        </span>
      )}
      {shown.map((sentence) => (
        <span key={sentence} className="dash-cause">
          <Icon of={BookOpen} size="s" />
          <bdi>{sentence}</bdi>
        </span>
      ))}
    </p>
  );
}
