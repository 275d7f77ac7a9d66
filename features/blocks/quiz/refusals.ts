import { phrase } from "#platform/words.ts";

/** Why a submission can never be marked, by code. */
export const quizRefusals = {
  no_questions: phrase("This quiz has no questions."),
  already_passed: phrase("You have already passed this quiz."),
  no_submissions_left: phrase("You have handed in this quiz as often as it allows."),
} as const;
