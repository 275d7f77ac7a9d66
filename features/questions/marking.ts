import { questionKinds, type Answer, type Question, type ShownQuestion } from "./kinds.ts";
import type { QuestionKind } from "./question-kind.ts";

/** The kind's own functions. A question is only ever given to those of its own kind, which the table's type holds. */
const kindOf = ({ kind }: Question) => questionKinds[kind] as unknown as QuestionKind<Question, ShownQuestion, Answer>;

/** A question as its learner may see it. */
export const shownQuestion = (question: Question): ShownQuestion => kindOf(question).shown(question);

/** The right answer to a question. */
export const keyOf = (question: Question): Answer => kindOf(question).key(question);

/** A wrong answer to a question. */
export const mistakeOf = (question: Question): Answer => kindOf(question).mistake(question);

/** What of an answer the question knows; null for an answer of another kind, or of which nothing remains. */
export const knownAnswer = (question: Question, answer: Answer): Answer | null =>
  answer.kind === question.kind ? kindOf(question).known(question, answer) : null;

/** Whether an answer is right. None is wrong. */
export function isRight(question: Question, answer: Answer | undefined): boolean {
  const known = answer && knownAnswer(question, answer);
  return known ? kindOf(question).isRight(question, known) : false;
}
