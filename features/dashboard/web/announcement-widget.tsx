import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { SafeHtml } from "#features/portal/web/safe-html.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** The beginning of the portal's announcement as plain text; the whole, as it was written, in a dialog. */
export function AnnouncementText({ html }: { html: string }) {
  const { t } = useLingui();
  const text = useMemo(() => plainText(html), [html]);
  return (
    <div className="card dash-pad stack-s">
      <p className="dash-clamp">
        <bdi>{text}</bdi>
      </p>
      <div>
        <Dialog
          title={t`Portal announcement`}
          width="half"
          outsideCloses
          trigger={
            <Button size="s">
              <Trans>Read all</Trans>
            </Button>
          }
        >
          <SafeHtml html={html} />
        </Dialog>
      </div>
    </div>
  );
}

/** The words of HTML with spaces between blocks. The parsed document is inert: nothing in it loads or runs. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const block of body.querySelectorAll("p, li, h1, h2, h3, h4, br, div, blockquote, hr")) block.after(" ");
  return (body.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}
