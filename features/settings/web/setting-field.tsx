import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { Select } from "#ui/select.tsx";
import { Switch } from "#ui/switch.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { SettingRow } from "../contract.ts";

interface SettingFieldProps {
  setting: SettingRow;
  /** As it is shown now, saved or not; null gives it back to the product. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** One setting: its control by its type, what it does, and where its value comes from. */
export function SettingField({ setting, value, error, onChange }: SettingFieldProps) {
  const { t } = useLingui();
  const shown = value ?? setting.fallback;
  const isOwn = value !== null && (setting.origin === "portal" || value !== setting.value);
  return (
    <div className="setting" id={`setting-${setting.key}`}>
      <Control setting={setting} value={shown} error={error} onChange={onChange} />
      <p className="setting-origin muted">
        {isOwn ? (
          <>
            <Trans>Set in this portal.</Trans>{" "}
            <Button size="s" onPress={() => onChange(null)} aria-label={t`Back to the default: ${setting.title}`}>
              <Trans>Back to the default</Trans>
            </Button>
          </>
        ) : (
          <Trans>The default.</Trans>
        )}
      </p>
    </div>
  );
}

function Control({ setting, value, error, onChange }: SettingFieldProps & { value: string }) {
  const words = { label: setting.title, description: setting.help, error };
  const text = { ...words, value, onChange, id: `setting-value-${setting.key}` };
  switch (setting.type) {
    case "flag":
      return (
        <Switch value={value === "true"} description={setting.help} onChange={(isOn) => onChange(String(isOn))}>
          {setting.title}
        </Switch>
      );
    case "choice":
      return (
        <Select
          {...words}
          options={setting.choices.map(({ value: id, title: label }) => ({ id, label }))}
          value={value}
          onChange={onChange}
        />
      );
    case "choices":
      return (
        <CheckboxGroup
          {...words}
          id={text.id}
          options={setting.choices.map(({ value: id, title: label }) => ({ id, label }))}
          value={value.split(",").filter(Boolean)}
          // In the order in which they are kept, so that what is chosen anew is no change.
          onChange={(chosen) => onChange(setting.choices.flatMap((one) => (chosen.includes(one.value) ? one.value : [])).join(","))}
        />
      );
    case "lines":
      return <TextArea {...text} rows={4} spellCheck={false} />;
    case "number":
      return <TextField {...text} inputMode="numeric" />;
    case "url":
      return <TextField {...text} dir="ltr" spellCheck={false} placeholder="https://" />;
    case "text":
      return <TextField {...text} />;
  }
}
