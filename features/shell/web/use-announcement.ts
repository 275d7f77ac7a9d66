import { useEffect, useEffectEvent, useState } from "react";
import { type Environment, settingOn } from "#features/portal/contract.ts";
import { atRest } from "#ui/at-rest.ts";
import { announcementsSeen } from "./announcement-seen.ts";

// Only who has not read everything needs the calls.
const reads = () => import("./announcement-reads.ts");

/**
 * Whether something that the portal tells waits to be read by the person signed in. open: shows it (the dialog keeps that it was), which happens by itself where the
 * announcement or the portal wants that and it was read on no device yet.
 */
export function useAnnouncement({ Announcements, User: { Id: userId }, PortalSettings }: Environment, open: () => void) {
  const [hasUnread, setUnread] = useState(false);
  const atStart = settingOn(PortalSettings, "showAnnouncementAtStart");
  const all = Announcements.map(({ Key }) => Key).join(" ");
  const show = useEffectEvent(() => {
    setUnread(false);
    open();
  });
  const found = useEffectEvent((isNew: boolean | "opens") => (isNew === "opens" ? show() : setUnread(isNew)));
  useEffect(() => {
    if (all === "") return;
    const seen = announcementsSeen(userId);
    if (all.split(" ").every((key) => seen.has(key))) return;
    let isGone = false;
    // After the view: it does not show this.
    const callOff = atRest(
      () =>
        void reads()
          .then(({ lookForUnread }) => lookForUnread(userId, atStart, () => show()))
          .catch(() => true)
          .then((isNew) => isGone || found(isNew)),
    );
    return () => {
      isGone = true;
      callOff();
    };
  }, [userId, all, atStart]);
  return { hasUnread, show };
}
