import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button } from "#ui/button.tsx";

const AnnouncementDialog = lazy(() => import("#features/portal/web/announcement-dialog.tsx"));

/** The beginning of what the portal tells, given as plain text; all of it, formatted, opens in a dialog. */
export default function AnnouncementText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="card dash-pad stack-s">
      <p className="dash-clamp">
        <bdi>{text}</bdi>
      </p>
      <div>
        <Button size="s" aria-haspopup="dialog" onPress={() => setOpen(true)}>
          <Trans>Read all</Trans>
        </Button>
        {isOpen && (
          <Suspense fallback={null}>
            <AnnouncementDialog onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
