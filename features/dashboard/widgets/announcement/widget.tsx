import { plainText } from "../../plain-text.ts";
import { Widget } from "../../web/widget.tsx";
import type { WidgetView } from "../../web/widget-view.ts";
import { AnnouncementText } from "./announcement-text.tsx";

export const announcement: WidgetView = {
  hasContent: ({ announcement: html }) => Boolean(html) && plainText(html) !== "",
  Show: ({ announcement: html }) => (
    <Widget id="announcement">
      <AnnouncementText html={html} />
    </Widget>
  ),
};
