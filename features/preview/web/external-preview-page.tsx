import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useEnvironmentNoUser, useSignedIn } from "#features/portal/web/environment.ts";
import { call, CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { TextField } from "#ui/text-field.tsx";
import { openExternalSite, playExternal, tryExternal } from "../contract.ts";
import { courseIn } from "./address.ts";
import { externalQuery, useEnterLink } from "./hooks.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { PreviewLesson, speaksOf } from "./preview-lesson.tsx";
import { PreviewFailure, PreviewWaiting } from "./preview-notice.tsx";
import { useTrying } from "./use-trying.ts";

const LanguageChoice = lazyPart(() => import("#features/auth/web/language-choice.tsx"));

/** The external preview (specification §2, /student/courseExternalPreview/:courseId, mode 4): for whoever has a link, without an account. */
export default function ExternalPreviewPage() {
  const courseId = courseIn(useParams()["courseId"]);
  return courseId === null ? <LinkIsOver /> : <ExternalPreview key={courseId} courseId={courseId} />;
}

/** Opens the link that is in the address, and takes its secret out of the address. */
function ExternalPreview({ courseId }: { courseId: number }) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const isSignedIn = useSignedIn() !== null;
  const [token] = useState(() => new URLSearchParams(search).get("token"));
  const enter = useEnterLink(courseId, isSignedIn);
  const [isIn, setIn] = useState(token === null);
  const enterWith = (passcode: string | null) => {
    if (token === null) return;
    enter.mutate(
      { token, passcode },
      {
        onSuccess: () => {
          setIn(true);
          void navigate(pathname, { replace: true, state: { staysHere: true } });
        },
      },
    );
  };
  const begin = useEffectEvent(() => enterWith(null));
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);
  if (isIn) return <OpenedLink courseId={courseId} />;
  const { error } = enter;
  if (error instanceof CallError) {
    if (error.code.startsWith("passcode_")) return <Passcode error={error} isPending={enter.isPending} onSend={enterWith} />;
    if (error.code === "preview_link") return <LinkIsOver />;
    return <PreviewFailure error={error} onRetry={() => enterWith(null)} isRetrying={enter.isPending} />;
  }
  return <PreviewWaiting />;
}

function OpenedLink({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(externalQuery(courseId));
  const [pageId, setPageId] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  /** Asks the server; a link that is over meanwhile is said in the place of the course. */
  const asked = <Answer,>(answer: Promise<Answer>) =>
    answer.catch((failure: unknown) => {
      if (failure instanceof CallError && failure.code === "preview_link") setOver(true);
      throw failure;
    });
  const trying = useTrying(
    (fact) => asked(call(tryExternal, { params: { courseId }, body: { fact } })),
    t`The answers could not be marked. Try again in a moment.`,
  );
  const openSite = (fileId: number, signal: AbortSignal) => call(openExternalSite, { params: { courseId }, body: { fileId } }, { signal });
  const openPackage = (blockId?: string) => call(playExternal, { params: { courseId }, body: blockId === undefined ? {} : { blockId } });
  if (isOver || error?.code === "preview_link") return <LinkIsOver />;
  if (error && !data) return <PreviewFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <PreviewWaiting />;
  return (
    <PreviewFrame
      data={data}
      asked={pageId}
      // Asked with every page: a link that was revoked meanwhile shows nothing more.
      onPage={(id) => {
        setPageId(id);
        void refetch();
      }}
      notice={<Trans>Preview. Nothing is recorded: not what you look at, and not what you answer.</Trans>}
      nothing={{ title: t`No lessons yet`, message: t`The course that this link shows is still empty.` }}
      openPackage={openPackage}
    >
      {(page) => (
        <PreviewLesson
          key={page.id}
          sites={{ openSite }}
          page={page}
          speaks={speaksOf(data)}
          trying={trying}
          openPackage={openPackage}
          shortcuts
        />
      )}
    </PreviewFrame>
  );
}

function LinkIsOver() {
  const { t } = useLingui();
  return (
    <div className="page">
      <h1 className="visually-hidden">{t`Course preview`}</h1>
      <Head />
      <EmptyState
        icon={Link2Off}
        title={t`This link no longer works`}
        message={t`It was revoked or has expired, or the address is not complete. Ask whoever sent it for a new one.`}
      />
    </div>
  );
}

/** Whose course it is, where the course itself does not say it, and the choice of a language. */
function Head() {
  const portal = useEnvironmentNoUser();
  return (
    portal && (
      <div className="row-between preview-head">
        <p className="muted">
          <bdi>{portal.PortalName}</bdi>
        </p>
        <LanguageChoice />
      </div>
    )
  );
}

/** Asks for the passcode of a link. */
function Passcode({ error, isPending, onSend }: { error: CallError; isPending: boolean; onSend: (passcode: string) => void }) {
  const { t } = useLingui();
  const [passcode, setPasscode] = useState("");
  return (
    <div className="page">
      <form
        className="form preview-passcode"
        onSubmit={(event) => {
          event.preventDefault();
          if (passcode.trim() !== "") onSend(passcode.trim());
        }}
      >
        <div>
          <Head />
          <h1 id="page-title" tabIndex={-1}>
            <Trans>This preview has a passcode</Trans>
          </h1>
        </div>
        {error.code !== "passcode_needed" && (
          <Banner tone="danger" role="alert">
            {error.message}
          </Banner>
        )}
        <TextField
          label={t`Passcode`}
          description={t`It came from whoever sent you the link.`}
          value={passcode}
          onChange={setPasscode}
          autoComplete="off"
          maxLength={100}
          autoFocus
        />
        <div>
          <Button type="submit" variant="primary" isPending={isPending} pendingLabel={t`Opening`}>
            <Trans>Open the preview</Trans>
          </Button>
        </div>
      </form>
    </div>
  );
}
