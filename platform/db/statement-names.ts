import { createHash } from "node:crypto";
import { sql } from "kysely";

/** How many different statements get a name in one process: each costs memory in every connection that runs it. */
const mostNames = 400;
/** A statement gets a name at this many uses. Statements with inlined lists of values differ each time and never reach it. */
const seenOften = 3;
/** How many different statements are counted; beyond that, counting starts again. */
const mostCounted = 5_000;

/**
 * Goes behind the first word of a statement that gets no name: its best plan depends on the values in it, such as how many people a portal has, or its text
 * differs with what somebody put together.
 */
export const plannedEachTime = sql`/* planned each time */`;
const mark = "/* planned each time */";

/**
 * Chooses names for prepared statements, so that PostgreSQL parses and plans a frequent statement once per connection (DATABASE_PREPARED).
 * The returned function takes a statement's text and returns its name; undefined while the statement is rare or when too many have names.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames || text.includes(mark)) return known;
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
