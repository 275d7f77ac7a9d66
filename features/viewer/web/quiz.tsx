import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CloudUpload } from "lucide-react";
import { useState } from "react";
import type { LearnerQuizBlock } from "#features/courses/content.ts";
import type { Answers } from "#features/questions/kinds.ts";
import type { QuizResult } from "#features/progress/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Icon } from "#ui/icon.tsx";
import { usePercent } from "#ui/use-percent.ts";
import { QuizForm } from "./quiz-form.tsx";
import { QuizOutcome } from "./quiz-outcome.tsx";
import "./quiz.css";

type QuizProps = {
  block: LearnerQuizBlock;
  result: QuizResult | undefined;
  /** Answers chosen and not yet handed in. */
  draft: Answers | undefined;
  /** A hand-in that waits to be sent. */
  waiting: Answers | undefined;
  /** Why the server could not take the last hand-in. */
  refusal: string | undefined;
  isOffline: boolean;
  onAnswers: (answers: Answers) => void;
  onSubmit: (answers: Answers) => void;
};

/** A quiz: its questions, or how it went. */
export default function Quiz(props: QuizProps) {
  const { block, result, waiting } = props;
  const [isRetrying, setRetrying] = useState(false);
  const [handedIn, setHandedIn] = useState(0);
  const left = submissionsLeft(block, result);
  const hasDraft = Object.keys(props.draft ?? {}).length > 0;
  const isAnswering = !waiting && (result === undefined || ((isRetrying || hasDraft) && left !== 0));
  const titleId = `quiz-${block.id}`;
  const tryAgain = () => {
    props.onAnswers({});
    setRetrying(true);
  };
  const submit = (answers: Answers) => {
    setRetrying(false);
    setHandedIn((count) => count + 1);
    props.onSubmit(answers);
  };
  return (
    <section className="quiz" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <bdi>{block.title}</bdi>
      </h2>
      <QuizRules block={block} left={left} isPassed={result?.passed ?? false} />
      {props.refusal && (
        <Banner tone="warning" role="alert">
          {props.refusal}
        </Banner>
      )}
      {isAnswering && <QuizForm block={block} start={props.draft ?? {}} onAnswers={props.onAnswers} onSubmit={submit} />}
      {waiting && <QuizWaiting isOffline={props.isOffline} />}
      {!isAnswering && !waiting && result && (
        <QuizOutcome block={block} result={result} isNew={handedIn > 0} onRetry={left === 0 ? undefined : tryAgain} />
      )}
    </section>
  );
}

/** How often it may still be handed in; null is without limit. */
function submissionsLeft(block: LearnerQuizBlock, result: QuizResult | undefined): number | null {
  return result ? result.submissionsLeft : block.submissions;
}

function QuizRules({ block, left, isPassed }: { block: LearnerQuizBlock; left: number | null; isPassed: boolean }) {
  const percent = usePercent();
  return (
    <p className="muted quiz-rules">
      <Plural value={block.questions.length} one="# question" other="# questions" />
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

function QuizWaiting({ isOffline }: { isOffline: boolean }) {
  const { t } = useLingui();
  return (
    <div className="quiz-waiting" role="status">
      <Icon of={CloudUpload} size="l" />
      <p>{isOffline ? t`Handed in when you are back online. Your answers are kept on this device.` : t`Handing in your answers.`}</p>
    </div>
  );
}
