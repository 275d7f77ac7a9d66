import { Trans, useLingui } from "@lingui/react/macro";
import { ListPlus, Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { deepest, isCombined, type Combined, type Condition } from "../condition.ts";
import type { Choices } from "../contract.ts";
import { subjectOf, useSubjects, type Subject } from "./subjects.ts";
import { TestFields } from "./test-fields.tsx";
import "./conditions.css";

interface Props {
  readonly value: Combined;
  readonly onChange: (condition: Combined) => void;
  readonly choices: Choices;
}

/** Puts a condition together: tests, and combinations of them in one another. What it gives may still lack a text or a choice; `Condition` tells. */
export function ConditionBuilder(props: Props) {
  return <Combination {...props} subjects={useSubjects(props.choices)} depth={0} />;
}

function Combination({ value, onChange, choices, subjects, depth }: Props & { subjects: readonly Subject[]; depth: number }) {
  const { t } = useLingui();
  const id = useId();
  // Parts have no names of their own. A row keeps its key while its part changes, so the focus stays in it, and no other row takes it over.
  const [{ keys, made }, setKeys] = useState({ keys: value.of.map((_, nth) => nth), made: value.of.length });
  const put = (nth: number, part: Condition) => onChange({ ...value, of: value.of.toSpliced(nth, 1, part) });
  const remove = (nth: number) => {
    setKeys({ keys: keys.toSpliced(nth, 1), made });
    onChange({ ...value, of: value.of.toSpliced(nth, 1) });
  };
  const add = (part: Condition) => {
    setKeys({ keys: [...keys, made], made: made + 1 });
    onChange({ ...value, of: [...value.of, part] });
  };
  const fresh = subjects[0]?.fresh;
  return (
    <fieldset className="cond-part" aria-labelledby={id}>
      <legend className="visually-hidden" id={id}>
        {depth === 0 ? t`Conditions` : t`Conditions in one another`}
      </legend>
      <div className="cond-how">
        <Select
          label={t`People for whom`}
          options={[
            { id: "all", label: t`all of these hold` },
            { id: "any", label: t`at least one of these holds` },
            { id: "none", label: t`none of these holds` },
          ]}
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind })}
        />
      </div>
      {value.of.length > 0 && (
        <ol className="cond-list">
          {value.of.map((part, nth) => {
            const number = nth + 1;
            return (
              <li key={keys[nth]} className="cond-row">
                {isCombined(part) ? (
                  <Combination value={part} onChange={(next) => put(nth, next)} choices={choices} subjects={subjects} depth={depth + 1} />
                ) : (
                  <div className="cond-test">
                    <Select
                      label={t`About`}
                      options={subjects.map((subject) => ({ id: subject.id, label: subject.label }))}
                      value={subjectOf(part)}
                      onChange={(subjectId) => {
                        const next = subjects.find((subject) => subject.id === subjectId);
                        if (next) put(nth, next.fresh);
                      }}
                    />
                    <TestFields test={part} onChange={(next) => put(nth, next)} choices={choices} />
                  </div>
                )}
                <IconButton label={t`Remove condition ${number}`} icon={X} tipFrom="end" onPress={() => remove(nth)} />
              </li>
            );
          })}
        </ol>
      )}
      <div className="row">
        <Button size="s" icon={Plus} onPress={() => fresh && add(fresh)}>
          <Trans>Add condition</Trans>
        </Button>
        {depth < deepest - 1 && (
          <Button size="s" variant="quiet" icon={ListPlus} onPress={() => add({ kind: "any", of: fresh ? [fresh] : [] })}>
            <Trans>Add conditions in one another</Trans>
          </Button>
        )}
      </div>
    </fieldset>
  );
}
