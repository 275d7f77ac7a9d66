import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { CircleCheck, CircleDot, CircleX, Lock, Trophy } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import type { Tone } from "#ui/tone.ts";
import type { HistoryRow, Outcome } from "../contract.ts";

const looks: Record<Outcome, { icon: LucideIcon; tone: Tone }> = {
  passed: { icon: Trophy, tone: "success" },
  completed: { icon: CircleCheck, tone: "success" },
  notPassed: { icon: CircleX, tone: "danger" },
  inProgress: { icon: CircleDot, tone: "info" },
  ended: { icon: Lock, tone: "neutral" },
};

/** The words for each outcome. */
export function useOutcomeWords(): Record<Outcome, string> {
  const { t } = useLingui();
  return {
    passed: t`Passed`,
    completed: t`Completed`,
    notPassed: t`Not passed`,
    inProgress: t`In progress`,
    ended: t`Access ended`,
  };
}

/** The outcome of an attempt as an icon and a word; it also says when access has ended since (MYC-3). */
export function OutcomeTag({
  row: { outcome, accessEnded, isImported },
}: {
  row: Pick<HistoryRow, "outcome" | "accessEnded"> & Partial<Pick<HistoryRow, "isImported">>;
}) {
  const { t } = useLingui();
  const words = useOutcomeWords();
  return (
    <span className="row">
      <Tag {...looks[outcome]}>{words[outcome]}</Tag>
      {isImported ? (
        <Tag tone="neutral" icon={CircleCheck}>
          {t`Brought over`}
        </Tag>
      ) : null}
      {accessEnded && !isImported && outcome !== "ended" && <Tag {...looks.ended}>{words.ended}</Tag>}
    </span>
  );
}
