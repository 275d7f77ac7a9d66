import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { ComboBox } from "./combo-box.tsx";
import { DateField } from "./date-field.tsx";
import "./period-fields.css";

type Typed = { readonly startsAt: string; readonly endsAt: string; readonly timeZone: string };
type Props = {
  value: Typed;
  onChange: (value: Typed) => void;
  /** By the names of the value. */
  errors: Readonly<Record<string, string | undefined>>;
};

/** From when until when something is shown, by the clocks of a zone; an empty end is open. */
export function PeriodFields({ value, onChange, errors }: Props) {
  const { t } = useLingui();
  const { timeZone } = value;
  const zones = useMemo(
    () =>
      [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), timeZone])]
        .toSorted()
        .map((id) => ({ id, label: id.replaceAll("_", " ") })),
    [timeZone],
  );
  return (
    <div className="ui-period">
      <DateField
        id="starts-at"
        label={t`From`}
        isOptional
        withTime
        value={value.startsAt}
        onChange={(startsAt) => onChange({ ...value, startsAt })}
        error={errors["startsAt"]}
      />
      <DateField
        id="ends-at"
        label={t`Until`}
        isOptional
        withTime
        value={value.endsAt}
        onChange={(endsAt) => onChange({ ...value, endsAt })}
        error={errors["endsAt"]}
      />
      <ComboBox
        label={t`Time zone`}
        options={zones}
        value={timeZone}
        onChange={(zone) => onChange({ ...value, timeZone: zone })}
        error={errors["timeZone"]}
      />
    </div>
  );
}
