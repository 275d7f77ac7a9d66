import { typedWords } from "#platform/db/prefix-query.ts";

/** One thing that was typed: ways in which it may be written, each of them words that a course has all. */
type Typed = readonly (readonly string[])[];
/** What was typed, a course has to have all of it; null when nothing was. */
export type Search = readonly Typed[] | null;

/** Terms that mean the same, by their first word: the words of the term, and those of all others of its line. */
export type Synonyms = ReadonlyMap<string, readonly { readonly term: readonly string[]; readonly others: Typed }[]>;

/** Reads lines of terms that mean the same. */
export function synonymsOf(lines: readonly (readonly string[])[]): Synonyms {
  const found = new Map<string, { term: string[]; others: string[][] }[]>();
  for (const line of lines) {
    const terms = line.map(typedWords).filter((words) => words.length > 0);
    for (const term of terms) {
      const entry = { term, others: terms.filter((other) => other !== term) };
      found.set(term[0] ?? "", [...(found.get(term[0] ?? "") ?? []), entry]);
    }
  }
  return found;
}

/** What somebody typed with the words that mean the same: of terms of several words the longest. Only punctuation is a search that finds nothing. */
export function searchOf(typed: string, synonyms: Synonyms): Search {
  const words = typedWords(typed);
  if (words.length === 0) return typed.trim() ? [] : null;
  const search: Typed[] = [];
  for (let at = 0; at < words.length;) {
    const begun = (synonyms.get(words[at] ?? "") ?? []).filter(({ term }) => term.every((word, nth) => words[at + nth] === word));
    const longest = Math.max(1, ...begun.map(({ term }) => term.length));
    search.push([words.slice(at, at + longest), ...begun.filter(({ term }) => term.length === longest).flatMap(({ others }) => others)]);
    at += longest;
  }
  return search;
}

/** Fields of a course by weight (db/functions/for-tables/vector_of_course.sql): title; with tags; with the outline; everything. */
export type Within = "A" | "AB" | "ABC" | "";

/** A search as text for to_tsquery('simple', …) in which every word is a prefix, within some fields of a course. */
export const queryOf = (search: readonly Typed[], within: Within): string =>
  search.map((ways) => `(${ways.map((words) => words.map((word) => `'${word}':*${within}`).join(" & ")).join(" | ")})`).join(" & ");

/** A word this short is not looked for with mistakes, one this long with two. */
const lengths = { shortest: 4, withTwo: 8, longest: 24 };
/** The most words that stand for a mistyped one. */
const mostNear = 40;

/** How many letters of a typed word may be wrong. */
export const mistakesIn = (word: string): number =>
  word.length < lengths.shortest || word.length > lengths.longest ? 0 : word.length < lengths.withTwo ? 1 : 2;

/** The words of a catalog, to find those that are a mistake or two away from a typed one. */
export interface Vocabulary {
  readonly size: number;
  /**
   * The words that, or a beginning of which no shorter than what was typed, few mistakes turn into the typed word: letters too many, missing, wrong, or two that
   * changed places. The nearest first.
   */
  near(typed: string): readonly string[];
}

/** Makes the vocabulary of some words, in any order. */
export function vocabularyOf(all: readonly string[]): Vocabulary {
  const words = [...new Set(all)].filter((word) => !/['\\]/.test(word)).toSorted((a, b) => (a < b ? -1 : 1));
  /** How many letters a word has in common with the one before it. */
  const common = Uint8Array.from(words, (word, at) => {
    const before = words[at - 1] ?? "";
    let same = 0;
    while (same < 255 && same < word.length && word[same] === before[same]) same++;
    return at === 0 ? 0 : same;
  });
  return {
    size: words.length,
    near(typed) {
      const most = mistakesIn(typed);
      if (most === 0) return [];
      const width = typed.length + 1;
      // Mistakes between the first letters of both, a row a letter of the word. Words in order share the rows of their beginnings.
      const rows = [Array.from({ length: width }, (_, nth) => nth)];
      const found: { word: string; mistakes: number }[] = [];
      /** The fewest mistakes of a beginning so far, by its length. */
      const best = [most + 1];
      const deepest = typed.length + most;
      /** From which letter on no longer beginning can be nearer: words that share it are as near as the one before them. */
      let deadEnd = Infinity;
      let mistakes = most + 1;
      for (const [at, word] of words.entries()) {
        const same = common[at] ?? 0;
        if (same >= deadEnd) {
          if (mistakes <= most) found.push({ word, mistakes });
          continue;
        }
        deadEnd = Infinity;
        for (let letter = same + 1; letter <= Math.min(word.length, deepest); letter++) {
          const [above, twoAbove] = [rows[letter - 1] ?? [], rows[letter - 2]];
          const row = [letter];
          let least = letter;
          for (let nth = 1; nth < width; nth++) {
            let cost = Math.min(
              (above[nth] ?? 0) + 1,
              (row[nth - 1] ?? 0) + 1,
              (above[nth - 1] ?? 0) + (word[letter - 1] === typed[nth - 1] ? 0 : 1),
            );
            if (twoAbove && nth > 1 && word[letter - 1] === typed[nth - 2] && word[letter - 2] === typed[nth - 1])
              cost = Math.min(cost, (twoAbove[nth - 2] ?? 0) + 1);
            row.push(cost);
            least = Math.min(least, cost);
          }
          rows[letter] = row;
          // A beginning that is shorter than what was typed would make the next letter free: only a whole word may be.
          best[letter] = Math.min(best[letter - 1] ?? most + 1, letter < typed.length ? most + 1 : (row[typed.length] ?? most + 1));
          // Two letters that changed places reach back over one row.
          if (least > most && Math.min(...above) >= most) {
            deadEnd = letter;
            break;
          }
        }
        const end = Math.min(word.length, deepest, deadEnd);
        mistakes = Math.min(best[end] ?? most + 1, word.length === end ? (rows[end]?.[typed.length] ?? most + 1) : most + 1);
        if (mistakes <= most) found.push({ word, mistakes });
      }
      return found
        .toSorted((a, b) => a.mistakes - b.mistakes)
        .slice(0, mostNear)
        .map(({ word }) => word);
    },
  };
}

/** A search with the words of the catalog that are near each typed one; null where there are none. */
export function nearSearch(search: readonly Typed[], vocabulary: Vocabulary): readonly Typed[] | null {
  let isOther = false;
  const wider = search.map((ways): Typed => {
    const [first = []] = ways;
    const near = first.length === 1 ? vocabulary.near(first[0] ?? "") : [];
    if (near.length > 0) isOther = true;
    return [...ways, ...near.map((word) => [word])];
  });
  return isOther ? wider : null;
}
