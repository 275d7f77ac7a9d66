import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, FlaskConical } from "lucide-react";
import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { useMutation } from "@tanstack/react-query";
import type { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { OpenedPackage } from "../contract.ts";
import { usePackageRun, useRunState } from "./hooks.ts";
import { PackageOutline } from "./package-outline.tsx";
import type { PackageRun } from "./package-run.ts";
import { PackageStage } from "./package-stage.tsx";
import { partsOf } from "./parts-of.ts";
import "./scorm.css";
import "./unrecorded-package.css";

interface UnrecordedPackageProps {
  /** Opens it with a token that writes nothing. */
  readonly open: () => Promise<OpenedPackage>;
  /** What this is, which also says that nothing is recorded. */
  readonly notice: string;
  /** Shown beside the package. */
  readonly Beside?: ComponentType<{ run: PackageRun }>;
}

/** A package as its learners see it, without recording anything: a test of its author's, or a preview. */
export default function UnrecordedPackage({ open, ...shown }: UnrecordedPackageProps) {
  const { t } = useLingui();
  const opened = useMutation<OpenedPackage, CallError>({ mutationFn: open, networkMode: "always" });
  const [start, setStart] = useState<{ number: number; inWindow: boolean | null }>({ number: 1, inWindow: null });
  const begin = useEffectEvent(() => opened.mutate());
  useEffect(() => begin(), []);
  if (opened.error)
    return (
      <ErrorState
        title={t`The package could not be opened`}
        next={opened.error.message}
        requestId={opened.error.requestId || undefined}
        onRetry={() => opened.mutate()}
        isRetrying={opened.isPending}
      />
    );
  if (!opened.data) return <Spinner label={t`Opening the package`} />;
  return (
    <Unrecorded
      key={start.number}
      opened={opened.data}
      inWindow={start.inWindow ?? opened.data.newWindow}
      onStart={(inWindow) => setStart({ number: start.number + 1, inWindow })}
      {...shown}
    />
  );
}

const none: ReadonlySet<string> = new Set();

type UnrecordedProps = Omit<UnrecordedPackageProps, "open"> & {
  opened: OpenedPackage;
  inWindow: boolean;
  onStart: (inWindow: boolean) => void;
};

function Unrecorded({ opened, inWindow, onStart, notice, Beside }: UnrecordedProps) {
  const { t } = useLingui();
  const run = usePackageRun({
    opened,
    asked: null,
    recorder: null,
    openAgain: () => Promise.resolve(opened),
    onTouch: () => undefined,
    onFront: () => undefined,
    onHang: () => undefined,
  });
  const { navigation, done, isBlocked } = useRunState(run);
  const hasOutline = partsOf(opened.organization.items).length > 1;
  return (
    <section className="scorm-test" aria-label={opened.title}>
      <p className="scorm-ribbon">
        <Icon of={FlaskConical} /> {notice}
        <span className="scorm-steps">
          {hasOutline && navigation && (
            <>
              <IconButton
                label={t`Previous part`}
                icon={ChevronLeft}
                flip
                inherit
                isDisabled={!navigation.canPrevious}
                onPress={() => run.go("previous")}
              />
              <IconButton
                label={t`Next part`}
                icon={ChevronRight}
                flip
                inherit
                isDisabled={!navigation.canContinue}
                onPress={() => run.go("continue")}
              />
            </>
          )}
          <Button size="s" onPress={() => onStart(inWindow)}>
            <Trans>Start again</Trans>
          </Button>
        </span>
      </p>
      {isBlocked && navigation?.current !== null && (
        <Banner tone="warning" role="status">
          {t`The course does not open that part yet. Complete this one first.`}
        </Banner>
      )}
      <div className="scorm-test-body">
        {hasOutline && (
          <nav className="scorm-test-outline" aria-label={t`Parts of the package`}>
            <PackageOutline organization={opened.organization} navigation={navigation} done={none} started={none} onChoose={run.go} />
          </nav>
        )}
        {done === null ? (
          <PackageStage opened={opened} run={run} inWindow={inWindow} onWindow={onStart} />
        ) : (
          <p className="scorm-test-ended" role="status">
            <Trans>The package has ended the course.</Trans>
          </p>
        )}
        {Beside && <Beside run={run} />}
      </div>
    </section>
  );
}
