import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ChevronRight, Ellipsis, Grip, Lock } from "lucide-react";
import { memo, useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { Button } from "react-aria-components/Button";
import { Tree, TreeItem, TreeItemContent } from "react-aria-components/Tree";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { ListLayout, Virtualizer } from "react-aria-components/Virtualizer";
import type { DraftOutline } from "#features/courses/draft.ts";
import { announce } from "#ui/announce.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import { Menu } from "#ui/menu.tsx";
import { moveChapter, movePages, pageIdsOf, stepChapter, stepPages } from "../../working.ts";
import type { Session } from "../session/session.ts";
import { useFellowsOn } from "../session/use-fellows.ts";

/** What is named in the outline: a page or a chapter. */
export type Place = { readonly part: "page" | "chapter"; readonly id: string };
export const keyOf = ({ part, id }: Place) => `${part}:${id}`;
export const placeOf = (key: unknown): Place => {
  const [part = "", id = ""] = String(key).split(":");
  return { part: part === "page" ? "page" : "chapter", id };
};

/** What a row says of a page. */
export interface Head {
  readonly title: string;
  readonly minutes: number;
  /** Whether it opens only when every page before it is complete. */
  readonly isLocked: boolean;
}

export interface OutlineCalls {
  readonly onRename: (place: Place, title: string) => void;
  readonly onOpen: (pageId: string, moveFocus: boolean) => void;
  readonly onAddPage: (chapterId: string, afterId: string | null) => void;
  readonly onDuplicate: (place: Place) => void;
  readonly onRemove: (place: Place) => void;
}

interface OutlineTreeProps {
  readonly session: Session;
  readonly chapters: readonly DraftOutline["chapters"][number][];
  readonly heads: ReadonlyMap<string, Head>;
  readonly calls: OutlineCalls;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
  readonly pageId: string | null;
  readonly closed: ReadonlySet<string>;
  readonly onClosed: (chapterIds: ReadonlySet<string>) => void;
  readonly renaming: string | null;
  readonly onRenaming: (key: string | null) => void;
  /** The worst problem of each page that has one. */
  readonly troubles: ReadonlyMap<string, "error" | "warning">;
}

const rows = { rowHeight: 36, padding: 4 };

/**
 * Chapters and pages as a tree: dragged, or moved with Alt and an arrow, several at a time. Only the rows in sight are drawn, and none while somebody types in a
 * page: React Aria goes through all rows each time.
 */
export const OutlineTree = memo(function OutlineTree(props: OutlineTreeProps) {
  const { session, chapters, heads, calls, chosen, onChoose, pageId, closed, onClosed, renaming, onRenaming, troubles } = props;
  const { t, i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  /** The row that takes the focus once it is drawn anew. */
  const stepped = useRef<string | null>(null);
  const titleOf = (id: string) => heads.get(id)?.title ?? "";
  const minutesOf = (id: string) => heads.get(id)?.minutes ?? 0;

  /** The pages that a change of this row is about: all chosen ones when it is among them. */
  const pagesWith = (key: string): ReadonlySet<string> => {
    const keys = chosen.has(key) ? [...chosen] : [key];
    return new Set(keys.map(placeOf).flatMap(({ part, id }) => (part === "page" ? [id] : [])));
  };

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => {
        const { part, id } = placeOf(key);
        return { "text/plain": part === "page" ? titleOf(id) : (chapters.find((chapter) => chapter.id === id)?.title ?? "") };
      }),
    getDropOperation: (target) => (target.type === "item" ? "move" : "cancel"),
    onMove({ keys, target }) {
      const at = placeOf(target.key);
      const moved = [...keys].map(placeOf);
      const pages = new Set(moved.flatMap(({ part, id }) => (part === "page" ? [id] : [])));
      const chapterId = at.part === "chapter" ? at.id : (chapters.find(({ pageIds }) => pageIds.includes(at.id))?.id ?? "");
      if (pages.size > 0) {
        const ids = chapters.find(({ id }) => id === chapterId)?.pageIds ?? [];
        const nth = ids.indexOf(at.id);
        const before =
          at.part === "chapter"
            ? target.dropPosition === "on"
              ? null
              : (ids[0] ?? null)
            : target.dropPosition === "before"
              ? at.id
              : (ids[nth + 1] ?? null);
        session.change(movePages(pages, chapterId, before));
        return;
      }
      const [chapter] = moved;
      if (!chapter) return;
      const nth = chapters.findIndex(({ id }) => id === chapterId);
      session.change(moveChapter(chapter.id, target.dropPosition === "before" ? chapterId : (chapters[nth + 1]?.id ?? null)));
    },
  });

  // Capture phase, before react-aria handles the keys and moves the focus.
  function press(event: KeyboardEvent<HTMLElement>) {
    const row = (event.target as Element).closest<HTMLElement>("[data-key]");
    const key = row?.dataset["key"];
    if (!key || event.target instanceof HTMLInputElement) return;
    const place = placeOf(key);
    const done = (act: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    const isControl = event.ctrlKey || event.metaKey;
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown"))
      return done(() => step(place, event.key === "ArrowUp" ? -1 : 1));
    if (event.key === "F2") return done(() => onRenaming(key));
    if (event.target !== row) return undefined;
    if (event.key === "Delete") return done(() => remove(place));
    if (isControl && event.key.toLowerCase() === "d") return done(() => calls.onDuplicate(place));
    if (event.key === "Enter" && place.part === "page") return done(() => calls.onOpen(place.id, true));
    return undefined;
  }
  /** Removes what a row stands for; the focus goes to the row that then stands in its place, or above it. */
  function remove(place: Place) {
    const gone = new Set(place.part === "page" ? [...pagesWith(keyOf(place))].map((id) => keyOf({ part: "page", id })) : [keyOf(place)]);
    const keys = chapters.flatMap(({ id, pageIds }) => {
      const own = keyOf({ part: "chapter", id });
      const pages = closed.has(id) ? [] : pageIds.map((page) => keyOf({ part: "page", id: page }));
      return [own, ...pages].filter((key) => key === keyOf(place) || !(gone.has(own) || gone.has(key)));
    });
    const nth = keys.indexOf(keyOf(place));
    stepped.current = keys[nth + 1] ?? keys[nth - 1] ?? null;
    calls.onRemove(place);
  }
  function step(place: Place, by: -1 | 1) {
    stepped.current = keyOf(place);
    session.change(place.part === "page" ? stepPages(pagesWith(keyOf(place)), by) : stepChapter(place.id, by));
    const { outline } = session.read().work;
    const list = place.part === "page" ? pageIdsOf(outline) : outline.chapters.map(({ id }) => id);
    const [nth, total] = [list.indexOf(place.id) + 1, list.length];
    announce(t`Place ${nth} of ${total}`);
  }
  // The row may have lost the focus by being drawn in its new place.
  useEffect(() => {
    if (stepped.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-key="${stepped.current}"]`)?.focus();
    stepped.current = null;
  }, [chapters]);
  const wasRenaming = useRef<string | null>(null);
  useEffect(() => {
    if (renaming === null && wasRenaming.current !== null)
      box.current?.querySelector<HTMLElement>(`[data-key="${wasRenaming.current}"]`)?.focus();
    wasRenaming.current = renaming;
  }, [renaming]);

  const line = (place: Place, title: string, isFirst: boolean, isLast: boolean) => {
    const key = keyOf(place);
    const isPage = place.part === "page";
    const shown = title.trim() || (isPage ? t`Untitled page` : t`Untitled chapter`);
    const minutes = i18n.number(isPage ? minutesOf(place.id) : 0);
    const trouble = isPage ? troubles.get(place.id) : undefined;
    return (
      <>
        <Button slot="drag" className="ui-button outline-grip" data-variant="quiet" data-icon-only data-size="s">
          <Icon of={Grip} size="s" />
        </Button>
        {renaming === key ? (
          <RenameField
            label={t`Title`}
            title={title}
            onDone={(next) => {
              onRenaming(null);
              if (next !== null && next !== title) calls.onRename(place, next);
            }}
          />
        ) : (
          <>
            <bdi className="outline-name" data-untitled={title.trim() === "" || undefined}>
              {shown}
            </bdi>
            {trouble && <span className="outline-dot" data-severity={trouble} role="img" aria-label={t`Something is to be mended here`} />}
            {isPage && heads.get(place.id)?.isLocked && (
              <span className="muted" role="img" aria-label={t`locked`}>
                <Icon of={Lock} size="s" />
              </span>
            )}
            {isPage && <FellowsHere pageId={place.id} />}
            {isPage && minutesOf(place.id) > 0 && <span className="muted small num outline-minutes">{t`${minutes} min`}</span>}
            <Menu
              label={t`Actions for ${shown}`}
              trigger={
                <Button
                  className="ui-button outline-more"
                  data-variant="quiet"
                  data-icon-only
                  data-size="s"
                  aria-label={t`Actions for ${shown}`}
                >
                  <Icon of={Ellipsis} size="s" />
                </Button>
              }
              items={[
                { id: "rename", label: t`Rename`, onAction: () => onRenaming(key) },
                isPage
                  ? {
                      id: "add",
                      label: t`Add a page after this one`,
                      onAction: () => calls.onAddPage(chapters.find(({ pageIds }) => pageIds.includes(place.id))?.id ?? "", place.id),
                    }
                  : { id: "add", label: t`Add a page`, onAction: () => calls.onAddPage(place.id, null) },
                { id: "duplicate", label: t`Duplicate`, onAction: () => calls.onDuplicate(place) },
                { id: "up", label: t`Move up`, isDisabled: isFirst, onAction: () => step(place, -1) },
                { id: "down", label: t`Move down`, isDisabled: isLast, onAction: () => step(place, 1) },
                { id: "remove", label: t`Delete`, tone: "danger", onAction: () => remove(place) },
              ]}
            />
          </>
        )}
      </>
    );
  };

  const rowOfPage = chapters.flatMap(({ id, pageIds }) => [`chapter ${id}`, ...(closed.has(id) ? [] : pageIds)]).indexOf(pageId ?? "");
  useRowInSight(box, rowOfPage);

  return (
    <div ref={box} className="outline-box" onKeyDownCapture={press}>
      <Virtualizer layout={ListLayout} layoutOptions={rows}>
        <Tree
          aria-label={t`Chapters and pages`}
          className="editor-outline"
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={chosen}
          onSelectionChange={(keys) => {
            const next =
              keys === "all" ? chapters.flatMap(({ pageIds }) => pageIds.map((id) => keyOf({ part: "page", id }))) : [...keys].map(String);
            onChoose(new Set(next));
            const [only] = next;
            if (next.length === 1 && only !== undefined && placeOf(only).part === "page") calls.onOpen(placeOf(only).id, false);
          }}
          onAction={(key) => placeOf(key).part === "page" && calls.onOpen(placeOf(key).id, false)}
          expandedKeys={new Set(chapters.flatMap(({ id }) => (closed.has(id) ? [] : [keyOf({ part: "chapter", id })])))}
          onExpandedChange={(keys) =>
            onClosed(new Set(chapters.flatMap(({ id }) => (keys.has(keyOf({ part: "chapter", id })) ? [] : [id]))))
          }
          dragAndDropHooks={dragAndDropHooks}
        >
          {chapters.map((chapter, nth) => {
            const count = chapter.pageIds.length;
            return (
              <TreeItem
                key={chapter.id}
                id={keyOf({ part: "chapter", id: chapter.id })}
                textValue={chapter.title || t`Untitled chapter`}
                hasChildItems={count > 0}
                className="outline-row"
                data-part="chapter"
              >
                <TreeItemContent>
                  {({ isExpanded }) => (
                    <div className="outline-line">
                      <Button
                        slot="chevron"
                        className="ui-button outline-chevron"
                        data-variant="quiet"
                        data-icon-only
                        data-size="s"
                        data-open={isExpanded}
                      >
                        <Icon of={ChevronRight} flip size="s" />
                      </Button>
                      {line({ part: "chapter", id: chapter.id }, chapter.title, nth === 0, nth === chapters.length - 1)}
                      {!isExpanded && <span className="visually-hidden">{t`${plural(count, { one: "# page", other: "# pages" })}`}</span>}
                    </div>
                  )}
                </TreeItemContent>
                {/* One page of a closed chapter, undrawn: without any, React Aria takes it for one that cannot be opened. */}
                {(closed.has(chapter.id) ? chapter.pageIds.slice(0, 1) : chapter.pageIds).map((id) => (
                  <TreeItem
                    key={id}
                    id={keyOf({ part: "page", id })}
                    textValue={titleOf(id) || t`Untitled page`}
                    className="outline-row"
                    data-part="page"
                    data-current={id === pageId || undefined}
                  >
                    <TreeItemContent>
                      <div className="outline-line" data-page>
                        {line({ part: "page", id }, titleOf(id), id === chapters[0]?.pageIds[0], id === chapters.at(-1)?.pageIds.at(-1))}
                      </div>
                    </TreeItemContent>
                  </TreeItem>
                ))}
              </TreeItem>
            );
          })}
        </Tree>
      </Virtualizer>
    </div>
  );
});

/** Scrolls the tree to a row once it is another one, where it is not in sight: only rows in sight are drawn. Rows count from 0; below 0 there is none. */
function useRowInSight(box: RefObject<HTMLElement | null>, row: number) {
  useEffect(() => {
    // By then the tree is as tall as its rows.
    const frame = requestAnimationFrame(() => {
      const tree = box.current?.querySelector(".editor-outline");
      if (!tree || row < 0) return;
      const top = rows.padding + row * rows.rowHeight;
      const isInSight = top >= tree.scrollTop && top + rows.rowHeight <= tree.scrollTop + tree.clientHeight;
      if (!isInSight) tree.scrollTop = top - tree.clientHeight / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [box, row]);
}

/** Who else has a page before them, in its row. */
function FellowsHere({ pageId }: { pageId: string }) {
  const { t } = useLingui();
  return useFellowsOn(pageId).map(({ userId, name }) => (
    <span key={userId} className="outline-fellow" title={name}>
      <Avatar name={name} size="s" />
      <span className="visually-hidden">{t`${name} is here`}</span>
    </span>
  ));
}

/** The title of a row while it is renamed: Enter takes it, Escape leaves it as it was. */
function RenameField({ label, title, onDone }: { label: string; title: string; onDone: (title: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const done = (next: string | null) => {
    if (!isDone.current) onDone(next);
    isDone.current = true;
  };
  return (
    <input
      ref={field}
      className="ui-input outline-rename"
      aria-label={label}
      dir="auto"
      maxLength={200}
      defaultValue={title}
      onBlur={({ currentTarget }) => done(currentTarget.value.trim())}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        // The tree would take arrows and letters as its own keys.
        event.stopPropagation();
        if (event.key === "Enter") done(event.currentTarget.value.trim());
        if (event.key === "Escape") done(null);
      }}
    />
  );
}
