import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, Keyboard, List } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { learningOf } from "#features/blocks/learning.ts";
import { Banner } from "#ui/banner.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { useFetchAhead } from "#ui/use-fetch-ahead.ts";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import { blockPartsOf, LessonPage } from "./lesson-page.tsx";
import type { Lesson } from "./lessons.ts";
import { isViewOnly, lessonsOf, pageToOpen } from "./lessons.ts";
import { LessonSkeleton } from "./lesson-skeleton.tsx";
import { LessonsLeft } from "./lessons-left.tsx";
import { Outline, OutlineHead } from "./outline.tsx";
import { ReadingOptions } from "./reading-options.tsx";
import { OfflineBanner, SaveStatus } from "./save-status.tsx";
import type { Learning } from "./use-learning.ts";
import { useLearning } from "./use-learning.ts";
import { useLessonChange } from "./use-lesson-change.ts";
import type { Opened } from "./use-opened-course.ts";
import { useViewerKeys } from "./use-viewer-keys.ts";
import { WhatsLeft } from "./whats-left.tsx";

// Lazy: only needed after another device had the course open.
const ElsewhereNote = lazyPart(() => import("./elsewhere-note.tsx"));
const DonePage = lazyPart(() => import("./done-page.tsx"));
const OutlineSheet = lazyPart(() => import("./outline-sheet.tsx"));
const ShortcutSheet = lazyPart(() => import("./shortcut-sheet.tsx"));

// The page id in the address that shows the result.
const DONE = "done";

