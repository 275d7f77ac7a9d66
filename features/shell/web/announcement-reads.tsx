import { myAnnouncements, systemAnnouncementId, type MyAnnouncement } from "#features/portal/announcements-contract.ts";
import { call } from "#platform/call.ts";
import { AnnouncementBanner } from "./announcement-banner.tsx";
import { announcementsSeen, seenAt } from "./announcement-seen.ts";
import type { Unread } from "./use-announcement.ts";

/** Remembers these and no others: what is not shown any more is forgotten. */
function rememberSeen(userId: number, keys: readonly string[]) {
  try {
    localStorage.setItem(seenAt(userId), JSON.stringify(keys));
  } catch {
    // Without storage the server is asked again next time, which does no harm.
  }
}

/**
 * What the server knows of a person's announcements, and what waits to be read of them; atStart: the portal wants that those which say nothing else open by themselves.
 * What is done is remembered here. A banner tells of the first that wants one; `tell` is called with what waits, and again once it was put away or opened.
 */
export async function lookForUnread(userId: number, atStart: boolean, tell: (unread: Unread | null) => void): Promise<void> {
  const { rows } = await call(myAnnouncements);
  const seen = announcementsSeen(userId);
  // That somebody put the system's announcement away is known to their browser alone.
  const isDone = ({ id, key, isRead, mustRead, confirmedAt }: MyAnnouncement) =>
    id === systemAnnouncementId ? seen.has(key) : mustRead ? confirmedAt !== null : isRead;
  const remember = (done: readonly MyAnnouncement[]) =>
    rememberSeen(
      userId,
      done.map(({ key }) => key),
    );
  remember(rows.filter(isDone));
  const waiting = (done: readonly MyAnnouncement[]): Unread | null => {
    const unread = rows.filter((one) => !done.includes(one));
    if (unread.length === 0) return null;
    if (unread.some(({ mustRead, presence }) => mustRead || presence === "dialog" || (atStart && presence === "portal")))
      return { opens: true };
    const told = unread.find(({ presence }) => presence === "message");
    const putAway = (one: MyAnnouncement) => {
      const now = [...done, one];
      remember(now);
      tell(waiting(now));
    };
    if (!told) return {};
    const open = () => {
      if (told.id === systemAnnouncementId) remember([...done, told]);
      tell({ opens: true });
    };
    return { banner: <AnnouncementBanner key={told.key} announcement={told} onOpen={open} onDismiss={() => putAway(told)} /> };
  };
  tell(waiting(rows.filter(isDone)));
}
