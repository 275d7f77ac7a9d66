import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CloudUpload } from "lucide-react";
import { useState } from "react";
import type { Answers } from "#features/questions/kinds.ts";
import { Banner } from "#ui/banner.tsx";
import { Icon } from "#ui/icon.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { BlockLearner, BlockView, BlockViewProps } from "../block-kind.ts";
import type { QuizFact, QuizResult, QuizState, ShownQuiz } from "./quiz.ts";
import { QuizForm } from "./quiz-form.tsx";
import { QuizOutcome } from "./quiz-outcome.tsx";
import { pointsOf } from "./worth.ts";
import "./quiz.css";

/** A quiz: its questions, or its result. */
function View({ block, state, learner }: BlockViewProps<ShownQuiz, QuizFact, QuizState>) {
  const result = state?.result ?? undefined;
  const waiting = learner.isHandedIn;
  const onAnswers = (answers: Answers) => learner.report({ kind: "answers", blockId: block.id, answers });
  const [isRetrying, setRetrying] = useState(false);
  const [handedIn, setHandedIn] = useState(0);
  const left = submissionsLeft(block, result);
  const hasDraft = Object.keys(state?.draft ?? {}).length > 0;
  const isAnswering = !waiting && (result === undefined || ((isRetrying || hasDraft) && left !== 0));
  const titleId = `quiz-${block.id}`;
  const tryAgain = () => {
    onAnswers({});
    setRetrying(true);
  };
  const submit = (answers: Answers) => {
    setRetrying(false);
    setHandedIn((count) => count + 1);
    learner.report({ kind: "submit", blockId: block.id, answers });
  };
  return (
    <section className="quiz" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <bdi>{block.title}</bdi>
      </h2>
      <QuizRules block={block} left={left} isPassed={result?.passed ?? false} />
      {learner.refusal && (
        <Banner tone="warning" role="alert">
          {learner.refusal}
        </Banner>
      )}
      {isAnswering && (
        <QuizForm
          block={block}
          start={isRetrying ? {} : (state?.draft ?? {})}
          isRetry={isRetrying}
          onAnswers={onAnswers}
          onSubmit={submit}
        />
      )}
      {waiting && <QuizWaiting learner={learner} />}
      {!isAnswering && !waiting && result && (
        <QuizOutcome block={block} result={result} isNew={handedIn > 0} onRetry={left === 0 ? undefined : tryAgain} />
      )}
    </section>
  );
}

/** How many submissions are left; null is unlimited. */
function submissionsLeft(block: ShownQuiz, result: QuizResult | undefined): number | null {
  return result ? result.submissionsLeft : block.submissions;
}

function QuizRules({ block, left, isPassed }: { block: ShownQuiz; left: number | null; isPassed: boolean }) {
  const percent = usePercent();
  const points = pointsOf(block);
  return (
    <p className="muted quiz-rules">
      <Plural value={block.questions.length} one="# question" other="# questions" />
      {points !== block.questions.length && (
        <>
          {", "}
          <Plural value={points} one="# point" other="# points" />
        </>
      )}
      {" · "}
      <Trans>
        Pass mark <bdi>{percent(block.passPercent)}</bdi>
      </Trans>
      {!isPassed && (
        <>
          {" · "}
          {left === null ? (
            <Trans>As many tries as you like</Trans>
          ) : (
            <Plural value={left} _0="No tries left" one="# try left" other="# tries left" />
          )}
        </>
      )}
    </p>
  );
}

/** Says where the answers are. That this device keeps them is said only once it has stored them. */
function QuizWaiting({ learner: { isOffline, isOnDevice } }: { learner: BlockLearner<QuizFact> }) {
  const { t } = useLingui();
  const words = () => {
    if (!isOffline || isOnDevice === null) return t`Handing in your answers.`;
    if (isOnDevice) return t`Handed in when you are back online. Your answers are kept on this device.`;
    return t`Handed in when you are back online. This device can't keep your answers: keep this page open until then.`;
  };
  return (
    <div className="quiz-waiting" role="status">
      <Icon of={CloudUpload} size="l" />
      <p>{words()}</p>
    </div>
  );
}

function RuleWords({ rule }: { rule: { quiz?: "submitted" | "passed" | undefined } }) {
  const { t } = useLingui();
  return rule.quiz === "passed" ? t`Completes when you pass the quiz.` : t`Completes when you hand in the quiz.`;
}

function RuleLeft({ rule, state }: { rule: { quiz?: "submitted" | "passed" | undefined }; state: QuizState | null }) {
  const { t } = useLingui();
  const result = state?.result;
  if (rule.quiz === "passed") return !result?.best.passed && t`Pass the quiz first`;
  return !result && t`Hand in the quiz first`;
}

export const view = { View, RuleWords, RuleLeft } satisfies BlockView<ShownQuiz, QuizFact, QuizState>;
