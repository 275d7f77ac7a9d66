import { useLingui } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { Progress } from "#ui/progress.tsx";
import { Thread } from "#ui/thread.tsx";
import type { Lesson } from "./lessons.ts";
import { isQuizLesson } from "./lessons.ts";
import type { Opened } from "./use-opened-course.ts";

type OutlineProps = {
  opened: Opened;
  lessons: readonly Lesson[];
  /** The page that is shown; null on the result. */
  currentId: string | null;
  isComplete: boolean;
};

/** The course's outline: chapters, their lessons with their progress, and what completes the course. */
export function Outline({ opened, lessons, currentId, isComplete }: OutlineProps) {
  const { t } = useLingui();
  const done = lessons.filter((lesson) => lesson.state === "complete" && !lesson.isSaving).length;
  const total = lessons.length;
  const words = t`${done} of ${total} complete`;
  const { chapters } = opened.content;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(root.current), [currentId]);
  return (
    <div className="outline" ref={root}>
      <Progress label={t`Course progress`} value={done} max={total} text={words} />
      <p className="muted small num outline-count">
        <bdi>{words}</bdi>
      </p>
      {chapters.map((chapter, index) => (
        <section key={chapter.id} className="outline-chapter" data-follows-complete={followsComplete(index)}>
          <h3>
            <bdi>{chapter.title}</bdi>
          </h3>
          <Thread
            label={chapter.title}
            startsJoined={index > 0}
            endsJoined={index < chapters.length - 1}
            items={chapter.pages.flatMap((page) => {
              const lesson = lessons.find((other) => other.page.id === page.id);
              return lesson ? [threadItem(lesson)] : [];
            })}
          />
        </section>
      ))}
      <section className="outline-rule small">
        <h3>{t`To complete the course`}</h3>
        <CourseRuleWords completion={opened.completion} />
        {isComplete && (
          <Link to="?page=done" aria-current={currentId === null ? "page" : undefined}>
            {t`See your result`}
          </Link>
        )}
      </section>
    </div>
  );

  /** Whether the line enters the chapter filled: the last lesson before it is complete. */
  function followsComplete(index: number) {
    const before = chapters[index - 1]?.pages.at(-1);
    return lessons.some((lesson) => lesson.page.id === before?.id && lesson.state === "complete");
  }

  function threadItem(lesson: Lesson) {
    const { minutes } = lesson.page;
    const length = isQuizLesson(lesson.page) ? t`Quiz` : minutes > 0 ? t`${minutes} min` : undefined;
    return {
      id: lesson.page.id,
      label: lesson.page.title,
      state: lesson.state,
      isCurrent: lesson.page.id === currentId,
      meta: lesson.isSaving ? t`Saving` : length,
      to: `?page=${lesson.page.id}`,
    };
  }
}

/** Scrolls the current lesson into view within a long outline, without scrolling the page. */
function showCurrent(outline: HTMLElement | null) {
  const scroller = outline?.closest(".viewer-side, .ui-dialog-body");
  const item = outline?.querySelector("[aria-current]");
  if (!scroller || !item) return;
  const box = item.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (box.top < view.top || box.bottom > view.bottom) scroller.scrollTop += box.top - view.top - view.height / 3;
}

/** The link back and the course's name, above the outline. */
export function OutlineHead({ title }: { title: string }) {
  const { t } = useLingui();
  return (
    <>
      <Link to="/student/dashboard" className="outline-back">
        <Icon of={ArrowLeft} flip /> {t`Dashboard`}
      </Link>
      <h2 className="outline-title">
        <bdi>{title}</bdi>
      </h2>
    </>
  );
}
