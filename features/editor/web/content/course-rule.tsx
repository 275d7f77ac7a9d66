import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import type { CompletionRule } from "#features/courses/content.ts";
import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { NumberField } from "#features/questions/web/number-field.tsx";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { obstaclesIn } from "../../completable.ts";
import { contentOf, pageIdsOf, quizzesOf, setCompletion } from "../../working.ts";
import type { Session, SessionState } from "../session/session.ts";
import { useObstacleWords } from "./use-obstacle-words.ts";

type Leaf = Extract<CompletionRule, { kind: "pages" | "score" | "minutes" }>;
const isLeaf = (rule: CompletionRule): rule is Leaf => ["pages", "score", "minutes"].includes(rule.kind);

/** A rule as a list of conditions and how many of them must hold; null for one that lies deeper, or is about packages. */
function listOf(rule: CompletionRule): { need: "all" | "any" | "atLeast"; count: number; rules: Leaf[] } | null {
  if (isLeaf(rule)) return { need: "all", count: 1, rules: [rule] };
  if (!("rules" in rule) || !rule.rules.every(isLeaf)) return null;
  return { need: rule.kind, count: rule.kind === "atLeast" ? rule.count : 1, rules: rule.rules };
}
function ruleOf(need: "all" | "any" | "atLeast", count: number, rules: Leaf[]): CompletionRule {
  const [only] = rules;
  if (only && rules.length === 1) return only;
  return need === "atLeast" ? { kind: need, count, rules } : { kind: need, rules };
}

/** When the whole course is complete: conditions, and whether all, one or some of them must hold; in words, and whether that can be reached. */
export function CourseRule({ session, state }: { session: Session; state: SessionState }) {
  const { t } = useLingui();
  const obstacleWords = useObstacleWords();
  const { work } = state;
  const list = listOf(work.completion);
  const quizzes = quizzesOf(work);
  const set = (rule: CompletionRule) => session.change(setCompletion(rule), "completion");
  const isWhole = pageIdsOf(work.outline).every((id) => work.pages[id]);
  const obstacles = isWhole ? obstaclesIn(contentOf(work), work.completion).filter(({ pageId }) => pageId === null) : [];
  const fresh = (kind: Leaf["kind"]): Leaf =>
    kind === "pages"
      ? { kind, percent: 100 }
      : kind === "minutes"
        ? { kind, minutes: 10 }
        : { kind, blockId: quizzes[0]?.id ?? "quiz", percent: 80 };
  return (
    <section className="stack">
      <h2 className="properties-title">
        <Trans>When the course is complete</Trans>
      </h2>
      {list ? (
        <>
          {list.rules.length > 1 && (
            <Select
              label={t`How many must hold`}
              value={list.need}
              options={[
                { id: "all", label: t`All of these conditions` },
                { id: "any", label: t`One of these conditions` },
                { id: "atLeast", label: t`Some of these conditions` },
              ]}
              onChange={(need) => set(ruleOf(need, Math.min(2, list.rules.length), list.rules))}
            />
          )}
          {list.need === "atLeast" && list.rules.length > 1 && (
            <NumberField
              label={t`Number of conditions`}
              isWhole
              min={1}
              max={list.rules.length}
              value={list.count}
              onChange={(count) => set(ruleOf("atLeast", count, list.rules))}
            />
          )}
          <ol className="stack rule-list">
            {list.rules.map((rule, nth) => {
              const change = (next: Leaf) => set(ruleOf(list.need, list.count, list.rules.with(nth, next)));
              return (
                // Conditions have no id, and are few.
                <li key={`${nth}:${rule.kind}`} className="card rule-card">
                  <div className="row-between">
                    <Select
                      label={t`Condition`}
                      value={rule.kind}
                      options={[
                        { id: "pages", label: t`Pages complete` },
                        { id: "score", label: t`Score in a quiz` },
                        { id: "minutes", label: t`Study time` },
                      ]}
                      onChange={(kind) => change(fresh(kind))}
                    />
                    <IconButton
                      icon={Trash2}
                      label={t`Remove condition`}
                      isDisabled={list.rules.length === 1}
                      onPress={() => {
                        const rules = list.rules.toSpliced(nth, 1);
                        set(ruleOf(list.need, Math.min(list.count, rules.length), rules));
                      }}
                    />
                  </div>
                  {rule.kind === "pages" && (
                    <NumberField
                      label={t`Percent of the pages`}
                      min={1}
                      max={100}
                      value={rule.percent}
                      onChange={(percent) => change({ ...rule, percent })}
                    />
                  )}
                  {rule.kind === "minutes" && (
                    <NumberField
                      label={t`Minutes`}
                      isWhole
                      min={1}
                      max={100_000}
                      value={rule.minutes}
                      onChange={(minutes) => change({ ...rule, minutes })}
                    />
                  )}
                  {rule.kind === "score" && (
                    <>
                      <Select
                        label={t`Quiz`}
                        value={rule.blockId}
                        placeholder={t`Choose a quiz`}
                        options={quizzes.map(({ id, title }) => ({ id, label: title || t`Quiz without title` }))}
                        onChange={(blockId) => change({ ...rule, blockId })}
                      />
                      <NumberField
                        label={t`Percent of the points`}
                        min={1}
                        max={100}
                        value={rule.percent}
                        onChange={(percent) => change({ ...rule, percent })}
                      />
                    </>
                  )}
                </li>
              );
            })}
          </ol>
          <Button
            icon={Plus}
            size="s"
            isDisabled={list.rules.length >= 10}
            onPress={() => set(ruleOf(list.need, list.count, [...list.rules, fresh(quizzes.length > 0 ? "score" : "minutes")]))}
          >
            <Trans>Add a condition</Trans>
          </Button>
        </>
      ) : (
        <Button size="s" onPress={() => set({ kind: "pages", percent: 100 })}>
          <Trans>Replace this rule</Trans>
        </Button>
      )}
      <div className="stack-s small">
        <h3>
          <Trans>In words</Trans>
        </h3>
        <CourseRuleWords
          completion={{
            rule: work.completion,
            quizzes: Object.fromEntries(quizzes.map(({ id, title }) => [id, title])),
            hasParts: pageIdsOf(work.outline).length > 1,
          }}
        />
        {obstacles.map((one) => (
          <p key={`${one.code}${one.blockId}`} className="ui-error">
            {obstacleWords(one.code)}
          </p>
        ))}
      </div>
    </section>
  );
}
