import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CopyPlus, Grip, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import type { EditorMedia } from "#features/blocks/block-editor.ts";
import type { Page } from "#features/courses/content.ts";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Select } from "#ui/select.tsx";
import { moveBlocks, stepBlocks } from "../../working.ts";
import type { Session } from "../session/session.ts";
import { useBlockName } from "./block-frame.tsx";
import type { Actions } from "./use-actions.ts";

interface BlockListProps {
  readonly session: Session;
  readonly actions: Actions;
  readonly page: Page;
  /** All pages of the course in their order, to which blocks can be moved. */
  readonly pages: readonly { readonly id: string; readonly title: string }[];
  readonly media: EditorMedia;
  readonly onOpen: (blockId: string) => void;
}

/** The blocks of a page in a list: one or several at a time are dragged, moved with Alt and an arrow or to another page, duplicated and deleted (EDT-1). */
export function BlockList({ session, actions, page, pages, media, onOpen }: BlockListProps) {
  const { t } = useLingui();
  const nameOf = useBlockName();
  const { id: pageId, blocks } = page;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(blocks.flatMap(({ id }) => (selected.has(id) ? [id] : [])));
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The row that takes the focus once it is drawn anew. */
  const stepped = useRef<string | null>(null);
  useEffect(() => {
    if (stepped.current === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-key="${stepped.current}"]`);
    (row ?? heading.current)?.focus();
    stepped.current = null;
  }, [blocks]);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => blocks.filter(({ id }) => keys.has(id)).map((block) => ({ "text/plain": nameOf(block, media) })),
    getDropOperation: () => "move",
    onReorder({ keys, target }) {
      const at = blocks.findIndex(({ id }) => id === target.key);
      const before = target.dropPosition === "before" ? blocks[at] : blocks[at + 1];
      session.change(moveBlocks(pageId, new Set([...keys].map(String)), pageId, before?.id ?? null));
    },
  });

  /** The blocks that a key is about: all chosen ones where it is among them. */
  const blocksWith = (id: string): ReadonlySet<string> => (chosen.has(id) ? chosen : new Set([id]));
  /** The row beside blocks that go, for the focus; of a page that is empty then, its heading. */
  const beside = (ids: ReadonlySet<string>): string => {
    const next = blocks.find(({ id }, nth) => !ids.has(id) && blocks.slice(0, nth).some((one) => ids.has(one.id)));
    return next?.id ?? blocks.findLast(({ id }) => !ids.has(id))?.id ?? "";
  };
  function remove(ids: ReadonlySet<string>) {
    stepped.current = beside(ids);
    actions.removeBlocks(pageId, ids);
  }
  async function move(ids: ReadonlySet<string>, toId: string) {
    const place = beside(ids);
    stepped.current = place;
    if (!(await actions.moveBlocks(pageId, ids, toId))) stepped.current = null;
  }
  // Capture phase, before react-aria handles the keys and moves the focus.
  function press(event: KeyboardEvent<HTMLElement>) {
    const row = (event.target as Element).closest<HTMLElement>("[data-key]");
    const id = row?.dataset["key"];
    if (id === undefined) return;
    const done = (act: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown"))
      return done(() => {
        session.change(stepBlocks(pageId, blocksWith(id), event.key === "ArrowUp" ? -1 : 1));
        if (session.read().work.pages[pageId]?.blocks === blocks) return;
        stepped.current = id;
        const place = (session.read().work.pages[pageId]?.blocks.findIndex((block) => block.id === id) ?? 0) + 1;
        const total = blocks.length;
        announce(t`Place ${place} of ${total}`);
      });
    if (event.target !== row) return undefined;
    if (event.key === "Delete" || event.key === "Backspace") return done(() => remove(blocksWith(id)));
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "d")
      return done(() => actions.duplicateBlocks(pageId, blocksWith(id)));
    return undefined;
  }

  const others = pages.filter(({ id }) => id !== pageId);
  return (
    <div className="stack-s">
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Blocks</Trans>
      </h3>
      {blocks.length === 0 ? (
        <p className="muted small">
          <Trans>This page has no blocks yet.</Trans>
        </p>
      ) : (
        <div ref={box} onKeyDownCapture={press}>
          <GridList
            aria-label={t`Blocks of this page`}
            className="block-list"
            items={blocks}
            dependencies={[blocks, media]}
            selectionMode="multiple"
            selectionBehavior="replace"
            selectedKeys={chosen}
            onSelectionChange={(keys) => setSelected(new Set(keys === "all" ? blocks.map(({ id }) => id) : [...keys].map(String)))}
            onAction={(key) => onOpen(String(key))}
            dragAndDropHooks={dragAndDropHooks}
          >
            {(block) => {
              const name = nameOf(block, media);
              return (
                <GridListItem id={block.id} textValue={name} className="outline-row">
                  <div className="outline-line">
                    <AriaButton slot="drag" className="ui-button outline-grip" data-variant="quiet" data-icon-only data-size="s">
                      <Icon of={Grip} size="s" />
                    </AriaButton>
                    <bdi className="outline-name">{name}</bdi>
                  </div>
                </GridListItem>
              );
            }}
          </GridList>
        </div>
      )}
      {chosen.size > 0 && (
        <div className="stack-s" role="group" aria-label={t`${plural(chosen.size, { one: "# block chosen", other: "# blocks chosen" })}`}>
          {others.length > 0 && (
            <Select
              label={t`Move to page`}
              value={null}
              placeholder={t`Choose a page`}
              options={others.map(({ id, title }) => ({ id, label: title }))}
              onChange={(toId) => void move(chosen, toId)}
            />
          )}
          <div className="row">
            <Button size="s" icon={CopyPlus} onPress={() => actions.duplicateBlocks(pageId, chosen)}>
              {t`Duplicate`}
            </Button>
            <Button size="s" icon={Trash2} variant="danger" onPress={() => remove(chosen)}>
              {plural(chosen.size, { one: "Delete block", other: "Delete blocks" })}
            </Button>
          </div>
        </div>
      )}
      {blocks.length > 1 && (
        <p className="muted small">
          <Trans>Choose several with Shift or Ctrl. Drag them, or move them with Alt and an arrow. Enter opens one.</Trans>
        </p>
      )}
    </div>
  );
}
