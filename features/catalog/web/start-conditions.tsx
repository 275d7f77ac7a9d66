import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useEffect } from "react";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import { call } from "#platform/call.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { CourseDetails } from "../contract.ts";
import { startCondition, type StartCondition, type StartLine } from "../start-contract.ts";

/** How often it is asked whether what somebody fits by now counts, in milliseconds. */
const againMs = 4_000;
const isWaiting = (condition: StartCondition | null | undefined) => Boolean(condition?.met && !condition.isStored);

const startQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["course-start", courseId],
    queryFn: ({ signal }) => call(startCondition, { params: { courseId } }, { signal }),
    meta: shows(standingSubject, courseSubject),
    refetchInterval: ({ state }) => (isWaiting(state.data?.condition) ? againMs : false),
  });

/** Whom a course lets begin: each part of its condition, whether the person fits it, and the way to what they can do about it (CAT-4). */
export default function StartConditions({ course }: { course: CourseDetails }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(startQuery(course.id));
  const isMet = course.requirements.some(({ code, met }) => code === "prerequisites" && met);
  const { courses, asked } = course.prerequisites ?? { courses: [], asked: 0 };
  const isBehind = Boolean(data?.condition?.isStored) && !isMet && courses.filter(({ done }) => done).length >= asked;
  useEffect(() => {
    // It counts by now: so does the button.
    if (isBehind) void refetchWhatShows(client, standingSubject);
  }, [client, isBehind]);
  if (isError && !data)
    return (
      <ErrorState headingLevel={3} title={t`The condition could not be loaded`} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  if (!data) return <Skeleton count={2} />;
  return data.condition && <Lines condition={data.condition} isMet={isMet} />;
}

function Lines({ condition, isMet }: { condition: StartCondition; isMet: boolean }) {
  const { t } = useLingui();
  const { lines, choices } = condition;
  const tell = useConditionWords({ ...choices, managers: null });
  const words = ({ how, test }: StartLine) => {
    if (how) return how === "all" ? t`All of these` : t`At least one of these`;
    return test ? tell(test) : t`A requirement that your portal checks`;
  };
  // One test alone stands in no list of its own.
  const shown = lines.length === 2 ? lines.slice(1).map((line) => ({ ...line, depth: 0 })) : lines;
  return (
    <div className="details-required">
      <p className="muted">
        <Trans>It is for whoever:</Trans>
      </p>
      <ul className="details-outcomes">
        {shown.map((line, nth) => (
          <li key={`${nth} ${line.depth}`} style={{ paddingInlineStart: `calc(${line.depth} * var(--sp-4))` }}>
            <Icon of={line.met ? CircleCheck : CircleDashed} />
            <span>
              <bdi>{words(line)}</bdi>
              <span className="muted small">{` · ${line.met ? t`met` : t`not met yet`}`}</span>
              {!line.met && <Ways line={line} />}
            </span>
          </li>
        ))}
      </ul>
      {isWaiting(condition) && !isMet && (
        <p role="status">
          <Trans>You fit all of this. It counts in a few seconds.</Trans>
        </p>
      )}
    </div>
  );
}

/** Where somebody gets what they do not fit yet. */
function Ways({ line: { courses, isOwnField } }: { line: StartLine }) {
  return (
    <>
      {courses.map((course) => (
        <span key={course.id}>
          {" · "}
          <Link to={detailsPath(course)}>
            <bdi>{course.title}</bdi>
          </Link>
        </span>
      ))}
      {isOwnField && (
        <>
          {" · "}
          <Link to="/student/myAccount">
            <Trans>Add it in your account</Trans>
          </Link>
        </>
      )}
    </>
  );
}
