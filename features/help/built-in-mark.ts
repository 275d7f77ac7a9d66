import { textsOf, type Article } from "./article.ts";

/**
 * A mark of what a built-in article says, of eight hexadecimal digits: it differs when one of its texts does, and is the same in every language. It only tells an
 * admin that the article has changed since, so a short one (FNV-1a) will do.
 */
export function builtInMark(article: Article): string {
  let hash = 0x811c9dc5;
  // The id of a text follows from its words.
  for (const char of textsOf(article)
    .map(({ id }) => id)
    .join("\n"))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
