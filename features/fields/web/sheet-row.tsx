import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import type { FieldValue, FieldValues } from "../definition.ts";
import type { FieldSheet, SheetField } from "../sheet-contract.ts";
import { kindInputs } from "./kind-inputs.tsx";
import { noChoice, type Typed } from "./typed-values.ts";
import { useSourceWords } from "./use-access-words.ts";
import "./sheet.css";

/** What the input of a field holds for the value that is kept. */
export function typedFor({ id, kind }: SheetField, { values, people }: FieldSheet, zone: string): Typed {
  const value = values[id];
  return value === null || value === undefined ? kindInputs[kind].empty : kindInputs[kind].typed(value, { zone, people });
}

/** What is sent of what was typed, by field: only what differs from what is kept. */
export const changedValues = (sheet: FieldSheet, typed: Readonly<Record<string, Typed>>, zone: string): FieldValues =>
  Object.fromEntries(
    sheet.fields.flatMap((field) => {
      const now = typed[field.id];
      return now === undefined || JSON.stringify(now) === JSON.stringify(typedFor(field, sheet, zone))
        ? []
        : [[field.id, sentFor(field, now, zone)]];
    }),
  );

/** What is sent for what an input holds. */
function sentFor({ kind }: SheetField, typed: Typed, zone: string): FieldValue | null {
  if (typeof typed !== "string") return typed.length > 0 ? typed.map(Number) : null;
  return typed === noChoice || typed.trim() === "" ? null : kindInputs[kind].value(typed, zone);
}

type RowProps = {
  field: SheetField;
  sheet: FieldSheet;
  isLocked: boolean;
  value: Typed;
  onChange: (value: Typed) => void;
  error: string | undefined;
};

/** One field. A sensitive value is masked until somebody asks for it. */
export function SheetRow({ field, sheet: { values, people }, isLocked, value, onChange, error }: RowProps) {
  const { t } = useLingui();
  const sources = useSourceWords();
  const { name, kind, isRequired } = field;
  const { Input, Text } = kindInputs[kind];
  const hint = useHint(field);
  const stored = values[field.id];
  const hasValue = stored !== null && stored !== undefined;
  const [isShown, setShown] = useState(false);
  const isMasked = field.isSensitive && !isShown && hasValue;
  const isRead = isLocked || field.access === "read";
  if (!isMasked && !isRead) {
    const words = {
      id: `field-${field.id}`,
      label: name,
      isOptional: !isRequired,
      ...(hint && { description: hint }),
      ...(error !== undefined && { error }),
    };
    return <Input {...{ field, words, value, stored, onChange, people }} />;
  }
  return (
    <div className="sheet-fact">
      <span className="ui-label">{field.name}</span>
      <span className="row">
        {isMasked ? (
          <>
            <span className="num">••••••</span>
            <Button size="s" variant="quiet" aria-label={t`Show ${name}`} onPress={() => setShown(true)}>
              <Trans>Show</Trans>
            </Button>
          </>
        ) : hasValue ? (
          <Text field={field} value={stored} people={people} />
        ) : (
          <span className="muted">–</span>
        )}
      </span>
      {field.source !== "local" && <span className="ui-hint">{sources[field.source].description}</span>}
    </div>
  );
}

/** What helps to fill in a field: its own words, its sample, its limits. */
function useHint({ help, patternSample, isUnique, settings: { least, most } }: SheetField): string {
  const { t } = useLingui();
  const hints = [
    help && (/[.!?]$/.test(help) ? help : `${help}.`),
    patternSample && t`Such as ${patternSample}.`,
    isUnique && t`Nobody else has the same value.`,
    least !== undefined && most !== undefined && t`From ${least} to ${most}.`,
    least !== undefined && most === undefined && t`${least} or more.`,
    least === undefined && most !== undefined && t`${most} or less.`,
  ];
  return hints.filter(Boolean).join(" ");
}
