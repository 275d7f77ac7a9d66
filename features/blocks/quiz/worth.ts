import type { ShownQuestion } from "#features/questions/kinds.ts";

type Quiz = { readonly questions: readonly Pick<ShownQuestion, "points">[] };

/** How many points can be reached. A quiz whose questions carry none counts each as one, so that there is always something to reach. */
export function pointsOf({ questions }: Quiz): number {
  const sum = questions.reduce((total, { points }) => total + Math.max(0, points), 0);
  return sum > 0 ? sum : questions.length;
}

/** Whether questions are worth different points, so that each should say its own. */
export const isWeighted = ({ questions }: Quiz): boolean => questions.some(({ points }) => points !== questions[0]?.points);
