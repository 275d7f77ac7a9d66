import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowLeftRight, ArrowUp, GripVertical, Lock, LockOpen } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useEffect, useId, useRef } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import type { DropItem, ItemDropTarget } from "react-aria-components/useDragAndDrop";
import { isTextDropItem, useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Switch } from "#ui/switch.tsx";
import type { Column, Layout } from "../layout.ts";
import { widgetIds, type WidgetId } from "../widget-kinds.ts";
import { useWidgetNames } from "./use-widget-names.ts";

type ArrangeListProps = {
  label: string;
  column: Column;
  layout: Layout;
  /** What the portal allows nobody to move or hide. */
  locked: readonly WidgetId[];
  /** For who sets that: locks a widget, or lets people decide. The locked ones can then be moved too. */
  onLock?: ((id: WidgetId, isLocked: boolean) => void) | undefined;
  onMove: (id: WidgetId, step: -1 | 1) => void;
  onPlace: (id: WidgetId, column: Column, before: WidgetId | null) => void;
  onShow: (id: WidgetId, isShown: boolean) => void;
};

const dragType = "application/x-stoa-widget";
const isWidget = (id: unknown): id is WidgetId => widgetIds.includes(id as WidgetId);

/** The widgets of one column: to show or hide, to drag (also into the other column), and to move by buttons or Alt with the arrow keys (WCAG 2.5.7). */
export function ArrangeList({ label, column, layout, locked, onLock, onMove, onPlace, onShow }: ArrangeListProps) {
  const { t } = useLingui();
  const names = useWidgetNames();
  const headingId = useId();
  const ids = layout[column];
  const isFixed = (id: WidgetId) => !onLock && locked.includes(id);
  const free = ids.filter((id) => !isFixed(id));
  const { box, keepFocus } = useFocusOnMoved(layout);

  const beforeOf = ({ key, dropPosition }: ItemDropTarget, moved: WidgetId): WidgetId | null => {
    const rest = ids.filter((id) => id !== moved);
    const at = rest.indexOf(key as WidgetId);
    return rest[dropPosition === "before" ? at : at + 1] ?? null;
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [dragType]: String(key), "text/plain": names[key as WidgetId] })),
    acceptedDragTypes: [dragType],
    getDropOperation: () => "move",
    onReorder: ({ keys, target }) => {
      const [id] = keys;
      if (isWidget(id) && id !== target.key) onPlace(id, column, beforeOf(target, id));
    },
    onInsert: async ({ items, target }) => {
      const id = await widgetIn(items);
      if (id) onPlace(id, column, beforeOf(target, id));
    },
    onRootDrop: async ({ items }) => {
      const id = await widgetIn(items);
      if (id) onPlace(id, column, null);
    },
  });

  // Capture phase, before react-aria handles the arrow keys and moves the focus.
  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const id = (event.target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
    if (!isWidget(id)) return;
    event.preventDefault();
    event.stopPropagation();
    keepFocus(id, "row");
    onMove(id, event.key === "ArrowUp" ? -1 : 1);
  }

  return (
    <div ref={box} onKeyDownCapture={moveByKey}>
      <h3 id={headingId} className="dash-arrange-head">
        {label}
      </h3>
      <GridList
        aria-labelledby={headingId}
        items={ids.map((id) => ({ id }))}
        dependencies={[layout, locked]}
        disabledKeys={ids.filter(isFixed)}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="tab"
        className="dash-arrange-list"
        renderEmptyState={() => (
          <p className="muted dash-pad">
            <Trans>No widgets in this column. Drag one here.</Trans>
          </p>
        )}
      >
        {({ id }) => {
          const name = names[id];
          const at = free.indexOf(id);
          if (isFixed(id))
            return (
              <GridListItem id={id} textValue={name} className="dash-arrange-row">
                <span className="dash-arrange-lock">
                  <Icon of={Lock} />
                </span>
                <span>{name}</span>
                <span className="muted small">
                  {layout.hidden.includes(id) ? <Trans>Hidden by your portal</Trans> : <Trans>Set by your portal</Trans>}
                </span>
              </GridListItem>
            );
          return (
            <GridListItem id={id} textValue={name} className="dash-arrange-row">
              <AriaButton slot="drag" className="ui-button" data-variant="quiet" data-icon-only data-size="s">
                <Icon of={GripVertical} />
              </AriaButton>
              <Switch value={!layout.hidden.includes(id)} onChange={(isShown) => onShow(id, isShown)}>
                {name}
              </Switch>
              <span className="dash-arrange-moves">
                {onLock && <LockButton id={id} name={name} isLocked={locked.includes(id)} onLock={onLock} />}
                <IconButton
                  size="s"
                  icon={ArrowUp}
                  label={t`Move ${name} up`}
                  isDisabled={at === 0}
                  data-part="up"
                  onPress={() => {
                    keepFocus(id, "up");
                    onMove(id, -1);
                  }}
                />
                <IconButton
                  size="s"
                  icon={ArrowDown}
                  label={t`Move ${name} down`}
                  isDisabled={at === free.length - 1}
                  data-part="down"
                  onPress={() => {
                    keepFocus(id, "down");
                    onMove(id, 1);
                  }}
                />
                <IconButton
                  size="s"
                  icon={ArrowLeftRight}
                  label={column === "main" ? t`Move ${name} to the side column` : t`Move ${name} to the main column`}
                  data-part="across"
                  onPress={() => {
                    keepFocus(id, "across");
                    onPlace(id, column === "main" ? "side" : "main", null);
                  }}
                />
              </span>
            </GridListItem>
          );
        }}
      </GridList>
    </div>
  );
}

type LockButtonProps = { id: WidgetId; name: string; isLocked: boolean; onLock: NonNullable<ArrangeListProps["onLock"]> };

/** Locks a widget, or lets people move and hide it. */
export function LockButton({ id, name, isLocked, onLock }: LockButtonProps) {
  const { t } = useLingui();
  return (
    <IconButton
      size="s"
      icon={isLocked ? Lock : LockOpen}
      label={isLocked ? t`${name} is locked: let people move and hide it` : t`Lock ${name}`}
      onPress={() => onLock(id, !isLocked)}
    />
  );
}

async function widgetIn(items: readonly DropItem[]): Promise<WidgetId | null> {
  for (const item of items) {
    if (!isTextDropItem(item) || !item.types.has(dragType)) continue;
    const id = await item.getText(dragType);
    if (isWidget(id)) return id;
  }
  return null;
}

/** Restores the focus to the pressed control after its row has moved, in whichever column it is now. */
function useFocusOnMoved(layout: Layout) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ id: WidgetId; part: "up" | "down" | "across" | "row" } | null>(null);
  useEffect(() => {
    const now = wanted.current;
    if (!now) return;
    wanted.current = null;
    const frame = requestAnimationFrame(() => {
      const row = box.current?.parentElement?.querySelector<HTMLElement>(`[data-key="${now.id}"]`);
      const button = row?.querySelector<HTMLButtonElement>(`[data-part="${now.part}"]`);
      (button && !button.disabled ? button : row)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [layout]);
  return {
    box,
    keepFocus: (id: WidgetId, part: "up" | "down" | "across" | "row") => {
      wanted.current = { id, part };
    },
  };
}
