import type { CourseVersion } from "#features/progress/server/course-version.ts";
import { completionScore, pageDone, ruleHolds } from "#features/progress/server/evaluate.ts";
import type { Submission } from "#features/blocks/block-kind.ts";
import { isScored } from "#features/blocks/block.ts";
import { isSigned, type SignOffBlock } from "#features/blocks/signOff/sign-off.ts";
import { markQuiz } from "#features/blocks/quiz/mark-quiz.ts";
import type { QuizBlock } from "#features/blocks/quiz/quiz.ts";
import type { CompletionFact, Progress, StampedBlock } from "#features/progress/server/progress.ts";
import { freshProgress } from "#features/progress/server/progress.ts";
import type { Page } from "#features/courses/content.ts";
import type { Answers, Question } from "#features/questions/kinds.ts";
import { keyOf, mistakeOf } from "#features/questions/marking.ts";
import type { Random } from "./random.ts";

/** How somebody worked on an attempt: page after page from the first, evenly spread between two times. */
export interface Work {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** How many pages from the first on; Infinity for all. */
  readonly pages: number;
  /** Who signed what has to be signed; null while they still wait for it. */
  readonly signedBy: number | null;
  /** Probability that a quiz is failed the first time, 0 to 1. */
  readonly failing: number;
}

export interface WorkedThrough {
  readonly progress: Progress;
  readonly items: readonly { readonly key: string; readonly doneAt: Date }[];
  readonly seconds: number;
}

/**
 * The stored state of an attempt after this work. Pages, completion and score are decided by the product's own rules, so the demo cannot show a state
 * that real learners would not reach.
 */
export function workThrough(version: CourseVersion, work: Work, random: Random): WorkedThrough {
  const pages = version.pages.slice(0, work.pages);
  const span = work.endedAt.getTime() - work.startedAt.getTime();
  const blocks = new Map<string, StampedBlock>();
  const done = new Set<string>();
  const items: { key: string; doneAt: Date }[] = [];
  const submissions: Submission[] = [];
  let completion: CompletionFact | null = null;
  let creditedSeconds = 0;
  const seen = (): Progress => ({ ...freshProgress(1), blocks, done, submissions, completion, creditedSeconds, highestPage: pages.length });

  for (const [i, page] of pages.entries()) {
    const at = new Date(work.startedAt.getTime() + (span * (i + 1)) / pages.length);
    const pace = page.rule.signedOff ? 1 : 0.5 + random.next() * 0.6;
    const seconds = Math.max(page.rule.minSeconds ?? 0, Math.round(page.minutes * 60 * pace));
    creditedSeconds += seconds;
    blocks.set(page.id, { epoch: 1, seq: 2 * i + 1, state: { kind: "page", viewed: true, seconds } });
    for (const block of page.blocks) {
      if ("seconds" in block) {
        const played = { kind: block.kind, ranges: [[0, block.seconds]], position: block.seconds };
        blocks.set(block.id, { epoch: 1, seq: 2 * i + 2, state: played });
      }
      const confirmed = { at: at.toISOString() };
      if ("statement" in block) blocks.set(block.id, { epoch: 1, seq: 2 * i + 2, state: { kind: block.kind, ...confirmed } });
      if (isSigned(block)) blocks.set(block.id, { epoch: 1, seq: 2 * i + 2, state: signature(block, work.signedBy, at.toISOString()) });
      if (isScored(block)) submissions.push(...handIn(block, page, at, work.failing, random));
    }
    if (pageDone(page, version, seen())) {
      done.add(page.id);
      items.push({ key: page.id, doneAt: at });
    }
    if (!completion && ruleHolds(version.rule, version, seen()))
      completion = { completedAt: at.toISOString(), ...completionScore(version, seen()) };
  }
  return { progress: seen(), items, seconds: creditedSeconds };
}

const signature = ({ kind, criteria }: SignOffBlock, by: number | null, at: string) =>
  by === null
    ? { kind, readyAt: at, decision: null }
    : { kind, readyAt: null, decision: { at, isMet: true, met: criteria.map(({ id }) => id), note: "", by } };

/** One or two submissions of a quiz. The last one passes, occasionally with a mistake where the pass mark allows one. */
function handIn(quiz: QuizBlock, page: Page, at: Date, failing: number, random: Random): Submission[] {
  const right: Answers = Object.fromEntries(quiz.questions.map((question) => [question.id, keyOf(question)]));
  const tries: Answers[] = [];
  const wrong = withMistakes(right, random.shuffled(quiz.questions).slice(0, Math.ceil(quiz.questions.length / 2)));
  if (page.rule.quiz === "passed" && random.chance(failing) && !markQuiz(quiz, wrong).passed) tries.push(wrong);
  const slip = random.chance(failing)
    ? random
        .shuffled(quiz.questions)
        .map((question) => withMistakes(right, [question]))
        .find((answers) => markQuiz(quiz, answers).passed)
    : undefined;
  tries.push(slip ?? right);
  return tries.map((answers, i) => {
    const { points, maxPoints, passed } = markQuiz(quiz, answers);
    const minutesBefore = (tries.length - 1 - i) * 4;
    return {
      blockId: quiz.id,
      number: i + 1,
      answers,
      points,
      maxPoints,
      passed,
      submittedAt: new Date(at.getTime() - minutesBefore * 60_000).toISOString(),
    };
  });
}

const withMistakes = (right: Answers, wrong: readonly Question[]): Answers => ({
  ...right,
  ...Object.fromEntries(wrong.map((question) => [question.id, mistakeOf(question)])),
});
