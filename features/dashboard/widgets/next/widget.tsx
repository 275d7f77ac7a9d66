import { useLingui } from "@lingui/react/macro";
import { NextCard } from "./next-card.tsx";
import { PartOf } from "../../web/widget.tsx";
import type { Board, WidgetView } from "../../web/widget-view.ts";

export const next: WidgetView = { Show: NextWidget };

function NextWidget({ dashboard }: Board) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Do next`} data-widget="next">
      <PartOf name="next" dashboard={dashboard} skeleton="block" headingLevel={2} of={NextCard} />
    </section>
  );
}
