import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import type { Tone } from "#ui/tone.ts";
import type { QuestionState } from "../contract.ts";
import type { Topic } from "../topics.ts";

/** Words of questions. */
export function useQuestionWords() {
  const { t } = useLingui();
  const topic: Record<Topic, string> = {
    course: t`A course`,
    account: t`Signing in and my account`,
    technical: t`A technical problem`,
    other: t`Something else`,
  };
  const state: Record<QuestionState, string> = { open: t`Open`, answered: t`Answered`, closed: t`Closed` };
  return { topic, state };
}

const looks: Record<QuestionState, { icon: LucideIcon; tone: Tone }> = {
  open: { icon: Clock, tone: "warning" },
  answered: { icon: CircleCheck, tone: "success" },
  closed: { icon: CircleX, tone: "neutral" },
};

/** The state of a question as an icon and a word. */
export function QuestionStateTag({ state }: { state: QuestionState }) {
  const words = useQuestionWords();
  return (
    <Tag icon={looks[state].icon} tone={looks[state].tone}>
      {words.state[state]}
    </Tag>
  );
}
