import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleSlash, CircleX, Clock } from "lucide-react";
import { useEffect, useRef } from "react";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Link } from "#ui/link.tsx";
import { Progress } from "#ui/progress.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Tag } from "#ui/tag.tsx";
import { usePercent } from "#ui/use-percent.ts";
import { editorPath } from "../use-course-columns.tsx";
import "../upload.css";
import "./create.css";
import type { PackageQueue, QueuedPackage } from "./use-package-queue.ts";

/** Several packages on their way to courses: how far each is, what it became, and what is wrong with those that were refused. */
export default function PackageList({ queue }: { queue: PackageQueue }) {
  const { t } = useLingui();
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A button that was pressed may be gone, such as the one that stops.
    if (document.activeElement === document.body) summary.current?.focus({ preventScroll: true });
  }, [queue.isBusy]);
  return (
    <div className="stack">
      <p role="status" ref={summary} tabIndex={-1}>
        <Summary queue={queue} />
      </p>
      <ul className="package-list" aria-label={t`Packages`}>
        {queue.items.map((item) => (
          <li key={item.id}>
            <Package item={item} queue={queue} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Summary({ queue: { items, isBusy, isOver, created } }: { queue: PackageQueue }) {
  const { t } = useLingui();
  const total = items.length;
  if (isBusy) {
    const at = items.findIndex(({ state }) => state.is === "sending" || state.is === "checking") + 1 || total;
    return t`Package ${at} of ${total}`;
  }
  if (isOver) return t`${created} of ${plural(total, { one: "# course was created.", other: "# courses were created." })}`;
  return t`Each package becomes a course of its own. You name them and set when they count as complete afterwards.`;
}

function Package({ item, queue }: { item: QueuedPackage; queue: PackageQueue }) {
  const { t } = useLingui();
  const size = useByteSize();
  const { file, state } = item;
  const { name } = file;
  const canRetry = !queue.isBusy && (state.is === "stopped" || (state.is === "refused" && state.canRetry));
  return (
    <>
      <div className="row-between">
        <span className="package-name">
          <bdi>{name}</bdi> <bdi className="muted num small">{size(file.size)}</bdi>
        </span>
        <StateTag item={item} />
      </div>
      <Way item={item} isBusy={queue.isBusy} />
      {canRetry && (
        <Button size="s" aria-label={t`Try again: ${name}`} onPress={() => queue.retry(item)}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </>
  );
}

function StateTag({ item: { state } }: { item: QueuedPackage }) {
  const { t } = useLingui();
  if (state.is === "waiting") return <Tag icon={Clock}>{t`Waiting`}</Tag>;
  if (state.is === "created") return <Tag icon={CircleCheck} tone="success">{t`Created`}</Tag>;
  if (state.is === "refused") return <Tag icon={CircleX} tone="danger">{t`Not created`}</Tag>;
  if (state.is === "stopped") return <Tag icon={CircleSlash}>{t`Stopped`}</Tag>;
  return null;
}

/** What there is to see of a package: its progress, its course, or its report. */
function Way({ item, isBusy }: { item: QueuedPackage; isBusy: boolean }) {
  const { t } = useLingui();
  const percent = usePercent();
  const { state } = item;
  const { name } = item.file;
  if (state.is === "sending") {
    const part = state.total > 0 ? Math.floor((state.loaded / state.total) * 100) : 0;
    return <Progress label={t`Uploading ${name}`} value={state.loaded} max={state.total} text={percent(part)} />;
  }
  if (state.is === "checking") return <Spinner label={t`Checking the package`} />;
  if (state.is === "created")
    return (
      <p>
        {/* Leaving would stop those that are still to come. */}
        {isBusy ? <bdi>{state.title}</bdi> : <Link to={editorPath(state.courseId)}>{state.title}</Link>}
        {state.warnings > 0 && (
          <span className="muted">
            {" · "}
            {t`${plural(state.warnings, { one: "# warning in its check", other: "# warnings in its check" })}`}
          </span>
        )}
      </p>
    );
  if (state.is === "refused")
    return (
      <Disclosure title={t`What is wrong with ${name}`}>
        <p className="upload-report">{state.report}</p>
      </Disclosure>
    );
  return null;
}
