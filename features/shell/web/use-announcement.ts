import { useEffect, useEffectEvent, useState } from "react";
import { type Environment, settingOn } from "#features/portal/contract.ts";
import { atRest } from "#ui/at-rest.ts";
import { announcementSeen, markAnnouncementSeen } from "./announcement-seen.ts";

// Only who has not read it needs the calls.
const reads = () => import("./announcement-reads.ts");

/**
 * Whether the portal's announcement waits to be read by the person signed in. open: shows it, which happens by itself where the portal wants that
 * and it was read on no device yet.
 */
export function useAnnouncement({ Announcement: html, User: { Id: userId }, PortalSettings }: Environment, open: () => void) {
  const [hasUnread, setUnread] = useState(false);
  const show = useEffectEvent(() => {
    setUnread(false);
    open();
    markAnnouncementSeen(userId, html);
    void reads().then(
      ({ keepAnnouncementRead }) => keepAnnouncementRead(userId, html),
      () => markAnnouncementSeen(userId, ""),
    );
  });
  const found = useEffectEvent(() => (settingOn(PortalSettings, "showAnnouncementAtStart") ? show() : setUnread(true)));
  useEffect(() => {
    if (announcementSeen(userId, html)) return;
    let isGone = false;
    // After the view: it does not show this.
    const callOff = atRest(
      () =>
        void reads()
          .then(({ wasAnnouncementRead }) => wasAnnouncementRead(userId, html))
          .catch(() => false)
          .then((isRead) => !isRead && !isGone && found()),
    );
    return () => {
      isGone = true;
      callOff();
    };
  }, [userId, html]);
  return { hasUnread, show };
}
