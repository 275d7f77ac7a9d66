import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { freshId } from "../fresh-id.ts";
import "./option-fields.css";

type Option = { readonly id: string; readonly text: string };
interface OptionFieldsProps {
  readonly label: string;
  readonly description: string;
  /** What one is called, with its number: "Option 2". */
  readonly nameOf: (number: number) => string;
  readonly addLabel: string;
  readonly options: readonly Option[];
  readonly onChange: (options: Option[]) => void;
  /** Before the text of an option: the mark that it is right. */
  readonly renderMark?: (option: Option, name: string) => ReactNode;
}

/**
 * The options of a question as fields, one below the other: write, add (Enter in the last one, too), move and remove. An empty one that is left behind is a
 * problem of the question, not of this form.
 */
export function OptionFields({ label, description, nameOf, addLabel, options, onChange, renderMark }: OptionFieldsProps) {
  const { t } = useLingui();
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  // What gets the focus once it is drawn: an option's field, or the button that moved it.
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });
  const field = (optionId: string | undefined) => `[data-option="${optionId}"] input[type=text]`;
  const add = () => {
    const option = { id: freshId(), text: "" };
    next.current = field(option.id);
    onChange([...options, option]);
  };
  const move = (index: number, step: -1 | 1) => {
    const option = options[index];
    const to = index + step;
    if (!option || to < 0 || to >= options.length) return;
    next.current = `[data-option="${option.id}"] [data-step="${step}"]`;
    onChange(options.toSpliced(index, 1).toSpliced(to, 0, option));
    const [name, place, total] = [option.text || nameOf(index + 1), to + 1, options.length];
    announce(t`${name}: place ${place} of ${total}`);
  };
  const remove = (index: number) => {
    next.current = field((options[index + 1] ?? options[index - 1])?.id);
    onChange(options.toSpliced(index, 1));
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-notes`} className="ui-field">
      <span id={`${id}-label`} className="ui-label">
        {label}
      </span>
      <span id={`${id}-notes`} className="ui-hint">
        {description}
      </span>
      <ol ref={list} className="option-fields">
        {options.map((option, index) => {
          const name = nameOf(index + 1);
          return (
            <li key={option.id} data-option={option.id} className="option-field">
              {renderMark?.(option, name)}
              <input
                type="text"
                className="ui-input"
                aria-label={name}
                dir="auto"
                value={option.text}
                onChange={({ target }) => onChange(options.with(index, { id: option.id, text: target.value }))}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  const after = options[index + 1];
                  if (!after) add();
                  else list.current?.querySelector<HTMLElement>(field(after.id))?.focus();
                }}
              />
              <span className="row option-actions">
                <IconButton
                  size="s"
                  icon={ArrowUp}
                  label={t`Move up: ${name}`}
                  data-step="-1"
                  aria-disabled={index === 0 || undefined}
                  onPress={() => move(index, -1)}
                />
                <IconButton
                  size="s"
                  icon={ArrowDown}
                  label={t`Move down: ${name}`}
                  data-step="1"
                  aria-disabled={index === options.length - 1 || undefined}
                  onPress={() => move(index, 1)}
                />
                <IconButton size="s" icon={Trash2} label={t`Remove: ${name}`} onPress={() => remove(index)} />
              </span>
            </li>
          );
        })}
      </ol>
      <span>
        <Button size="s" icon={Plus} onPress={add}>
          {addLabel}
        </Button>
      </span>
    </div>
  );
}
