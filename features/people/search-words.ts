import { folded } from "#platform/folded.ts";

// What is typed becomes words in the way in which the database made them of names (db/functions/for-tables/people_words.sql).
const between = /[\s\p{Cc}\p{Cs}\u00a0!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~‘’“”„–—·]+/u;
const mostWords = 8;

/** The words of a text, in the form in which they are compared. */
export const wordsOf = (text: string): string[] => folded(text).split(between).filter(Boolean).slice(0, mostWords);

const quoted = (word: string) => `'${word}'`;

/** A tsquery for everybody who has, for each of some words, a word that begins with it. */
export const beginningWith = (words: readonly string[]): string => words.map((word) => `${quoted(word)}:*`).join(" & ");

/** A tsquery for everybody who has one of each list of words; a star is for words that begin so. */
export const having = (choices: readonly (readonly { readonly word: string; readonly begins: boolean }[])[]): string =>
  choices.map((choice) => `(${choice.map(({ word, begins }) => quoted(word) + (begins ? ":*" : "")).join(" | ")})`).join(" & ");

/** A word this short is not looked for with mistakes: nearly every other one would be near it. */
export const shortest = 4;
const longest = 24;
/** Letters that may be missing or wrong, by the letters that the word has. */
const alphabets = ["abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρστυφχψω", "абвгдежзиклмнопрстуфхцчшщъыьэюяєіјґ"];
/** Figures are mistaken only in a word that has some: each letter more costs as many searches as the word is long, twice. */
const figures = "0123456789";

/**
 * The beginnings of every word that is a mistake away from this one: a letter too many, missing, wrong, or two that changed places. None of them begins with
 * another, for which it would be looked anyway.
 */
export function wordsWithMistake(word: string): string[] {
  const letters = [...word];
  if (letters.length < shortest || letters.length > longest) return [word];
  const alphabet = alphabets.find((one) => letters.some((letter) => one.includes(letter))) ?? [...new Set(letters)].join("");
  const choices = [...alphabet, ...(/\d/.test(word) ? figures : "")];
  const found = new Set([word]);
  const put = (at: number, remove: number, ...insert: string[]) => found.add(letters.toSpliced(at, remove, ...insert).join(""));
  for (let at = 0; at <= letters.length; at++) {
    for (const letter of choices) {
      put(at, 0, letter);
      if (at < letters.length) put(at, 1, letter);
    }
    if (at < letters.length) put(at, 1);
    if (at < letters.length - 1) put(at, 2, letters[at + 1] ?? "", letters[at] ?? "");
  }
  const kept: string[] = [];
  // Sorted, a beginning comes right before what begins with it.
  for (const one of [...found].toSorted()) if (kept.length === 0 || !one.startsWith(kept.at(-1) ?? "")) kept.push(one);
  return kept;
}
