import { useLingui } from "@lingui/react/macro";
import { SquarePen, X } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { EffectEditor, EffectProps } from "../../web/effect-editor.ts";
import type { FieldsEffect } from "./fields.ts";

function ChooseFields({ value: { cells }, onChange, choices, error }: EffectProps<FieldsEffect>) {
  const { t } = useLingui();
  const write = (fieldId: number, cell: string) =>
    onChange({ cells: cells.map((one) => (one.fieldId === fieldId ? { fieldId, cell } : one)) });
  const free = choices.fields.filter(({ id }) => !cells.some(({ fieldId }) => fieldId === id));
  return (
    <>
      {cells.map(({ fieldId, cell }) => {
        const field = choices.fields.find(({ id }) => id === fieldId);
        const name = field?.name ?? t`A field that is not there any more`;
        return (
          <div className="code-pair" key={fieldId}>
            {field?.options ? (
              <Select
                label={name}
                options={field.options.map((option) => ({ id: option, label: option }))}
                value={cell || null}
                onChange={(option) => write(fieldId, option)}
              />
            ) : (
              <TextField label={name} value={cell} dir="auto" onChange={(text) => write(fieldId, text)} />
            )}
            <IconButton
              icon={X}
              label={t`Remove ${name}`}
              onPress={() => onChange({ cells: cells.filter((one) => one.fieldId !== fieldId) })}
            />
          </div>
        );
      })}
      {free.length > 0 && (
        <Select
          label={t`Fill in a field`}
          options={free.map((one) => ({ id: String(one.id), label: one.name }))}
          value={null}
          onChange={(id) => onChange({ cells: [...cells, { fieldId: Number(id), cell: "" }] })}
          error={error}
        />
      )}
      {free.length === 0 && error && (
        <p className="ui-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

export const fields: EffectEditor<FieldsEffect> = {
  icon: SquarePen,
  begin: { cells: [] },
  isOffered: (choices) => choices.fields.length > 0,
  Fields: ChooseFields,
};
