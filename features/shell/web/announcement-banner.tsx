import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { markAnnouncementsRead, systemAnnouncementId, type MyAnnouncement } from "#features/portal/announcements-contract.ts";
import { ToldHtml } from "#features/portal/web/told-html.tsx";
import { call } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { useZone } from "#ui/zone.ts";
import "./announcement-banner.css";

/** No timer of a browser waits longer, and no page stays open so long. */
const longestMs = 2 ** 31;

/**
 * An announcement below the header, on every screen until the person opens it or puts it away, or until it ends; the server keeps that for all their devices, but of the
 * system's announcement only this browser knows. It comes after the page and waits to be heard.
 */
export function AnnouncementBanner({
  announcement: { id, title, html, isImportant, endsAt },
  onOpen,
  onDismiss,
}: {
  announcement: MyAnnouncement;
  onOpen: () => void;
  onDismiss: () => void;
}) {
  const [isOver, setOver] = useState(false);
  const zone = useZone();
  useEffect(() => {
    const left = endsAt === null ? longestMs : Date.parse(endsAt) - Date.now();
    if (left >= longestMs) return;
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (isOver) return null;
  const putAway = () => {
    // Where that fails, it is there again on the next page.
    if (id !== systemAnnouncementId) void call(markAnnouncementsRead, { body: { ids: [id] } }, { keepalive: true }).catch(() => undefined);
    onDismiss();
  };
  return (
    <div className="announcement-banner no-print">
      <Banner
        tone={isImportant ? "warning" : "info"}
        role="status"
        title={title}
        action={
          <Button size="s" onPress={onOpen}>
            <Trans>Read it</Trans>
          </Button>
        }
        onDismiss={putAway}
      >
        {id === systemAnnouncementId && <ToldHtml html={html} className="stack-s" zone={zone} />}
      </Banner>
    </div>
  );
}
