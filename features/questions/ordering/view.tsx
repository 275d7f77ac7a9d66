import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, CircleAlert } from "lucide-react";
import { useId } from "react";
import { announce } from "#ui/announce.ts";
import { Icon } from "#ui/icon.tsx";
import type { QuestionInputProps, QuestionView } from "../question-kind.ts";
import { moved } from "./moved.ts";
import type { OrderingAnswer, ShownOrdering } from "./ordering.ts";
import "./ordering.css";

/**
 * Items to put in order with an up and a down button at each, which work for touch, mouse and keyboard alike (WCAG 2.5.7). At an end of the list the
 * button stays and does nothing, so that the focus is never lost.
 */
function Input({ question, answer, onChange, error }: QuestionInputProps<ShownOrdering, OrderingAnswer>) {
  const { t } = useLingui();
  const id = useId();
  const order = answer?.order ?? question.items.map((item) => item.id);
  const total = order.length;
  const move = (itemId: string, text: string, step: -1 | 1) => {
    const next = moved(order, itemId, step);
    const place = next.indexOf(itemId) + 1;
    announce(t`${text}: place ${place} of ${total}`);
    onChange({ kind: "ordering", order: next });
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-notes`} className="ui-field">
      <span id={`${id}-label`} className="ui-label">
        {question.stem}
      </span>
      <ol className="ordering-items">
        {order.map((itemId, place) => {
          const text = question.items.find((item) => item.id === itemId)?.text ?? "";
          return (
            <li key={itemId} className="ordering-item">
              <bdi className="num ordering-place">{place + 1}</bdi>
              <bdi className="ordering-text">{text}</bdi>
              <MoveButton icon={ArrowUp} label={t`Move up: ${text}`} isAtEnd={place === 0} onPress={() => move(itemId, text, -1)} />
              <MoveButton
                icon={ArrowDown}
                label={t`Move down: ${text}`}
                isAtEnd={place === total - 1}
                onPress={() => move(itemId, text, 1)}
              />
            </li>
          );
        })}
      </ol>
      <span id={`${id}-notes`}>
        <span className="ui-hint">{t`Put these in order, the first on top.`}</span>
        {error !== undefined && (
          <span className="ui-error">
            <Icon of={CircleAlert} size="s" />
            <span>{error}</span>
          </span>
        )}
      </span>
    </div>
  );
}

function MoveButton(props: { icon: typeof ArrowUp; label: string; isAtEnd: boolean; onPress: () => void }) {
  const { icon, label, isAtEnd, onPress } = props;
  return (
    <button
      type="button"
      className="ui-button"
      data-variant="secondary"
      data-icon-only
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={isAtEnd ? undefined : onPress}
    >
      <Icon of={icon} />
    </button>
  );
}

const Words = ({ question, answer }: { question: ShownOrdering; answer: OrderingAnswer }) => (
  <ol className="ordering-words">
    {answer.order.map((id) => (
      <li key={id}>
        <bdi>{question.items.find((item) => item.id === id)?.text}</bdi>
      </li>
    ))}
  </ol>
);

export const view = { Input, Words } satisfies QuestionView<ShownOrdering, OrderingAnswer>;
