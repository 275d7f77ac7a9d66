import { Trans, useLingui } from "@lingui/react/macro";
import { AppWindow, ArrowLeft, ChevronRight, List } from "lucide-react";
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { readAttempt, type AttemptState, type launch } from "#features/progress/contract.ts";
import type { Outbox } from "#features/progress/web/outbox.ts";
import { createStudyClock } from "#features/progress/web/study-clock.ts";
import { call } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Progress } from "#ui/progress.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import { hasOwnHost, type OpenedPackage } from "../contract.ts";
import { usePackageRun, usePackageStarts, useRunState, type Starts } from "./hooks.ts";
import { KeepOpen } from "./keep-open.tsx";
import { PackageOutline } from "./package-outline.tsx";
import { PackageStage } from "./package-stage.tsx";
import { PackageSteps } from "./package-steps.tsx";
import { completeIn, partsOf } from "./parts-of.ts";
import { outboxRecorder } from "./recorder.ts";
import "./scorm.css";

type Launched = Result<typeof launch> & { outbox: Outbox };
type ScormViewerProps = {
  launched: Launched;
  /** The newest state from the server. */
  state: AttemptState;
  /** The part that the address names; null resumes where the learner left. */
  asked: string | null;
  /** The save state, as an icon with words. */
  saveStatus: ReactNode;
  /** A note for the learner on opening, such as that the course is open elsewhere. */
  note: ReactNode;
};

const refresh = (outbox: Outbox, attemptId: number) =>
  call(readAttempt, { params: { attemptId } }, { timeoutMs: 4_000 }).then(outbox.hear, () => undefined);

/** Too narrow for the steps in the bar beside the titles. */
const PHONE = "(width < 640px)";

/** The viewer of a SCORM course: the package fills the window, with its outline when it has several parts. */
export function ScormViewer(props: ScormViewerProps) {
  const { t } = useLingui();
  const { launched } = props;
  const { opened, error, ...starts } = usePackageStarts(launched.state.attemptId, launched.epoch);
  if (error)
    return (
      <div className="page">
        <PageHeader title={launched.course.title} />
        <ErrorState
          title={t`The course could not be opened`}
          safe={t`Your progress is kept.`}
          next={error.status === 0 ? t`Check your connection, then try again.` : error.message}
          requestId={error.requestId || undefined}
          onRetry={starts.refetch}
          isRetrying={starts.isFetching}
        />
      </div>
    );
  if (!opened) return <Spinner isFullScreen label={t`Opening the course`} />;
  return <Playing key={starts.start.number} {...props} opened={opened} starts={starts} />;
}

type PlayingProps = ScormViewerProps & { opened: OpenedPackage; starts: Starts };

