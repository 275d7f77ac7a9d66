import { wordsKind } from "../words-kind.ts";

/** One line of text. */
export const text = wordsKind({ comparedAs: "text", most: 200, canBeUnique: true, canHavePattern: true });
