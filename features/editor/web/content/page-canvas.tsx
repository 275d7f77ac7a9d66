import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState, type ClipboardEvent } from "react";
import type { EditorMedia } from "#features/blocks/block-editor.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { Page } from "#features/courses/content.ts";
import { takeFile } from "#features/media/contract.ts";
import "#features/viewer/web/lesson.css";
import { freshId } from "#features/questions/fresh-id.ts";
import { call } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import "#ui/button.css";
import { Icon } from "#ui/icon.tsx";
import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import { toast } from "#ui/toast.ts";
import { useSteady } from "#ui/use-steady.ts";
import type { ReusableRow } from "../../reusable-contract.ts";
import * as edit from "../../working.ts";
import { useMarks, useTakeReusable } from "../reuse/hooks.ts";
import type { Session } from "../session/session.ts";
import { BlockFrame } from "./block-frame.tsx";
import { blocksIn, takenBlocks, textOfBlocks } from "./clipboard.ts";
import { InsertMenu } from "./insert-menu.tsx";
import type { Actions } from "./use-actions.ts";

const ReusableDialog = lazyOverlay(
  () => import("../reuse/reusable-dialog.tsx"),
  ({ onClose }) => onClose(),
);
const MakeReusableDialog = lazyOverlay(
  () => import("../reuse/make-reusable-dialog.tsx"),
  ({ onClose }) => onClose(),
);

interface PageCanvasProps {
  readonly courseId: number;
  readonly page: Page;
  readonly session: Session;
  readonly actions: Actions;
  readonly media: EditorMedia;
  readonly blockId: string;
  readonly onBlock: (blockId: string) => void;
  /** Whether the title is to be typed next. */
  readonly isNew: boolean;
  /** Whether somebody else is at work on it: then it is only read. */
  readonly isHeld: boolean;
}

/** Where the next block goes, and beside what the menu for it stands. */
type Adding = { readonly anchor: HTMLElement; readonly at: number; readonly insteadOf?: string };

