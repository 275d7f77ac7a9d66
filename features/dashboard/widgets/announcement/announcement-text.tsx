import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { plainText } from "../../plain-text.ts";

const AnnouncementDialog = lazy(() => import("#features/portal/web/announcement-dialog.tsx"));
const WithMaintenance = lazyPart(() => import("./with-maintenance.tsx"));

/** The beginning of what the portal tells, as plain text, and when a maintenance is; all of it, formatted, opens in a dialog. */
export default function AnnouncementText({ html }: { html: string }) {
  const [isOpen, setOpen] = useState(false);
  const begin = (some: string) => (
    <p className="dash-clamp">
      <bdi>{plainText(some)}</bdi>
    </p>
  );
  return (
    <div className="card dash-pad stack-s">
      {html.includes("<time ") ? <WithMaintenance html={html} begin={begin} meanwhile={begin(html)} /> : begin(html)}
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
