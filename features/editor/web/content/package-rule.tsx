import { useLingui } from "@lingui/react/macro";
import { usePolicyChoices } from "#features/authoring/web/use-policy-choices.ts";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import { NumberField } from "#features/questions/web/number-field.tsx";
import { Select } from "#ui/select.tsx";

/** What the SCORM objects of an online course count for (SCO-6): when they are complete and passed, and which of their scores counts. */
export function PackageRule({ policy, onChange }: { policy: ScormPolicy; onChange: (policy: ScormPolicy) => void }) {
  const { t } = useLingui();
  const choices = usePolicyChoices();
  const { complete, minutes, pass, passPercent = 80, score } = policy;
  /** Keeps only values that the choices use, and nothing that authors of packages could not choose either. */
  const set = (next: Partial<ScormPolicy>) => {
    const wanted = { complete, pass, passPercent, score, ...next };
    const asksForPass = wanted.complete === "passed" && wanted.pass === "none";
    onChange({
      complete: wanted.complete,
      ...(wanted.complete === "minutes" && { minutes }),
      pass: asksForPass ? "reported" : wanted.pass,
      ...(wanted.pass === "score" && { passPercent: wanted.passPercent }),
      score: wanted.score,
    });
  };
  return (
    <>
      <Select
        label={choices.complete.label}
        // Time alone never completes an online course.
        options={choices.complete.options.filter(({ id }) => id !== "minutes" || complete === id)}
        value={complete}
        onChange={(one) => set({ complete: one })}
      />
      <Select
        label={choices.pass.label}
        options={choices.pass.options.filter(({ id }) => complete !== "passed" || id !== "none")}
        value={pass}
        onChange={(one) => set({ pass: one })}
      />
      {pass === "score" && (
        <NumberField
          label={t`Score that passes, in percent`}
          min={0}
          max={100}
          value={passPercent}
          onChange={(one) => set({ passPercent: one })}
        />
      )}
      <Select label={choices.score.label} options={choices.score.options} value={score} onChange={(one) => set({ score: one })} />
    </>
  );
}
