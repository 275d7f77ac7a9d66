import { findAnnouncementRead, markAnnouncementRead } from "#features/portal/contract.ts";
import { call } from "#platform/call.ts";
import { fingerprint, markAnnouncementSeen, takeSeenBefore } from "./announcement-seen.ts";

/** Keeps on the server that a person has read the announcement. When that fails this browser forgets it too, so that the next page asks again. */
export async function keepAnnouncementRead(userId: number, html: string): Promise<void> {
  markAnnouncementSeen(userId, html);
  // Also when the page ends in the same moment.
  await call(markAnnouncementRead, { body: { fingerprint: fingerprint(html) } }, { keepalive: true }).catch(() =>
    markAnnouncementSeen(userId, ""),
  );
}

/** Whether a person has read the announcement on any device. What only this browser remembered is brought to the server. */
export async function wasAnnouncementRead(userId: number, html: string): Promise<boolean> {
  if (takeSeenBefore() === fingerprint(html)) {
    await keepAnnouncementRead(userId, html);
    return true;
  }
  const kept = await call(findAnnouncementRead);
  const isRead = kept.fingerprint === fingerprint(html);
  if (isRead) markAnnouncementSeen(userId, html);
  return isRead;
}
