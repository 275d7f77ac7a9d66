import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Clock, Globe, ListChecks, Lock, RotateCcw } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { CourseAction } from "#features/enrolment/web/course-action.tsx";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { useCauseWords } from "#features/enrolment/web/use-cause-words.ts";
import { useEnrol, viewerPath } from "#features/enrolment/web/use-enrol.ts";
import { useLockReasons } from "#features/enrolment/web/use-lock-reasons.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";
import { Time } from "#ui/time.tsx";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { CourseDetails } from "../contract.ts";

const RequiredCourses = lazyPart(() => import("./required-courses.tsx"));
const OpenDates = lazyPart(() => import("./open-dates.tsx"));

/** The card beside the tabs: the one action, or why there is none, and the person's standing. */
export function DetailsActionCard({ course }: { course: CourseDetails }) {
  return (
    <aside className="card details-card" aria-labelledby="details-card-title">
      <h2 id="details-card-title" className="visually-hidden">
        <Trans>Your standing</Trans>
      </h2>
      <CourseCover course={course} />
      <DetailsStanding course={course} />
      <ActionOrWhyNot course={course} isFullWidth />
      <MoreActions course={course} />
      <Facts course={course} />
      <Causes course={course} />
    </aside>
  );
}

/** The same on a phone: the facts come after the tabs; the action, or why there is none, is in a bar fixed to the bottom of the window. */
export function DetailsActionBar({ course }: { course: CourseDetails }) {
  const { t } = useLingui();
  return (
    <>
      <aside className="card details-card" aria-label={t`About your enrolment`}>
        <MoreActions course={course} />
        <Facts course={course} />
        <Causes course={course} />
      </aside>
      <div className="details-bar no-print">
        <ActionOrWhyNot course={course} isFullWidth />
      </div>
    </>
  );
}

function ActionOrWhyNot({ course, isFullWidth }: { course: CourseDetails; isFullWidth?: boolean }) {
  const lockReasons = useLockReasons();
  if (course.action.kind !== "locked")
    return <CourseAction course={course} action={course.action} variant="primary" isFullWidth={isFullWidth ?? false} />;
  return (
    <div className="details-why-not">
      <Icon of={Lock} />
      <div>
        {lockReasons(course.action.reason)}
        {course.action.reason === "prerequisites" && <RequiredCourses course={course} />}
        {course.action.reason === "upcoming" && <OpenDates course={course} />}
      </div>
    </div>
  );
}

/** Progress, result and due date: beside the action, or on a phone above the tabs. */
export function DetailsStanding({ course }: { course: CourseDetails }) {
  const { t } = useLingui();
  const words = useCourseWords();
  const latest = course.attempts[0];
  const score = latest?.scorePercent == null ? null : words.percent(latest.scorePercent);
  return (
    <>
      {latest && latest.completedAt === null && course.percent !== null && (
        <Progress label={t`Your progress`} isLabelVisible value={course.percent} text={words.percent(course.percent)} />
      )}
      {latest?.completedAt && (
        <p>
          <Trans>
            Completed on <Time instant={latest.completedAt} kind="date" />
          </Trans>
          {score !== null && (
            <>
              {" · "}
              <bdi className="num">{score}</bdi>
            </>
          )}
        </p>
      )}
      {course.enrolment?.due && (
        <div>
          <DueTag due={course.enrolment.due} />
        </div>
      )}
    </>
  );
}

function MoreActions({ course }: { course: CourseDetails }) {
  const { leave, pendingId } = useEnrol();
  const { action, enrolment } = course;
  const canLeave = Boolean(enrolment?.canLeave);
  const hasPressed = useRef(false);
  // Leaving the course removes the button: the focus moves to the course's name.
  useEffect(() => {
    if (hasPressed.current && !canLeave) document.getElementById("page-title")?.focus();
    hasPressed.current = false;
  }, [canLeave]);
  return (
    <>
      {action.canRetake && (
        <LinkButton icon={RotateCcw} to={viewerPath(course.id, true)} isFullWidth>
          <Trans>Retake the course</Trans>
        </LinkButton>
      )}
      {canLeave && (
        <Button
          variant="quiet"
          onPress={() => {
            hasPressed.current = true;
            leave(course);
          }}
          isPending={pendingId === course.id}
          isFullWidth
        >
          <Trans>Leave this course</Trans>
        </Button>
      )}
    </>
  );
}

function Facts({ course }: { course: CourseDetails }) {
  const words = useCourseWords();
  const pages = course.outline.reduce((sum, chapter) => sum + chapter.pages.length, 0);
  const facts: [LucideIcon, ReactNode][] = [
    ...(course.minutes > 0 ? [[Clock, <bdi key="m">{words.minutes(course.minutes)}</bdi>] as [LucideIcon, ReactNode]] : []),
    ...(pages > 0 ? [[ListChecks, <PageCount key="p" type={course.type} pages={pages} />] as [LucideIcon, ReactNode]] : []),
    [Globe, <bdi key="l">{words.language(course.language)}</bdi>],
  ];
  return (
    <ul className="details-facts num">
      {facts.map(([icon, fact], index) => (
        <li key={index}>
          <Icon of={icon} />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  );
}

/** What a course has to open: the parts of a package, or lessons. */
function PageCount({ type, pages }: { type: CourseDetails["type"]; pages: number }) {
  if (type === "scorm") return <Plural value={pages} one="# part" other="# parts" />;
  return <Plural value={pages} one="# lesson" other="# lessons" />;
}

function Causes({ course }: { course: CourseDetails }) {
  const causeWords = useCauseWords();
  const { enrolment } = course;
  if (!enrolment || (!enrolment.active && !enrolment.accessEndsAt)) return null;
  return (
    <div className="details-causes">
      {enrolment.causes.map((cause) => (
        <p key={`${cause.kind}${cause.by}${cause.reference}`}>
          <bdi>{causeWords(cause)}</bdi>
        </p>
      ))}
      {enrolment.accessEndsAt && (
        <p>
          {enrolment.active ? (
            <Trans>
              Access until <Time instant={enrolment.accessEndsAt} kind="date" />
            </Trans>
          ) : (
            <Trans>
              Access ended on <Time instant={enrolment.accessEndsAt} kind="date" />
            </Trans>
          )}
        </p>
      )}
    </div>
  );
}
