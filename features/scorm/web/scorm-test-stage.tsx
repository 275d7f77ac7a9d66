import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { call as ask } from "#platform/call.ts";
import { openTest } from "../contract.ts";
import { CallValue } from "./call-value.tsx";
import { useRunState } from "./hooks.ts";
import type { PackageRun } from "./package-run.ts";
import UnrecordedPackage from "./unrecorded-package.tsx";

/** A package as its learners see it, without recording anything, beside the list of its API calls (SCO-8). */
export function ScormTestStage({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  return (
    <UnrecordedPackage
      key={courseId}
      open={() => ask(openTest, { body: { courseId } })}
      notice={t`Test. Nothing is recorded.`}
      Beside={LiveCalls}
    />
  );
}

/** The calls as they happen, with the newest at the end, scrolled into view. */
function LiveCalls({ run }: { run: PackageRun }) {
  const { t, i18n } = useLingui();
  const { calls } = useRunState(run);
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
