import { t } from "@lingui/core/macro";
import { myAnnouncements, type MyAnnouncement } from "#features/portal/announcements-contract.ts";
import { call } from "#platform/call.ts";
import { toast } from "#ui/toast.ts";
import { seenAt } from "./announcement-seen.ts";

const isDone = ({ isRead, mustRead, confirmedAt }: MyAnnouncement) => (mustRead ? confirmedAt !== null : isRead);

/** Remembers these and no others: what is not shown any more is forgotten. */
function rememberSeen(userId: number, keys: readonly string[]) {
  try {
    localStorage.setItem(seenAt(userId), JSON.stringify(keys));
  } catch {
    // Without storage the server is asked again next time, which does no harm.
  }
}

/** Announcements of which this page has told already. */
const told = new Set<string>();

/**
 * What the server knows of a person's announcements: whether one waits to be read, or even opens by itself; atStart: where the portal wants that of those
 * that say nothing else. What is done is remembered here. A message over the page tells of the first that wants one; its action calls `open`.
 */
export async function lookForUnread(userId: number, atStart: boolean, open: () => void): Promise<boolean | "opens"> {
  const { rows } = await call(myAnnouncements);
  rememberSeen(
    userId,
    rows.filter(isDone).map(({ key }) => key),
  );
  const unread = rows.filter((one) => !isDone(one));
  const opens = unread.some(({ mustRead, presence }) => mustRead || presence === "dialog" || (atStart && presence === "portal"));
  const message = unread.find(({ presence, key }) => presence === "message" && !told.has(key));
  if (message && !opens) {
    told.add(message.key);
    toast({ tone: message.isImportant ? "warning" : "neutral", title: message.title, action: { label: t`Read it`, onPress: open } });
  }
  return opens ? "opens" : unread.length > 0;
}
