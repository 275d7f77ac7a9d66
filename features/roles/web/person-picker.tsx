import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RadioGroup } from "#ui/radio-group.tsx";
import { candidatesQuery } from "./hooks.ts";
import { PeopleSearch } from "./people-search.tsx";

type Props = { value: number | null; onChange: (userId: number) => void; error?: string | undefined };

/** One member of the portal, found by part of their name or e-mail address. */
export function PersonPicker({ value, onChange, error }: Props) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  return (
    <PeopleSearch q={q} onSearch={setQ} found={useQuery(candidatesQuery(q))}>
      {(rows) => (
        <div className="roles-choices">
          <RadioGroup
            label={t`Person`}
            options={rows.map(({ id, name, email }) => ({ id: String(id), label: name, description: email }))}
            value={value === null ? null : String(value)}
            onChange={(id) => onChange(Number(id))}
            error={error}
          />
        </div>
      )}
    </PeopleSearch>
  );
}
