import { phrase } from "#platform/words.ts";
import { bad, good } from "../field-kind.ts";
import { wordsKind } from "../words-kind.ts";

/** An e-mail address besides the one a person signs in with; kept in small letters. */
export const email = wordsKind({
  comparedAs: "text",
  most: 254,
  canBeUnique: true,
  canHavePattern: true,
  check(written) {
    const address = written.toLowerCase();
    if (!/^[^\s@<>"',;:()[\]\\]+@[^\s@<>"',;:()[\]\\]+\.[^\s@<>"',;:()[\]\\.]+$/.test(address))
      return bad("no_email", phrase("Write an e-mail address, such as name@example.com."));
    return good(address);
  },
});
