import { wordsKind } from "../words-kind.ts";

/** Several lines of text. */
export const longText = wordsKind({ comparedAs: "text", most: 2000, isLong: true });
