/** Where this browser keeps which announcements a person is through with. */
export const seenAt = (userId: number) => `stoa-announcements-read-${userId}`;

/** The announcements, by their keys, of which this browser knows that a person is through with them: read, and confirmed where that is wanted. */
export function announcementsSeen(userId: number): ReadonlySet<unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(seenAt(userId)) ?? "[]");
    return new Set(Array.isArray(kept) ? kept : []);
  } catch {
    return new Set();
  }
}
