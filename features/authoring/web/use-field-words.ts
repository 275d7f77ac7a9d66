import { useLingui } from "@lingui/react/macro";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { CourseFacts } from "../contract.ts";
import type { Difference } from "./conflict-dialog.tsx";
import type { EditorValues } from "./editor-values.ts";

/** The fields that differ between what somebody else saved and what is about to be saved. */
export function useDifferences(theirs: EditorValues & Pick<CourseFacts, "categories" | "required">) {
  const fields = useFieldWords(theirs);
  return (mine: EditorValues): Difference[] =>
    fields.flatMap(({ label, value }) => {
      const [theirValue, ownValue] = [value(theirs), value(mine)];
      return theirValue === ownValue ? [] : [{ name: label, theirs: theirValue, mine: ownValue }];
    });
}

/** Every field: its label and a function that gives its value as text; in page order. */
function useFieldWords({
  categories,
  required,
}: Pick<CourseFacts, "categories" | "required">): { label: string; value: (of: EditorValues) => string }[] {
  const { t, i18n } = useLingui();
  const words = useCourseWords();
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
