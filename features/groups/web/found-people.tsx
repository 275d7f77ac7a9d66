import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PeopleSearch } from "#features/roles/web/people-search.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { candidatesQuery } from "./hooks.ts";

type Props = { groupId: number; value: readonly number[]; onChange: (ids: readonly number[]) => void; isRemoving: boolean };

/** Several people, found by the beginning of words of their names or addresses. */
export function FoundPeople({ groupId, value, onChange, isRemoving }: Props) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const count = value.length;
  const chosen = count > 0 && <p role="status">{t`${plural(count, { one: "# person chosen", other: "# people chosen" })}`}</p>;
  return (
    <PeopleSearch q={q} onSearch={setQ} found={useQuery(candidatesQuery(groupId, q))} after={chosen}>
      {(rows) => (
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
            onChange={(ids) => {
              const listed = new Set(rows.map(({ id }) => id));
              onChange([...value.filter((id) => !listed.has(id)), ...ids.map(Number)]);
            }}
          />
        </div>
      )}
    </PeopleSearch>
  );
}
