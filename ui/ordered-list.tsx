import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Grip } from "lucide-react";
import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { announce } from "./announce.ts";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import "./ordered-list.css";

type Item = { readonly id: number };
type OrderedListProps<One extends Item> = {
  label: string;
  items: readonly One[];
  nameOf: (item: One) => string;
  /** All ids in their new order. */
  onOrder: (ids: number[]) => void;
  /** What a row says, before its buttons. */
  children: (item: One) => ReactNode;
  /** Buttons before those that move the row. */
  renderActions?: (item: One) => ReactNode;
};

/** A short list that somebody puts in order: by dragging, with the buttons of each row, or with Alt and an arrow (WCAG 2.5.7). */
export function OrderedList<One extends Item>({ label, items, nameOf, onOrder, children, renderActions }: OrderedListProps<One>) {
  const { t } = useLingui();
  const ids = items.map(({ id }) => id);
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef<number | null>(null);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => items.filter(({ id }) => [...keys].includes(id)).map((item) => ({ "text/plain": nameOf(item) })),
    getDropOperation: () => "move",
    onReorder: ({ keys, target }) => {
      const item = items.find(({ id }) => [...keys].includes(id));
      const at = ids.filter((id) => id !== item?.id).indexOf(Number(target.key));
      if (item && at >= 0) moveTo(item, target.dropPosition === "before" ? at : at + 1);
    },
  });

  function moveTo(item: One, to: number) {
    const from = ids.indexOf(item.id);
    if (to < 0 || to >= ids.length || to === from) return;
    const name = nameOf(item);
    const place = to + 1;
    const total = ids.length;
    onOrder(ids.toSpliced(from, 1).toSpliced(to, 0, item.id));
    announce(t`${name}: place ${place} of ${total}`);
  }

  // Capture phase, before react-aria handles the arrow keys and moves the focus.
  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const id = Number((event.target as Element).closest<HTMLElement>("[data-key]")?.dataset["key"]);
    const item = items.find((one) => one.id === id);
    if (!item) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = id;
    moveTo(item, ids.indexOf(id) + (event.key === "ArrowUp" ? -1 : 1));
  }
  // The row may have lost the focus by being drawn in its new place.
  useEffect(() => {
    if (moved.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-key="${moved.current}"]`)?.focus();
    moved.current = null;
  }, [items]);

  return (
    <div ref={box} onKeyDownCapture={moveByKey}>
      <GridList
        aria-label={label}
        items={items}
        dependencies={[items, children, renderActions]}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="tab"
        className="ui-ordered"
      >
        {(item) => {
          const { id } = item;
          const name = nameOf(item);
          const at = ids.indexOf(id);
          return (
            <GridListItem id={id} textValue={name} className="ui-ordered-row">
              <AriaButton slot="drag" className="ui-button ui-ordered-grip" data-variant="quiet" data-icon-only data-size="s">
                <Icon of={Grip} />
              </AriaButton>
              {children(item)}
              <div className="row ui-ordered-actions">
                {renderActions?.(item)}
                <IconButton
                  icon={ArrowUp}
                  label={t`Move up: ${name}`}
                  aria-disabled={at === 0 || undefined}
                  onPress={() => moveTo(item, at - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t`Move down: ${name}`}
                  aria-disabled={at === items.length - 1 || undefined}
                  onPress={() => moveTo(item, at + 1)}
                />
              </div>
            </GridListItem>
          );
        }}
      </GridList>
    </div>
  );
}
