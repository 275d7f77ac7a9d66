import { Trans, useLingui } from "@lingui/react/macro";
import { BookOpen, ChevronLeft, ChevronRight, EyeOff, List } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { pagesOf, type LearnerPage } from "#features/courses/content.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import type { OpenedPackage } from "#features/scorm/contract.ts";
import type { PreviewedCourse } from "../contract.ts";
import { PreviewPackage } from "./preview-package.tsx";
import { PreviewOutline } from "./preview-outline.tsx";
import "#features/viewer/web/viewer.css";
import "#features/viewer/web/lesson.css";
import "./preview.css";

type PreviewFrameProps = {
  data: PreviewedCourse;
  /** The page in the address; the first one where there is none, or it is gone. */
  asked: string | null;
  onPage: (pageId: string) => void;
  /** The address of a page, where it has one. */
  toPage?: (pageId: string) => string;
  /** What this is: preview, review, or a shared preview; and that nothing is recorded. */
  notice: ReactNode;
  /** The link back, above the course's title. */
  back?: ReactNode;
  tools?: ReactNode;
  /** Beside the lesson where the window is wide. */
  aside?: ReactNode;
  /** How many open comments a page has. */
  openIn?: (pageId: string) => number;
  /** What a course shows that has no lessons yet. */
  nothing: { title: string; message: string; action?: ReactNode };
  /** Opens the package of a SCORM course. */
  openPackage: () => Promise<OpenedPackage>;
  children: (page: LearnerPage) => ReactNode;
};

/** A course in one of the modes besides learning: outline, lesson and the way through, everything unlocked. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { t } = useLingui();
  const { data, asked, onPage, toPage, back, openIn } = props;
  const isNarrow = useMediaQuery(NARROW);
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const pages = pagesOf(data.content).map(({ page }) => page);
  const index = Math.max(0, asked === null ? 0 : pages.findIndex(({ id }) => id === asked));
  const page = pages[index];
  const [previous, next] = [pages[index - 1], pages[index + 1]];
  const pageId = page?.id ?? null;

  // Another lesson begins at its top, with the focus on its name; so does the first one where nothing else has the focus.
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = shown.current === null;
    if (pageId === null || shown.current === pageId) return;
    shown.current = pageId;
    if (!isFirst) scrollTo({ top: 0 });
    if (!isFirst || document.activeElement === document.body) document.getElementById("page-title")?.focus({ preventScroll: true });
  }, [pageId]);

  const go = (id: string) => {
    setOutlineOpen(false);
    onPage(id);
  };
  const outline = (
    <PreviewOutline
      data={data}
      pageId={pageId}
      to={(id) => (toPage && !isNarrow ? { to: toPage(id) } : { onPress: () => go(id) })}
      {...(openIn && { openIn })}
    />
  );
  return (
    <div className="viewer preview" data-aside={(props.aside && !isNarrow) || undefined}>
      {!isNarrow && (
        <nav className="viewer-side" aria-label={t`Course outline`}>
          {back}
          <h2 className="outline-title">
            <bdi>{data.course.title}</bdi>
          </h2>
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
              aria-expanded={isOutlineOpen}
              onPress={() => setOutlineOpen(true)}
            />
          )}
          {page && (
            <span className="viewer-place muted num">
              <bdi>
                <Trans>
                  Lesson {index + 1} of {pages.length}
                </Trans>
              </bdi>
            </span>
          )}
          <span className="viewer-tools">{props.tools}</span>
        </div>
        <div className="viewer-body">
          <p className="preview-notice" role="note">
            <Icon of={EyeOff} />
            <span>{props.notice}</span>
          </p>
          {page ? (
            props.children(page)
          ) : (
            <>
              <h1 id="page-title" tabIndex={-1} className="visually-hidden">
                <bdi>{data.course.title}</bdi>
              </h1>
              {data.course.type === "scorm" ? (
                <PreviewPackage key={data.shows} open={props.openPackage} isWhole />
              ) : (
                <EmptyState icon={BookOpen} {...props.nothing} />
              )}
            </>
          )}
        </div>
        {(previous ?? next) && (
          <div className="viewer-bottom">
            {previous ? (
              <Button icon={ChevronLeft} data-flip onPress={() => go(previous.id)} aria-label={t`Previous lesson: ${previous.title}`}>
                <bdi className="viewer-previous">{previous.title}</bdi>
              </Button>
            ) : (
              <span />
            )}
            {next && (
              <Button variant="primary" iconEnd={ChevronRight} onPress={() => go(next.id)} aria-label={t`Continue to ${next.title}`}>
                <Trans>Continue</Trans>
              </Button>
            )}
          </div>
        )}
      </div>
      {!isNarrow && props.aside}
      {isNarrow && (
        <Sheet side="start" title={data.course.title} isOpen={isOutlineOpen} onOpenChange={setOutlineOpen}>
          <nav aria-label={t`Course outline`}>
            {back}
            {outline}
          </nav>
        </Sheet>
      )}
    </div>
  );
}
