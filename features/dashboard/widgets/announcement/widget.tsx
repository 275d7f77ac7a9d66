import { Trans } from "@lingui/react/macro";
import type { ComponentType } from "react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Widget } from "../../web/widget.tsx";
import type { WidgetView } from "../../web/widget-view.ts";

// Lazy: for those who are told something.
const AnnouncementText = lazyPart(() =>
  import("../beside.ts").then<{ default: ComponentType<{ html: string }> }>(({ AnnouncementText: Part }) => ({ default: Part })),
);

export const announcement: WidgetView = {
  hasContent: ({ announcement: html }) => />[^<\s]/.test(html),
  Show: ({ announcement: html }) => (
    <Widget id="announcement" name={<Trans>Announcement</Trans>}>
      <AnnouncementText html={html} meanwhile={<Skeleton shape="lines" />} />
    </Widget>
  ),
};
