import { myAnnouncements, type MyAnnouncement } from "#features/portal/announcements-contract.ts";
import { call } from "#platform/call.ts";
import { rememberSeen } from "./announcement-seen.ts";

const isDone = ({ isRead, mustRead, confirmedAt }: MyAnnouncement) => (mustRead ? confirmedAt !== null : isRead);

/** What the server knows of a person's announcements: whether one waits to be read, and whether one has to be confirmed. What is done is remembered here. */
export async function lookForUnread(userId: number): Promise<{ hasUnread: boolean; mustConfirm: boolean }> {
  const { rows } = await call(myAnnouncements);
  rememberSeen(
    userId,
    rows.filter(isDone).map(({ key }) => key),
  );
  return { hasUnread: rows.some((one) => !isDone(one)), mustConfirm: rows.some((one) => one.mustRead && !isDone(one)) };
}