function Playing({ launched, state, asked, saveStatus, note, opened, starts }: PlayingProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(NARROW);
  const isPhone = useMediaQuery(PHONE);
  const { outbox, epoch } = launched;
  const { attemptId } = state;
  const clock = useRef<ReturnType<typeof createStudyClock>>(null);
  const [recorder] = useState(() => outboxRecorder(outbox, attemptId, epoch));
  const run = usePackageRun({
    opened,
    asked: asked ?? state.place?.pageId ?? null,
    recorder,
    openAgain: starts.openAgain,
    onTouch: () => clock.current?.touch(),
    onFront: (isInFront) => clock.current?.elsewhere(isInFront),
    onHang: (hangs) => clock.current?.hold(hangs),
  });
  const { navigation, done, isBlocked, heldAt } = useRunState(run);
  const [leaving, setLeaving] = useState<"exit" | "restart" | null>(null);
  const isLeaving = leaving === "exit";
  const [hasLeft, setHasLeft] = useState(false);
  const { inWindow } = starts.start;
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const parts = partsOf(opened.organization.items);
  const current = navigation?.current ?? null;
  const currentTitle = parts.find(({ scoKey }) => scoKey === current)?.title ?? opened.title;
  // A window of its own that has no page behind it has the parts itself, and what it reports does not come by here.
  const isAlone = inWindow && !hasOwnHost(opened.contentOrigin);
  const hasOutline = parts.length > 1 && !isAlone;
  const isLast = parts.at(-1)?.scoKey === current;
  // A package whose parts are only chosen and never flow has no Next (SN, flow); at the end of a part, one is offered anyway.
  const next = parts[parts.findIndex(({ scoKey }) => scoKey === current) + 1]?.scoKey ?? null;
  const mayChooseNext = !isLast && next !== null && !(navigation?.locked.includes(next) ?? true);
  const nextTitle = isLast ? null : (parts[parts.findIndex(({ scoKey }) => scoKey === current) + 1]?.title ?? null);
  const goOn = () => run.go(navigation?.canContinue ? "continue" : { scoKey: next ?? "" });

  const place = useRef<string | null>(null);
  useEffect(() => {
    if (current === null || place.current === current) return;
    place.current = current;
    outbox.add(attemptId, epoch, { kind: "place", pageId: current });
  }, [outbox, attemptId, epoch, current]);
  useEffect(() => {
    clock.current = createStudyClock({ onSeconds: (seconds) => outbox.addTime(attemptId, epoch, seconds, place.current ?? undefined) });
    return () => clock.current?.stop();
  }, [outbox, attemptId, epoch]);

  const isOver = leaving === "exit" ? hasLeft : done === "package" && leaving === null;
  useEffect(() => {
    if (!isOver) return;
    void outbox.flush();
    void navigate("?page=done");
  }, [isOver, outbox, navigate]);
  const leave = () => {
    setLeaving("exit");
    // Without an answer the next one brings the state.
    void Promise.all([run.leave(), isAlone && refresh(outbox, attemptId)]).then(() => setHasLeft(true));
  };
  useEffect(() => {
    if (!isAlone) return;
    const look = () => document.visibilityState === "visible" && void refresh(outbox, attemptId);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isAlone, outbox, attemptId]);
  const onWindow = (inOwn: boolean) => {
    setLeaving("restart");
    void starts.startAgain(inOwn, () => run.leave().then(run.settled)).finally(() => setLeaving(null));
  };
  const choose: ComponentProps<typeof PackageOutline>["onChoose"] = (to) => {
    setOutlineOpen(false);
    if ("folder" in to || to.scoKey !== current || !navigation?.isRunning) run.go(to);
  };

  const finished = new Set(state.donePages);
  const started = new Set(Object.keys(opened.states));
  const complete = completeIn(parts, state.donePages);
  const count = t`${complete.length} of ${parts.length} complete`;
  const outline = hasOutline && (
    <>
      <Progress label={t`Course progress`} value={complete.length} max={parts.length} text={count} />
      <p className="muted small num outline-count">
        <bdi>{count}</bdi>
      </p>
      <PackageOutline organization={opened.organization} navigation={navigation} done={finished} started={started} onChoose={choose} />
    </>
  );
  const exit = (
    <Button variant="quiet" icon={ArrowLeft} data-flip onPress={leave} isPending={isLeaving} pendingLabel={t`Saving`}>
      <Trans>Exit</Trans>
    </Button>
  );
  const steps = hasOutline && navigation && (
    <PackageSteps
      run={run}
      navigation={navigation}
      isBlocked={isBlocked}
      heldAt={heldAt}
      next={nextTitle}
      isComplete={current !== null && finished.has(current)}
      onFinish={opened.standard === "1.2" ? leave : null}
    />
  );
  return (
    <div className="scorm-viewer" data-has-outline={hasOutline && !isNarrow}>
      {hasOutline && !isNarrow && (
        <div className="scorm-side">
          {exit}
          <nav aria-label={t`Course outline`}>
            <h2 className="outline-title">
              <bdi>{opened.title}</bdi>
            </h2>
            {outline}
          </nav>
        </div>
      )}
      <div className="scorm-main">
        <div className="scorm-top">
          {!(hasOutline && !isNarrow) && exit}
          {hasOutline && isNarrow && (
            <>
              <IconButton label={t`Course outline`} icon={List} onPress={() => setOutlineOpen(true)} />
              <Sheet side="start" title={opened.title} isOpen={isOutlineOpen} onOpenChange={setOutlineOpen}>
                <nav aria-label={t`Course outline`}>{outline}</nav>
              </Sheet>
            </>
          )}
          <div className="scorm-titles">
            {currentTitle !== opened.title && (
              <p className="scorm-course muted small">
                <bdi>{opened.title}</bdi>
              </p>
            )}
            <h1 id="page-title" tabIndex={-1} className="scorm-title">
              <bdi>{currentTitle}</bdi>
            </h1>
          </div>
          {saveStatus}
          {!inWindow && <IconButton label={t`Open in a new window`} icon={AppWindow} onPress={() => onWindow(true)} />}
          {!isPhone && steps}
        </div>
        <KeepOpen />
        {note}
        {navigation !== null && !navigation.isRunning && navigation.current !== null && (
          <Banner
            tone="success"
            role="status"
            action={
              (navigation.canContinue && !isLast) || mayChooseNext ? (
                <Button size="s" iconEnd={ChevronRight} onPress={goOn}>
                  <Trans>Next part</Trans>
                </Button>
              ) : (
                <Button size="s" onPress={leave} isPending={isLeaving} pendingLabel={t`Saving`}>
                  <Trans>See your result</Trans>
                </Button>
              )
            }
          >
            {hasOutline ? t`This part has ended.` : t`The course has ended.`}
          </Banner>
        )}
        <PackageStage opened={opened} run={run} inWindow={inWindow} onWindow={onWindow} />
        {isPhone && steps}
      </div>
    </div>
  );
}
