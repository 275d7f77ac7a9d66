import { useLingui } from "@lingui/react/macro";
import { announce } from "#ui/announce.ts";
import { Switch } from "#ui/switch.tsx";
import { moveWidget, placeWidget, showWidget, withLocked } from "../arranging.ts";
import { defaultLayout, type Column, type PortalLayout } from "../layout.ts";
import type { WidgetId } from "../widget-kinds.ts";
import { ArrangeList, LockButton } from "./arrange-list.tsx";
import { useWidgetNames } from "./use-widget-names.ts";

// For who arranges the dashboards of others, whose screen loads nothing of this one with its own first files.
export { defaultLayout };

type Props = {
  value: PortalLayout;
  onChange: (next: PortalLayout) => void;
  /** Whether widgets can be locked here, and the locked ones moved. */
  locks?: boolean;
};

/** What stands on a dashboard, in which column and order: to show or hide, to drag, and to move by buttons or Alt with the arrow keys. */
export default function ArrangeColumns({ value, onChange, locks = false }: Props) {
  const { t } = useLingui();
  const names = useWidgetNames();

  function change(next: PortalLayout, moved?: WidgetId) {
    if (next === value) return;
    const placed = locks ? next : { ...withLocked(next, value), locked: value.locked };
    onChange(placed);
    if (!moved) return;
    const column: Column = placed.main.includes(moved) ? "main" : "side";
    const name = names[moved];
    const place = placed[column].indexOf(moved) + 1;
    const count = placed[column].length;
    announce(
      column === "main"
        ? t`${name} is now ${place} of ${count} in the main column`
        : t`${name} is now ${place} of ${count} in the side column`,
    );
  }
  const lock = (id: WidgetId, isLocked: boolean) => {
    const others = value.locked.filter((other) => other !== id);
    change({ ...value, locked: isLocked ? [...others, id] : others });
  };
  const onLock = locks ? lock : undefined;
  const fixed = locks ? [] : value.locked;
  const list = (column: Column, label: string) => (
    <ArrangeList
      label={label}
      column={column}
      layout={value}
      locked={value.locked}
      onLock={onLock}
      onMove={(id, step) => change(moveWidget(value, id, step, fixed), id)}
      onPlace={(id, to, before) => change(placeWidget(value, id, to, before), id)}
      onShow={(id, isShown) => change(showWidget(value, id, isShown))}
    />
  );

  return (
    <>
      <div className="row-between">
        <Switch
          value={!value.hidden.includes("next")}
          disabled={fixed.includes("next")}
          onChange={(isShown) => change(showWidget(value, "next", isShown))}
          description={fixed.includes("next") ? t`Always stands first. Set by your portal.` : t`Always stands first.`}
        >
          {names.next}
        </Switch>
        {onLock && <LockButton id="next" name={names.next} isLocked={value.locked.includes("next")} onLock={onLock} />}
      </div>
      <div className="dash-arrange-columns">
        {list("main", t`Main column`)}
        {list("side", t`Side column`)}
      </div>
    </>
  );
}
