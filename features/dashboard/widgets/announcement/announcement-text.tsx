import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "#ui/button.tsx";
import { plainText } from "../../plain-text.ts";

const AnnouncementDialog = lazy(() => import("#features/portal/web/announcement-dialog.tsx"));

/** The beginning of what the portal tells as plain text; all of it, formatted, opens in a dialog. */
export function AnnouncementText({ html }: { html: string }) {
  const [isOpen, setOpen] = useState(false);
  const text = useMemo(() => plainText(html), [html]);
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
