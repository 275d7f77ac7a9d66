import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, GitCompare, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "#features/portal/web/use-may.ts";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorDraft } from "../../contract.ts";
import { MoveReport } from "../publish/move-report.tsx";
import { Compare } from "./compare.tsx";
import { useRestoreVersion, versionQuery } from "./hooks.ts";
import "./versions.css";

/** The published versions of an online course, newest first: what was done with the people, what differs, and the way back. */
export function CourseVersions({ draft }: { draft: EditorDraft }) {
  const { t } = useLingui();
  const may = useMay();
  const [compared, setCompared] = useState<{ from: string; to: string } | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const { versions } = draft;
  if (versions.length === 0)
    return (
      <section className="stack">
        <h2>
          <Trans>Versions</Trans>
        </h2>
        <EmptyState headingLevel={3} title={t`Nothing is published yet`} message={t`Each version that you publish is listed here.`} />
      </section>
    );
  return (
    <section className="stack">
      <h2>
        <Trans>Versions</Trans>
      </h2>
      <ol className="course-versions">
        {draft.hasChanges && (
          <li>
            <div className="course-version-head">
              <strong>
                <Trans>Draft</Trans>
              </strong>
              <span className="muted small">
                <Trans>Changed since the current version</Trans>
              </span>
            </div>
            <div className="row course-version-actions">
              <Button
                size="s"
                icon={GitCompare}
                onPress={() => setCompared({ from: String(versions.find(({ isCurrent }) => isCurrent)?.number ?? 1), to: "draft" })}
              >
                <Trans>Show what changed</Trans>
              </Button>
            </div>
          </li>
        )}
        {versions.map((version, nth) => (
          <Version
            key={version.number}
            courseId={draft.id}
            version={version}
            onCompare={() => {
              const earlier = versions[nth + 1] ?? versions[nth - 1];
              setCompared(
                earlier && earlier.number < version.number
                  ? { from: String(earlier.number), to: String(version.number) }
                  : { from: String(version.number), to: "draft" },
              );
            }}
            onRestore={may("make-courses") ? () => setRestored(version.number) : null}
          />
        ))}
      </ol>
      {compared && <Compare draft={draft} compared={compared} onChange={setCompared} onClose={() => setCompared(null)} />}
      {restored !== null && <RestoreDialog draft={draft} number={restored} onClose={() => setRestored(null)} />}
    </section>
  );
}

interface VersionProps {
  readonly courseId: number;
  readonly version: EditorDraft["versions"][number];
  readonly onCompare: () => void;
  readonly onRestore: (() => void) | null;
}

function Version({ courseId, version, onCompare, onRestore }: VersionProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const number = i18n.number(version.number);
  return (
    <li>
      <div className="course-version-head">
        <strong>
          <Trans>Version {number}</Trans>
        </strong>
        {version.isCurrent && (
          <Tag icon={CircleCheck} tone="success">
            <Trans>Current</Trans>
          </Tag>
        )}
        <span className="muted small">
          <Time instant={version.publishedAt} showZone={false} />
          {version.publishedBy && (
            <>
              {" · "}
              <bdi>{version.publishedBy}</bdi>
            </>
          )}
        </span>
      </div>
      {version.note && (
        <p>
          <bdi>{version.note}</bdi>
        </p>
      )}
      {version.inProgress > 0 && (
        <p className="small">
          <Plural value={version.inProgress} one="# person is in progress on it." other="# people are in progress on it." />
        </p>
      )}
      <div className="row course-version-actions">
        <Button size="s" icon={GitCompare} aria-label={t`Compare version ${number}`} onPress={onCompare}>
          <Trans>Compare</Trans>
        </Button>
        {onRestore && (
          <Button size="s" icon={RotateCcw} aria-label={t`Restore version ${number}`} onPress={onRestore}>
            <Trans>Restore</Trans>
          </Button>
        )}
      </div>
      {version.number > 1 && (
        <Disclosure title={t`What became of the people`} headingLevel={3} isExpanded={isOpen} onExpandedChange={setOpen}>
          {isOpen && <Report courseId={courseId} number={version.number} />}
        </Disclosure>
      )}
    </li>
  );
}

function Report({ courseId, number }: { courseId: number; number: number }) {
  const { t } = useLingui();
  const query = useQuery(versionQuery(courseId, number));
  if (query.isError)
    return (
      <ErrorState
        title={t`The report could not be loaded`}
        requestId={query.error instanceof CallError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!query.data)
    return (
      <BusyRegion isBusy label={t`Loading the report`} skeleton={<Skeleton count={3} />}>
        {null}
      </BusyRegion>
    );
  const { report } = query.data;
  if (!report)
    return (
      <p className="muted">
        <Trans>Nobody was in the course, so nothing was to be decided.</Trans>
      </p>
    );
  return (
    <div className="stack-s">
      {report.doneAt === null && (
        <p role="status">
          <Trans>People are still being moved; these are the numbers so far.</Trans>
        </p>
      )}
      <MoveReport report={report} />
    </div>
  );
}

function RestoreDialog({ draft, number, onClose }: { draft: EditorDraft; number: number; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const restore = useRestoreVersion(draft.id);
  const name = i18n.number(number);
  return (
    <ConfirmDialog
      isOpen
      isPending={restore.isPending}
      onCancel={onClose}
      onConfirm={() =>
        restore.mutate(
          { number, outlineRevision: draft.outlineRevision },
          {
            onSuccess: () =>
              toast({ tone: "success", title: t`The draft is version ${name} again`, message: t`Learners get it when you publish.` }),
            onError: (error) => toast({ tone: "danger", title: t`The draft was not changed`, message: error.message }),
            onSettled: onClose,
          },
        )
      }
    >
      <p>
        <Trans>Make the draft what version {name} was?</Trans>
      </p>
      <p>
        {draft.hasChanges ? (
          <Trans>What you changed since the current version is replaced. Learners notice nothing until you publish.</Trans>
        ) : (
          <Trans>Nothing that is not in a version is lost. Learners notice nothing until you publish.</Trans>
        )}
      </p>
      <p>
        <Trans>Its translations come back too. What was translated since stays where it still fits.</Trans>
      </p>
    </ConfirmDialog>
  );
}
