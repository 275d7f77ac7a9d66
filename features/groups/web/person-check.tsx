import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Condition } from "#features/conditions/condition.ts";
import { useWhy } from "#features/conditions/web/use-why.tsx";
import { whyQuery } from "#features/conditions/web/why-query.ts";
import { longestExplained } from "#features/conditions/why-contract.ts";
import { Button } from "#ui/button.tsx";
import type { Option } from "#ui/option-list.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { peopleQuery } from "./hooks.ts";
import "./person-check.css";

/** Asks about one person whether a condition holds for them, and why. */
export default function PersonCheck({ condition }: { condition: Condition }) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const [person, setPerson] = useState<Option<string> | null>(null);
  const found = useQuery(peopleQuery(q));
  const text = JSON.stringify(condition);
  const why = useWhy((userId) => whyQuery(userId, text));
  if (text.length > longestExplained)
    return (
      <p className="muted small">
        <Trans>This condition is too long to check a person with. Split it into groups, and name these.</Trans>
      </p>
    );
  return (
    <div className="person-check">
      <SearchComboBox
        label={t`Check a person`}
        error={found.isError ? t`The people could not be loaded. Type again.` : undefined}
        options={(found.data?.rows ?? []).map(({ id, name, email }) => ({ id: String(id), label: name, description: email }))}
        value={person}
        onChange={setPerson}
        onSearch={setQ}
      />
      <Button isDisabled={person === null} onPress={() => person && why.ask({ id: Number(person.id), name: person.label })}>
        <Trans>Are they in?</Trans>
      </Button>
      {why.dialog}
    </div>
  );
}
