const key = "stoa-announcement-seen";
const keyOf = (userId: number) => `${key}-${userId}`;

/** A short hash of the text (djb2): when it changes, the announcement counts as new. */
export function fingerprint(html: string): string {
  let hash = 5381;
  for (const character of html) hash = (Math.imul(hash, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}

/** Whether this browser knows that a person has read this announcement. The server knows of every device (announcement-reads.ts). */
export function announcementSeen(userId: number, html: string): boolean {
  if (!html) return true;
  try {
    return localStorage.getItem(keyOf(userId)) === fingerprint(html);
  } catch {
    return false;
  }
}

/** Remembers that a person has read the announcement; "" forgets it. */
export function markAnnouncementSeen(userId: number, html: string) {
  try {
    localStorage.setItem(keyOf(userId), fingerprint(html));
  } catch {
    // Without storage the dot appears again next time, which does no harm.
  }
}

/** What this browser remembered before the server did, and forgets now; it is of whoever is signed in. */
export function takeSeenBefore(): string | null {
  try {
    const before = localStorage.getItem(key);
    localStorage.removeItem(key);
    return before;
  } catch {
    return null;
  }
}
