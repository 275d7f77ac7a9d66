import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { ReactNode } from "react";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import "./field.css";

/** What connects a control with the texts around it. */
type FieldControl = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

type FieldProps = FieldWords & {
  id?: string | undefined;
  isLabelHidden?: boolean | undefined;
  children: (control: FieldControl) => ReactNode;
};

/** A control of the browser's own with the texts of a field: label above, help and error below. */
export function Field({ id, label, isLabelHidden, description, error, isOptional, children }: FieldProps) {
  const made = useId();
  const own = id ?? made;
  const notes = [...(description ? [`${own}-help`] : []), ...(error ? [`${own}-error`] : [])].join(" ");
  return (
    <div className="ui-field">
      <label htmlFor={own} className={isLabelHidden ? "visually-hidden" : "ui-label"}>
        {label}
        {isOptional && (
          <span className="ui-label-note">
            {" "}
            <Trans>(optional)</Trans>
          </span>
        )}
      </label>
      {children({ id: own, "aria-describedby": notes || undefined, "aria-invalid": error ? true : undefined })}
      {description && (
        <span id={`${own}-help`} className="ui-hint">
          {description}
        </span>
      )}
      {error && (
        <span id={`${own}-error`} className="ui-error">
          <Icon of={CircleAlert} size="s" />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
}
