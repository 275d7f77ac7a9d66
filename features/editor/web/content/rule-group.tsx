import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { defaultPolicy } from "#features/courses/completion-policy.ts";
import type { CompletionRule } from "#features/courses/content.ts";
import { NumberField } from "#features/questions/web/number-field.tsx";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { PackageRule } from "./package-rule.tsx";

export type Group = Extract<CompletionRule, { rules: CompletionRule[] }>;
/** What asks for something; the score for passing stands beside the conditions (passing-field.tsx). */
type Condition = Exclude<CompletionRule, Group | { kind: "passing" }>;
/** What a condition can be about; "group" is a list of conditions in its place. */
type Choice = Condition["kind"] | "group";

interface Named {
  readonly id: string;
  readonly title: string;
}
interface RuleProps {
  /** The pages and quizzes of the course. */
  readonly pages: readonly Named[];
  readonly quizzes: readonly Named[];
  /** Whether a page has a SCORM object. */
  readonly hasPackages: boolean;
}
interface RuleGroupProps extends RuleProps {
  readonly group: Group;
  /** In how many lists it lies. */
  readonly depth?: number;
  readonly onChange: (group: Group) => void;
}

const mostConditions = 10;
/** How deeply lists may lie in each other. */
const deepest = 2;

function madeOf(need: Group["kind"], rules: CompletionRule[], count: number): Group {
  return need === "atLeast" ? { kind: need, count: Math.max(1, Math.min(count, rules.length)), rules } : { kind: need, rules };
}
const countOf = (group: Group) => (group.kind === "atLeast" ? group.count : 2);

/** A list of conditions and how many of them must hold. A condition may be such a list itself. */
export function RuleGroup({ group, depth = 0, onChange, ...course }: RuleGroupProps) {
  const { t } = useLingui();
  const add = useRef<HTMLButtonElement>(null);
  const { rules } = group;
  const set = (next: CompletionRule[]) => onChange(madeOf(group.kind, next, countOf(group)));
  return (
    <>
      {rules.length > 1 && (
        <Select
          label={t`How many must hold`}
          value={group.kind}
          options={[
            { id: "all", label: t`All of these conditions` },
            { id: "any", label: t`One of these conditions` },
            { id: "atLeast", label: t`Some of these conditions` },
          ]}
          onChange={(need) => onChange(madeOf(need, rules, countOf(group)))}
        />
      )}
      {group.kind === "atLeast" && rules.length > 1 && (
        <NumberField
          label={t`Number of conditions`}
          isWhole
          min={1}
          max={rules.length}
          value={group.count}
          onChange={(count) => onChange({ ...group, count })}
        />
      )}
      <ol className="stack rule-list">
        {rules.map(
          (rule, nth) =>
            rule.kind !== "passing" && (
              // Conditions have no id, and are few.
              <li key={nth} className="card rule-card">
                <RuleCard
                  {...course}
                  rule={rule}
                  depth={depth}
                  isOnly={rules.length === 1}
                  onChange={(next) => set(rules.with(nth, next))}
                  onRemove={() => {
                    set(rules.toSpliced(nth, 1));
                    // The button that was pressed goes.
                    add.current?.focus();
                  }}
                />
              </li>
            ),
        )}
      </ol>
      <Button
        ref={add}
        icon={Plus}
        size="s"
        isDisabled={rules.length >= mostConditions}
        onPress={() => set([...rules, madeAnew(course.quizzes.length > 0 ? "score" : "minutes", course)])}
      >
        {depth === 0 ? <Trans>Add a condition</Trans> : <Trans>Add a condition to this group</Trans>}
      </Button>
    </>
  );
}

/** A condition as it begins. */
function madeAnew(choice: Condition["kind"], { pages, quizzes }: RuleProps): Condition {
  switch (choice) {
    case "pages":
      return { kind: choice, percent: 100 };
    case "page":
      return { kind: choice, pageId: pages[0]?.id ?? "page" };
    case "score":
      return { kind: choice, blockId: quizzes[0]?.id ?? "quiz", percent: 80 };
    case "minutes":
      return { kind: choice, minutes: 10 };
    case "scorm":
      return { kind: choice, policy: defaultPolicy };
  }
}

interface RuleCardProps extends RuleProps {
  readonly rule: Condition | Group;
  readonly depth: number;
  readonly isOnly: boolean;
  readonly onChange: (rule: CompletionRule) => void;
  readonly onRemove: () => void;
}

function RuleCard({ rule, depth, isOnly, onChange, onRemove, ...course }: RuleCardProps) {
  const { t } = useLingui();
  const isGroup = "rules" in rule;
  const choose = (choice: Choice) => {
    if (choice !== "group") return onChange(madeAnew(choice, course));
    // What was the condition is the first of the group.
    if (!isGroup) onChange({ kind: "any", rules: [rule, madeAnew("page", course)] });
  };
  return (
    <>
      <div className="row-between">
        <Select<Choice>
          label={t`Condition`}
          value={isGroup ? "group" : rule.kind}
          options={[
            { id: "pages", label: t`Pages complete` },
            { id: "page", label: t`A certain page complete` },
            { id: "score", label: t`Score in a quiz` },
            { id: "minutes", label: t`Study time` },
            ...(rule.kind === "scorm" || course.hasPackages ? [{ id: "scorm" as const, label: t`SCORM objects complete` }] : []),
            ...(isGroup || depth < deepest ? [{ id: "group" as const, label: t`A group of conditions` }] : []),
          ]}
          onChange={choose}
        />
        <IconButton icon={Trash2} label={t`Remove condition`} isDisabled={isOnly} onPress={onRemove} />
      </div>
      {isGroup && (
        <div className="stack" role="group" aria-label={t`Group of conditions`}>
          <RuleGroup {...course} group={rule} depth={depth + 1} onChange={onChange} />
        </div>
      )}
      {rule.kind === "pages" && (
        <NumberField
          label={t`Percent of the pages`}
          min={1}
          max={100}
          value={rule.percent}
          onChange={(percent) => onChange({ ...rule, percent })}
        />
      )}
      {rule.kind === "scorm" && <PackageRule policy={rule.policy} onChange={(policy) => onChange({ ...rule, policy })} />}
      {rule.kind === "page" && (
        <Select
          label={t`Page`}
          value={course.pages.some(({ id }) => id === rule.pageId) ? rule.pageId : null}
          placeholder={t`Choose a page`}
          options={course.pages.map(({ id, title }) => ({ id, label: title }))}
          onChange={(pageId) => onChange({ ...rule, pageId })}
        />
      )}
      {rule.kind === "minutes" && (
        <NumberField
          label={t`Minutes`}
          isWhole
          min={1}
          max={100_000}
          value={rule.minutes}
          onChange={(minutes) => onChange({ ...rule, minutes })}
        />
      )}
      {rule.kind === "score" && (
        <>
          <Select
            label={t`Quiz`}
            value={rule.blockId}
            placeholder={t`Choose a quiz`}
            options={course.quizzes.map(({ id, title }) => ({ id, label: title || t`Quiz without title` }))}
            onChange={(blockId) => onChange({ ...rule, blockId })}
          />
          <NumberField
            label={t`Percent of the points`}
            min={1}
            max={100}
            value={rule.percent}
            onChange={(percent) => onChange({ ...rule, percent })}
          />
        </>
      )}
    </>
  );
}
