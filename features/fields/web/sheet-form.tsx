import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { FieldValue, FieldValues } from "../definition.ts";
import type { FieldSheet, SheetField } from "../sheet-contract.ts";
import { FilePlaceContext, type FilePlace } from "./file-input.tsx";
import { kindInputs } from "./kind-inputs.tsx";
import { noChoice, type Typed } from "./typed-values.ts";
import { useSourceWords } from "./use-access-words.ts";
import "./sheet.css";

type Props = {
  /** Of the form, which its save bar submits. */
  id: string;
  title: string;
  sheet: FieldSheet;
  /** Whether nothing can be changed, whatever the fields allow. */
  isLocked?: boolean;
  onSave: (values: FieldValues) => Promise<unknown>;
  /** Where the person's files are, and who takes the fields that an upload gives. */
  files: FilePlace;
};

/** The custom fields of one person: inputs for those that may be edited, the others as text; what changed is saved together. */
export function SheetForm({ id, title, sheet, isLocked = false, onSave, files }: Props) {
  const { t } = useLingui();
  const zone = useZone();
  const { fields, values, people } = sheet;
  // Only what was typed is kept here, so that values that come in meanwhile show.
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [tries, setTries] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const storedOf = ({ id: fieldId, kind }: SheetField) => {
    const value = values[fieldId];
    return value === null || value === undefined ? kindInputs[kind].empty : kindInputs[kind].typed(value, { zone, people });
  };
  const changed = fields.filter((field) => {
    const now = typed[field.id];
    return now !== undefined && JSON.stringify(now) !== JSON.stringify(storedOf(field));
  });

  async function save() {
    if (isSaving || changed.length === 0) return;
    setSaving(true);
    setTries((count) => count + 1);
    try {
      await onSave(Object.fromEntries(changed.map((field) => [field.id, sentFor(field, typed[field.id] ?? "", zone)])));
      setTyped({});
      setErrors({});
      announce(t`Saved`);
      toast({ tone: "success", title: t`Saved` });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const known = Object.fromEntries(error.errors.map(({ field, message }) => [field.replace(/^fields\./, ""), message]));
      setErrors(known);
      if (!fields.some((field) => field.id in known)) toast({ tone: "danger", title: t`Nothing was saved`, message: error.message });
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section className="card sheet" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <FormErrorSummary
          errors={fields.flatMap((field) => {
            const message = errors[field.id];
            return message === undefined ? [] : [{ id: `field-${field.id}`, message: `${field.name}: ${message}` }];
          })}
          focusKey={tries}
        />
        <div className="sheet-fields">
          <FilePlaceContext value={files}>
            {fields.map((field) => (
              <SheetRow
                key={field.id}
                field={field}
                sheet={sheet}
                isLocked={isLocked}
                value={typed[field.id] ?? storedOf(field)}
                onChange={(next) => setTyped((now) => ({ ...now, [field.id]: next }))}
                error={errors[field.id]}
              />
            ))}
          </FilePlaceContext>
        </div>
      </section>
      <SaveBar
        question={t`${plural(changed.length, {
          one: "Leave without saving # change?",
          other: "Leave without saving # changes?",
        })}`}
        form={id}
        isDirty={changed.length > 0}
        isSaving={isSaving}
        onDiscard={() => {
          setTyped({});
          setErrors({});
        }}
      />
    </form>
  );
}

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
function SheetRow({ field, sheet: { values, people }, isLocked, value, onChange, error }: RowProps) {
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
