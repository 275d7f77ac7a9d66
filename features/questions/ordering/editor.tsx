import { useLingui } from "@lingui/react/macro";
import { freshId } from "../fresh-id.ts";
import type { Question } from "../kinds.ts";
import type { QuestionEditor, QuestionFormProps } from "../question-editor.ts";
import { OptionFields } from "../web/option-fields.tsx";

type Ordering = Extract<Question, { kind: "ordering" }>;

/** Items in their right order as they are stored: shown by their random ids, which tell nothing of it. */
const stored = (items: readonly { id: string; text: string }[]) => ({
  items: items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  correct: items.map(({ id }) => id),
});

/** The items in their right order. */
function Form({ question, onChange }: QuestionFormProps<Ordering>) {
  const { t } = useLingui();
  const inOrder = question.correct.flatMap((id) => question.items.find((item) => item.id === id) ?? []);
  return (
    <OptionFields
      label={t`Items`}
      description={t`Write them in the right order. Learners get them mixed.`}
      nameOf={(number) => t`Item ${number}`}
      addLabel={t`Add an item`}
      options={inOrder}
      onChange={(items) => onChange({ ...question, ...stored(items) })}
    />
  );
}

export const editor = {
  create: (id) => ({
    id,
    kind: "ordering",
    stem: "",
    points: 1,
    feedback: "",
    ...stored([freshId(), freshId(), freshId()].map((item) => ({ id: item, text: "" }))),
  }),
  Form,
} satisfies QuestionEditor<Ordering>;
