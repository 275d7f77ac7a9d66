import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { type Environment, settingOn } from "#features/portal/contract.ts";
import { atRest } from "#ui/at-rest.ts";
import { announcementsSeen } from "./announcement-seen.ts";

// Only who has not read everything needs the calls.
const reads = () => import("./announcement-reads.tsx");

/** What waits to be read. opens: it does so by itself; banner: what stands below the header until then. */
export interface Unread {
  readonly opens?: boolean;
  readonly banner?: ReactNode;
}

/**
 * What of that which the portal tells waits to be read by the person signed in; null for nothing. show: opens it (the dialog keeps that it was), which happens by itself
 * where the announcement or the portal wants that and it was read on no device yet.
 */
export function useAnnouncement({ Announcements, User: { Id: userId }, PortalSettings }: Environment, open: () => void) {
  const [unread, setUnread] = useState<Unread | null>(null);
  const atStart = settingOn(PortalSettings, "showAnnouncementAtStart");
  const all = Announcements.map(({ Key }) => Key).join(" ");
  const found = useEffectEvent((what: Unread | null) => {
    setUnread(what?.opens ? null : what);
    if (what?.opens) open();
  });
  useEffect(() => {
    if (all === "") return;
    const seen = announcementsSeen(userId);
    if (all.split(" ").every((key) => seen.has(key))) return;
    let isGone = false;
    const tell = (what: Unread | null) => isGone || found(what);
    // After the view: it does not show this.
    const callOff = atRest(
      () =>
        void reads()
          .then(({ lookForUnread }) => lookForUnread(userId, atStart, tell))
          .catch(() => tell({})),
    );
    return () => {
      isGone = true;
      callOff();
    };
  }, [userId, all, atStart]);
  return { unread, show: () => found({ opens: true }) };
}
