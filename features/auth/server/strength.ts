import type { FieldError } from "#platform/errors.ts";
import { phrase } from "#platform/words.ts";

type Weakness = Pick<FieldError, "code" | "text">;
type Estimator = InstanceType<(typeof import("@zxcvbn-ts/core"))["ZxcvbnFactory"]>;

const stolenList = "passwords-common";
/** So many guesses withstand whoever tries them at the door, and a slow hash for a good while (the library's score 3). */
const enoughGuesses = 1e8;
/** The library's score 4: nobody who steals the hash guesses it either. */
const manyGuesses = 1e10;
/** The library's time grows with the length; whatever is this long is judged by its beginning. */
const judgedSigns = 50;
const levelsOfDisguise = 8;

let estimator: Promise<Estimator> | undefined;

/** zxcvbn with a list of 49,000 passwords from known thefts, and common words of English and German. Loaded with the first password that is judged: it is half a second's work. */
const loaded = (): Promise<Estimator> => (estimator ??= load());

async function load(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, english, german] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
    import("@zxcvbn-ts/language-de"),
  ]);
  const { "commonWords-en": words, "months-en": months, "daysOfWeek-en": days, "seasons-en": seasons } = english.dictionary;
  const dictionary = {
    ...common.dictionary,
    "commonWords-en": words,
    "months-en": months,
    "daysOfWeek-en": days,
    "seasons-en": seasons,
    "commonWords-de": german.dictionary.commonWords,
  };
  return new ZxcvbnFactory({
    dictionary,
    graphs: common.adjacencyGraphs,
    maxLength: judgedSigns,
    l33tMaxSubstitutions: levelsOfDisguise,
  });
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** Whether a password that is strong enough withstands more than that. */
export const isStrong = async (password: string, known: readonly string[]): Promise<boolean> =>
  (await loaded()).check(password.normalize("NFKC"), ownWords(known)).guesses >= manyGuesses;

const ownWords = (known: readonly string[]) =>
  [...new Set(known.flatMap((text) => [text, text.split("@")[0] ?? ""]))].filter((text) => lettersOf(text).length >= 3);

/**
 * Why a new password is refused, as a code and a sentence; null when it is strong enough. known: words that an attacker tries first, such as the email and the names of
 * person and portal. Nothing leaves the server. The length is judged elsewhere (new-password.ts).
 */
export async function weakness(password: string, known: readonly string[]): Promise<Weakness | null> {
  const own = ownWords(known);
  if (own.some((text) => lettersOf(text) === lettersOf(password))) return tooPersonal;
  const { sequence, guesses } = (await loaded()).check(password.normalize("NFKC"), own);
  const [whole] = sequence.length === 1 ? sequence : [];
  if (whole?.pattern === "dictionary" && whole.dictionaryName === stolenList) return stolen;
  if (guesses >= enoughGuesses) return null;
  const words = sequence.filter((part) => part.pattern === "dictionary");
  if (words.some(({ dictionaryName }) => dictionaryName === "userInputs")) return tooPersonal;
  return words.length > 0 ? common : simplePattern;
}

const tooPersonal = { code: "too_personal", text: phrase("This password is too close to your email or the portal's name.") };
const stolen = {
  code: "breached",
  text: phrase("This password is in lists of stolen passwords, which attackers try first. A few unrelated words make a better one."),
};
const common = {
  code: "common",
  text: phrase("This password is one of the first that attackers try. A few unrelated words make a better one."),
};
const simplePattern = {
  code: "simple_pattern",
  text: phrase("This password follows a simple pattern. A few unrelated words make a better one."),
};
