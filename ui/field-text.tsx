import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { Icon } from "./icon.tsx";
import "./field.css";

/** The texts of every field. `error` is a full sentence: what is wrong and how to correct it. */
export type FieldWords = { label: string; description?: string; error?: string; isOptional?: boolean };

/** The label above a field. Fields are required by default; only optional ones are marked. */
export function FieldLabel({ label, isOptional, isHidden }: { label: string; isOptional?: boolean; isHidden?: boolean }) {
  return (
    <Label className={isHidden ? "visually-hidden" : "ui-label"}>
      {label}
      {isOptional && (
        <span className="ui-label-note">
          {" "}
          <Trans>(optional)</Trans>
        </span>
      )}
    </Label>
  );
}

/** The help and the error under a field; the surrounding react-aria field connects them to it. */
export function FieldNotes({ description, error }: { description?: string; error?: string }) {
  return (
    <>
      {description && (
        <Text slot="description" className="ui-hint">
          {description}
        </Text>
      )}
      <FieldError className="ui-error">
        {error && <Icon of={CircleAlert} size="s" />}
        <span>{error}</span>
      </FieldError>
    </>
  );
}
