import { Trans, useLingui } from "@lingui/react/macro";
import { AppWindow, ChevronLeft, ChevronRight, List, LogOut } from "lucide-react";
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { AttemptState, launch } from "#features/progress/contract.ts";
import type { Outbox } from "#features/progress/web/outbox.ts";
import { useOutboxStatus } from "#features/progress/web/hooks.ts";
import SignedOutBanner from "#features/progress/web/signed-out-banner.tsx";
import { createStudyClock } from "#features/progress/web/study-clock.ts";
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
import type { OpenedPackage } from "../contract.ts";
import { usePackageRun, usePackageStarts, useRunState, type Starts } from "./hooks.ts";
import { PackageOutline } from "./package-outline.tsx";
import { PackageStage } from "./package-stage.tsx";
import { partsOf } from "./parts-of.ts";
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
  });
  const { navigation, done } = useRunState(run);
  const [leaving, setLeaving] = useState<"exit" | "restart" | null>(null);
  const isLeaving = leaving === "exit";
  const [hasLeft, setHasLeft] = useState(false);
  const { inWindow } = starts.start;
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const parts = partsOf(opened.organization.items);
  const current = navigation?.current ?? null;
  const currentTitle = parts.find(({ scoKey }) => scoKey === current)?.title ?? opened.title;
  const hasOutline = parts.length > 1;
  const isLast = parts.at(-1)?.scoKey === current;
  // A package whose parts are only chosen and never flow has no Next (SN, flow); at the end of a part, one is offered anyway.
  const next = parts[parts.findIndex(({ scoKey }) => scoKey === current) + 1]?.scoKey ?? null;
  const mayChooseNext = !isLast && next !== null && !(navigation?.locked.includes(next) ?? true);
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
    void run.leave().then(() => setHasLeft(true));
  };
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
  const complete = parts.filter(({ scoKey }) => finished.has(scoKey ?? ""));
  const count = t`${complete.length} of ${parts.length} complete`;
  const outline = hasOutline && (
    <>
      <Progress label={t`Course progress`} value={complete.length} max={parts.length} text={count} />
      <p className="muted small num outline-count">
        <bdi>{count}</bdi>
      </p>
      <PackageOutline
        title={opened.organization.title}
        items={opened.organization.items}
        navigation={navigation}
        done={finished}
        started={started}
        onChoose={choose}
      />
    </>
  );
  const exit = (
    <Button icon={LogOut} onPress={leave} isPending={isLeaving} pendingLabel={t`Saving`}>
      <Trans>Exit</Trans>
    </Button>
  );
  return (
    <div className="scorm-viewer" data-has-outline={hasOutline && !isNarrow}>
      {hasOutline && !isNarrow && (
        <nav className="scorm-side" aria-label={t`Course outline`}>
          <h2 className="outline-title">
            <bdi>{opened.title}</bdi>
          </h2>
          {outline}
        </nav>
      )}
      <div className="scorm-main">
        <div className="scorm-top">
          {hasOutline && isNarrow && (
            <>
              <IconButton label={t`Course outline`} icon={List} onPress={() => setOutlineOpen(true)} />
              <Sheet side="start" title={opened.title} isOpen={isOutlineOpen} onOpenChange={setOutlineOpen}>
                <nav aria-label={t`Course outline`}>{outline}</nav>
              </Sheet>
            </>
          )}
          <h1 id="page-title" tabIndex={-1} className="scorm-title">
            <bdi>{currentTitle}</bdi>
          </h1>
          {saveStatus}
          {!inWindow && <IconButton label={t`Open in a new window`} icon={AppWindow} onPress={() => onWindow(true)} />}
          {hasOutline && navigation && (
            <span className="scorm-steps">
              <IconButton
                label={t`Previous part`}
                icon={ChevronLeft}
                flip
                isDisabled={!navigation.canPrevious}
                onPress={() => run.go("previous")}
              />
              <NextPart
                label={isLast ? t`Finish` : t`Next part`}
                // Once the part is complete, continuing is the main action.
                variant={current !== null && finished.has(current) ? "primary" : "secondary"}
                isDisabled={!navigation.canContinue}
                onPress={() => run.go("continue")}
                isNarrow={isNarrow}
              />
            </span>
          )}
          {exit}
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
      </div>
    </div>
  );
}

type NextPartProps = { label: string; variant: "primary" | "secondary"; isDisabled: boolean; onPress: () => void; isNarrow: boolean };

/** The button to continue, with its label where there is room. */
function NextPart({ label, variant, isNarrow, ...button }: NextPartProps) {
  if (isNarrow)
    return <IconButton label={label} icon={ChevronRight} flip variant={variant === "primary" ? variant : "quiet"} {...button} />;
  return (
    <Button iconEnd={ChevronRight} variant={variant} {...button}>
      {label}
    </Button>
  );
}

/** A warning while nothing can be stored: only this open window has the work. */
function KeepOpen() {
  const { t } = useLingui();
  const { state, isSignedOut, refusal } = useOutboxStatus();
  if (isSignedOut) return <SignedOutBanner />;
  if (refusal !== null)
    return (
      <Banner tone="warning" role="status" title={t`Some of your progress is not saved`}>
        {refusal} {t`It stays on this device.`}
      </Banner>
    );
  if (state === "blocked" || state === "waiting")
    return (
      <Banner tone="warning" role="status" title={t`Not saved yet, keep this window open`} action={<RetryButton />}>
        {state === "blocked"
          ? t`The server can't be reached and this browser doesn't allow storing progress.`
          : t`The server can't be reached. Your progress is kept on this device and will be sent.`}
      </Banner>
    );
  if (state !== "offline") return null;
  return (
    <Banner tone="warning" role="status">
      {t`You're offline. Your progress is kept on this device and will be sent when you reconnect.`}
    </Banner>
  );
}

function RetryButton() {
  const [isTrying, setTrying] = useState(false);
  const { t } = useLingui();
  const retry = async () => {
    setTrying(true);
    const { currentOutbox } = await import("#features/progress/web/current-outbox.ts");
    await currentOutbox()?.flush();
    setTrying(false);
  };
  return (
    <Button size="s" onPress={() => void retry()} isPending={isTrying} pendingLabel={t`Sending`}>
      <Trans>Try again</Trans>
    </Button>
  );
}
