import type { QuizBlock } from "#features/courses/content.ts";
import type { AttemptState, QuizResult } from "../contract.ts";
import type { z } from "zod/mini";
import type { CourseVersion } from "./course-version.ts";
import { percentDone } from "./evaluate.ts";
import { bestPercent, markQuiz, submissionsLeft } from "./mark-quiz.ts";
import type { Progress, Submission } from "./progress.ts";
import { submissionsOf } from "./progress.ts";

/** An attempt as its learner sees it. Right answers leave the server only once a quiz was passed or no submission is left (security.md #22). */
export function attemptState(
  attempt: { id: number; number: number },
  version: CourseVersion,
  progress: Progress,
): z.infer<typeof AttemptState> {
  const videos: z.infer<typeof AttemptState>["videos"] = {};
  const drafts: z.infer<typeof AttemptState>["drafts"] = {};
  for (const [id, { state }] of progress.blocks) {
    if (state.kind === "video") videos[id] = { ranges: state.ranges, position: state.position };
    if (state.kind === "draft" && state.answers) drafts[id] = state.answers;
  }
  const results: Record<string, QuizResult> = {};
  for (const quiz of version.quizzes) {
    const result = quizResult(quiz, submissionsOf(progress, quiz.id));
    if (result) results[quiz.id] = result;
  }
  return {
    attemptId: attempt.id,
    number: attempt.number,
    percent: percentDone(version, progress),
    donePages: version.pages.filter(({ id }) => progress.done.has(id)).map(({ id }) => id),
    place: progress.place?.value ?? null,
    creditedSeconds: progress.creditedSeconds,
    videos,
    drafts,
    results,
    completion: progress.completion,
  };
}

function quizResult(quiz: QuizBlock, submissions: readonly Submission[]): QuizResult | null {
  const last = submissions.at(-1);
  if (!last) return null;
  const { questions, percent } = markQuiz(quiz, last.answers);
  const left = submissionsLeft(quiz, submissions);
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
