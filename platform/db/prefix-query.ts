import { folded } from "../folded.ts";

/**
 * The words of a text as courses are searched by: without accents and differences of capitals (platform/folded.ts, as the stored text is), at most twelve.
 * Quotes, backslashes and control characters separate words as spaces do. NUL is one of them, and PostgreSQL refuses it.
 */
export const typedWords = (typed: string): string[] =>
  folded(typed)
    .split(/[\s'\\\p{Cc}\p{Cs}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 12);

/**
 * Turns typed words into the text of a tsquery for to_tsquery('simple', …) in which every word is a prefix; null when nothing was typed.
 * Each word is quoted, so that no typed character acts as an operator; PostgreSQL splits it the way it split the stored text. At most twelve words.
 * within: "A" for words of a course's title only.
 */
export function prefixQuery(typed: string | undefined, within: "A" | "" = ""): string | null {
  const some = typedWords(typed ?? "").map((word) => `'${word}':*${within}`);
  // Only punctuation was typed. No text contains it, so the query finds nothing instead of everything.
  if (!some.length) return typed?.trim() ? "" : null;
  return some.join(" & ");
}
