import { createHash } from "node:crypto";

/** Most different statements that get a name in one process: each costs memory in every connection that runs it. */
const mostNames = 400;
/** From this many uses on a statement gets a name. Statements with lists of values differ each time and never get there. */
const seenOften = 3;
/** How many statements are counted; beyond it the counts start again. */
const mostCounted = 5_000;

/**
 * Names for prepared statements: PostgreSQL parses and plans a frequent statement once per connection (DATABASE_PREPARED).
 * Gives undefined for a statement that is still rare, or when there are too many names.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < seenOften) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `stoa_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
    names.set(text, name);
    return name;
  };
}
