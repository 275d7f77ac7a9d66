import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import type { Import } from "../contract.ts";
import type { Meaning, Plan } from "../plan.ts";
import { useImportSteps } from "./hooks.ts";
import { ReadingPart } from "./reading-part.tsx";
import { useImportWords } from "./use-import-words.ts";

const nothing = "-";

/** Says what the columns mean, whom rows are about, and what happens to them. */
export function MappingPart({ one, onChecked }: { one: Import; onChecked: () => void }) {
  const { t } = useLingui();
  const words = useImportWords();
  const { check } = useImportSteps(one.id);
  const [plan, setPlan] = useState<Plan>(one.plan);
  // Reading the file in another way gives other columns.
  const [readAs, setReadAs] = useState(one.plan);
  if (readAs !== one.plan) {
    setReadAs(one.plan);
    if (one.isGuessed) setPlan(one.plan);
  }
  const change = (part: Partial<Plan>) => setPlan((now) => ({ ...now, ...part }));
  const errors = check.error instanceof CallError ? check.error.errors : [];
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const keys = one.targets.filter(({ meaning, isKey }) => isKey && plan.columns.includes(meaning as Meaning));
  const hasDates = one.samples.some((row) => row.some((cell) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/.test(cell.trim())));
  return (
    <div className="import">
      {check.isError && (
        <Banner tone="danger" role="alert" title={t`The table was not checked`}>
          <p>{check.error.message}</p>
        </Banner>
      )}
      <ReadingPart one={one} />
      <section className="card import-card" aria-labelledby="import-columns">
        <h3 id="import-columns">
          <Trans>What the columns mean</Trans>
        </h3>
        {one.isGuessed && (
          <p className="muted">
            <Trans>This is a guess, from the headings and your earlier tables. Check it.</Trans>
          </p>
        )}
        <ul className="import-columns">
          {plan.columns.map((meaning, at) => {
            const heading = one.headings[at] || t`Column ${at + 1}`;
            const samples = one.samples.flatMap((row) => row[at]?.trim() || []).slice(0, 3);
            return (
              // A column is its place.
              <li key={at}>
                <div className="import-column">
                  <strong>
                    <bdi>{heading}</bdi>
                  </strong>
                  <span className="muted import-samples">
                    {samples.length > 0 ? samples.map((sample, nth) => <bdi key={nth}>{sample}</bdi>) : <Trans>empty</Trans>}
                  </span>
                </div>
                <Select
                  label={t`Meaning of ${heading}`}
                  isLabelHidden
                  value={meaning ?? nothing}
                  error={errorOf(`columns.${at}`)}
                  options={[
                    { id: nothing, label: t`Leave out` },
                    ...one.targets.map((target) => ({ id: target.meaning, label: words.meaning(target.meaning, one) })),
                  ]}
                  onChange={(id) =>
                    change({
                      columns: plan.columns.map((now, column) => (column === at ? (id === nothing ? null : (id as Meaning)) : now)),
                    })
                  }
                />
              </li>
            );
          })}
        </ul>
        {errorOf("columns") && <p className="ui-error">{errorOf("columns")}</p>}
      </section>
      <section className="card import-card" aria-labelledby="import-how">
        <h3 id="import-how">
          <Trans>What happens with the rows</Trans>
        </h3>
        <Select
          label={t`People are found by`}
          value={plan.key}
          error={errorOf("key")}
          options={(keys.length > 0 ? keys : one.targets.filter(({ meaning }) => meaning === "email")).map(({ meaning }) => ({
            id: meaning,
            label: words.meaning(meaning, one),
          }))}
          onChange={(key) => change({ key })}
        />
        {one.subject === "results" && (
          <p className="muted">
            <Trans>
              Each row becomes a result in somebody’s transcript, marked as brought over. What is there already is not written again, and
              what was learnt here stays as it is.
            </Trans>
          </p>
        )}
        {one.subject === "people" && (
          <RadioGroup
            label={t`Rows`}
            layout="cards"
            value={plan.mode}
            onChange={(mode) => change({ mode })}
            options={[
              { id: "both", label: t`Add new people and change those who are here` },
              { id: "add", label: t`Only add new people` },
              { id: "update", label: t`Only change people who are here` },
            ]}
          />
        )}
        {hasDates && (
          <Select
            label={t`Dates are written as`}
            value={plan.dateOrder}
            options={[
              { id: "dmy", label: t`Day, month, year (31.12.2026)` },
              { id: "mdy", label: t`Month, day, year (12/31/2026)` },
              { id: "ymd", label: t`Year, month, day (2026/12/31)` },
            ]}
            onChange={(dateOrder) => change({ dateOrder })}
          />
        )}
        {one.groups.length > 0 && one.groups.length <= 30 && (
          <CheckboxGroup
            label={t`Everybody in the table joins`}
            options={one.groups.map(({ id, name }) => ({ id: String(id), label: name }))}
            value={plan.groupIds.map(String)}
            onChange={(ids) => change({ groupIds: ids.map(Number) })}
          />
        )}
        {one.targets.some(({ meaning }) => meaning === "status") && (
          <>
            <Checkbox
              value={plan.returns}
              onChange={(returns) => change({ returns })}
              description={t`Those whom a row finds, also by their external ID alone. They find everything as it was. It can be undone.`}
            >
              <Trans>Bring back people who were deactivated</Trans>
            </Checkbox>
            <Checkbox
              value={plan.leavers}
              onChange={(leavers) => change({ leavers })}
              description={t`For a table of everybody. You see whom this concerns, and confirm it by their number. It can be undone.`}
            >
              <Trans>Deactivate people who are not in this table</Trans>
            </Checkbox>
          </>
        )}
        <div>
          <Button
            variant="primary"
            isPending={check.isPending}
            pendingLabel={t`Checking`}
            onPress={() => check.mutate(plan, { onSuccess: onChecked })}
          >
            <Trans>Check every row</Trans>
          </Button>
        </div>
      </section>
    </div>
  );
}
