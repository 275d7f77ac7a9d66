import { useLingui } from "@lingui/react/macro";
import { Dialog } from "#ui/dialog.tsx";
import { SafeHtml } from "./safe-html.tsx";

/** The portal's announcement: half the window from 990 px, all of it below (specification §9). */
export function AnnouncementDialog({ html, onClose }: { html: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Announcement`} width="half" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} outsideCloses>
      <SafeHtml html={html} />
    </Dialog>
  );
}
