import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, RotateCcw } from "lucide-react";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { CourseFacts, CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { Progress } from "#ui/progress.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { MyCourse } from "../contract.ts";
import { CourseAction } from "./course-action.tsx";
import { DueTag } from "./due-tag.tsx";
import { useCauseWords } from "./use-cause-words.ts";
import { viewerPath } from "./use-enrol.ts";

/** A course of the person: its state, the causes, the due date, and the action (MYC-1..4). */
export function MyCourseCard({ course }: { course: MyCourse }) {
  return (
    <article className="card course-card">
      <CourseCover course={{ id: course.courseId, coverFileId: course.coverFileId }} />
      <div className="course-card-text">
        <div className="row">
          <CourseTypeTag type={course.type} />
          <CourseFacts course={course} />
        </div>
        <h2>
          <Link to={detailsPath({ id: course.courseId, type: course.type })}>
            <bdi>{course.title}</bdi>
          </Link>
        </h2>
        <CourseStanding course={course} />
        <CourseCauses course={course} />
      </div>
      <div className="course-card-end">
        <MyCourseProgress course={course} />
        <MyCourseActions course={course} />
      </div>
    </article>
  );
}

/** The one action, and beside reviewing another attempt where one is offered (MYC-4). */
export function MyCourseActions({ course }: { course: MyCourse }) {
  const { t } = useLingui();
  return (
    <div className="row">
      <CourseAction course={{ id: course.courseId, title: course.title, type: course.type }} action={course.action} />
      {course.action.canRetake && (
        <LinkButton variant="quiet" icon={RotateCcw} to={viewerPath(course.courseId, true)} aria-label={t`Retake ${course.title}`}>
          <Trans>Retake</Trans>
        </LinkButton>
      )}
    </div>
  );
}

/** The progress of the attempt in progress; nothing before the start and after completion. */
export function MyCourseProgress({ course }: { course: MyCourse }) {
  const { t } = useLingui();
  const words = useCourseWords();
  if (course.state === "todo" || course.state === "done") return null;
  return <Progress label={t`Progress`} isLabelVisible value={course.percent} text={words.percent(course.percent)} />;
}

/** Result, due date and end of access as tags. */
export function CourseStanding({ course }: { course: MyCourse }) {
  const words = useCourseWords();
  const score = course.scorePercent === null ? null : words.percent(course.scorePercent);
  if (course.completedAt === null && !course.due)
    return course.state === "todo" ? (
      <p className="muted small">
        <Trans>Not started</Trans>
      </p>
    ) : null;
  return (
    <div className="row">
      {course.completedAt !== null && (
        <Tag icon={course.passed === false ? CircleX : CircleCheck} tone={course.passed === false ? "warning" : "success"}>
          <span>{course.passed === false ? <Trans>Not passed</Trans> : <Trans>Completed</Trans>}</span>
        </Tag>
      )}
      {score !== null && course.completedAt !== null && (
        <span className="muted small">
          <Trans>
            Score <bdi className="num">{score}</bdi>
          </Trans>
        </span>
      )}
      <DueTag due={course.due} />
    </div>
  );
}

/** Why the person is enrolled, and what happened last, in plain sentences. */
export function CourseCauses({ course }: { course: MyCourse }) {
  const causeWords = useCauseWords();
  return (
    <div className="course-card-causes">
      {course.causes.map((cause) => (
        <p key={`${cause.kind}${cause.by}${cause.reference}`}>
          <bdi>{causeWords(cause)}</bdi>
        </p>
      ))}
      {course.completedAt !== null ? (
        <p>
          <Trans>
            Completed on <Time instant={course.completedAt} kind="date" />
          </Trans>
        </p>
      ) : (
        course.lastActivityAt !== null && (
          <p>
            <Trans>
              Last opened on <Time instant={course.lastActivityAt} kind="date" />
            </Trans>
          </p>
        )
      )}
      <CourseAccess course={course} />
    </div>
  );
}

function CourseAccess({ course }: { course: MyCourse }) {
  if (!course.hasAccess)
    return (
      <p>
        {course.accessEndsAt ? (
          <Trans>
            Access ended on <Time instant={course.accessEndsAt} kind="date" />
          </Trans>
        ) : (
          <Trans>Access ended</Trans>
        )}
      </p>
    );
  if (!course.accessEndsAt) return null;
  return (
    <p>
      <Trans>
        Access until <Time instant={course.accessEndsAt} kind="date" />
      </Trans>
    </p>
  );
}
