import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { DateField } from "#ui/date-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { peopleColumnsQuery } from "./hooks.ts";

/** Asks which custom field chosen people get, and with which value. */
export default function SetFieldDialog({ goOn }: { goOn: (input: object | null) => void }) {
  const { t } = useLingui();
  const fields = (useQuery(peopleColumnsQuery).data?.fields ?? []).filter(({ isUploaded }) => !isUploaded);
  const choices = useQuery(choicesQuery);
  const [fieldId, setFieldId] = useState<string | null>(null);
  const [cell, setCell] = useState("");
  const [isEmptied, setEmptied] = useState(false);
  const [isTried, setTried] = useState(false);
  const field = fields.find(({ id }) => String(id) === fieldId);
  const names =
    field?.kind === "yes_no"
      ? [
          { id: "yes", label: t`Yes` },
          { id: "no", label: t`No` },
        ]
      : field && fieldKinds[field.kind].options
        ? (choices.data?.fields.find(({ id }) => id === field.id)?.options ?? []).map(({ name }) => ({ id: name, label: name }))
        : null;
  const missing = isTried && !isEmptied && cell.trim() === "" ? t`Write a value.` : undefined;
  return (
    <AskDialog
      title={t`Set a field`}
      onGiveUp={() => goOn(null)}
      onAsk={() => {
        setTried(true);
        if (field && (isEmptied || cell.trim() !== "")) goOn({ fieldId: field.id, cell: isEmptied ? null : cell.trim() });
      }}
    >
      <div className="form">
        <ComboBox
          label={t`Field`}
          options={fields.map(({ id, name }) => ({ id: String(id), label: name }))}
          value={fieldId}
          onChange={(id) => {
            setFieldId(id);
            setCell("");
          }}
          error={isTried && !field ? t`Choose a field.` : undefined}
        />
        {field && !isEmptied && (
          <>
            {names ? (
              <ComboBox label={t`Value`} options={names} value={cell || null} onChange={setCell} error={missing} />
            ) : field.kind === "date" ? (
              <DateField label={t`Value`} value={cell} onChange={setCell} error={missing} />
            ) : (
              <TextField
                label={t`Value`}
                description={field.kind === "person" ? t`The e-mail address of the person.` : undefined}
                value={cell}
                onChange={setCell}
                error={missing}
              />
            )}
          </>
        )}
        {field && (
          <Checkbox value={isEmptied} onChange={setEmptied}>
            <Trans>Take the value away</Trans>
          </Checkbox>
        )}
      </div>
    </AskDialog>
  );
}
