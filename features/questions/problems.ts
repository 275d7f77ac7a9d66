import { questionKinds, type Question } from "./kinds.ts";
import { problemsIn, type Problem } from "./problem.ts";
import type { QuestionProblem } from "./question-kind.ts";

/** What the author of a question should mend: what every kind needs, then what its own does. */
export const problemsOfQuestion = (question: Question): Problem<QuestionProblem>[] => [
  ...problemsIn<"stem_missing" | "points_wrong">({
    stem_missing: question.stem.trim() === "" && "error",
    points_wrong: question.points < 0 && "error",
  }),
  ...(questionKinds[question.kind] as { problems: (one: Question) => Problem<QuestionProblem>[] }).problems(question),
];
