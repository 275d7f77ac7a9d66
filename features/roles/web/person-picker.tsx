import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RadioGroup } from "#ui/radio-group.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { candidatesQuery } from "./hooks.ts";

type Props = { value: number | null; onChange: (userId: number) => void; error?: string | undefined };

/** One member of the portal, found by part of their name or e-mail address. */
export function PersonPicker({ value, onChange, error }: Props) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const found = useQuery(candidatesQuery(q));
  const rows = found.data?.rows ?? [];
  return (
    <div className="stack" aria-busy={found.isPlaceholderData || undefined}>
      <SearchField label={t`Search by name or email`} isLabelVisible value={q} onChange={setQ} />
      {found.isPending && <Skeleton shape="lines" />}
      {found.isError && (
        <p className="ui-error" role="alert">
          <Trans>The people could not be loaded. Type again.</Trans>
        </p>
      )}
      {found.data && rows.length === 0 && (
        <p role="status">
          <Trans>Nobody in this portal matches this search.</Trans>
        </p>
      )}
      {rows.length > 0 && (
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
    </div>
  );
}
