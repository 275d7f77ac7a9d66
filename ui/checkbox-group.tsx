import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { CheckMark } from "./checkbox.tsx";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import "./choice.css";
import "./field.css";

type CheckboxGroupProps<Id extends string> = FieldWords & {
  options: readonly { id: Id; label: string; description?: string; count?: number; isDisabled?: boolean }[];
  value: readonly Id[];
  onChange: (ids: Id[]) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  disabled?: boolean;
  isLabelHidden?: boolean;
};

/** Several of a few choices; `count` shows how many there are of each (facets). */
export function CheckboxGroup<Id extends string>(props: CheckboxGroupProps<Id>) {
  const { options, value, onChange, error, description } = props;
  const ids = useId();
  return (
    <div
      id={props.id}
      role="group"
      aria-labelledby={`${ids}label`}
      aria-describedby={error || description ? `${ids}notes` : undefined}
      className="ui-field"
    >
      <span id={`${ids}label`} className={props.isLabelHidden ? "visually-hidden" : "ui-label"}>
        {props.label}
        {props.isOptional && (
          <span className="ui-label-note">
            {" "}
            <Trans>(optional)</Trans>
          </span>
        )}
      </span>
      <div className="ui-choice-group">
        {options.map((option) => (
          <CheckMark
            key={option.id}
            name={props.name}
            value={option.id}
            checked={value.includes(option.id)}
            disabled={props.disabled || option.isDisabled}
            onBlur={props.onBlur}
            onChange={({ target }) =>
              onChange(options.map(({ id }) => id).filter((id) => (id === option.id ? target.checked : value.includes(id))))
            }
          >
            <bdi>{option.label}</bdi>
            {option.count !== undefined && <span className="ui-choice-count num"> {option.count}</span>}
            {option.description && <span className="ui-hint">{option.description}</span>}
          </CheckMark>
        ))}
      </div>
      {(error ?? description) && (
        <span id={`${ids}notes`} className={error ? "ui-error" : "ui-hint"}>
          {error && <Icon of={CircleAlert} size="s" />}
          {error ?? description}
        </span>
      )}
    </div>
  );
}
