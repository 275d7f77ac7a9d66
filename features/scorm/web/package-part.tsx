import { Trans, useLingui } from "@lingui/react/macro";
import { AppWindow, RotateCw } from "lucide-react";
import { useState } from "react";
import type { Outbox } from "#features/progress/web/outbox.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { OpenedPackage } from "../contract.ts";
import { usePackageRun, usePackageStarts, useRunState, type Starts } from "./hooks.ts";
import { PackageStage } from "./package-stage.tsx";
import { outboxRecorder } from "./recorder.ts";
import "./scorm.css";

type PackagePartProps = {
  attempt: { readonly id: number; readonly epoch: number };
  blockId: string;
  outbox: Outbox;
  onTouch: () => void;
  /** Called when the part's separate window is in front, repeated every few seconds, and when it no longer is. */
  onFront: (isInFront: boolean) => void;
  /** Called when the part hangs, and when it answers again. */
  onHang: (hangs: boolean) => void;
};

/** One part of a package inside an online course's page, beside other blocks: it plays in its frame, and the page around it shows whether it is complete. */
export default function PackagePart(props: PackagePartProps) {
  const { t } = useLingui();
  const { opened, error, ...starts } = usePackageStarts(props.attempt.id, props.attempt.epoch, props.blockId);
  if (error)
    return (
      <ErrorState
        title={t`This part could not be opened`}
        safe={t`Your progress is kept.`}
        next={error.status === 0 ? t`Check your connection, then try again.` : error.message}
        requestId={error.requestId || undefined}
        onRetry={starts.refetch}
        isRetrying={starts.isFetching}
      />
    );
  if (!opened) return <Spinner label={t`Opening this part`} />;
  return <Playing key={starts.start.number} {...props} opened={opened} starts={starts} />;
}

type PlayingProps = PackagePartProps & { opened: OpenedPackage; starts: Starts };

function Playing({ attempt, outbox, onTouch, onFront, onHang, opened, starts }: PlayingProps) {
  const { t } = useLingui();
  const [recorder] = useState(() => outboxRecorder(outbox, attempt.id, attempt.epoch));
  const run = usePackageRun({ opened, asked: null, recorder, openAgain: starts.openAgain, onTouch, onFront, onHang });
  const { inWindow } = starts.start;
  const onStart = (inOwn: boolean) => void starts.startAgain(inOwn, () => run.leave().then(run.settled));
  const { navigation, done } = useRunState(run);
  const hasEnded = done !== null || (navigation !== null && !navigation.isRunning && navigation.current !== null);
  return (
    <section className="lesson-package" aria-label={opened.title}>
      <PackageStage opened={opened} run={run} inWindow={inWindow} onWindow={onStart} />
      <p className="row lesson-package-actions">
        {hasEnded && (
          <>
            <span role="status">{t`This part has ended.`}</span>
            <Button size="s" icon={RotateCw} onPress={() => onStart(inWindow)}>
              <Trans>Open again</Trans>
            </Button>
          </>
        )}
        {!inWindow && !hasEnded && (
          <Button size="s" icon={AppWindow} onPress={() => onStart(true)}>
            <Trans>Open in a new window</Trans>
          </Button>
        )}
      </p>
    </section>
  );
}
