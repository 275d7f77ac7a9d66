import { Trans } from "@lingui/react/macro";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PartOf, Widget, type Part } from "../../web/widget.tsx";
import type { WidgetView } from "../../web/widget-view.ts";

// Lazy: few wait for anything.
const Waiting = lazyPart(() => import("./waiting.tsx"));

const WaitingPart = (part: Part<"waiting">) => <Waiting {...part} meanwhile={<Skeleton shape="lines" />} />;

export const waiting: WidgetView = {
  hasContent: ({ dashboard }) => {
    const part = dashboard?.waiting;
    return Boolean(part && !("data" in part && part.data.waiting.length === 0));
  },
  Show: ({ dashboard }) => (
    <Widget id="waiting" name={<Trans>Waiting</Trans>}>
      <PartOf name="waiting" dashboard={dashboard} skeleton="lines" of={WaitingPart} />
    </Widget>
  ),
};
