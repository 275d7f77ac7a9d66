import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CheckboxGroup } from "./checkbox-group.tsx";
import { SearchField } from "./search-field.tsx";
import "./choice-list.css";

type Props = {
  label: string;
  description?: string;
  options: readonly { id: number; label: string }[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error?: string | undefined;
};

/** More of them are searched. */
const fewest = 10;

/** Several of the portal's own things, such as groups: all that there are, searched where they are many. Chosen ones come first and stay. */
export function ChoiceList({ label, description, options, value, onChange, error }: Props) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  // In the order in which the list was opened: a row that moves while it is ticked is lost.
  const [first] = useState(() => new Set(value));
  const words = q.trim().toLowerCase();
  const ordered = [...options.filter(({ id }) => first.has(id)), ...options.filter(({ id }) => !first.has(id))];
  const shown = ordered.filter((one) => words === "" || one.label.toLowerCase().includes(words));
  const hidden = value.filter((id) => !shown.some((one) => one.id === id));
  return (
    <div className="ui-choice-list">
      {options.length > fewest && <SearchField label={t`Search: ${label}`} value={q} onChange={setQ} />}
      <div className="ui-choice-list-options">
        <CheckboxGroup
          label={label}
          {...(description !== undefined && { description })}
          error={error}
          options={shown.map((one) => ({ id: String(one.id), label: one.label }))}
          value={value.map(String)}
          onChange={(ids) => onChange([...hidden, ...ids.map(Number)])}
        />
        {shown.length === 0 && (
          <p className="muted">
            <Trans>Nothing has these words.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}
