import { refusalsOfBlocks } from "#features/blocks/block.ts";
import { wordsOf } from "#platform/catalogue.ts";
import type { Language } from "#platform/languages.ts";
import { phrase } from "#platform/words.ts";

/** Why a fact can never be applied, by the code that reducers and SQL functions return and the log stores. Codes about blocks are with their kinds. */
const reasons: Readonly<Record<string, string>> = {
  unknown_page: phrase("This lesson is not part of the version you are learning."),
  unknown_block: phrase("This part of the lesson is not in the version you are learning."),
  unknown_part: phrase("This part is not in the version you are learning."),
  page_locked: phrase("This lesson opens when the lessons before it are complete."),
  attempt_closed: phrase("A newer attempt has started; this one is closed."),
  not_opened: phrase("This part was not opened for learning."),
  state_full: phrase("The course has no more room to store here. What was saved before is kept."),
  day_full: phrase("Courses have stored as much as they may today. What was saved before is kept; more can be saved tomorrow."),
  ...refusalsOfBlocks(),
};
const unknown = phrase("This could not be applied.");

/** A refused fact as its sender is told: the code for programs, and a sentence in the given language. */
export function refusedFact({ seq, code }: { seq: number; code: string | null }, language: Language) {
  return { seq, code: code ?? "not_applied", params: {}, message: wordsOf(language, (code && reasons[code]) || unknown) };
}
