import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import type { Finding } from "#features/scorm/contract.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { PackageDraft } from "../contract.ts";

/** By the import's finding (features/scorm/server/import/say-needs.ts), what its rule would be: a package that reports nothing cannot be passed either. */
const proposals: Readonly<Record<string, Partial<ScormPolicy>>> = {
  never_reports: { complete: "launched", pass: "none" },
  parts_never_report: { complete: "launched" },
};

type RuleProposalProps = { finding: Finding; course: PackageDraft; onRule: (policy: ScormPolicy) => void; isSaving: boolean };

/** The completion rule that a finding proposes, taken by one press; or that the course's rule does not wait for reports. */
export function RuleProposal({ finding, course: { policy }, onRule, isSaving }: RuleProposalProps) {
  const { t } = useLingui();
  const proposal = proposals[finding.code];
  if (!proposal) return null;
  if (policy.complete === "launched" || policy.complete === "minutes")
    return (
      <p role="status">
        <Icon of={CircleCheck} size="s" />{" "}
        {policy.complete === "launched"
          ? t`In this course a part counts as complete when it was opened.`
          : t`In this course a part counts as complete after some time in it.`}
      </p>
    );
  return (
    <p>
      <Button size="s" onPress={() => onRule({ ...policy, ...proposal })} isPending={isSaving} pendingLabel={t`Saving`}>
        <Trans>Count parts as complete when they are opened</Trans>
      </Button>
    </p>
  );
}
