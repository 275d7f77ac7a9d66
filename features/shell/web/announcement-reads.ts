import { t } from "@lingui/core/macro";
import { myAnnouncements, type MyAnnouncement } from "#features/portal/announcements-contract.ts";
import { call } from "#platform/call.ts";
import { toast } from "#ui/toast.ts";
import { rememberSeen } from "./announcement-seen.ts";

const isDone = ({ isRead, mustRead, confirmedAt }: MyAnnouncement) => (mustRead ? confirmedAt !== null : isRead);

/** Announcements of which this page has told already. */
const told = new Set<string>();

/**
 * What the server knows of a person's announcements: whether one waits to be read, and whether one opens by itself. What is done is remembered here. A message over
 * the page tells of the first that wants one; its action calls `open`.
 */
export async function lookForUnread(userId: number, open: () => void): Promise<{ hasUnread: boolean; opens: boolean }> {
  const { rows } = await call(myAnnouncements);
  rememberSeen(
    userId,
    rows.filter(isDone).map(({ key }) => key),
  );
  const unread = rows.filter((one) => !isDone(one));
  const opens = unread.some(({ mustRead, presence }) => mustRead || presence === "dialog");
  const message = unread.find(({ presence, key }) => presence === "message" && !told.has(key));
  if (message && !opens) {
    told.add(message.key);
    toast({ tone: message.isImportant ? "warning" : "neutral", title: message.title, action: { label: t`Read it`, onPress: open } });
  }
  return { hasUnread: unread.length > 0, opens };
}
