/**
 * Typed words as the text of a tsquery in which every word is a prefix, for to_tsquery('simple', …); null when nothing was typed.
 * Each word is quoted, so that no typed character is an operator; PostgreSQL splits it as it split the stored text. Twelve words at most.
 */
export function prefixQuery(typed: string | undefined): string | null {
  // Quotes, backslashes and control characters (NUL among them, which PostgreSQL refuses) part words like spaces do.
  const words = (typed ?? "").split(/[\s'\\\p{Cc}\p{Cs}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const some = words.slice(0, 12).map((word) => `'${word}':*`);
  // Punctuation alone was typed: it is in no text, so it finds nothing instead of everything.
  if (!some.length) return typed?.trim() ? "" : null;
  return some.join(" & ");
}
