import { useLingui } from "@lingui/react/macro";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";

interface Choice<Id extends string> {
  readonly label: string;
  readonly description?: string;
  readonly options: { id: Id; label: string; description?: string }[];
}
type PolicyChoices = { [Field in "complete" | "pass" | "score"]: Choice<ScormPolicy[Field]> };

/** The choices of a package's policy (SCO-6) in words: what counts as complete, as passed, and which score. */
export function usePolicyChoices(): PolicyChoices {
  const { t } = useLingui();
  return {
    complete: {
      label: t`A part counts as complete`,
      options: [
        { id: "reported", label: t`When the package says so`, description: t`It reports completed or passed. Right for most packages.` },
        { id: "passed", label: t`When the learner has passed`, description: t`Reporting completed is not enough.` },
        { id: "minutes", label: t`After some time in it`, description: t`Time is measured here, whatever the package reports.` },
        { id: "launched", label: t`When it was opened`, description: t`For packages that never report anything.` },
      ],
    },
    pass: {
      label: t`A part counts as passed`,
      options: [
        { id: "reported", label: t`When the package says so`, description: t`It decides by its own pass mark.` },
        { id: "score", label: t`From a score you set`, description: t`The score the package reports is compared with yours.` },
        { id: "none", label: t`There is nothing to pass`, description: t`Results say completed, without passed or failed.` },
      ],
    },
    score: {
      label: t`When a learner gets several scores`,
      description: t`Every reported score is kept, whichever counts. Whoever has passed once stays passed.`,
      options: [
        { id: "best", label: t`The best counts` },
        { id: "last", label: t`The last counts` },
        { id: "first", label: t`The first counts` },
        { id: "average", label: t`The average counts` },
      ],
    },
  };
}