/** A page with its blocks, as its learner sees them; the selected one is edited in its place. */
export function PageCanvas({ courseId, page, session, actions, media, blockId, onBlock, isNew, isHeld }: PageCanvasProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLTextAreaElement>(null);
  const anchor = useRef<HTMLElement | null>(null);
  const [adding, setAdding] = useState<Adding | null>(null);
  const [reusing, setReusing] = useState<Adding | null>(null);
  const [sharing, setSharing] = useState<Block | null>(null);
  const [fresh, setFresh] = useState("");
  const marked = useMarks(page.blocks);
  const takeReusable = useTakeReusable(courseId);
  const { id: pageId, blocks } = page;
  useEffect(() => {
    if (isNew) title.current?.select();
  }, [isNew, pageId]);

  const insert = (at: number, element: HTMLElement, insteadOf?: string) => {
    anchor.current = element;
    setAdding({ anchor: element, at, ...(insteadOf !== undefined && { insteadOf }) });
  };
  const open = (id: string) => {
    setFresh(id);
    onBlock(id);
  };
  async function choose(kind: Block["kind"]) {
    if (adding) open(await actions.addBlock(pageId, kind, adding.at, adding.insteadOf));
  }
  function step(block: Block, by: -1 | 1) {
    session.change(edit.stepBlocks(pageId, new Set([block.id]), by));
    const place = blocks.indexOf(block) + 1 + by;
    const total = blocks.length;
    if (place >= 1 && place <= total) announce(t`Place ${place} of ${total}`);
    requestAnimationFrame(() => canvas.current?.querySelector<HTMLElement>(`[data-open-block="${block.id}"]`)?.focus());
  }
  async function copy(block: Block) {
    try {
      await navigator.clipboard.writeText(textOfBlocks(courseId, [block]));
      announce(t`Copied`);
    } catch {
      toast({
        tone: "warning",
        title: t`The block was not copied`,
        message: t`The browser refused. Allow this site to use the clipboard, or duplicate the block.`,
      });
    }
  }
  function remove(block: Block) {
    const at = blocks.indexOf(block);
    const next = blocks[at + 1] ?? blocks[at - 1];
    actions.removeBlocks(pageId, new Set([block.id]));
    onBlock("");
    requestAnimationFrame(() => {
      const place = next ? `[data-open-block="${next.id}"]` : ".canvas-add";
      canvas.current?.querySelector<HTMLElement>(place)?.focus();
    });
  }
  /** Puts blocks where adding was asked for, in the place of an empty one if that is given. */
  function put(added: readonly Block[], { at, insteadOf }: { at: number; insteadOf?: string }) {
    session.change(insteadOf === undefined ? edit.addBlocks(pageId, added, at) : edit.replaceBlock(pageId, insteadOf, added));
  }
  async function insertReusable({ id: reusableId }: ReusableRow, isLinked: boolean) {
    const to = reusing ?? { at: blocks.length };
    const { block, revision } = await takeReusable.mutateAsync(reusableId);
    const added = edit.madeFrom(block, freshId(), isLinked ? { reusableId, revision } : null);
    put([added], to);
    open(added.id);
  }
  async function pasteText(text: string, to: { at: number; insteadOf?: string }) {
    const found = blocksIn(text);
    if (!found)
      return toast({ tone: "warning", title: t`There is no block to paste`, message: t`Copy a block first, here or in another course.` });
    const isOwn = found.courseId === courseId;
    const take = (fileId: number) => call(takeFile, { params: { courseId, fileId } });
    const taken = isOwn ? found.blocks : await takenBlocks(found.blocks, take);
    put(
      taken.map((block) => edit.copyOfBlock(block, freshId)),
      to,
    );
    if (taken.length > 0 && taken.length === found.blocks.length) return announce(t`Pasted`);
    return toast({
      tone: "warning",
      title: t`Not everything could be pasted`,
      message: t`Blocks with files that are not yours, and parts of packages, stay in their course.`,
    });
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    if (!blocksIn(text)) return;
    event.preventDefault();
    event.stopPropagation();
    const at = blocks.findIndex((block) => canvas.current?.querySelector(`[data-block="${block.id}"]`)?.contains(document.activeElement));
    void pasteText(text, { at: at < 0 ? blocks.length : at + 1 });
  }
  async function pasteHere() {
    if (!adding) return;
    // The browser asks before it gives the clipboard away, and may refuse.
    const text = await navigator.clipboard.readText().catch(() => "");
    await pasteText(text, adding);
  }

  const calls = useSteady({
    onReuse: setSharing,
    onSelect: ({ id }: Block) => open(id),
    onLeave: ({ id }: Block) => {
      onBlock("");
      requestAnimationFrame(() => canvas.current?.querySelector<HTMLElement>(`[data-open-block="${id}"]`)?.focus());
    },
    onChange: (next: Block) => session.change(edit.changeBlock(pageId, next), `block:${next.id}`),
    onStep: step,
    onCopy: (block: Block) => void copy(block),
    onDuplicate: (block: Block) => onBlock(actions.duplicateBlock(pageId, block)),
    onRemove: remove,
    onInsert: (block: Block, element: HTMLElement, insteadOf: boolean) =>
      insert(blocks.indexOf(block) + 1, element, insteadOf ? block.id : undefined),
  });

  return (
    <div ref={canvas} className="canvas" onPasteCapture={isHeld ? undefined : paste}>
      {/* A text area, so that a long title wraps as its learners see it; it stays one line of text. */}
      <textarea
        ref={title}
        className="canvas-title"
        rows={1}
        aria-label={t`Title of the page`}
        placeholder={t`Title of the page`}
        dir="auto"
        maxLength={200}
        value={page.title}
        readOnly={isHeld}
        onChange={({ target }) =>
          session.change(edit.changePages([pageId], { title: target.value.replaceAll(/[\n\r]+/g, " ") }), `title:${pageId}`)
        }
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isHeld) return;
          event.preventDefault();
          const first = blocks[0];
          if (first) open(first.id);
        }}
      />
      <div className="lesson canvas-blocks">
        {blocks.map((block, nth) => (
          <div key={block.id} className="canvas-block">
            <BlockFrame
              block={block}
              nth={nth}
              total={blocks.length}
              isSelected={block.id === blockId}
              isHeld={isHeld}
              autoFocus={block.id === fresh}
              media={media}
              mark={marked(block)}
              calls={calls}
            />
            {nth < blocks.length - 1 && !isHeld && (
              <button
                type="button"
                className="canvas-between"
                aria-label={t`Add a block here`}
                onClick={({ currentTarget }) => insert(nth + 1, currentTarget)}
              >
                <Icon of={Plus} size="s" />
              </button>
            )}
          </div>
        ))}
        <div className="canvas-end">
          {!isHeld && (
            <button type="button" className="ui-button canvas-add" onClick={({ currentTarget }) => insert(blocks.length, currentTarget)}>
              <Icon of={Plus} />
              {t`Add a block`}
            </button>
          )}
        </div>
      </div>
      <InsertMenu
        anchor={anchor}
        isOpen={adding !== null}
        onClose={() => setAdding(null)}
        onChoose={(kind) => void choose(kind)}
        onReuse={() => setReusing(adding)}
        onPaste={() => void pasteHere()}
      />
      <ReusableDialog isOpen={reusing !== null} onClose={() => setReusing(null)} onInsert={insertReusable} />
      {sharing && (
        <MakeReusableDialog
          courseId={courseId}
          block={sharing}
          isOpen
          onClose={() => setSharing(null)}
          onMade={(from) => session.change(edit.linkBlock(pageId, sharing.id, from))}
        />
      )}
    </div>
  );
}
