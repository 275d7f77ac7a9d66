import { wordsOf } from "#platform/catalogue.ts";
import type { Language } from "#platform/languages.ts";
import { phrase } from "#platform/words.ts";

/** Why a fact can never apply, by what the log keeps beside it: the text in English, as reducers, blocks and SQL functions give it. */
const reasons: readonly { readonly code: string; readonly text: string }[] = [
  { code: "unknown_page", text: phrase("This page is not part of the version you are learning.") },
  { code: "unknown_block", text: phrase("This part of the page is not in the version you are learning.") },
  { code: "unknown_part", text: phrase("This part is not in the version you are learning.") },
  { code: "attempt_closed", text: phrase("A newer attempt has begun; this one is closed.") },
  { code: "not_opened", text: phrase("This part was not opened for learning.") },
  { code: "no_questions", text: phrase("This quiz has no questions.") },
  { code: "already_passed", text: phrase("You have already passed this quiz.") },
  { code: "no_submissions_left", text: phrase("You have handed in this quiz as often as it allows.") },
];
const unknown = { code: "not_applied", text: phrase("This could not be applied.") };

/** A fact that was refused, as its sender is told: for programs, and in words in a language. */
export function refusedFact({ seq, message }: { seq: number; message: string | null }, language: Language) {
  const { code, text } = reasons.find((reason) => reason.text === message) ?? unknown;
  return { seq, code, params: {}, message: wordsOf(language, text) };
}
