import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { Answer, Answers } from "#features/questions/kinds.ts";
import { QuestionInput } from "#features/questions/web/question-parts.tsx";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import type { ShownQuiz } from "./quiz.ts";
import { isWeighted } from "./worth.ts";

type QuizFormProps = {
  block: ShownQuiz;
  start: Answers;
  /** A further try: it begins at the first question, with the focus there. */
  isRetry: boolean;
  onAnswers: (answers: Answers) => void;
  onSubmit: (answers: Answers) => void;
};

/** The questions with their controls: all at once where there is room, one per screen on a phone. Every change is stored at once. */
export function QuizForm({ block, start, isRetry, onAnswers, onSubmit }: QuizFormProps) {
  const { t, i18n } = useLingui();
  const isNarrow = useMediaQuery(NARROW);
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(start);
  const [shown, setShown] = useState(() => firstOpen(block, start));
  const [asked, setAsked] = useState(false);
  // The question to focus after the next paint; the count allows focusing the same one again.
  const [focus, setFocus] = useState<{ index: number; count: number } | null>(isRetry ? { index: 0, count: 0 } : null);
  const open = block.questions.flatMap((question, index) => (answers[question.id] ? [] : [index]));

  useLayoutEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>(`[data-question="${focus.index}"] :is(input, button)`)?.focus();
  }, [focus]);

  const choose = (questionId: string, answer: Answer | null) => {
    const { [questionId]: _, ...others } = answers;
    const next = answer ? { ...others, [questionId]: answer } : others;
    setAnswers(next);
    onAnswers(next);
  };
  const goTo = (index: number) => {
    setShown(index);
    setFocus({ index, count: (focus?.count ?? 0) + 1 });
  };
  const handIn = () => {
    const first = open[0];
    if (first === undefined) return onSubmit(answers);
    setAsked(true);
    goTo(first);
  };
  const total = block.questions.length;
  const numbers = new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(open.map((index) => String(index + 1)));
  return (
    <form
      ref={form}
      className="quiz-form"
      onSubmit={(event) => {
        event.preventDefault();
        handIn();
      }}
    >
      {asked && open.length > 0 && (
        <Banner tone="danger" role="alert">
          {open.length === 1
            ? t`Question ${numbers} has no answer yet. Answer it to hand in.`
            : t`Questions ${numbers} have no answer yet. Answer them to hand in.`}
        </Banner>
      )}
      <ol className="quiz-questions">
        {block.questions.map((question, index) => (
          <li key={question.id} data-question={index} hidden={isNarrow && index !== shown}>
            <p className="eyebrow">
              <Trans>
                Question {index + 1} of {total}
              </Trans>
              {isWeighted(block) && (
                <>
                  {" · "}
                  <Plural value={Math.max(0, question.points)} one="# point" other="# points" />
                </>
              )}
            </p>
            <QuestionInput
              question={question}
              answer={answers[question.id] ?? null}
              onChange={(answer) => choose(question.id, answer)}
              error={asked && open.includes(index) ? t`Answer this question.` : undefined}
            />
          </li>
        ))}
      </ol>
      <div className="quiz-actions">
        {isNarrow && total > 1 && (
          <>
            <Button isDisabled={shown === 0} onPress={() => goTo(shown - 1)}>
              <Icon of={ChevronLeft} flip />
              <Trans>Previous question</Trans>
            </Button>
            {shown < total - 1 && (
              <Button iconEnd={ChevronRight} onPress={() => goTo(shown + 1)}>
                <Trans>Next question</Trans>
              </Button>
            )}
          </>
        )}
        {(!isNarrow || shown === total - 1) && (
          <Button type="submit" variant="primary">
            <Trans>Hand in</Trans>
          </Button>
        )}
        <span className="muted small">
          <Trans>Your answers are kept as you choose them.</Trans>
        </span>
      </div>
    </form>
  );
}

/** The first question without an answer, so that a phone continues where the person left; the first one when all are answered. */
function firstOpen(block: ShownQuiz, answers: Answers): number {
  return Math.max(
    0,
    block.questions.findIndex((question) => !answers[question.id]),
  );
}
