import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, MessageSquare, Pencil } from "lucide-react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import { Select } from "#ui/select.tsx";
import { playPackage, tryBlock, type ShownDocument } from "../contract.ts";
import { courseIn, queryWith } from "./address.ts";
import { previewQuery } from "./hooks.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { PreviewLesson, speaksOf } from "./preview-lesson.tsx";
import { PreviewFailure, PreviewWaiting } from "./preview-notice.tsx";
import { ShareButton } from "./share-button.tsx";
import { useTrying } from "./use-trying.ts";

/** The course preview (specification §2, /student/coursePreview/:courseId, mode 2). */
export default function CoursePreviewPage() {
  const courseId = courseIn(useParams()["courseId"]);
  if (courseId === null) return <PreviewFailure error={null} onRetry={() => undefined} isRetrying={false} />;
  return <CoursePreview key={courseId} courseId={courseId} />;
}

function CoursePreview({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { Preferences, User } = useEnvironment();
  const isNarrow = useMediaQuery(NARROW);
  const nameOf = useLanguageName();
  const query = new URLSearchParams(search);
  const shows: ShownDocument = query.get("shows") === "current" ? "current" : "draft";
  const language = query.get("language") ?? undefined;
  const { data, error, refetch, isFetching } = useQuery(previewQuery(courseId, shows, language));
  const trying = useTrying(
    (fact) =>
      call(tryBlock, { params: { courseId }, body: { fact, shows: data?.shows ?? shows, ...(language !== undefined && { language }) } }),
    t`The answers could not be marked. Try again in a moment.`,
  );
  if (error) return <PreviewFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <PreviewWaiting />;
  // Admins make every course, and only authors have the editor.
  const hasEditor = data.makes && User.IsAuthor;
  const page = query.get("page");
  const review = <Trans context="of a draft">Review</Trans>;
  const inEditor = `/author/courseEditor/${courseId}${page === null ? "" : `?page=${page}`}`;
  const toPage = (id: string) => queryWith(search, { page: id });
  const openPackage = (blockId?: string) =>
    call(playPackage, { params: { courseId }, body: { shows: data.shows, ...(blockId !== undefined && { blockId }) } });
  return (
    <PreviewFrame
      data={data}
      asked={page}
      toPage={toPage}
      onPage={(id) => void navigate(toPage(id))}
      notice={
        data.shows === "draft" ? (
          <Trans>Preview of the draft. Nothing is recorded.</Trans>
        ) : (
          <Trans>Preview of the published version. Nothing is recorded.</Trans>
        )
      }
      back={
        <Link to={hasEditor ? inEditor : `/student/courseReview/${courseId}`} className="outline-back">
          <Icon of={ArrowLeft} flip /> {hasEditor ? <Trans>Editor</Trans> : review}
        </Link>
      }
      tools={
        <>
          {data.has.length > 1 && (
            <Select<ShownDocument>
              label={t`Show`}
              isLabelHidden
              value={data.shows}
              options={[
                { id: "draft", label: t`Draft` },
                { id: "current", label: t`Published` },
              ]}
              onChange={(next) => void navigate(queryWith(search, { shows: next === "draft" ? null : next }), { replace: true })}
            />
          )}
          {data.languages.length > 0 && (
            <Select
              label={t`Language`}
              isLabelHidden
              value={data.content.spoken?.language ?? data.source}
              options={[data.source, ...data.languages].map((id) => ({ id, label: nameOf(id) }))}
              onChange={(next) => void navigate(queryWith(search, { language: next }), { replace: true })}
            />
          )}
          <LinkButton to={`/student/courseReview/${courseId}${page === null ? "" : `?page=${page}`}`} icon={MessageSquare} variant="quiet">
            {isNarrow ? <span className="visually-hidden">{review}</span> : review}
          </LinkButton>
          {hasEditor && !isNarrow && (
            <LinkButton to={inEditor} icon={Pencil} variant="quiet">
              {t`Edit this page`}
            </LinkButton>
          )}
          {data.makes && <ShareButton courseId={courseId} isNarrow={isNarrow} />}
        </>
      }
      nothing={{ title: t`No lessons yet`, message: t`Pages that are added in the editor are shown here as learners see them.` }}
      openPackage={openPackage}
    >
      {(shown) => (
        <PreviewLesson
          key={`${data.shows} ${shown.id}`}
          sites={{ courseId }}
          page={shown}
          speaks={speaksOf(data)}
          trying={trying}
          openPackage={openPackage}
          shortcuts={Preferences.Shortcuts}
        />
      )}
    </PreviewFrame>
  );
}
