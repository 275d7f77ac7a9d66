const keyOf = (userId: number) => `stoa-announcements-read-${userId}`;

/** The announcements, by their keys, of which this browser knows that a person is through with them: read, and confirmed where that is wanted. */
export function announcementsSeen(userId: number): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : []);
  } catch {
    return new Set();
  }
}

/** Remembers these and no others: what is not shown any more is forgotten. */
export function rememberSeen(userId: number, keys: readonly string[]) {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(keys));
  } catch {
    // Without storage the server is asked again next time, which does no harm.
  }
}
