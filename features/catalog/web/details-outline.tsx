import { Trans, useLingui } from "@lingui/react/macro";
import { Thread } from "#ui/thread.tsx";
import type { ThreadItem } from "#ui/thread.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { viewerPath } from "#features/enrolment/web/use-enrol.ts";
import type { CourseDetails } from "../contract.ts";

type Chapter = CourseDetails["outline"][number];

/** Chapters and lessons with minutes, marks for completed ones, and where to continue (DET-3). Whoever may learn opens a lesson by its line. */
export function DetailsOutline({ course }: { course: CourseDetails }) {
  const { t } = useLingui();
  const words = useCourseWords();
  const mayOpen = ["start", "continue", "review"].includes(course.action.kind);
  const pageItem = (page: Chapter["pages"][number]): ThreadItem => {
    const kind = page.hasQuiz ? t`Quiz` : page.hasVideo ? t`Video` : null;
    return {
      id: page.id,
      ...(mayOpen && { to: `${viewerPath(course.id)}?page=${page.id}` }),
      label: page.title,
      state: page.done ? "complete" : page.id === course.resumePageId ? "started" : "empty",
      isCurrent: page.id === course.resumePageId,
      ...(page.id === course.resumePageId && { reason: <Trans>You go on here</Trans> }),
      meta: [...(kind ? [kind] : []), ...(page.minutes > 0 ? [words.minutes(page.minutes)] : [])].join(" · "),
    };
  };
  return (
    <div className="stack-l">
      {course.outline.map((chapter) => {
        const done = chapter.pages.filter((page) => page.done).length;
        const count = chapter.pages.length;
        return (
          <section key={chapter.id} aria-labelledby={`chapter-${chapter.id}`}>
            <div className="section-head">
              <h2 id={`chapter-${chapter.id}`}>
                <bdi>{chapter.title}</bdi>
              </h2>
              <span className="muted small num">
                {chapter.minutes > 0 && <bdi>{words.minutes(chapter.minutes)}</bdi>}
                {course.attempts.length > 0 && (
                  <>
                    {chapter.minutes > 0 && " · "}
                    <Trans>
                      <bdi>{done}</bdi> of <bdi>{count}</bdi> done
                    </Trans>
                  </>
                )}
              </span>
            </div>
            <Thread label={chapter.title} items={chapter.pages.map(pageItem)} />
          </section>
        );
      })}
    </div>
  );
}
