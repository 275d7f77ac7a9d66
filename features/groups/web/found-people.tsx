import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { candidatesQuery } from "./hooks.ts";

type Props = { groupId: number; value: readonly number[]; onChange: (ids: readonly number[]) => void; isRemoving: boolean };

/** Several people, found by the beginning of words of their names or addresses. */
export function FoundPeople({ groupId, value, onChange, isRemoving }: Props) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const found = useQuery(candidatesQuery(groupId, q));
  const rows = found.data?.rows ?? [];
  const count = value.length;
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
        <div className="group-choices">
          <CheckboxGroup
            label={t`People`}
            isLabelHidden
            options={rows.map(({ id, name, email, isIn }) => ({
              id: String(id),
              label: name,
              description: isIn ? t`${email}, in the group` : email,
              isDisabled: isIn !== isRemoving,
            }))}
            value={value.map(String)}
            onChange={(chosen) => {
              const listed = new Set(rows.map(({ id }) => id));
              onChange([...value.filter((id) => !listed.has(id)), ...chosen.map(Number)]);
            }}
          />
        </div>
      )}
      {count > 0 && <p role="status">{t`${plural(count, { one: "# person chosen", other: "# people chosen" })}`}</p>}
    </div>
  );
}
