import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, FlaskConical } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { ApiCall } from "#features/progress/contract.ts";
import type { OpenedPackage } from "../contract.ts";
import { useOpenedTest, usePackageRun, useRunState } from "./hooks.ts";
import { CallValue } from "./call-value.tsx";
import { PackageOutline } from "./package-outline.tsx";
import { PackageStage } from "./package-stage.tsx";
import { partsOf } from "./parts-of.ts";
import "./scorm.css";
import "./scorm-test.css";

/** A package as its learners see it, without recording anything, beside the list of its API calls (SCO-8). */
export function ScormTestStage({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const opened = useOpenedTest(courseId);
  const [start, setStart] = useState({ number: 1, inWindow: false });
  if (opened.error)
    return (
      <ErrorState
        title={t`The package could not be opened`}
        next={opened.error.message}
        requestId={opened.error.requestId || undefined}
        onRetry={opened.open}
        isRetrying={opened.isPending}
      />
    );
  if (!opened.data) return <Spinner label={t`Opening the package`} />;
  return (
    <Testing
      key={start.number}
      opened={opened.data}
      inWindow={start.inWindow}
      onStart={(inWindow) => setStart({ number: start.number + 1, inWindow })}
    />
  );
}

const none: ReadonlySet<string> = new Set();

function Testing({ opened, inWindow, onStart }: { opened: OpenedPackage; inWindow: boolean; onStart: (inWindow: boolean) => void }) {
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
  const { navigation, calls, done, isBlocked } = useRunState(run);
  const hasOutline = partsOf(opened.organization.items).length > 1;
  return (
    <div className="scorm-test">
      <p className="scorm-ribbon">
        <Icon of={FlaskConical} /> <Trans>Test. Nothing is recorded.</Trans>
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
          <nav className="scorm-test-outline" aria-label={t`Course outline`}>
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
        <LiveCalls calls={calls} />
      </div>
    </div>
  );
}

/** The calls as they happen, with the newest at the end, scrolled into view. */
function LiveCalls({ calls }: { calls: readonly (ApiCall & { scoKey: string })[] }) {
  const { t, i18n } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [calls]);
  return (
    <section className="scorm-calls" aria-label={t`Calls of the package`}>
      <h2>
        <Trans>Calls</Trans>
      </h2>
      {calls.length === 0 && (
        <p className="muted small">
          <Trans>The package has not called anything yet.</Trans>
        </p>
      )}
      <ol ref={list}>
        {calls.map(({ at, call, element, value, result, error }, index) => (
          <li key={index} data-failed={error !== "0" && error !== ""}>
            <bdi className="num muted">{i18n.number(at / 1000, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}</bdi>
            <bdi>{call}</bdi>
            {element !== undefined && <bdi>{element}</bdi>}
            {value !== undefined && (
              <>
                = <CallValue text={value} />
              </>
            )}
            → <CallValue text={result} />
            {error !== "0" && error !== "" && <bdi className="scorm-call-error">{t`Error ${error}`}</bdi>}
          </li>
        ))}
      </ol>
    </section>
  );
}
