import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, EyeOff, Grip, Share2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { Button } from "react-aria-components/Button";
import { Tree, TreeItem, TreeItemContent } from "react-aria-components/Tree";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { Tag } from "#ui/tag.tsx";
import type { CategoryRow, Place } from "../contract.ts";
import { branchOf, childrenOf } from "../tree.ts";
import { CategoryMenu, type CategoryActions } from "./category-menu.tsx";
import { coursesPath } from "./category-path.ts";

type Props = CategoryActions & {
  /** What is shown, parents before children. */
  rows: readonly CategoryRow[];
  /** Null while a search shows a part of the tree, in which nothing is put in order. */
  onMove: ((row: CategoryRow, place: Place) => void) | null;
  expanded: ReadonlySet<number>;
  onExpand: (ids: Set<number>) => void;
};

/** The categories as a tree that somebody puts in order: by dragging, with the menu of each row, or with Alt and an arrow (WCAG 2.5.7). */
export default function CategoryTree({ rows, onMove, expanded, onExpand, ...on }: Props) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const stepped = useRef<number | null>(null);
  const rowOf = (key: unknown) => rows.find(({ id }) => id === Number(key));
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": rowOf(key)?.name ?? "" })),
    getDropOperation: (target) => (target.type === "item" ? "move" : "cancel"),
    onMove({ keys, target }) {
      const row = rowOf([...keys][0]);
      const at = rowOf(target.key);
      if (!row || !at || branchOf(rows, row.id).has(at.id)) return;
      if (target.dropPosition === "on") return onMove?.(row, { parentId: at.id, beforeId: null });
      const siblings = childrenOf(rows, at.parentId).filter(({ id }) => id !== row.id);
      const place = siblings.findIndex(({ id }) => id === at.id) + (target.dropPosition === "before" ? 0 : 1);
      onMove?.(row, { parentId: at.parentId, beforeId: siblings[place]?.id ?? null });
    },
  });

  // Capture phase, before react-aria handles the arrow keys and moves the focus.
  function stepByKey(event: KeyboardEvent<HTMLElement>) {
    if (!onMove || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const row = rowOf((event.target as Element).closest<HTMLElement>("[data-key]")?.dataset["key"]);
    if (!row) return;
    event.preventDefault();
    event.stopPropagation();
    stepped.current = row.id;
    on.onStep(row, event.key === "ArrowUp" ? -1 : 1);
  }
  // The row may have lost the focus by being drawn in its new place.
  useEffect(() => {
    if (stepped.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-key="${stepped.current}"]`)?.focus();
    stepped.current = null;
  }, [rows]);

  const below = new Map<number | null, CategoryRow[]>();
  for (const row of rows) below.set(row.parentId, [...(below.get(row.parentId) ?? []), row]);
  // Only what is open is drawn: a portal may have many hundreds. Of what is closed the first stands in it undrawn: without any, React Aria takes it for one that cannot be opened.
  const level = (parentId: number | null, isOpen = true) => {
    const siblings = below.get(parentId) ?? [];
    return siblings.slice(0, isOpen ? undefined : 1).map((row, nth) => (
      <TreeItem key={row.id} id={row.id} textValue={row.name} hasChildItems={below.has(row.id)} className="category-row">
        <TreeItemContent>
          {({ hasChildItems, isExpanded }) => (
            <div className="category-line">
              {onMove && (
                <Button slot="drag" className="ui-button category-grip" data-variant="quiet" data-icon-only data-size="s">
                  <Icon of={Grip} />
                </Button>
              )}
              {hasChildItems ? (
                <Button
                  slot="chevron"
                  className="ui-button category-chevron"
                  data-variant="quiet"
                  data-icon-only
                  data-size="s"
                  data-open={isExpanded}
                >
                  <Icon of={ChevronRight} flip />
                </Button>
              ) : (
                <span className="category-chevron" />
              )}
              <div className="category-text">
                <span className="category-name">
                  <bdi>{row.name}</bdi>
                  {row.sharing && (
                    <Tag icon={Share2}>
                      {row.sharing.portals === null ? (
                        <Trans>Shared</Trans>
                      ) : (
                        <Plural value={row.sharing.portals} one="Shared: # portal" other="Shared: # portals" />
                      )}
                    </Tag>
                  )}
                  {!row.isShown && (
                    <Tag icon={EyeOff}>{row.isHidden ? <Trans>Hidden</Trans> : <Trans>Hidden with the one above</Trans>}</Tag>
                  )}
                </span>
                {row.description && <bdi className="muted small">{row.description}</bdi>}
              </div>
              <Link to={coursesPath(row)} className="category-count num">
                <Plural value={row.courses} one="# course" other="# courses" />
              </Link>
              <CategoryMenu category={row} isFirst={!onMove || nth === 0} isLast={!onMove || nth === siblings.length - 1} {...on} />
            </div>
          )}
        </TreeItemContent>
        {level(row.id, expanded.has(row.id))}
      </TreeItem>
    ));
  };
  return (
    <div ref={box} onKeyDownCapture={stepByKey}>
      <Tree
        aria-label={t`Categories`}
        className="category-tree"
        selectionMode="none"
        expandedKeys={expanded}
        onExpandedChange={(keys) => onExpand(new Set([...keys].map(Number)))}
        {...(onMove && { dragAndDropHooks })}
      >
        {level(null)}
      </Tree>
    </div>
  );
}
