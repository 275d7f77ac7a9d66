import { useLingui } from "@lingui/react/macro";
import type { Page, PageRule } from "#features/courses/content.ts";
import { NumberField } from "#features/questions/web/number-field.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import { about } from "../../page-rules.ts";

interface PageRuleFieldsProps {
  readonly rule: PageRule;
  /** The kinds of blocks that the pages have: conditions are offered for these. */
  readonly kinds: ReadonlySet<Page["blocks"][number]["kind"]>;
  readonly onChange: (rule: PageRule) => void;
}

/** A rule without one of its conditions. */
function without(rule: PageRule, name: keyof PageRule): PageRule {
  const { [name]: _, ...rest } = rule;
  return rest as PageRule;
}

/** When a page opens, and when it counts as complete: every condition that is ticked must hold. */
export function PageRuleFields({ rule, kinds, onChange }: PageRuleFieldsProps) {
  const { t } = useLingui();
  const toggle =
    <Name extends keyof PageRule>(name: Name, value: PageRule[Name]) =>
    (isOn: boolean) =>
      onChange(isOn ? { ...rule, [name]: value } : without(rule, name));
  const isOffered = (part: keyof typeof about) => kinds.has(about[part]) || rule[part] !== undefined;
  return (
    <>
      <Checkbox value={rule.locked === true} onChange={toggle("locked", true)}>
        {t`Locked until every page before it is complete`}
      </Checkbox>
      <fieldset className="stack-s rule-fields">
        <legend className="ui-label">{t`This page is complete when`}</legend>
        <Checkbox value={rule.viewed} onChange={(viewed) => onChange({ ...rule, viewed })}>
          {t`its end was reached`}
        </Checkbox>
        <Checkbox value={rule.minSeconds !== undefined} onChange={toggle("minSeconds", 60)}>
          {t`some time was spent on it`}
        </Checkbox>
        {rule.minSeconds !== undefined && (
          <NumberField
            label={t`Seconds on this page`}
            isWhole
            min={1}
            max={86_400}
            value={rule.minSeconds}
            onChange={(minSeconds) => onChange({ ...rule, minSeconds })}
          />
        )}
        {isOffered("videoPercent") && (
          <Checkbox value={rule.videoPercent !== undefined} onChange={toggle("videoPercent", 90)}>
            {t`each video was watched`}
          </Checkbox>
        )}
        {rule.videoPercent !== undefined && (
          <NumberField
            label={t`Percent of each video`}
            min={1}
            max={100}
            value={rule.videoPercent}
            onChange={(videoPercent) => onChange({ ...rule, videoPercent })}
          />
        )}
        {isOffered("audioPercent") && (
          <Checkbox value={rule.audioPercent !== undefined} onChange={toggle("audioPercent", 90)}>
            {t`each recording was heard`}
          </Checkbox>
        )}
        {rule.audioPercent !== undefined && (
          <NumberField
            label={t`Percent of each recording`}
            min={1}
            max={100}
            value={rule.audioPercent}
            onChange={(audioPercent) => onChange({ ...rule, audioPercent })}
          />
        )}
        {isOffered("quiz") && (
          <Checkbox value={rule.quiz !== undefined} onChange={toggle("quiz", "passed")}>
            {t`each quiz was done`}
          </Checkbox>
        )}
        {rule.quiz !== undefined && (
          <Select
            label={t`A quiz is done when it was`}
            value={rule.quiz}
            options={[
              { id: "passed", label: t`passed` },
              { id: "submitted", label: t`handed in` },
            ]}
            onChange={(quiz) => onChange({ ...rule, quiz })}
          />
        )}
        {isOffered("attested") && (
          <Checkbox value={rule.attested === true} onChange={toggle("attested", true)}>
            {t`each statement was confirmed`}
          </Checkbox>
        )}
        {isOffered("signedOff") && (
          <Checkbox value={rule.signedOff === true} onChange={toggle("signedOff", true)}>
            {t`an assessor signed it off`}
          </Checkbox>
        )}
        {isOffered("scorm") && (
          <Checkbox value={rule.scorm === true} onChange={toggle("scorm", true)}>
            {t`each SCORM object is complete`}
          </Checkbox>
        )}
      </fieldset>
    </>
  );
}
