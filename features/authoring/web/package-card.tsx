import { Trans, useLingui } from "@lingui/react/macro";
import { FlaskConical, FolderOpen, Package, Replace, Upload } from "lucide-react";
import { useState } from "react";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import type { Finding } from "#features/scorm/contract.ts";
import { isLoadedForStage } from "#platform/web/stage-page.ts";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toneIcon } from "#ui/tone-icon.ts";
import type { PackageDraft, PackageFacts } from "../contract.ts";
import { PackageNeeds } from "./package-needs.tsx";
import { ReplacePackageDialog } from "./replace-package-dialog.tsx";
import { RuleProposal } from "./rule-proposal.tsx";
import { TestLaunchDialog } from "./test-launch-dialog.tsx";
import { useStandardName } from "./course-status.tsx";
import type { Failure } from "./use-package-upload.ts";

type PackageCardProps = {
  course: PackageDraft;
  /** Takes a completion rule that a finding proposes. */
  onRule: (policy: ScormPolicy) => void;
  isSaving: boolean;
  /** Is told that another package was uploaded. */
  onReplaced: () => void;
};

/** The package of the draft: its type, its content, what the import found, and the actions on it. */
export function PackageCard({ course, onRule, isSaving, onReplaced }: PackageCardProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"replace" | "test" | null>(() => (isLoadedForStage() ? "test" : null));
  const [failure, setFailure] = useState<Failure | null>(null);
  const fileName = failure?.fileName ?? "";
  const { package: found } = course;
  const upload = () => setOpen("replace");
  return (
    <>
      {failure && (
        <Banner tone="danger" title={t`${fileName} was not uploaded`} onDismiss={() => setFailure(null)}>
          <p className="upload-report">{failure.report}</p>
          <p className="muted">
            <Trans>The course is as it was.</Trans>
          </p>
        </Banner>
      )}
      {found ? (
        <>
          <Facts found={found} />
          {!found.isPublished && course.hasVersions && (
            <Banner tone="info">
              <p>
                <Trans>Learners do not get this package yet. Publish it as a new version.</Trans>
              </p>
            </Banner>
          )}
          <Findings findings={found.findings} rule={{ course, onRule, isSaving }} />
          <div className="row">
            <Button icon={FlaskConical} onPress={() => setOpen("test")}>
              <Trans>Test launch</Trans>
            </Button>
            <Button icon={Replace} onPress={upload}>
              <Trans>Replace package</Trans>
            </Button>
          </div>
        </>
      ) : (
        <EmptyState
          headingLevel={3}
          icon={Package}
          title={t`No package yet`}
          message={t`Upload the SCORM zip that your authoring tool exports.`}
          action={
            <Button variant="primary" icon={Upload} onPress={upload}>
              <Trans>Upload package</Trans>
            </Button>
          }
        />
      )}
      {open === "replace" && (
        <ReplacePackageDialog course={course} onClose={() => setOpen(null)} onDone={onReplaced} onFailed={setFailure} />
      )}
      {open === "test" && <TestLaunchDialog course={course} onClose={() => setOpen(null)} />}
    </>
  );
}

function Facts({ found }: { found: PackageFacts }) {
  const { t } = useLingui();
  const standardName = useStandardName();
  const words = useCourseWords();
  const size = useByteSize();
  const lessons = found.items.filter(({ key }) => key !== null).length;
  return (
    <>
      <dl className="editor-facts">
        <dt>
          <Trans>Standard</Trans>
        </dt>
        <dd>
          <bdi>{standardName(found)}</bdi>
        </dd>
        <dt>
          <Trans>Name in the package</Trans>
        </dt>
        <dd>
          <bdi>{found.title || "–"}</bdi>
        </dd>
        <dt>
          <Trans>File</Trans>
        </dt>
        <dd>
          <bdi>{found.fileName}</bdi>
        </dd>
        <dt>
          <Trans>Unpacked</Trans>
        </dt>
        <dd className="num">
          <Trans>
            <bdi>{size(found.bytes)}</bdi> in <bdi>{words.number(found.entryCount)}</bdi> files
          </Trans>
        </dd>
        <dt>
          <Trans>Needs</Trans>
        </dt>
        <dd>
          <PackageNeeds needs={found.needs} />
        </dd>
        <dt>
          <Trans>Uploaded</Trans>
        </dt>
        <dd>
          <Time instant={found.uploadedAt} />
          {found.uploadedBy && (
            <>
              {" · "}
              <bdi>{found.uploadedBy}</bdi>
            </>
          )}
        </dd>
      </dl>
      <Disclosure title={t`Parts of the package`} meta={words.number(lessons)} defaultExpanded={lessons > 0 && lessons <= 8}>
        <ul className="editor-toc">
          {found.items.map((item, index) => (
            <li key={index} style={{ paddingInlineStart: `calc(${Math.min(item.depth, 5)} * var(--sp-5))` }}>
              {item.key === null && <Icon of={FolderOpen} size="s" />}
              <bdi>{item.title}</bdi>
              {item.key !== null && !item.isSco && (
                <span className="muted small">
                  <Trans>reports nothing</Trans>
                </span>
              )}
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

const tones = { error: "danger", warning: "warning", info: "info" } as const;

/** The import's findings, the most serious first. */
function Findings({ findings, rule }: { findings: readonly Finding[]; rule: Omit<PackageCardProps, "onReplaced"> }) {
  const { t } = useLingui();
  const words = useCourseWords();
  if (findings.length === 0)
    return (
      <p className="muted">
        <Trans>The check found nothing to mention.</Trans>
      </p>
    );
  const levels = { error: t`Problem`, warning: t`Warning`, info: t`Note` };
  const order = ["error", "warning", "info"] as const;
  const sorted = findings.toSorted((a, b) => order.indexOf(level(a)) - order.indexOf(level(b)));
  return (
    <Disclosure
      title={t`What the check found`}
      meta={words.number(findings.length)}
      defaultExpanded={findings.length <= 5 || findings.some((finding) => finding.level !== "info")}
    >
      <ul className="editor-findings">
        {sorted.map((finding, index) => (
          <li key={index}>
            <Tag icon={toneIcon(tones[level(finding)])} tone={tones[level(finding)]}>
              {levels[level(finding)]}
            </Tag>
            <p>{finding.message}</p>
            {finding.fix && <p className="muted">{finding.fix}</p>}
            <RuleProposal finding={finding} {...rule} />
            {finding.path && (
              <p className="muted small">
                <bdi>{finding.path}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

const level = (finding: Finding): keyof typeof tones => (finding.level === "error" || finding.level === "warning" ? finding.level : "info");
