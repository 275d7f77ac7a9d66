import * as z from "zod/mini";
import { Id, Option, questionBase, questionKey, type QuestionKind } from "../question-kind.ts";

const kind = z.literal("ordering");
const shown = { ...questionBase, kind, /** In the order in which they are shown, which is not the right one. */ items: z.array(Option) };

/** Things to put in order. */
export const Ordering = z.object({ ...shown, ...questionKey, correct: z.array(Id) });
export const ShownOrdering = z.object(shown);
export const OrderingAnswer = z.object({ kind, order: z.array(Id).check(z.maxLength(200)) });

export type ShownOrdering = z.infer<typeof ShownOrdering>;
export type OrderingAnswer = z.infer<typeof OrderingAnswer>;

export const ordering: QuestionKind<z.infer<typeof Ordering>, ShownOrdering, OrderingAnswer> = {
  shown: ({ id, kind: name, stem, points, items }) => ({ id, kind: name, stem, points, items }),
  key: ({ correct }) => ({ kind: "ordering", order: correct }),
  // Every item once, or it is no order of them.
  known: ({ items }, answer) =>
    answer.order.length === items.length && items.every(({ id }) => answer.order.includes(id)) ? answer : null,
  mistake: ({ correct }) => ({ kind: "ordering", order: correct.toReversed() }),
  sample: (text) => ({
    id: "ordering",
    kind: "ordering",
    stem: text,
    points: 1,
    items: ["b", "c", "a"].map((id) => ({ id, text })),
    correct: ["a", "b", "c"],
    feedback: text,
  }),
  isRight: ({ correct }, { order }) => correct.every((id, place) => order[place] === id),
};
