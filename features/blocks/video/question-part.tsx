import { Trans, useLingui } from "@lingui/react/macro";
import { useLayoutEffect, useRef, useState } from "react";
import type { Answer } from "#features/questions/kinds.ts";
import { AnswerMark } from "#features/questions/web/answer-mark.tsx";
import { AnswerWords, QuestionInput } from "#features/questions/web/question-parts.tsx";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import type { BlockLearner } from "../block-kind.ts";
import type { VideoQuestion } from "./use-questions.ts";
import type { VideoState } from "./video.ts";
import "./question-part.css";

type Marked = NonNullable<VideoState["answers"]>[string];
type QuestionPartProps = Pick<VideoQuestion, "question"> & {
  /** When it comes up, as a clock. */
  at: string;
  /** The marking of the answer; null while there is none. */
  marked: Marked | null;
  learner: BlockLearner<never>;
  /** Whether the video goes on only once it is answered. */
  isHeld: boolean;
  onAnswer: (answer: Answer) => void;
  onGoOn: () => void;
};

/** A question in the place of the picture, while the video stands still. It takes the focus. */
export function QuestionPart({ at, question, marked, learner, isHeld, onAnswer, onGoOn }: QuestionPartProps) {
  const { t } = useLingui();
  const box = useRef<HTMLElement>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isTried, setTried] = useState(false);
  const [isGiven, setGiven] = useState(false);
  const [hasAnswered, setAnswered] = useState(false);
  useLayoutEffect(() => {
    box.current?.focus();
  }, [isGiven]);
  const give = () => {
    setTried(true);
    if (!answer) return;
    setGiven(true);
    setAnswered(true);
    onAnswer(answer);
  };
  const again = () => {
    setGiven(false);
    setTried(false);
    setAnswer(null);
  };
  const goOn = (
    <Button variant={isGiven ? "primary" : "secondary"} onPress={onGoOn}>
      {hasAnswered ? t`Go on` : t`Go on without answering`}
    </Button>
  );
  return (
    <section ref={box} className="player-question" tabIndex={-1} aria-label={t`Question at ${at}`}>
      <p className="eyebrow">
        <Trans>Question at {at}</Trans>
      </p>
      {isGiven && answer ? (
        <>
          <h3>
            <bdi>{question.stem}</bdi>
          </h3>
          <p>
            <span className="muted">{t`Your answer`}: </span>
            <AnswerWords question={question} answer={answer} />
          </p>
          <Marking marked={learner.isHandedIn ? null : marked} learner={learner} />
          <span className="row">
            {goOn}
            {!learner.isHandedIn && marked?.right === false && <Button onPress={again}>{t`Try again`}</Button>}
          </span>
        </>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            give();
          }}
        >
          <QuestionInput
            question={question}
            answer={answer}
            onChange={setAnswer}
            error={isTried && !answer ? t`Answer this question.` : undefined}
          />
          <span className="row">
            <Button type="submit" variant="primary">
              {t`Answer`}
            </Button>
            {!isHeld && goOn}
          </span>
          {isHeld && (
            <p className="muted small">
              <Trans>The video goes on once you have answered. You can go back and look again.</Trans>
            </p>
          )}
        </form>
      )}
    </section>
  );
}

/** Whether the answer was right, once the server has said so. */
function Marking({ marked, learner }: { marked: Marked | null; learner: BlockLearner<never> }) {
  const { t } = useLingui();
  if (learner.refusal)
    return (
      <Banner tone="warning" role="alert">
        {learner.refusal}
      </Banner>
    );
  return (
    <div role="status">
      {marked ? (
        <>
          <AnswerMark right={marked.right} partly={marked.partly} />
          {marked.feedback !== "" && (
            <p>
              <bdi>{marked.feedback}</bdi>
            </p>
          )}
        </>
      ) : (
        <p className="muted">
          {learner.isOffline ? t`Your answer is kept. Whether it is right is said when you are back online.` : t`Your answer is looked at.`}
        </p>
      )}
    </div>
  );
}
