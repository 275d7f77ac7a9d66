import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { FieldValues } from "../definition.ts";
import type { FieldSheet } from "../sheet-contract.ts";
import { FilePlaceContext, type FilePlace } from "./file-input.tsx";
import { changedValues, SheetRow, typedFor } from "./sheet-row.tsx";
import type { Typed } from "./typed-values.ts";
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
  const { fields } = sheet;
  // Only what was typed is kept here, so that values that come in meanwhile show.
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [tries, setTries] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const changed = changedValues(sheet, typed, zone);
  const count = Object.keys(changed).length;

  async function save() {
    if (isSaving || count === 0) return;
    setSaving(true);
    setTries((before) => before + 1);
    try {
      await onSave(changed);
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
                value={typed[field.id] ?? typedFor(field, sheet, zone)}
                onChange={(next) => setTyped((now) => ({ ...now, [field.id]: next }))}
                error={errors[field.id]}
              />
            ))}
          </FilePlaceContext>
        </div>
      </section>
      <SaveBar
        question={t`${plural(count, {
          one: "Leave without saving # change?",
          other: "Leave without saving # changes?",
        })}`}
        form={id}
        isDirty={count > 0}
        isSaving={isSaving}
        onDiscard={() => {
          setTyped({});
          setErrors({});
        }}
      />
    </form>
  );
}
