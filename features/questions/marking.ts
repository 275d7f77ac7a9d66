import { questionKinds, type Answer, type Answers, type Question, type ShownQuestion } from "./kinds.ts";
import type { QuestionKind } from "./question-kind.ts";

/** The functions of a question's kind. A question is only passed to those of its own kind, which the type of the table ensures. */
const kindOf = ({ kind }: Question) => questionKinds[kind] as unknown as QuestionKind<Question, ShownQuestion, Answer>;

/** A question without its right answer and feedback. */
export const shownQuestion = (question: Question): ShownQuestion => kindOf(question).shown(question);

/** The right answer to a question. */
export const keyOf = (question: Question): Answer => kindOf(question).key(question);

/** A wrong answer to a question. */
export const mistakeOf = (question: Question): Answer => kindOf(question).mistake(question);

/** The part of an answer that refers to things in the question; null for an answer of another kind, or when nothing remains. */
export const knownAnswer = (question: Question, answer: Answer): Answer | null =>
  answer.kind === question.kind ? kindOf(question).known(question, answer) : null;

/** Whether an answer that is not right is at least half right. */
export function isPartlyRight(question: Question, answer: Answer | undefined): boolean {
  const known = answer && knownAnswer(question, answer);
  return known ? !kindOf(question).isRight(question, known) && (kindOf(question).isPartlyRight?.(question, known) ?? false) : false;
}

/** Whether an answer is right. A missing answer is wrong. */
export function isRight(question: Question, answer: Answer | undefined): boolean {
  const known = answer && knownAnswer(question, answer);
  return known ? kindOf(question).isRight(question, known) : false;
}

/** The answers to questions and options that there really are; nothing else is ever stored. */
export const knownAnswers = (questions: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const given = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
      const known = given && knownAnswer(question, given);
      return known ? [[question.id, known]] : [];
    }),
  );
