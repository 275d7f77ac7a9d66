import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, RotateCcw } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { ShownQuestion } from "#features/questions/kinds.ts";
import { AnswerMark } from "#features/questions/web/answer-mark.tsx";
import { AnswerWords } from "#features/questions/web/question-parts.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { QuizResult, ShownQuiz } from "./quiz.ts";
import { isWeighted } from "./worth.ts";

type QuizOutcomeProps = {
  block: ShownQuiz;
  result: QuizResult;
  /** Whether it was just submitted on this screen: the result then gets the focus and is read out. */
  isNew: boolean;
  onRetry: (() => void) | undefined;
};

/** The result of a quiz: score and pass mark, then each question with its feedback. */
export function QuizOutcome({ block, result, isNew, onRetry }: QuizOutcomeProps) {
  const { t } = useLingui();
  const percent = usePercent();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew, result.number]);
  const score = percent(result.percent);
  return (
    <div className="quiz-outcome">
      <div className="quiz-score" data-passed={result.passed}>
        <Icon of={result.passed ? CircleCheck : CircleX} size="l" />
        <div>
          <h3 ref={heading} tabIndex={-1}>
            {result.passed ? t`Passed with ${score}` : t`Not passed yet: ${score}`}
          </h3>
          <p className="num">
            <Trans>
              {result.points} of <Plural value={result.maxPoints} one="# point" other="# points" />. The pass mark is{" "}
              <bdi>{percent(block.passPercent)}</bdi>.
            </Trans>
          </p>
        </div>
      </div>
      <ol className="quiz-review">
        {block.questions.map((question, index) => (
          <QuestionReview key={question.id} block={block} question={question} number={index + 1} result={result} />
        ))}
      </ol>
      {onRetry ? (
        <div className="quiz-actions">
          <Button variant={result.passed ? "secondary" : "primary"} icon={RotateCcw} onPress={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          {result.submissionsLeft !== null && (
            <span className="muted">
              <Plural value={result.submissionsLeft} one="# try left" other="# tries left" />
            </span>
          )}
        </div>
      ) : (
        !result.passed && (
          <p className="muted">
            <Trans>There are no tries left.</Trans>
          </p>
        )
      )}
    </div>
  );
}

type QuestionReviewProps = { block: ShownQuiz; question: ShownQuestion; number: number; result: QuizResult };

function QuestionReview({ block, question, number, result }: QuestionReviewProps) {
  const { t } = useLingui();
  const review = result.questions.find(({ id }) => id === question.id);
  const given = result.answers[question.id];
  const correct = review?.correct;
  return (
    <li>
      <div className="quiz-review-head">
        <h4>
          <span className="num">{number}.</span> <bdi>{question.stem}</bdi>
        </h4>
        {review && (
          <span className="row">
            {isWeighted(block) && (
              <span className="muted small num">
                <Trans>
                  {review.points} of <Plural value={Math.max(0, question.points)} one="# point" other="# points" />
                </Trans>
              </span>
            )}
            <AnswerMark right={review.right} partly={review.partly} />
          </span>
        )}
      </div>
      <dl className="quiz-review-answers">
        <dt>{t`Your answer`}</dt>
        <dd>{given ? <AnswerWords question={question} answer={given} /> : <Trans>None</Trans>}</dd>
        {correct && !review.right && (
          <>
            <dt>{t`Right answer`}</dt>
            <dd>
              <AnswerWords question={question} answer={correct} />
            </dd>
          </>
        )}
      </dl>
      {review?.partly && (
        <p className="muted small">
          <Trans>Only an answer that is right as a whole gives points.</Trans>
        </p>
      )}
      {review?.feedback && (
        <p className="quiz-feedback">
          <bdi>{review.feedback}</bdi>
        </p>
      )}
    </li>
  );
}
