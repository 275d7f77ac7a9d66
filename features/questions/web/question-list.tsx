import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { plural } from "@lingui/core/macro";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { freshId } from "../fresh-id.ts";
import type { Question } from "../kinds.ts";
import { problemsOfQuestion } from "../problems.ts";
import { questionNames } from "./editors.ts";
import { newQuestion, QuestionForm } from "./question-form.tsx";
import "./question-list.css";

const kinds = Object.keys(questionNames) as Question["kind"][];

interface QuestionListProps<Item> {
  /** Each a question, or what has one. */
  readonly items: readonly Item[];
  readonly questionOf: (item: Item) => Question;
  /** An item with another question; for null a new one. */
  readonly withQuestion: (item: Item | null, question: Question) => Item;
  readonly onChange: (items: Item[]) => void;
  /** What stands before the words of a question in the list. */
  readonly markOf: (item: Item, at: number) => string;
  /** Fields of an item besides those of its question. */
  readonly Fields?: ComponentType<{ item: Item; onChange: (next: Item) => void }>;
  /** Whether their order is the author's, and they give points; otherwise it follows from what they are. */
  readonly isQuiz?: boolean;
}

/** Questions, of which one is open: add, edit, duplicate and remove, in a quiz also move, all by keyboard too. */
export function QuestionList<Item>({ items, questionOf, withQuestion, onChange, markOf, Fields, isQuiz = false }: QuestionListProps<Item>) {
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
  const total = items.length;
  const show = (item: Item, at: number) => {
    const { id } = questionOf(item);
    setOpen(id);
    next.current = `[data-question="${id}"] textarea`;
    onChange(items.toSpliced(at, 0, item));
  };
  const move = (item: Item, at: number, step: -1 | 1) => {
    const to = at + step;
    if (to < 0 || to >= total) return;
    next.current = `[data-question="${questionOf(item).id}"] [data-move="${step}"]`;
    onChange(items.toSpliced(at, 1).toSpliced(to, 0, item));
    const place = to + 1;
    announce(t`Question: place ${place} of ${total}`);
  };
  const remove = (at: number) => {
    const neighbour = items[at + 1] ?? items[at - 1];
    next.current = neighbour === undefined ? "[data-add]" : `[data-question="${questionOf(neighbour).id}"] .ui-disclosure-button`;
    onChange(items.toSpliced(at, 1));
    announce(t`The question was removed.`);
  };
  return (
    <div ref={box} className="block-form">
      {total > 0 && (
        <ol className="question-list">
          {items.map((item, at) => {
            const question = questionOf(item);
            const number = at + 1;
            const name = t`Question ${number}`;
            const toMend = problemsOfQuestion(question).length;
            return (
              <li key={question.id} data-question={question.id} className="question-item">
                <span className="row question-item-actions">
                  {isQuiz && (
                    <>
                      <IconButton
                        size="s"
                        icon={ArrowUp}
                        label={t`Move up: ${name}`}
                        data-move="-1"
                        aria-disabled={at === 0 || undefined}
                        onPress={() => move(item, at, -1)}
                      />
                      <IconButton
                        size="s"
                        icon={ArrowDown}
                        label={t`Move down: ${name}`}
                        data-move="1"
                        aria-disabled={at === total - 1 || undefined}
                        onPress={() => move(item, at, 1)}
                      />
                    </>
                  )}
                  <IconButton
                    size="s"
                    icon={Copy}
                    label={t`Duplicate: ${name}`}
                    onPress={() => show(withQuestion(item, { ...question, id: freshId() }), at + 1)}
                  />
                  <IconButton size="s" icon={Trash2} label={t`Remove: ${name}`} onPress={() => remove(at)} />
                </span>
                <Disclosure
                  title={`${markOf(item, at)} ${question.stem.trim() || i18n._(questionNames[question.kind])}`}
                  meta={
                    toMend > 0 && open !== question.id
                      ? t`${plural(toMend, { one: "# thing to mend", other: "# things to mend" })}`
                      : undefined
                  }
                  isExpanded={open === question.id}
                  onExpandedChange={(isOpen) => setOpen(isOpen ? question.id : null)}
                >
                  {open === question.id && (
                    <div className="block-form">
                      {Fields && <Fields item={item} onChange={(changed) => onChange(items.with(at, changed))} />}
                      <QuestionForm
                        question={question}
                        hasPoints={isQuiz}
                        onChange={(changed) => onChange(items.with(at, withQuestion(item, changed)))}
                      />
                    </div>
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
              onPress={() => show(withQuestion(null, newQuestion(kind, freshId())), total)}
            >
              {i18n._(questionNames[kind])}
            </Button>
          ))}
        </span>
      </div>
    </div>
  );
}
