import { phrase } from "#platform/words.ts";
import { bad, good } from "../field-kind.ts";
import { wordsKind } from "../words-kind.ts";

/** A telephone number, kept as digits with a leading plus where it was written so; spaces, points, dashes and brackets are for the eye. */
export const phone = wordsKind({
  comparedAs: "text",
  most: 40,
  canBeUnique: true,
  canHavePattern: true,
  check(written) {
    const number = written.replaceAll(/[\s\u00a0\u2010-\u2015().\-/]/g, "").replace(/^00/, "+");
    if (!/^\+?\d{4,15}$/.test(number)) return bad("no_phone", phrase("Write a telephone number of 4 to 15 digits, such as +49 30 123456."));
    return good(number);
  },
});
