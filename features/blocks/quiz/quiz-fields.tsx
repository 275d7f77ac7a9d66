import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { plural } from "@lingui/core/macro";
import { freshId } from "#features/questions/fresh-id.ts";
import type { Question } from "#features/questions/kinds.ts";
import { problemsOfQuestion } from "#features/questions/problems.ts";
import { questionNames } from "#features/questions/web/editors.ts";
import { newQuestion, QuestionForm } from "#features/questions/web/question-form.tsx";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import "./quiz-fields.css";

const kinds = Object.keys(questionNames) as Question["kind"][];

/** The questions of a quiz, of which one is open: add, edit, move, duplicate and remove, all by keyboard too. */
export function QuizFields({ questions, onChange }: { questions: readonly Question[]; onChange: (questions: Question[]) => void }) {
  const { t, i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  // What gets the focus once it is drawn.
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    box.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });
  const total = questions.length;
  const show = (question: Question, at: number) => {
    setOpen(question.id);
    next.current = `[data-question="${question.id}"] textarea`;
    onChange(questions.toSpliced(at, 0, question));
  };
  const move = (question: Question, at: number, step: -1 | 1) => {
    const to = at + step;
    if (to < 0 || to >= total) return;
    next.current = `[data-question="${question.id}"] [data-move="${step}"]`;
    onChange(questions.toSpliced(at, 1).toSpliced(to, 0, question));
    const place = to + 1;
    announce(t`Question: place ${place} of ${total}`);
  };
  const remove = (at: number) => {
    const neighbour = questions[at + 1] ?? questions[at - 1];
    next.current = neighbour ? `[data-question="${neighbour.id}"] .ui-disclosure-button` : "[data-add]";
    onChange(questions.toSpliced(at, 1));
    announce(t`The question was removed.`);
  };
  return (
    <div ref={box} className="block-form">
      {total > 0 && (
        <ol className="quiz-fields">
          {questions.map((question, at) => {
            const number = at + 1;
            const name = t`Question ${number}`;
            const toMend = problemsOfQuestion(question).length;
            return (
              <li key={question.id} data-question={question.id} className="quiz-field">
                <span className="row quiz-field-actions">
                  <IconButton
                    size="s"
                    icon={ArrowUp}
                    label={t`Move up: ${name}`}
                    data-move="-1"
                    aria-disabled={at === 0 || undefined}
                    onPress={() => move(question, at, -1)}
                  />
                  <IconButton
                    size="s"
                    icon={ArrowDown}
                    label={t`Move down: ${name}`}
                    data-move="1"
                    aria-disabled={at === total - 1 || undefined}
                    onPress={() => move(question, at, 1)}
                  />
                  <IconButton
                    size="s"
                    icon={Copy}
                    label={t`Duplicate: ${name}`}
                    onPress={() => show({ ...question, id: freshId() }, at + 1)}
                  />
                  <IconButton size="s" icon={Trash2} label={t`Remove: ${name}`} onPress={() => remove(at)} />
                </span>
                <Disclosure
                  title={`${number}. ${question.stem.trim() || i18n._(questionNames[question.kind])}`}
                  meta={
                    toMend > 0 && open !== question.id
                      ? t`${plural(toMend, { one: "# thing to mend", other: "# things to mend" })}`
                      : undefined
                  }
                  isExpanded={open === question.id}
                  onExpandedChange={(isOpen) => setOpen(isOpen ? question.id : null)}
                >
                  {open === question.id && (
                    <QuestionForm question={question} onChange={(changed) => onChange(questions.with(at, changed))} />
                  )}
                </Disclosure>
              </li>
            );
          })}
        </ol>
      )}
      <div role="group" aria-label={t`Add a question`} className="ui-field">
        <span className="ui-label" aria-hidden="true">
          <Trans>Add a question</Trans>
        </span>
        <span className="row">
          {kinds.map((kind, index) => (
            <Button
              key={kind}
              size="s"
              icon={Plus}
              data-add={index === 0 ? "" : undefined}
              onPress={() => show(newQuestion(kind, freshId()), total)}
            >
              {i18n._(questionNames[kind])}
            </Button>
          ))}
        </span>
      </div>
    </div>
  );
}
