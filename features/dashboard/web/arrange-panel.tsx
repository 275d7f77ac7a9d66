import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Button } from "#ui/button.tsx";
import type { Arrangement } from "../contract.ts";
import ArrangeColumns from "./arrange-columns.tsx";
import { useChangeLayout } from "./use-change-layout.ts";

type ArrangePanelProps = {
  arrangement: Arrangement;
  onDone: () => void;
};

/** Arranges one's own dashboard, as far as the portal allows it. Changes are saved at once. */
export default function ArrangePanel({ arrangement, onDone }: ArrangePanelProps) {
  const { layout, locked, isOwn } = arrangement;
  const change = useChangeLayout();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card dash-arrange" aria-labelledby="arrange-title">
      <div className="row-between">
        <h2 id="arrange-title" ref={heading} tabIndex={-1}>
          <Trans>Arrange the dashboard</Trans>
        </h2>
        <div className="row">
          {isOwn && (
            <Button
              onPress={() => {
                // The button goes with its purpose.
                heading.current?.focus();
                change(null, arrangement);
              }}
            >
              <Trans>Reset</Trans>
            </Button>
          )}
          <Button onPress={onDone}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </div>
      <p className="muted">
        <Trans>
          Switch widgets on or off. Drag them, use the buttons, or press Alt with the up or down arrow. Changes are saved at once.
        </Trans>
      </p>
      <ArrangeColumns value={{ ...layout, locked }} onChange={({ locked: _locked, ...next }) => change(next, arrangement)} />
    </section>
  );
}
