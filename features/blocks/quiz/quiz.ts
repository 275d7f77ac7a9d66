import * as z from "zod/mini";
import { Answer, Answers, Question, questionKinds, questionPaths, ShownQuestion } from "#features/questions/kinds.ts";
import { knownAnswers, shownQuestion } from "#features/questions/marking.ts";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { problemsOfQuestion } from "#features/questions/problems.ts";
import type { QuestionProblem } from "#features/questions/question-kind.ts";
import { Id, SubmitFact, type BlockKind, type BlockLearning, type Submission } from "../block-kind.ts";
import { bestPercent, markQuiz, submissionsLeft } from "./mark-quiz.ts";
import { quizRefusals } from "./refusals.ts";

const quizBase = {
  id: Id,
  kind: z.literal("quiz"),
  title: z.string(),
  passPercent: z.number(),
  /** The number of allowed submissions; null is unlimited. */
  submissions: z.nullable(z.int()),
};
export const QuizBlock = z.object({ ...quizBase, questions: z.array(Question) });
export const ShownQuiz = z.object({ ...quizBase, questions: z.array(ShownQuestion) });
export type QuizBlock = z.infer<typeof QuizBlock>;
export type QuizProblem = "questions_missing" | "title_missing" | "pass_wrong" | "submissions_wrong" | QuestionProblem;
export type ShownQuiz = z.infer<typeof ShownQuiz>;

/** The condition of a page's rule: every quiz on it was submitted, or passed. */
export const quizRule = { quiz: z.optional(z.enum(["submitted", "passed"])) };
interface QuizRule {
  readonly quiz?: "submitted" | "passed" | undefined;
}

/** Answers that are not submitted yet; the newest wins. */
export const AnswersFact = z.object({ kind: z.literal("answers"), blockId: Id, answers: Answers });
export type QuizFact = z.infer<typeof AnswersFact> | SubmitFact;

/** Answers that are not submitted yet; null once they were. */
interface QuizDraft {
  readonly kind: "quiz";
  readonly draft: Answers | null;
}

/**
 * The last marking of a quiz, and the best score so far. questions: whether each was right, or partly right for no points, with its feedback; `correct` is only filled in once the quiz
 * was passed or no submission is left. After passing, no submission is left, because the right answers are known.
 */
export const QuizResult = z.object({
  number: z.int(),
  best: z.object({ percent: z.number(), passed: z.boolean() }),
  points: z.number(),
  maxPoints: z.number(),
  percent: z.number(),
  passed: z.boolean(),
  submittedAt: z.string(),
  answers: Answers,
  submissionsLeft: z.nullable(z.int()),
  questions: z.array(
    z.object({
      id: z.string(),
      right: z.boolean(),
      partly: z.boolean(),
      points: z.number(),
      correct: z.nullable(Answer),
      feedback: z.string(),
    }),
  ),
});
export type QuizResult = z.infer<typeof QuizResult>;

export const QuizState = z.object({ kind: z.literal("quiz"), draft: z.nullable(Answers), result: z.nullable(QuizResult) });
export type QuizState = z.infer<typeof QuizState>;

/** Whether a quiz can be handed in at all. */
export const canBeHandedIn = ({ questions, submissions }: Pick<QuizBlock, "questions" | "submissions">) =>
  questions.length > 0 && (submissions === null || submissions >= 1);

export const quiz = {
  shown: ({ id, kind, title, passPercent, submissions, questions }) => ({
    id,
    kind,
    title,
    passPercent,
    submissions,
    questions: questions.map(shownQuestion),
  }),
  files: () => [],
  // A getter: worked out where it is asked for, the learner's browser, which never asks, does not get the kind at all.
  get texts() {
    return ["title", ...questionPaths("questions.*")];
  },
  // Its title alone: questions and options are not searchable, because search would reveal what is asked.
  words: ({ title }) => [title],
  problems: ({ title, questions, passPercent, submissions }): Problem<QuizProblem>[] => [
    ...problemsIn({
      questions_missing: questions.length === 0 && "error",
      title_missing: title.trim() === "" && "error",
      pass_wrong: !(passPercent >= 0 && passPercent <= 100) && "error",
      submissions_wrong: submissions !== null && submissions < 1 && "error",
    }),
    ...questions.flatMap((question, index) =>
      problemsOfQuestion(question).map((problem) => ({ ...problem, at: question.id, values: { number: index + 1 } })),
    ),
  ],
  headings: () => [2],
  facts: {
    answers: (block, { answers }, { isNewer }) =>
      isNewer ? { state: { kind: "quiz", draft: knownAnswers(block.questions, answers) } } : {},
    submit(block, fact, { submissions, isNewer, now }) {
      if (!block.questions.length) return { refused: "no_questions" };
      if (submissions.some(({ passed }) => passed)) return { refused: "already_passed" };
      if (submissionsLeft(block, submissions) === 0) return { refused: "no_submissions_left" };
      const answers = knownAnswers(block.questions, fact.answers);
      const { points, maxPoints, passed } = markQuiz(block, answers);
      const number = (submissions.at(-1)?.number ?? 0) + 1;
      return {
        submission: { number, answers, points, maxPoints, passed, submittedAt: now },
        ...(isNewer && { state: { kind: "quiz", draft: null } }),
      };
    },
  },
  refusals: quizRefusals,
  shownState(block, { state, submissions }) {
    const draft = state?.draft ?? null;
    const result = quizResult(block, submissions);
    return draft || result ? { kind: "quiz", draft, result } : null;
  },
  isDone: (_, { quiz: asked }: QuizRule, { submissions }) =>
    asked ? (asked === "passed" ? submissions.some(({ passed }) => passed) : submissions.length > 0) : null,
  canBeDone: (block, { quiz: asked }: QuizRule) => !asked || (canBeHandedIn(block) && (asked === "submitted" || block.passPercent <= 100)),
  sampleRule: { quiz: "submitted" } satisfies QuizRule,
  sampleFacts: {
    answers: { kind: "answers", blockId: "b", answers: {} },
    submit: { kind: "submit", blockId: "b", answers: {} },
  },
  sample: (words) => ({
    id: "quiz",
    kind: "quiz",
    title: words,
    passPercent: 50,
    submissions: null,
    questions: Object.values(questionKinds).map(({ sample }) => sample(words)),
  }),
} satisfies BlockKind<QuizBlock, ShownQuiz, QuizFact, QuizDraft, QuizState>;

export const quizLearning: BlockLearning<ShownQuiz> = {
  condition: "quiz",
  questions: ({ questions }) => questions.length,
};

/** The result for the learner. Right answers are included only once the quiz was passed or no submission is left (security.md #22). */
function quizResult(block: QuizBlock, submissions: readonly Submission[]): QuizResult | null {
  const last = submissions.at(-1);
  if (!last) return null;
  const { questions, percent } = markQuiz(block, last.answers);
  const left = submissionsLeft(block, submissions);
  return {
    number: last.number,
    best: { percent: bestPercent(submissions) ?? 0, passed: submissions.some(({ passed }) => passed) },
    points: last.points,
    maxPoints: last.maxPoints,
    percent,
    passed: last.passed,
    submittedAt: last.submittedAt,
    answers: last.answers,
    submissionsLeft: left,
    questions: questions.map((question) => ({ ...question, correct: left === 0 ? question.correct : null })),
  };
}
