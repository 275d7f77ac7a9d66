import * as z from "zod/mini";
import { problemsIn } from "../problem.ts";
import { Id, Option, optionProblems, questionBase, questionKey, questionTexts, type QuestionKind } from "../question-kind.ts";

const kind = z.literal("ordering");
const shown = { ...questionBase, kind, /** In the order in which they are shown, which is not the right one. */ items: z.array(Option) };

/** A question about the order of items. The right order must contain each item once: a shorter one would make any order right. */
export const Ordering = z
  .object({ ...shown, ...questionKey, correct: z.array(Id) })
  .check(z.refine(({ items, correct }) => isOrderOf(items, correct), "The right order has every item once."));
export const ShownOrdering = z.object(shown);
export const OrderingAnswer = z.object({ kind, order: z.array(Id).check(z.maxLength(200)) });

export type ShownOrdering = z.infer<typeof ShownOrdering>;
export type OrderingAnswer = z.infer<typeof OrderingAnswer>;

/** Whether `ids` contains every item exactly once. */
function isOrderOf(items: readonly { id: string }[], ids: readonly string[]): boolean {
  const named = new Set(ids);
  return ids.length === items.length && named.size === items.length && items.every(({ id }) => named.has(id));
}

/** The items as shown. If they were stored in the right order, the first one is moved to the end, so that they do not reveal it. */
const mixed = <Item extends { id: string }>(items: readonly Item[], correct: readonly string[]): Item[] =>
  items.every(({ id }, place) => id === correct[place]) ? [...items.slice(1), ...items.slice(0, 1)] : [...items];

export const ordering: QuestionKind<z.infer<typeof Ordering>, ShownOrdering, OrderingAnswer> = {
  shown: ({ id, kind: name, stem, points, items, correct }) => ({ id, kind: name, stem, points, items: mixed(items, correct) }),
  texts: [...questionTexts, "items.*.text"],
  key: ({ correct }) => ({ kind: "ordering", order: correct }),
  // Every item exactly once, or it is not an order of them.
  known: ({ items }, answer) => (isOrderOf(items, answer.order) ? answer : null),
  mistake: ({ correct }) => ({ kind: "ordering", order: correct.toReversed() }),
  problems({ items }) {
    const { few, empty, twice } = optionProblems(items);
    return problemsIn({ items_few: few && "error", item_empty: empty && "error", item_twice: twice && "error" });
  },
  sample: (text) => ({
    id: "ordering",
    kind: "ordering",
    stem: text,
    points: 1,
    items: ["b", "c", "a"].map((id) => ({ id, text })),
    correct: ["a", "b", "c"],
    feedback: text,
  }),
  isRight: ({ correct }, { order }) => order.length === correct.length && correct.every((id, place) => order[place] === id),
  isPartlyRight: ({ correct }, { order }) => 2 * correct.filter((id, place) => order[place] === id).length >= correct.length,
};
