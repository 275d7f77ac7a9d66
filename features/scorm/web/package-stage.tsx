import { Trans, useLingui } from "@lingui/react/macro";
import { AppWindow, CircleAlert, Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { hasOwnHost, type OpenedPackage } from "../contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useRunState } from "./hooks.ts";
import type { PackageRun } from "./package-run.ts";
import { loadForStage } from "#platform/web/stage-page.ts";
import "./scorm.css";

/** What a package may do in its frame: run scripts, use its own storage, submit forms, open windows and dialogs, download. It may not navigate the page. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-modals allow-downloads";
/**
 * On a host that it shares with other courses a package opens no windows: one that outlives its page would get at the next course. On a host of its own,
 * one whose frames steer one another plays without a sandbox, which would forbid it; its origin keeps it from the page (docs/decisions/014-the-stage.md).
 */
function sandboxOf({ contentOrigin, needs }: OpenedPackage): string | undefined {
  if (!hasOwnHost(contentOrigin)) return SANDBOX;
  return needs.frames ? undefined : `${SANDBOX} allow-popups`;
}
const closedMs = 500;

type PackageStageProps = {
  opened: OpenedPackage;
  run: PackageRun;
  /** Plays in a separate window instead of the page. */
  inWindow: boolean;
  onWindow: (inWindow: boolean) => void;
};

/** Where a package plays: a frame that fills the stage, or a separate window, for which a placeholder is shown here (SCO-10). */
export function PackageStage({ opened, run, inWindow, onWindow }: PackageStageProps) {
  const { t } = useLingui();
  const state = useRunState(run);
  return (
    <div className="scorm-stage">
      {state.missing !== null && (
        <Banner tone="danger" role="status" title={t`A part of this course is missing`}>
          {t`Its file could not be found. Your progress is kept. Tell the person who runs this course.`}
        </Banner>
      )}
      {state.failure !== null && (
        <Banner
          tone="danger"
          role="status"
          title={t`The course could not be opened`}
          action={
            <Button size="s" onPress={run.tryAgain}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {state.failure.status === 0 ? t`Check your connection, then try again.` : state.failure.message}
        </Banner>
      )}
      {state.full !== null && (
        <Banner tone="warning" role="status" title={t`The course has no more room to store`}>
          {state.full === true ? t`What was saved before is kept. Some of what you do from now on may not be.` : state.full}
        </Banner>
      )}
      {state.isStorageDenied && !inWindow && (
        <Banner
          tone="info"
          role="status"
          action={
            <Button size="s" icon={AppWindow} onPress={() => onWindow(true)}>
              <Trans>Open in a new window</Trans>
            </Button>
          }
        >
          {t`Your browser limits what this course can store here. If something does not work, use a new window.`}
        </Banner>
      )}
      {inWindow ? <OwnWindow opened={opened} run={run} onBack={() => onWindow(false)} /> : <Frame opened={opened} run={run} />}
    </div>
  );
}

function Frame({ opened, run }: { opened: OpenedPackage; run: PackageRun }) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const { navigation, isBlocked, missing, failure } = useRunState(run);
  // Set the address only once the run knows which window's message to wait for.
  useEffect(() => {
    if (loadForStage(opened.contentOrigin)) return;
    run.expectFrom(() => frame.current?.contentWindow ?? null);
    if (frame.current) frame.current.src = opened.launcherUrl;
  }, [run, opened.launcherUrl, opened.contentOrigin]);
  const sandbox = sandboxOf(opened);
  const isLoaded = navigation !== null;
  // Without a sandbox a package may try to leave this page: the browser asks first.
  useEffect(() => {
    if (sandbox !== undefined || !isLoaded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [sandbox, isLoaded]);
  const isWaiting = navigation === null && !isBlocked && failure === null;
  return (
    <div className="scorm-frame" aria-busy={isWaiting} data-missing={missing !== null}>
      {isWaiting && (
        <div className="scorm-waiting">
          <Spinner label={t`Loading the course`} />
        </div>
      )}
      {isBlocked && navigation?.current === null && (
        <EmptyState icon={Lock} title={t`Choose a part to start`} message={t`The course opens with a part you choose in the outline.`} />
      )}
      <iframe ref={frame} title={opened.title} sandbox={sandbox} allow="autoplay; fullscreen; encrypted-media; picture-in-picture" />
    </div>
  );
}

/** The placeholder for a package in a separate window. A press opens the window, so that no browser blocks it as a pop-up. */
function OwnWindow({ opened, run, onBack }: { opened: OpenedPackage; run: PackageRun; onBack: () => void }) {
  const { t } = useLingui();
  const own = useRef<Window | null>(null);
  const [phase, setPhase] = useState<"ready" | "open" | "blocked" | "closed">("ready");
  // On a host that courses share it has no opener, by which packages would reach this page: it lives by its token, and this page does not hear of it.
  const isAlone = !hasOwnHost(opened.contentOrigin);
  useEffect(() => {
    run.expectFrom(() => own.current);
  }, [run]);
  useEffect(() => {
    if (phase !== "open" || isAlone) return;
    const timer = setInterval(() => own.current?.closed && setPhase("closed"), closedMs);
    return () => clearInterval(timer);
  }, [phase, isAlone]);
  useEffect(() => () => own.current?.close(), []);
  const open = () => {
    own.current = window.open(
      opened.launcherUrl,
      "_blank",
      `popup,width=${Math.min(screen.availWidth, 1280)},height=${Math.min(screen.availHeight, 860)}${isAlone ? ",noopener" : ""}`,
    );
    setPhase(own.current || isAlone ? "open" : "blocked");
  };
  const words = {
    ready: {
      title: t`This course opens in a window of its own`,
      message: isAlone ? t`That window saves your progress itself.` : t`Keep this page open meanwhile: it saves your progress.`,
    },
    open: {
      title: t`Opened in a new window`,
      message: isAlone
        ? t`Return here when you have finished. If no window has opened, allow new windows for this site, then open the course again.`
        : t`Return here when you have finished. Keep this page open meanwhile: it saves your progress.`,
    },
    blocked: {
      title: t`Your browser blocked the new window`,
      message: t`Allow new windows for this site, then open the course again, or open it in this page.`,
    },
    closed: { title: t`The course window is closed`, message: t`Your progress is kept. You can open it again where you left.` },
  }[phase];
  return (
    <div className="scorm-own-window" role="status">
      <EmptyState
        icon={phase === "blocked" ? CircleAlert : AppWindow}
        title={words.title}
        message={words.message}
        action={
          <>
            {phase === "open" && !isAlone ? (
              <Button variant="primary" onPress={() => own.current?.focus()}>
                <Trans>Show the window</Trans>
              </Button>
            ) : (
              <Button variant="primary" onPress={open}>
                {phase === "ready" ? t`Open the course` : t`Open again`}
              </Button>
            )}
            {(phase !== "open" || isAlone) && (
              <Button onPress={onBack}>
                <Trans>Open in this page</Trans>
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
