const key = "stoa-announcement-seen";

/** A short hash of the text (djb2): when it changes, the announcement counts as new. */
function fingerprint(html: string): string {
  let hash = 5381;
  for (const character of html) hash = (Math.imul(hash, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}

/** Whether this browser has shown this announcement. Denied storage counts as seen. */
export function announcementSeen(html: string): boolean {
  if (!html) return true;
  try {
    return localStorage.getItem(key) === fingerprint(html);
  } catch {
    return true;
  }
}

/** Remembers that the announcement was opened. */
export function markAnnouncementSeen(html: string) {
  try {
    localStorage.setItem(key, fingerprint(html));
  } catch {
    // Without storage the dot appears again next time, which does no harm.
  }
}
