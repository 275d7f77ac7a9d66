import type { Answer, Answers } from "#features/questions/kinds.ts";
import { isPartlyRight, isRight, keyOf } from "#features/questions/marking.ts";
import type { Submission } from "../block-kind.ts";
import type { QuizBlock } from "./quiz.ts";

export interface Marking {
  readonly points: number;
  readonly maxPoints: number;
  readonly percent: number;
  readonly passed: boolean;
  readonly questions: { id: string; right: boolean; partly: boolean; points: number; correct: Answer; feedback: string }[];
}

/** Marks answers, each question by its kind. When no question has points, each counts one, so that there is always something to score. */
export function markQuiz(quiz: QuizBlock, answers: Answers): Marking {
  const worthless = quiz.questions.every((question) => question.points <= 0);
  const worthOf = ({ points }: { points: number }) => (worthless ? 1 : Math.max(0, points));
  const questions = quiz.questions.map((question) => {
    const answer = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
    const right = isRight(question, answer);
    return {
      id: question.id,
      right,
      partly: isPartlyRight(question, answer),
      points: right ? worthOf(question) : 0,
      correct: keyOf(question),
      feedback: question.feedback,
    };
  });
  const maxPoints = quiz.questions.reduce((sum, question) => sum + worthOf(question), 0);
  const points = questions.reduce((sum, question) => sum + question.points, 0);
  return {
    points,
    maxPoints,
    percent: percentOf(points, maxPoints),
    passed: passes(points, maxPoints, quiz.passPercent),
    questions,
  };
}

/** How many submissions are left; null is unlimited. None once passed, because the right answers are shown from then on. */
export function submissionsLeft(quiz: QuizBlock, submissions: readonly Submission[]): number | null {
  if (submissions.some(({ passed }) => passed)) return 0;
  return quiz.submissions === null ? null : Math.max(0, quiz.submissions - submissions.length);
}

/** The best score of several submissions in percent; null when there is none. It never decreases. */
export function bestPercent(submissions: readonly Submission[]): number | null {
  return submissions.length ? Math.max(...submissions.map(({ points, maxPoints }) => percentOf(points, maxPoints))) : null;
}

const passes = (points: number, maxPoints: number, passPercent: number) =>
  maxPoints > 0 && (points / maxPoints) * 100 >= passPercent - 1e-9;
const percentOf = (points: number, maxPoints: number) => (maxPoints > 0 ? Math.round((points / maxPoints) * 10_000) / 100 : 0);
