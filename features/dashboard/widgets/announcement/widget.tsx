import { Trans } from "@lingui/react/macro";
import type { ComponentType } from "react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { plainText } from "../../plain-text.ts";
import { Widget } from "../../web/widget.tsx";
import type { WidgetView } from "../../web/widget-view.ts";
import type { AnnouncementTextProps } from "./announcement-text.tsx";

// Lazy: for those who are told something.
const AnnouncementText = lazyPart(() =>
  import("../beside.ts").then<{ default: ComponentType<AnnouncementTextProps> }>(({ AnnouncementText: Part }) => ({ default: Part })),
);

export const announcement: WidgetView = {
  hasContent: ({ announcement: html }) => Boolean(html) && plainText(html) !== "",
  Show: ({ announcement: html }) => (
    <Widget id="announcement" name={<Trans>Announcement</Trans>}>
      <AnnouncementText html={html} textOf={plainText} meanwhile={<Skeleton shape="lines" />} />
    </Widget>
  ),
};
