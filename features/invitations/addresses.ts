import * as z from "zod/mini";
import { newEmail } from "#features/auth/contract.ts";
import { shortened } from "#platform/shortened.ts";

/** One entry of a pasted list. email: null where it is none. */
export interface Entry {
  /** The line it stands in, from 1. */
  readonly line: number;
  readonly words: string;
  readonly email: string | null;
}

const longestWords = 320;
/** Headings that a copied column brings along. */
const heading = /^(?:e-?mail(?:[ -]?address(?:es)?)?|e-mail-adressen?|mail)$/i;
/** A word without the brackets and quotation marks around it. From its end by hand: a pattern would look at each run of such signs once for every sign. */
function bare(word: string): string {
  let end = word.length;
  while (end > 0 && `>"').`.includes(word.charAt(end - 1))) end--;
  return word.slice(0, end).replace(/^[<"'(]+/, "");
}

/**
 * What a pasted list or the text of a CSV file names, in its order: every word with an @, or the line itself where none has one. Names and other columns beside an
 * address are passed over, and so is a line of headings at the top.
 */
export function readAddresses(text: string): Entry[] {
  return (
    text
      // The byte order mark, and whatever else a copied cell holds that nobody sees.
      .replace(/\p{Cf}/gu, "")
      .split(/\r\n|\r|\n/)
      .flatMap((content, nth): Entry[] => {
        const cells = content.split(/[,;\t]/).map((cell) => bare(cell.trim()));
        const found = content.split(/[\s,;]+/).filter((word) => word.includes("@"));
        const named = found.length > 0 ? found.map(bare) : [cells.filter(Boolean).join(", ")];
        if (found.length === 0 && cells.some((cell) => heading.test(cell))) return [];
        return named
          .map((one) => shortened(one.replace(/\p{Cc}/gu, " "), longestWords))
          .filter((one) => one.trim() !== "")
          .map((one) => {
            const email = z.safeParse(newEmail, one);
            return { line: nth + 1, words: one, email: email.success ? email.data : null };
          });
      })
  );
}
