import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Condition } from "#features/conditions/condition.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { CourseFacts } from "../fields-contract.ts";
import type { Difference } from "./conflict-dialog.tsx";
import type { EditorValues } from "./editor-values.ts";
import { startChoicesQuery } from "./team-hooks.ts";

type Shown = Pick<CourseFacts, "categories" | "required"> & Pick<EditorValues, "startCondition"> & { readonly id: number };

/** The fields that differ between what somebody else saved and what is about to be saved. */
export function useDifferences(theirs: EditorValues & Shown) {
  const fields = useFieldWords(theirs);
  return (mine: EditorValues): Difference[] =>
    fields.flatMap(({ label, value }) => {
      const [theirValue, ownValue] = [value(theirs), value(mine)];
      return theirValue === ownValue ? [] : [{ name: label, theirs: theirValue, mine: ownValue }];
    });
}

/** Every field: its label and a function that gives its value as text; in page order. */
function useFieldWords({
  id: courseId,
  categories,
  required,
  startCondition: theirCondition,
}: Shown): { label: string; value: (of: EditorValues) => string }[] {
  const { t, i18n } = useLingui();
  const words = useCourseWords();
  // Where only this form has a condition, its field has asked for them.
  const { data: choices } = useQuery({
    ...startChoicesQuery(courseId),
    enabled: typeof theirCondition === "object" && theirCondition !== null,
  });
  const tell = useConditionWords(choices);
  const listed = (items: readonly string[]) => items.filter(Boolean).join(", ") || t`None`;
  const fields: Record<keyof EditorValues, { label: string; value: (of: EditorValues) => string }> = {
    title: { label: t`Title`, value: ({ title }) => title },
    summary: { label: t`Description`, value: ({ summary }) => summary || t`None` },
    outcomes: { label: t`What people can do afterwards`, value: ({ outcomes }) => listed(outcomes) },
    categoryIds: {
      label: t`Categories`,
      value: ({ categoryIds }) => listed(categories.filter(({ id }) => categoryIds.includes(id)).map(({ name }) => name)),
    },
    minutes: { label: t`Duration in minutes`, value: ({ minutes }) => (Number.isNaN(minutes) ? "–" : words.minutes(minutes)) },
    language: { label: t`Language`, value: ({ language }) => words.language(language) },
    selfEnrol: {
      label: t`Who may enrol`,
      value: ({ selfEnrol }) => (selfEnrol ? t`Everyone in this portal` : t`Only people it is assigned to`),
    },
    tags: { label: t`Tags`, value: ({ tags }) => listed(tags) },
    coverFileId: { label: t`Cover`, value: ({ coverFileId }) => (coverFileId === null ? t`A drawn plate` : t`A picture`) },
    credits: {
      label: t`Credits`,
      value: ({ credits }) => listed(credits.map(({ kind, amount }) => `${i18n.number(amount)} ${kind}`)),
    },
    requiredIds: {
      label: t`Courses to complete first`,
      value: ({ requiredIds }) => listed(requiredIds.map((id) => required.find((one) => one.id === id)?.title ?? t`Course ${id}`)),
    },
    requiredCount: {
      label: t`How many of them`,
      value: ({ requiredCount }) => (requiredCount === null ? t`All of them` : i18n.number(requiredCount)),
    },
    startCondition: {
      label: t`Who may begin`,
      value: ({ startCondition }) => {
        if (startCondition === null) return t`Everybody who has the course.`;
        return startCondition === "kept" ? t`A condition that you do not see` : tell(startCondition as Condition);
      },
    },
    enrolFrom: { label: t`Enrolment from`, value: ({ enrolFrom }) => enrolFrom?.replace("T", " ") ?? t`None` },
    enrolUntil: { label: t`Enrolment until`, value: ({ enrolUntil }) => enrolUntil?.replace("T", " ") ?? t`None` },
    enrolZone: { label: t`Time zone`, value: ({ enrolZone }) => enrolZone.replaceAll("_", " ") },
    priceCents: { label: t`Price`, value: ({ priceCents }) => (priceCents === null ? t`None` : i18n.number(priceCents / 100)) },
    priceCurrency: { label: t`Currency`, value: ({ priceCurrency }) => priceCurrency },
    isListed: {
      label: t`Where people find it`,
      value: ({ isListed }) => (isListed ? t`In the catalog` : t`Only by its address`),
    },
    isTemplate: { label: t`Offered as a template`, value: ({ isTemplate }) => (isTemplate ? t`Yes` : t`No`) },
  };
  return Object.values(fields);
}
