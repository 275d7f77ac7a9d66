import { Trans } from "@lingui/react/macro";
import type { ComponentType } from "react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Widget } from "../../web/widget.tsx";
import type { Board, WidgetView } from "../../web/widget-view.ts";

// Lazy: its pictures are for those who have quick links.
const QuickLinks = lazyPart(() =>
  import("../beside.ts").then<{ default: ComponentType<Pick<Board, "links">> }>(({ QuickLinks: Part }) => ({ default: Part })),
);

export const links: WidgetView = {
  hasContent: ({ links: own }) => own.length > 0,
  Show: ({ links: own }) => (
    <Widget id="links" name={<Trans>Quick Links</Trans>}>
      <QuickLinks links={own} meanwhile={<Skeleton shape="lines" />} />
    </Widget>
  ),
};