/** An opened course: the outline, the lesson that the address names, and the navigation. */
export function Viewer({ opened }: { opened: Opened }) {
  const { t } = useLingui();
  const asked = new URLSearchParams(useLocation().search).get("page");
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(NARROW);
  const [over, setOver] = useState<"outline" | "shortcuts" | null>(null);
  const opening = pageToOpen(lessonsOf(opened.content, opened.state, []), asked, opened.state);
  const isDonePage = asked === DONE && opening?.page.id !== DONE;
  // Without a page in the address, the course opens where the learner left; that page is then written into the address, so that Back and reload keep it.
  const [firstId] = useState(opening?.page.id);
  const currentId = isDonePage ? null : asked === null ? (firstId ?? null) : (opening?.page.id ?? null);
  const learning = useLearning(opened, currentId);
  const { lessons } = learning;
  const index = lessons.findIndex((lesson) => lesson.page.id === currentId);
  const lesson = lessons[index];
  const previous = isDonePage ? lessons.at(-1) : lessons[index - 1];
  const next = isDonePage ? undefined : lessons[index + 1];
  const isComplete = learning.state.completion !== null;
  const isLocked = lesson?.state === "locked";
  // Of a lesson that is locked: what opens it.
  const open = (isLocked ? lessons.slice(0, index) : lessons).filter(({ state, page }) => state !== "complete" && page.id !== currentId);
  const isLastStop = lesson !== undefined && !next && !isComplete && open.length > 0;

  useEffect(() => {
    if (!isDonePage && currentId !== null && asked !== currentId)
      void navigate(`?page=${currentId}`, { replace: true, state: { staysHere: true } });
  }, [asked, currentId, isDonePage, navigate]);
  // A lesson that opens while it is shown begins anew.
  const shownKey = `${currentId}${isLocked}`;
  useLessonChange(shownKey, lesson ? t`Lesson ${lesson.number}: ${lesson.page.title}` : t`Result`);

  const goOn = () => {
    learning.view();
    void navigate(`?page=${next?.page.id ?? DONE}`);
  };
  useViewerKeys({
    ...(previous && { previous: () => void navigate(`?page=${previous.page.id}`) }),
    ...(next && { next: () => void navigate(`?page=${next.page.id}`) }),
    help: () => setOver("shortcuts"),
  });

  // What has to work without a connection: the lessons, the result, and the outline where it is a sheet.
  useFetchAhead([...blockPartsOf(opened.content), DonePage, ...(isNarrow ? [OutlineSheet] : [])]);

  const closeOver = () => setOver(null);
  // The outline closes when a lesson is chosen in it.
  const [shownId, setShownId] = useState(currentId);
  if (shownId !== currentId) {
    setShownId(currentId);
    closeOver();
  }
  const outline = <Outline opened={opened} lessons={lessons} currentId={currentId} isComplete={isComplete} />;
  return (
    <div className="viewer">
      {!isNarrow && (
        <nav className="viewer-side" aria-label={t`Course outline`}>
          <OutlineHead title={opened.course.title} />
          {outline}
        </nav>
      )}
      <div className="viewer-stage">
        <div className="viewer-top">
          {isNarrow && (
            <IconButton
              label={t`Course outline`}
              icon={List}
              tipFrom="start"
              aria-haspopup="dialog"
              aria-expanded={over === "outline"}
              onPress={() => setOver("outline")}
            />
          )}
          <span className="viewer-place muted num">
            {lesson ? (
              <bdi>
                <Trans>
                  Lesson {lesson.number} of {lessons.length}
                </Trans>
              </bdi>
            ) : (
              t`Result`
            )}
          </span>
          <span className="viewer-tools">
            <SaveStatus />
            <ReadingOptions />
            {!isNarrow && (
              <IconButton
                label={t`Keyboard shortcuts`}
                icon={Keyboard}
                aria-haspopup="dialog"
                aria-expanded={over === "shortcuts"}
                onPointed={ShortcutSheet.want}
                onPress={() => setOver("shortcuts")}
              />
            )}
          </span>
        </div>
        <div className="viewer-body">
          <div className="viewer-notes">
            <OfflineBanner />
            {opened.openElsewhere && <ElsewhereNote />}
            {isComplete && opened.state.completion === null && !isDonePage && (
              <Banner tone="success" role="status" action={<Link to={`?page=${DONE}`}>{t`See your result`}</Link>}>
                {t`You completed this course.`}
              </Banner>
            )}
          </div>
          {lesson ? (
            <>
              <LessonPage
                key={shownKey}
                lesson={lesson}
                learning={learning}
                language={opened.course.language}
                spoken={opened.content.spoken}
              />
              {(isLastStop || isLocked) && (
                <div className="lesson">
                  <LessonsLeft lessons={open} />
                </div>
              )}
            </>
          ) : (
            <DonePage
              opened={opened}
              lessons={lessons}
              learning={learning}
              whatsLeft={<LessonsLeft lessons={open} />}
              meanwhile={<LessonSkeleton />}
            />
          )}
        </div>
        <div className="viewer-bottom">
          {previous ? (
            <LinkButton to={`?page=${previous.page.id}`} aria-label={t`Previous lesson: ${previous.page.title}`}>
              <Icon of={ChevronLeft} flip />
              <bdi className="viewer-previous">{previous.page.title}</bdi>
            </LinkButton>
          ) : (
            <span />
          )}
          {lesson && !isLocked && <NextButton lesson={lesson} learning={learning} isLast={!next} isComplete={isComplete} onPress={goOn} />}
        </div>
      </div>
      {over === "shortcuts" && <ShortcutSheet onClose={closeOver} onGiveUp={closeOver} />}
      {over === "outline" && (
        <OutlineSheet title={opened.course.title} onClose={closeOver} onGiveUp={closeOver}>
          {outline}
        </OutlineSheet>
      )}
    </div>
  );
}

/** The button to the next lesson. It says "Complete" only where pressing it completes the lesson; beside it stands what else the lesson asks for. */
function NextButton(props: { lesson: Lesson; learning: Learning; isLast: boolean; isComplete: boolean; onPress: () => void }) {
  const { t } = useLingui();
  const leftId = useId();
  const { lesson, learning, isLast, isComplete } = props;
  const isOpen = lesson.state !== "complete";
  const completes = isOpen && isViewOnly(lesson.page);
  const asksMore = isOpen && !completes;
  const asksForQuiz = isOpen && lesson.page.blocks.some((block) => learningOf(block).questions);
  const words = isLast
    ? isComplete
      ? t`See your result`
      : completes
        ? t`Complete and finish`
        : t`Finish`
    : completes
      ? t`Complete and continue`
      : t`Continue`;
  return (
    <span className="viewer-next">
      {asksMore && <WhatsLeft id={leftId} lesson={lesson} learning={learning} />}
      {/* A quiz that is not submitted yet has the primary button itself. */}
      <Button
        variant={asksForQuiz ? "secondary" : "primary"}
        iconEnd={ChevronRight}
        onPress={props.onPress}
        aria-describedby={asksMore ? leftId : undefined}
      >
        {words}
      </Button>
    </span>
  );
}
