import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/switch.tsx";
import type { Column, Layout, WidgetId } from "../layout.ts";
import { moveWidget, placeWidget, showWidget } from "../layout.ts";
import { ArrangeList } from "./arrange-list.tsx";
import { useWidgetNames } from "./use-widget-names.ts";

type ArrangePanelProps = { layout: Layout; onChange: (next: Layout) => void; onDone: () => void };

/** Arranges the dashboard: what is shown, in which column and order, by drag and drop, by buttons or by Alt with the arrow keys. Changes are saved at once. */
export default function ArrangePanel({ layout, onChange, onDone }: ArrangePanelProps) {
  const { t } = useLingui();
  const names = useWidgetNames();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function change(next: Layout, moved?: WidgetId) {
    if (next === layout) return;
    onChange(next);
    if (!moved) return;
    const column: Column = next.main.includes(moved) ? "main" : "side";
    const name = names[moved];
    const place = next[column].indexOf(moved) + 1;
    const count = next[column].length;
    announce(
      column === "main"
        ? t`${name} is now ${place} of ${count} in the main column`
        : t`${name} is now ${place} of ${count} in the side column`,
    );
  }
  const list = (column: Column, label: string) => (
    <ArrangeList
      label={label}
      column={column}
      layout={layout}
      onMove={(id, step) => change(moveWidget(layout, id, step), id)}
      onPlace={(id, to, before) => change(placeWidget(layout, id, to, before), id)}
      onShow={(id, isShown) => change(showWidget(layout, id, isShown))}
    />
  );

  return (
    <section className="card dash-arrange" aria-labelledby="arrange-title">
      <div className="row-between">
        <h2 id="arrange-title" ref={heading} tabIndex={-1}>
          <Trans>Arrange the dashboard</Trans>
        </h2>
        <Button onPress={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
      <p className="muted">
        <Trans>
          Switch widgets on or off. Drag them, use the buttons, or press Alt with the up or down arrow. Changes are saved at once.
        </Trans>
      </p>
      <Switch
        value={!layout.hidden.includes("next")}
        onChange={(isShown) => change(showWidget(layout, "next", isShown))}
        description={t`Always stands first.`}
      >
        {names.next}
      </Switch>
      <div className="dash-arrange-columns">
        {list("main", t`Main column`)}
        {list("side", t`Side column`)}
      </div>
    </section>
  );
}
