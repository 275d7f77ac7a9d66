import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { ReactNode } from "react";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import "./choice.css";
import "./field.css";

type ChoiceGroupProps = FieldWords & {
  role: "group" | "radiogroup";
  children: ReactNode;
  id?: string | undefined;
  disabled?: boolean | undefined;
  isLabelHidden?: boolean | undefined;
  layout?: "list" | "cards";
};

/** Label, help and error around a few choices that are all visible: native checkboxes or radio buttons. */
export function ChoiceGroup({ role, layout = "list", label, description, error, ...props }: ChoiceGroupProps) {
  const ids = useId();
  return (
    <div
      id={props.id}
      role={role}
      aria-labelledby={`${ids}label`}
      aria-describedby={(error ?? description) ? `${ids}notes` : undefined}
      aria-invalid={role === "radiogroup" && error ? true : undefined}
      aria-disabled={props.disabled || undefined}
      className="ui-field"
    >
      <span id={`${ids}label`} className={props.isLabelHidden ? "visually-hidden" : "ui-label"}>
        {label}
        {props.isOptional && (
          <span className="ui-label-note">
            {" "}
            <Trans>(optional)</Trans>
          </span>
        )}
      </span>
      <div className={layout === "cards" ? "ui-choice-cards" : "ui-choice-group"}>{props.children}</div>
      {(error ?? description) && (
        <span id={`${ids}notes`} className={error ? "ui-error" : "ui-hint"}>
          {error && <Icon of={CircleAlert} size="s" />}
          {error ?? description}
        </span>
      )}
    </div>
  );
}
