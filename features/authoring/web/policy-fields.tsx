import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { Controller, useWatch, type Control, type FieldPathValue } from "react-hook-form";
import type * as z from "zod/mini";
import { ScormPolicy } from "#features/courses/completion-policy.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { PackageDraft, PackageRules } from "../contract.ts";
import { NumberInput } from "./editor-inputs.tsx";
import { fieldId } from "./editor-values.ts";
import { usePolicyChoices } from "./use-policy-choices.ts";

/** The values of the form of a package's rules before validation. */
export type RuleValues = z.input<typeof PackageRules>;
type RuleControl = Control<RuleValues, unknown, z.output<typeof PackageRules>>;
const policyNames = (Object.keys(ScormPolicy.shape) as (keyof ScormPolicy)[]).map((part) => `policy.${part}` as const);
/** Field names in page order. */
export const ruleNames = [...policyNames, "newWindow"] as const;
/** The form's values for a stored package. */
export const rulesOf = ({ policy, newWindow }: PackageDraft): RuleValues => ({ policy, newWindow });

/** The completion policy (SCO-6): what counts as complete, as passed, and which score. It applies to learners from the next version on. */
export function PolicyFields({ control }: { control: RuleControl }) {
  const { t } = useLingui();
  const choices = usePolicyChoices();
  const [complete, pass] = useWatch({ control, name: ["policy.complete", "policy.pass"] });
  return (
    <div className="editor-fields">
      <Choice control={control} name="policy.complete" {...choices.complete} />
      {complete === "minutes" && (
        <div className="editor-number">
          <NumberInput control={control} name="policy.minutes" label={t`Minutes in each part`} />
        </div>
      )}
      <Choice control={control} name="policy.pass" {...choices.pass} />
      {pass === "score" && (
        <div className="editor-number">
          <NumberInput control={control} name="policy.passPercent" label={t`Score that passes, in percent`} />
        </div>
      )}
      <Choice control={control} name="policy.score" {...choices.score} />
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

type ChoiceName = "policy.complete" | "policy.pass" | "policy.score";
type ChoiceProps<Name extends ChoiceName> = { control: RuleControl; name: Name } & Pick<
  ComponentProps<typeof RadioGroup<FieldPathValue<RuleValues, Name>>>,
  "label" | "options" | "description"
>;

/** A form field with one of a few choices. */
function Choice<Name extends ChoiceName>({ control, name, ...group }: ChoiceProps<Name>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => <RadioGroup id={fieldId(name)} {...group} {...field} error={fieldState.error?.message} />}
    />
  );
}
