import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { FieldChange } from "../contract.ts";
import type { KindName } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";

type Props = {
  kind: KindName;
  values: FieldChange;
  set: (patch: Partial<FieldChange>) => void;
  errors: Readonly<Record<string, string>>;
  /** Whether nothing of it can be changed here. */
  isLocked: boolean;
  /** The first values of a list, of a field that is added. */
  lines?: string;
  onLines?: (lines: string) => void;
};

/** What a field is: its name, its help, its list, and what its values have to be like. */
export function DefinitionInputs({ kind, values, set, errors, isLocked, lines = "", onLines }: Props) {
  const { t } = useLingui();
  return (
    <fieldset className="field-definition" disabled={isLocked} aria-label={t`What the field is`}>
      <TextField label={t`Name`} value={values.name} onChange={(text) => set({ name: text })} error={errors["name"]} maxLength={80} />
      <TextField
        label={t`Help`}
        isOptional
        description={t`Shown under the field.`}
        value={values.help}
        onChange={(help) => set({ help })}
        error={errors["help"]}
        maxLength={300}
      />
      {onLines && fieldKinds[kind].options && (
        <TextArea
          label={t`Values`}
          description={
            kind === "tree"
              ? t`One on each line; two spaces in front put it below the one before. More can be added later.`
              : t`One on each line. More can be added later.`
          }
          rows={6}
          value={lines}
          onChange={onLines}
          error={errors["options"]}
        />
      )}
      {kind === "number" && (
        <div className="field-pair">
          <NumberSetting
            label={t`Smallest value`}
            value={values.settings.least}
            onChange={(least) => set({ settings: { ...values.settings, least } })}
          />
          <NumberSetting
            label={t`Largest value`}
            value={values.settings.most}
            onChange={(most) => set({ settings: { ...values.settings, most } })}
            error={errors["settings.most"]}
          />
        </div>
      )}
      {fieldKinds[kind].canHavePattern && (
        <div className="field-pair">
          <TextField
            label={t`Pattern`}
            isOptional
            description={t`A regular expression for the whole value.`}
            value={values.pattern ?? ""}
            onChange={(pattern) => set({ pattern: pattern || null })}
            error={errors["pattern"]}
            spellCheck={false}
            dir="ltr"
          />
          <TextField
            label={t`Sample`}
            isOptional={!values.pattern}
            description={t`A value that has this form; shown to whoever gets it wrong.`}
            value={values.patternSample ?? ""}
            onChange={(patternSample) => set({ patternSample: patternSample || null })}
            error={errors["patternSample"]}
          />
        </div>
      )}
    </fieldset>
  );
}

type NumberSettingProps = {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  error?: string | undefined;
};

function NumberSetting({ label, value, onChange, error }: NumberSettingProps) {
  const [text, setText] = useState(value === undefined ? "" : String(value));
  return (
    <TextField
      label={label}
      isOptional
      inputMode="decimal"
      value={text}
      onChange={(next) => {
        setText(next);
        const number = Number(next.replace(",", "."));
        onChange(next.trim() === "" || Number.isNaN(number) ? undefined : number);
      }}
      {...(error !== undefined && { error })}
    />
  );
}
