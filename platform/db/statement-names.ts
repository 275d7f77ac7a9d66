import { createHash } from "node:crypto";

/** Most different statements that get a name in one process: each costs memory in every connection that runs it. */
const mostNames = 400;
/** A text seen this often comes again; lists of values make texts that never do. */
const seenOften = 3;
/** Texts counted at once; past it counting begins anew. */
const mostCounted = 5_000;

/**
 * Names for statements, so that PostgreSQL parses and plans those that come again and again only once a connection
 * (DATABASE_PREPARED). Gives undefined for a text that is still rare, or once there are too many names.
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
