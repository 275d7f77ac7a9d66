import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ClipboardCheck, Eye, MessageSquare, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { ShownBlock } from "#features/blocks/kinds.ts";
import { pagesOf, type LearnerPage } from "#features/courses/content.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";
import { playPackage, tryBlock } from "../contract.ts";
import { whereNow } from "../where-now.ts";
import { courseIn, queryWith } from "./address.ts";
import { CommentsPanel, type Place } from "./comments-panel.tsx";
import { commentsQuery, previewQuery, useCommenting } from "./hooks.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { PreviewLesson, speaksOf } from "./preview-lesson.tsx";
import { PreviewFailure, PreviewWaiting } from "./preview-notice.tsx";
import { useTrying } from "./use-trying.ts";

/** Loaded by those who approve. */
const AnswerDialog = lazyPart(() => import("./answer-dialog.tsx"));

/** Where the comments have no room beside the lesson. */
const TIGHT = "(width < 1280px)";

/** The course review (specification §2, /student/courseReview/:courseId, mode 3). */
export default function CourseReviewPage() {
  const courseId = courseIn(useParams()["courseId"]);
  if (courseId === null) return <PreviewFailure error={null} onRetry={() => undefined} isRetrying={false} />;
  return <CourseReview key={courseId} courseId={courseId} />;
}

function CourseReview({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { Preferences, User } = useEnvironment();
  const isTight = useMediaQuery(TIGHT);
  const { data, error, refetch, isFetching } = useQuery(previewQuery(courseId, "draft"));
  const comments = useQuery(commentsQuery(courseId));
  const commenting = useCommenting(courseId);
  const [place, setPlace] = useState<Place | null>(null);
  const query = new URLSearchParams(search);
  const pointed = Number(query.get("comment"));
  const [isOpen, setOpen] = useState(pointed > 0);
  const [isAnswering, setAnswering] = useState(false);
  const trying = useTrying(
    (fact) => call(tryBlock, { params: { courseId }, body: { fact, shows: data?.shows ?? "draft" } }),
    t`The answers could not be marked. Try again in a moment.`,
  );
  if (error) return <PreviewFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <PreviewWaiting />;
  // Admins make every course, and only authors have the editor.
  const hasEditor = data.makes && User.IsAuthor;
  const pages = pagesOf(data.content).map(({ page }) => page);
  const blocks = new Map(pages.map(({ id, blocks: those }) => [id, new Set(those.map((block) => block.id))]));
  const threads = whereNow(comments.data?.threads ?? [], blocks);
  // A link to a comment opens its page.
  const page = query.get("page") ?? threads.find(({ id }) => id === pointed)?.pageId ?? null;
  const toPage = (id: string) => queryWith(search, { page: id, comment: null });
  const openPackage = (blockId?: string) =>
    call(playPackage, { params: { courseId }, body: { shows: data.shows, ...(blockId !== undefined && { blockId }) } });
  const openAt = (pageId: string, blockId: string | null) =>
    threads.filter((thread) => thread.resolved === null && thread.pageId === pageId && (blockId === null || thread.blockId === blockId))
      .length;
  const all = threads.filter(({ resolved }) => resolved === null).length;
  const below = (on: LearnerPage) => (block: ShownBlock | null) => {
    const count = block ? openAt(on.id, block.id) : openAt(on.id, null) - on.blocks.reduce((sum, { id }) => sum + openAt(on.id, id), 0);
    const name = block ? ("title" in block && block.title !== "" ? block.title : t`this part of “${on.title}”`) : on.title;
    return (
      <div className="preview-pin" data-has={count > 0 || undefined}>
        <Button
          size="s"
          variant="quiet"
          icon={count > 0 ? MessageSquare : MessageSquarePlus}
          aria-label={
            block
              ? t`Comment on this part: ${plural(count, { one: "# open comment", other: "# open comments" })}`
              : t`Comment on this page: ${plural(count, { one: "# open comment", other: "# open comments" })}`
          }
          onPress={() => {
            setPlace({ pageId: on.id, blockId: block?.id ?? null, name });
            setOpen(true);
          }}
        >
          {count > 0 ? t`${plural(count, { one: "# comment", other: "# comments" })}` : block ? t`Comment` : t`Comment on this page`}
        </Button>
      </div>
    );
  };
  const panel = <CommentsPanel {...{ comments, threads, commenting, ownId: User.Id, blocks, place }} onPlace={setPlace} />;
  const title = t`${plural(all, { one: "# open comment", other: "# open comments" })}`;
  return (
    <>
      <PreviewFrame
        data={data}
        asked={page}
        toPage={toPage}
        onPage={(id) => void navigate(toPage(id))}
        notice={<Trans>Review of the draft. Your comments are kept; nothing is recorded as learning.</Trans>}
        back={
          <Link
            to={
              hasEditor
                ? `/author/courseEditor/${courseId}${page === null ? "" : `?page=${page}`}`
                : // Where the courses are that wait for an approval.
                  data.approves
                  ? "/dashboard/admin"
                  : "/student/dashboard"
            }
            className="outline-back"
          >
            <Icon of={ArrowLeft} flip /> {hasEditor ? <Trans>Editor</Trans> : <Trans>Dashboard</Trans>}
          </Link>
        }
        tools={
          <>
            {data.approves && (
              <Button icon={ClipboardCheck} onPress={() => setAnswering(true)}>
                {isTight ? <span className="visually-hidden">{t`Approve or give back`}</span> : t`Approve or give back`}
              </Button>
            )}
            <LinkButton to={`/student/coursePreview/${courseId}${page === null ? "" : `?page=${page}`}`} icon={Eye} variant="quiet">
              {isTight ? <span className="visually-hidden">{t`Preview`}</span> : t`Preview`}
            </LinkButton>
            {isTight && (
              <Button icon={MessageSquare} aria-haspopup="dialog" aria-expanded={isOpen} aria-label={title} onPress={() => setOpen(true)}>
                <bdi className="num">{all}</bdi>
              </Button>
            )}
          </>
        }
        openIn={(id) => openAt(id, null)}
        aside={
          isTight ? undefined : (
            <aside className="preview-aside" aria-label={t`Comments`}>
              <h2>
                <Trans>Comments</Trans>
              </h2>
              {panel}
            </aside>
          )
        }
        nothing={{ title: t`No lessons yet`, message: t`Pages that are added in the editor are shown here as learners see them.` }}
        openPackage={openPackage}
      >
        {(shown) => (
          <PreviewLesson
            speaks={speaksOf(data)}
            key={`${data.shows} ${shown.id}`}
            sites={{ courseId }}
            page={shown}
            trying={trying}
            openPackage={openPackage}
            shortcuts={Preferences.Shortcuts}
            below={below(shown)}
          />
        )}
      </PreviewFrame>
      {isAnswering && <AnswerDialog courseId={courseId} onClose={() => setAnswering(false)} />}
      {isTight && (
        <Sheet title={t`Comments`} isOpen={isOpen} onOpenChange={setOpen}>
          {panel}
        </Sheet>
      )}
    </>
  );
}
