import { useLingui } from "@lingui/react/macro";
import { Controller, useWatch } from "react-hook-form";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Choice, NumberInput } from "./editor-inputs.tsx";
import type { EditorControl } from "./editor-values.ts";
import { fieldId } from "./editor-values.ts";

/** The completion policy (SCO-6): what counts as complete, as passed, and which score. It applies to learners from the next version on. */
export function PolicyFields({ control }: { control: EditorControl }) {
  const { t } = useLingui();
  const [complete, pass] = useWatch({ control, name: ["policy.complete", "policy.pass"] });
  return (
    <div className="editor-fields">
      <Choice
        control={control}
        name="policy.complete"
        label={t`A part counts as complete`}
        options={[
          {
            id: "reported",
            label: t`When the package says so`,
            description: t`It reports completed or passed. Right for most packages.`,
          },
          { id: "passed", label: t`When the learner has passed`, description: t`Reporting completed is not enough.` },
          { id: "minutes", label: t`After some time in it`, description: t`Time is measured here, whatever the package reports.` },
          { id: "launched", label: t`When it was opened`, description: t`For packages that never report anything.` },
        ]}
      />
      {complete === "minutes" && (
        <div className="editor-number">
          <NumberInput control={control} name="policy.minutes" label={t`Minutes in each part`} />
        </div>
      )}
      <Choice
        control={control}
        name="policy.pass"
        label={t`A part counts as passed`}
        options={[
          { id: "reported", label: t`When the package says so`, description: t`It decides by its own pass mark.` },
          { id: "score", label: t`From a score you set`, description: t`The score the package reports is compared with yours.` },
          { id: "none", label: t`There is nothing to pass`, description: t`Results say completed, without passed or failed.` },
        ]}
      />
      {pass === "score" && (
        <div className="editor-number">
          <NumberInput control={control} name="policy.passPercent" label={t`Score that passes, in percent`} />
        </div>
      )}
      <Choice
        control={control}
        name="policy.score"
        label={t`When a learner gets several scores`}
        description={t`Every reported score is kept, whichever counts. Whoever has passed once stays passed.`}
        options={[
          { id: "best", label: t`The best counts` },
          { id: "last", label: t`The last counts` },
          { id: "first", label: t`The first counts` },
          { id: "average", label: t`The average counts` },
        ]}
      />
      <Controller
        control={control}
        name="newWindow"
        render={({ field }) => (
          <RadioGroup
            id={fieldId("newWindow")}
            label={t`How it opens`}
            options={[
              { id: "page", label: t`In the page`, description: t`Works everywhere, phones included.` },
              {
                id: "window",
                label: t`In a window of its own`,
                description: t`For packages that need more room or refuse to work in a frame.`,
              },
            ]}
            value={field.value ? "window" : "page"}
            onChange={(id) => field.onChange(id === "window")}
          />
        )}
      />
    </div>
  );
}
